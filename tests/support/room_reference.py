#!/usr/bin/python3
# room_reference.py - steady convection in a square room behind a wall that conducts, by stream function, vorticity and
# temperature on the corners of squares, second order, and Newton: an independent program for docs/cases/room.ini.
# Usage: room_reference.py CONDUCTIVITY THICKNESS GRASHOF PRANDTL CELLS...; prints the Nusselt number of the outer face.
# SPDX-License-Identifier: MIT
import sys

import numpy as np
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import spsolve

LINKS = (1, 0), (-1, 0), (0, 1), (0, -1)


def equations(conductivity, wall, n, rayleigh, prandtl):
    """Rows of sum a x[c] + sum a x[c] x[d] - right, `wall` cells being of the wall, and where T, psi and omega are."""
    line, high = n + wall + 1, n + 1
    t = lambda i, j: i * high + j
    psi = lambda i, j: line * high + i * high + j
    omega = lambda i, j: (line + n + 1) * high + i * high + j
    linear, square, right = [], [], np.zeros((line + 2 * high) * high)

    def corner(row, i, j, dx, dy, sign, cells):
        """Psi in the middle of a square of the room, times the mean T of both cells of a face."""
        if 0 <= i + dx <= n and 0 <= j + dy <= n:
            for p in (i, i + dx):
                for q in (j, j + dy):
                    square.extend((row, -0.125 * sign, psi(p, q), cell) for cell in cells)

    for i in range(line):
        for j in range(high):
            row = t(i, j)
            if i in (0, line - 1):
                linear.append((row, 1, row))
                right[row] = i == 0
                continue
            for dx, dy in LINKS:
                if not 0 <= j + dy <= n:
                    continue
                solid = 0.5 * ((i <= wall) + (i < wall)) if dy else float(max(i, i + dx) <= wall)
                k = (solid * conductivity + 1 - solid) * (1 if dy or 0 < j < n else 0.5)
                linear += [(row, k, t(i + dx, j + dy)), (row, -k, row)]
                for side in (1, -1):
                    sx, sy = (dx, side) if dx else (side, dy)
                    sign = side * dx if dx else -side * dy
                    if i >= wall:
                        corner(row, i - wall, j, sx, sy, sign, (row, t(i + dx, j + dy)))
    for i in range(high):
        for j in range(high):
            inward = ((i == 0) - (i == n), (j == 0) - (j == n))
            at, row = psi(i, j), omega(i, j)
            if any(inward):  # Jensen's vorticity of a wall at rest; corners have none
                linear += [(at, 1, at), (row, 1, row)]
                if not all(inward):
                    one, two = ((i + s * inward[0], j + s * inward[1]) for s in (1, 2))
                    linear += [(row, 4 * n * n, psi(*one)), (row, -0.5 * n * n, psi(*two))]
                continue
            linear += [(at, -4, at), (at, 1 / n**2, row), (row, -4 * prandtl, row)]
            push = 0.5 * rayleigh * prandtl / n
            linear += [(row, push, t(wall + i + 1, j)), (row, -push, t(wall + i - 1, j))]
            for dx, dy in LINKS:
                linear += [(at, 1, psi(i + dx, j + dy)), (row, prandtl, omega(i + dx, j + dy))]
                for ex, ey in LINKS:  # u d omega/dx + v d omega/dy, u = d psi/dy
                    across = dy * ex - dx * ey
                    if across:
                        square.append((row, -0.25 * across, psi(i + dx, j + dy), omega(i + ex, j + ey)))
    return linear, square, right


def solve(problem, x):
    linear, square, right = problem
    row, a, c = (np.array(column) for column in zip(*linear))
    row2, a2, c2, d2 = (np.array(column) for column in zip(*square))
    for _ in range(40):
        rest = -right
        np.add.at(rest, row, a * x[c])
        np.add.at(rest, row2, a2 * x[c2] * x[d2])
        rows, values = (row, row2, row2), (a, a2 * x[d2], a2 * x[c2])
        slope = csc_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate((c, c2, d2)))))
        step = spsolve(slope, -rest)
        x = x + step
        if abs(step[: len(x) // 3]).max() < 1e-10:
            return x
    raise SystemExit("it does not converge")


def main():
    conductivity, thickness, grashof, prandtl = (float(word) for word in sys.argv[1:5])
    for n in (int(word) for word in sys.argv[5:]):
        wall, x = round(thickness * n), None
        for part in (1e-2, 1e-1, 0.3, 1):
            problem = equations(conductivity, wall, n, part * grashof * prandtl, prandtl)
            x = solve(problem, np.zeros(len(problem[2])) if x is None else x)
        t = x[: 2 * (n + 1)].reshape(2, n + 1)
        weight = np.ones(n + 1)
        weight[[0, -1]] = 0.5
        print(n, conductivity * (weight * (t[0] - t[1])).sum())


if __name__ == "__main__":
    main()
