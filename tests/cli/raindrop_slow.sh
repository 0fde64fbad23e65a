#!/bin/bash
# raindrop_slow.sh - a splash up to the top of the box: droplets add up; the crown leaves, with
# particles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run run raindrop scale=0.17 particles=4000 time_si=5e-3 vtk=0 png=0 -o low
expect_code 0
expect_json low/run.json "d['results']['contacts'] == 0 and d['results']['mass_error'] < 1e-5"
expect_json low/run.json "d['results']['droplets'] > 0 and d['results']['cut_off_mass'] > 0"
# at 4 cells to the millimetre droplets are too small for particles; these leave with the crown
expect_json low/run.json "d['results']['particles_ejected'] + d['results']['particles_alone'] > 0"
cat >add.py <<'PYTHON'
import csv, json, math, sys
results = json.load(open("low/run.json"))["results"]
rows = list(csv.DictReader(open("low/droplets.csv")))
volume = sum(float(r["volume"]) for r in rows)
wrong = [
    len(rows) != results["droplets"],
    abs(volume / results["ejected_volume"] - 1) > 1e-6,
    sum(float(r["particles"]) for r in rows) != results["particles_ejected"],
    # pi/6 d^3, upwards, below the lid, cells to metres, steps to seconds
    any(abs(math.pi / 6 * float(r["diameter"]) ** 3 / float(r["volume"]) - 1) > 1e-5
        for r in rows if float(r["volume"]) > 0),
    any(not 34 < float(r["z"]) < 67 for r in rows),
    any(abs(float(r["x_si"]) / float(r["x"]) / results["cell_si"] - 1) > 1e-5 for r in rows),
    any(abs(float(r["time_si"]) / float(r["step"]) / results["step_si"] - 1) > 1e-5 for r in rows),
]
print(wrong)
sys.exit(any(wrong))
PYTHON
expect_true "droplets.csv adds up to the results" "$python" add.py
finish
