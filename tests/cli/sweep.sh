#!/bin/bash
# sweep.sh - a list of numbers makes one run for each value, in folders of their own, and a table.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run run taylor-green length=16 tau=0.8,1,4/3 steps=20 vtk=0 png=0 -o out-tau
expect_code 0
for value in 0.8 1 4_3; do
    expect_file "out-tau/tau-$value/run.json"
done
expect_file out-tau/sweep.csv
expect_true "a header and three rows" test "$(wc -l <out-tau/sweep.csv)" -eq 4
expect_json out-tau/sweep.json "len(d['runs']) == 3 and d['parameter'] == 'tau'"
expect_json out-tau/sweep.json "[r['parameters']['tau'] for r in d['runs']] == [0.8, 1, 4/3]"
expect_json out-tau/sweep.json "all(r['steps'] == 20 for r in d['runs'])"

run run taylor-green length=16 tau=0.8,1 steps=2 vtk=0 png=0 --json
expect_code 0
expect_json out "d['schema'] == 'sluice.sweep/1' and len(d['runs']) == 2"

# All values are looked at before the first run.
run run taylor-green length=16 tau=0.8,0.1 steps=2 -o never
expect_code 2
expect_in err "tau=0.1 is out of range"
expect_true "no folder was made" test ! -e never
run run taylor-green length=16 tau=0.8,,1
expect_code 2
expect_in err "value 2 is missing"
run run taylor-green length=16,32 tau=0.8,1
expect_code 2
expect_in err "a sweep goes along one parameter"
run run taylor-green length=16 tau=0.8,1 --print-case
expect_code 2
finish
