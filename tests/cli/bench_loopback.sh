#!/usr/bin/env bash
# bench_loopback.sh - a device that is its own neighbour: the right flow, and what cuts cost beside none.
# Usage: bench_loopback.sh PROGRAM
# Not on the native device, on PoCL in turn of three, 6 s: it measures speeds.
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
export POCL_MEMORY_LIMIT=1 # the ceilings take less time
quick=(size=16 seconds=0.002 batches=2 --lattice d2q9 --lanes 1 --progress plain)

# Each format without cuts and with them; a step sends three codes of each of 16 cells at both ends.
run bench "${quick[@]}" --precision fp32,fp16s loopback=y,xy -o cut
expect_code 0
expect_in out "cut across xy:"
expect_lines cut/bench.jsonl "[x.get('loopback') for x in d] == [None, 'y', 'xy'] * 2"
expect_lines cut/bench.jsonl "[x['exchange']['sent_bytes_per_step'] for x in d if 'exchange' in x] == \
    [b * n for b in (4, 2) for n in (2 * 16 * 3, 2 * 2 * 16 * 3 - 4)]"
expect_lines cut/bench.jsonl "all(x['exchange']['exposed_ms_per_step'] >= 0 and x['flow_checksum'] < 0.03 and \
    abs(x['exchange']['over_uncut'] * d[n // 3 * 3]['mlups']['median'] / x['mlups']['median'] - 1) < 1e-9 \
    for n, x in enumerate(d) if 'exchange' in x)"
expect_true "the CSV has its columns" "$python" -c 'import csv
rows = list(csv.DictReader(open("cut/bench.csv")))
assert [r["loopback"] for r in rows] == ["", "y", "xy"] * 2 and float(rows[1]["over_uncut"]) > 0'
run bench cut/bench.jsonl --json
expect_code 0
without_noise() { # which is worked out anew, from numbers of 15 digits
    sed 's/"noise":[^,]*,//' "$1"
}
expect_true "the same lines" cmp <(without_noise out) <(without_noise cut/bench.jsonl)
run bench cut/bench.jsonl --compare cut/bench.jsonl
expect_code 0

# What cannot be cut is skipped, with its reason.
run bench "${quick[@]}" --precision fp32 --collision rlb --streaming moments loopback=y,x --json
expect_code 0
expect_in out "skipped\":\"case 'bench' keeps moments in place of populations, which cannot be cut across x"
expect_true "what rows keep is sent" grep -q "\"sent_bytes_per_step\":$((2 * 16 * 6 * 4))" out

refused() { # words of the sentence, arguments...
    run bench "${quick[@]}" "${@:2}"
    expect_code 2
    expect_in err "$1"
}
refused "loopback=q: these are no axes to cut across; write" loopback=q
refused "loopback=yy: these are no axes" loopback=yy
refused "is one cell wide along z" loopback=yz
refused "an item of the list 'y,' is empty" loopback=y,
finish
