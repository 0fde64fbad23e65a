#!/bin/bash
# bench_lists.sh - sweeps: lists, skipped points, devices, and what they leave behind.
# Not on the native device, on PoCL in turn of three, 37 s: it measures speeds.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run bench size=16 --precision all --collision all --streaming all --rounding all --print-case
expect_code 0
for word in rr mrt fp64/fp64 fp32/mx8 pull stochastic; do expect_in out " $word "; done
export POCL_MEMORY_LIMIT=1 # the ceilings take less time

quick=(seconds=0.002 batches=2 --precision fp32 --lattice d2q9)

run bench "${quick[@]}" sizes=16,24x32 --streaming in-place,pull --json
expect_code 0
expect_lines out "[(x['size'], x['streaming']) for x in d] == \
    [([16, 16, 1], 'in-place'), ([16, 16, 1], 'pull'), ([24, 32, 1], 'in-place'), ([24, 32, 1], 'pull')]"
expect_lines out "all(x['command'].startswith('sluice bench seconds=0.002') for x in d)"
expect_lines out "all(x['time'].endswith('Z') and x['work_group'] > 0 and x['arithmetic_lanes'] > 0 for x in d)"
expect_lines out "all(abs(x['noise'] - (x['mlups']['max'] - x['mlups']['min']) / x['mlups']['median']) < 1e-9 for x in d)"
expect_lines out "all(x['warm_up_steps'] == 40 and x['batches'] == 2 and x['steps_per_batch'] > 0 for x in d)"
expect_lines out "all((x['efficiency'] is None) == (x['bytes_per_cell'] * x['size'][0] * x['size'][1] * x['size'][2] \
    <= (x['device']['cache_bytes'] or 0)) for x in d)"

# What a device cannot do is skipped, and the rest goes on.
run bench "${quick[@]}" sizes=16,50000 -o skip
expect_code 0
expect_in out "skipped: size 50000,50000,1 needs"
expect_in out "40 steps of warm-up, then the median, least and most of 2 batches"
expect_lines skip/bench.jsonl "len(d) == 2 and d[0]['mlups']['median'] > 0 and d[1]['mlups'] is None and 'would fit' in d[1]['skipped']"
expect_true "the CSV has its columns" "$python" -c 'import csv
rows = list(csv.DictReader(open("skip/bench.csv")))
assert len(rows) == 2 and None not in rows[0] and None not in rows[0].values()
assert float(rows[0]["mlups_min"]) <= float(rows[0]["mlups"]) and rows[1]["mlups"] == ""
assert rows[1]["skipped"].startswith("size 50000") and rows[0]["lattice"] == "d2q9"'
run bench "${quick[@]}" size=50000
expect_code 4
expect_in err "every point was skipped"
expect_not_in err "ceilings" # nothing was measured for it
# Two devices, each with its own copy.
export POCL_DEVICES="pthread pthread"
run devices --json
if [ "$("$python" -c 'import json; print(len(json.load(open("out"))["devices"]))')" -ge 2 ]; then
    run bench "${quick[@]}" size=16 --device all --print-case --json
    expect_lines out "len(d) >= 2"
    run bench "${quick[@]}" size=16 --device 1,0,1 --json
    expect_code 0
    expect_lines out "[x['device']['index'] for x in d] == [1, 0] and d[0]['ceiling_gbps'] != d[1]['ceiling_gbps']"
fi
unset POCL_DEVICES

# Progress on standard error; nothing there with -q.
run bench "${quick[@]}" size=16 -q --csv
expect_code 0
expect_empty err
expect_in out "time,version,commit,"

# Wrong lists end before anything is measured.
for words in "sizes=16,8" "sizes=16x" "size=16 sizes=16" "walls=2" "--lattice d3q19,d3q20" \
    "--lanes 3" "--precision fp32,,fp64" "sizes=16x16 --lattice d3q19" "--json --csv" \
    "--tolerance 0.1"; do
    # shellcheck disable=SC2086
    run bench $words
    expect_code 2
    expect_empty out
done

# The points without measuring them.
run bench --print-case size=64 --precision fp32,fp16c walls=0,1
expect_code 0
expect_in out "fp32/fp16c   64x64x64       walls"
run bench --print-case --json sizes=64,100000 --precision fp64
expect_code 0
expect_true "the small cube fits" eval "head -1 out | grep -q '\"bytes_per_update\":305,\"skipped\":null'"
expect_true "the large one does not" eval "tail -1 out | grep -q '\"skipped\":\"size 100000'"
run bench --print-case -o folder
expect_code 2
expect_true "no folder" test ! -e folder
finish
