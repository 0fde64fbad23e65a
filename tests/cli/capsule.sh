#!/bin/bash
# capsule.sh - files of a capsule, the same bits from its case file, meshes that are refused.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
shear=(subdivisions=1 shear-rate=1e-2 --collision srt png=0)
box=("size=16,12,20" "${shear[@]}")
tiny=(radius=3 "${box[@]}")

run run capsule "${tiny[@]}" steps=120 law=skalak -o first
expect_code 0
for file in deformation.csv membrane.pvd membrane-000000000.vtp membrane-000000100.vtp case.ini; do
    expect_file "first/$file"
done
expect_json first/run.json "0 < d['results']['taylor_deformation'] < 1"
expect_json first/run.json "d['parameters']['law'] == 'skalak' and 'membrane.pvd' in d['files']"
run run -c first/case.ini -o second
expect_code 0
expect_true "the same bits again" cmp first/deformation.csv second/deformation.csv
for value in bending=0.1 area-stiffness=2 area-resistance=5; do
    run run capsule "${tiny[@]}" steps=120 law=skalak "$value" vtk=0 -o "with-$value"
    expect_code 0
    expect_true "$value matters" "$python" - "with-$value" <<'PYTHON'
import csv, sys
d = [float(list(csv.DictReader(open(f + "/deformation.csv")))[-1]["taylor"])
     for f in ("first", sys.argv[1])]
sys.exit(0 if 0 < d[1] < d[0] else 1)
PYTHON
done
expect_true "vtk=0 leaves the membrane out, too" test ! -e with-bending=0.1/membrane.pvd

# A membrane that blows up is a divergence, and the last state is there to be looked at.
run run capsule "${tiny[@]}" capillary=0.0001 steps=1500 vtk=100000 -o blown
expect_code 3
expect_in err "sluice: the membrane diverged: at step"
expect_in err "its files are in blown"
expect_json blown/run.json "d['status'] == 'diverged' and 0 < d['steps'] < 1500"
expect_json blown/run.json "'the membrane diverged' in d['message'] and 'fields.pvd' in d['files']"
expect_json blown/run.json "{'deformation.csv', 'membrane-%09d.vtp' % d['steps']} <= set(d['files'])"
expect_true "what was observed is kept" test "$(wc -l <blown/deformation.csv)" -gt 2
run run capsule "${tiny[@]}" bending=1000 area-stiffness=3 steps=500 vtk=0 -o stiff
expect_code 3
expect_in err "a lower area-stiffness, bending, shear-rate or a larger capillary may help"

# Membrane and flow are written at the same steps, whatever is observed, and at the end.
run run capsule "${tiny[@]}" steps=30 vtk=7 probe=2 -o sevens
for step in 07 14 21 28 30; do
    expect_file "sevens/field-0000000$step.vti"
    expect_file "sevens/membrane-0000000$step.vtp"
done
expect_true "and at no others, but the start" test "$(find sevens -name '*.vtp' | wc -l)" -eq 6

# Walls are slower than sound; what is not used is told.
run run capsule radius=3 size=16,12,64 "${shear[@]}" --print-case
expect_code 2
expect_in err "moves the walls of a box 64 cells high by 0.31 cells a step"
advice=$(sed -n 's/.*a shear-rate of \([^ ]*\) here.*/\1/p' err)
run run capsule radius=3 size=16,12,64 "shear-rate=$advice" --print-case
expect_code 0
run run capsule "${tiny[@]}" area-resistance=2 natural-curvature=0 steps=2 -o unused
expect_in err "area-resistance= is not used: it is of law=skalak; natural-curvature= is not used"

run run capsule law=rubber --print-case
expect_code 2
expect_in err "known: neo-hookean skalak"
run run capsule "law=a ;b" --print-case
expect_code 2
expect_in err "is not one word, without a comma"
run run capsule mesh=nowhere.stl --print-case
expect_code 1
expect_in err "nowhere.stl"

