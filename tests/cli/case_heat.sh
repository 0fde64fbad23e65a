#!/bin/bash
# case_heat.sh - a temperature in a case file: the bits of heated-cavity, conduction in units of the file, refusals.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
options=(png=0 --progress never)
flow_in() { # cells in a length, extent, faces that are walls
    printf '[case]\nsetup = case\nlattice = d2q9\nprecision = fp64\n[box]\nresolution = %s\nsize = %s\n' "$1" "$2"
    printf '[face %s]\nkind = wall\n' "${@:3}"
}

# --- heated-cavity as a file ------------------------------------------------------------------------------------
{
    flow_in 16 1,1 x- x+ y- y+
    "$python" -c 'print("[fluid]\nviscosity = %r\nspeed = 0.1\n[scalar]\nprandtl = 0.71\nbuoyancy = 0,%r\nstart = linear"
        % ((0.71 / 1e4) ** 0.5 * 0.1 * 16, 0.1 * 0.1 / 16))'
    printf '[heat x-]\ntemperature = 0.5\n[heat x+]\ntemperature = -0.5\n[stop]\nsteps = 480\n'
} >cavity.ini
run run heated-cavity length=16 --precision fp64 steps=480 steady=0 vtk=480 "${options[@]}" -o setup
run run -c cavity.ini vtk=480 "${options[@]}" -o file
expect_code 0
expect_true "the file has the bits of the setup" cmp setup/field-000000480.vti file/field-000000480.vti
expect_json file/run.json "abs(d['results']['x-.nusselt'] + d['results']['x+.nusselt']) < 1e-12 and abs(d['results']['heat_drift']) < 1e-15"
# The same by its Rayleigh number.
run run -c cavity.ini vtk=0 "${options[@]}" scalar.buoyancy= scalar.rayleigh=1e4 -o rayleigh
expect_json rayleigh/run.json "abs(d['results']['x-.nusselt'] / json.load(open('file/run.json'))['results']['x-.nusselt'] - 1) < 1e-12"
run run -c cavity.ini vtk=0 "${options[@]}" checkpoint=100 steps=200 -o parts
run resume parts steps=480
expect_true "parts have the heat of the whole" cmp file/heat.csv parts/heat.csv

# --- conduction ---------------------------------------------------------------------------------------------------
# From y-, which gives 40 T/L, to y+, of 20: T falls by 20 over the half L between them, on any grid.
flow_in 8 0.5,0.5 y- y+ >plates.ini
cat >>plates.ini <<'INI'
[fluid]
tau = 0.8
speed = 0.1
[scalar]
diffusivity = 0.2
start = 30
range = 20,40
[heat y-]
flux = 40
[heat y+]
temperature = 20
[stop]
steady = 1e-12
[expect warmth]
result = temperature_mean
value = 30
within = 1e-9
source = exact
[expect heat]
result = y-.heat
value = 20
within = 1e-9
source = exact
INI
run run -c plates.ini vtk=0 probe=80 "${options[@]}" -o plates
expect_code 0
expect_json plates/run.json "d['verdict']['pass'] and d['steps'] < d['steps_planned'] and d['results']['heat_balance'] < 1e-11"
expect_json plates/run.json "abs(d['results']['y-.nusselt'] - 2) < 1e-9"
# A start of 0 that the file does not give lies among its temperatures, or a note says what it makes of them.
sed '/^start/d; /^range/d; s/^flux = 40/temperature = 60/; /^\[expect/,$d' plates.ini >unsaid.ini
from_0="scalar.start= is not given: the fluid begins at T = 0, outside of the temperatures given, 20 to 60, and temperature_range is"
run run -c unsaid.ini steps=0 "${options[@]}" -o unsaid
expect_json unsaid/run.json "any(w.startswith('$from_0 60; scalar.start= says') for w in d['warnings'])"
run run -c unsaid.ini steps=0 "${options[@]}" scalar.range=10,70 -o ranged
expect_json ranged/run.json "any(w.startswith('${from_0/20 to 60/10 to 70} 60; scalar.start= says') for w in d['warnings'])"
for said in scalar.start=0 heat.y-.temperature={0,-60,20}; do # 20 and 0: the two that there are
    run run -c unsaid.ini steps=0 "${options[@]}" "$said" -o said
    expect_code 0
    expect_not_in said/run.json "is not given"
    rm -r said
