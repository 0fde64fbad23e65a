#!/usr/bin/env python3
"""A body like a car for the setup tunnel: a box with a slanted back and four wheels, as one binary STL.

Usage: car_body.py FILE.stl [triangles, about; default 100000]
Length 1 along x with the nose at 0, width 0.4 along y, height 0.3 along z over wheels that stand on z = 0.
The wheels overlap the box: their union is the body.
SPDX-License-Identifier: MIT"""
import math
import struct
import sys


def grid(p, q, r, s, n, m):
    """Triangles of the four-sided face p q r s, clockwise as seen from outside, in n x m pieces."""
    def at(u, v):
        return tuple((1 - u) * (1 - v) * p[k] + u * (1 - v) * q[k] + u * v * r[k] + (1 - u) * v * s[k]
                     for k in range(3))
    for i in range(n):
        for j in range(m):
            a, b = at(i / n, j / m), at((i + 1) / n, j / m)
            c, d = at((i + 1) / n, (j + 1) / m), at(i / n, (j + 1) / m)
            yield a, c, b
            yield a, d, c


def prism(outline, low, high, pieces, across):
    """Closed prism over a convex outline (x, z), counter-clockwise as seen from -y, from y = low to high."""
    middle = tuple(sum(point[k] for point in outline) / len(outline) for k in range(2))
    for (x0, z0), (x1, z1) in zip(outline, outline[1:] + outline[:1]):
        n = max(1, round(pieces * math.hypot(x1 - x0, z1 - z0)))
        yield from grid((x0, high, z0), (x0, low, z0), (x1, low, z1), (x1, high, z1), across, n)
        for k in range(n):
            a = (x0 + (x1 - x0) * k / n, z0 + (z1 - z0) * k / n)
            b = (x0 + (x1 - x0) * (k + 1) / n, z0 + (z1 - z0) * (k + 1) / n)
            for y, (p, q) in ((low, (a, b)), (high, (b, a))):
                yield (middle[0], y, middle[1]), (p[0], y, p[1]), (q[0], y, q[1])


def car(count):
    pieces = math.sqrt(count / 2.2)
    side = [(0.0, 0.06), (1.0, 0.06), (1.0, 0.18), (0.8, 0.3), (0.1, 0.3), (0.0, 0.2)]
    yield from prism(side, -0.2, 0.2, pieces, round(0.4 * pieces))
    for x in (0.2, 0.8):
        for y in (-0.18, 0.12):
            wheel = [(x + 0.08 * math.cos(2 * math.pi * k / 48), 0.08 + 0.08 * math.sin(2 * math.pi * k / 48))
                     for k in range(48)]
            yield from prism(wheel, y, y + 0.06, 0.5 * pieces, max(1, round(0.06 * pieces)))


def main():
    triangles = list(car(int(sys.argv[2]) if len(sys.argv) > 2 else 100000))
    with open(sys.argv[1], "wb") as out:
        out.write(bytes(80) + struct.pack("<I", len(triangles)))
        for triangle in triangles:
            # rounded, so that faces that meet have the same corners
            out.write(struct.pack("<12fH", 0, 0, 0, *(round(x, 6) for point in triangle for x in point), 0))
    print(len(triangles), "triangles")


main()
