#!/usr/bin/env python3
"""taylor_green_reference.py - energy and dissipation of the vortices of Taylor and Green, by a pseudo-spectral method:
what setups/taylor_green_3d.c compares with at Re 200.  Rotational form, two thirds of the modes, Runge and Kutta's
fourth order; viscosity is exact (integrating factor).  Needs numpy.
Usage: taylor_green_reference.py [REYNOLDS [NODES [END [STEP]]]]; prints t, E, 2 nu Z.
SPDX-License-Identifier: MIT"""
import sys

import numpy as np

reynolds = float(sys.argv[1]) if len(sys.argv) > 1 else 200.0
n = int(sys.argv[2]) if len(sys.argv) > 2 else 64
end = float(sys.argv[3]) if len(sys.argv) > 3 else 10.0
dt = float(sys.argv[4]) if len(sys.argv) > 4 else 0.02
nu = 1.0 / reynolds

k1 = np.fft.fftfreq(n, 1.0 / n)
kx, ky, kz = np.meshgrid(k1, k1, np.fft.rfftfreq(n, 1.0 / n), indexing="ij")
k = np.array([kx, ky, kz])
k2 = (k**2).sum(axis=0)
kept = (np.abs(k) < n / 3.0).all(axis=0)
inverse = np.where(k2 > 0, 1.0 / np.where(k2 > 0, k2, 1), 0)
weight = np.where(kz == 0, 1.0, 2.0) / n**6  # of modes that rfftn leaves out


def to_space(f):
    return np.fft.irfftn(f, s=(n, n, n), axes=(1, 2, 3))


def vorticity(u):
    return 1j * np.cross(k, u, axis=0)


def change(u):
    """u x vorticity, without its gradient."""
    f = np.fft.rfftn(np.cross(to_space(u), to_space(vorticity(u)), axis=0), axes=(1, 2, 3)) * kept
    return f - k * (k * f).sum(axis=0) * inverse


def report(t, u):
    energy = 0.5 * (weight * (np.abs(u) ** 2).sum(axis=0)).sum()
    enstrophy = 0.5 * (weight * (np.abs(vorticity(u)) ** 2).sum(axis=0)).sum()
    print(f"{t:.2f} {energy:.9f} {2.0 * nu * enstrophy:.9e}", flush=True)


x = 2.0 * np.pi * (np.arange(n) + 0.5) / n
X, Y, Z = np.meshgrid(x, x, x, indexing="ij")
start = [np.sin(X) * np.cos(Y) * np.cos(Z), -np.cos(X) * np.sin(Y) * np.cos(Z), 0.0 * X]
u = np.fft.rfftn(np.array(start), axes=(1, 2, 3))
half = np.exp(-nu * k2 * dt / 2.0)
steps, every = round(end / dt), round(0.5 / dt)
report(0.0, u)
for step in range(1, steps + 1):
    a = change(u)
    b = change(half * (u + dt / 2.0 * a))
    c = change(half * u + dt / 2.0 * b)
    d = change(half * half * u + dt * half * c)
    u = half * half * u + dt / 6.0 * (half * half * a + 2.0 * half * (b + c) + d)
    if step % every == 0:
        report(step * dt, u)
