#!/bin/bash
# error_bars.sh - twins on coarser grids, in FP64 and at half the speed make error bars, which hold what is exact, and
# a verdict; a stopped study goes on; what has no coarser grid is refused.
# Natively in turn of three, 11 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run run taylor-green length=64 tau=0.8 u0=0.05 vtk=0 png=0 --error-bars -o bars
expect_code 0
expect_in err "5 runs: cells-1-4, double-1-4, slow-1-4, cells-1-2, case"
expect_in out "error bars (95 %)    decay_rate"
expect_in out ", by its error bar)"
for twin in cells-1-4:16:0.575 double-1-4:16:0.575 slow-1-4:16:0.5375 cells-1-2:32:0.65 case:64:0.8; do
    IFS=: read -r name length tau <<<"$twin"
    expect_json "bars/$name/run.json" \
        "d['parameters']['length'] == $length and abs(d['parameters']['tau'] - $tau) < 1e-12"
    expect_json "bars/$name/run.json" "('uncertainty' in d) == ('$name' == 'case')"
done
expect_json bars/double-1-4/run.json "d['precision'] == 'fp64/fp64'"
expect_json bars/slow-1-4/run.json "d['parameters']['u0'] == 0.025"
bar="d['uncertainty']['decay_rate']"
expect_json bars/case/run.json \
    "abs(${bar}['value'] - d['results']['decay_rate_exact']) <= ${bar}['half_width'] < 0.01 * ${bar}['value']"
expect_json bars/case/run.json "${bar}['box'] == 0 and len(${bar}['grids']) == 3"
expect_json bars/case/run.json \
    "abs(${bar}['half_width']**2 - sum(${bar}[k]**2 for k in ('grid', 'time', 'format', 'compressibility', 'box'))) < 1e-6 * ${bar}['half_width']**2"
expect_json bars/case/run.json "[v for v in d['verdicts'] if v.get('by_error_bar')][0]['name'] == 'decay_rate'"

# A quarter of 30 cells would be 7.5: the next grid on which the box is whole.
run run room --error-bars --plan -o room
expect_code 0
expect_in err "5 runs: cells-0.333, double-0.333, slow-0.333, cells-1-2, case"
expect_true "a chart shows the grids and the bar" test -s bars/case/error-bars-decay_rate.png -a ! -e bars/cells-1-4/error-bars-decay_rate.png

# Without the case's own run the twins are still there, and the same bars follow from them.
mv bars/case before
run resume bars
expect_code 0
expect_true "the same bars" "$python" -c "
import json
a, b = (json.load(open(f + '/run.json')) for f in ('before', 'bars/case'))
assert a['uncertainty'] == b['uncertainty'] and a['results'] == b['results'], (a, b)"
run run taylor-green length=64 tau=0.8 u0=0.05 vtk=0 png=0 --precision fp64 --error-bars=strict --json -o strict
expect_code 0
expect_json out "len(${bar}['grids']) == 5 and ${bar}['format'] == 0"
expect_true "FP64 needs no twin in FP64" test ! -e strict/double-1-4

# What `auto` chooses by the grid is held as the case has it: with 4 cells it would be a model of turbulence.
run run tunnel body=cylinder --lattice d2q9 re=150 resolution=16 side=0 above=2 below=2 upstream=1 downstream=2 \
    sponge=1 skip=0 steps=320 vtk=0 png=0 --error-bars -o tunnel
expect_code 0
expect_json tunnel/cells-1-4/run.json "d['parameters']['les'] == '0' and d['parameters']['steps'] == 80"
expect_json tunnel/case/run.json "d['results']['drag_without_sides'] < d['results']['drag_mean']"
expect_json tunnel/case/run.json "d['uncertainty']['drag_mean']['box'] is None"

