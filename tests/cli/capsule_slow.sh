#!/bin/bash
# capsule_slow.sh - a small capsule against the theory of small deformation, and its results against
# themselves where they must not differ: arithmetic, and the stiffness that keeps the volume.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
small=(vtk=0 png=0 radius=5 "size=40,24,52" subdivisions=3)

# Ca = 0.0125: D = 25/4 Ca to first order (Barthes-Biesel, Rallison, J. Fluid Mech. 113, 251, 1981),
# for an unbounded fluid, a thin membrane and no inertia; the small capsule is 10 % off.
# At 4 pi the membrane has turned once (in the limit of small Ca).
run run capsule "${small[@]}" capillary=0.0125 shear-rate=5e-4 steps=4000 -o small --json
expect_code 0
expect_json out "abs(d['results']['taylor_deformation'] / (25 / 4 * 0.0125) - 1) < 0.15"
expect_json out "abs(d['results']['tank_treading_period'] / (4 * 3.14159265) - 1) < 0.05"
expect_json out "abs(d['results']['initial_slope'] - 0.5) < 0.025"
expect_json out "d['results']['volume_error'] < 1e-3"

run run capsule "${small[@]}" capillary=0.1 shear-rate=1e-3 steps=1500 -o fp32 --json
expect_code 0
cp out fp32.json
run run capsule "${small[@]}" capillary=0.1 shear-rate=1e-3 steps=1500 -o stiff volume-stiffness=150 --json
expect_code 0
expect_json out "abs(d['results']['taylor_deformation'] / json.load(open('fp32.json'))['results']['taylor_deformation'] - 1) < 1e-3"
if "$program" devices --json | grep -q '"fp64":[[:space:]]*true'; then
    run run capsule "${small[@]}" capillary=0.1 shear-rate=1e-3 steps=1500 -o fp64 --precision fp64/fp64 --json
    expect_code 0
    expect_json out "abs(json.load(open('fp32.json'))['results']['taylor_deformation'] / d['results']['taylor_deformation'] - 1) < 5e-4"
fi
finish
