#!/bin/bash
# bench.sh - a figure comes with a checked flow, its size in bytes and the copy beside it; a wrong flow gives none.
# Not on the native device, on PoCL in turn of three, 8 s: it measures speeds.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
export POCL_MEMORY_LIMIT=1 # the ceilings take less time

run bench size=16 seconds=0.01 batches=1 --precision fp32 --json -o results
expect_code 0
expect_json out "d['schema'] == 'sluice.bench/1' and d['size'] == [16, 16, 16]"
expect_json out "d['bytes_per_update'] == 2 * 19 * 4 + 1 and d['bytes_per_cell'] == 19 * 4 + 2"
expect_json out "0 < d['mlups']['min'] <= d['mlups']['median'] <= d['mlups']['max']"
expect_json out "abs(d['gbps'] - d['mlups']['median'] * d['bytes_per_update'] / 1000) < 1e-6 * d['gbps']"
expect_json out "0 <= d['flow_checksum'] < 0.03 and d['ceiling_gbps'] > 0"
expect_json results/bench.jsonl "d['schema'] == 'sluice.bench/1'"
run bench size=16 seconds=0.01 --precision fp32 -o results
expect_code 2

# A model that is no fluid is checked by a uniform stream.
run bench size=16 seconds=0.01 batches=1 --lattice d3q7 --precision fp16c --json
expect_code 0
expect_json out "d['bytes_per_update'] == 2 * 7 * 2 + 1 and d['flow_checksum'] < 0.03"

# Kernels that move populations the wrong way make a flow, but not this one.
cp -r "$kernels" wrong
sed -i 's/#define LB_LOAD_AT 0/#define LB_LOAD_AT 1/' wrong/stream/in_place.cl
run bench size=16 seconds=0.01 batches=1 --precision fp32 --kernel-dir wrong
expect_code 5
expect_in err "flow is wrong"
expect_not_in out "fp32/fp32"

run bench size=8
expect_code 2
run bench size=64,64
expect_code 2
expect_in err "d3q19 needs one (a cube) or three"
finish
