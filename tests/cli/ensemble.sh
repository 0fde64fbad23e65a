#!/bin/bash
# ensemble.sh - runs=N repeats a setup with other seeds and goes on where it was stopped.
# Not on the native device, on PoCL in turn of three, 12 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# All of one box, so that they share their kernels.
tiny=(raindrop "size=24,24,44" diameter=16 depth=1 particles=20 vtk=0 png=0)

# Two seeds in two formats; each run is as it would be alone.
run run "${tiny[@]}" steps=10 seed=5 runs=2 --precision fp32/fp32,fp32/fp16s -o rain
expect_code 0
expect_in out "4 of 4 runs finished"
expect_in out "fp32/fp16s"
for name in seed-5-fp32-fp32 seed-5-fp32-fp16s seed-6-fp32-fp32 seed-6-fp32-fp16s; do
    expect_json "rain/$name/run.json" "d['status'] == 'done' and d['parameters']['runs'] == 1"
done
expect_json rain/seed-6-fp32-fp16s/run.json "d['parameters']['seed'] == 6 and d['precision'] == 'fp32/fp16s'"
expect_json rain/ensemble.json "d['schema'] == 'sluice.ensemble/1' and d['runs_finished'] == 4"
expect_json rain/ensemble.json "[s['runs'] for s in d['statistics']] == [2, 2]"
expect_json rain/ensemble.json "[r['seed'] for r in d['runs']] == [5, 5, 6, 6]"
expect_file rain/results.csv
expect_true "bins of both formats, and a header" "$python" - <<'PYTHON'
import csv
rows = list(csv.DictReader(open("rain/histogram.csv"), strict=True))
formats = [r["precision"] for r in rows]
assert formats.count("fp32/fp32") == formats.count("fp32/fp16s") == len(rows) // 2 > 3
assert all(float(r["droplets_mean"]) >= 0 for r in rows)
own = [r for r in rows if r["precision"] == "fp32/fp32"]
assert all(a["diameter_um_high"] == b["diameter_um_low"] for a, b in zip(own, own[1:]))
PYTHON
run run -c rain/seed-6-fp32-fp16s/case.ini -o alone
expect_code 0
expect_true "a run alone leaves the same table" cmp -s alone/cavity.csv rain/seed-6-fp32-fp16s/cavity.csv

# Nothing is left to do: only the statistics are made anew.
touch -d 2001-01-01 rain/seed-*/run.json
run run "${tiny[@]}" steps=10 seed=5 runs=2 --precision fp32/fp16s --json -o rain
expect_code 0
expect_json out "d['schema'] == 'sluice.ensemble/1' and d['formats'] == ['fp32/fp32', 'fp32/fp16s']"
expect_true "no run was touched" test -z "$(find rain -name run.json -newermt 2002-01-01)"
run run "${tiny[@]}" steps=10 seed=5 runs=3 -o rain
expect_code 0
expect_in err "4 of 6 runs are in rain already"
expect_file rain/seed-7-fp32-fp16s/run.json
expect_true "only the third seed was run" test "$(find rain -name run.json -newermt 2002-01-01 | wc -l)" -eq 2

# Which runs failed, and in what: a box of one and a half diameters is too narrow for the splash.
run run "${tiny[@]}" steps=120 runs=2 -o narrow
expect_code 5
expect_in err "2 of 2 runs failed their verdict; seed 1 in fp32/fp32: speed of the cavity's floor"
expect_in err "; seed 2 in fp32/fp32: speed"

# What does not fit is said, and changes nothing.
run run "${tiny[@]}" steps=10 seed=5 runs=3 diameter_si=3e-3 -o rain
expect_code 2
expect_in err "diameter_si is 0.004 there and 0.003 here"
run run "${tiny[@]}" steps=10 seed=5 runs=2 -o rain
expect_code 2
expect_in err "was started with runs=3"
run run "${tiny[@]}" steps=10 runs=2 -o alone
expect_code 2
expect_in err "holds no ensemble"
run run "${tiny[@]}" steps=10 runs=2 u=0.05,0.1 -o never
expect_code 2
run run taylor-green length=16 steps=2 runs=2 -o never
expect_code 2
expect_in err "runs"
run compare "${tiny[@]}" steps=2 runs=2 -o never
expect_code 2
expect_in err "runs is for \`sluice run\`"
expect_true "no folder was made" test ! -e never

# Ctrl-C: the same command goes on with what was under way, and so does `resume`.
command_line="sluice run raindrop, an ensemble interrupted"
$in_background "$program" run "${tiny[@]}" steps=1e12 runs=2 -o stopped >out 2>err </dev/null &
pid=$!
wait_for stopped/seed-1-fp32-fp32/run.json running
sleep 1
kill -s INT "$pid"
ended
expect_code 130
expect_in err "0 of 2 runs finished"
expect_in err "-o stopped goes on"
expect_json stopped/seed-1-fp32-fp32/run.json "d['status'] == 'interrupted'"
expect_json stopped/ensemble.json "d['runs_finished'] == 0 and d['runs_wanted'] == 2"
run run "${tiny[@]}" steps=1e12 runs=2 max-wall=1 -o stopped
expect_code 0
cp stopped/seed-1-fp32-fp32/run.json before.json
expect_json before.json "d['status'] == 'max-wall'"
run resume stopped max-wall=1
expect_code 0
expect_json stopped/seed-1-fp32-fp32/run.json "d['steps'] > json.load(open('before.json'))['steps']"
expect_true "nothing was set aside" test ! -e stopped/seed-1-fp32-fp32-stopped-1
rm -r stopped/seed-1-fp32-fp32/checkpoint
run resume stopped max-wall=1
expect_in err "saved nothing to go on from; it is kept as stopped/seed-1-fp32-fp32-stopped-1"
expect_json stopped/seed-1-fp32-fp32-stopped-1/run.json "d['status'] == 'max-wall'"

finish
