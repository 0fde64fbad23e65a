#!/usr/bin/python3
# heat_sink_reference.py - developed heat transfer of a row of fins between a floor and a cover: the numbers of
# docs/cases/heat-sink.ini, by series.  The stream fills the gaps, |y| < a and 0 < z < h, fins a < y < b; flux 1 of the
# floor, into fluid and fins; a cover without; all over the fluid's conductivity.  Behind the entry T rises along the
# stream by g alpha/u everywhere, g = b/(a h), and what is left is
#     laplace(T) = g w(y, z) in the fluid, 0 in the fin, w = u over its mean,
# T and its flux, K times the slope in the fin, being the same on both sides of y = a.  With w as a series of
# sin(kz)(1 - cosh(ky)/cosh(ka)), k = pi/h, 3 pi/h, ..., and T as one of cos(mz), m = 0, pi/h, 2 pi/h, ..., each term is
# an ordinary equation in y with a solution of hyperbolic functions.
# Usage: heat_sink_reference.py A B H K [FIRST LAST]; FIRST, LAST: z of the drop along the fin's middle, 0 and H.
# SPDX-License-Identifier: MIT
import math
import sys

TERMS = 200


def cosh_ratio(k, y, a):
    """cosh(ky)/cosh(ka), which are both too large for a number."""
    return math.exp(k * (y - a)) * (1 + math.exp(-2 * k * y)) / (1 + math.exp(-2 * k * a))


def stream(a, h):
    """k and the share of sin(kz)(1 - cosh(ky)/cosh(ka)) in w."""
    ks = [n * math.pi / h for n in range(1, 2 * TERMS, 2)]
    shares = [1 / k**3 for k in ks]
    mean = sum(s * 2 / (k * h) * (1 - math.tanh(k * a) / (k * a)) for k, s in zip(ks, shares))
    return [(k, s / mean) for k, s in zip(ks, shares)]


def terms_of(w, m, h):
    """Those of w in cos(mz): the integral of sin(kz) cos(mz), where k and m are an odd and an even number of pi/h."""
    if round(m * h / math.pi) % 2 == 1:
        return []
    return [(k, s * (1 if m == 0 else 2) / h * 2 * k / (k * k - m * m)) for k, s in w]


def mode(w, m, a, b, h, conductivity):
    """T of cos(mz), m > 0, as functions of y in the fluid and in the fin."""
    g, own = b / (a * h), terms_of(w, m, h)
    middle = (2 / h - g * sum(s for k, s in own)) / m**2
    part = lambda y: middle - g * sum(s * cosh_ratio(k, y, a) / (k * k - m * m) for k, s in own)
    slope = -g * sum(s * k * math.tanh(k * a) / (k * k - m * m) for k, s in own)
    fin = 2 / (h * conductivity * m**2)
    fluid_side, fin_side = m * math.tanh(m * a), conductivity * m * math.tanh(m * (b - a))
    d = -(slope + (fin - part(a)) * fluid_side) / (fluid_side + fin_side)
    c = fin - part(a) + d
    return lambda y: part(y) + c * cosh_ratio(m, y, a), lambda y: fin + d * cosh_ratio(m, b - y, b - a)


def mean_mode(w, a, b, h, conductivity):
    g, own = b / (a * h), terms_of(w, 0, h)
    fluid = lambda y: g * sum(s * (y * y / 2 + (1 - cosh_ratio(k, y, a)) / k**2) for k, s in own) - y * y / (2 * h)
    edge = fluid(a) + (b - a) ** 2 / (2 * conductivity * h)
    return fluid, lambda y: edge - (b - y) ** 2 / (2 * conductivity * h)


def bulk(w, modes, a, h, places=60):
    """Of a few modes: those of w fall fast."""
    total = 0.0
    for n in range(places):
        y = (n + 0.5) * a / places
        for m, fluid, _ in modes[:30]:
            speed = sum(s * (1 - cosh_ratio(k, y, a)) for k, s in terms_of(w, m, h))
            total += (1 if m == 0 else 0.5) * speed * fluid(y) / places
    return total


def main():
    a, b, h, conductivity = (float(word) for word in sys.argv[1:5])
    first, last = (float(word) for word in sys.argv[5:7]) if len(sys.argv) > 5 else (0.0, h)
    w = stream(a, h)
    modes = [(0.0, *mean_mode(w, a, b, h, conductivity))]
    for n in range(1, TERMS):
        modes.append((n * math.pi / h, *mode(w, n * math.pi / h, a, b, h, conductivity)))
    fin = lambda z: sum(solid(b) * math.cos(m * z) for m, _, solid in modes)
    print("mean of the fin's middle over the bulk:", modes[0][2](b) - bulk(w, modes, a, h))
    print("fall along it:", fin(first) - fin(last))


if __name__ == "__main__":
    main()
