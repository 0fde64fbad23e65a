#!/bin/bash
# roofline.sh - what is counted agrees with what the layout moves and with itself; ceilings and speeds beside it.
# Not on the native device, on PoCL in turn of three, 11 s: it measures speeds.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# Without a compiler and without a driver that makes PTX there is a sentence.
mkdir empty
ln -s "$python" empty/python3
PATH_BEFORE=$PATH
PATH=$work/empty run roofline --no-measure size=16 --precision fp32 --collision srt
if [ "$code" -ne 0 ]; then
    expect_code 1
    PATH=$PATH_BEFORE expect_in err "there is no clang in PATH"
fi
PATH=$PATH_BEFORE
run roofline --no-measure size=16 --precision fp32 --collision srt
if [ "$code" -eq 1 ] && grep -qF "there is no clang" err; then
    echo "no clang"
    exit 77
fi

# Bytes are those of the layout: 38 populations and a word of 4 bytes for each vector.  The second half of a vector costs what
# the first does, so operations per cell do not depend on the lanes, but for the share of the indices.
run roofline --no-measure size=16 --precision fp32,fp16s --collision srt,mrt --json
expect_code 0
expect_json out "d['schema'] == 'sluice.roofline/1' and d['ceilings'] is None and len(d['points']) == 4"
expect_json out "[p['bytes_per_update'] - 4 / p['lanes'] for p in d['points']] == [152, 152, 76, 76]"
expect_json out "all(p['vector_instructions']['load_bytes'] + p['vector_instructions']['store_bytes'] == p['lanes'] * p['bytes_per_update'] for p in d['points'])"
expect_json out "all(p['vector_instructions']['unknown'] == 0 and p['mlups'] is None for p in d['points'])"
expect_json out "d['points'][1]['float_operations'] > d['points'][0]['float_operations'] > 100"
expect_json out "d['points'][2]['conversions'] >= 38 > d['points'][0]['conversions']"
expect_json out "all(abs(p['operations_per_byte'] * p['bytes_per_update'] - p['float_operations'] - p['integer_operations']) < 1e-9 for p in d['points'])"
floats=$("$python" -c "import json; print(json.load(open('out'))['points'][0]['float_operations'])")
run roofline --no-measure size=16 --precision fp32 --collision srt --lanes 1 --json
expect_json out "d['points'][0]['lanes'] == 1 and d['points'][0]['float_operations'] == $floats"
expect_json out "d['points'][0]['vector_instructions']['load_bytes'] == 76 + 4"

# A multiply-add more per cell is two operations more.
cp -r "$kernels" longer
sed -i '/^LB_INLINE void lb_collide_rest(/,/^{/s/^{/{\n    *h = fma(*h, c.e.jx, c.e.rest);/' longer/collide/srt.cl
run roofline --no-measure size=16 --precision fp32 --collision srt --json --kernel-dir longer
expect_json out "d['points'][0]['float_operations'] == $floats + 2"

run roofline size=16 memory=256K batches=1 seconds=0.01 --precision fp32 --collision srt --json -o results
expect_code 0
expect_json out "d['ceilings']['bandwidth_gbps'] > 0 and d['ceilings']['fp32_gops'] > 0 and d['ceilings']['int32_gops'] > 0"
expect_json out "d['points'][0]['mlups'] > 0 and 0 <= d['points'][0]['flow_checksum'] < 0.03"
expect_json out "abs(d['points'][0]['share'] * d['points'][0]['limit_mlups'] - d['points'][0]['mlups']) < 1e-6 * d['points'][0]['mlups']"
expect_json out "d['points'][0]['ceiling_gbps'] == d['ceilings']['bandwidth_gbps']"
expect_json out "d['points'][0]['limit_mlups'] * d['points'][0]['bytes_per_update'] <= 1000.001 * d['points'][0]['ceiling_gbps']"
expect_json results/roofline.json "len(d['points']) == 1"
expect_in results/roofline.csv "d3q19,srt,fp32/fp32"
if [ -e results/roofline.png ]; then expect_in results/roofline.svg "</svg>"; fi
run roofline --no-measure size=16 --precision fp32 -o results
expect_code 2

# Without memory= the ceiling of fewer bytes is at least that of more, and the largest is told.
run roofline size=64 batches=1 seconds=0.01 --precision fp32,fp16s --collision srt --json
expect_code 0
expect_json out "0 < d['points'][0]['ceiling_gbps'] <= d['points'][1]['ceiling_gbps'] == d['ceilings']['bandwidth_gbps']"

# An accumulation that is wrong in one link gives no rate.
cp -r "$kernels" wrong
sed -i 's/LB_LINK(x7)$/LB_LINK(x6)/' wrong/probes/peak.cl
run roofline size=16 memory=256K batches=1 --precision fp32 --collision srt --kernel-dir wrong
expect_code 1
expect_in err "computed a wrong number"

run roofline --no-measure size=16 --precision fp31
expect_code 2
run roofline size=8
expect_code 2
run roofline --tolerance 1
expect_code 2
finish
