#!/bin/bash
# case_lanes.sh - boxes that no number of lanes divides: the last slab is filled up, and the bytes are those of one lane,
# and of a run that goes on with another number.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

{
    printf '[case]\nsetup = case\nlattice = d3q19\n[box]\nresolution = 19\nsize = 1,1,1\n[fluid]\ntau = 0.6\nspeed = 0.02\n'
    printf '[face x-]\nkind = velocity\nu = 0.02,0,0\n[face x+]\nkind = pressure\n'
    for face in y- y+ z-; do printf '[face %s]\nkind = wall\n' "$face"; done
    printf '[face z+]\nkind = wall\nu = 0.01,0,0\n[probe p]\nat = 0.8,0.5,0.5\n[profile q]\nalong = z\nmean = 0\n[stop]\nsteps = 60\n'
    printf '[body ball]\nshape = sphere\nat = 0.4,0.5,0.5\nradius = 0.2\nwall = curved\n'
} >odd.ini
declare -A always=([fp16s]=always)
for format in fp32 fp16s bfp12 fp64; do
    case_runs "${always[$format]:-}" || continue
    a=fp32; [ $format != fp64 ] || a=fp64
    for lanes in 1 8; do
        run run -c odd.ini --precision $a/$format --lanes $lanes vtk=30 png=0 checkpoint=30 -o odd-$format-$lanes
        expect_code 0
        expect_in out "V=$lanes "
    done
    for file in field-000000060.vti forces.csv probes.csv profile-q.csv; do
        expect_true "$format: the same $file" cmp odd-$format-1/$file odd-$format-8/$file
    done
done
finish_matrix

run resume odd-fp16s-1 --lanes 8 steps=90
expect_code 0
run resume odd-fp16s-8 --lanes 1 steps=90
expect_code 0
expect_true "the same field, continued" cmp odd-fp16s-1/field-000000090.vti odd-fp16s-8/field-000000090.vti
finish
