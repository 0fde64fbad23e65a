#!/usr/bin/python3
# make_inputs.py - makes the files that the cases of this folder read.
# Usage: make_inputs.py [FOLDER [DEGREES]]; with DEGREES the mesh of a bend of so many and no other file.
# SPDX-License-Identifier: MIT
import math
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


# --- meshes: triangles by the name of their part, corners counter-clockwise as seen from outside of the fluid -------


def write_stl(path, parts):
    with open(path, "w") as file:
        for name, triangles in parts.items():
            file.write(f"solid {name}\n")
            for corners in triangles:
                file.write("facet normal 0 0 0\nouter loop\n")
                file.writelines("vertex %.9g %.9g %.9g\n" % tuple(corner) for corner in corners)
                file.write("endloop\nendfacet\n")
            file.write(f"endsolid {name}\n")


def between(first, second):
    """A band of triangles between two rings of as many points each."""
    count = len(first)
    for n in range(count):
        a, b, c, d = first[n], first[(n + 1) % count], second[(n + 1) % count], second[n]
        yield (a, b, c)
        yield (a, c, d)


def cap(ring, is_end):
    middle = tuple(sum(point[axis] for point in ring) / len(ring) for axis in range(3))
    for n, point in enumerate(ring):
        other = ring[(n + 1) % len(ring)]
        yield (middle, point, other) if is_end else (middle, other, point)


def circle(centre, u, v, radius, count):
    angles = [2 * math.pi * n / count for n in range(count)]
    return [tuple(centre[k] + radius * (math.cos(w) * u[k] + math.sin(w) * v[k]) for k in range(3)) for w in angles]


def pipe_bend(before=4.0, radius=5.0, after=8.0, count=40, steps=16, degrees=90.0):
    """A pipe of diameter 1 along x that turns to y about (0, radius, 0)."""
    whole = math.radians(degrees)
    places = [((-before, 0.0, 0.0), 0.0)]
    for n in range(steps + 1):
        angle = whole * n / steps
        places.append(((radius * math.sin(angle), radius * (1 - math.cos(angle)), 0.0), angle))
    x, y, z = places[-1][0]
    places.append(((x + after * math.cos(whole), y + after * math.sin(whole), z), whole))
    rings = [circle(centre, (-math.sin(w), math.cos(w), 0.0), (0.0, 0.0, 1.0), 0.5, count) for centre, w in places]
    wall = [triangle for n in range(len(rings) - 1) for triangle in between(rings[n], rings[n + 1])]
    return {"wall": wall, "inlet": list(cap(rings[0], False)), "outlet": list(cap(rings[-1], True))}


def t_junction(left=4.0, right=8.0, stem=4.0):
    """Square ducts of side 1: the stem along y, the legs along x."""
    xs, ys, zs = (-left - 0.5, -0.5, 0.5, right + 0.5), (-stem - 0.5, -0.5, 0.5), (-0.5, 0.5)
    full = {(0, 1), (1, 1), (2, 1), (1, 0)}
    parts = {"wall": [], "inlet": [], "left": [], "right": []}

    def add(corners, name):
        a, b, c, d = corners
        parts[name] += [(a, b, c), (a, c, d)]

    for i, j in full:
        x, y, z = xs[i:i + 2], ys[j:j + 2], zs
        if (i - 1, j) not in full:
            add([(x[0], y[0], z[0]), (x[0], y[0], z[1]), (x[0], y[1], z[1]), (x[0], y[1], z[0])], "left" if i == 0 else "wall")
        if (i + 1, j) not in full:
            add([(x[1], y[0], z[0]), (x[1], y[1], z[0]), (x[1], y[1], z[1]), (x[1], y[0], z[1])], "right" if i == 2 else "wall")
        if (i, j - 1) not in full:
            add([(x[0], y[0], z[0]), (x[1], y[0], z[0]), (x[1], y[0], z[1]), (x[0], y[0], z[1])], "inlet" if j == 0 else "wall")
        if (i, j + 1) not in full:
            add([(x[0], y[1], z[0]), (x[0], y[1], z[1]), (x[1], y[1], z[1]), (x[1], y[1], z[0])], "wall")
        add([(x[0], y[0], z[0]), (x[0], y[1], z[0]), (x[1], y[1], z[0]), (x[1], y[0], z[0])], "wall")
        add([(x[0], y[0], z[1]), (x[1], y[0], z[1]), (x[1], y[1], z[1]), (x[0], y[1], z[1])], "wall")
    return parts


def lathe(points, count=48):
    """The surface of points (x, r) turned about the x axis, from the lowest x on."""
    rings = [circle((x, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), r, count) for x, r in points]
    wall = [triangle for n in range(len(rings) - 1) for triangle in between(rings[n], rings[n + 1])]
    return list(cap(rings[0], False)), wall, list(cap(rings[-1], True))


def port():
    """An intake: a pipe of diameter 1 with a seat of 45 degrees, a valve a quarter open, a cylinder of diameter 2.
    The valve is inside of the fluid, so that its triangles look the other way."""
    intake, wall, exhaust = lathe([(0.0, 0.5), (2.0, 0.5), (2.2, 0.7), (2.2, 1.0), (5.0, 1.0)])
    begin, side, end = lathe([(0.7, 0.1), (2.05, 0.1), (2.25, 0.3), (2.55, 0.6), (2.65, 0.6)])
    valve = [(a, c, b) for a, b, c in begin + side + end]
    return {"wall": wall, "intake": intake, "exhaust": exhaust, "valve": valve}


def write_outline(path, corners):
    with open(path, "w") as file:
        file.write("x,y\n")
        file.writelines("%.9g,%.9g\n" % corner for corner in corners)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    if len(sys.argv) > 2:
        bend = pipe_bend(2.0, 5.0, 4.0, 96, math.ceil(0.4 * float(sys.argv[2])), float(sys.argv[2]))
        write_stl(os.path.join(folder, f"pipe-bend-{sys.argv[2]}.stl"), bend)
        return
    write_png(os.path.join(folder, "cylinders-0.2.png"), cylinder(64, 0.2))
    write_outline(os.path.join(folder, "paddle.csv"), [(-0.6, -0.1), (0.6, -0.1), (0.6, 0.1), (-0.6, 0.1)])
    for name, parts in (("pipe-bend", pipe_bend()), ("t-junction", t_junction()), ("port", port())):
        write_stl(os.path.join(folder, name + ".stl"), parts)


if __name__ == "__main__":
    main()
