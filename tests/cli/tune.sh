#!/bin/bash
# tune.sh - layouts are measured when asked, kept, used again, overridden; a broken cache breaks nothing.
# Not on the native device, on PoCL in turn of three, 49 s: it measures speeds.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
export XDG_CACHE_HOME=$work/cache POCL_MEMORY_LIMIT=1 # the ceilings take less time
# At most four lanes divide these sizes, so there are few layouts to measure.
case=(taylor-green length=52 steps=50 probe=1 vtk=0 png=0)

# Without a measurement the rules decide, and say so; nothing is written.
run run "${case[@]}" -o by-rule
expect_in err "by rule: nothing measured yet"
expect_json by-rule/run.json "d['layout_by'] == 'rule' and 'nothing measured' in d['layout_because']"
expect_true "no cache appears unasked" test ! -e cache
expect_true "there is a flow to compare" test "$(wc -l <by-rule/energy.csv)" -gt 10

run run "${case[@]}" --tune now -o now
expect_in err "tuning: V="
expect_in out "measured just now"
expect_json now/run.json "d['layout_by'] == 'measured' and d['work_group'] >= 16"
expect_true "one answer is kept" test "$(find cache/sluice -name 'tuning-*.json' | wc -l)" -eq 1
answer=$(find cache/sluice -name 'tuning-*.json')
expect_json "$answer" "d['schema'] == 'sluice.tuning/2' and d['gain'] >= 1 and 'd2q9' in d['question']"

run run "${case[@]}" -o kept
expect_not_in err "tuning: V="
expect_json kept/run.json "d['layout_by'] == 'cache' and 'measured 20' in d['layout_because']"

# What the answer says is done, whatever it is: and the flow is the same to the last bit.
set_answer() { # lanes, arithmetic lanes, group
    sed -i "s/\"lanes\":.*/\"lanes\": $1,/; s/\"arithmetic_lanes\":.*/\"arithmetic_lanes\": $2,/; s/\"work_group\":.*/\"work_group\": $3,/" "$answer"
}
sed -i 's/"registers":.*/"registers": 112,/' "$answer"
run run "${case[@]}" -o theirs
expect_json theirs/run.json "d['layout_by'] == 'rule' and 'limit of registers' in d['layout_because']"
sed -i 's/"registers":.*/"registers": 0,/' "$answer"
set_answer 2 1 32
run run "${case[@]}" -o other
expect_json other/run.json "d['layout_by'] == 'cache' and (d['lanes'], d['arithmetic_lanes'], d['work_group']) == (2, 1, 32)"
expect_true "another layout gives the same flow" cmp by-rule/energy.csv other/energy.csv
expect_in other/case.ini "lanes = auto"

# --tune never, --lanes, --group and --registers do not ask the cache.
run run "${case[@]}" --tune never -o never
expect_json never/run.json "d['layout_by'] == 'rule' and d['lanes'] == json.load(open('by-rule/run.json'))['lanes']"
run run "${case[@]}" --lanes 4x2 -o lanes
expect_json lanes/run.json "d['layout_by'] == 'given' and (d['lanes'], d['arithmetic_lanes'], d['work_group']) == (4, 2, 64)"
expect_true "--lanes changes nothing in the flow" cmp by-rule/energy.csv lanes/energy.csv
run run "${case[@]}" --group 128 -o group
expect_json group/run.json "d['layout_by'] == 'given' and d['work_group'] == 128"
expect_true "--group changes nothing in the flow" cmp by-rule/energy.csv group/energy.csv
run run "${case[@]}" --registers any -o registers
expect_json registers/run.json "d['layout_by'] == 'given' and 'registers' not in d"
expect_true "--registers changes nothing in the flow" cmp by-rule/energy.csv registers/energy.csv

# Another case is another question.
run run "${case[@]}" --precision fp16s -o another
expect_json another/run.json "d['layout_by'] == 'rule'"

# Broken answers are told and count as none.
for broken in '' '{' '[]' '{"schema":"sluice.tuning/2"}'; do
    printf '%s' "$broken" >"$answer"
    rm -rf broken
    run run "${case[@]}" -o broken
    expect_json broken/run.json "d['layout_by'] == 'rule' and 'tuning-' in d['layout_because']"
    expect_true "a broken cache changes nothing" cmp by-rule/energy.csv broken/energy.csv
done

# A cache that cannot be written is told, too.
: >no-folder
XDG_CACHE_HOME=$work/no-folder run run "${case[@]}" --tune now -o unkept
expect_json unkept/run.json "d['layout_by'] == 'measured' and 'not kept' in d['layout_because']"

# The benchmark: measured, then found; files of figures cannot be tuned.  No lanes divide this size.
quick=(bench size=17 seconds=0.01 batches=1 --precision fp32 --lattice d2q9 --json)
run "${quick[@]}"
expect_json out "d['layout_by'] == 'rule'"
run "${quick[@]}" --tune now
expect_json out "d['layout_by'] == 'measured' and d['lanes_asked'] == 'auto'"
run "${quick[@]}" -o measured
expect_json out "d['layout_by'] == 'cache' and 'measured 20' in d['layout_because']"
run bench measured/bench.jsonl --tune now
expect_code 2
run bench --tune soon
expect_code 2
expect_in err "auto never now"
run bench --group 100
expect_code 2
for wrong in 31 256 96.5 96,128 few; do
    run bench --registers "$wrong"
    expect_code 2
    expect_in err "'$wrong' is no limit of registers: a whole number from 32 to 255, any or auto"
done

# Signals while layouts are timed.
command_line="sluice run, interrupted while tuning"
: >err # not the last run's words
$in_background "$program" run taylor-green length=52 steps=1000 --tune now -o stopped >out 2>err </dev/null &
pid=$!
wait_for err "tuning: V="
kill -s INT "$pid"
ended
expect_code 130
expect_in err "interrupted"
expect_true "no empty folder stays" test ! -e stopped
finish
