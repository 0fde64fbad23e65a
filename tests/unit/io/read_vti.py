# read_vti.py - reads .vti files and their .pvd with VTK itself; run by test_vtk.c.
# SPDX-License-Identifier: MIT
# Usage: read_vti.py probe | vti FILE NX NY NZ STEP float|double FLAGS | pvd FILE COUNT
# Exit status: 0 right, 1 wrong, 77 there is no VTK.
import os
import sys
import xml.etree.ElementTree as xml

# Only what is used: all of VTK loads for half a second.
try:
    import numpy
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader
    from vtkmodules.util.numpy_support import vtk_to_numpy
except ImportError:
    sys.exit(77)


def read(path):
    failures = []
    reader = vtkXMLImageDataReader()
    reader.AddObserver("ErrorEvent", lambda *_: failures.append("VTK reports an error"))
    reader.SetFileName(path)
    assert reader.CanReadFile(path), "VTK does not know this as a .vti"
    reader.Update()
    assert not failures, failures
    return reader


def check_time(reader, step):
    values = reader.GetOutput().GetFieldData().GetArray("TimeValue")
    assert values is not None and values.GetNumberOfTuples() == 1, "no TimeValue"
    assert values.GetValue(0) == step, (values.GetValue(0), step)
    steps = reader.GetOutputInformation(0).Get(
        vtkStreamingDemandDrivenPipeline.TIME_STEPS())
    assert tuple(steps) == (step,), steps


def check_array(data, name, components, kind, expected):
    array = data.GetPointData().GetArray(name)
    assert array is not None, "no " + name
    assert array.GetNumberOfComponents() == components, array.GetNumberOfComponents()
    numbers = vtk_to_numpy(array)
    assert numbers.dtype == kind, (name, numbers.dtype)
    assert numbers.shape[0] == expected.shape[0], numbers.shape
    assert numpy.array_equal(numbers, expected.astype(kind)), name + " differs"


# The same formulas as fill_field of test_vtk.c.
def check_vti(path, nx, ny, nz, step, kind, with_flags):
    reader = read(path)
    data = reader.GetOutput()
    assert data.GetDimensions() == (nx, ny, nz), data.GetDimensions()
    assert data.GetSpacing() == (1.0, 1.0, 1.0), data.GetSpacing()
    assert data.GetOrigin() == (0.5, 0.5, 0.5), data.GetOrigin()
    check_time(reader, step)
    z, y, x = [a.ravel().astype(float) for a in numpy.mgrid[0:nz, 0:ny, 0:nx]]
    rho = 1.0 + x / 16.0 + y / 64.0 - z / 128.0
    if kind == "double":
        rho = rho + 1e-13 * x
    u = numpy.stack([x - y / 8.0, z + 0.5, -x * y / 32.0], axis=1)
    flags = (x + 2.0 * y + 3.0 * z) % 7.0
    kinds = {"float": numpy.float32, "double": numpy.float64}
    check_array(data, "rho", 1, kinds[kind], rho)
    check_array(data, "u", 3, kinds[kind], u)
    if with_flags:
        check_array(data, "flags", 1, numpy.uint8, flags)
    assert data.GetPointData().GetNumberOfArrays() == (3 if with_flags else 2)


def check_pvd(path, count):
    root = xml.parse(path).getroot()
    assert root.tag == "VTKFile" and root.get("type") == "Collection"
    entries = root.findall("./Collection/DataSet")
    assert len(entries) == count, len(entries)
    for entry in entries:
        reader = read(os.path.join(os.path.dirname(path), entry.get("file")))
        check_time(reader, float(entry.get("timestep")))


def main(arguments):
    if arguments[0] == "vti":
        nx, ny, nz, step = [int(a) for a in arguments[2:6]]
        check_vti(arguments[1], nx, ny, nz, step, arguments[6], arguments[7] == "1")
    elif arguments[0] == "pvd":
        check_pvd(arguments[1], int(arguments[2]))
    else:
        assert arguments[0] == "probe", arguments


try:
    main(sys.argv[1:])
except AssertionError as problem:
    sys.exit("%s: %s" % (" ".join(sys.argv[1:]), problem))