done
# What turns back at an outlet has the temperature of the start, which is no given one; one that is heated needs a start.
flow_in 8 4,1 y- y+ >through.ini
printf '[fluid]\nre = 10\nspeed = 0.02\n[scalar]\nprandtl = 0.7\n[heat y-]\ntemperature = 60\n[inlet in]\non = x-\nspeed = 0.02\ntemperature = 20\n[outlet out]\non = x+\n[stop]\nuntil = 1\n' >>through.ini
run run -c through.ini steps=0 "${options[@]}" -o outlet
expect_json outlet/run.json "any(w.startswith('$from_0 60; scalar.start= says') for w in d['warnings'])"
run run -c through.ini steps=0 "${options[@]}" heat.y-.temperature= heat.y-.power=2 -o heated
expect_json heated/run.json "any('outside of the temperatures given, 20 to 20' in w for w in d['warnings'])"
run run -c through.ini steps=0 "${options[@]}" heat.y-.temperature= heat.y-.insulated=1 -o dye
expect_not_in dye/run.json "is not given"
# Eddies carry no heat.
run run -c through.ini steps=0 "${options[@]}" fluid.les=0.15 --collision rr -o eddies
expect_in out "fluid.les=0.15 adds the viscosity of eddies smaller than cells, and no diffusivity to [scalar]"
expect_not_in heated/run.json "no diffusivity to"
# Where all openings are open nothing holds the pressure; one that does is enough.
sed '/^\[inlet/,$s/^speed.*/kind = open/; s/^\[outlet out.*/&\nkind = open/; s/^\[inlet/[outlet/' through.ini >open.ini
held="kind=pressure for one of them, as [out], holds it"
run run -c open.ini steps=0 "${options[@]}" -o open
expect_in out "$held"
run run -c open.ini steps=0 "${options[@]}" out.kind=pressure -o held
expect_code 0
expect_not_in held/run.json "holds the pressure"

# --- what flows in and out ----------------------------------------------------------------------------------------
# A channel with walls of 60 T: between two planes behind the entry the bulk temperature tells the Nusselt number of
# parallel plates, 7.541 (Shah & London), and what comes in goes out, to what the flow's own balance leaves.
flow_in 10 15,1 y- y+ >channel.ini
cat >>channel.ini <<'INI'
[fluid]
viscosity = 0.01
speed = 0.05
[scalar]
prandtl = 1
start = 20
[heat y-]
temperature = 60
[heat y+]
temperature = 60
[inlet in]
on = x-
speed = 0.05
profile = developed
temperature = 20
[outlet out]
on = x+
[start]
u = inlet
[plane one]
centre = 8.05,0.5
[plane two]
centre = 12.05,0.5
[stop]
steps = 7000
INI
run run -c channel.ini vtk=0 probe=200 "${options[@]}" -o channel
expect_json channel/run.json "abs(__import__('math').log((60 - d['results']['one.temperature']) / (60 - d['results']['two.temperature']))
    * d['results']['one.flow'] * 10 / (0.01 * 40) - 7.541) < 0.02 * 7.541"
expect_json channel/run.json "abs(d['results']['heat_drift']) < 1e-11"
# The balance is what the outlet takes less than a chip gives, above the temperature of the inlet: much with a range far
# from that, as the density falls along the stream.  A steady state is of that heat, too.
{
    sed '/^\[heat/,/^temperature/d; /^\[plane/,/^centre/d; s/^size.*/size = 6,1/; s/^steps.*/steady = 1e-3\nuntil = 60/' channel.ini
    printf '[body chip]\nshape = box\nfrom = 2,0\nto = 3,0.2\n[heat chip]\npower = 100\n'
} >chip.ini
cat >balance.py <<'PYTHON'
import json, sys
def told_and_true(folder): # heat is over the diffusivity, 0.01
    run = json.load(open(folder + "/run.json"))
    r = run["results"]
    return r["heat_balance"], abs((r["out.temperature"] - 20) * r["out.flow"] / (r["chip.heat"] * 0.01) - 1), run["steps"]
