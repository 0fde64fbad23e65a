#!/bin/bash
# cavity.sh - the cavity in two dimensions: a published steady flow, and a swinging one, whose mean over a
# window is judged; the viscosity of small eddies.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
square=(run cavity --lattice d2q9 --collision rr vtk=0 png=0 --json)

run run cavity --lattice d2q9 les=0.1 -o unused
expect_code 2
expect_in err "les=0.1 is for --collision rr; with srt it would be stable and wrong"

run "${square[@]}" length=64 steady=1e-4 -o steady
expect_code 0
expect_json out "d['verdict']['pass'] is True and len(d['verdicts']) == 5 and d['size'] == [64, 64, 1]"
expect_json out "d['results']['rms_u_x_line'] < 0.01 and d['results']['rms_u_y_line'] < 0.01"

expect_true "the speed of the fluid cells alone" "$python" - <<'PYTHON'
import re
all, fluid, moved = map(float, re.search(r"speed +(\S+) MLUPs .*of fluid cells (\S+), (\S+) GB/s", open("steady/log.txt").read()).groups())
assert abs(fluid / all / (62**2 / 64**2) - 1) < 1e-3 and abs(moved / fluid / 0.072 - 1) < 0.03, (all, fluid, moved)
PYTHON

# Too short for the mean; the eddies that a cell cannot hold brake the flow.
for les in 0 0.1; do
    run "${square[@]}" length=256 re=10000 les=$les steps=100 -o "les-$les"
    expect_code 0
    expect_json out "d['verdict'] is None and 'its mean from' in d['not_judged'][0] and 'ends at 0.0391' in d['not_judged'][0]"
    expect_json out "d['results']['mean_over'] == 0"
done
expect_true "les changes the flow" eval "! cmp -s les-0/profile_y.csv les-0.1/profile_y.csv"

# All of the window, with the noise of 16 bits: the lines are those of the mean flow of the same moments,
# and a run that was stopped among them goes on with its mean.
if case_runs ""; then
    long=("${square[@]}" length=16 re=10000 les=0.1 u0=0.3 --precision fp32/fp16c)
    run "${long[@]}" mean=42453 mean-every=53 -o window
    expect_json out "d['results']['mean_over'] == 400 and d['steps'] == 63600 and 0 < d['results']['change'] < 0.01"
    expect_true "the profile is that of the mean flow" "$python" - <<'PYTHON'
import csv, re, struct
data = open("window/mean.vti", "rb").read()
start = data.index(b"_", data.index(b"<AppendedData")) + 1
start += int(re.search(rb'"Float32" Name="u"[^>]*offset="([0-9]+)"', data).group(1))
u = struct.unpack_from("<%df" % (3 * 16 * 16), data, start + 8)
for name, axis, component in (("profile_y", 1, 0), ("profile_x", 0, 1)):
    rows = [list(map(float, r)) for r in list(csv.reader(open(f"window/{name}.csv")))[1:]]
    assert len(rows) == 16 and max(abs(r[1]) for r in rows) > 0.1
    for k, (_, value) in enumerate(rows):
        cells = [16 * k + m if axis == 1 else 16 * m + k for m in (7, 8)]
        mean = sum(u[3 * c + component] for c in cells) / 2 / 0.3
        assert abs(mean - value) < 1e-6, (name, k, mean, value)
PYTHON
    run "${long[@]}" steps=50000 checkpoint=50000 -o stopped
    run resume stopped steps=63600
    for name in profile_x profile_y; do
        expect_true "$name goes on" cmp window/$name.csv stopped/$name.csv
    done
fi
finish_matrix
finish
