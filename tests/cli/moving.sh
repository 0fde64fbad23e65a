#!/bin/bash
# moving.sh - bodies that move their cells: the same bits in all layouts, formats and parts of a run; a body of
# revolution that turns against one whose surface slides; a cylinder through fluid at rest against one at rest in a
# stream; and what is refused.
# Natively in turn of three, 14 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/moving.sh"
. "$(dirname "$0")/../support/cli.sh" "$1"
write_moving_case moving.ini

refused() { # what it says, arguments
    run run -c moving.ini "${@:2}" steps=0
    expect_code 2
    expect_empty out
    expect_in err "$1"
}
table() { # rows
    printf 'time,x,y\n' >bad.csv
    printf '%s\n' "$@" >>bad.csv
}
sed -i '/^about/d' moving.ini
refused "[body bar]: turn=1 speed/length needs about= [L], the point that it turns about"
write_moving_case moving.ini
refused "[body bar] would leave the box, or touch its faces: as it moves it comes from -1.5138 to 3.0138 L along x, and 0.125 to 5.875 L" bar.about=0.75,2
refused "from -0.060555 to 0.66056 L along x" bar.from=0.1,0.1 bar.to=0.3,0.3 bar.about=0.3,0.4
refused "[body bar]: turn=5 speed/length moves its fastest point with 0.25" "bar.turn=5 speed/length"
refused "Mach 0.4" "bar.turn=5 speed/length"
refused "[body bar]: turn=1 speed/length moves its cells, and spin=1 speed/length is for a surface that slides" \
    "bar.turn=1 speed/length" "bar.spin=1 speed/length"
table 0,0,0 1,0,0 0.5,1,0
refused "bad.csv' has time 0.5 behind 1: times must grow" disc.move=bad.csv
table 0.5,0,0 3,0,0
refused "bad.csv' has 2 rows, the first of time 0.5 [length/speed]: two rows or more are needed" disc.move=bad.csv
table 0,0,0 1,0,0
refused "bad.csv ends at 1 length/speed, and the run at 1.25: more rows, or a shorter run" disc.move=bad.csv
table 0,0,0 2,9,0
refused "bad.csv moves its fastest point with 0.22" disc.move=bad.csv
table 0,0,0 2,0,-1.9
refused "[body disc] would leave the box" disc.move=bad.csv
table 0,0,x
refused "bad.csv" disc.move=bad.csv
printf 'time,x,y,z\n0,0,0,0\n2,0,0,0\n' >bad.csv
refused "bad.csv has 4 columns, of which 3 are known: its columns are time, x, y, and angle if it turns" disc.move=bad.csv
table 0,0,0 1,nan,0 2,0,0
refused "bad.csv' has nan in column 2: finite numbers are needed" disc.move=bad.csv
printf 'time,x\n0,0\n' >bad.csv
refused "its columns are time, x, y, and angle if it turns" disc.move=bad.csv
refused "cannot be combined with a format of shared exponents" --precision fp32/bfp12
refused "cannot be combined with moments in place of populations" --streaming moments --collision rr
sed -e '/^at = 4.2/a length = 0' -e 's/^lattice.*/lattice = d3q19/' -e 's/^size.*/size = 6,4,4/' \
    -e 's/^u = .*/u = 0.02,0,0/' -e '/^\[body bar\]/,/^about/d' -e 's/^at = .*/at = 4.2,2,2/' \
    -e 's/^move.*/turn = 1,0,0 speed\/length\nabout = 4,2,2/' moving.ini >endless.ini
run run -c endless.ini steps=0
expect_code 2
expect_in err "[body disc]: a cylinder without length= goes through the box, and can turn about its axis only"
# A cylinder that turns about its axis, along rows of cells, has the cells of one at rest.
sed 's/^length = 0/length = 1.5\naxis = 1,0,0/' endless.ini >rod.ini
sed -e '/^turn/d' -e '/^about/d' rod.ini >rest.ini
run run -c rest.ini steps=0 png=0
cells=$(grep 'disc.cells' out)
run run -c rod.ini steps=0 png=0
expect_in out "$cells"
refused "stop.steps=200 and stop.turns=2 both say how long" stop.steps=200 stop.turns=2
need_device

# About a point more than half the box away the torque is that about the near one and arm times force.
for at in near:4.2,2 far:0.2,2; do
    run run -c moving.ini vtk=0 png=0 steps=60 stop.steps=60 --precision fp64 disc.about="${at#*:}" -o "${at%%:*}"
done
expect_true "arms are not wrapped" python3 - <<'PYTHON'
import csv
near, far = ([row for row in csv.DictReader(open(folder + "/forces.csv")) if row["body"] == "2"]
             for folder in ("near", "far"))
assert len(near) == len(far) > 2
for a, b in zip(near, far):
    assert a["fy"] == b["fy"]
    expected = float(a["mz"]) + 4 * 8 * float(a["fy"])
    assert abs(float(b["mz"]) - expected) < 1e-9 + 1e-6 * abs(expected), (a, b)
assert max(abs(float(a["fy"])) for a in near) > 1e-4
PYTHON

