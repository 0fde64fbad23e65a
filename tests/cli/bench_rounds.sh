#!/bin/bash
# bench_rounds.sh - rounds measure all points in turns, and relate each to the first of the same round.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
quick=(size=16 seconds=0.002 batches=2)

run bench "${quick[@]}" rounds=2 --precision fp32,fp16s -o two --progress plain
expect_code 0
expect_in err "round 1 of 2, d3q19 srt fp32/fp32"
expect_in out "of 2 batches in each of 2 rounds over all points"
expect_lines two/bench.jsonl "[(x['precision'], x['rounds'], len(x['round_mlups'])) for x in d] == \
    [('fp32/fp32', 2, 2), ('fp32/fp16s', 2, 2)]"
expect_lines two/bench.jsonl "all(abs(sum(x['round_mlups']) / 2 / x['mlups']['median'] - 1) < 1e-12 for x in d)"
expect_lines two/bench.jsonl "all(x['mlups']['min'] <= min(x['round_mlups']) and \
    x['mlups']['max'] >= max(x['round_mlups']) for x in d)"
expect_lines two/bench.jsonl "'over_first' not in d[0] and all(abs(a - b) < 1e-12 for a, b in zip( \
    sorted(y / x for x, y in zip(d[0]['round_mlups'], d[1]['round_mlups'])), \
    [d[1]['over_first'][k] for k in ('min', 'max')]))"
expect_true "the CSV has its columns" "$python" -c 'import csv
rows = list(csv.DictReader(open("two/bench.csv")))
assert [r["rounds"] for r in rows] == ["2", "2"] and None not in rows[1]
assert rows[0]["over_first"] == "" and float(rows[1]["over_first_min"]) <= float(rows[1]["over_first"])'

# Read and written again, nothing is lost; a line of before there were rounds has one.
run bench two/bench.jsonl --json
expect_code 0
expect_true "the same lines" cmp out two/bench.jsonl
sed -E 's/"rounds":2,|"round_mlups":\[[^]]*\],|"over_first":\{[^}]*\},//g' two/bench.jsonl >old.jsonl
run bench old.jsonl --json
expect_code 0
expect_lines out "all(x['rounds'] == 1 and 'round_mlups' not in x and 'over_first' not in x for x in d)"
sed 's/"round_mlups":\[[^]]*\]/"round_mlups":[]/' two/bench.jsonl >bad.jsonl
run bench bad.jsonl --json
expect_code 1
expect_in err "'round_mlups' is no list of speeds"

# A point that is skipped, or whose kernel fails, is no first one.
cp -r "$kernels" wrong
printf '#error this format is not to be had\n' >wrong/storage/fp32.cl
run bench seconds=0.002 batches=2 sizes=16,50000 --precision fp32,fp16s,fp16c rounds=2 --json --kernel-dir wrong
expect_true "a kernel that cannot be built is a failure" test "$code" -ne 0
expect_lines out "[(x['precision'], x.get('rounds')) for x in d] == [('fp32/fp16s', 2), ('fp32/fp16c', 2), \
    ('fp32/fp32', None), ('fp32/fp16s', None), ('fp32/fp16c', None)]"
expect_lines out "'over_first' not in d[0] and 'over_first' in d[1] and d[2]['skipped']"

# A signal ends it; the rounds until then are kept.
command_line="sluice bench, interrupted"
"$program" bench "${quick[@]}" rounds=99 --precision fp32,fp16s --progress plain -o stopped \
    >out 2>err </dev/null &
pid=$!
wait_for err " left" || complain "no point was measured" # the first line knows no time yet
kill -s INT "$pid"
code=0
wait "$pid" || code=$?
expect_code 130
expect_lines stopped/bench.jsonl "len(d) in (1, 2) and 1 <= d[0]['rounds'] < 99 and \
    all(0 <= d[0]['rounds'] - x['rounds'] <= 1 for x in d)"

for words in rounds=0 rounds=100 rounds=two; do
    run bench "$words"
    expect_code 2
    expect_empty out
done
finish
