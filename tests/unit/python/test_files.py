# test_files.py - JSON without NaN, files that are whole, arrays of VTK files.
# SPDX-License-Identifier: MIT
import math
import os
import struct
import tempfile
import unittest

import numpy

from sluice_lbm import files

HEAD = ('<VTKFile type="ImageData" byte_order="{order}" header_type="UInt64">\n'
        '<ImageData WholeExtent="0 1 0 2 0 0">\n'
        '<DataArray type="Float32" Name="rho" format="appended" offset="0"/>\n'
        '<DataArray type="{kind}" Name="u" NumberOfComponents="3" format="appended" offset="32"/>\n'
        '<AppendedData encoding="raw">\n_')


def vtk(kind="Float32", order="LittleEndian"):
    sign = "<" if order == "LittleEndian" else ">"
    letter = "f" if kind == "Float32" else "d"
    rho = struct.pack(f"{sign}Q6f", 24, *range(6))
    u = struct.pack(f"{sign}Q18{letter}", 18 * struct.calcsize(letter), *range(18))
    return HEAD.format(kind=kind, order=order).encode() + rho + u + b"\n</AppendedData></VTKFile>\n"


class Files(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.path = os.path.join(place.name, "file")

    def keep(self, data):
        with open(self.path, "wb") as file:
            file.write(data)

    def test_json(self):
        self.assertEqual(files.to_json({"a": math.nan, "b": [math.inf, 2.0, 0.5]}, False),
                         '{"a":null,"b":[null,2,0.5]}')
        self.assertIn('"a":\t"x"', files.to_json({"a": "x"}))

    def test_a_file_is_replaced_as_a_whole(self):
        files.write(self.path, "one")
        files.write(self.path, "two")
        with open(self.path) as file:
            self.assertEqual(file.read(), "two")
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["file"])

    def test_columns_are_found_by_name(self):
        self.keep(b"step,ux,uy\n1,0.5,2\n2,0.25,nan\n")
        uy, step = files.columns(self.path, ("uy", "step"))
        self.assertEqual(list(step), [1.0, 2.0])
        self.assertTrue(uy[0] == 2.0 and math.isnan(uy[1]))
        self.assertRaises(ValueError, files.columns, self.path, ("uz",))
        self.keep(b"")
        self.assertRaises(ValueError, files.columns, self.path, ("uz",))

    def test_arrays_of_a_box(self):
        for kind in ("Float32", "Float64"):
            for order in ("LittleEndian", "BigEndian"):
                self.keep(vtk(kind, order))
                u = files.vtk_array(self.path, "u")
                self.assertEqual(u.shape, (1, 3, 2, 3))
                self.assertTrue((u.ravel() == numpy.arange(18)).all())

    def test_files_that_are_cut_are_refused(self):
        whole = vtk()
        for length in (0, 40, whole.find(b"_") + 1, whole.find(b"_") + 60):
            self.keep(whole[:length])
            self.assertRaises((ValueError, TypeError), files.vtk_array, self.path, "u")
        self.keep(whole)
        self.assertRaises(ValueError, files.vtk_array, self.path, "p")


unittest.main()
