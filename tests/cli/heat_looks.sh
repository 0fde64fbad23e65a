#!/bin/bash
# heat_looks.sh - the temperature of probes, planes, lines and profiles of a case is that of the fields at their samples;
# the same bytes in the other streaming and behind a checkpoint.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
cat >plates.ini <<'INI'
[case]
setup = case
lattice = d3q19
[box]
size = 10,8,6
[fluid]
viscosity = 0.02
speed = 0.05
[scalar]
diffusivity = 0.02
start = linear
range = 20,60
buoyancy = 0,1e-6
[start]
u = 0.05,0,0
noise = 0.5
[face y-]
kind = wall
[face y+]
kind = wall
[heat y-]
temperature = 60
[heat y+]
temperature = 20
[profile y]
along = y
[profile now]
along = y
mean = 0
[line up]
from = 4.5,0.5,2.5
to = 4.5,7.5,2.5
points = 8
mean = 1
[line last]
from = 4.5,0.5,2.5
to = 4.5,8,2.5
points = 16
[probe a]
at = 3.5,2.5,2.5
[plane cut]
centre = 5.5,4,3
[plane slant]
centre = 5.5,4,3
normal = 1,0.2,0
[mean]
skip = 1
[stop]
steps = 60
[expect warm]
result = up.T.max
above = 55
[expect probe]
result = a.temperature
value = 47.5
within = 1 %
INI
# Fields in SI have the temperatures of the file, in both formats.
si=(run -c plates.ini vtk=8 steps=8 png=0 --tune=never --progress never mean.skip=0.1 box.unit_si=0.001 fluid.speed_si=0.1 fields=temperature)
run "${si[@]}" -o cells
run "${si[@]}" format=vti,zarr vtk-units=si -o si
expect_code 0
expect_true "temperatures in SI" "$python" - <<'PYTHON'
import numpy
def vti(folder):
    data = open(folder + "/field-000000008.vti", "rb").read()
    return numpy.frombuffer(data.split(b'<AppendedData encoding="raw">\n   _', 1)[1], "<f4", 600, 8).astype(float)
share, t = vti("cells"), vti("si")
print(abs(40 + 40 * share - t).max(), share.min(), share.max())
raise SystemExit(not (abs(40 + 40 * share - t).max() < 1e-5 and share.max() > 0.4))
PYTHON
expect_true "stores have the same" "$python" "$(dirname "$0")/../support/read_zarr.py" vti si/fields.zarr si/field-00000000{0,8}.vti

plates=(run -c plates.ini probe=4 png=0 --tune=never --progress never)
run "${plates[@]}" vtk=4 fields=density,velocity,temperature -o plates
expect_code 0
expect_true "they are those of the samples" "$python" - <<'PYTHON'
import json, re, numpy
def arrays(path):
    data = open(path, "rb").read()
    head, raw = data.split(b'<AppendedData encoding="raw">\n   _', 1)
    shape = [6, 10, 10]
    found = {}
    for tag in re.findall(rb"<DataArray [^>]*appended[^>]*>", head):
        text = dict(re.findall(r'(\w+)="([^"]*)"', tag.decode()))
        parts = int(text.get("NumberOfComponents", 1))
        numbers = numpy.frombuffer(raw, "<f4", parts * 600, int(text["offset"]) + 8)
        found[text["Name"]] = numbers.reshape(shape + [parts]).astype(float)
    return found
