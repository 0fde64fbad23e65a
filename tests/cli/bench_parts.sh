#!/usr/bin/env bash
# bench_parts.sh - a box cut among several processes: the right flow, efficiency of the speeds beside it, and
# one sentence where it cannot be.
# Usage: bench_parts.sh PROGRAM
# Not on the native device, on PoCL in turn of three, 28 s: it measures speeds.
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
root=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/../support/cli.sh" "$1"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77
need_device
export POCL_MEMORY_LIMIT=1 # the ceilings take less time
numerics=(--lattice d2q9 --lanes 1 --precision fp32 --tune=never --progress never)
quick=(seconds=0.002 batches=2 "${numerics[@]}")

# An exchange that leaves populations where they were gives no figure.
if case_runs ""; then
    cp -r "$root/kernels" wrong
    sed -i 's/CODE found = received.*;/CODE found = sent[p[LB_PIECE_SENT_AT] + k];/' wrong/exchange/halo_exchange.cl
    expect_true "halo_exchange.cl was broken" \
        eval "! cmp -s '$root/kernels/exchange/halo_exchange.cl' wrong/exchange/halo_exchange.cl"
    run bench "${quick[@]}" size=16 parts=2 --devices 0,0 --kernel-dir "$work/wrong" --json
    expect_code 5
    expect_in err "parts=2: "
    expect_in err "flow is wrong"
    expect_empty out
fi
finish_matrix

# Weak: 16 cells for each part, in a row along y; each part sends three codes of each of 16 cells at both ends.
run bench "${quick[@]}" --precision fp32,fp16s size=16 parts=1,2 --devices 0,0 -o weak
expect_code 0
expect_in out "1 part"
expect_in err "warning: parts share a device of --devices 0,0"
expect_in out "2 parts as 1x2x1: efficiency "
expect_lines weak/bench.jsonl "[(x['parts']['count'], x['parts']['split'], x['size']) for x in d] == \
    [(1, '1x1x1', [16, 16, 1])] * 2 + [(2, '1x2x1', [16, 32, 1])] * 2"
expect_lines weak/bench.jsonl "[x['exchange']['sent_bytes_per_step'] for x in d] == \
    [0, 0] + [2 * b * 2 * 16 * 3 for b in (4, 2)]"
expect_lines weak/bench.jsonl "all(x['flow_checksum'] < 0.03 and x['parts']['scaling'] == 'weak' and \
    x['parts']['over_parts'] == 1 and x['command'].startswith('sluice bench seconds=0.002') for x in d)"
expect_lines weak/bench.jsonl "all(d[n]['parts']['efficiency'] == 1 for n in (0, 1)) and all(abs( \
    d[n]['parts']['efficiency'] * 2 * d[n - 2]['mlups']['median'] / d[n]['mlups']['median'] - 1) < 1e-9 \
    for n in (2, 3)) and all(d[n]['exchange']['exposed_ms_per_step'] > 0 for n in (2, 3))"
expect_lines weak/bench.jsonl "[x['exchange'].get('way') for x in d] == [None] * 2 + ['shared memory'] * 2"
expect_true "two lines tell the way" test "$(grep -c 'a step, by shared memory$' out)" -eq 2
expect_true "the CSV has its columns" "$python" -c 'import csv
rows = list(csv.DictReader(open("weak/bench.csv")))
assert [(r["parts"], r["split"], r["scaling"]) for r in rows[1:3]] == [("1", "1x1x1", "weak"), ("2", "1x2x1", "weak")]
assert float(rows[2]["efficiency_parts"]) > 0 and rows[2]["over_parts"] == "1"'
if "$program" setups karman | grep -q png; then expect_file weak/scaling.png; fi

"$python" "$root/benchmarks/report.py" weak/bench.jsonl -o weak.html || complain "no report"
expect_in weak.html "<h2>2 × "

# By a launcher of one's own, cut otherwise, with the files put together.
ranks "$launcher" 2 "$program" bench "${quick[@]}" size=16 parts=2 --split 2x1x1 -o two
expect_code 0
expect_lines two/bench.jsonl "d[0]['size'] == [32, 16, 1] and d[0]['parts']['split'] == '2x1x1'"
expect_lines two/bench.jsonl "'over_parts' not in d[0]['parts'] and d[0]['parts']['efficiency'] is None"
expect_true "no chart of one" test ! -e two/scaling.png
run bench two/bench.jsonl weak/bench.jsonl --json
expect_code 0
expect_lines out "abs(d[0]['parts']['efficiency'] * 2 * d[1]['mlups']['median'] / d[0]['mlups']['median'] - 1) < 1e-9"

# Strong: the box is the whole one.
run bench "${quick[@]}" size=64 parts=1,2,4 scaling=strong --print-case --json
expect_code 0
expect_lines out "[(x['size'], x['parts']['split']) for x in d] == \
    [([64, 64, 1], s) for s in ('1x1x1', '1x2x1', '1x4x1')]"

# What a part has no memory for is skipped, before it is measured.
run bench "${quick[@]}" size=20000 parts=1,2 scaling=strong --devices 0,0
expect_code 4
expect_in out "size 20000,10000,1 needs"
expect_in err "every point was skipped"

# A signal ends the processes of all parts; what was measured stays.
$in_background "$program" bench "${numerics[@]}" seconds=60 size=64 parts=2 --devices 0,0 --dump-kernels "$work/kernels" \
    >out 2>err </dev/null &
pid=$!
wait_until test -d kernels
sleep 1
kill -INT "$pid"
ended
command_line="interrupted"
expect_code 130
expect_in err "interrupted"
expect_true "no process is left" test -z "$(pgrep -f "$work/kernels" || true)"

refused() { # words of the sentence, arguments...
    run bench "${quick[@]}" "${@:2}"
    expect_code 2
    expect_in err "$1"
    expect_empty out
}
refused "parts=3: each part takes a device, and --devices 0,0 names 2" size=16 parts=1,3 --devices 0,0
refused "goes from the fewest up" size=16 parts=2,1 --devices 0,0
refused "'0' is no number of parts" size=16 parts=0 --devices 0,0
refused "scaling=fast is neither weak" size=16 parts=1 scaling=fast
refused "are for parts=" size=16 scaling=strong
refused "are for parts=" size=16 --split 1x2x1
refused "exclude each other" size=16 parts=1,2 loopback=y --devices 0,0
refused "--device and --devices" size=16 parts=1,2 --device 0 --devices 0,0
refused "sizes=max is for one device" sizes=max parts=1,2 --devices 0,0
refused "these are 2 parts, and parts= asks for 1" size=16 parts=1,2 --split 1x2x1 --devices 0,0
refused "these are 2 grids, and parts= has 1 number" size=16 parts=2 --split 1x2x1,auto --devices 0,0
refused "1 cell wide along z" size=16 parts=2 --split 1x1x2 --devices 0,0
refused "the box is 16 cells wide along y" size=16 parts=32 scaling=strong --split 1x32x1
run bench weak/bench.jsonl --devices 0,0
expect_code 2
expect_in err "measures nothing"
for arguments in "parts=1,2" "parts=4"; do
    ranks "$launcher" 2 "$program" bench "${quick[@]}" size=16 "$arguments"
    expect_code 2
    expect_in err "the launcher started 2 processes"
done
ranks "$launcher" 2 "$program" bench "${quick[@]}" size=16
expect_code 2
expect_in err "bench: started as 2 processes, but only"
"$folder/sluice_ranks_alone" bench "${quick[@]}" size=16 parts=1,2 --devices 0,0 >out 2>err && complain "no MPI"
expect_in err "which this sluice was built without"
finish