told, true, steps = zip(*(told_and_true(folder) for folder in ("far", "around")))
print(told, true, steps)
raise SystemExit(not (steps[0] > steps[1] and told[0] > 0.1 and told[1] < 5e-3 and all(abs(a - b) < 5e-3 for a, b in zip(told, true))))
PYTHON
run run -c chip.ini vtk=0 "${options[@]}" scalar.range=20,60 -o far
run run -c chip.ini vtk=0 "${options[@]}" scalar.range=0,40 -o around
expect_true "heat_balance is of the heat of the chip" "$python" balance.py
# Of openings that are a [face], too.
sed '/^profile/d' chip.ini >named.ini
sed 's/^\[inlet in/[face x-/; s/^on = x-/kind = velocity/; s/^\[outlet out/[face x+/; s/^on = x+/kind = pressure/' named.ini >faces.ini
for file in named faces; do
    run run -c $file.ini vtk=0 "${options[@]}" scalar.range=20,60 start.u=0.05,0 stop.steady= stop.until=4 mean.skip=3 -o $file
done
expect_json faces/run.json "abs(d['results']['heat_balance'] / json.load(open('named/run.json'))['results']['heat_balance'] - 1) < 1e-12
    and abs(d['results']['flow_balance'] / json.load(open('named/run.json'))['results']['flow_balance'] - 1) < 1e-9"

# Fluid of 20 leaves with 20 in a flow that is still changing.
sed '/^\[heat/,/^temperature/d; /^\[plane/,/^centre/d; s/^size.*/size = 6,1/; s/^steps.*/until = 3/; /^\[start/,/^u = /d' channel.ini >rest.ini
run run -c rest.ini vtk=0 probe=5 "${options[@]}" scalar.range=0,30 -o rest
expect_json rest/run.json "abs(d['results']['out.temperature'] - 20) < 0.1 and d['results']['out.flow'] > 1.3 * d['results']['in.flow']"

# The same channel with a flux of 10 T/L at both walls, by the bulk temperature of a plane and that of the cells at the
# wall, half a cell from it.  140/17 (Shah & London) is what the scheme's own steady profile has with many cells (order 2,
# docs/theory/heat.md); with few a run has that profile's number, and Mach^2, which adds 0.055 % at this speed.
sed 's/^temperature = 60/flux = 10/; /^\[plane one/,/^steps/d; s/^size.*/size = 6,1/; s/speed = 0.05/speed = 0.02/' channel.ini >flux.ini
cat >>flux.ini <<'INI'
[plane at]
centre = 3.0625,0.5
[line wall]
from = 3.0625,0
to = 3.0625,1
points = 3
[stop]
until = 14
INI
for magic in "8 0.04 3.0625 sixth" "16 0.08 3.03125 sixth" "8 0.04 3.0625 quarter"; do
    read -r cells viscosity place magic <<<"$magic"
    run run -c flux.ini vtk=0 "${options[@]}" box.resolution="$cells" fluid.viscosity="$viscosity" scalar.range=20,40 \
        at.centre="$place,0.5" wall.from="$place,0" wall.to="$place,1" scalar.magic="$magic" -o "flux$cells$magic"
done
cat >flux.py <<'PYTHON'
import json
def measured(cells, magic):
    folder = "flux%d%s/" % (cells, magic)
    r = json.load(open(folder + "run.json"))["results"]
    wall = [float(row.split(",")[-1]) for row in open(folder + "line-wall.csv").readlines()[1::2]]
    return 20 / (max(wall) + 5 / cells - r["at.temperature"])
def of_scheme(cells, magic): # diffusivity and flux 1; G the slope along the stream: T'' and the first slope, in cells
    u = [(y + 0.5) * (cells - y - 0.5) for y in range(cells)]
    g, t = 2 / sum(u), [0.0]
    slope = -1 - magic * g * (u[1] - u[0]) + g * (3 * u[0] + u[1]) / 4
    for y in range(1, cells):
        t.append(t[-1] + slope)
        slope += g * (u[y] - 2 * (0.25 - magic))
    return 2 * cells / (t[0] + 0.5 - sum(a * b for a, b in zip(u, t)) / sum(u))
off = [measured(8, "sixth") / of_scheme(8, 1 / 6), measured(16, "sixth") / of_scheme(16, 1 / 6), measured(8, "quarter") / of_scheme(8, 1 / 4)]
errors = [of_scheme(cells, 1 / 6) / (140 / 17) - 1 for cells in (32, 64)]
print(off, errors)
raise SystemExit(not (all(4e-4 < o - 1 < 7e-4 for o in off) and 3.7 < errors[0] / errors[1] < 4.1))
PYTHON
expect_true "a flux on both walls has the Nusselt number of the scheme, and in the limit 140/17" "$python" flux.py