steps = list(range(0, 61, 4))
fields = [arrays("plates/field-%09d.vti" % step) for step in steps]
late = [f for f, step in zip(fields, steps) if step >= 20]
name = [n for n in fields[0] if n not in ("rho", "u")][0]
t = [40 + 40 * f[name][:, 1:-1, :, 0] for f in late]   # without the layers of the faces
u = [f["u"][:, 1:-1] for f in late]
rows = lambda file: numpy.genfromtxt("plates/%s.csv" % file, delimiter=",", names=True)
near = lambda a, b, most, what: numpy.abs(a - b).max() <= most or print(what, a, b)
good = []
def check(table, t, u, axes):
    mean, means = t.mean(axis=axes), u.mean(axis=axes)
    good.append(near(table["T"], mean, 1e-4, "T"))
    rms = ((t ** 2).mean(axis=axes) - mean ** 2).clip(0) ** 0.5
    good.append(near(table["Trms"], rms, 3e-3 * rms.max() + 1e-4, "Trms"))
    for k, column in enumerate(("uT", "vT", "wT")):
        flux = (t * u[..., k]).mean(axis=axes) - mean * means[..., k]
        good.append(near(table[column], flux, 1e-6 + 5e-3 * numpy.abs(flux).max(), column))
whole, flow = numpy.array(t), numpy.array(u)
check(rows("profile-y"), whole, flow, (0, 1, 3))
check(rows("profile-now"), whole[-1], flow[-1], (0, 2))
check(rows("line-up"), whole[:, 2, :, 4], flow[:, 2, :, 4], (0,))
last = rows("line-last")
good.append(near(last["T"][0], whole[-1, 2, 0, 4], 1e-4, "line at a cell's centre"))
good.append(near(last["T"][1], 0.5 * (whole[-1, 2, 0, 4] + whole[-1, 2, 1, 4]), 1e-4, "between two"))
probe = rows("probes")
good.append(near(probe["T"], numpy.array([40 + 40 * f[name][2, 3, 3, 0] for f in fields]), 1e-4, "probe"))
planes = rows("planes")
cut = [(f["rho"][:, 1:-1, 5, 0] * f["u"][:, 1:-1, 5, 0]) for f in fields]
bulk = numpy.array([(q * (40 + 40 * f[name][:, 1:-1, 5, 0])).sum() / q.sum() for q, f in zip(cut, fields)])
good.append(near(planes["T"][0::2], bulk, 1e-3, "plane"))
weight = numpy.array([q.sum() for q in cut])[-len(late):]
results = json.load(open("plates/run.json"))["results"]
good.append(near(results["cut.temperature"], (bulk[-len(late):] * weight).sum() / weight.sum(), 1e-3, "mean of a plane"))
good.append(near(results["a.temperature"], probe["T"][-len(late):].mean(), 1e-4, "mean of a probe"))
good.append(near(results["slant.temperature"], results["cut.temperature"], 0.5, "slant plane"))
raise SystemExit(not all(g is True or g is numpy.True_ for g in good))
PYTHON
run "${plates[@]}" --streaming pull --lanes 1 vtk=0 -o pull
run "${plates[@]}" vtk=0 stop.steps=34 checkpoint=34 -o parts
run resume parts steps=60
for file in profile-y profile-now line-up line-last probes planes; do
    expect_true "$file in the other streaming" cmp "plates/$file.csv" "pull/$file.csv"
    expect_true "$file behind a checkpoint" cmp "plates/$file.csv" "parts/$file.csv"
done

# What is kept.
run "${plates[@]}" vtk=0 stop.steps=8 mean.skip=0 mean.fields=u,T expect.warm.result=up.u.max expect.warm.above=0 -o kept
expect_true "the mean alone without stresses" grep -qx "at,ux,uy,uz,T" kept/line-up.csv kept/profile-y.csv
run "${plates[@]}" vtk=0 stop.steps=8 mean.skip=0 mean.fields=u expect.warm.result=up.T.max -o without
expect_code 2
expect_in err "mean.fields=u keeps no others"
sed '/^\[scalar/,/^buoyancy/d; /^\[heat/,/^temp/d; /^\[expect/,$d' plates.ini >cold.ini
run run -c cold.ini steps=0 mean.fields=u,T --progress never -o refused
expect_code 2
expect_in err "mean.fields=u,T: T is of a temperature, and [scalar] is not there"
run run -c cold.ini steps=4 mean.skip=0 vtk=0 png=0 probe=4 --progress never -o cold
expect_true "columns without one are as they were" grep -qx "step,time,probe,rho,ux,uy,uz" cold/probes.csv
finish
