# write_volumes.py - blocks of numbers as NumPy and the descriptions of the formats have them; run by test_volume.c.
# SPDX-License-Identifier: MIT
# Usage: write_volumes.py FOLDER
# Each file has x + 10 y + 100 z in 3 x 4 x 2 cells (or 3 x 4), of bool whether that is odd.
# Exit status: 77 where there is no NumPy.
import gzip
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
with open("twice.npy", "wb") as file:
    numpy.save(file, block)
    numpy.save(file, block)
with open("long.npy", "wb") as file:
    numpy.lib.format.write_array(file, block.astype("<u2"), version=(2, 0))

# http://teem.sourceforge.net/nrrd/format.html: the first axis is the fastest, an empty line ends the head.
for name, kind, endian, words in (("short", "<i2", "little", "short"), ("big", ">u2", "big", "uint16"),
                                  ("float", "<f4", "little", "float"), ("byte", "<u1", None, "unsigned char")):
    with open(f"{name}.nrrd", "wb") as file:
        head = f"NRRD0004\n# made for a test\ntype: {words}\ndimension: 3\nsizes: 3 4 2\nencoding: raw\n"
        head += f"endian: {endian}\n" if endian else ""
        file.write((head + "\n").encode() + block.astype(kind).tobytes())


def packed(name, data, sizes="3 4 2", encoding="gzip"):
    with open(f"{name}.nrrd", "wb") as file:
        file.write(f"NRRD0004\ntype: ushort\nsizes: {sizes}\nendian: little\nencoding: {encoding}\n\n".encode() + data)


# RFC 1952: the last eight bytes of a member are its checksum and its length.
numbers = block.astype("<u2").tobytes()
whole = gzip.compress(numbers)
far = sum(step * k for step, k in zip((100, 10, 1), numpy.ogrid[:3, :200, :300])).astype("<u2").tobytes()
packed("gzip", whole)
packed("members", gzip.compress(numbers[:7]) + gzip.compress(b"") + gzip.compress(numbers[7:]), encoding="gz")
packed("far", gzip.compress(far), "300 200 3")
packed("stored", gzip.compress(far, 0), "300 200 3")
packed("cut", whole[:-3])
packed("behind", whole + b"abc")
packed("checksum", whole[:-8] + bytes([whole[-8] ^ 1]) + whole[-7:])
packed("length", whole[:-4] + bytes([whole[-4] ^ 1]) + whole[-3:])
packed("more", gzip.compress(numbers + b"a"))
packed("fewer", gzip.compress(numbers[:-1]))
packed("uncompressed", numbers)
packed("small", whole, "9000 9000 9")

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


def tif(name, pages, end="<", big=False, strips=1, gap=0, lost=0, loop=False, more=()):
    """TIFF 6.0, and BigTIFF: pages as arrays, one directory behind the other, `more` tags in each."""
    word, each, count = ("Q", 20, "Q") if big else ("I", 12, "H")
    head = (b"II" if end == "<" else b"MM") + struct.pack(end + "H", 43 if big else 42)
    head += struct.pack(end + "HHQ", 8, 0, 16) if big else struct.pack(end + "I", 8)
    out = bytearray(head)
    for n, page in enumerate(pages):
        entries = {256: (4, page.shape[1]), 257: (4, page.shape[0]), 258: (3, 8 * page.itemsize), 259: (3, 1), 262: (3, 1),
                   277: (3, 1), 339: (3, {"u": 1, "i": 2, "f": 3}[page.dtype.kind]), **dict(more)}
        at = len(out)
        room = struct.calcsize(end + count) + each * (len(entries) + 2) + struct.calcsize(end + word)
        numbers = at + room + 2 * strips * 8
        rows = page.shape[0] // strips
        bytes_of = rows * page.shape[1] * page.itemsize
        starts = [numbers + k * (bytes_of + gap) for k in range(strips)]
        where = {273: starts, 279: [bytes_of] * (strips - 1) + [bytes_of - lost]}
        directory = struct.pack(end + count, len(entries) + 2)
        tail = b""
        for tag in sorted([*entries, 273, 279]):
            if tag in where:
                values, place = where[tag], at + room + len(tail)
                inside = strips == 1
                directory += struct.pack(end + "HH" + word + word, tag, 16 if big else 4, strips, values[0] if inside else place)
                tail += b"" if inside else struct.pack(end + word * strips, *values)
            elif entries[tag][0] == 3:
                directory += struct.pack(end + "HH" + word + "H", tag, 3, 1, entries[tag][1]) + bytes(6 if big else 2)
            else:
                directory += struct.pack(end + "HH" + word + word, tag, 4, 1, entries[tag][1])
        data = b"".join(bytes(gap if k else 0) + page[k * rows:(k + 1) * rows].tobytes() for k in range(strips))
        following = numbers + len(data)
        following = len(head) if loop else 0 if n == len(pages) - 1 else following
        out += directory + struct.pack(end + word, following) + tail.ljust(2 * strips * 8, b"\0") + data
    with open(name, "wb") as file:
        file.write(out)


tif("byte.tif", block.astype("u1"))
tif("big.tif", block.astype(">u2"), end=">")
tif("float.tiff", block.astype("<f4"))
tif("signed.tif", block.astype("<i4"), strips=2)
tif("wide.tif", block.astype("<u2"), big=True, strips=4)
tif("strips.tif", block.astype("<u2"), strips=4)
tif("2-page.tif", block[:1].astype("u1"))
tif("packed.tif", block.astype("u1"), more={259: (3, 5)}.items())
tif("colours.tif", block.astype("u1"), more={277: (3, 3)}.items())
tif("bits.tif", block.astype("u1"), more={258: (3, 1)}.items())
tif("tiles.tif", block.astype("u1"), more={322: (3, 16)}.items())
tif("apart.tif", block.astype("u1"), strips=2, gap=3)
tif("lost.tif", block.astype("u1"), strips=2, lost=1)
tif("unlike.tif", [block[0].astype("u1"), block[1, :2].astype("u1")])
tif("loop.tif", block.astype("u1"), loop=True)
tif("white.tif", block.astype("u1"), more={262: (3, 0)}.items())


# ImageJ's stacks of more than 4 GiB: one directory, whose text has the number of the pages that follow each other.
# https://imagej.net/ij/developer/source/ij/io/TiffEncoder.java.html
def stack(name, text, pages):
    text, tags = text.encode() + b"\0", ((256, 4, 1, 3), (257, 4, 1, 4), (258, 3, 1, 16 << 16), (270, 2, 0, 0), (273, 4, 1, 0), (279, 4, 1, 24))
    behind = 8 + 2 + 12 * len(tags) + 4
    special = {270: (len(text), behind), 273: (1, behind + len(text))}
    out = b"MM\0*\0\0\0\x08" + struct.pack(">H", len(tags))
    for tag, kind, count, value in tags:
        out += struct.pack(">HHII", tag, kind, *special.get(tag, (count, value)))
    with open(name, "wb") as file:
        file.write(out + bytes(4) + text + pages.astype(">u2").tobytes())


stack("imagej.tif", "ImageJ=1.53t\nimages=2\nslices=2\nloop=false\n", block)
stack("2-one.tif", "ImageJ=1.53t\nmin=0.0\n", block[:1])
stack("2-other.tif", "Other=1\nimages=2\n", block[:1])
stack("untold.tif", "ImageJ=1.53t\n", block)
stack("few.tif", "ImageJ=1.53t\nimages=3\n", block)
with open("brief.tif", "wb") as file:
    file.write(open("byte.tif", "rb").read()[:60])
