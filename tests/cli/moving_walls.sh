#!/bin/bash
# moving_walls.sh - bodies that move their cells with walls between cells: the same bits in all layouts and in parts of
# a run; a disc that turns against one whose surface slides; a box against the same as an outline; a cylinder through
# fluid at rest against one at rest in a stream, and how much its force scatters; and what is refused.
# Natively in turn of three, 15 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/moving.sh"
. "$(dirname "$0")/../support/cli.sh" "$1"
write_curved_moving_case moving.ini
run run -c moving.ini steps=0 bar.wall=exact disc.wall=exact rest.wall=exact
expect_code 2
expect_in err "wall = exact needs links that stay"
need_device

same_bits() { # folder, options
    run run -c moving.ini vtk=100 png=0 --tune=never -o "$1" "${@:2}"
    expect_code 0
}
how=(--precision fp16s --rounding stochastic)
same_bits whole "${how[@]}" checkpoint=200
same_bits pull "${how[@]}" --streaming pull --lanes 1 checkpoint=200
run run -c moving.ini vtk=100 png=0 checkpoint=102 stop.steps=102 "${how[@]}" --tune=never -o parts
run resume parts steps=200 --streaming pull --lanes 1 checkpoint=200
expect_code 0
for file in field-000000100.vti field-000000200.vti forces.csv checkpoint/f.npy checkpoint/impulses.npy \
    checkpoint/curved_kept.npy; do
    expect_true "$file in pull" cmp "whole/$file" "pull/$file"
    expect_true "$file of two parts" cmp "whole/$file" "parts/$file"
done

# A disc that turns has the links of one whose surface slides; a box those of its outline.
write_turning_case turning.ini
sed -i 's/^lattice = d2q9/&\nprecision = fp64\/fp64/' turning.ini
sed -e 's/^turn/spin/' -e '/^about/d' turning.ini >sliding.ini
sed -e '/^\[body disc\]/,/^at/d' -e 's/^turn/[body disc]\nshape = box\nfrom = -0.4,-0.3\nto = 0.5,0.3\nturn/' \
    turning.ini >box.ini
printf 'x,y\n-0.4,-0.3\n0.5,-0.3\n0.5,0.3\n-0.4,0.3\n' >box.csv
sed -e 's/^shape = box/mesh = box.csv/' -e '/^from/d' -e '/^to/d' box.ini >outline.ini
for name in turning sliding box outline; do
    run run -c $name.ini probe=3 vtk=0 png=0 -o $name
    expect_code 0
done
torque="d['results']['disc.torque.z']"
expect_json turning/run.json "abs($torque / json.load(open('sliding/run.json'))['results']['disc.torque.z'] - 1) < 1e-12"
# 4 pi mu rate r^2 R^2 / (R^2 - r^2); wall=curved has 0.4 % with tau 1.1 and 10 cells between
expect_json turning/run.json "abs($torque / (-4 * 3.14159265 * 0.2 * 0.005 * 400 / 3) - 1) < 6e-3"
expect_json box/run.json "abs($torque / json.load(open('outline/run.json'))['results']['disc.torque.z'] - 1) < 1e-6"
expect_json turning/run.json "abs(d['results']['mass_drift']) < 1e-9"

# The same flow seen by who goes with the disc, and by who does not.
write_going_case going.ini resting.ini
sed 's/^wall = curved/wall = halfway/' going.ini >stairs.ini
for name in resting going stairs; do
    run run -c $name.ini probe=1 vtk=0 png=0 -o $name
    expect_code 0
done
expect_json going/run.json "abs(d['results']['disc.drag'] /
    json.load(open('resting/run.json'))['results']['disc.drag'] - 1) < 0.005"
