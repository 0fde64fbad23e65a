# delta.py - table 1: the largest equilibria, with and without shift.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..item import PaperItem

# Printed: largest |f_eq| / rho, |f_eq - w| / rho.
PRINTED = {"d2q9": (0.4444, 0.3036), "d3q7": (0.4665, 0.3415), "d3q13": (0.5, 0.25),
           "d3q15": (0.4147, 0.3036), "d3q19": (0.3333, 0.1667), "d3q27": (0.2963, 0.2024)}


def equilibria(c, w, u):
    """Of second order at the sound speed 1/sqrt(3), which the paper takes for every velocity set."""
    cu = c @ u
    return w * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * (u @ u))


def extremes(lattice):
    """At rest and at the sound speed along each of the set's directions."""
    c = numpy.array(lattice["velocities"], float)
    w = numpy.array(lattice["weights"])
    whole = shifted = 0.0
    for direction in c:
        length = math.sqrt(3.0 * (direction @ direction)) or 1.0
        f = equilibria(c, w, direction / length)
        whole = max(whole, abs(f).max())
        shifted = max(shifted, abs(f - w).max())
    return whole, shifted


class Item(PaperItem):
    name, number, shows = "delta", "tab1", "the largest equilibria, with and without shift"

    def lattices(self, paper):
        known = {lattice["name"]: lattice for lattice in paper.request["lattices"]}
        return [(name, known.get(name)) for name in PRINTED]

    def check(self, paper):
        for name, lattice in self.lattices(paper):
            both = extremes(lattice) if lattice else (math.nan, math.nan)
            statements = "largest |f_eq| / rho as printed", "largest |f_eq - w| / rho as printed"
            for statement, measured, printed in zip(statements, both, PRINTED[name]):
                # rounded up in the paper
                paper.check(statement, measured, printed - 1e-4, printed + 5e-5, name)

    def table(self, paper):
        yield "lattice", "f", "f_shifted"
        for name, lattice in self.lattices(paper):
            if lattice:
                yield (name, *("%.6f" % number for number in extremes(lattice)))
