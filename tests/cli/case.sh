#!/bin/bash
# case.sh - flows from sections of a case file: against exact solutions, what they refuse, and that a run's own case
# file and a resumed run repeat it.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

cat >base.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = trt
[box]
resolution = 8
size = 4,2
[fluid]
re = 10
speed = 0.05
[stop]
until = 1
INI

# refused TEXT SECTIONS: in addition to the file above.
refused() {
    { cat base.ini && printf '%b' "$2"; } >wrong.ini
    run run -c wrong.ini -o refused "${@:3}"
    expect_code 2
    expect_in err "$1"
    expect_true "nothing is left" test ! -e refused
}

walls='[face y-]\nkind = wall\n[face y+]\nkind = wall\n'
run run case
expect_code 2
expect_in err "case needs a case file with [box] and the rest: sluice run -c FILE.ini"
run run -c base.ini box.size=4.01,2
expect_code 2
expect_in err "is 32.08 cells along x with box.resolution=8, and must be a whole number of them: 4 or 4.125 L"
run run -c base.ini box.size=4,2,2
expect_code 2
expect_in err "2 numbers are needed, as a lattice of two dimensions has 2"
run run -c base.ini fluid.re=10 fluid.tau=0.6
expect_code 2
expect_in err "fluid.re=10 and fluid.tau=0.6 both fix the viscosity: one of them"
run run -c base.ini fluid.re=1e7
expect_code 2
expect_in err "fluid.re=1e7 makes the relaxation time 0.5 + 1e-07, and 1e-6 more than 0.5 is needed: box.resolution=67 or a smaller"
sed '/^re =/d' base.ini >thick.ini
run run -c thick.ini box.unit_si=1 fluid.speed_si=1 fluid.viscosity_si=100
expect_code 2
expect_in err "fluid.viscosity_si=100 makes the relaxation time 120.5 steps; up to 100 is possible, and up to 5 usual: fluid.speed=0.0019"
run run -c thick.ini box.unit_si=1 fluid.speed_si=1 fluid.viscosity_si=40 steps=0 -o thick
expect_code 0
expect_in out "fluid.viscosity_si=40 makes the relaxation time 48.5 steps, and errors grow with its square"
expect_in out "fluid.speed=0.0047, or a smaller box.resolution, would do"
run run -c thick.ini fluid.viscosity=50
expect_in err "fluid.viscosity=50 makes the relaxation time 150.5 steps; up to 100 is possible, and up to 5 usual: fluid.viscosity=1.5 would do"
run run -c base.ini fluid.viscosity_si=1e-6
expect_code 2
expect_in err "fluid.viscosity_si=1e-6 needs fluid.speed_si="
run run -c base.ini stop.until=1 stop.until_si=3
expect_code 2
expect_in err "stop.until=1 and stop.until_si=3 are the same number: one of them"
sed '/^until/d' base.ini >timeless.ini
run run -c timeless.ini stop.until_si=3
expect_code 2
expect_in err "stop.until_si=3 needs box.unit_si=, the metres in L, and fluid.speed_si="
run run -c base.ini box.unit_si=1 fluid.speed_si=1 force.speed_si=5
expect_code 2
expect_in err "force.speed_si=5 is 0.25 cells/step here; 1e-08 to 0.2 is possible"
run run -c base.ini boxx.size=1
expect_code 2
expect_in err "there is no section 'boxx' (in boxx.size=1); did you mean 'box'?"
run run -c base.ini box.siez=1
expect_code 2
expect_in err "[box] has no key 'siez' (in box.siez=1); did you mean 'size'?"
run run -c base.ini box.re=3
expect_in err "[box] has no key 're' (in box.re=3); did you mean 'fluid.re'?"
run run -c base.ini re=3
expect_in err "there is no parameter 're' (in re=3); did you mean 'fluid.re'?"
refused "After a value a comment begins with ' ;'." '[force]\nacceleration = 1e-5,0 # along x\n'
echo 'solid plate' >plate.stl
refused "a mesh needs a lattice of three dimensions" '[body plate]\nmesh = plate.stl\n'
run run karman -c base.ini
expect_code 2
expect_in err "base.ini:5: there is no section [box]"
run run picture -c base.ini
expect_code 2
expect_in err "'picture' is a case file, and so is base.ini: one of them"
refused "the face y- is wall, and y+ is periodic: opposite faces are periodic together" '[face y-]\nkind = wall\n'
refused "wrong.ini:13: there is no section [facee y-]; did you mean 'face'?" '[facee y-]\n'
refused "[face w]: there is no face 'w'; faces are x-, x+, y-, y+" '[face w]\nkind = wall\n'
refused "there are two dimensions, and the faces x-, x+, y- and y+" '[face z-]\nkind = wall\n'
refused "x-.kind=wal: it must be periodic, wall, slip" '[face x-]\nkind = wal\n'
refused "[x-]: pressure=0.01 says nothing of kind=wall" '[face x-]\nkind = wall\npressure = 0.01\n[face x+]\nkind = wall\n'
refused "[inlet in]: the face x- is taken by another section already" '[face x-]\nkind = wall\n[inlet in]\non = x-\n'
refused "mass has no way out" "$walls"'[inlet in]\non = x-\nspeed = 0.1\n[inlet on]\non = x+\nspeed = 0.1\n'
refused "nothing holds the pressure, which would drift" "$walls"'[inlet in]\non = x-\nspeed = 0.1\n[outlet out]\non = x+\nkind = open\n'
refused "[inlet in] of kind velocity needs speed=, flow= or u=" "$walls"'[inlet in]\non = x-\n[outlet out]\non = x+\n'
refused "u=-0.1,0 does not point into the fluid" "$walls"'[inlet in]\non = x-\nu = -0.1,0\n[outlet out]\non = x+\n'
refused "in.profile=power:2: the exponent must be above 0 and up to 1" "$walls"'[inlet in]\non = x-\nspeed = 0.1\nprofile = power:2\n[outlet out]\non = x+\n'
refused "[inlet in]: no fluid cell touches the face x-: it is inside of a body" "$walls"'[body b]\nshape = box\nfrom = 0,0\nto = 1,2\n[inlet in]\non = x-\nspeed = 0.1\nprofile = developed\n[outlet out]\non = x+\n'
refused "[body b] needs a form: mesh=FILE or shape=" '[body b]\n'
refused "[body b]: shape=box needs to= [L]" '[body b]\nshape = box\nfrom = 1,1\n'
refused "leave nothing along x: to= is its highest corner" '[body b]\nshape = box\nfrom = 1,1\nto = 1,2\n'
refused "[body b]: radius=1 says nothing of box" '[body b]\nshape = box\nfrom = 0,0\nto = 1,1\nradius = 1\n'
refused "a sphere is a body of three dimensions" '[body b]\nshape = sphere\nat = 1,1\n'
refused "[body b] lies from (8.5, 8.5) to (9.5, 9.5) L, and the box from (0, 0) to (4, 2) L: no part of it is in the box" '[body b]\nshape = cylinder\nat = 9,9\n'
refused "the body 'b' has no cell: it extends" '[body b]\nshape = cylinder\nat = 1,1\nradius = 0.01\n'
refused "inside=cut takes it away from bodies above it in the file, and there are none" '[body b]\nshape = cylinder\nat = 1,1\ninside = cut\n'
refused "its surface would move with 0.25 cells/step; up to 0.2 is possible" '[body b]\nshape = cylinder\nat = 1,1\nspin = 10 speed/length\n'
refused "b.spin=fast: a rate in radians a step, or the same with speed/length behind" '[body b]\nshape = cylinder\nat = 1,1\nspin = fast\n'
refused "absent.stl" '[body b]\nmesh = absent.stl\n'
refused "no cell of the box is fluid" '[body b]\nshape = box\nfrom = 0,0\nto = 4,2\n'
refused "both drive the flow: one of them" '[force]\nacceleration = 1e-6,0\nfriction_speed = 0.01\n'
refused "force.speed=0.01 and force.flow=0.1 both drive the flow: one of them" '[force]\nspeed = 0.01\nflow = 0.1\n'
refused "is held along y in a periodic box, and the faces across y are not" "$walls"'[force]\nspeed = 0.01\nalong = y\n'
refused "force.flow=9 is a mean speed of 4.5 cells/step; up to 0.2 is possible" "$walls"'[force]\nflow = 9\n'
refused "held by a regulator is not for fix16x" "$walls"'[force]\nspeed = 0.01\n' --precision fp32/fix16x
refused "is over a periodic box, and the faces across y are not" "$walls"'[force]\npressure_drop = 0,1e-6\n'
refused "start.noise_length=0.1 is 0.8 cells; eddies take 2 at least" "[start]\nu = stream\nnoise = 0.1\nnoise_length = 0.1\n"
refused "[start]: from=0,0 and to=-1,1 leave nothing along x" "[start]\nu = stream\nfrom = 0,0\nto = -1,1\n"
refused "start.noise_length=9 is too long" "[start]\nu = stream\nnoise = 0.1\nnoise_length = 9\n"
refused "start.u=inlet: no face gives a velocity" '[start]\nu = inlet\n'
refused "start.u=rest says nothing where start.state= has the whole flow" '[start]\nu = rest\nstate = base.ini.vti\n'
refused "cannot read '$PWD/absent.vti'" '[start]\nstate = absent.vti\n'
mkdir bare
refused "start.state=$PWD/bare is a folder without a checkpoint: a file is needed, or the folder of a run with checkpoint=STEPS" '[start]\nstate = bare\n'
refused "start.u=fast: rest, stream, inlet, log, or 2 numbers" '[start]\nu = fast\n'
refused "[line l] from 0,0 to 9,0 leaves the box along x" '[line l]\nfrom = 0,0\nto = 9,0\n'
refused "[line l] from 1,1 to 1.2,1 lies in walls: a place in the fluid is needed" '[body b]\nshape = cylinder\nat = 1,1\n[line l]\nfrom = 1,1\nto = 1.2,1\n'
refused "[y-]: height=2 says nothing of kind=wall" '[face y-]\nkind = wall\nheight = 2\n[face y+]\nkind = wall\n'
refused "[in]: height=2 is of profile=power:" "$walls"'[face x-]\nkind = wall\n[face x+]\nkind = wall\n[inlet in]\non = box\nfrom = 0,0.5\nto = 0,1.5\nspeed = 0.05\nheight = 2\n[outlet out]\non = box\nfrom = 4,0.5\nto = 4,1.5\n'
refused "[probe p]: at=1,1 is in a wall, in cell (8, 8, 0)" '[body b]\nshape = cylinder\nat = 1,1\n[probe p]\nat = 1,1\n'
refused "[plane p]: normal=0,0 is no direction in 2 dimensions" '[plane p]\ncentre = 1,1\nnormal = 0,0\n'
refused "[plane p]: normal=0,1,1 is no direction in 2 dimensions" '[plane p]\ncentre = 1,1\nnormal = 0,1,1\n'
refused "there is no result 'b.dreg'; b has drag, drag.error" '[body b]\nshape = cylinder\nat = 1,1\n[expect e]\nresult = b.dreg\nvalue = 1\n'
refused "a ) is missing" '[expect e]\nresult = (1 + 2\nvalue = 1\n'
refused "[line Across]: the name is taken by [line across]; names that differ in case alone are one where a file system ignores case" \
    '[line across]\nfrom = 3,0\nto = 3,2\n[line Across]\nfrom = 2,0\nto = 2,2\n'
