#!/bin/bash
# quick.sh - quick=1 of every setup ends by itself, with a verdict that passes.
# Not on the native device, on PoCL in turn of three, 62 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# Setups whose quick=1 is long: always with fewer cells and steps, as they are in the matrix.
declare -A smaller=(
    [capsule]="radius=4 subdivisions=2 size=40,24,48 shear-rate=2e-3"
    [taylor-green-3d]="time=1.5"
    [raindrop]="time_si=0.8e-3"
    [static-drop]="--lattice d2q9"
    [case]="-c $(cd "$(dirname "$0")/../.." && pwd)/docs/cases/picture.ini"
    [tunnel]="--lattice d2q9 body=cylinder re=40 resolution=8 u=0.1 skip=50 until=110"
)

expect_pass() { # setup, further arguments
    run run "$1" quick=1 vtk=0 "${@:2}" -o "quick-$1-$#"
    expect_code 0
    expect_in out "verdict: passed"
    expect_not_in out "verdict: FAILED"
}

run setups --json
expect_code 0
names=$("$python" -c 'import json; print(*[json.loads(line)["name"] for line in open("out")])')
expect_true "there are setups" test -n "$names"
for setup in $names; do
    if [ -z "${smaller[$setup]:-}" ]; then
        if case_runs always; then expect_pass "$setup"; fi
        continue
    fi
    read -ra arguments <<<"${smaller[$setup]}"
    if case_runs always; then expect_pass "$setup" "${arguments[@]}"; fi
    if case_runs; then expect_pass "$setup"; fi
done
finish_matrix
finish
