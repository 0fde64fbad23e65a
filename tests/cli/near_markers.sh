#!/bin/bash
# near_markers.sh - beside a membrane, whether its force is computed for a cell or known to be 0 there
# makes no difference: in vectors of one lane every cell is by itself, in wide ones it shares a piece
# with others that have a marker near.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
# First the lanes that the others are held against.
declare -A always=([mrt-8x4]=always)
for collision in srt trt mrt; do
    wanted=()
    for lanes in 8x4 16x16; do
        if case_runs "${always[$collision-$lanes]:-}"; then wanted+=("$lanes"); fi
    done
    if ((${#wanted[@]} == 0)); then continue; fi
    for lanes in 1x1 "${wanted[@]}"; do
        run run capsule radius=3 size=16,12,16 subdivisions=1 shear-rate=1e-3 steps=30 vtk=30 png=0 \
            --collision "$collision" --lanes "$lanes" -o "$collision-$lanes"
        expect_not_in err diverged
    done
    for lanes in "${wanted[@]}"; do
        for file in deformation.csv membrane-000000030.vtp field-000000030.vti; do
            expect_true "$collision, $lanes: the same $file" \
                cmp "$collision-1x1/$file" "$collision-$lanes/$file"
        done
    done
done
finish_matrix
finish
