#!/bin/bash
# heat_solids.sh - bodies that conduct heat: two layers, the slowest mode, a cylinder of an array, an annulus, on stairs and
# where their surface is; a shell of spheres and its mesh; heat is kept; formats, the other streaming, parts and refusals.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
options=(vtk=0 png=0 --tune=never --progress never)

# --- two layers ---------------------------------------------------------------------------------------------------
# 5 cells of 10 times the conductivity and 11 of fluid: a straight line in each, to round-off.
cat >slab.ini <<'INI'
[case]
setup = case
lattice = d2q9
precision = fp64
[box]
size = 3,16
[fluid]
tau = 0.8
speed = 0.1
[scalar]
diffusivity = 0.3
start = 30
range = 20,40
[face y-]
kind = wall
[face y+]
kind = wall
[heat y-]
temperature = 40
[heat y+]
temperature = 20
[body plate]
shape = box
from = 0,0
to = 3,5
[solid plate]
conductivity = 10
capacity = 4
[line up]
from = 1.5,0.5
to = 1.5,15.5
points = 16
[line in]
from = 1.5,1
to = 1.5,4.5
[probe at]
at = 1.5,2.5
[stop]
steps = 3000
INI
cat >slab.py <<'PYTHON'
import json, sys
folder, ratio, most = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
table = open(folder + "/line-up.csv").read().split()
column = table[0].split(",").index("T")
rows = [[float(row.split(",")[k]) for k in (0, column)] for row in table[1:]]
flux = 20 / (5 / ratio + 11)
exact = [40 - flux * (y / ratio if y < 5 else 5 / ratio + y - 5) for y in (r[0] for r in rows)]
worst = max(abs(r[-1] - t) for r, t in zip(rows, exact))
results = json.load(open(folder + "/run.json"))["results"]
heat = max(abs(results["y-.heat"] / (3 * flux) - 1), abs(results["y+.heat"] / (3 * flux) + 1))
print(folder, worst, heat, results["heat_drift"])
raise SystemExit(not (worst < 20 * most and heat < most))
PYTHON
run run -c slab.ini "${options[@]}" -o slab
expect_code 0
expect_true "two layers are exact" "$python" slab.py slab 10 1e-10
expect_json slab/run.json "abs(d['results']['heat_drift']) < 1e-12 and d['results']['heat_balance'] < 1e-10"
expect_json slab/run.json "abs(d['results']['plate.temperature'] - (40 - 20 / 11.5 * 0.25)) < 1e-9"
expect_json slab/run.json "abs(d['results']['at.temperature'] - (40 - 20 / 11.5 * 0.25)) < 1e-9"
expect_json slab/run.json "abs(d['results']['in.T.mean'] - (40 - 20 / 11.5 * 0.275)) < 1e-9"
expect_not_in out "[line in]" # all of it is in the plate, where its temperature is what is asked for
expect_in out "[line up]: 5 of its 16 points are in walls"
for top in 5.3 5.71; do # through the middle of cells, of the solid and of the fluid
    run run -c slab.ini "${options[@]}" plate.to=3,$top plate.wall=curved -o slab$top
    expect_json slab$top/run.json "abs(d['results']['y-.heat'] / 60 * ($top / 10 + 16 - $top) - 1) < 1e-10 and abs(d['results']['heat_drift']) < 1e-12"
done
run run -c slab.ini "${options[@]}" --lattice d3q19 box.size=3,16,2 plate.to=3,5,2 up.from=1.5,0.5,1 up.to=1.5,15.5,1 in.from=1.5,1,1 in.to=1.5,4.5,1 at.at=1.5,2.5,1 stop.steps=200 plate.from=0,0,0 -o wide
expect_json wide/run.json "abs(d['results']['heat_drift']) < 1e-12"
# A solid of the fluid's conductivity has the fluid's temperature, in pictures as well.
sed '/^\[body/,/^capacity/d' slab.ini >bare.ini
pictured=(vtk=0 --tune=never --progress never picture-range=-0.6:0.6)
run run -c slab.ini "${pictured[@]}" solid.plate.conductivity=1 solid.plate.capacity=1 -o alike
run run -c bare.ini "${pictured[@]}" -o bare
if [ -e bare/picture-000003000.png ]; then # else a build without pictures
    expect_true "a picture of the temperature in solids" cmp alike/picture-000003000.png bare/picture-000003000.png
