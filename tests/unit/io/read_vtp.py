# read_vtp.py - reads .vtp files and their .pvd with VTK itself; run by test_vtp.c.
# SPDX-License-Identifier: MIT
# Usage: read_vtp.py probe | mesh|cloud FILE POINTS STEP float|double ARRAYS | pvd FILE COUNT
# Exit status: 0 right, 1 wrong, 77 there is no VTK.
import os
import sys
import xml.etree.ElementTree as xml

# Only what is used: all of VTK loads for half a second.
try:
    import numpy
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    from vtkmodules.util.numpy_support import vtk_to_numpy
except ImportError:
    sys.exit(77)


def read(path):
    failures = []
    reader = vtkXMLPolyDataReader()
    reader.AddObserver("ErrorEvent", lambda *_: failures.append("VTK reports an error"))
    reader.SetFileName(path)
    assert reader.CanReadFile(path), "VTK does not know this as a .vtp"
    reader.Update()
    assert not failures, failures
    return reader


def check_time(reader, step):
    values = reader.GetOutput().GetFieldData().GetArray("TimeValue")
    assert values is not None and values.GetNumberOfTuples() == 1, "no TimeValue"
    assert values.GetValue(0) == step, (values.GetValue(0), step)


def check_numbers(array, kind, expected):
    assert array is not None, "an array is missing"
    numbers = vtk_to_numpy(array)
    assert numbers.dtype == kind, numbers.dtype
    expected = expected.astype(kind)
    assert numpy.array_equal(numbers.reshape(expected.shape), expected), array.GetName()


# Cells come as count, corner, corner, ...
def check_cells(cells, size, expected):
    assert cells.GetNumberOfCells() == len(expected), cells.GetNumberOfCells()
    if len(expected) == 0:
        return
    numbers = vtk_to_numpy(cells.GetData()).reshape(-1, size + 1)
    assert (numbers[:, 0] == size).all()
    assert numpy.array_equal(numbers[:, 1:], expected), "cells differ"


# The same formulas as fill_points of test_vtp.c.
def check_points(shape, path, count, step, kind, array_count):
    reader = read(path)
    data = reader.GetOutput()
    check_time(reader, step)
    assert data.GetNumberOfPoints() == count, data.GetNumberOfPoints()
    i = numpy.arange(count, dtype=float)
    position = numpy.stack([i / 8.0, 100.0 - i / 4.0, i * 2.0 + 0.5], axis=1)
    if kind == "double":
        position[:, 0] += 1e-13
    kinds = {"float": numpy.float32, "double": numpy.float64}
    if count > 0:
        check_numbers(data.GetPoints().GetData(), kinds[kind], position)
    none = numpy.zeros((0, 1))
    j = numpy.arange(count, dtype=int)
    corners = numpy.stack([j, (j + 1) % max(count, 1), (j * 7) % max(count, 1)], axis=1)
    is_mesh = shape == "mesh"
    check_cells(data.GetPolys(), 3, corners if is_mesh else none)
    check_cells(data.GetVerts(), 1, none if is_mesh else j.reshape(-1, 1))
    assert data.GetLines().GetNumberOfCells() + data.GetStrips().GetNumberOfCells() == 0
    assert data.GetPointData().GetNumberOfArrays() == array_count
    if array_count > 0:
        velocity = data.GetPointData().GetArray("velocity")
        assert velocity.GetNumberOfComponents() == 3
        check_numbers(velocity, kinds[kind], numpy.stack([-i, i * 3.0, i - 0.5], axis=1))
        check_numbers(data.GetPointData().GetArray("size of drop"), kinds[kind], i / 2.0)


def check_pvd(path, count):
    entries = xml.parse(path).getroot().findall("./Collection/DataSet")
    assert len(entries) == count, len(entries)
    for entry in entries:
        reader = read(os.path.join(os.path.dirname(path), entry.get("file")))
        check_time(reader, float(entry.get("timestep")))


def main(arguments):
    if arguments[0] in ("mesh", "cloud"):
        count, step = [int(a) for a in arguments[2:4]]
        check_points(arguments[0], arguments[1], count, step, arguments[4], int(arguments[5]))
    elif arguments[0] == "pvd":
        check_pvd(arguments[1], int(arguments[2]))
    else:
        assert arguments[0] == "probe", arguments


try:
    main(sys.argv[1:])
except AssertionError as problem:
    sys.exit("%s: %s" % (" ".join(sys.argv[1:]), problem))
