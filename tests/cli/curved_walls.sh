#!/bin/bash
# curved_walls.sh - walls of bodies between cells: torques between cylinders and spheres against the exact ones, shapes
# and outlines, drag of a cylinder, and what is refused.
# Not on the native device, on PoCL in turn of three, 44 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

# The gap between two round bodies, the inner one of which spins; over rho viscosity speed resolution.
gap() { # lattice shape radius size
    cat <<INI
[case]
setup = case
lattice = $1
collision = trt
precision = fp64/fp64
[box]
resolution = 10
size = $4
origin = -2.313,-2.329
[fluid]
tau = 0.8
speed = 0.002
[body cup]
$2
radius = 2.06
inside = fluid
wall = curved
[body rotor]
$2
radius = 1.03
spin = 1 speed/length
wall = curved
[stop]
until = 3
[mean]
skip = 2.8
INI
}

# judged NAME RESULT VALUE WITHIN
judged() {
    printf '[expect %s]\nresult = %s\nvalue = %s\nwithin = %s\n' "$@"
}

# two spheres: 8 pi R1^3 R2^3 / (R2^3 - R1^3), which is a torque over resolution^2
if case_runs ""; then
    {
        gap d3q19 $'shape = sphere\nat = 0,0,0' 3 4.6,4.6,4.6 | sed 's/^origin.*/origin = -2.313,-2.329,-2.307/'
        judged torque 'rotor.torque.z / (fluid.viscosity * fluid.speed * box.resolution^2)' -31.3867 '0.5 %'
    } | sed 's/^spin.*/spin = 0,0,1 speed\/length/' >spheres.ini
    run run -c spheres.ini -o spheres
    expect_code 0
    expect_in out "verdict: passed - torque"
fi
torque='rotor.torque / (fluid.viscosity * fluid.speed * box.resolution)'
# 4 pi R1^2 R2^2 / (R2^2 - R1^2)
{
    gap d2q9 $'shape = cylinder\nat = 0,0' 2 4.6,4.6
    judged torque "$torque" -17.7755 '0.5 %'
    judged reaction '(rotor.torque + cup.torque) / rotor.torque' 0 0.01
    judged power 'rotor.power * box.resolution / (fluid.speed * rotor.torque)' -1 '0.1 %'
} >gap.ini
# Codes that share an exponent: torque and reaction to what twelve bits and eight allow.
declare -A always=([bfp12]=always [fp16s]=always)
for format in 'bfp12 0.5' 'mx8 2'; do
    read -r name within <<<"$format"
    case_runs "${always[$name]:-}" || continue
    run run -c gap.ini -o "$name" --precision "fp32/$name" fluid.speed=0.02 expect.torque.within="$within %"
    expect_code 0
    expect_in out "verdict: passed - torque"
done
for precision in fp64/fp64 fp16s; do
    case_runs "${always[$precision]:-}" || continue
    run run -c gap.ini -o "moments-${precision%/*}" --collision rr --streaming moments --precision $precision \
        cup.wall=exact rotor.wall=exact fluid.speed=0.01 expect.torque.within='0.3 %'
    expect_code 0
    expect_in out "verdict: passed - torque"
done

# Setups with such walls, each with one rule, and with the other one.
walled() { # folder, setup, arguments
    run run "${@:2}" -o "$1"
    expect_code 0
}
channel() { # wall, name, error, arguments
    walled "$2-$1" poiseuille radius=7 wall="$1" vtk=0 png=0 "${@:4}"
    expect_json "$2-$1/run.json" "d['results']['error_l2'] < $3"
}
case_runs always && walled street-curved karman radius=8 steps=20 wall=curved --collision trt
case_runs always && walled sphere-exact tunnel body=sphere re=5 resolution=8 steps=20 wall=exact
case_runs always && channel curved channel 6e-3 # half-way 0.0394
case_runs always && channel exact channel 1e-4
case_runs always && channel exact kept 1e-4 --streaming moments --collision rr # 3D
case_runs always && channel exact shared 1e-3 --precision fp32/bfp12
case_runs "" && walled street-exact karman radius=8 steps=20 wall=exact --collision trt
case_runs "" && walled sphere-curved tunnel body=sphere re=5 resolution=8 steps=20 wall=curved
case_runs "" && channel curved kept 0.02 --streaming moments --collision rr # half-way 0.0417
case_runs "" && channel curved shared 6e-3 --precision fp32/bfp12
finish_matrix

