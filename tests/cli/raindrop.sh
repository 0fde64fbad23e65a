#!/bin/bash
# raindrop.sh - SI numbers become the paper's, seeds decide where particles are.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

# The paper: 464 x 464 x 394 cells, 10 ms are 20416 steps.
run run raindrop --print-case --json
expect_code 0
expect_json out "d['size'] == [464, 464, 394] and d['steps'] == 20416"
run run raindrop --print-case
expect_in out "relaxation time tau  0.50083"

run run raindrop size=64,64,40 --print-case
expect_code 2
expect_in err "has no room for pool and drop"
run run raindrop size=64,64 --print-case
expect_code 2
expect_in err "raindrop takes size=NX,NY,NZ"
run run raindrop angle_deg=85 --print-case
expect_code 2
expect_in err "angle_deg"
run run raindrop viscosity_si=1 --print-case
expect_code 2
expect_in err "viscosity_si=1 makes the relaxation time 791.409 steps, and at most 10 is allowed"
run run raindrop diameter_si=3.1e-3 viscosity_si=1 --print-case
expect_code 2
within=$(grep -o 'that is viscosity_si=[^ ]*' err | cut -d= -f2)
run run raindrop diameter_si=3.1e-3 "viscosity_si=$within" --print-case
expect_code 0
run run raindrop speed_si=0.001 size=24,24,24 diameter=5 depth=1 --print-case
expect_code 2
expect_in err "a higher speed_si or a lower u would do"
run run raindrop particle-diameter_si=0.01 --print-case
expect_code 2
expect_in err "particle-diameter_si=0.01 is wider than the drop, diameter_si=0.004"
run run raindrop particle-diameter_si=1e-3 --print-case
expect_code 0
expect_in out "more than a tenth of the drop"
run run raindrop particle-diameter_si=0.01 particles=0 --print-case
expect_code 0
need_device

# A device says what would fit.
run run raindrop size=65536,65536,65536
expect_code 4
expect_in err "would fit"

# With fewer than 16 cells there is nothing to compare the landing with, and it says so.
if case_runs ""; then
    run run raindrop size=20,20,32 diameter=6 particles=10 png=0 vtk=0 steps=20 -o small
    expect_code 0
    expect_json small/run.json "round(d['results']['reynolds']) == 33498 and len(d['not_judged']) == 1 and
        d['not_judged'][0].startswith('speed of') and 'and 16 is needed' in d['not_judged'][0]"
fi
finish_matrix

# Re, We, Fr, Ca and Bo of the paper, whatever the number of cells.
# The box of other scripts and tests/faults/faults.py, so that they share their kernels.
tiny=("size=24,24,44" diameter=16 depth=1 particles=20 png=0)
run run raindrop "${tiny[@]}" steps=20 -o first
expect_code 0
expect_json first/run.json "round(d['results']['reynolds']) == 33498 \
    and round(d['results']['weber']) == 4301 and round(d['results']['froude'], 1) == 44.4 \
    and round(d['results']['capillary'], 4) == 0.1284 and round(d['results']['bond'], 3) == 2.179"
# Before it is known there is nothing to compare the landing with, and it says so.
expect_json first/run.json "len(d['not_judged']) == 1 and d['not_judged'][0].startswith('speed of')"
for file in droplets.csv cavity.csv particles.pvd surface.pvd; do
    expect_file "first/$file"
done
run run raindrop "${tiny[@]}" steps=20 -o second
run run raindrop "${tiny[@]}" steps=20 seed=2 -o third
expect_true "the same seed puts particles in the same places" \
    cmp first/particles-000000000.vtp second/particles-000000000.vtp
expect_true "and leaves them there" cmp first/particles-000000020.vtp second/particles-000000020.vtp
expect_true "another seed does not" \
    test "$(cmp first/particles-000000000.vtp third/particles-000000000.vtp)" != ""

finish