refused "[expect e] needs value=" '[expect e]\nresult = balance\nwithin = 1\n'
refused "of value=0 is nothing: a number without % is needed" '[expect e]\nresult = balance\nvalue = 0\n'
refused "it has no result of the run in it, and would say nothing of the flow" '[expect e]\nresult = fluid.re / 10\nvalue = 1\nwithin = 1\n'
refused "[in]: radius=1 says nothing of on=x-" "$walls"'[inlet in]\non = x-\nspeed = 0.1\nradius = 1\n[outlet out]\non = x+\n'
refused "would move the wall through the fluid; along y it must be 0" '[face y-]\nkind = wall\nu = 0,0.05\n[face y+]\nkind = wall\n'
refused "y-.u=0.05: 2 numbers are needed" '[face y-]\nkind = wall\nu = 0.05\n[face y+]\nkind = wall\n'
refused "a range is two numbers that rise" '[expect e]\nresult = balance\nwithin = 2,1\n'
refused "above= and below= stand without value=" '[expect e]\nresult = balance\nvalue = 1\nabove = 0\n'
refused "base.ini.png: No such file or directory" '[image i]\nfile = base.ini.png\n'
printf '123' >three.raw
printf '12345678' >eight.raw
printf '\377%039d' 0 >wide.raw
cp three.raw base.ini.nrrd
refused "has 3 bytes, and 2 x 2 x 1 cells of type=u8 are 4: size= must be another" '[image i]\nfile = three.raw\nsize = 2,2\n'
: >three.txt
refused "i.file=$PWD/three.txt: a picture, .png, a folder of slices, .png or .tif, or a volume, " '[image i]\nfile = three.txt\n'
refused "i.file=$PWD/three.raw: a .raw file needs size=, 2 numbers" '[image i]\nfile = three.raw\n'
refused "i.type=u9: bool, u8" '[image i]\nfile = three.raw\nsize = 2,2\ntype = u9\n'
refused "dark and light are of bytes" '[image i]\nfile = eight.raw\nsize = 2,2\ntype = u16\n'
refused "is no NRRD file" '[image i]\nfile = base.ini.nrrd\n'
refused "[image i]: array=solid is of .vti; '$PWD/three.raw' has one array" '[image i]\nfile = three.raw\nsize = 2,2\narray = solid\n'
refused "'$PWD/wide.raw' has 40 x 1 x 1 cells, and the box 32 x 16 x 1 inside of its faces: box.size=5 L along x, or none" '[image i]\nfile = wide.raw\nsize = 40,1\n'
refused "size= and type= are of .raw" '[image i]\nfile = base.ini.nrrd\nsize = 2,2\n'

