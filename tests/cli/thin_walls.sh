#!/bin/bash
# thin_walls.sh - sheets of cases: two flows on both sides of one, lines and meshes as plates, holes, forces, moments,
# parts and checkpoints, and what is refused.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

# A channel with a sheet in it: both flows are parabolas, 5e-6 y (height - y), and flow is their sum over the cells.
channel() { # wall body flow
    cat <<INI
[case]
setup = case
lattice = d2q9
collision = trt
precision = fp64/fp64
[box]
size = 8,16
[fluid]
tau = 0.8
speed = 0.001
[body sheet]
$2
thin = 1
wall = $1
[face y-]
kind = wall
[face y+]
kind = wall
[force]
acceleration = 1e-6,0
[plane cut]
centre = 4,2
[line across]
from = 4.5,0
to = 4.5,16
points = 17
offset = half
[stop]
steps = 6000
[expect force]
result = sheet.force.x
value = 6.4e-5
within = 0.01 %
source = exact: half of what drives both flows
[expect drag]
result = sheet.drag
value = 16
within = 0.01 %
source = exact: that over speed^2/2 and 8 cells
[expect flow]
result = cut.flow
value = $3
within = $4
INI
}

for wall in 'halfway 6.2' 'exact 6'; do
    read -r wall at <<<"$wall"
    channel "$wall" $'shape = plate\nfrom = 0,'"$at"$'\nto = 8,'"$at" 1.02e-3 '0.001 %' >flat.ini
    run run -c flat.ini -o "flat-$wall" vtk=0 png=0
    expect_code 0
    expect_in out "sheet.links          24, between fluid cells that the sheet crosses"
done
# off the lattice: 6.3 cells below, 9.7 above
channel exact $'mesh = line.csv\nat = 4,6.3' 9.72e-4 '0.001 %' >line.ini
printf 'x,y\n0,0\n3,0\n8,0\n' >line.csv
run run -c line.ini -o line vtk=0 png=0
expect_code 0
# the faces are half-way walls, which rr moves a little
run run -c line.ini -o moments vtk=0 png=0 --collision rr --streaming moments expect.flow.within='0.3 %' \
    expect.force.within='0.1 %' expect.drag.within='0.1 %'
expect_code 0
run run -c line.ini -o curved vtk=0 png=0 sheet.wall=curved expect.flow.within='0.5 %'
expect_code 5 # depends on the viscosity

# A rectangle of STL text, of which a cut takes a round hole away: the force on it is that of the whole box.
cat >square.stl <<'STL'
solid square
facet normal 1 0 0
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 0 1 1
endloop
endfacet
facet normal 1 0 0
outer loop
vertex 0 0 0
vertex 0 1 1
vertex 0 0 1
endloop
endfacet
endsolid square
STL
cat >hole.ini <<'INI'
[case]
setup = case
lattice = d3q19
collision = trt
[box]
size = 12,12,12
[fluid]
tau = 1
[body sheet]
mesh = square.stl
scale = 12
at = 6.2,6,6
thin = 1
wall = exact
[body hole]
shape = cylinder
axis = 1,0,0
at = 6,6,6
radius = 3
length = 3
inside = cut
[force]
acceleration = 1e-5,0,0
[stop]
steps = 1200
[mean]
skip = 50
[expect force]
result = sheet.force.x / (1728 * 1e-5)
value = 1
within = 0.1 %
[expect area]
result = sheet.area
above = 0
INI
sed -i '/^\[expect area\]/,$d' hole.ini
run run -c hole.ini -o hole vtk=0 png=0
expect_code 0
links() { sed -n 's/.*sheet.links *\([0-9]*\),.*/\1/p' out; }
with=$(links)
run run -c hole.ini -o shared vtk=0 png=0 --precision fp32/bfp12 expect.force.within='2 %'
expect_code 0
run run -c hole.ini -o whole vtk=0 png=0 hole.radius=0.8 hole.at=1,6,6 steps=0
expect_code 0
expect_true "5 links from each of 144 cells: $(links)" [ "$(links)" -eq 720 ]
expect_true "a hole has fewer: $with" [ "$with" -lt 640 ]

# A step across a channel: cells beside it and beside a half-way wall have one exponent for all that they find.
{
    channel exact $'shape = plate\nfrom = 2.3,0\nto = 2.3,6.2' 1 '1 %' | sed '/^\[plane/,/^offset/d; /^\[expect/,$d'
    printf '[mean]\nskip = 50\n[expect momentum]\nresult = balance\nvalue = 0\nwithin = 1e-3\n'
} >step.ini
run run -c step.ini -o step vtk=0 png=0 --precision fp32/mx8 fluid.speed=0.05 force.acceleration=5e-5,0
expect_code 0

# Two sheets 1.2 cells apart, in which trt at tau = 0.51 has eigenvalues above 1.
{
    sed '/^\[expect/,$d' flat.ini
    printf '[body roof]\nshape = plate\nfrom = 0,7.2\nto = 8,7.2\nthin = 1\nwall = exact\n'
} >narrow.ini
run run -c narrow.ini -o narrow steps=0 fluid.tau=0.51
expect_code 0
expect_in out "the narrowest is 1.2 cells from wall to wall"
expect_in out "in gaps as narrow as 1.2 cells wall=exact may let disturbances grow, with trt at tau = 0.51"
run run -c narrow.ini -o narrow-rr steps=0 fluid.tau=0.51 --collision rr
expect_code 0
expect_not_in out "may let disturbances grow"

# What cannot be is refused.
refused() { # sentence, arguments
    local sentence=$1
    shift
    run run -o wrong "$@"
    expect_code 2
    expect_in err "$sentence"
}
refused "thin walls, which cannot be combined with a format that keeps mass to the last bit" -c flat.ini --precision fp32/fix16x
refused "[body sheet]: shape=plate has nothing inside: it needs thin=1" -c flat.ini sheet.thin=0
refused "a plate is a line between two different points" -c flat.ini sheet.to=0,6
refused "a disc is a sheet of three dimensions" -c flat.ini sheet.shape=disc sheet.at=4,6 sheet.from= sheet.to=
refused "thin=1 is for mesh=FILE, shape=plate and shape=disc, not for shape=box" -c flat.ini sheet.shape=box
refused "inside=fluid says nothing of a sheet" -c flat.ini sheet.inside=fluid
refused "[body sheet]: radius=2 says nothing of plate" -c flat.ini sheet.radius=2
refused "a sheet (thin=1) stays where it is" -c flat.ini sheet.turn=0.001
refused "the sheet 'sheet' lies between no two fluid cells" -c flat.ini sheet.from=0,15.8 sheet.to=8,15.8
refused "holes=accept says nothing of a sheet" -c hole.ini sheet.holes=accept
{
    cat hole.ini
    printf '[body ball]\nshape = sphere\nat = 3,3,3\nradius = 1\nwall = exact\n'
} >ball.ini
refused "wall=exact for the sheet as well" -c ball.ini sheet.wall=halfway
printf 'x,y\n0,0\n3,0\n3,1\n0,0\n' >line.csv
refused "ends where it begins: thin=1 is for sheets that are open" -c line.ini
# four triangles of a tetrahedron
{
    echo "OFF"
    echo "4 4 0"
    printf '0 0 0\n1 0 0\n0 1 0\n0 0 1\n'
    printf '3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n'
} >closed.off
refused "is closed: thin=1 is for sheets that are open" -c hole.ini sheet.mesh=closed.off
finish
