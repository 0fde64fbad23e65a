# write_volumes.py - blocks of numbers as NumPy and the descriptions of the formats have them; run by test_volume.c.
# SPDX-License-Identifier: MIT
# Usage: write_volumes.py FOLDER
# Each file has x + 10 y + 100 z in 3 x 4 x 2 cells (or 3 x 4), of bool whether that is odd.
# Exit status: 77 where there is no NumPy.
import os
import struct
import sys

try:
    import numpy
except ImportError:
    sys.exit(77)

os.chdir(sys.argv[1])
z, y, x = numpy.meshgrid(range(2), range(4), range(3), indexing="ij")
block = x + 10 * y + 100 * z
for kind in "?", "<u1", "<i1", "<u2", ">u2", "<i4", ">i8", "<f4", ">f4", "<f8":
    numbers = (block % 2 == 1 if kind == "?" else block).astype(kind)
    name = kind.replace("?", "bool").replace("<", "le-").replace(">", "be-")
    numpy.save(f"c-{name}.npy", numbers)
    numpy.save(f"f-{name}.npy", numpy.asfortranarray(numbers))
    numpy.save(f"c2-{name}.npy", numbers[0])
    numpy.save(f"f2-{name}.npy", numpy.asfortranarray(numbers[0]))
with open("long.npy", "wb") as file:
    numpy.lib.format.write_array(file, block.astype("<u2"), version=(2, 0))

# http://teem.sourceforge.net/nrrd/format.html: the first axis is the fastest, an empty line ends the head.
for name, kind, endian, words in (("short", "<i2", "little", "short"), ("big", ">u2", "big", "uint16"),
                                  ("float", "<f4", "little", "float"), ("byte", "<u1", None, "unsigned char")):
    with open(f"{name}.nrrd", "wb") as file:
        head = f"NRRD0004\n# made for a test\ntype: {words}\ndimension: 3\nsizes: 3 4 2\nencoding: raw\n"
        head += f"endian: {endian}\n" if endian else ""
        file.write((head + "\n").encode() + block.astype(kind).tobytes())

# https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html: cells between 4 x 5 x 3 points, 32-bit counts.
with open("cells.vti", "wb") as file:
    pairs = numpy.zeros((24, 2), "<f8")
    pairs[:, 1] = block.ravel()
    first, second = pairs.tobytes(), block.astype("<u2").tobytes()
    file.write(f"""<?xml version="1.0"?>
<VTKFile type="ImageData" version="0.1" byte_order="LittleEndian">
<ImageData WholeExtent="0 3 0 4 0 2" Origin="0 0 0" Spacing="1 1 1"><Piece Extent="0 3 0 4 0 2">
<PointData></PointData><CellData Scalars="rock">
<DataArray type="Float64" Name="pair" NumberOfComponents="2" format="appended" offset="0"/>
<DataArray type="UInt16" Name="rock" format="appended" offset="{4 + len(first)}"/>
</CellData></Piece></ImageData><AppendedData encoding="raw">_""".encode())
    file.write(struct.pack("<I", len(first)) + first + struct.pack("<I", len(second)) + second)
    file.write(b"</AppendedData></VTKFile>\n")
