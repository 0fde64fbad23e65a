# taylor_green.py - figure 8: how far down the energy of decaying vortices follows the exact curve.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..item import PaperItem
from ..plan import FORMATS, FP16, FP16C, FP16S, LINES, SIXTEEN_BITS
from . import formats

# Their energy levels off at about epsilon squared: within a factor of 10, at L = 256.
FLOATS = ((FP16, "fp16"), (FP16S, "fp16s"), (FP16C, "fp16c"))
LEVELS = (0.1, 10.0)


def values(paper):
    return "length=64" if paper.is_quick else "length=256"


def result(paper, format, shift, name):
    return paper.number("taylor-green", values(paper), format, shift, name)


def departure(paper, format, shift):
    """0 where the energy never left the curve."""
    json = paper.outcome("taylor-green", values(paper), format, shift)
    if json is None:
        return numpy.float64(math.nan)
    return numpy.float64((json.get("results") or {}).get("departure") or 0.0)


def squared_epsilon(paper, name):
    return formats.known(paper)[name]["epsilon"] ** 2


class Item(PaperItem):
    name, number = "taylor-green", "fig8"
    shows = "how far down decaying vortices follow the exact energy"

    def plan(self, paper):
        paper.plan.add_all("taylor-green", values(paper))

    def check(self, paper):
        for f, name in () if paper.is_quick else FLOATS:
            paper.check("the energy levels off at about epsilon squared",
                        departure(paper, f, True) / squared_epsilon(paper, name), *LEVELS,
                        f"departure of {name} over epsilon squared")
        for f, format in enumerate(FORMATS):
            rate = result(paper, f, True, "decay_rate") / result(paper, f, True, "decay_rate_exact")
            band = 0.05 if f in SIXTEEN_BITS else 0.001
            paper.check("energy decays as exp(-4 nu k^2 t)", rate, 1.0 - band, 1.0 + band,
                        f"decay rate of {format} over the exact one")
        for f in SIXTEEN_BITS:
            paper.check("without the shift accuracy is lost in all formats",
                        departure(paper, f, False) / departure(paper, f, True), 30.0, math.inf,
                        f"departure of {FORMATS[f]} without over with shift")

    def table(self, paper):
        rates = ("decay_rate", "decay_rate_exact")
        yield "format", "shift", "departure", "energy_ratio_final", *rates
        for f, shift in LINES:
            yield (FORMATS[f], int(shift), "%.6g" % departure(paper, f, shift),
                   "%.6g" % result(paper, f, shift, "energy_ratio_final"),
                   *(result(paper, f, shift, name) for name in rates))

    def figure(self, paper):
        figure = paper.figure("Energy of decaying vortices", "time [steps]",
                              "energy over energy at the start", log="y")
        for n, (_, name) in enumerate(() if paper.is_quick else FLOATS):
            low, high = (level * squared_epsilon(paper, name) for level in LEVELS)
            figure.band([-math.inf, math.inf], [low, low], [high, high],
                        "" if n else "where FP16, FP16S and FP16C may depart")
        figure.csv("taylor-green", values(paper), "energy.csv", "step", "energy_ratio")
        return figure
