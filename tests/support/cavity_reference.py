#!/usr/bin/python3
# cavity_reference.py - steady flow in a cube with a sliding lid, by finite differences on a staggered grid:
# an independent program for the numbers that setups/cavity.c compares with at Re 100.
# Usage: cavity_reference.py REYNOLDS CELLS END-TIME; prints the two centre lines and their extrema.
# SPDX-License-Identifier: MIT
import sys

import numpy as np

reynolds, cells, end = float(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
h, viscosity = 1.0 / cells, 1.0 / reynolds
dt = min(0.06 * h * h / viscosity, 0.2 * h)


def cut(a, axis, begin, stop):
    index = [slice(None)] * 3
    index[axis] = slice(begin, stop)
    return a[tuple(index)]


def mean(a, axis):
    return 0.5 * (cut(a, axis, 1, None) + cut(a, axis, 0, -1))


def difference(a, axis):
    return (cut(a, axis, 1, None) - cut(a, axis, 0, -1)) / h


def with_walls(a, component, axis):
    """One ghost cell on either side along a tangential axis: the mean with the inside is the wall's velocity."""
    lid = 1.0 if component == 1 and axis == 2 else 0.0
    return np.concatenate((-cut(a, axis, 0, 1), a, 2.0 * lid - cut(a, axis, -1, None)), axis)


def acceleration(u, a):
    """Of component a on its inner faces: central differences of advective and viscous fluxes."""
    centre = mean(u[a], a)
    total = -difference(centre * centre - viscosity * difference(u[a], a), a)
    inner = cut(u[a], a, 1, -1)
    for b in range(3):
        if b == a:
            continue
        padded = with_walls(inner, a, b)
        flux = mean(padded, b) * mean(u[b], a) - viscosity * difference(padded, b)
        total -= difference(flux, b)
    return total


# Eigenvectors of the second difference with closed ends solve the pressure equation directly.
modes = np.arange(cells)
vectors = np.cos(np.pi * np.outer(modes + 0.5, modes) * h)
vectors /= np.linalg.norm(vectors, axis=0)
values = -((2.0 * np.sin(0.5 * np.pi * modes * h) / h) ** 2)
laplacian = values[:, None, None] + values[None, :, None] + values[None, None, :]
laplacian[0, 0, 0] = 1.0


def transform(a, matrix):
    for _ in range(3):
        a = np.tensordot(a, matrix, (0, 0))  # the transformed axis goes last: after three, as before
    return a


def project(u):
    divergence = sum(difference(u[a], a) for a in range(3))
    spectrum = transform(divergence, vectors) / laplacian
    spectrum[0, 0, 0] = 0.0
    pressure = transform(spectrum, vectors.T)
    for a in range(3):
        cut(u[a], a, 1, -1)[...] -= difference(pressure, a)


def centre_lines(u):
    """u_y along z and u_z along y; an even number of cells: the centre lies between cells."""
    m = cells // 2
    along_z = 0.5 * (u[1][m - 1, m, :] + u[1][m, m, :])
    along_y = 0.5 * (u[2][m - 1, :, m] + u[2][m, :, m])
    return along_z, along_y


def extremum(line, sign):
    n = int(np.argmin(sign * line))
    p = np.polyfit((np.arange(n - 1, n + 2) + 0.5) * h, line[n - 1 : n + 2], 2)
    at = -p[1] / (2 * p[0])
    return np.polyval(p, at), at


u = [np.zeros([cells + (axis == a) for axis in range(3)]) for a in range(3)]
before, time, next_look = None, 0.0, 1.0
old_lines = np.zeros((2, cells))
while time < end:
    now = [acceleration(u, a) for a in range(3)]
    if before is None:
        before = now
    for a in range(3):
        cut(u[a], a, 1, -1)[...] += dt * (1.5 * now[a] - 0.5 * before[a])
    before = now
    project(u)
    time += dt
    if time >= next_look:
        lines = np.array(centre_lines(u))
        change = np.sqrt(np.mean((lines - old_lines) ** 2))
        print(f"# time {time:.2f} change {change:.2e}", file=sys.stderr, flush=True)
        old_lines, next_look = lines, next_look + 1.0
        if change < 1e-7:
            break

along_z, along_y = centre_lines(u)
print("# Re %g, %d cells, time %.3f" % (reynolds, cells, time))
print("# least u_y %.5f at z %.5f" % extremum(along_z, 1))
print("# least u_z %.5f at y %.5f" % extremum(along_y, 1))
print("# most u_z %.5f at y %.5f" % extremum(along_y, -1))
print("# position,u_y,u_z")
for n in range(cells):
    print("%.7f,%.7f,%.7f" % ((n + 0.5) * h, along_z[n], along_y[n]))
