#!/bin/bash
# self_test.sh - kernels that compute something else are found before the first step of a run.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
export SLUICE_SELF_TEST=auto
need_device

# A driver that builds something else is one whose kernels have another text.
wrong() { # file, pattern, replacement, arguments of the run
    local file=$1 from=$2 to=$3
    shift 3
    rm -rf wrong wrong-run
    cp -r "$kernels" wrong
    chmod -R u+w wrong
    sed -i "s|$from|$to|" "wrong/$file"
    expect_true "$file is another one" test ! "$(cmp "$kernels/$file" "wrong/$file" 2>&1)" = ""
    run run "$@" --kernel-dir wrong -o wrong-run
    expect_code 4
    expect_in err "sluice: the self-test found kernels that ${found:-compute something else}: "
    expect_in err "is right."
    expect_true "no folder stays" test ! -e wrong-run
}
flow=(taylor-green length=16 steps=5 png=0 vtk=0)
case_runs "" && wrong stream/pull.cl "LB_BOUNCE_SLOT(i, p) ((i) + 1)" "LB_BOUNCE_SLOT(i, p) (i)" \
    karman radius=4 steps=5 --streaming pull
case_runs "" && wrong collide/srt.cl "fma(keep, \*opposite, against)" "fma(keep, *h, against)" "${flow[@]}"
case_runs "" && wrong storage/fixed16.cl "LB_AS(short)(c));" "LB_AS(short)(c)) * 1.1f;" \
    cavity length=16 steps=5 --precision fp32/int16s
case_runs always && wrong heat/advected.cl "odd_part \* along - (scalar)0.5" "odd_part * along + (scalar)0.5" \
    heated-cavity length=16 steps=5 png=0 vtk=0 --precision fp32/fp16s --rounding stochastic
case_runs "" && wrong heat/advected.cl "odd_part \* along -" "odd_part * (scalar)1.01f * along -" \
    heated-cavity length=12 steps=5 png=0 vtk=0 --lattice d3q19 --streaming pull
# Noise of half its width rounds to one side, within what rounding explains in each cell.
case_runs always && found="round to one side" wrong rounding/stochastic.cl "n.word = (word ^ (word >> 13u)) \* 0xC2B2AE35u;" \
    "n.word = ((word ^ (word >> 13u)) * 0xC2B2AE35u) >> 1;" "${flow[@]}" --precision fp32/fp16s --rounding stochastic
finish_matrix

# What only arithmetic rounds may lie on one side.
run run poiseuille radius=15 steps=3 --precision fp64/fp64 png=0 vtk=0
expect_code 0
run run heated-cavity length=12 steps=5 --lattice d3q19 --precision fp32/fp16c png=0 vtk=0
expect_code 0

# Once for a device and its kernels, and again where what is kept is not the question.
rm -rf cache
run run taylor-green length=16 steps=5 png=0 vtk=0
expect_code 0
kept=$(ls cache/sluice/self-test-*.txt)
expect_in "$kept" "d2q9 srt fp32/fp32"
touch -d 2001-01-01 "$kept"
run run taylor-green length=32 steps=5 png=0 vtk=0
expect_true "another size is not tested again" test "$(date -r "$kept" +%Y)" = 2001
run run taylor-green length=16 steps=5 png=0 vtk=0 --self-test now
expect_true "now tests again" test "$(date -r "$kept" +%Y)" != 2001
printf 'damaged' >"$kept"
run run taylor-green length=16 steps=5 png=0 vtk=0
expect_code 0
expect_in "$kept" "d2q9 srt fp32/fp32"
chmod -w cache/sluice
run run taylor-green length=16 steps=5 png=0 vtk=0 --self-test now
expect_code 0 # what cannot be kept costs nothing else
chmod +w cache/sluice

run run taylor-green length=16 steps=5 --self-test soon
expect_code 2
SLUICE_SELF_TEST=soon run run taylor-green length=16 steps=5
expect_code 2
expect_in err "SLUICE_SELF_TEST: 'soon' is none of"

run self-test --lattice d2q9 --precision fp32/fp32,fp32/fp16c --collision srt,mrt --streaming in-place --json
expect_code 0
expect_json out "d['schema'] == 'sluice.self-test/1' and len(d['points']) == 4 and
    all(p['pass'] and 0 < p['deviation'] <= 1 for p in d['points'])"

wrong lattice/d2q9.def "-1, 0, 1, 36" "-1, 0, 1, 9" "${flow[@]}"
run run "${flow[@]}" --kernel-dir wrong --self-test never -o meant
expect_file meant/run.json
run self-test --lattice d2q9 --precision fp32/fp32 --collision srt --kernel-dir wrong
expect_code 4
expect_in out " WRONG, "
expect_in out "0 right, 3 wrong"
finish
