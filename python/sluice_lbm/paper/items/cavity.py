# cavity.py - figure 11: the centre lines of a lid-driven cavity.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..item import PaperItem
from ..plan import FORMATS, FP32, FP64, FP64_FP32, LINES, SIXTEEN_BITS


def values(paper):
    return "length=32 re=100" if paper.is_quick else "length=128 re=1000"


def deviation(paper, format, shift):
    """Root mean square over both centre lines of the difference from FP64's [u0]."""
    curves = [(paper.outcome("cavity", values(paper), *line) or {}).get("curve")
              for line in ((format, shift), (FP64, True))]
    if None in curves or len(curves[0]) != len(curves[1]) or not curves[0]:
        return numpy.float64(math.nan)
    a, b = (numpy.array(curve, float) for curve in curves)
    return numpy.sqrt(((a - b) ** 2).mean())


class Item(PaperItem):
    name, number, shows = "cavity", "fig11", "centre lines of a lid-driven cavity"

    def plan(self, paper):
        paper.plan.add_all("cavity", values(paper))

    def check(self, paper):
        fourth_digit = 3e-4 if paper.is_quick else 1e-3
        paper.check("constants that add up make FP32 better than the paper's",
                    deviation(paper, FP32, True), 0.0, 1e-4, "FP32 from FP64")
        for f in range(FP64_FP32, len(FORMATS)):
            paper.check("differences in the fourth digit", deviation(paper, f, True), 0.0, fourth_digit,
                        f"{FORMATS[f]} from FP64")
        for f in SIXTEEN_BITS:
            paper.check("without shift in the second digit", deviation(paper, f, False), 0.0, 2e-2,
                        f"{FORMATS[f]} without shift from FP64")
            paper.check("the shift makes 16 bits better",
                        deviation(paper, f, False) / deviation(paper, f, True), 3.0, math.inf,
                        f"{FORMATS[f]} without over with shift")

    def table(self, paper):
        yield "format", "shift", "rms_from_fp64"
        for f, shift in LINES:
            yield FORMATS[f], int(shift), "%.6g" % deviation(paper, f, shift)

    def figure(self, paper):
        figure = paper.figure("Centre line of a lid-driven cavity", "z / L", "u_y / u0", marks=True)
        figure.csv("cavity", values(paper), "profile_z.csv", "z", "u_y")
        z, u_y = paper.columns("cavity", values(paper), FP32, True, "reference.csv", ("z", "u_y_reference"))
        if len(z):
            figure.others(z, u_y, "spectral method")
        return figure