fi
run run -c slab.ini "${options[@]}" stop.steps=300 -o some
run run -c slab.ini "${options[@]}" stop.steps=300 --streaming pull --lanes 1 -o pull
run run -c slab.ini "${options[@]}" stop.steps=170 checkpoint=170 -o parts
run resume parts steps=300
for folder in pull parts; do
    expect_true "$folder has the same bytes" cmp some/line-up.csv $folder/line-up.csv
    expect_true "$folder gave the same heat" cmp some/heat.csv $folder/heat.csv
done
for format in fp16s fp16c; do
    run run -c slab.ini "${options[@]}" --precision fp32/$format --rounding stochastic mean.skip=100 up.mean=1 -o $format
    expect_true "$format is within 0.5 %" "$python" slab.py $format 10 0.005
done

# --- heat is kept in 16 bits ---------------------------------------------------------------------------------------
# Without sources, links are below 1/16, of last place 2^-15, and heat is a whole number of these: what links take of each
# other's errors leaves none, but that the arithmetic is of FP32, which moves heat by 3e-3 last places at most (half of one
# of g_0 S = 9966, s times, and 16 of links), so that one of so many roundings goes wrong: four standard deviations.
sed '/^\[heat/,/^temperature/d; /^\[line/,/^at/d' slab.ini >closed.ini
cat >closed.py <<'PYTHON'
import json
steps, cells, fluid = 1000, 256, 112
drift = json.load(open("closed/run.json"))["results"]["heat_drift"]
most = 4 * (3e-3 * cells * steps) ** 0.5 * 2 ** -15 / fluid
print(drift, most)
raise SystemExit(not 0 < abs(drift) < most)
PYTHON
run run -c closed.ini "${options[@]}" --precision fp32/fp16s --rounding stochastic box.size=16,16 scalar.start=37.3 plate.from=2,2 plate.to=14,14 stop.steps=1000 -o closed
expect_code 0
expect_true "16 bits keep the heat" "$python" closed.py

# --- the slowest mode -----------------------------------------------------------------------------------------------
# Two layers of equal width, of conductivity and capacity 1:10, between walls of T = 0: k1 a cot(a L) + k2 b cot(b L) = 0.
for cells in 8 16; do
    run run -c slab.ini "${options[@]}" box.size=2,$cells plate.to=2,$((cells / 2)) plate.from=0,0 solid.plate.capacity=10 \
        heat.y-.temperature=20 heat.y+.temperature=20 scalar.start=40 scalar.magic=sixth scalar.diffusivity=0.03 up.to=1.5,$cells \
        probe=4 stop.steps=$((cells * cells * 10)) -o mode$cells