run run -c gap.ini -o gap
expect_code 0
expect_in out "verdict: passed - torque"
run run -c gap.ini -o exact cup.wall=exact rotor.wall=exact expect.torque.within='0.03 %'
expect_code 0
expect_in out "verdict: passed - torque"
# 1.2 cells wide, where links go from wall to wall
sed 's/^radius = 1.03/radius = 1.94/' gap.ini >narrow.ini
run run -c narrow.ini -o narrow cup.wall=exact rotor.wall=exact expect.torque.value=-418.1254 expect.torque.within='0.05 %'
expect_code 0
expect_in out "verdict: passed - torque"
run run -c gap.ini -o stairs cup.wall=halfway rotor.wall=halfway
expect_code 5

# the rotor as an outline of 720 points, whose sides are up to 1e-4 of a cell inside
"$python" - >rotor.csv <<'PY'
import math
print("x,y")
for n in range(720):
    print("%.9f,%.9f" % (1.03 * math.cos(math.pi * n / 360), 1.03 * math.sin(math.pi * n / 360)))
PY
{
    sed '/^\[body rotor\]/,/^spin/c\[body rotor]\nmesh = rotor.csv\nat = 0,0\nspin = 1 speed/length' gap.ini
} >outline.ini
run run -c outline.ini -o outline
expect_code 0
expect_in out "verdict: passed - torque"

# A square array of cylinders, of which 0.3 of the plane is solid, driven by a regulator: the force over viscosity and
# speed through the plane (Sangani & Acrivos, Int. J. Multiphase Flow 8, 193 (1982)).
cat >array.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = trt
precision = fp64/fp64
[box]
resolution = 32
size = 1,1
[fluid]
tau = 0.8
speed = 0.001
[body post]
shape = cylinder
at = 0.504,0.509
radius = 0.309019
wall = exact
[force]
speed = 0.001
along = x
[stop]
steps = 12000
[mean]
skip = 0.3
INI
judged drag 'force * 1024 / (fluid.viscosity * force.speed * (1 - post.cells / 1024))' 102.9 '0.5 %' >>array.ini
run run -c array.ini -o array
expect_code 0
expect_in out "verdict: passed - drag"

run run -c gap.ini -o wrong rotor.wall=smooth
expect_code 2
expect_in err "[body rotor]: wall=smooth: it must be halfway, curved or exact"
run run -c gap.ini -o wrong rotor.wall=exact
expect_code 2
expect_in err "[body rotor]: wall=exact, and [body cup] has wall=curved: one of the two for all bodies, beside halfway"
{
    cat gap.ini
    printf '[body hole]\nshape = box\nfrom = 0,0\nto = 1,1\ninside = cut\nwall = curved\n'
} >cut.ini
run run -c cut.ini -o wrong
expect_code 2
expect_in err "[body hole]: wall=curved says nothing of a cut"
run run -c gap.ini -o wrong --collision mrt rotor.wall=exact cup.wall=exact
expect_code 2
expect_in err "wall = exact is for --collision srt, trt and rr, not for mrt"
run run -c gap.ini -o wrong --precision fp32/fix16x
expect_code 2
expect_in err "cannot be combined with a format that keeps mass to the last bit yet"
run run -c gap.ini -o wrong two-step-mean=1
expect_code 2
expect_in err "shows single steps, as it has walls between cells"
run run karman radius=8 steps=2 wall=bad
expect_code 2
expect_in err "wall=bad: it must be halfway, curved or exact"

# A wall through the centres of cells: there both links of a cell may end at its centre.
printf 'x,y\n0,-1\n1,0\n0,1\n-1,0\n' >corner.csv
cat >corner.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = rr
[box]
resolution = 8
size = 2.5,2.5
origin = -1.25,-1.25
[fluid]
re = 20
speed = 0.02
[body room]
mesh = corner.csv
inside = fluid
wall = curved
spin = 1 speed/length
[stop]
steps = 300
INI
run run -c corner.ini vtk=0 png=0 -o corner
expect_code 0
expect_json corner/run.json "not d['diverged'] and any('e-10 cells from wall to wall' in w for w in d['warnings'])"
finish
