#!/bin/bash
# watch.sh - fields watched in cells, or in the mean, against the .vti file of the same step.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
flow=(taylor-green quick=1 length=16 steps=40 png=0)
run run "${flow[@]}" watch=vorticity@3:5:0,vorticity.z@mean,speed@mean,density@mean watch-every=20 \
    fields=density,speed,vorticity -o watched
expect_code 0
expect_true "three rows" test "$(wc -l <watched/watch.csv)" -eq 4
expect_true "the numbers are those of the field" "$python" - <<'PYTHON'
import csv, sys
from vtkmodules.vtkIOXML import vtkXMLImageDataReader
reader = vtkXMLImageDataReader()
reader.SetFileName("watched/field-000000040.vti")
reader.Update()
data = reader.GetOutput().GetPointData()
def array(name):
    a = data.GetArray(name)
    return [a.GetTuple(n) for n in range(a.GetNumberOfTuples())]
row = list(csv.DictReader(open("watched/watch.csv")))[-1]
assert row["step"] == "40", row
near = lambda a, b: abs(a - b) <= 1e-6 * max(abs(a), 1e-3)
vorticity, speed, density = array("vorticity"), array("speed"), array("rho")
assert near(float(row["vorticity_z@3:5:0"]), vorticity[5 * 16 + 3][2]), row
assert near(float(row["vorticity_z@mean"]), sum(v[2] for v in vorticity) / len(vorticity)), row
assert list(row)[4:] == ["vorticity_z@mean", "speed@mean", "density@mean"], row
assert near(float(row["speed@mean"]), sum(s[0] for s in speed) / len(speed)), row
assert near(float(row["density@mean"]), sum(r[0] for r in density) / len(density)), row
PYTHON
run run "${flow[@]}" watch=vortcity@mean -o never
expect_code 2
expect_in err "vorticity"
run run "${flow[@]}" watch=speed@99:0:0 -o never
expect_code 2
expect_in err "outside of the box"
for twice in speed@mean,speed@mean vorticity@1:2:0,density@1:2:0,vorticity.z@1:02:0 vorticity.z@mean,vorticity@mean vorticity@mean,vorticity.y@mean; do
    run run "${flow[@]}" watch=$twice -o never
    expect_code 2
    expect_in err "watch: '${twice##*,}' is there already"
done
run run taylor-green length=16 png=0 watch=vorticity.z@mean,vorticity.y@mean,vorticity.z@1:2:0,vorticity.z@2:2:0 steps=0 -o thrice
expect_code 0
for cell in 0:20:20 30:30:30; do # of the inlet's face, of the sphere
    run run tunnel quick=1 watch=speed@$cell -o never
    expect_code 2
    expect_in err "cell $cell is in a wall, a body or an outer face"
done
run run "${flow[@]}" watch=speed -o never
expect_code 2
expect_in err "FIELD@x:y:z"
finish