run setups case.body
expect_code 0
expect_in out "[body NAME] - something solid, or what is hollow"
run setups case.bodi
expect_code 2
expect_in err "'bodi' is not a section; did you mean 'body'?"
run new
expect_code 0
expect_in out "backward-facing-step"
run new duct
expect_code 0
cp out duct.ini
run new duckt
expect_code 2
expect_in err "there is no case 'duckt'; did you mean 'duct'?"

need_device
passed() {
    expect_code 0
    expect_in out "verdict: passed"
    expect_not_in out "FAILED"
}

# What a run would find out late, and which box does not fit, before all cells are looked at.
run run -c base.ini mean=1000 steps=0 -o late
expect_in err "there is no mean flow: it begins with step 1000, and the run ends with step 160"
{ sed 's/^lattice.*/lattice = d3q19/; s/^size.*/size = 1,4,4/' base.ini && printf '%b' "$walls"; } >vast.ini
run run -c vast.ini box.resolution=1000 steps=0 -o large
expect_in err "size 1000,4002,4000 needs at least 1148 GiB"
run run -c vast.ini box.resolution=1000 -o large
expect_code 4
expect_in err "it does not fit; at most 0."
through_large=('[inlet in]\non = x-\nspeed = 0.05\n[outlet out]\non = x+\n' box.resolution=1e5)
{ cat base.ini && printf '%b' "${walls}${through_large[0]}"; } >large.ini
run run -c large.ini "${through_large[1]}" -o large
expect_code 4
expect_in err "it does not fit; at most 0."

# What is told before the first step.
run run -c base.ini -o still vtk=0 png=0
expect_in err "sluice: warning: nothing drives the flow, which stays at rest"
run run -c base.ini -o pushed-1 vtk=0 png=0 force.acceleration=1e-6,0
expect_not_in err "nothing drives"
run run -c base.ini steps=0 -o metres box.unit_si=20 fluid.speed_si=1 fluid.re= fluid.viscosity_si=1e-4
expect_in out "reynolds_of_cell is 2.5e+04: box.unit_si=20 makes L 20 metres; were they millimetres, it would be 0.02"
run run -c base.ini steps=0 -o fine fluid.re=1e5
expect_in out "reynolds_of_cell is 1.25e+04: most eddies are smaller than a cell"

# Relaxation times that are seen to diverge where the flow is fast, and an inlet that holds nothing.
rod="${walls}[body rod]\nshape = cylinder\nradius = 0.5\nat = 1,1\n[outlet out]\non = x+\n[inlet in]\non = x-\n"
{ sed 's/^re = .*/tau = 0.53/' base.ini && printf '%b' "${rod}speed = 0.1\n"; } >low.ini
run run -c low.ini stop.until=30 fluid.speed=0.1 box.resolution=16 vtk=0 png=0 -o low
expect_code 3
expect_in err "tau is 0.53 with trt: at a speed of 0.1 flows past bodies diverged below 0.540"
for safe in "fluid.tau=0.541 fluid.speed=0.1" fluid.speed=0.05 "fluid.speed=0.1 --collision rr" "fluid.speed=0.1 --collision srt"; do
    # shellcheck disable=SC2086
    run run -c low.ini steps=0 png=0 $safe -o safe
    expect_code 0
    expect_not_in err "flows past bodies"
    expect_not_in out "flows past bodies"
    rm -r safe
done
run run -c low.ini steps=0 png=0 fluid.speed=0.15 --collision srt -o srt
expect_in out "tau is 0.53 with srt: at a speed of 0.15 flows past bodies diverged below 0.580"
{ sed 's/^re = .*/tau = 0.6/' base.ini && printf '%b' "${rod}kind = open\n[start]\nu = stream\n"; } >fading.ini
run run -c fading.ini stop.until=40 vtk=0 png=0 -o fading
expect_in err "[inlet in] is open, which holds nothing, and the flow of the start comes to rest: its speed= or pressure= would keep it"
expect_json fading/run.json "abs(d['results']['in.flow']) < 0.02 * 0.05 * 16" # of that of the start
run run -c fading.ini force.acceleration=1e-5,0 steps=0 png=0 -o held-up
expect_not_in out "holds nothing"

# Too fast at the start alone, and judged from mean.skip on.
{ sed 's/^re = .*/tau = 1/' base.ini && printf '%b' "${walls}[start]\nu = 0.2,0\n[mean]\nskip = 1\n[expect mass]\nresult = mass_drift\nvalue = 0\nwithin = 1e-6\n"; } >fast.ini
run run -c fast.ini stop.until=2 probe=10 vtk=0 png=0 -o fast
passed
expect_in err "sluice: warning: at step 0 the flow was at Mach 0.346"
expect_in out "; where it is judged it was slower"
run run -c fast.ini stop.until=1 mean.skip=0 probe=10 vtk=0 png=0 checkpoint=80 -o faster
run resume faster steps=200
expect_in err "sluice: warning: at step 0 the flow was at Mach 0.346"
run run -c fast.ini stop.until=2 mean.skip=0 probe=10 vtk=0 png=0 -o fast0
expect_in out "verdict: none - the flow was at Mach 0.346"

