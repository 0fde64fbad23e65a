#!/bin/bash
# turns.sh - steps that go back through memory every other time, as on GPUs, give the same files.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
cp -r "$kernels" onward
sed -i 's/if (!LB_TURNS)/if (1)/' onward/step/step.cl
cp -r "$kernels" turning
sed -i 's/if (!LB_TURNS)/if (0)/' turning/step/step.cl
for way in onward turning; do
    expect_true "step.cl was changed" eval "! cmp -s '$kernels/step/step.cl' $way/step/step.cl"
done

# same FILE SETUP ARGUMENTS...: vectors that fill no whole number of groups, and groups that no
# quarter divides, are among them.
same() {
    local file=$1
    shift
    for way in onward turning; do
        run run "$@" vtk=0 png=0 --kernel-dir $way -o "$way-$1"
        expect_not_in err diverged
    done
    expect_true "$1: the same $file" cmp "onward-$1/$file" "turning-$1/$file"
}
case_runs always && same probe.csv karman radius=4 size=50,90 steps=201 --lanes 2
case_runs && same energy.csv taylor-green length=24 steps=50 --streaming pull
case_runs && same profile_z.csv cavity quick=1 length=20 steps=41 --lanes 4x1
finish_matrix
finish
