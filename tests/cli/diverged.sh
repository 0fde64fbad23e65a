#!/bin/bash
# diverged.sh - a flow that blows up ends with 3, says where and what to try, and keeps what was written.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# Re 100000 on a cylinder of radius 4: tau is 0.500072
run run karman radius=4 re=1e5 u=0.3 vtk=1 --json -o blown
expect_code 3
expect_in err "sluice: the flow diverged: at step"
expect_in err "in cell"
expect_in err "a lower velocity, a larger viscosity"
expect_json out "d['status'] == 'diverged' and d['diverged'] is True and d['verdict'] is None"
expect_json out "d['steps'] <= 10000 and d == json.load(open('blown/run.json'))"
expect_file blown/field-000000001.vti

# The last state, where it was asked for: that is where one sees what blew up.
run run karman radius=4 re=1e5 u=0.3 vtk=1000000 png=1000000 -o last
expect_code 3
step=$("$python" -c 'import json; print("%09d" % json.load(open("last/run.json"))["steps"])')
expect_file "last/field-$step.vti"
expect_json last/run.json "{'field-$step.vti', 'fields.pvd'} <= set(d['files'])"
expect_json last/run.json "d['results'] == {} and d['verdict'] is None"
# What was observed until then is kept: a row for each step that was recorded.
expect_json last/run.json "{'probe.csv', 'forces.csv'} <= set(d['files'])"
expect_true "the series ends where the flow did" "$python" - <<'PYTHON'
import csv, json, sys
steps = json.load(open("last/run.json"))["steps"]
rows = [int(float(r["step"])) for r in csv.DictReader(open("last/probe.csv"))]
gap = rows[1] - rows[0]
sys.exit(0 if len(rows) > 2 and rows == list(range(rows[0], rows[-1] + 1, gap))
         and steps - gap <= rows[-1] <= steps else 1)
PYTHON
"$python" - "last/field-$step.vti" <<'PYTHON' || complain "the field cannot be read, or holds only numbers"
import sys
try:
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader
    from vtkmodules.util.numpy_support import vtk_to_numpy
except ImportError:
    sys.exit(0)
import numpy
reader = vtkXMLImageDataReader()
reader.SetFileName(sys.argv[1])
reader.Update()
data = reader.GetOutput()
arrays = [data.GetCellData(), data.GetPointData()]
values = numpy.concatenate([vtk_to_numpy(a.GetArray(i)).ravel().astype(float)
                            for a in arrays for i in range(a.GetNumberOfArrays())])
sys.exit(0 if len(values) >= 4 * 64 * 128 and not numpy.isfinite(values).all() else 1)
PYTHON

# Some cells faster than sound are enough: what follows is not the flow that was asked for.
run run karman radius=4 re=1e5 u=0.3 steps=40 -o fast
expect_code 3
expect_in err "fluid cells are faster than sound, which makes 0.577 cells/step"
expect_json fast/run.json "d['status'] == 'diverged' and d['verdict'] is None"
expect_true "no checkpoint of it is saved" test ! -e fast/checkpoint

run run karman radius=4 re=1e5 u=0.3 -o blown-again
expect_code 3
expect_true "no fields that nobody asked for" test -z "$(find blown-again -name '*.vti')"
expect_in out "verdict: none - the flow diverged at step"
finish
