#!/bin/bash
# walls.sh - vectors of nothing but walls: whether the step reads them and drops what it read, as on
# GPUs, or leaves them out changes nothing, and raises no alarm.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
case=(karman radius=4 'size=48,96' steps=200 vtk=0 png=0 --precision fp32/fp16c --lanes 1)
cp -r "$kernels" reading
sed -i 's/if (LB_SKIPS_SOLID /if (0 /' reading/step/any_vector.cl
cp -r "$kernels" skipping
sed -i 's/if (LB_SKIPS_SOLID /if (1 /' skipping/step/any_vector.cl
for way in reading skipping; do
    run run "${case[@]}" --kernel-dir $way -o of-$way
    expect_true "any_vector.cl was changed" eval "! cmp -s '$kernels/step/any_vector.cl' $way/step/any_vector.cl"
    expect_not_in err diverged
done
for file in probe.csv forces.csv; do
    expect_true "the same $file" cmp of-reading/$file of-skipping/$file
done
finish
