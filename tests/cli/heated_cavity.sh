#!/bin/bash
# heated_cavity.sh - setups with a temperature from the command line: verdicts in 16 bits, its field in files,
# means of every step, bytes of a step, warnings and refusals.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# The same steps in 16 bits as in FP64: numbers of a steady state, and heat that goes in comes out.
run run heated-cavity quick=1 --precision fp64 vtk=0 png=0 -o exact
expect_code 0
expect_json exact/run.json "len(d['verdicts']) == 3 and d['verdict']['pass'] and d['steps'] < d['steps_planned']"
run run heated-cavity quick=1 --precision fp16s steps=9000 picture=temperature -o half
expect_code 0
expect_json half/run.json "all(abs(d['results'][k] / json.load(open('exact/run.json'))['results'][k] - 1) < 2e-3
    for k in ('nusselt', 'nusselt_cold', 'u_max', 'v_max'))"
expect_json half/run.json "d['results']['nusselt_over'] == 1280 and d['results']['cell_peclet'] < 2 and d['warnings'] == []"
expect_true "the field is in the file" grep -q 'Name="temperature"' half/field-000009000.vti

# D2Q9 and D2Q5, 14 numbers read and written, and a byte of flags; D3Q19 and D3Q7, 26 of them.
expect_json half/run.json "d['bytes_per_update'] == 57"
run run heated-cavity --lattice d3q19 quick=1 length=16 steps=10 vtk=0 png=0 --precision fp32 --json
expect_code 0
expect_json out "d['bytes_per_update'] == 209 and 'over 4 observations' in d['not_judged'][0]"

run run heated-cavity ra=1e6 length=32 steps=400 vtk=0 png=0 --json
expect_json out "any('Peclet number of a cell is 7' in w for w in d['warnings'])"
run run heated-cavity quick=1 steps=1600 vtk=0 png=0 --json
expect_code 0
expect_json out "'is still changing; 16179 steps' in d['not_judged'][0] and d['verdict'] is None"
run run heated-cavity pr=7 quick=1 steps=400 vtk=0 png=0 --json
expect_json out "'references for pr=0.71' in d['not_judged'][0]"

# Rolls between plates: below the onset they die, and the heat of both plates is that of conduction.
run run benard ra=1650 length=24 vtk=0 png=0 --json
expect_code 0
expect_json out "d['results']['growth_rate'] < -0.3 and abs(d['results']['critical_ra'] / 1707.762 - 1) < 5e-3 and
    abs(d['results']['nusselt'] - 1) < 1e-4 and abs(d['results']['nusselt_cold'] - 1) < 1e-4"
# In 16 bits numbers of single intervals never are steady, and means over many are.
run run heated-cavity quick=1 --precision fp16s vtk=0 png=0 --json
expect_code 0
expect_json out "6400 < d['steps'] < 14000"
run run benard quick=1 --precision fp16s vtk=0 png=0 --json
expect_code 0
expect_json out "14400 < d['steps'] < 70000 and abs(d['results']['nusselt'] / 2.12195 - 1) < 2e-4" # that of FP32, at step 14400
run run benard ra=6000 length=24 steps=100 vtk=0 png=0 --json
expect_json out "'there are references' in d['not_judged'][0] and d['verdict'] is None"
run run benard --lattice d3q19 steps=0
expect_code 2
expect_in err "use --lattice d2q9, not d3q19"

refused() { # text in the message, arguments
    local text=$1
    shift
    run run heated-cavity quick=1 "$@"
    expect_code 2
    expect_in err "$text"
}
refused "carries up to 16 % too much heat; use --rounding stochastic" --precision fp16s --rounding nearest
refused "a temperature cannot be kept in mx8" --precision mx8
refused "use --streaming in-place or pull" --streaming list
refused "did you mean 'quarter'" heat-magic=quater
refused "choose auto or quarter" heat-magic=sixth ra=1e7 pr=100
refused "means over time have no temperature yet" mean=10
refused "of single steps as well" two-step-mean=1
run run cavity quick=1 fields=temperature
expect_code 2
expect_in err "this case has no temperature"
finish
