# read_vtkhdf.py - whether a .vtkhdf has the numbers, places and times of the .vti files of the same run, to the bit.
# Usage: read_vtkhdf.py vti FILE.vtkhdf FILE.vti ...    read by the specification of HDF5, with NumPy alone
#        read_vtkhdf.py whole FILE.vtkhdf               whether it can be read, and nothing follows its end
#        read_vtkhdf.py others FILE.vtkhdf FILE.vti ... the same by h5py and by VTK's reader
# SPDX-License-Identifier: MIT
import struct
import sys
from pathlib import Path

import numpy as np
from read_zarr import COMPONENTS, read_vti

TYPES = {(0, 1): "u1", (0, 8): "<i8", (1, 4): "<f4", (1, 8): "<f8"}


class File:
    """What sluice writes of HDF5: superblock 0, object headers 1, links in headers, chunks in trees 1."""

    def __init__(self, data):
        self.data = data
        assert data[:8] == b"\x89HDF\r\n\x1a\n" and data[8] == 0 and data[13:15] == b"\x08\x08"
        self.end, self.root = self.numbers("Q", 40)[0], self.numbers("Q", 64)[0]
        assert self.end <= len(data)

    def numbers(self, kind, at):
        return struct.unpack_from("<" + kind, self.data, at)

    def messages(self, at):
        version, count, _, size = self.numbers("HHII", at)
        assert version == 1
        at, end, found = at + 16, at + 16 + size, []
        for _ in range(count):
            kind, bytes_ = self.numbers("HH", at)
            assert bytes_ % 8 == 0
            found.append((kind, at + 8))
            at += 8 + bytes_
        assert at == end
        return found

    def links(self, at):
        found = {}
        for kind, place in self.messages(at):
            if kind == 6:
                length = self.data[place + 2]
                name = self.data[place + 3:place + 3 + length].decode()
                found[name] = self.numbers("Q", place + 3 + length)[0]
        return found

    def attributes(self, at):
        found = {}
        for kind, place in self.messages(at):
            if kind != 12:
                continue
            _, name, type_, shape = self.numbers("HHHH", place)
            name_at, type_at = place + 8, place + 8 + -(-name // 8) * 8
            shape_at = type_at + -(-type_ // 8) * 8
            data_at, word = shape_at + -(-shape // 8) * 8, self.data[name_at:name_at + name - 1].decode()
            size = self.numbers("I", type_at + 4)[0]
            if self.data[type_at] & 15 == 3:
                found[word] = self.data[data_at:data_at + size].decode()
            else:
                count = self.numbers("Q", shape_at + 8)[0]
                found[word] = np.frombuffer(self.data, TYPES[self.data[type_at] & 15, size], count, data_at)
        return found

    def chunks(self, at, rank, level=None):
        assert self.data[at:at + 5] == b"TREE\x01"
        here, count = self.numbers("BH", at + 5)
        assert level is None or here == level
        key, first = 8 + 8 * (rank + 1), at + 24
        for n in range(count):
            place = first + n * (key + 8)
            begin, child = self.numbers("Q", place + 8)[0], self.numbers("Q", place + key)[0]
            behind = self.numbers("Q", place + key + 8 + 8)[0]
            assert behind > begin
            if here == 0:
                yield begin, child, self.numbers("I", place)[0]
            else:
                below = list(self.chunks(child, rank, here - 1))
                assert begin == below[0][0] and below[-1][0] < behind
                yield from below

    def dataset(self, at):
        parts = dict(self.messages(at))
        rank = self.data[parts[1] + 1]
        shape = self.numbers(f"{rank}Q", parts[1] + 8)
        kind = np.dtype(TYPES[self.data[parts[3]] & 15, self.numbers("I", parts[3] + 4)[0]])
        if self.data[parts[8] + 1] == 1:
            return np.frombuffer(self.data, kind, shape[0], self.numbers("Q", parts[8] + 2)[0])
        assert self.data[parts[8] + 2] == rank + 1
        tree = self.numbers("Q", parts[8] + 3)[0]
        assert self.numbers(f"{rank + 1}I", parts[8] + 11) == (1, *shape[1:], kind.itemsize)
        found, places = np.empty(shape, kind), []
        for n, place, size in self.chunks(tree, rank):
            assert size == found[0].nbytes
            found[n] = np.frombuffer(self.data, kind, found[0].size, place).reshape(shape[1:])
            places.append(n)
        assert places == list(range(shape[0])), places
        return found


def read_own(path):
    file = File(Path(path).read_bytes())
    image = file.links(file.root)["VTKHDF"]
    about, groups = file.attributes(image), file.links(image)
    steps = file.links(groups["Steps"])
    arrays = {name: file.dataset(at) for name, at in file.links(groups["PointData"]).items()}
    times = file.dataset(steps["Values"])
    assert file.attributes(groups["Steps"])["NSteps"].tolist() == [len(times)]
    assert about["Type"] == "ImageData" and about["Version"].tolist() == [2, 0]
    for name, at in file.links(steps["PointDataOffsets"]).items():
        assert file.dataset(at).tolist() == list(range(len(arrays[name])))
    return file, about, times, arrays


def same_as_vti(path, files):
    _, about, times, arrays = read_own(path)
    size = about["WholeExtent"][1::2] - about["WholeExtent"][::2] + 1
    assert len(times) == len(files) > 0, (times, files)
    for n, name in enumerate(files):
        vti = read_vti(Path(name))
        assert times[n] == vti.pop("time")
        for axis, letter in enumerate("xyz"):
            places = about["Origin"][axis] + about["Spacing"][axis] * np.arange(size[axis])
            assert np.allclose(places, vti.pop(letter), rtol=1e-14), letter
        for array, found in arrays.items():
            many = found[n].size // size.prod()
            columns = found[n].reshape(*size[::-1], many)
            for k, letters in enumerate(COMPONENTS[many]):
                expected = vti.pop(array + ("_" if many > 1 and len(array) > 1 else "") + letters)
                assert columns.dtype == expected.dtype
                assert np.ascontiguousarray(columns[..., k]).tobytes() == expected.tobytes(), (name, array, k)
        assert not vti, vti.keys()


def same_by_others(path, files):
    import h5py
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
    from vtkmodules.vtkIOHDF import vtkHDFReader
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader

    _, _, times, arrays = read_own(path)
    with h5py.File(path) as file:
        data = file["VTKHDF/PointData"]
        assert set(data) == set(arrays)
        for name in arrays:
            assert np.array_equal(data[name][:], arrays[name], equal_nan=arrays[name].dtype.kind == "f")
    failures, reader = [], vtkHDFReader()
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda *_: failures.append("VTK complains"))
    assert reader.CanReadFile(path)
    reader.SetFileName(path)
    reader.UpdateInformation()
    assert reader.GetOutputInformation(0).Get(vtkStreamingDemandDrivenPipeline.TIME_STEPS()) == tuple(times)
    for n, name in enumerate(files):
        one = vtkXMLImageDataReader()
        one.SetFileName(name)
        one.Update()
        reader.UpdateTimeStep(times[n])
        expected, found = one.GetOutput(), reader.GetOutput()
        for what in ("GetDimensions", "GetOrigin", "GetSpacing"):
            assert getattr(expected, what)() == getattr(found, what)(), what
        assert found.GetPointData().GetNumberOfArrays() == expected.GetPointData().GetNumberOfArrays() > 0
        for array in arrays:
            a, b = (vtk_to_numpy(image.GetPointData().GetArray(array)) for image in (expected, found))
            assert a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes(), (name, array)
    assert not failures, failures


if sys.argv[1] == "vti":
    same_as_vti(sys.argv[2], sys.argv[3:])
elif sys.argv[1] == "whole":
    opened = read_own(sys.argv[2])[0]
    assert opened.end == len(opened.data)
elif sys.argv[1] == "killed":
    read_own(sys.argv[2])
else:
    same_by_others(sys.argv[2], sys.argv[3:])