done
cat >mode.py <<'PYTHON'
import math
def rate(cells):
    rows = [[float(n) for n in row.split(",")] for row in open("mode%d/heat.csv" % cells).readlines()[1:]]
    rows = [r for r in rows if r[2] == 2]
    first, last = rows[len(rows) // 2], rows[-1]
    return math.log(first[3] / last[3]) / (last[0] - first[0])
def exact(cells):
    return 0.03 * (math.pi / cells) ** 2  # of equal diffusivities: both cotangents are 0
errors = [rate(c) / exact(c) - 1 for c in (8, 16)]
print(errors)
raise SystemExit(not (0 < errors[0] < 4e-3 and 3.5 < errors[0] / errors[1] < 4.5))
PYTHON
expect_true "the slowest mode is of second order" "$python" mode.py

# --- a cylinder -----------------------------------------------------------------------------------------------------
# Of 10 times the conductivity, of a square array: Perrins, McKenzie & McPhedran, Proc. R. Soc. A 369, 207 (1979).
sed 's/^size.*/resolution = 16\nsize = 1,1/; /^shape/,/^to/d; s/^\[body plate\]/&\nshape = cylinder\nat = 0.5,0.5\nradius = 0.3/; /^\[line/,$d' slab.ini >rod.ini
for cells in 16 32; do
    run run -c rod.ini "${options[@]}" box.resolution=$cells solid.plate.capacity=1 stop.steps=$((cells * cells * 4)) -o rod$cells
    expect_json rod$cells/run.json "d['results']['heat_balance'] < 1e-3 and abs(d['results']['heat_drift']) < 1e-11"
done
cat >rod.py <<'PYTHON'
import json, math
def exact(f, t=11 / -9):
    return 1 - 2 * f / (t + f - 0.305827 * f ** 4 * t / (t * t - 1.402958 * f ** 8) - 0.013362 * f ** 8 / t)
def errors(cells): # of a circle, and of one of the area that its cells have, which is most of it
    r = json.load(open("rod%d/run.json" % cells))["results"]
    return [r["y-.nusselt"] / exact(f) - 1 for f in (math.pi * 0.09, r["plate.cells"] / cells ** 2)]
print(errors(16), errors(32))
raise SystemExit(not all(abs(errors(n)[0]) < most and 0 < errors(n)[1] < 0.005 for n, most in ((16, 0.05), (32, 0.01))))
PYTHON
expect_true "a cylinder that conducts" "$python" rod.py

# --- an annulus -----------------------------------------------------------------------------------------------------
# 60 T at r = 0.3 and 20 T at r = 1, 10 times the conductivity up to r = 0.6: by the logarithm.  Between circles of the
# areas that the cells have the heat is too large by 0.3 over the cells in the outer radius, first order.
sed '/^\[face/,$d; s/^size.*/resolution = 12\nsize = 2.25,2.25/' slab.ini >ring.ini
circle() {
    printf '[body %s]\nshape = cylinder\nat = 1.13,1.12\nradius = %s\n' "$@"
}
{
    circle outer 1
    printf 'inside = fluid\n'
    circle plate 0.6
    circle core 0.3
    printf '[solid plate]\nconductivity = 10\n[heat outer]\ntemperature = 20\n[heat core]\ntemperature = 60\n[stop]\nsteps = 1\n'
} >>ring.ini
for cells in 12 28; do
    run run -c ring.ini "${options[@]}" scalar.start=40 scalar.range=20,60 box.resolution=$cells box.size=2.25,2.25 stop.steps=$((cells * cells * 8)) -o ring$cells
    expect_json ring$cells/run.json "d['results']['heat_balance'] < 1e-6 and abs(d['results']['heat_drift']) < 1e-11"
done
cat >ring.py <<'PYTHON'
import json, math
def error(cells):
    r, all = json.load(open("ring%d/run.json" % cells))["results"], round(2.25 * cells)
    def radius(of): # of the area of the cells whose centres are inside
        places = [((x + 0.5) / cells - 1.13, (y + 0.5) / cells - 1.12) for x in range(all) for y in range(all)]
        return math.sqrt(sum(x * x + y * y < of * of for x, y in places) / math.pi) / cells
    first, middle, last = radius(0.3), radius(0.6), radius(1.0)
    return r["core.heat"] / (2 * math.pi * 40 / (math.log(middle / first) / 10 + math.log(last / middle))) - 1
order = math.log(error(12) / error(28)) / math.log(28 / 12)
print(error(12), error(28), order)
raise SystemExit(not (0 < error(12) < 0.032 and 0 < error(28) < 0.0105 and order > 1))
PYTHON
expect_true "an annulus of two materials is of first order" "$python" ring.py

# With all surfaces where they are, between the circles themselves.  A program of its own, which solves for the steady state
# with a sparse matrix, has these errors of the heat; the order is 2.5, and 2.3 from 12 to 60 cells.
sed 's/^radius.*/&\nwall = curved/' ring.ini >circles.ini
for cells in 12 28; do
    run run -c circles.ini "${options[@]}" scalar.start=40 scalar.range=20,60 box.resolution=$cells stop.steps=$((cells * cells * 8)) -o circles$cells
    expect_code 0
    expect_json circles$cells/run.json "d['results']['heat_balance'] < 1e-9 and abs(d['results']['heat_drift']) < 1e-11"
done
cat >circles.py <<'PYTHON'
import json, math
known = {12: -2.469674417e-3, 28: -2.955724155e-4}
exact = 2 * math.pi * 40 / (math.log(2) / 10 + math.log(1 / 0.6))
errors = {n: json.load(open("circles%d/run.json" % n))["results"]["core.heat"] / exact - 1 for n in known}
order = math.log(errors[12] / errors[28]) / math.log(28 / 12)
print(errors, order)
raise SystemExit(not (all(abs(errors[n] - known[n]) < 3e-9 for n in known) and order > 1.8))
PYTHON
expect_true "an annulus of two materials is of second order where its surfaces are curved" "$python" circles.py
for way in "pull --streaming pull --lanes 1 stop.steps=300" "lanes --lanes 4 stop.steps=300" "parts --lanes 2 stop.steps=170 checkpoint=170"; do
    read -r -a how <<<"$way"
    run run -c circles.ini "${options[@]}" --precision fp32/fp16s --rounding stochastic scalar.start=40 scalar.range=20,60 probe=10 "${how[@]:1}" -o "of-${how[0]}"
    expect_code 0
done
run resume of-parts steps=300
expect_true "pull has the heat of in place" cmp of-lanes/heat.csv of-pull/heat.csv
expect_true "a run in parts has the same heat" cmp of-lanes/heat.csv of-parts/heat.csv
for format in fp32 fp16s fp16c; do
    rounding=(--rounding stochastic)
    [[ $format != fp32 ]] || rounding=()
    run run -c circles.ini "${options[@]}" --precision fp32/$format "${rounding[@]}" scalar.start=40 scalar.range=20,60 mean.skip=12 stop.steps=4000 -o as-$format
    expect_json as-$format/run.json "abs(d['results']['core.heat'] / 433.2183 - 1 + 2.47e-3) < 2e-3"
done

# --- curved surfaces of a cylinder, a shell and a mesh -------------------------------------------------------------------
for cells in 16 32; do
    run run -c rod.ini "${options[@]}" plate.wall=curved box.resolution=$cells solid.plate.capacity=1 stop.steps=$((cells * cells * 4)) -o tube$cells
done
sed 's/rod%d/tube%d/; s/^raise.*/raise SystemExit(not (abs(errors(16)[0]) < 2e-3 and abs(errors(32)[0]) < 5e-4))/' rod.py >tube.py
expect_true "a cylinder that conducts where its surface is" "$python" tube.py
# Between spheres of 0.25 and 1, of 10 times the conductivity from 0.5 to 0.75; stairs have 0.95 %.  At 1000 times, too,
# nothing grows.
sed 's/^lattice.*/lattice = d3q19/; s/^size.*/size = 2.25,2.25,2.25/; s/cylinder/sphere/; s/1.13,1.12/1.13,1.12,1.14/; s/= 0.6$/= 0.75/; s/= 0.3$/= 0.25/; s/^\[body core/[body hole]\nshape = sphere\nat = 1.13,1.12,1.14\nradius = 0.5\ninside = cut\n&/' circles.ini >shell.ini
cat >shell.py <<'PYTHON'
import json, math, sys
def error(folder, ratio):
    r = json.load(open(folder + "/run.json"))["results"]
    return r["core.heat"] / (4 * math.pi * 40 / (2 + (2 - 1 / 0.75) / ratio + 1 / 0.75 - 1)) - 1
errors = error("shell", 10), error("much", 1000)
print(errors)
raise SystemExit(not all(abs(e) < most for e, most in zip(errors, (5e-3, 1.5e-2))))
PYTHON
run run -c shell.ini "${options[@]}" scalar.start=40 scalar.range=20,60 stop.steps=864 -o shell
expect_json shell/run.json "d['results']['heat_balance'] < 1e-9 and abs(d['results']['heat_drift']) < 1e-12"
run run -c shell.ini "${options[@]}" scalar.start=40 scalar.range=20,60 solid.plate.conductivity=1000 solid.plate.capacity=3 stop.steps=1500 -o much
expect_json much/run.json "abs(d['results']['heat_drift']) < 1e-12"
expect_true "shells that conduct where their surface is" "$python" shell.py
"$python" - <<'PYTHON'
import math
def point(theta, phi):
    return [1.13 + 0.75 * math.sin(theta) * math.cos(phi), 1.12 + 0.75 * math.sin(theta) * math.sin(phi), 1.14 + 0.75 * math.cos(theta)]
n, triangles = 48, []
for a in range(n):
    for b in range(2 * n):
        p = [point(math.pi * (a + i) / n, math.pi * ((b + j) % (2 * n)) / n) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
        triangles += [t for t in ((p[0], p[1], p[2]), (p[0], p[2], p[3])) if math.dist(t[0], t[1]) > 1e-9 and math.dist(t[1], t[2]) > 1e-9 and math.dist(t[0], t[2]) > 1e-9]
with open("ball.stl", "w") as out:
    out.write("solid ball\n")
    for t in triangles:
        out.write("facet normal 0 0 0\nouter loop\n" + "".join("vertex %.9g %.9g %.9g\n" % tuple(v) for v in t) + "endloop\nendfacet\n")
    out.write("endsolid ball\n")
PYTHON
sed '/^\[body plate/,/^wall/c [body plate]\nmesh = ball.stl\nwall = curved' shell.ini >mesh.ini
run run -c mesh.ini "${options[@]}" scalar.start=40 scalar.range=20,60 stop.steps=432 -o mesh
expect_code 0
expect_json mesh/run.json "abs(d['results']['core.heat'] / $("$python" -c 'import json; print(json.load(open("shell/run.json"))["results"]["core.heat"])') - 1) < 1e-3"

# --- a channel -----------------------------------------------------------------------------------------------------------
# Cut out of a block that reaches to the faces: what flows in flows out, too, where the wall is between cells.
{
    printf '[case]\nsetup = case\nlattice = d3q19\n[box]\nresolution = 10\nsize = 2,1.2,1.2\n[fluid]\nre = 50\nspeed = 0.04\n'
    printf '[body block]\nshape = box\nfrom = 0,0,0\nto = 2,1.2,1.2\nwall = curved\n[body bore]\ninside = cut\n'
    printf 'shape = cylinder\nat = 0,0.63,0.59\naxis = 1,0,0\nradius = 0.5\n[outlet out]\non = x+\n[start]\nu = inlet\n'
    printf '[inlet in]\non = x-\nspeed = 0.04\nprofile = developed\n[stop]\nuntil = 8\n'
    printf '[face %s]\nkind = wall\n' y- y+ z- z+
} >bore.ini
run run -c bore.ini "${options[@]}" -o bore
expect_json bore/run.json "d['results']['flow_balance'] < 1e-3 and d['results']['in.flow'] > 3.1"
# Of metal it touches the rim of the inlet, on a face and on a disc; not with an insulated body between, nor at an outlet.
{ sed 's/^profile.*/temperature = 20/' bore.ini && printf '[scalar]\nprandtl = 0.7\nstart = 20\nrange = 10,30\n[solid block]\nconductivity = 100\n[heat z-]\npower = 10\n'; } >rim.ini
sed 's/^on = x-/on = disc\nat = 0,0.63,0.59\nnormal = 1,0,0\nradius = 0.5/; /^\[start/,/^u/d; $a [face x-]\nkind = wall' rim.ini >disc.ini
sed 's/^\[body bore/[body lead]\nshape = box\nfrom = 0,0,0\nto = 0.5,1.2,1.2\n&/; s/^from = 0,0,0/from = 0.5,0,0/' rim.ini |
    sed '/^\[body lead/,/^from/s/^from.*/from = 0,0,0/' >lead.ini
for case in rim disc; do
    run run -c $case.ini "${options[@]}" steps=0 -o $case
    expect_in out "[solid block] touches the rim of [inlet in]: the heat that goes into the inlet there depends on the grid"
done
run run -c lead.ini "${options[@]}" steps=0 -o lead
expect_code 0
expect_not_in lead/run.json "touches the rim"

# --- refusals -------------------------------------------------------------------------------------------------------
refused() { # sentence, arguments
    local sentence=$1
    shift
    run run -c slab.ini "${options[@]}" steps=0 -o refused "$@"
    expect_code 2
    expect_in err "$sentence"
}
run run -c slab.ini "${options[@]}" steps=0 solid.plate.conductivity=100 -o slow
expect_in out "the relaxation time of heat in 'plate' is 90.5: changes within so many steps are wrong there"
refused "[solid plate] needs conductivity=" solid.plate.conductivity=
run run -c slab.ini "${options[@]}" --precision fp16s --rounding stochastic solid.plate.capacity=20 stop.steps=4000 steps=0 -o looked
expect_in out "'plate' has 20 times the capacity of the fluid, and above 4 16 bits do not keep heat: it walks by up to some 0.01"
run run -c slab.ini "${options[@]}" --precision fp16s --rounding stochastic steps=0 -o looked-at
expect_not_in out "do not keep heat"
refused "solid 'plate' has a heat capacity of 0.5 times the fluid's, and below 0.667 times" solid.plate.capacity=0.5
# Solids hold nearly all of a temperature in one number, of which formats hold 2 and less; fluid a third.
wide="a wall has a temperature of 2.5 ranges from their middle, of which FP16S holds 2.03 in solids: --precision fp32, or a range 1.23 times as wide would do"
far() { run run -c slab.ini "${options[@]}" --precision fp16s --rounding stochastic steps=0 solid.plate.capacity="$1" heat.y-.temperature="$2" scalar.range="$3" -o far; }
far 10 32.5 17.5,22.5
expect_code 2
expect_in err "$wide"
for would in "10 30 17.5,22.5" "1 32.5 17.5,22.5" "10 32.5 16.9,23.1"; do
    # shellcheck disable=SC2086
    far $would
    expect_code 0
    rm -r far
done
run run -c slab.ini "${options[@]}" --precision fp16s --rounding stochastic solid.plate.capacity=10 heat.y-.temperature=30 scalar.range=17.5,22.5 -o held
expect_json held/run.json "abs(d['results']['plate.temperature'] - (30 - 10 / 11.5 * 0.25)) < 0.1 and d['results']['heat_balance'] is not None"
{ cat slab.ini && printf '[heat plate]\ntemperature = 1\n'; } >twice.ini
run run -c twice.ini "${options[@]}" steps=0 -o refused
expect_in err "[heat plate]: the name is taken by [solid plate]; a body that conducts has no heat or temperature of its own: give them to a face that it touches"
sed 's/solid plate/solid plat/' slab.ini >none.ini
run run -c none.ini "${options[@]}" steps=0 -o refused
expect_in err "[solid plat]: there is no body 'plat'"
finish