same_bits() { # folder, options
    run run -c moving.ini vtk=100 png=0 checkpoint=200 --tune=never -o "$1" "${@:2}"
    expect_code 0
}
for precision in fp32 fp16c "fp16s --rounding stochastic" fp64; do
    when=
    if [ "$precision" = fp16c ]; then when=always; fi
    case_runs "$when" || continue
    name=${precision%% *}
    read -r -a how <<<"$precision"
    # shellcheck disable=SC2086
    {
        same_bits "$name" --precision $precision
        same_bits "$name-pull" --precision $precision --streaming pull --lanes 4
        same_bits "$name-one" --precision $precision --lanes 1
    }
    for file in field-000000100.vti field-000000200.vti forces.csv checkpoint/f.npy checkpoint/impulses.npy; do
        expect_true "$file in pull" cmp "$name/$file" "$name-pull/$file"
        expect_true "$file in one lane" cmp "$name/$file" "$name-one/$file"
    done
    run run -c moving.ini vtk=100 png=0 checkpoint=102 stop.steps=102 --precision "${how[@]}" --tune=never -o "$name-parts"
    run resume "$name-parts" steps=200 --streaming pull --lanes 1
    expect_code 0
    for file in field-000000100.vti field-000000200.vti forces.csv; do
        expect_true "$file of two parts" cmp "$name/$file" "$name-parts/$file"
    done
done
if [ -d fp16c ]; then
    expect_in fp16c/log.txt "renewed_every"
    expect_json fp16c/run.json "d['results']['bar.power'] > 0"
fi

# In three dimensions: a mesh about a tilted axis, and a table with angles.
if case_runs ""; then
    cat >three.ini <<'INI'
[case]
setup = case
lattice = d3q19
[box]
resolution = 6
size = 4,4,4
[fluid]
re = 20
speed = 0.05
[body blade]
mesh = blade.off
turn = 1,2,2 speed/length
about = 1.5,2,2
[body ball]
shape = sphere
radius = 0.4
at = 3,2,2
move = path.csv
[face z-]
kind = wall
[face z+]
kind = wall
[stop]
steps = 60
INI
    printf 'time,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,0.2,0.3,-0.5,10,0,0\n' >path.csv
    "$python" - >blade.off <<'PYTHON'
corners = [(x, y, z) for x in (0.7, 2.3) for y in (1.6, 2.4) for z in (1.5, 2.5)]
quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
print("OFF\n8 12 0")
for corner in corners:
    print(*corner)
for a, b, c, d in quads:
    print(3, a, b, c)
    print(3, a, c, d)
PYTHON
    run run -c three.ini vtk=60 png=0 checkpoint=60 --tune=never -o three
    expect_code 0
    run run -c three.ini vtk=60 png=0 checkpoint=60 --tune=never -o three-pull --streaming pull --lanes 1
    run run -c three.ini vtk=60 png=0 checkpoint=31 stop.steps=31 --tune=never -o three-parts
    run resume three-parts steps=60 --lanes 2
    expect_code 0
    for file in field-000000060.vti forces.csv; do
        expect_true "$file in pull" cmp three/$file three-pull/$file
        expect_true "$file of two parts" cmp three/$file three-parts/$file
    done
fi

# Mathematics: a disc that turns is a disc whose surface slides.  As an outline its cells are found anew.
"$python" - >disc.csv <<'PYTHON'
from math import cos, pi, sin
print("x,y")
for n in range(360):
    print(f"{0.5 * cos(pi * n / 180):.9f},{0.5 * sin(pi * n / 180):.9f}")
PYTHON
write_turning_case turning.ini
sed -i -e '/^wall = curved/d' -e '/^\[body disc\]/,$ { s/^shape = .*/mesh = disc.csv/; /^radius/d; }' turning.ini
sed -e 's/^turn/spin/' -e '/^about/d' turning.ini >sliding.ini
for name in turning sliding; do
    run run -c $name.ini probe=3 vtk=0 png=0 -o $name
    expect_code 0
done
expect_json turning/run.json "abs(d['results']['disc.torque.z'] /
    json.load(open('sliding/run.json'))['results']['disc.torque.z'] - 1) < 0.01"
expect_json turning/run.json "abs(d['results']['disc.torque.z'] / d['results']['cup.torque.z'] + 1) < 0.01"
# 4 pi mu rate r^2 R^2 / (R^2 - r^2), with stairs for circles
expect_json turning/run.json "abs(d['results']['disc.torque.z'] /
    (-4 * 3.14159265 * 0.2 * 0.005 * 400 / 3) - 1) < 0.06"

# The same flow seen by who goes with the disc, and by who does not.
write_going_case going.ini resting.ini
sed -i 's/^wall = curved/wall = halfway/' going.ini resting.ini
for name in resting going; do
    run run -c $name.ini probe=1 vtk=0 png=0 -o $name
    expect_code 0
done
expect_json going/run.json "abs(d['results']['disc.drag'] /
    json.load(open('resting/run.json'))['results']['disc.drag'] - 1) < 0.02"
expect_json going/run.json "abs(d['results']['disc.power'] /
    (0.05 * d['results']['disc.force.x']) - 1) < 1e-3"
expect_json going/run.json "abs(d['results']['mass_drift']) < 1e-5"
finish_matrix

# A mean speed that a regulator holds, around a disc that goes round: over a turn the force is what walls and disc take,
# and a run in two parts does the same.
write_held_case held.ini
run run -c held.ini vtk=0 png=0 probe=1 --precision fp64 -o held
expect_code 0
expect_json held/run.json "d['results']['balance'] < 2e-3"
expect_true "the speed is held" "$python" - <<'PYTHON'
import csv
speeds = [float(row["speed"]) for row in csv.DictReader(open("held/drive.csv")) if float(row["time"]) > 12.57]
assert len(speeds) > 1000 and abs(sum(speeds) / len(speeds) / 0.03 - 1) < 0.01
PYTHON
run run -c held.ini vtk=0 png=0 stop.until=4 mean.skip=1 --tune=never -o held-whole
run run -c held.ini vtk=0 png=0 stop.until=4 mean.skip=1 --tune=never max-wall=0.001 --lanes 1 -o held-parts
run resume held-parts max-wall=0
expect_true "the same force in two parts" cmp held-whole/drive.csv held-parts/drive.csv
finish