# --- bodies -------------------------------------------------------------------------------------------------------
# A cylinder in a square: 2 pi / ln(1.08 w / d) times 40 (Incropera & DeWitt, table 4.1); its stairs give 3.5 % more.
{
    flow_in 24 1,1 x- x+ y- y+
    printf '[fluid]\ntau = 0.8\nspeed = 0.1\n[scalar]\ndiffusivity = 0.3\nstart = 20\n[stop]\nsteps = 1200\n'
    printf '[body rod]\nshape = cylinder\nat = 0.5,0.5\nradius = 0.2\n[heat rod]\ntemperature = 60\n'
    printf '[heat %s]\ntemperature = 20\n' x- x+ y- y+
} >rod.ini
run run -c rod.ini vtk=0 probe=200 "${options[@]}" -o rod
expect_json rod/run.json "abs(d['results']['rod.heat'] / 253.035 - 1) < 0.05 and d['results']['heat_balance'] < 1e-6"
run run -c rod.ini vtk=0 probe=200 "${options[@]}" rod.wall=curved -o curved
expect_json curved/run.json "abs(d['results']['rod.heat'] / 253.035 - 1) < 0.005 and d['results']['heat_balance'] < 1e-6"
run run -c rod.ini vtk=0 steps=40 "${options[@]}" heat.rod.power=100 scalar.range=20,60 -o power
expect_json power/run.json "abs(d['results']['rod.heat'] - 100) < 1e-9"
# The surface of what gives heat: on it T rises by the flux, 40 T/L, over a quarter L of fluid, or half of that of a solid.
{
    sed '/^\[heat y-/,/^flux/d; /^\[expect/,$d' plates.ini
    printf '[body hot]\nshape = box\nfrom = 0,0\nto = 0.5,0.25\n[heat hot]\npower = 20\n'
} >hot.ini
run run -c hot.ini vtk=0 "${options[@]}" -o hot
expect_json hot/run.json "all(abs(d['results']['hot.temperature' + end] - 30) < 1e-8 for end in ('', '.max', '.min'))"
sed 's/^\[body hot/[body lid]\nshape = box\nfrom = 0,0\nto = 0.5,0.375\n[solid lid]\nconductivity = 4\n&/' hot.ini >lid.ini
run run -c lid.ini vtk=0 "${options[@]}" -o lid
expect_json lid/run.json "abs(d['results']['hot.temperature'] - (20 + 40 * (0.125 + 0.125 / 4))) < 1e-8"
# Where its surface is it has the area of that, which a flux goes through.
sed 's/^temperature = 60/flux = 100/; s/^radius.*/&\nwall = curved/' rod.ini >warm.ini
run run -c warm.ini vtk=0 steps=40 "${options[@]}" scalar.range=20,60 -o flux
expect_json flux/run.json "abs(d['results']['rod.heat'] / (0.4 * 3.14159265 * 100) - 1) < 0.02 and abs(d['results']['rod.nusselt'] - 100 / 40) < 1e-9"
run run -c warm.ini vtk=0 steps=40 "${options[@]}" scalar.range=20,60 heat.rod.flux= heat.rod.power=100 -o share
expect_json share/run.json "abs(d['results']['rod.heat'] - 100) < 1e-9"

# In a stream, and turning: what the fluid gains is what walls and openings give, and parts have the heat of the whole.
{
    cat channel.ini
    printf '[body rod]\nshape = cylinder\nat = 3.03,0.52\nradius = 0.2\nwall = curved\nspin = 1 speed/length\n[heat rod]\ntemperature = 50\n'
} >stream.ini
stream=(-c stream.ini vtk=0 probe=50 "${options[@]}")
run run "${stream[@]}" steps=400 -o stream
expect_json stream/run.json "abs(d['results']['heat_drift']) < 1e-12 and d['results']['rod.heat'] > 50"
run run "${stream[@]}" checkpoint=200 steps=200 --streaming pull --lanes 1 -o spun
run resume spun steps=400
expect_true "a part in pull has the heat of the whole in place" cmp stream/heat.csv spun/heat.csv

