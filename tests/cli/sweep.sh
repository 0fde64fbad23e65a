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
expect_true "each run has its name and its verdict" "$python" -c "
lines = open('out').read().split('\n')
assert [lines[n + 1][:8] for n, line in enumerate(lines) if line in ('tau=0.8', 'tau=1', 'tau=4/3')] == 3 * ['verdict:']
assert len(lines) < 20, lines"
expect_true "a header and three rows" test "$(wc -l <out-tau/sweep.csv)" -eq 4
expect_json out-tau/sweep.json "len(d['runs']) == 3 and d['parameter'] == 'tau'"
expect_json out-tau/sweep.json "[r['parameters']['tau'] for r in d['runs']] == [0.8, 1, 4/3]"
expect_json out-tau/sweep.json "all(r['steps'] == 20 for r in d['runs'])"

run run taylor-green length=16 tau=0.8,1 steps=2 vtk=0 png=0 --json
expect_code 0
expect_json out "d['schema'] == 'sluice.sweep/1' and len(d['runs']) == 2"

# Words make a list as numbers do.
run run poiseuille quick=1 wall=halfway,curved steps=2 vtk=0 png=0 --json
expect_code 0
expect_json out "[r['parameters']['wall'] for r in d['runs']] == ['halfway', 'curved']"
run run poiseuille quick=1 wall=halfway,slippery steps=2 -o never
expect_code 2
expect_in err "wall=slippery: it must be halfway, curved or exact"
expect_in err "wall=halfway,slippery is a list of 2 values."
expect_true "no folder was made" test ! -e never

# All values are looked at before the first run.
run run taylor-green length=16 tau=0.8,0.1 steps=2 -o never
expect_code 2
expect_in err "tau=0.1 is out of range"
expect_in err "This is run 2 of 2: tau=0.1."
expect_true "no folder was made" test ! -e never
# Twice is refused, be it one number or a list; why nothing is shown is said once.
run run taylor-green length=12,24 length=16 steps=2 -o never
expect_code 2
expect_in err "run: 'length=12,24' and 'length=16' are of the same parameter; which of them?"
expect_true "no folder was made" test ! -e never
run run taylor-green length=16 tau=0.8000000000000000,1 steps=2 vtk=0 png=0 --live -o later
expect_code 0
expect_json later/sweep.json "d['axes'] == ['tau'] and all(r['parameters']['length'] == 16 for r in d['runs'])"
expect_true "--live is answered once" test "$(grep -c -e '--live shows nothing' err)" -eq 1
expect_true "columns are as wide as their words" test "$(grep -cE '^(0\.80{15} {3}|1 {20}) ' out)" -eq 2
run run taylor-green length=16 tau=0.8,,1
expect_code 2
expect_in err "value 2 is missing"
run run taylor-green length=16 --precision fp32,fp17 -o never
expect_code 2
expect_in err "fp17"
run run taylor-green length=16 --collision srt,rr --streaming in-place,moments steps=2 -o never
expect_code 2
expect_in err "--streaming moments is for collisions that keep nothing but moments"
expect_true "no folder was made" test ! -e never
run run taylor-green length=16 tau=0.8,1 --print-case
expect_code 2

# Several lists are a grid: the last one changes fastest, methods come behind numbers.
run run taylor-green length=16 u0=0.1,0.2 tiles=1,2 --collision srt,trt --precision fp16s \
    --rounding nearest,stochastic steps=10 vtk=0 png=0 -o grid
expect_code 0
expect_true "the grid in its order, and each run is what its row says" "$python" - <<'PYTHON'
import csv, itertools, json
rows = list(csv.DictReader(open("grid/sweep.csv"), strict=True))
expected = list(itertools.product(["0.1", "0.2"], ["1", "2"], ["srt", "trt"], ["nearest", "stochastic"]))
assert list(rows[0])[:5] == ["u0", "tiles", "collision", "rounding", "verdict"], rows[0]
assert [tuple(row.values())[:4] for row in rows] == expected
whole = json.load(open("grid/sweep.json"))
assert whole["axes"] == ["u0", "tiles", "collision", "rounding"] and whole["parameter"] == "u0"
for row, run in zip(rows, whole["runs"], strict=True):
    p = run["parameters"]
    assert (p["u0"], p["tiles"]) == (float(row["u0"]), int(row["tiles"])), run
    assert (run["collision"], run["rounding"]) == (row["collision"], row["rounding"]), run
    drift = run["results"]["mass_drift"]
    assert abs(drift - float(row["mass_drift"])) <= 1e-8 * abs(drift), run
PYTHON
expect_file grid/u0-0.1_tiles-1_srt_fp32-fp16s-stochastic/run.json

# Two values may not come to the same folder.
long=1.0000000000000000000000000000000000000000
for pair in 0.8,0.8 4/3,4_3 "${long}1,${long}2"; do
    run run taylor-green length=16 "tau=1,$pair" steps=2 -o never
    expect_code 2
    expect_in err "tau=${pair%,*} and tau=${pair#*,}, would share the folder"
    expect_true "no folder was made" test ! -e never
done

# The setup may come from a case file.
run run -c out-tau/tau-1/case.ini tau=0.8,1 steps=3 -o by-case
expect_code 0
expect_json by-case/sweep.json "d['setup'] == 'taylor-green'"
expect_json by-case/sweep.json "[r['parameters']['tau'] for r in d['runs']] == [0.8, 1]"
expect_json by-case/sweep.json "all(r['parameters']['length'] == 16 and r['steps'] == 3 for r in d['runs'])"
run run -c nowhere.ini tau=0.8,1
expect_code 1
expect_in err "nowhere.ini"

# A first value without results takes nothing from the others.
run run capsule radius=3 size=16,12,20 subdivisions=1 --collision srt shear-rate=1e-2 steps=1500 \
    capillary=0.0001,0.1 vtk=0 png=0 -o blown
expect_code 3
expect_in err "capillary=0.0001: the membrane diverged: at step"
expect_in out "                   -"
expect_true "the table has the second's results, the first's fields are empty" "$python" - <<'PYTHON'
import csv, json
first, second = list(csv.DictReader(open("blown/sweep.csv"), strict=True))
results = json.load(open("blown/sweep.json"))["runs"][1]["results"]
assert first.pop("capillary") == "0.0001" and first.pop("verdict") == "diverged", first
assert first and set(first.values()) == {""}, first
assert set(second) == set(results) | {"capillary", "verdict"}, (second, results)
for name in first:
    assert abs(float(second[name]) - results[name]) <= 1e-8 * abs(results[name])
PYTHON

# A run that was not judged has no verdict in the table, either: at this Mach number nothing is.
run run taylor-green length=16 tau=0.8,1 steps=20 vtk=0 png=0 -o unjudged
expect_code 0
expect_true "no verdict" "$python" - <<'PYTHON'
import csv, json
for row in csv.DictReader(open("unjudged/sweep.csv")):
    verdict = json.load(open(f"unjudged/tau-{row['tau']}/run.json"))["verdict"]
    assert verdict is None or verdict["pass"] is None, verdict
    assert row["verdict"] == "none", row
PYTHON

# Interrupted while the first kernels are built.
command_line="sluice run taylor-green, a sweep interrupted early"
POCL_CACHE_DIR=$work/fresh $in_background "$program" run taylor-green length=16 tau=0.8,1 steps=1e12 -o early \
    >out 2>err </dev/null &
pid=$!
wait_until test -d early/tau-0.8
kill -s INT "$pid"
ended
expect_code 130
expect_true "no empty folder stays" test ! -e early -o -s early/tau-0.8/run.json
finish