tetrahedron() { # last triangle
    printf 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n%s\n' "$1"
}
tetrahedron '3 0 3 2' >good.off
tetrahedron '3 0 2 3' >turned.off
tetrahedron '3 0 3 3' >degenerate.off
{
    tetrahedron '3 0 3 2' | sed 's/^4 4 0/4 3 0/' | sed '$d'
} >open.off
run run capsule "${box[@]}" mesh=good.off radius=2 steps=2 -o tetrahedron
expect_code 0
expect_in err "sluice: warning: the longest side of the mesh has"
expect_json tetrahedron/run.json "'longest side' in d['warning']"
# Its case file runs from anywhere, and a path in a case file is looked for beside it.
mkdir -p elsewhere/meshes
cd elsewhere || exit 1
run run -c ../tetrahedron/case.ini -o again
cd ..
expect_code 0
expect_true "the mesh is found from elsewhere" cmp tetrahedron/deformation.csv \
    elsewhere/again/deformation.csv
sed 's|^mesh = .*|mesh = meshes/moved.off|' tetrahedron/case.ini >elsewhere/own.ini
cp good.off elsewhere/meshes/moved.off
run run -c elsewhere/own.ini -o beside
expect_code 0
expect_true "the mesh is found beside the case file" cmp tetrahedron/deformation.csv \
    beside/deformation.csv
expect_json beside/run.json "d['parameters']['mesh'].endswith('elsewhere/meshes/moved.off')"
deep=$(printf 'deep%.0s/' {1..100})
run run capsule "mesh=$deep/good.off" --print-case
expect_code 2
expect_in err "its whole path has"

# Two bodies in one file.
printf 'OFF\n8 8 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 0\n4 0 0\n3 1 0\n3 0 1\n' >two.off
for first in 0 4; do
    for corners in "0 2 1" "0 1 3" "1 2 3" "0 3 2"; do
        read -r a b c <<<"$corners"
        printf '3 %d %d %d\n' $((a + first)) $((b + first)) $((c + first))
    done
done >>two.off
run run capsule size=40,16,20 mesh=two.off radius=2 --print-case
expect_code 0
expect_in out "the mesh has 2 separate bodies"

for mesh in turned degenerate open; do
    run run capsule "${tiny[@]}" mesh=$mesh.off -o "never-$mesh"
    expect_true "$mesh.off is refused" test "$code" -ne 0
    expect_in err "triangle"
    expect_in err "$mesh.off"
    expect_true "no folder for $mesh.off" test ! -e "never-$mesh"
done
# Octahedra, of half height H, beside walls that take the first and the last of 20 cells.
octahedron() {
    printf 'v 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nv 0 0 %s\nv 0 0 -%s\n' "$1" "$1"
    for side in "1 2" "2 3" "3 4" "4 1"; do
        read -r a b <<<"$side"
        printf 'f %d %d 5\nf %d %d 6\n' "$a" "$b" "$b" "$a"
    done
}
octahedron 3.5 >fits.obj
octahedron 4 >near.obj
octahedron 6 >wall.obj
run run capsule "${box[@]}" mesh=fits.obj radius=2 --print-case
expect_code 0
run run capsule "${box[@]}" mesh=near.obj radius=2 --print-case
expect_code 2
expect_in err "radius=2 takes 14.8 cells along z; at least 21 are needed"
run run capsule "${box[@]}" mesh=wall.obj radius=2 --print-case
expect_code 2
expect_in err "the corner (8, 6, 19.672) of triangle 1 of 8 (line 7, corners"
expect_in err "goes from 1 to 19 along z"
expect_in err "a larger size than 16,12,20 or a smaller radius than 2 would do"
expect_in err "/wall.obj)"
# No node near the plane through the middle: the outline is where the sides cross it, so the
# pictures of two bodies differ.
block() { # lengths along x and z
    for z in 0 "$2"; do
        printf 'v 0 0 %d\nv %d 0 %d\nv %d 1 %d\nv 0 1 %d\n' "$z" "$1" "$z" "$1" "$z" "$z"
    done
    printf 'f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n'
}
block 2 1 >block1.obj # the same lengths, so the same kernels
block 1 2 >block2.obj
for n in 1 2; do
    run run capsule "${box[@]}" mesh=block$n.obj radius=2 capillary=1 steps=101 vtk=0 -o "outline$n"
    expect_code 0
done
if [ -e first/deformation.png ]; then # else a build without pictures
    expect_file outline1/outline.png
    expect_true "each its own" bash -c '! cmp -s outline1/outline.png outline2/outline.png'
fi
run run capsule "${box[@]}" mesh=good.off radius=4.5 -o never-large
expect_code 2
expect_in err "size=16,12,20 is too small for radius=4.5"
finish