# A square duct of 8 cells: half-way walls with TRT 3/16 are 1.41 % above the series, and 0.37 % with 16.
run run -c duct.ini box.resolution=8 expect.mean.within=1.5% vtk=0 png=0 -o duct
passed
run run -c duct.ini box.resolution=8 expect.mean.within=1.3% vtk=0 png=0 -o duct8
expect_code 5
run run -c duct/case.ini vtk=0 png=0 -o again # what a run leaves runs it again
passed
expect_true "the same flow" cmp duct/forces.csv again/forces.csv

# In metres and seconds, where a cell is 0.5 m and a step 1/64 s, and rho0 is 1024 kg/m3: the same bytes.
si_same() { # name, sections in cells and steps, the same in SI
    { sed '/^\[stop\]/,$d; s/^speed = .*/speed = 0.0625\nspeed_si = 2\ndensity_si = 1024/; s/^size/unit_si = 4\nsize/' base.ini && printf '%b' "$2"; } >"$1.ini"
    { sed '/^\[stop\]/,$d; s/^speed = .*/speed = 0.0625\nspeed_si = 2\ndensity_si = 1024/; s/^size/unit_si = 4\nsize/' base.ini && printf '%b' "$3"; } >"$1-si.ini"
    run run -c "$1.ini" png=0 -o "$1"
    expect_code 0
    run run -c "$1-si.ini" png=0 -o "$1-si"
    expect_code 0
    expect_true "the same flow in SI" cmp "$1"/field-*.vti "$1-si"/field-*.vti
}
si_same through "${walls}[inlet in]\non = x-\nflow = 0.0625\n[outlet out]\non = x+\npressure = 0.0078125\n[stop]\nuntil = 2\n" \
    "${walls}[inlet in]\non = x-\nflow_si = 8\n[outlet out]\non = x+\npressure_si = 8192\n[stop]\nuntil_si = 4\n"
expect_in through-si/run.json out.pressure_si
si_same along '[face y-]\nkind = wall\nu = 0.03125,0\n[face y+]\nkind = wall\n[force]\nacceleration = 0.000244140625,0\n[stop]\nuntil = 2\n' \
    '[face y-]\nkind = wall\nu_si = 1,0\n[face y+]\nkind = wall\n[force]\nacceleration_si = 0.5,0\n[stop]\nuntil_si = 4\n'
# Files in metres and seconds: factors of two, and so the same digits.
for unit in cells si length; do
    run run -c through.ini box.origin=-1,0 fields=density,velocity,pressure vtk-units=$unit png=0 -o "units-$unit"
    expect_code 0
done
expect_in units-si/field-000000256.vti 'Origin="-4.25 -0.25 0.25" Spacing="0.5 0.5 0.5"'
expect_in units-length/field-000000256.vti 'Origin="-1.0625 -0.0625 0.0625" Spacing="0.125 0.125 0.125"'
expect_in units-si/fields.pvd 'timestep="4"'
expect_true "density, velocity and pressure in SI" "$python" - units-{cells,si,length}/field-000000256.vti <<'PYTHON'
import struct, sys
def read(file):
    raw, all, at = open(file, "rb").read().split(b"   _", 1)[1], [], 0
    for _ in range(3):
        size, = struct.unpack_from("Q", raw, at)
        all.append(struct.unpack_from(f"{size // 4}f", raw, at + 8))
        at += 8 + size
    return all
here, si, length = (read(file) for file in sys.argv[1:])
for numbers, others, factor in zip(here, si, (1024, 32, 1024 * 1024)):
    assert max(map(abs, numbers)) > 1e-6 and all(factor * a == b for a, b in zip(numbers, others))
assert here == length
PYTHON
{ cat through.ini && printf '[start]\nstate = units-si/field-000000256.vti\n'; } >foreign.ini
run run -c foreign.ini -o foreign
expect_code 2
expect_in err "is not in cells and steps: one that was written with vtk-units=cells is needed"
run run -c through.ini box.origin=-1,0 vtk-units=length vtk-from=0,0 vtk-to=2,1 vtk-stride=2 fields=velocity png=0 -o part
expect_code 0
expect_in part/field-000000256.vti 'WholeExtent="0 7 0 3 0 0" Origin="0.0625 0.0625 0.0625" Spacing="0.25 0.25 0.25"'
run run -c through.ini box.origin=-1,0 vtk-units=length vtk-from=0,0 vtk-to=2,3 steps=0 -o beyond
expect_in out "vtk-to=2,3 is 3 along y, and the box goes from -0.125 to 2.125 there: the files end with it"
run run -c through.ini vtk-from=40,0 png=0 -o foreign
expect_code 2
expect_in err "vtk-from=40,0 and vtk-to= leave no cell of the box along x"
run run port box.size=4,3,3 steps=0 -o foreign
expect_code 2
expect_in err "[body port] lies from (0, -1, -1) to (5, 1, 1) L, and the box from (0, 0, 0) to (4, 3, 3) L"
run run channel vtk-units=si -o foreign
expect_code 2
expect_in err "vtk-units=si: this case does not say how many metres a cell and how many seconds a step has"
si_same held-si "${walls}[force]\nflow = 0.125\n[mean]\nskip = 1\n[stop]\nuntil = 2\n" "${walls}[force]\nflow_si = 16\n[mean]\nskip_si = 2\n[stop]\nuntil_si = 4\n"

# Planes across no axis: the same flow, and the area that they cut out of the duct.
{
    cat duct.ini
    printf '[plane a]\ncentre = 1,0.5,0.5\nnormal = 1,1,0\n[plane b]\ncentre = 1,0.5,0.5\nnormal = 3,1,-2\n'
    for plane in a b; do
        printf '[expect flow-%s]\nresult = %s.flow / cut.flow\nvalue = 1\nwithin = 1e-5\n' $plane $plane
    done
    printf '[expect area-a]\nresult = a.area / cut.area\nvalue = 1.414214\nwithin = 1e-5\n'
    printf '[expect area-b]\nresult = b.area / cut.area\nvalue = 1.247219\nwithin = 1e-5\n' # sqrt(14)/3
} >planes.ini
run run -c planes.ini box.size=2,1,1 box.resolution=8 expect.mean.within=1.5% vtk=0 png=0 -o planes
passed

