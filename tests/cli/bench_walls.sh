#!/bin/bash
# bench_walls.sh - between walls: how much is solid, and flows that are wrong there give no figure.
# Not on the native device, on PoCL in turn of three, 11 s: it measures speeds.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
export POCL_MEMORY_LIMIT=1 # the ceilings take less time
quick=(seconds=0.002 batches=2 --precision fp32)

# A shell of walls takes all but 14/16 of y, and of z where there is one.
declare -A always=([d3q15]=always)
for lattice in d2q9 d3q15 d3q27; do
    case_runs "${always[$lattice]:-}" || continue
    run bench "${quick[@]}" size=16 walls=1 --lattice $lattice --collision trt --json
    expect_code 0
    share=1-14/16
    if [ $lattice != d2q9 ]; then share='1-(14/16)**2'; fi
    expect_lines out "len(d) == 1 and abs(d[0]['solid_share'] - ($share)) < 1e-12"
done

# Walls that let the flow through, a lid that stands still, a force that is not there: no figure.
# Lanes across the walls, for which x must not be divisible, or there is nothing to bounce.
break_kernel() { # file, sed command, lattice and size
    rm -rf wrong
    cp -r "$kernels" wrong
    sed -i "$2" "wrong/$1"
    expect_true "$1 was broken" eval "! cmp -s '$kernels/$1' 'wrong/$1'"
    run bench "${quick[@]}" --lattice "$3" size="$4" walls=1 --lanes 4 --kernel-dir wrong
    expect_code 5
    expect_in err "flow is wrong"
}
case_runs always &&
    break_kernel cell/find_walls.cl 's/from |= 1u << i;/from |= 1u << i \& 0xaaaaaaaau;/' d2q9 17,16
case_runs && break_kernel step/any_vector.cl 's/if (LB_HAS_MOVING && /if (0 \&\& /' d2q9 17,16
case_runs && break_kernel core/moments.cl 's/LB_FORCE_Z/0/' d3q15 17,16,16
finish_matrix

run bench "${quick[@]}" size=16 walls=0,1 --shift both --lanes 1 --lattice d2q9 --json
expect_code 0
expect_lines out "[(x['walls'], x['shift']) for x in d] == [(False, True), (False, False), (True, True), (True, False)]"
expect_lines out "abs(d[2]['solid_share'] - 2 / 16) < 1e-12 and d[0]['solid_share'] == 0"
expect_lines out "all(x['lanes_asked'] == 1 and x['lanes'] == 1 and x['flow_checksum'] < 0.03 for x in d)"

run bench "${quick[@]}" size=16 walls=1 --lattice d3q7
expect_code 4
expect_in out "is no fluid"

# Without walls: a step that does nothing is noticed by the time the warm-up is over.
rm -rf wrong
cp -r "$kernels" wrong
sed -i 's/^    const struct step s = LB_STEP/    return;\n&/' wrong/step/step.cl
expect_true "step.cl was broken" eval "! cmp -s '$kernels/step/step.cl' wrong/step/step.cl"
run bench "${quick[@]}" size=64 --kernel-dir wrong
expect_code 5
expect_in err "flow is wrong after 40 steps"
finish
