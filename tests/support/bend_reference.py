#!/usr/bin/python3
# bend_reference.py - developed laminar flow in a pipe bent to a ring, of any curvature: Navier-Stokes for axial velocity,
# stream function and vorticity in the cross-section, Chebyshev polynomials across and Fourier series around the pipe
# (a whole diameter, so that the axis needs no condition: Trefethen, Spectral Methods in MATLAB, chapter 11), Newton.
# Usage: bend_reference.py CURVATURE DEAN [POINTS]; CURVATURE is the pipe's radius over the bend's, DEAN is
# Re sqrt(CURVATURE), Re of the mean speed and the diameter; prints the drop of pressure along the axis over that of a
# straight pipe.  Without curvature these are Dean's equations: 1.0422, 1.2498, 1.4857 at 20, 50, 100.
# SPDX-License-Identifier: MIT
import sys

import numpy as np


def chebyshev(n):
    x = np.cos(np.pi * np.arange(n + 1) / n)
    c = np.r_[2, np.ones(n - 1), 2] * (-1.0) ** np.arange(n + 1)
    d = np.outer(c, 1 / c) / (x[:, None] - x[None, :] + np.eye(n + 1))
    return d - np.diag(d.sum(1)), x


def fourier(n):
    """First and second derivatives of n values around a circle."""
    spectrum, k = np.fft.fft(np.eye(n), axis=0), np.fft.fftfreq(n, 1 / n)
    once = np.where(np.arange(n) == n // 2, 0, k)
    return [np.real(np.fft.ifft(f[:, None] * spectrum, axis=0)) for f in (1j * once, -(k**2))]


def disc_weights(x, angles):
    """Of an integral over the disc, by interpolation to Gauss's points of the radius."""
    g, w = np.polynomial.legendre.leggauss(64)
    g, w = 0.5 * (g + 1), 0.5 * w
    b = (-1.0) ** np.arange(len(x)) * np.r_[0.5, np.ones(len(x) - 2), 0.5]
    to_g = b / (g[:, None] - x[None, :])
    radial = (w * g) @ (to_g / to_g.sum(1)[:, None])
    half = len(x) // 2
    return np.kron(radial[:half] + radial[::-1][:half], np.full(angles, 2 * np.pi / angles))


class Section:
    """Viscosity 1, radius 1; x points away from the axis of the bend, z along it."""

    def __init__(self, curvature, points):
        rows, angles = points | 1, points + points % 2
        d, x = chebyshev(rows)
        half, turn = (rows + 1) // 2, np.roll(np.eye(angles), angles // 2, axis=1)
        across = lambda m: np.kron(m[:half, :half], np.eye(angles)) + np.kron(m[:half, ::-1][:, :half], turn)
        once, twice = (np.kron(np.eye(half), m) for m in fourier(angles))
        r, angle = np.repeat(x[:half], angles), np.tile(2 * np.pi * np.arange(angles) / angles, half)
        cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
        self.outwards, over_r = across(d), 1 / r[:, None]
        self.dx = cos * self.outwards - sin * over_r * once
        self.dz = sin * self.outwards + cos * over_r * once
        self.per_radius = 1 / (1 / curvature + r * cos[:, 0])
        laplace = across(d @ d) + over_r * self.outwards + over_r**2 * twice
        self.friction = laplace + self.per_radius[:, None] * self.dx - np.diag(self.per_radius**2)
        self.ux, self.uz = -self.per_radius[:, None] * self.dz, self.per_radius[:, None] * self.dx
        self.curl = self.dz @ self.ux - self.dx @ self.uz
        self.area, self.edge, self.poiseuille = disc_weights(x, angles), angles, 2 * (1 - r**2)

    def newton(self, speed, v, psi, omega, drop):
        """`drop`: of pressure for each radian of the bend."""
        n, edge, dx, dz = len(v), np.arange(self.edge), self.dx, self.dz
        for _ in range(40):
            ux, uz, bend = self.ux @ psi, self.uz @ psi, (self.ux @ psi) * self.per_radius
            carried = ux[:, None] * dx + uz[:, None] * dz - self.friction
            matrix = np.zeros((3 * n + 1, 3 * n + 1))
            axial, turning, vortex = (matrix[k * n : (k + 1) * n] for k in range(3))
            right = np.r_[
                carried @ v + bend * v - drop * self.per_radius,
                self.curl @ psi - omega,
                carried @ omega - bend * omega - self.per_radius * (dz @ v**2),
                self.area @ v - speed * np.pi,
            ]
            axial[:, :n] = carried + np.diag(bend)
            axial[:, n : 2 * n] = (dx @ v + v * self.per_radius)[:, None] * self.ux + (dz @ v)[:, None] * self.uz
            axial[:, -1] = -self.per_radius
            turning[:, n : 2 * n], turning[:, 2 * n : 3 * n] = self.curl, -np.eye(n)
            vortex[:, :n] = -2 * self.per_radius[:, None] * dz * v
            vortex[:, n : 2 * n] = (dx @ omega - omega * self.per_radius)[:, None] * self.ux + (dz @ omega)[:, None] * self.uz
            vortex[:, 2 * n : 3 * n] = carried - np.diag(bend)
            matrix[-1, :n] = self.area
            for block, begin, slope, value in ((axial, 0, np.eye(n), v), (turning, n, np.eye(n), psi), (vortex, n, self.outwards, psi)):
                block[edge] = 0
                block[edge, begin : begin + n] = slope[edge]
                right[(0 if block is axial else n if block is turning else 2 * n) + edge] = slope[edge] @ value
            step = -np.linalg.solve(matrix, right)
            v, psi, omega, drop = v + step[:n], psi + step[n : 2 * n], omega + step[2 * n : 3 * n], drop + step[-1]
            if np.abs(step[:n]).max() < 1e-9 * speed:
                return v, psi, omega, drop
        raise SystemExit("Newton's method has not come to an end")


def friction(curvature, dean, points):
    section, last = Section(curvature, points), None
    speeds = 0.5 * dean / np.sqrt(curvature) * np.r_[np.arange(0.15, 0.9, 0.1), 0.92, 1.0]
    for speed in speeds:
        if last is None:
            flow = speed * section.poiseuille, 0 * section.poiseuille, 0 * section.poiseuille, 8 * speed / curvature
        else:
            flow = tuple(x * speed / last for x in flow)
        flow, last = section.newton(speed, *flow), speed
    return flow[3] * curvature / (8 * last)


if __name__ == "__main__":
    print("%.5f" % friction(float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 23))