# The force that a mean speed or a flow needs, in the duct as above; in a channel of 16 cells the mean over the nodes of
# the parabola is 1 + 1/512 of that over the width.
sed 's/^acceleration.*/speed = 0.02/; s/^result.*/result = cut.speed_mean * fluid.viscosity \/ (force * box.resolution^2)/' duct.ini >held.ini
run run -c held.ini box.resolution=8 expect.mean.within=1.5% vtk=0 png=0 -o held
passed
run run -c held.ini box.resolution=8 expect.mean.within=1.3% vtk=0 png=0 -o held8
expect_code 5
# A logarithmic profile that has the mean speed which is held.
run run channel fluid.re=178 box.resolution=32 start.u=log force.friction_speed= force.speed=0.05 steps=1 vtk=0 png=0 -o log
speed=$(sed -n 2p log/drive.csv | cut -d, -f4)
expect_true "the start has the speed" "$python" -c "import sys; sys.exit(abs($speed - 0.05) > 1e-4)"
# A speed that is held along x beside openings across y, which read the regulator's force from the first step on.
printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 8\nsize = 4,1\n[fluid]\nre = 10\nspeed = 0.02\n[face y-]\nkind = pressure\n[face y+]\nkind = velocity\nu = 0.02,-0.001\n[force]\nspeed = 0.02\n[stop]\nsteps = 400\n' >beside.ini
run run -c beside.ini vtk=0 png=0 -o beside
expect_code 0
{
    cat base.ini
    printf '%b' "$walls"'[force]\nspeed = 0.05\n[expect force]\nresult = force * 256 / (12 * fluid.viscosity * 0.05)\nvalue = 0.998051\nwithin = 1e-5\n'
} >speed.ini
run run -c speed.ini stop.until=40 --precision fp64 vtk=0 png=0 checkpoint=100 -o speed
passed
sed 's/^speed = 0.05$/flow = 0.1/; /^\[fluid\]/,/^\[stop\]/s/^flow.*/speed = 0.05/' speed.ini >flow.ini # 2 L wide
run run -c flow.ini stop.until=40 --precision fp64 vtk=0 png=0 -o flow
passed
expect_true "the same force" cmp speed/drive.csv flow/drive.csv
run run -c speed.ini stop.until=40 --precision fp64 vtk=0 png=0 checkpoint=100 max-wall=0.001 -o held-parts
run resume held-parts max-wall=0
expect_true "the same force after a break" cmp speed/drive.csv held-parts/drive.csv
# It begins with its own end as what it was, also faster and with an acceleration; a field's numbers come back.
{ cat speed.ini && printf '[start]\nstate = speed\n'; } >own.ini
run run -c own.ini stop.until=2 --precision fp64 vtk=0 png=0 -o own
passed
expect_in own/run.json '"crc32"'
expect_true "the force it had, from the first look on" "$python" - own/drive.csv speed/drive.csv <<'PYTHON'
import sys
own, before = ([float(row.split(",")[2]) for row in open(file).readlines()[1:]] for file in sys.argv[1:])
sys.exit(max(own) - min(own) > 1e-9 * own[0] or abs(own[0] - before[-1]) > 1e-9 * own[0])
PYTHON
sed 's/^speed = 0.05$/acceleration = 9.4e-5,0/; /^\[fluid\]/,/^\[stop\]/s/^acc.*/speed = 0.05/; /^\[expect/,/^within/d' own.ini >pushed.ini
run run -c pushed.ini fluid.re=12 stop.until=2 --precision fp64 vtk=160 png=0 checkpoint=160 -o pushed
expect_code 0
run run -c pushed.ini fluid.re=12 box.size=4,3 -o other
expect_code 2
expect_in err "the checkpoint is of size 32,18,1, and its case of 32,26,1"
expect_in err "it is to begin with '$PWD/speed'"
run run -c pushed.ini box.size=4,3 steps=0 -o other # a look says so, too
expect_code 2
expect_in err "the checkpoint is of size 32,18,1, and its case of 32,26,1"
expect_true "nothing is left" test ! -e other
run run -c pushed.ini steps=0 -o looked
expect_code 0
{ cat pushed.ini && printf '[body b]\nshape = cylinder\nat = 1,1\n'; } >wall.ini
run run -c wall.ini -o other
expect_code 2
expect_in err "the checkpoint has walls in other cells than this case"
run run -c wall.ini steps=0 -o other
expect_code 2
expect_in err "the checkpoint has walls in other cells than this case"
sed 's#^state.*#state = pushed/field-000000320.vti#' wall.ini >field.ini
run run -c field.ini box.size=4,3 -o other
expect_code 2
expect_in err "has 32 x 18 x 1 cells, and the box, with the layers of its faces, 32 x 26 x 1"
sed '/^\[body/,$d' field.ini >again.ini
run run -c again.ini stop.until=0.1 --precision fp64 vtk=160 png=0 -o from-field
expect_code 0
# Step 0 sees the equilibrium of the field after it has streamed, at walls half-way, with half the force.
expect_true "the field it began with" "$python" - pushed/field-000000320.vti from-field/field-000000000.vti <<'PYTHON'
import itertools, struct, sys
NX, NY, FORCE = 32, 18, 9.4e-5
def read(file):
    raw, cells = open(file, "rb").read().split(b"   _", 1)[1], NX * NY
    u = struct.unpack_from(f"{3 * cells}d", raw, 16 + 8 * cells)
    return struct.unpack_from(f"{cells}d", raw, 8), u[0::3], u[1::3]
def equilibrium(n, cx, cy):
    x, y = before[1][n] - 0.5 * FORCE / before[0][n], before[2][n]
    weight = (4 / 9, 1 / 9, 1 / 36)[cx * cx + cy * cy]
    along = cx * x + cy * y
    return weight * before[0][n] * (1 + 3 * along + 4.5 * along**2 - 1.5 * (x * x + y * y))
before, seen = read(sys.argv[1]), read(sys.argv[2])
worst = 0
for x, y in itertools.product(range(NX), range(1, NY - 1)):
    sums = [0, 0.5 * FORCE, 0]
    for cx, cy in itertools.product((-1, 0, 1), repeat=2):
        wall = y - cy in (0, NY - 1)
        f = equilibrium(y * NX + x, -cx, -cy) if wall else equilibrium((y - cy) * NX + (x - cx) % NX, cx, cy)
        sums = [sums[0] + f, sums[1] + cx * f, sums[2] + cy * f]
    expected = (sums[0], sums[1] / sums[0], sums[2] / sums[0])
    worst = max([worst] + [abs(a - field[y * NX + x]) for a, field in zip(expected, seen)])
sys.exit(worst > 1e-14)
PYTHON
# What it began with need not be there where it goes on.
run run -c own.ini stop.until=40 --precision fp64 checkpoint=100 vtk=0 png=0 max-wall=0.001 -o own-parts
mv speed gone
run resume own-parts max-wall=0
expect_code 0
mv gone speed

