#!/bin/bash
# open_ends.sh - meshes whose ends are open: loops are told and closed where an opening stands on one, with the cells and
# the flow of a mesh that has lids by name; what is no flat loop is refused.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# A square tube along x from -2 to 2, of 1 x 1: open, with lids by name, inside out; with a bent end; of a section like a horseshoe.
"$python" - <<'PYTHON'
def write(name, parts):
    with open(name, "w") as file:
        for part, triangles in parts:
            file.write("solid %s\n" % part)
            for corners in triangles:
                file.write("facet normal 0 0 0\nouter loop\n")
                file.writelines("vertex %.17g %.17g %.17g\n" % corner for corner in corners)
                file.write("endloop\nendfacet\n")
            file.write("endsolid %s\n" % part)

def tube(shape, bend):
    first = [(-2.0, y, z) for y, z in shape]
    last = [(2.0 + (bend if n == 0 else 0.0), y, z) for n, (y, z) in enumerate(shape)]
    wall = []
    for n in range(len(shape)):
        m = (n + 1) % len(shape)
        wall += [(first[n], first[m], last[m]), (first[n], last[m], last[n])]
    return first, last, wall

def lid(ring, out):
    middle = tuple(sum(corner[axis] for corner in ring) / len(ring) for axis in range(3))
    pairs = [(ring[n], ring[(n + 1) % len(ring)]) for n in range(len(ring))]
    return [(middle, a, b) if out else (middle, b, a) for a, b in pairs]

square = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
first, last, wall = tube(square, 0.0)
write("open.stl", [("wall", wall)])
write("lids.stl", [("wall", wall), ("in", lid(first, False)), ("out", lid(last, True))])
write("turned.stl", [("wall", [tuple(reversed(corners)) for corners in wall])])
write("bent.stl", [("wall", tube(square, 0.25)[2])])
horseshoe = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.75, 1.0), (0.75, -0.75), (-0.75, -0.75), (-0.75, 1.0), (-1.0, 1.0)]
write("horseshoe.stl", [("wall", tube(horseshoe, 0.0)[2])])
PYTHON

cat >tube.ini <<'CASE'
[case]
setup = case
lattice = d3q19
[box]
resolution = 8
[fluid]
re = 10
speed = 0.02
[body pipe]
mesh = open.stl
inside = fluid
yaw = 30
[inlet in]
on = pipe:loop-1
speed = 0.02
profile = developed
[outlet out]
on = pipe:loop-2
[stop]
steps = 40
CASE
options=(vtk=40 png=0 --progress never)
run run -c tube.ini "${options[@]}" -o opened
expect_not_in out "open end"
run run -c tube.ini "${options[@]}" pipe.mesh=lids.stl in.on=pipe:in out.on=pipe:out -o named
expect_true "lids and named parts are one flow" cmp opened/field-000000040.vti named/field-000000040.vti
expect_true "and one inflow" cmp opened/flows.csv named/flows.csv
expect_json opened/run.json "abs(d['results']['in.area'] - 64) < 1e-9 and d['results']['in.flow'] > 1"
run run -c tube.ini "${options[@]}" pipe.mesh=turned.stl -o turned
expect_in out "turned.stl was inside out"
expect_true "a mesh that is inside out has the same flow" "$python" - <<'PYTHON'
import json
one, other = (json.load(open(name + "/run.json"))["results"]["in.flow"] for name in ("opened", "turned"))
assert abs(one / other - 1.0) < 1e-5, (one, other)
PYTHON

# Where openings are, in cells, in L and in metres.
run run -c tube.ini steps=0 pipe.yaw=0 box.unit_si=0.01
expect_in out "area by its links; middle at (2, 6, 6) cells, (-2, 0, 0) L, (-0.02, 0, 0) m"
expect_in out "area by its links; middle at (34, 6, 6) cells, (2, 0, 0) L, (0.02, 0, 0) m"

refused() { # sentence, arguments
    local sentence=$1
    shift
    run run -o wrong "$@"
    expect_code 2
    expect_in err "$sentence"
}

# What is told of those that stay open, and what is refused.
refused "open.stl has an open end, loop-2: 4 corners about (2, 0, 0) of the file, area 1, that of a circle of radius 0.5642, looking to (1, 0, 0)" \
    -c tube.ini pipe.yaw=0 out.on=pipe:wall
expect_in err "on=pipe:loop-N of an inlet or outlet closes an open end"
refused "open.stl has no open end loop-3: it has 2 open ends" -c tube.ini out.on=pipe:loop-3
refused "lids.stl has no open end loop-1: it has 0 open ends" -c tube.ini pipe.mesh=lids.stl out.on=pipe:out
refused "the open end 'loop-2' is not flat" -c tube.ini pipe.mesh=bent.stl
refused "the open end 'loop-1' bends inwards" -c tube.ini pipe.mesh=horseshoe.stl
finish
