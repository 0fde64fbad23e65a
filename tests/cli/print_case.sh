#!/bin/bash
# print_case.sh - --print-case derives every number without a device; values are the hand-calculated ones.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
export OCL_ICD_VENDORS=$work/no-vendors # no device at all
mkdir no-vendors

run run taylor-green length=32 tau=4/5 --print-case --json
expect_code 0
expect_json out "d['schema'] == 'sluice.case/1' and d['size'] == [32, 32, 1] and d['cells'] == 1024"
expect_json out "abs(d['tau'] - 0.8) < 1e-12 and abs(d['viscosity'] - 0.1) < 1e-12"
expect_json out "abs(d['omega'] - 1.25) < 1e-12 and d['precision'] == 'fp32/fp32'"

# 9 populations of 2 and of 4 bytes and a flag byte; pull has two copies, and keeps the fields.  Beside them 65536 cells
# share 2^12 places for staging and 2^12 for probes, of four numbers, 2^11 survey items of 16 of 8 bytes, and an alarm.
run run taylor-green --precision fp16c --print-case --json
expect_json out "d['bytes_per_cell'] == 19 + 1 + 1 + 4 + 8 / 65536 and d['precision'] == 'fp32/fp16c'"
run run taylor-green --precision FP32 --streaming pull --print-case --json
expect_json out "d['bytes_per_cell'] == 72 + 1 + 12 + 1 + 1 + 4 + 8 / 65536 and d['streaming'] == 'pull'"
run run taylor-green --precision fp64 --no-shift --print-case --json
expect_json out "d['precision'] == 'fp64/fp64' and d['shift'] is False"

# nu = 2 R u / Re, and the force that drives the parabola: 4 nu u / R^2
run run poiseuille radius=20 re=10 umax=0.1 --print-case --json
expect_json out "abs(d['viscosity'] - 0.4) < 1e-12 and abs(d['force'][0] - 4e-4) < 1e-15"

run run karman --print-case --devices 0,0 --split 1x2x1
expect_code 0
expect_in out "512 x 1024"
run run karman --print-case
expect_code 0
expect_empty err
for word in "512 x 1024" "relaxation time tau" "viscosity nu" "device memory" "bytes per cell"; do
    expect_in out "$word"
done
# Of a GPU's memory, as compare tells it before it runs.
expect_in out "on a GPU; in small boxes a CPU takes more"
bytes=$(sed -n 's/^  bytes per cell *\([0-9.]*\).*/\1/p' out)
run compare karman --precision fp32 --print-case
expect_true "compare tells the same" grep -q "^  fp32/fp32 *$(printf %.4g "$bytes") " out
expect_true "nothing is left behind" test -z "$(ls -d karman-* 2>/dev/null)"

# The box follows the radius, and no parameter says otherwise.
run run karman radius=16 --print-case --json
expect_json out "d['size'] == [256, 512, 1] and 'size' not in d['parameters']"
run run karman size=600,1200 --print-case --json
expect_json out "d['size'] == [600, 1200, 1] and d['parameters']['size'] == [600, 1200]"

# A comparison has the same case in several formats.
run compare taylor-green length=32 --precision fp64,fp16s --print-case --json
expect_code 0
expect_json out "d['schema'] == 'sluice.compare-case/1'"
expect_json out "[c['precision'] for c in d['cases']] == ['fp64/fp64', 'fp32/fp16s']"
expect_json out "d['cases'][0]['bytes_per_update'] == 144 and d['cases'][1]['bytes_per_update'] == 36"
run compare taylor-green length=32 --precision fp64,fp16s --shift both --print-case
expect_code 0
expect_in out "relaxation time tau"
expect_in out "  fp32/fp16s, no shift"
expect_true "nothing is left behind" test -z "$(ls -d taylor-green-* 2>/dev/null)"
run compare taylor-green length=0 --print-case
expect_code 2

run run karman quick=1
expect_code 4
expect_empty out
finish