# What an open outlet keeps is its links' own: the same outlet goes on with it, another one, of as many links, begins anew.
{
    sed '/^\[stop\]/,$d; s/^size = .*/size = 2,2/' base.ini
    for face in x- y-; do printf '[face %s]\nkind = velocity\nu = 0.05,0.03\n' "$face"; done
    printf '[outlet a]\non = x+\nkind = open\n[outlet b]\non = y+\n[stop]\nsteps = 200\n'
} >square.ini
run run -c square.ini --devices 0,0 probe=1 checkpoint=200 vtk=0 png=0 -o square
run run -c square.ini stop.steps=250 probe=1 vtk=0 png=0 -o longer
{ cat square.ini && printf '[start]\nstate = square\n'; } >kept.ini
sed 's/^on = x+/on = /; s/^on = y+/on = x+/; s/^on = $/on = y+/' kept.ini >turned.ini
run run -c kept.ini stop.steps=50 probe=1 vtk=0 png=0 -o kept
expect_true "the same flow goes on" cmp <(tail -n 100 longer/flows.csv | cut -d, -f3-) <(tail -n 100 kept/flows.csv | cut -d, -f3-)
run run -c turned.ini stop.steps=1 probe=1 vtk=0 png=0 -o turned
expect_true "no jump to the flow of the other face" "$python" - <<'PYTHON'
rows = [row.split(",") for row in open("turned/flows.csv").readlines()[1:]]
begin, after = (float(row[3]) for row in rows if row[2] == "1")
assert 0.9 * begin < after < 1.1 * begin, (begin, after)
PYTHON

run run -c speed.ini stop.until=1 vtk=0 png=0 --lanes 4 -o lanes4
run run -c speed.ini stop.until=1 vtk=0 png=0 --streaming pull --lanes 1 -o pull
expect_true "the same force by pull and in other lanes" cmp lanes4/drive.csv pull/drive.csv

run run channel box.resolution=8 vtk=0 png=0 -o channel # a parabola
passed
# Total shear with walls across z, whatever the force is given by: by the profile's own table, of a flow with eddies.
run new channel
sed 's/^resolution.*/resolution = 8/; s/^size.*/size = 1,1,2/; s/^\[face y/[face z/; s/^along = y/along = z/; s/^units.*//; s/^friction_speed.*/acceleration = 2e-5,0,0/
    s/^until.*/steps = 20/; s/^steady.*//; /^\[expect largest/,/^source = exact/d; s/^\[stop/[start]\nu = 0.05,0,0\nnoise = 0.2\n&/' out >shear.ini
run run -c shear.ini --precision fp64 vtk=0 png=0 -o shear
"$python" - <<'PYTHON' || complain "total shear"
import csv, json, numpy
rows = list(csv.DictReader(open("shear/profile-plus.csv")))
results = json.load(open("shear/run.json"))["results"]
height, at = len(rows), numpy.r_[0, numpy.arange(len(rows)) + 0.5, len(rows)]
u, stress = (numpy.array([float(row[name]) for row in rows]) for name in ("ux", "uw"))
u, worst = numpy.r_[0, u, 0], 0
for n in range(1, height + 1):
    first = min(max(n - 2, 0), height - 3)
    fit = numpy.polyfit(at[first:first + 5] - at[n], u[first:first + 5], 4)
    shear = results["viscosity"] * fit[-2] - stress[n - 1]
    worst = max(worst, abs(shear / (2e-5 * height / 2) - (1 - at[n] / (height / 2))))
assert worst > 0.1 and abs(stress).max() > 1e-6, (worst, stress)
assert abs(results["expect.shear"] / worst - 1) < 1e-9, (results["expect.shear"], worst)
PYTHON
no_shear() { # reason, arguments
    local why=$1
    shift
    run run -c shear.ini "$@" -o no-shear
    expect_code 2
    expect_in err "no total_shear.error, as $why"
}
no_shear "it needs a [force] along x" force.acceleration=0,0,0
no_shear "it needs walls across y or z" plus.along=y
printf '[law]\nkind = power-law\nn = 0.5\n' >>shear.ini
no_shear "the viscosity of [law] differs from layer to layer"
run run picture vtk=0 png=0 -o picture
passed

# Circular Couette flow: torque 4 pi mu rate R1^2 R2^2 / (R2^2 - R1^2), the same on both cylinders.
{
    sed 's/^size = .*/size = 2.2,2.2\norigin = -1.1,-1.1/; s/^resolution = .*/resolution = 15/; s/^until = 1/until = 16\nsteady = 1e-6/' base.ini
    printf '[body cup]\nshape = cylinder\nradius = 1\nat = 0,0\ninside = fluid\n'
    printf '[body disc]\nshape = cylinder\nradius = 0.5\nat = 0,0\nspin = 1 speed/length\n'
    printf '[expect torque]\nresult = -disc.torque / (4 * 3.141592654 * fluid.viscosity * fluid.speed * box.resolution / 3)\nvalue = 1\nwithin = 4 %%\n'
    printf '[expect reaction]\nresult = (disc.torque + cup.torque) / abs(disc.torque)\nvalue = 0\nwithin = 1e-4\n'
} >couette.ini
run run -c couette.ini vtk=0 png=0 -o couette
passed
# No force acts on what turns in the middle of a closed box: that of round-off balances nothing.
curved=(stop.until=1 probe=10 disc.wall=curved cup.wall=curved --precision fp64 vtk=0 png=0)
run run -c couette.ini "${curved[@]}" -o turns
expect_json turns/run.json "0 < abs(d['results']['cup.force.x']) < 1e-12 and 'balance' not in d['results']"
run run -c couette.ini "${curved[@]}" "disc.at=0.3,0" -o aside
expect_json aside/run.json "abs(d['results']['cup.force.y']) > 1e-3 and d['results']['balance'] < 0.1"

# Sound between two walls is more than what drives the flow along them.
{
    printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nsize = 64,32\n[fluid]\nviscosity = 0.003\n'
    printf '[force]\nacceleration = 1e-7,0\n[face y-]\nkind = wall\n[face y+]\nkind = wall\n[start]\nu = 0,0.02\n'
    printf '[stop]\nsteps = 800\n[expect momentum]\nresult = balance\nvalue = 0\nwithin = 0.02\n'
} >sound.ini
run run -c sound.ini vtk=0 png=0 -o sound
expect_code 5
expect_in out "balance is not known: the largest force in the mean, 0.147, is below a tenth"

