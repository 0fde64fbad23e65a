#!/bin/bash
# quick.sh - quick=1 of every setup ends by itself, with a verdict that passes.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run setups --json
expect_code 0
names=$("$python" -c 'import json; print(*[json.loads(line)["name"] for line in open("out")])')
expect_true "there are setups" test -n "$names"
for setup in $names; do
    run run "$setup" quick=1 vtk=0 -o "quick-$setup"
    expect_code 0
    expect_in out "verdict: passed"
    expect_not_in out "verdict: FAILED"
done
finish
