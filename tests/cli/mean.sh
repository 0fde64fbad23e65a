#!/bin/bash
# mean.sh - the mean flow over time is the mean of its samples, that of a decaying vortex is what theory
# says, and a run that goes on from a checkpoint leaves the same one.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
cat >vti.py <<'PYTHON'
from vtkmodules.vtkIOXML import vtkXMLImageDataReader
def arrays(path):
    reader = vtkXMLImageDataReader()
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput().GetPointData()
    assert data.GetNumberOfArrays() > 0, path
    return {data.GetArrayName(n): [x for k in range(data.GetArray(n).GetNumberOfTuples())
                                   for x in data.GetArray(n).GetTuple(k)] for n in range(data.GetNumberOfArrays())}
PYTHON

flow=(taylor-green quick=1 length=16 steps=40 --precision fp64)
run run "${flow[@]}" vtk=5 mean=10 mean-every=5 fields=density,velocity,vorticity -o vortex
expect_code 0
expect_json vortex/run.json "'mean.vti' in d['files'] and ('picture-000000040.png' in d['files']) == ('mean.png' in d['files'])"
expect_true "it is the mean of the files at the same steps" "$python" - <<'PYTHON'
from vti import arrays
mean = arrays("vortex/mean.vti")
samples = [arrays("vortex/field-%09d.vti" % step) for step in range(10, 41, 5)]
assert set(mean) == {"rho", "u", "vorticity"} and len(samples) == 7
for name, values in mean.items():
    for k, value in enumerate(values):
        exact = sum(s[name][k] for s in samples) / 7
        assert abs(value - exact) < 1e-14, (name, k, value, exact)
assert max(abs(a - b) for a, b in zip(mean["u"], samples[-1]["u"])) > 1e-4
PYTHON
# Velocities fall by exp(-2 nu k^2) a step, k = 2 pi / length.
expect_true "it is the analytic mean of a decaying vortex" "$python" - <<'PYTHON'
import json, math
from vti import arrays
run = json.load(open("vortex/run.json"))
decay = math.exp(-2 * run["viscosity"] * (2 * math.pi / run["size"][0]) ** 2)
start, mean = arrays("vortex/field-000000010.vti")["u"], arrays("vortex/mean.vti")["u"]
exact = sum(decay ** t for t in range(0, 31, 5)) / 7
fastest = max(map(abs, start))
assert fastest > 1e-3 and exact < 0.97, (fastest, exact)
assert max(abs(m - exact * s) for m, s in zip(mean, start)) < 0.01 * fastest
PYTHON

# In a channel that has come to rest there is nothing to average.
run run poiseuille radius=5 steps=740 mean=700 mean-every=10 -o steady
expect_true "the mean of a steady flow is the flow" "$python" - <<'PYTHON'
import glob
from vti import arrays
mean, last = arrays("steady/mean.vti"), arrays(sorted(glob.glob("steady/field-*.vti"))[-1])
assert max(map(abs, last["u"])) > 1e-2
for name, values in mean.items():
    assert max(abs(a - b) for a, b in zip(values, last[name])) < 1e-4 * max(map(abs, last["u"])), name
PYTHON

# With a surface, in other lanes: the fill level, too.
run run dam-break quick=1 vtk=20 mean=0 mean-every=20 steps=60 -o dam
expect_true "fill levels are averaged" "$python" - <<'PYTHON'
from vti import arrays
mean, steps = arrays("dam/mean.vti"), [arrays("dam/field-%09d.vti" % s) for s in (20, 40, 60)]
full = [sum(s["fill"][k] for s in steps) for k in range(len(mean["fill"]))]
start = [4 * m - f for m, f in zip(mean["fill"], full)]  # the sample that has no file
assert all(-1e-5 < s < 1 + 1e-5 for s in start) and 0.1 < sum(start) / len(start) < 0.9
assert any(0.01 < s % 1 < 0.99 for s in mean["fill"])
PYTHON
run run dam-break quick=1 vtk=20 mean=0 mean-every=20 steps=30 checkpoint=30 -o parts
run resume parts steps=60 --lanes 2
expect_true "a run that goes on has the same mean" cmp dam/mean.vti parts/mean.vti

run run "${flow[@]}" mean=50 vtk=0 png=0 -o late
expect_code 0
expect_in err "there is no mean flow: it begins with step 50"
run run "${flow[@]}" mean=36 mean-every=5 vtk=0 png=0 -o one
expect_in err "the mean flow has one sample: mean=36 is its step, the next would be 5 steps later, and the run ends with step 40"
run run "${flow[@]}" mean=35 mean-every=5 vtk=0 png=0 -o two
expect_json two/run.json "not [w for w in d['warnings'] if 'one sample' in w]"
run run "${flow[@]}" mean=0 mean-every=5 vtk=0 png=0 max-wall=1e-6 -o cut
expect_in err "the mean flow has one sample: the run ended with step 0"
run run "${flow[@]}" mean-every=5 -o never
expect_code 2
expect_in err "mean-every needs mean=STEP"
finish