# A plane off the middle of a box of one layer has the whole flow.
printf '[case]\nsetup = case\nlattice = d3q19\n[box]\nsize = 8,8,1\n[fluid]\nviscosity = 0.1\n[force]\nacceleration = 0,0,1e-5\n[plane one]\ncentre = 4,4,0.3\nnormal = 0,0,1\n[stop]\nsteps = 10\n' >layer.ini
run run -c layer.ini vtk=0 png=0 -o layer
expect_json layer/run.json "abs(d['results']['one.area'] - 64) < 1e-9"

# A channel between an inlet and an outlet: what comes in goes out, and the profile stays the parabola.
{
    cat base.ini
    printf '%b' "$walls"'[inlet in]\non = x-\nspeed = 0.05\nprofile = developed\n[outlet out]\non = x+\n[start]\nu = inlet\n'
    printf '[line across]\nfrom = 3,0\nto = 3,2\noffset = half\n[plane mid]\ncentre = 2,1\nnormal = 1,0\n'
    printf '[plane near]\ncentre = 1.0625,1\nnormal = 1,0\n[plane far]\ncentre = 3.0625,1\nnormal = 1,0\n'
    printf '[plane off]\ncentre = 2.03,1\nnormal = 1,0\n' # the pressure falls evenly, also between layers of cells
    printf '[expect half]\nresult = (near.pressure - mid.pressure) / (near.pressure - far.pressure)\n'
    printf 'value = 0.46875\nwithin = 0.1 %%\n'
    printf '[expect between]\nresult = (near.pressure - off.pressure) / (near.pressure - far.pressure)\n'
    printf 'value = 0.48375\nwithin = 0.1 %%\n'
    printf '[expect balance]\nresult = flow_balance\nvalue = 0\nwithin = 1e-4\n'
    printf '[expect largest]\nresult = across.u.max / mid.speed_mean\nvalue = 1.494\nwithin = 1 %%\n' # 3/2 at the centre, 1/16 L beside it
} >open.ini
run run -c open.ini stop.until=60 vtk=0 png=0 -o open
passed
expect_true "a table of flows" test "$(wc -l <open/flows.csv)" -gt 100

# From mean.skip on flows and pressures are means, as forces are; without it those at the end.
run run -c open.ini stop.until=4 expect.{balance,largest,half,between}.within=1 probe=20 vtk=0 png=0 -o at-end
expect_true "the speed of fluid cells beside openings" grep -q "MLUPs .*, of fluid cells " at-end/log.txt
run run -c open.ini stop.until=4 mean.skip=2 expect.{balance,largest,half,between}.within=1 probe=20 vtk=0 png=0 -o in-mean
expect_code 0
expect_true "means of the tables" "$python" - <<'PYTHON'
import csv, json
def rows(file): return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open(file))]
def results(folder): return json.load(open(folder + "/run.json"))["results"]
def value(folder, name):
    found = results(folder)[name]
    return found["value"] if isinstance(found, dict) else found
flows, planes = rows("in-mean/flows.csv"), rows("in-mean/planes.csv")
def mean(table, number, key):
    late = [r[key] for r in table if r[list(r)[2]] == number and r["time"] >= 2]
    assert len(late) == 17, len(late)
    return sum(late) / len(late)
inflow, outflow = mean(flows, 1, "flow"), mean(flows, 2, "flow")
for name, expected in (("in.flow", inflow), ("out.flow", outflow), ("in.pressure", mean(flows, 1, "pressure")),
                       ("mid.flow", mean(planes, 1, "flow")), ("mid.speed_mean", mean(planes, 1, "speed_mean")),
                       ("flow_balance", abs(inflow - outflow) / max(inflow, outflow))):
    assert abs(value("in-mean", name) - expected) <= 1e-6 * abs(inflow), name
last = [r for r in rows("at-end/flows.csv") if r["opening"] == 1][-1]
assert abs(value("at-end", "in.flow") - last["flow"]) < 1e-8 and abs(last["flow"] - inflow) > 1e-8
PYTHON
expect_true "no planes over time" test ! -e at-end/planes.csv

# A line has what the field has, on straight lines between centres of cells; means at their own rate.
{
    sed '/^\[expect/,$d' open.ini
    printf '[line slant]\nfrom = 0.55,0.3\nto = 3.5,1.7\npoints = 29\n[probe p]\nat = 1,1\n[probe q]\nat = 3,0.5\n'
} >slant.ini
run run -c slant.ini stop.until=1 vtk=160 probe=20 png=0 -o slant
expect_code 0
expect_true "numbers along a line and at probes" "$python" - <<'PYTHON'
import csv, math, struct
NX, NY = 34, 18
raw, cells = open("slant/field-000000160.vti", "rb").read().split(b"   _", 1)[1], NX * NY
u = struct.unpack_from(f"{3 * cells}f", raw, 16 + 4 * cells)[0::3]
rows = list(csv.DictReader(open("slant/line-slant.csv")))
assert len(rows) == 29
for n, row in enumerate(rows):
    place = [1 + 8 * (low + (high - low) * n / 28) - 0.5 for low, high in ((0.55, 3.5), (0.3, 1.7))]
    (i, a), (j, b) = ((math.floor(p), p - math.floor(p)) for p in place)
    expected = sum(wx * wy * u[(j + dy) * NX + i + dx] for dx, wx in ((0, 1 - a), (1, a)) for dy, wy in ((0, 1 - b), (1, b)))
    assert abs(float(row["ux"]) - expected) < 1e-7, (row, expected)
probes = [row for row in csv.DictReader(open("slant/probes.csv")) if row["step"] == "160"]
for row, cell in zip(probes, ((9, 9), (25, 5)), strict=True):
    assert abs(float(row["ux"]) - u[cell[1] * NX + cell[0]]) < 1e-8, row
PYTHON
run run -c slant.ini stop.until=1 slant.mean=1 mean.skip=0 mean.every=40 probe=20 vtk=0 png=0 -o rarely
run run -c slant.ini stop.until=1 slant.mean=1 mean.skip=0 probe=40 vtk=0 png=0 -o seldom
expect_true "the same samples" cmp rarely/line-slant.csv seldom/line-slant.csv
run run -c slant.ini slant.mean=1 mean.every=30 probe=20 -o foreign
expect_code 2
expect_in err "mean.every=30 is no multiple of the 20 steps between records: probe=30, too, would do"

