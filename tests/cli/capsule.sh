#!/bin/bash
# capsule.sh - files of a capsule, the same bits from its case file, meshes that are refused.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
tiny=(radius=3 "size=16,12,20" subdivisions=1 shear-rate=1e-2 --collision srt png=0)

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
run run capsule "${tiny[@]}" steps=5 vtk=0 -o bare
expect_true "vtk=0 leaves the membrane out, too" test ! -e bare/membrane.pvd

# A membrane that blows up is a divergence, and the last state is there to be looked at.
run run capsule "${tiny[@]}" capillary=0.0001 steps=1500 vtk=100000 -o blown
expect_code 3
expect_in err "sluice: the membrane diverged: at step"
expect_in err "its files are in blown"
expect_json blown/run.json "d['status'] == 'diverged' and 0 < d['steps'] < 1500"
expect_json blown/run.json "'the membrane diverged' in d['message'] and 'fields.pvd' in d['files']"

run run capsule law=rubber --print-case
expect_code 2
expect_in err "known: neo-hookean skalak"
run run capsule "law=a;b" --print-case
expect_code 2
expect_in err "is not a plain text"
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
run run capsule "${tiny[@]}" mesh=good.off radius=2 steps=2 -o tetrahedron
expect_code 0
for mesh in turned degenerate open; do
    run run capsule "${tiny[@]}" mesh=$mesh.off -o "never-$mesh"
    expect_true "$mesh.off is refused" test "$code" -ne 0
    expect_in err "triangle"
    expect_in err "$mesh.off"
    expect_true "no folder for $mesh.off" test ! -e "never-$mesh"
done
run run capsule "${tiny[@]}" mesh=good.off radius=4.5 -o never-large
expect_code 2
expect_in err "size=16,12,20 is too small for radius=4.5"
finish
