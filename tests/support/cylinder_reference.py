#!/usr/bin/python3
# cylinder_reference.py - steady flow past a cylinder in an unbounded stream: stream function and vorticity over the
# logarithm of the radius and the angle, second order, half of the plane, Newton; stream and no vorticity far away.
# Usage: cylinder_reference.py RE CELLS [FAR]; CELLS over the half circle, FAR: logarithm of the outer radius.  Prints the
# drag, and the coefficients of pressure in front and behind.  At Re 40 1.490, 1.143, -0.484 with 60 cells, 1.496, 1.142,
# -0.480 with 120; the drag of Fornberg (J. Fluid Mech. 98, 1980) is 1.498.
# SPDX-License-Identifier: MIT
import sys

import numpy as np
from scipy.sparse import bmat, coo_matrix, diags, identity, kron
from scipy.sparse.linalg import spsolve


def derivatives(n, h):
    """First and second, central, of n + 1 values."""
    one = np.ones(n)
    return diags([-one, one], [-1, 1]) / (2 * h), diags([one, -2 * np.ones(n + 1), one], [-1, 0, 1]) / h**2


def flow(re, cells, far):
    """Vorticity by radius and angle, and the widths of a cell; the radius and the stream are 1."""
    h, along = np.pi / cells, round(far * cells / np.pi)
    across, wide, n = far / along, cells + 1, (along + 1) * (cells + 1)
    angle, r = h * np.arange(wide), np.exp(across * np.arange(along + 1))
    (x1, x2), (t1, t2) = derivatives(along, across), derivatives(cells, h)
    to_r, to_angle = kron(x1, identity(wide)).tocsr(), kron(identity(along + 1), t1).tocsr()
    laplace = (kron(x2, identity(wide)) + kron(identity(along + 1), t2)).tocsr()
    row, column = np.divmod(np.arange(n), wide)
    on_axis = (column == 0) | (column == cells)
    is_wall, is_far = (row == 0) & ~on_axis, (row == along) & ~on_axis
    is_edge = is_wall | is_far | on_axis
    inside, edge = diags(1.0 - is_edge), diags(1.0 * is_edge)
    stream = np.where(is_far, r[-1] * np.sin(angle[column]), 0.0)
    # Thom's vorticity of a wall at rest; of what flows out it does not change.
    wall, leaves = np.flatnonzero(is_wall), np.flatnonzero(is_far & (angle[column] < np.pi / 2))
    of_psi = coo_matrix((np.full(len(wall), 2 / across**2), (wall, wall + wide)), (n, n)).tocsr()
    of_omega = edge - coo_matrix((np.ones(len(leaves)), (leaves, leaves - wide)), (n, n)).tocsr()
    psi, omega = np.outer(r - 1 / r, np.sin(angle)).ravel(), np.zeros(n)
    for number in np.r_[[x for x in (5.0, 15.0) if x < re], re]:
        for _ in range(30):
            ux, ut = to_angle @ psi, to_r @ psi
            carried = 0.5 * number * (diags(ux) @ to_r - diags(ut) @ to_angle)
            turning = 0.5 * number * (diags(to_r @ omega) @ to_angle - diags(to_angle @ omega) @ to_r)
            right = np.r_[
                inside @ (laplace @ psi + r[row] ** 2 * omega) + edge @ psi - stream,
                inside @ ((laplace - carried) @ omega) + of_omega @ omega + of_psi @ psi,
            ]
            matrix = bmat(
                [
                    [inside @ laplace + edge, inside @ diags(r[row] ** 2)],
                    [of_psi - inside @ turning, inside @ (laplace - carried) + of_omega],
                ]
            )
            step = spsolve(matrix.tocsc(), -right)
            psi, omega = psi + step[:n], omega + step[n:]
            if np.abs(step[n:]).max() < 1e-8:
                break
        else:
            raise SystemExit("Newton's method has not come to an end")
    return omega.reshape(along + 1, wide), across, h


def trapezoids(values, h):
    return h * np.r_[0, np.cumsum(0.5 * (values[1:] + values[:-1]))]


def results(re, cells, far):
    omega, across, h = flow(re, cells, far)
    wall, angle = omega[0], np.linspace(0, np.pi, cells + 1)
    # Along the axis in front dp/dr is the viscous force, which the slope of the vorticity over the angle has.
    slope = (omega[:, -3] - 4 * omega[:, -2]) / (2 * h)
    front = 1 + 4 / re * abs(trapezoids(slope, across)[-1])
    outwards = (-3 * omega[0] + 4 * omega[1] - omega[2]) / (2 * across)
    pressure = trapezoids(outwards, h)
    pressure = front - 4 / re * np.sign(pressure[-1]) * (pressure[-1] - pressure)
    drag = -trapezoids(pressure * np.cos(angle), h)[-1] + 4 / re * abs(trapezoids(wall * np.sin(angle), h)[-1])
    return drag, front, pressure[0]


if __name__ == "__main__":
    print("%.4f %.4f %.4f" % results(float(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 6.0))