# Openings within the walls of the box: what is asked for comes in, and as much goes out.
{
    cat base.ini
    printf '[face x-]\nkind = wall\n[face x+]\nkind = wall\n%b' "$walls"
    printf '[inlet in]\non = box\nfrom = 0,0.5\nto = 0,1.5\nflow = 0.02\n[outlet out]\non = disc\nat = 4,1\nnormal = 1,0\nradius = 0.5\n'
    printf '[expect in]\nresult = in.flow / box.resolution\nvalue = 0.02\nwithin = 3 %%\n'
    printf '[expect balance]\nresult = flow_balance\nvalue = 0\nwithin = 1e-3\n[expect area]\nresult = in.area\nvalue = 8\nwithin = 1e-6\n'
} >within.ini
run run -c within.ini stop.until=60 vtk=0 png=0 -o within
passed

# The same walls from a volume without a head, with that of NRRD, and from the flags of a run's own field.
{
    sed '/^\[box\]/,/^size/d' base.ini
    printf '[image rock]\nfile = rock.raw\nsize = 8,4\nsolid = below:1\n[force]\nacceleration = 1e-5,0\n[expect e]\nresult = rock.solid\nvalue = 0.09375\nwithin = 1e-9\n'
} >rock.ini
printf '\1\1\1\1\1\1\1\1\1\1\1\0\1\1\1\1\1\1\1\0\0\1\1\1\1\1\1\1\1\1\1\1' >rock.raw
{ printf 'NRRD0004\ntype: uchar\ndimension: 2\nsizes: 8 4\nencoding: raw\n\n' && cat rock.raw; } >rock.nrrd
run run -c rock.ini png=0 -o rock-raw
passed
run run -c rock.ini box.size=10,8 steps=0 -o rock-small
expect_in out "[image rock] has 8 x 4 x 1 cells, and the box 10 x 8 x 1: it is at the lowest corner"
sed 's/^file.*/file = rock.nrrd/; /^size = 8/d' rock.ini >nrrd.ini
run run -c nrrd.ini png=0 -o rock-nrrd
passed
{ sed 's/raw/gzip/;/^$/q' rock.nrrd && gzip -c rock.raw; } >packed.nrrd
sed 's/^file.*/file = packed.nrrd/' nrrd.ini >packed.ini
run run -c packed.ini png=0 -o rock-packed
if ! grep -q "built without zlib" err; then
    passed
    expect_true "the same flow around packed walls" cmp rock-raw/field-*.vti rock-packed/field-*.vti
fi
sed 's/^file.*/file = rock.vti\narray = flags/; /^size = 8/d; s/below:1/1/' rock.ini >vti.ini
cp rock-raw/field-*.vti rock.vti
run run -c vti.ini png=0 -o rock-vti
passed
for kind in nrrd vti; do
    expect_true "the same flow around walls of .$kind" cmp rock-raw/field-*.vti rock-$kind/field-*.vti
done

# What was not measured, and infinity, pass nothing.
for formula in 'balance / 1' 'out.flow / (in.flow - in.flow)'; do
    { cat open.ini && printf '[expect e]\nresult = %s\nabove = -1\n' "$formula"; } >nothing.ini
    run run -c nothing.ini stop.until=0.05 vtk=0 png=0 -o "nothing-${formula%% *}"
    expect_in out "FAILED - e"
done

# Stopped and resumed it has the same bytes as in one go.
run run -c open.ini stop.until=20 mean.skip=2 probe=20 max-wall=0.001 vtk=0 png=0 checkpoint=100 -o parts
run resume parts max-wall=0
run run -c open.ini stop.until=20 mean.skip=2 probe=20 vtk=0 png=0 checkpoint=100 -o whole
for file in flows.csv planes.csv line-across.csv; do
    expect_true "the same $file" cmp "parts/$file" "whole/$file"
done

# Resumed to more steps it tells and measures what one run of as many does, or says what differs.
{
    cat base.ini
    printf '%b' "$walls"'[inlet in]\non = x-\nspeed = 0.05\n[outlet out]\non = x+\n[body pin]\nshape = cylinder\nradius = 0.25\nat = 1,1\n'
    printf '[line across]\nfrom = 3,0\nto = 3,2\noffset = half\nmean = 1\n[profile down]\nalong = y\n'
} >pin.ini
run run -c pin.ini probe=20 vtk=0 png=0 steps=320 -o one-run
run run -c pin.ini probe=20 vtk=0 png=0 checkpoint=160 -o doubled
cp -r doubled longer-by-40
run resume doubled steps=320
for file in forces.csv line-across.csv profile-down.csv; do
    expect_true "$file of one run" cmp "doubled/$file" "one-run/$file"
done
expect_json doubled/run.json "(lambda one: all(d[k] == one[k] for k in ('results', 'warnings')) and
    d['results']['steps_at_most'] == 320)(json.load(open('one-run/run.json')))"
run resume longer-by-40 steps=200
expect_in out "means of lines and profiles are from step 80 on, and those of one run of as many steps from step 100: the checkpoint is of step 160; a given mean.skip holds for both"
run resume longer-by-40 steps=240 # another end, another sentence
expect_json longer-by-40/run.json "[w.split()[11:] for w in d['warnings'] if 'lines and profiles' in w] == [
    'those of one run of as many steps from step 120: the checkpoint is of step 200; a given mean.skip holds for both'.split()]"

run run -c open.ini box.resolution=4,8 stop.until=1 vtk=0 png=0 -o sweep
expect_file sweep/sweep.csv
expect_not_in sweep/sweep.csv order # no source says exact

# Half-way walls are of second order; each run is compared with the one that differs in its grid alone.
run run duct box.resolution=4,8 fluid.tau=0.8,1 expect.mean.within=9% vtk=0 png=0 -o orders
expect_code 0
expect_in out "expect.mean  order  verdict"
expect_true "orders of convergence" "$python" - <<'PYTHON'
import csv, math
rows = list(csv.DictReader(open("orders/sweep.csv"), strict=True))
error = {(r["box.resolution"], r["fluid.tau"]): abs(float(r["expect.mean"]) - 0.035144) for r in rows}
assert len(rows) == 4
for row in rows:
    if row["box.resolution"] == "4":
        assert row["expect.mean.order"] == ""
        continue
    order = float(row["expect.mean.order"])
    assert abs(order - math.log2(error["4", row["fluid.tau"]] / error["8", row["fluid.tau"]])) < 2e-3
    assert 1.6 < order < 2.2, order
PYTHON
finish
