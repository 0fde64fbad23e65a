#!/bin/bash
# diverged.sh - a flow that blows up ends with 3, says where and what to try, and keeps what was written.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# Re 100000 on a cylinder of radius 4: tau is 0.500072
run run karman radius=4 re=1e5 u=0.3 vtk=1 --json -o blown
expect_code 3
expect_in err "sluice: the flow diverged: at step"
expect_in err "in cell"
expect_in err "a lower velocity, a larger viscosity"
expect_json out "d['status'] == 'diverged' and d['diverged'] is True and d['verdict'] is None"
expect_json out "d['steps'] <= 10000 and d == json.load(open('blown/run.json'))"
expect_file blown/field-000000001.vti

run run karman radius=4 re=1e5 u=0.3 -o blown-again
expect_code 3
expect_in out "verdict: none - the flow diverged at step"
finish
