#!/bin/bash
# bench_rounds.sh - rounds measure all points in turns, and relate each to the first of the same round.
# Not on the native device, on PoCL in turn of three, 39 s: it measures speeds.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
export POCL_MEMORY_LIMIT=1 # the ceilings take less time
quick=(seconds=0.002 batches=2 --lattice d2q9 --progress plain)

# The first is skipped: it is no reference, and the heading tells of rounds all the same.
run bench "${quick[@]}" sizes=50000,16 rounds=2 --precision fp32,fp16s -o two
expect_code 0
expect_in err "round 1 of 2"
expect_in err "round 2 of 2"
expect_in out "of 2 batches in each of 2 rounds over all points"
expect_in out "over the first (least - most)"
expect_lines two/bench.jsonl "[(x['precision'], x['rounds'], len(x.get('round_mlups', []))) for x in d] == \
    [('fp32/fp32', 2, 0), ('fp32/fp16s', 2, 0), ('fp32/fp32', 2, 2), ('fp32/fp16s', 2, 2)]"
expect_lines two/bench.jsonl "all(abs(sum(x['round_mlups']) / 2 / x['mlups']['median'] - 1) < 1e-12 for x in d[2:])"
expect_lines two/bench.jsonl "all(x['mlups']['min'] <= min(x['round_mlups']) and \
    x['mlups']['max'] >= max(x['round_mlups']) for x in d[2:])"
expect_lines two/bench.jsonl "all('over_first' not in x for x in d[:3]) and all(abs(a - b) < 1e-12 for a, b in \
    zip(sorted(y / x for x, y in zip(d[2]['round_mlups'], d[3]['round_mlups'])), \
    [d[3]['over_first'][k] for k in ('min', 'max')]))"
expect_lines two/bench.jsonl "d[3]['over_first']['point'] == 'd2q9 srt fp32/fp32 16x16 in-place'"
expect_true "the CSV has its columns" "$python" -c 'import csv
rows = list(csv.DictReader(open("two/bench.csv")))
assert [r["rounds"] for r in rows] == ["2"] * 4 and all(None not in r and None not in r.values() for r in rows)
assert [r["over_first"] for r in rows[:3]] == [""] * 3 and rows[3]["first"].endswith("in-place")
assert 0 < float(rows[3]["over_first_min"]) <= float(rows[3]["over_first"]) <= float(rows[3]["over_first_max"])'

# Read and written again, nothing is lost; a line of before there were rounds has one.
run bench two/bench.jsonl --json
expect_code 0
without_noise() { # which is worked out anew, from numbers of 15 digits
    sed 's/"noise":[^,]*,//' "$1"
}
expect_true "the same lines" cmp <(without_noise out) <(without_noise two/bench.jsonl)
sed -E 's/"rounds":2,|"round_mlups":\[[^]]*\],|"over_first":\{[^}]*\},//g' two/bench.jsonl >old.jsonl
run bench old.jsonl --json
expect_code 0
expect_lines out "all(x['rounds'] == 1 and 'round_mlups' not in x and 'over_first' not in x for x in d)"
for wrong in 's/"round_mlups":\[[^]]*\]/"round_mlups":[]/' 's/"round_mlups":\[[^]]*\]/"round_mlups":[1,1e999]/' \
    's/"round_mlups":\[[^]]*\]/"round_mlups":{"a":1,"b":1}/' 's/"rounds":2/"rounds":3/' 's/"rounds":2/"rounds":2.5/' \
    's/"round_mlups":\[[^]]*\],//' 's/("over_first":.*"median"):[^,]*/\1:0/' 's/"point":"[^"]*",//'; do
    sed -E "$wrong" two/bench.jsonl >bad.jsonl
    run bench bad.jsonl --json
    expect_code 1
    expect_in err "bad.jsonl:"
done

# begin ARGUMENTS...: in the background, until its second round has begun.
begin() {
    command_line="sluice bench $*"
    : >err # not the last run's words
    $in_background "$program" bench "$@" >out 2>err </dev/null &
    pid=$!
    wait_for err "round 2 of"
}

# What fails in a later round keeps the rounds before, and is no reference any more.
cp -r "$kernels" changing
begin "${quick[@]}" size=16 rounds=3 --precision fp32,fp16s,fp16c --kernel-dir changing -o failing
printf '#error this format is not to be had\n' >changing/storage/fp32.cl
ended
expect_code 1
expect_in err "of 3 rounds, which count"
expect_lines failing/bench.jsonl "[x['precision'] for x in d] == ['fp32/fp32', 'fp32/fp16s', 'fp32/fp16c'] and \
    1 <= d[0]['rounds'] < 3 and d[1]['rounds'] == d[2]['rounds'] == 3 and \
    d[2]['over_first']['point'].startswith('d2q9 srt fp32/fp16s') and 'over_first' not in d[1]"

# A signal, here most likely while a ceiling is measured, ends it; the rounds until then are kept.
begin "${quick[@]}" size=16 rounds=99 --precision fp32,fp16s -o stopped
kill -s INT "$pid"
ended
expect_code 130
expect_lines stopped/bench.jsonl "len(d) == 2 and all(1 <= x['rounds'] < 99 for x in d) and \
    abs(d[0]['rounds'] - d[1]['rounds']) <= 1"

for words in rounds=0 rounds=100 rounds=two; do
    run bench "$words"
    expect_code 2
    expect_empty out
done
finish
