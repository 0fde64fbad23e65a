#!/bin/bash
# stresses.sh - RMS and Reynolds stresses over time: of each cell in mean.vti, of layers in a profile, those
# of the fields at the samples; the same bytes in the other streaming and behind a checkpoint.
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
cat >vti.py <<'PYTHON'
import re, numpy
def arrays(path):
    data = open(path, "rb").read()
    head, raw = data.split(b'<AppendedData encoding="raw">\n   _', 1)
    size = [int(n) for n in re.search(rb'WholeExtent="([^"]*)"', head).group(1).split()]
    shape = [size[5] + 1, size[3] + 1, size[1] + 1]
    found = {}
    for tag in re.findall(rb"<DataArray [^>]*appended[^>]*>", head):
        text = dict(re.findall(r'(\w+)="([^"]*)"', tag.decode()))
        parts = int(text.get("NumberOfComponents", 1))
        kind = {"Float32": "<f4", "Float64": "<f8", "UInt8": "u1"}[text["type"]]
        numbers = numpy.frombuffer(raw, kind, parts * shape[0] * shape[1] * shape[2], int(text["offset"]) + 8)
        found[text["Name"]] = numbers.reshape(shape + [parts]).astype(float)
    return found
PYTHON

# A noisy start between two plates; samples of profile, mean and files at the same steps.
cat >plates.ini <<'INI'
[case]
setup = case
lattice = d3q19
[box]
size = 10,8,6
[fluid]
viscosity = 0.02
speed = 0.05
[start]
u = 0.05,0,0
noise = 0.5
[face y-]
kind = wall
[face y+]
kind = wall
[profile y]
along = y
[profile x]
along = x
[mean]
skip = 1
[stop]
steps = 60
INI
plates=(run -c plates.ini probe=4 mean=20 mean-every=4 mean-stresses=1 png=0 --tune=never)
run "${plates[@]}" vtk=4 fields=density,velocity,flags -o plates
expect_code 0
expect_true "they are those of the samples" "$python" - <<'PYTHON'
import numpy
from vti import arrays
fields = [arrays("plates/field-%09d.vti" % step) for step in range(20, 61, 4)]
rho, u = (numpy.array([f[name] for f in fields]) for name in ("rho", "u"))
pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))  # the order of ParaView
apart = u - u.mean(axis=0)
mean = arrays("plates/mean.vti")
scale = apart.std()
assert scale > 1e-3, scale
assert abs(mean["u"] - u.mean(axis=0)).max() < 1e-6 * scale + 1e-8
for k, (a, b) in enumerate(pairs):
    exact = (apart[..., a] * apart[..., b]).mean(axis=0)
    assert abs(mean["reynolds_stress"][..., k] - exact).max() < 1e-5 * scale ** 2, (a, b)
assert abs(mean["u_rms"] - apart.std(axis=0)).max() < 1e-4 * scale
assert abs(mean["p_rms"][..., 0] - rho.std(axis=0)[..., 0] / 3).max() < 1e-6
for axis, name in ((2, "y"), (3, "x")):
    rows = numpy.genfromtxt("plates/profile-%s.csv" % name, delimiter=",", names=True)
    fluid = fields[0]["flags"][..., 0] == 0
    weights = numpy.broadcast_to(fluid, rho.shape[:-1]).astype(float)
    others = tuple(n for n in range(4) if n != axis)
    inside = weights.sum(axis=others) > 0
    layer = lambda numbers: ((numbers * weights).sum(axis=others) / numpy.maximum(weights.sum(axis=others), 1))[inside]
    means = [layer(u[..., a]) for a in range(3)]
    for a, column in enumerate(("ux", "uy", "uz")):
        assert abs(rows[column] - means[a]).max() < 1e-6 * scale, column
    for (a, b), column in (((0, 0), "urms"), ((1, 1), "vrms"), ((2, 2), "wrms"),
                           ((0, 1), "uv"), ((0, 2), "uw"), ((1, 2), "vw")):
        exact = layer(u[..., a] * u[..., b]) - means[a] * means[b]
        found = rows[column] ** 2 if a == b else rows[column]
        assert abs(found - exact).max() < 1e-5 * scale ** 2, (name, column)
    excess = rho[..., 0] - 1
    exact = (layer(excess ** 2) - layer(excess) ** 2) ** 0.5 / 3
    assert abs(rows["prms"] - exact).max() < 1e-6, (rows["prms"], exact)
PYTHON
run "${plates[@]}" --streaming pull --lanes 1 vtk=0 -o pull
run "${plates[@]}" vtk=0 stop.steps=34 checkpoint=34 -o parts
run resume parts steps=60
for file in mean.vti profile-x.csv profile-y.csv; do
    expect_true "$file in the other streaming" cmp "plates/$file" "pull/$file"
    expect_true "$file behind a checkpoint" cmp "plates/$file" "parts/$file"
done

# Velocities of a decaying vortex fall by d = exp(-2 nu k^2) a step: u'u' is u^2 (<d^2> - <d>^2).
run run taylor-green quick=1 length=16 steps=40 --precision fp64 vtk=10 mean=10 mean-every=5 mean-stresses=1 -o vortex
expect_true "they are analytic in a decaying vortex" "$python" - <<'PYTHON'
import json, math
from vti import arrays
run = json.load(open("vortex/run.json"))
decay = [math.exp(-2 * run["viscosity"] * (2 * math.pi / run["size"][0]) ** 2) ** t for t in range(0, 31, 5)]
mean = sum(decay) / 7
share = sum((d - mean) ** 2 for d in decay) / 7
start, found = arrays("vortex/field-000000010.vti")["u"], arrays("vortex/mean.vti")
largest = abs(start).max() ** 2 * share
assert largest > 1e-9, largest
for k, (a, b) in enumerate(((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))):
    exact = start[..., a] * start[..., b] * share
    assert abs(found["reynolds_stress"][..., k] - exact).max() < 0.02 * largest, (a, b)
PYTHON

# Metres and seconds, a part of the box, every other cell.
run run -c plates.ini "box.unit_si=0.001" "fluid.speed_si=2" mean=0 mean-stresses=1 fields=velocity vtk=0 png=0 -o cells
run run -c plates.ini "box.unit_si=0.001" "fluid.speed_si=2" mean=0 mean-stresses=1 fields=velocity vtk=0 png=0 \
    vtk-units=si vtk-from=0.002,0,0 vtk-stride=2 -o metres
expect_true "units and parts are those of fields" "$python" - <<'PYTHON'
from vti import arrays
cells, metres = arrays("cells/mean.vti"), arrays("metres/mean.vti")
scale = 2 / 0.05
for name, power in (("u", 1), ("u_rms", 1), ("reynolds_stress", 2)):
    part = cells[name][0::2, 1::2, 2::2]
    part = part if part.shape == metres[name].shape else cells[name][0::2, 0::2, 2::2]
    assert abs(metres[name] - part * scale ** power).max() <= 1e-6 * abs(metres[name]).max(), name
PYTHON
run run taylor-green quick=1 steps=1 mean-stresses=1 -o never
expect_code 2
expect_in err "mean-stresses needs mean=STEP"
finish