# Of 2 T above the reference everywhere: the channel of an acceleration of 2e-5, with a mean over y (H - y) of 2.75.
run run -c plates.ini vtk=0 probe=80 "${options[@]}" heat.y-.insulated=1 heat.y+.insulated=1 scalar.buoyancy=1e-5,0 \
    scalar.reference=29 stop.steps=1000 stop.steady= expect.heat.result=speed_mean expect.heat.value=2.75e-4 \
    scalar.start=31 expect.warmth.value=31 -o pushed
expect_code 0

# --- refusals -----------------------------------------------------------------------------------------------------
refused() { # sentence, arguments
    local sentence=$1
    shift
    run run -c plates.ini steps=0 "${options[@]}" -o refused "$@"
    expect_code 2
    expect_in err "$sentence"
}
refused "[heat y-] is of a temperature, and there is none: [scalar]" scalar.diffusivity=
sed '/^\[heat/,/^20/d; /^\[heat/,/^[ft]/d; /^\[expect/,$d; /^diffusivity/d' plates.ini >without.ini
run run -c without.ini steps=0 "${options[@]}" -o refused
expect_in err "scalar.start=30 needs a diffusivity beside it"
refused "[heat y+] needs temperature=, flux=, power= or insulated=1" heat.y+.temperature=
refused "scalar.start=warm: a temperature, or linear" scalar.start=warm
refused "and no two have one" scalar.start=linear
refused "all temperatures of the file are 20: scalar.range=LOW,HIGH" scalar.range= scalar.start=20
refused "scalar.range=40,20: the lowest temperature and the highest one" scalar.range=40,20
refused "scalar.along=y is of rayleigh=" scalar.along=y
refused "scalar.reference=20 is where buoyancy is 0" scalar.reference=20
refused "the face y- is no wall; [face y-] kind=wall or slip makes it one" y-.kind=pressure
refused "there is no result 'y-.cold'; there are" expect.heat.result=y-.cold
refused "did you mean 'quarter'" scalar.magic=quater
{ cat plates.ini && printf '[heat top]\ntemperature = 1\n'; } >top.ini
run run -c top.ini steps=0 "${options[@]}" -o refused
expect_in err "[heat top]: there is no body 'top', and no such face"
refused_in() { # file, sentence, arguments
    local file=$1 sentence=$2
    shift 2
    run run -c "$file" steps=0 "${options[@]}" -o refused "$@"
    expect_code 2
    expect_in err "$sentence"
}
refused_in channel.ini "[inlet in] needs temperature=, that of the fluid that comes in" in.temperature=
refused_in channel.ini "scalar.rayleigh=1 pushes a flow with openings: reference=" scalar.rayleigh=1
refused_in rod.ini "[heat rod]: flux=1 would be by the stairs of its cells" heat.rod.flux=1
{ cat rod.ini && printf '[expect asked]\nresult = rod.cold\nabove = 0\n'; } >asked.ini
refused_in asked.ini "there is no result 'rod.cold'; rod has drag,"
expect_true "a body's results of heat" grep -q ' power, cells, heat, nusselt$' err
insulated=(heat.rod.temperature= heat.rod.insulated=1 "scalar.range=20,60")
refused_in asked.ini "power, cells; of heat nothing, as it is insulated" "${insulated[@]}" expect.asked.result=rod.nusselt
refused_in asked.ini "power, cells; of heat nothing, as it is insulated" "${insulated[@]}" expect.asked.result=rod.temperature
refused_in rod.ini "wall = exact needs the same force in all cells; with heat that pushes the fluid, wall = curved" rod.wall=exact scalar.rayleigh=100
refused_in rod.ini "has bodies that move their cells, which a flow with a temperature cannot have yet" rod.turn=0.01 rod.about=0.5,0.5
sed "s/^shape = cylinder/shape = plate\nthin = 1\nfrom = 0.3,0.52\nto = 0.7,0.52/; /^at = \|^radius/d" rod.ini >plate.ini
refused_in plate.ini "[heat rod]: the body is a sheet, thin=1, and thin walls cannot be combined with a temperature: a body that is some cells thick can"
sed '/^\[heat rod/,/^temperature/d' plate.ini >thin.ini
refused_in thin.ini "has thin walls, which cannot be combined with a temperature" scalar.range=20,60
# What would do is named, and does.
refused_in channel.ini "unstable at a relaxation time of 0.503 for velocities above 0.02, and this flow may have 0.05, a Peclet number of a cell of 50: choose auto or quarter, or 3.34 times the cells" scalar.prandtl=10 scalar.magic=sixth
run run -c channel.ini steps=0 "${options[@]}" scalar.prandtl=10 scalar.magic=sixth box.resolution=34 fluid.viscosity=0.034 -o looked-34
expect_code 0
expect_in out "the Peclet number of a cell is 14.7 (tau_temperature 0.5102)"
expect_in out "7.4 times the cells along each axis, at the same speed, make it 2"
refused_in cavity.ini "scalar.buoyancy=1e-5: a number for each axis is needed, as in 0,1e-5" scalar.buoyancy=1e-5
refused_in cavity.ini "scalar.along=z: there are two dimensions, x and y" scalar.buoyancy= scalar.rayleigh=1e4 scalar.along=z
refused_in cavity.ini "away from its middle, and 4 is the most" scalar.start=1000 scalar.range=20,30
refused_in cavity.ini "heat drives the flow to about 0.85 cells/step, Mach 1.5; 0.23 times the viscosity, and diffusivity, would make it 0.2, and above 0.4 no temperature is stable" scalar.buoyancy= scalar.rayleigh=1e7
run run -c cavity.ini steps=0 "${options[@]}" scalar.buoyancy= scalar.rayleigh=1e7 fluid.viscosity=0.0031 -o looked-1e7
expect_code 0
expect_json looked-1e7/run.json "abs(d['results']['speed_of_heat'] / (0.27 * (1e7 / 0.71) ** 0.5 * 0.0031 / 16) - 1) < 1e-6 and d['warnings'] != []
    and abs(d['results']['rayleigh'] / 1e7 - 1) < 1e-12 and abs(d['results']['peclet'] / (0.1 * 16 * 0.71 / 0.0031) - 1) < 1e-12"
