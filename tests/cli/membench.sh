#!/bin/bash
# membench.sh - every pattern and width has a figure, and memory that holds the wrong words has none.
# Not on the native device, on PoCL in turn of three, 15 s: it measures speeds.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run membench size=256K batches=1 --json -o results
expect_code 0
expect_json out "d['schema'] == 'sluice.membench/1' and d['size_bytes'] == 256 * 1024 and d['batches'] == 1"
expect_json out "len(d['points']) == 35 and all(0 < p['gbps_median'] <= p['gbps'] for p in d['points'])"
expect_json out "{p['bytes_per_word'] for p in d['points']} == {2, 4, 8, 16, 64}"
expect_json out "{(p['access'], p['pattern']) for p in d['points']} == {('copy', 'coalesced')} | {(a, b) for a in ('read', 'write') for b in ('coalesced', 'shifted', 'strided')}"
expect_json out "d['in_place_19_planes_gbps'] > 0"
expect_json results/membench.json "d['schema'] == 'sluice.membench/1'"
expect_in results/membench.csv "bytes_per_word,read_coalesced_gbps"
expect_true "the table has a row for each width" test "$(wc -l <results/membench.csv)" -eq 6
run membench size=256K batches=1 -o results
expect_code 2

# Kernels that miss a word, or bring it to the wrong place, are found out.
cp -r "$kernels" wrong
sed -i 's/#define LB_STRIDED(i) (n \* LB_WORDS + (i))/#define LB_STRIDED(i) (n * LB_WORDS + (i) % 15)/' wrong/probes/membench.cl
run membench size=256K batches=1 --kernel-dir wrong
expect_code 1
expect_in err "strided read, 2 bytes: the memory does not hold what it should"
expect_empty out
cp -r "$kernels" leaky
sed -i 's/DO(15) DO(16) DO(17) DO(18)/DO(15) DO(16) DO(17)/' leaky/probes/stream_ceiling.cl
run membench size=256K batches=1 --kernel-dir leaky
expect_code 1
expect_in err "streams in place"

run membench size=12
expect_code 2
expect_in err "size goes from 65536"
run membench size=4Q
expect_code 2
expect_in err "a number of bytes"
run membench batches=0
expect_code 2
run membench --lattice d3q19
expect_code 2
run membench -d no-such-device
expect_code 4
finish