# A case file: ranges are not judged by the bar, a name's unit is known, a reference that is not exact keeps its own
# tolerance, and what is not steady has no whole bar.
cat >duct.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = trt
[box]
resolution = 16
size = 0.5,1
[fluid]
tau = 0.9
[face y-]
kind = wall
[face y+]
kind = wall
[force]
acceleration = 1e-6,0
[plane cut]
centre = 0.25,0.5
normal = 1,0
[stop]
steady = 1e-6
[expect mean]
result = cut.speed_mean * fluid.viscosity / (force.acceleration * box.resolution^2)
value = 0.0833333
within = 1 %
source = exact
[expect known]
result = cut.speed_mean * fluid.viscosity / (force.acceleration * box.resolution^2)
value = 0.0835
within = 0.5 %
source = a measurement
[expect range]
result = cut.speed_mean * fluid.viscosity / (force.acceleration * box.resolution^2)
within = 0.01,0.9
[expect speed]
result = cut.speed_mean
above = 0
INI
run run -c duct.ini vtk=0 png=0 --error-bars -o duct
expect_code 0
expect_json duct/case/run.json \
    "[v.get('by_error_bar', False) for v in d['verdicts']][:4] == [True, True, False, False]"
expect_json duct/case/run.json \
    "abs(d['verdicts'][0]['tolerance'] / d['uncertainty']['expect.mean']['half_width'] - 1) < 1e-6 and d['verdicts'][1]['tolerance'] > 4e-4"
expect_json duct/case/run.json \
    "abs(d['uncertainty']['expect.speed']['value'] - d['uncertainty']['cut.speed_mean']['value']) == 0"
# the bar is the same with a unit and without one
expect_json duct/case/run.json "abs(d['uncertainty']['cut.speed_mean']['half_width'] / d['uncertainty']['cut.speed_mean']['value'] /
    (d['uncertainty']['expect.mean']['half_width'] / d['uncertainty']['expect.mean']['value']) - 1) < 1e-3"
run run -c duct.ini stop.steady= stop.steps=400 vtk=0 png=0 --error-bars -o early
expect_json early/case/run.json "d['uncertainty']['expect.mean']['time'] is None"
expect_json early/case/run.json "not any(v.get('by_error_bar') for v in d['verdicts'])"

# A look has no twins; one that diverges is told by its name, and what may help.
run run -c duct.ini steps=0 png=0 --error-bars -o look
expect_code 0
expect_in err "steps=0 only looks at the case: its twins are not run, and there are no error bars"
expect_true "it is one run" test -e look/run.json -a ! -e look/case
cat >diverges.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = srt
[box]
resolution = 16
size = 1,1
[fluid]
re = 50000
speed = 0.2
[face x-]
kind = wall
[face x+]
kind = wall
[face y-]
kind = wall
[face y+]
kind = wall
u = 0.2,0
[stop]
until = 30
INI
run run -c diverges.ini vtk=0 png=0 --error-bars -o diverges
expect_in err "sluice: warning: cells-1-4: it diverged, and shares of error bars stay unknown; a larger box.resolution= or --collision rr may hold on coarse grids"
expect_in err "sluice: warning: slow-1-4: tau is 0.5 with srt"
expect_in err "sluice: warning: case: tau is 0.5002 with srt"
run run -c duct.ini box.resolution=4 --error-bars -o never
expect_code 2
expect_in err "--error-bars needs two coarser grids, and those of box.resolution=4 are the same"
run run -c duct.ini box.size=0.7,1 box.resolution=10 --error-bars -o never
expect_code 2
expect_in err "box.size=0.7,1 is 1.75 cells along x with box.resolution=2.5, and must be a whole number of them: 0.4 or 0.8 L would do"
expect_in err "This is its twin cells-1-4, for the error bars, with 0.25 of the cells of the case along a length."

# What a bar cannot be had for.
run run taylor-green length=64 tau=0.8,1 --error-bars -o never
expect_code 2
expect_in err "--error-bars is for one case"
run run cavity quick=1 --error-bars -o never
expect_code 2
expect_in err "--error-bars needs a grid with 1/4 of the cells along a length, and length=32 is too coarse for it: from 64 on it would do"
run run raindrop quick=1 --error-bars -o never
expect_code 2
expect_in err "raindrop has no parameter that makes its grid coarser"
run run picture --error-bars -o never
expect_code 2
expect_in err "--error-bars needs coarser grids, and [image grains] has the cells of its file"
run run taylor-green --error-bars=exact -o never
expect_code 2
expect_in err "--error-bars: 'exact' is none of: never quick strict"
expect_true "no folder was made" test ! -e never
finish
