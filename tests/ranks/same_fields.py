# same_fields.py - whether VTK reads the same from the .pvti of several ranks as from the .vti of one, to the bit.
# Usage: same_fields.py ARRAY,... ONE.vti PARTS.pvti ...    the arrays that both have, and no others; one or more pairs
# Exit status: 0 the same, 1 not, 77 there is no VTK.
# SPDX-License-Identifier: MIT
import sys

try:
    import numpy
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLPImageDataReader
    from vtkmodules.util.numpy_support import vtk_to_numpy
except ImportError:
    sys.exit(77)


def read(reader, path):
    failures = []
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda *_: failures.append("VTK complains of " + path))
    reader.SetFileName(path)
    assert reader.CanReadFile(path), "VTK does not know " + path
    reader.Update()
    assert not failures, failures
    return reader.GetOutput()


def arrays(image):
    data = image.GetPointData()
    names = [data.GetArrayName(n) for n in range(data.GetNumberOfArrays())]
    return {name: vtk_to_numpy(data.GetArray(name)) for name in names}


def compare(one_path, parts_path, names):
    one, parts = read(vtkXMLImageDataReader(), one_path), read(vtkXMLPImageDataReader(), parts_path)
    for what in ("GetExtent", "GetOrigin", "GetSpacing", "GetNumberOfPoints"):
        a, b = getattr(one, what)(), getattr(parts, what)()
        assert a == b, (what, a, b)
    expected, found = arrays(one), arrays(parts)
    assert set(expected) == set(found) == set(names), (sorted(expected), sorted(found))
    for name in names:
        a, b = expected[name], found[name]
        assert a.dtype == b.dtype and a.shape == b.shape, (name, a.dtype, b.dtype, a.shape, b.shape)
        assert a.tobytes() == b.tobytes(), (name, int(numpy.sum(a != b)), "numbers differ")
    data = [image.GetPointData() for image in (one, parts)]
    for active in ("GetScalars", "GetVectors"):
        chosen = [getattr(d, active)() for d in data]
        names = [array and array.GetName() for array in chosen]
        assert names[0] == names[1], (active, names)
    times = [image.GetFieldData().GetArray("TimeValue").GetValue(0) for image in (one, parts)]
    assert times[0] == times[1], times


names = sys.argv[1].split(",")
for pair in zip(sys.argv[2::2], sys.argv[3::2], strict=True):
    try:
        compare(*pair, names)
    except AssertionError as problem:
        sys.exit("%s %s: %s" % (*pair, problem))