run run -c plates.ini steps=0 "${options[@]}" fluid.speed=0.12 -o looked-fast
expect_in out "heat diffuses 4.3 % too little along a flow of 0.12 cells/step"
run run -c plates.ini --precision fp32/fp16s --rounding stochastic "${options[@]}" heat.y+.temperature= heat.y+.insulated=1 \
    heat.y-.flux= heat.y-.insulated=1 stop.steady= stop.steps=4000 steps=0 expect.heat.result=temperature_mean -o looked-walks
expect_in out "nothing holds the mean of the temperature, and in 16 bits it walks by some 0.0002 of the range in 4e+03 steps"
# Heat that 16 bits cut off has no balance, and neither has a temperature that is no number.
flow_in 8 3,1 y- y+ >heater.ini
cat >>heater.ini <<'INI'
[fluid]
tau = 0.8
speed = 0.05
[scalar]
prandtl = 1
range = 0,1
[inlet in]
on = x-
speed = 0.05
temperature = 0
[outlet out]
on = x+
[heat y-]
power = 400
[stop]
steps = 1200
[expect heat]
result = heat_balance
above = 0
INI
run run -c heater.ini --precision fp32/fp16c vtk=0 "${options[@]}" -o cut
expect_code 5
expect_in out "of what FP16C holds, and what is more is cut off"
expect_json cut/run.json "d['results'].get('heat_balance') is None"
run run -c heater.ini --precision fp32/fp16s vtk=0 "${options[@]}" heat.y-.power=1e5 stop.steady=0.5 -o none
expect_code 5
expect_json none/run.json "d['steps'] == 1200"
expect_in out "the temperature is no number in some cells: it left what FP16S holds"
run run -c heater.ini --precision fp32/fp16c vtk=0 "${options[@]}" heat.y-.power=4 expect.heat.result=heat_balance/scalar.diffusivity+0*scalar.range -o held-16
expect_code 0
expect_true "what fits is not cut off" bash -c '! grep -q "FP16C holds" held-16/run.json'
refused_in heater.ini "the file has no number 'scalar.rayleigh'" "expect.heat.result=heat_balance*scalar.rayleigh"
sed '/^\[heat/,/^temperature/d; /^\[scalar/,/^start/d' channel.ini >no-scalar.ini
refused_in no-scalar.ini "[in]: temperature=20 needs [scalar]"
finish
