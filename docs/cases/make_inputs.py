#!/usr/bin/python3
# make_inputs.py - makes the files that the cases of this folder read.
# Usage: make_inputs.py [FOLDER]
# SPDX-License-Identifier: MIT
import os
import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_png(path, rows):
    """Grey pixels, the first row at the top."""
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def cylinder(side, share):
    """A black disc in a white square: the pixels nearest to its middle, as many as are nearest to the share."""
    middle = (side - 1) / 2
    distances = sorted((x - middle) ** 2 + (y - middle) ** 2 for x in range(side) for y in range(side))
    most = distances[round(share * side * side) - 1]
    return [[0 if (x - middle) ** 2 + (y - middle) ** 2 <= most else 255 for x in range(side)] for y in range(side)]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    write_png(os.path.join(folder, "cylinders-0.2.png"), cylinder(64, 0.2))


if __name__ == "__main__":
    main()