expect_json going/run.json "abs(d['results']['mass_drift']) < 1e-5"
expect_true "forces have no jumps" "$python" - <<'PYTHON'
import csv
def jump(folder):
    force = [float(row["fx"]) for row in csv.DictReader(open(folder + "/forces.csv")) if row["body"] == "1"]
    force = force[len(force) // 2:]
    return max(abs(a - b) for a, b in zip(force, force[1:])) / abs(sum(force) / len(force))
assert jump("going") < 0.25 and jump("stairs") > 4 * jump("going"), (jump("going"), jump("stairs"))
PYTHON

# Walls between cells beside a body without, which a table leaves where it is.
write_moving_case still.ini
sed -i -e '/^\[body bar\]/,/^about/d' -e 's/^at = .*/at = 1,2/' still.ini
printf 'time,x,y\n0,0,0\n20,0,0\n' >way.csv
printf '[body rest]\nshape = cylinder\nradius = 0.3\nat = 4.5,2.1\nwall = curved\n' >>still.ini
sed '/^move/d' still.ini >unmoved.ini
for name in still unmoved; do
    run run -c $name.ini probe=20 vtk=0 png=0 -o $name
    expect_code 0
done
expect_true "the force on the one at rest is the same" \
    cmp <(grep '^[0-9]*,[^,]*,2,' still/forces.csv) <(grep '^[0-9]*,[^,]*,2,' unmoved/forces.csv)

# A torque is about the body's own point, wherever the file has it: the same way from two places.
cat >here.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = rr
precision = fp64/fp64
[box]
resolution = 8
size = 8,8
[fluid]
re = 20
speed = 0.05
[body disc]
shape = cylinder
radius = 0.5
at = 2,1.01
move = here.csv
wall = curved
[face y-]
kind = wall
[face y+]
kind = wall
[stop]
until = 2
INI
printf 'time,x,y\n0,0,0\n10,4,0\n' >here.csv
printf 'time,x,y\n0,0,-5\n10,4,-5\n' >there.csv
sed -e 's/2,1.01/2,6.01/' -e 's/here.csv/there.csv/' here.ini >there.ini
for name in here there; do
    run run -c $name.ini probe=20 vtk=0 png=0 -o $name
    expect_code 0
done
expect_true "torques do not depend on where the file has the body" "$python" - <<'PYTHON'
import csv
def rows(folder, name):
    return [float(row[name]) for row in csv.DictReader(open(folder + "/forces.csv")) if row["body"] == "1"][1:]
most = max(abs(m) for m in rows("here", "mz"))
assert most > 0 and all(abs(a - b) < 1e-6 * most for a, b in zip(rows("here", "mz"), rows("there", "mz")))
assert all(abs(a - b) < 1e-6 * abs(a) for a, b in zip(rows("here", "fx"), rows("there", "fx")))
PYTHON

# A piston that is within a block for a while has no link then: checkpoints of these steps go on to the same bytes.
cat >piston.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = rr
[box]
resolution = 8
size = 7,3
[face y-]
kind = wall
[face y+]
kind = wall
[face x-]
kind = wall
[face x+]
kind = wall
[fluid]
re = 20
speed = 0.1
[body piston]
shape = box
from = 2.8,1.2
to = 4,1.8
move = back.csv
wall = curved
[body block]
shape = box
from = 0.5,0.8
to = 2.2,2.2
[stop]
until = 6
INI
printf 'time,x,y\n0,0,0\n2,-2,0\n3,-2,0\n6,1,0\n' >back.csv
run run -c piston.ini probe=10 checkpoint=40 vtk=480 png=0 -o within
expect_code 0
run run -c piston.ini probe=10 checkpoint=40 vtk=480 png=0 stop.steps=200 -o within-halves
run resume within-halves steps=480
expect_code 0
expect_true "a run stopped without links goes on to the same bytes" cmp within/forces.csv within-halves/forces.csv

# One that begins within the block, nearly all of it, has room for all its links when it has come out.
sed -e 's/^resolution = 8/resolution = 40/' -e 's/2.8,1.2/0.6,1.4/' -e 's/= 4,1.8/= 2.3,1.6/' -e 's/back.csv/leaving.csv/' \
    -e 's/^until = 6/until = 1.6/' piston.ini >leaving.ini
printf 'time,x,y\n0,0,0\n1.6,1.6,0\n' >leaving.csv
run run -c leaving.ini probe=100 vtk=0 png=0 -o leaving
expect_code 0
finish
