# raindrop_droplets.py - figure 15: the droplets of many raindrops.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..item import PaperItem
from ..plan import FORMATS, FP16C, FP16S, FP32, P16_1S
from .raindrop import CHOSEN, plan_run, result, values

BINS, BIN_WIDTH = 40, 50.0  # [um]
# Whether chance is small enough to judge means of two formats.  The droplets of one run scatter by some 4 % (15
# runs, docs/accuracy/raindrop.md), so a ratio of means of n by 0.04 sqrt(2 / n): from 8 on three of that fit
# between the band of FP16S and its middle, and three estimated standard errors are passed by chance once in 100.
ENOUGH = 8


class Mean:
    """Of the droplets of a format, with its standard error; NaN without runs."""

    def __init__(self, paper, format):
        runs = range(0 if paper.is_quick else paper.ensemble)
        numbers = [result(paper, run, format, "droplets") for run in runs]
        known = numpy.array([number for number in numbers if not math.isnan(number)])
        self.mean = known.mean() if len(known) else numpy.float64(math.nan)
        self.error = known.std(ddof=1) / math.sqrt(len(known)) if len(known) > 1 else math.nan
        self.is_whole = len(known) == paper.ensemble and paper.ensemble >= ENOUGH


def count_sizes(paper, format):
    """Of all runs of a format in a bin: the mean number of droplets; NaN without runs."""
    runs = [run for run in range(0 if paper.is_quick else paper.ensemble)
            if paper.outcome("raindrop", values(paper, run), format, True) is not None]
    counts = numpy.zeros(BINS)
    for run in runs:
        diameters, = paper.columns("raindrop", values(paper, run), format, True, "droplets.csv",
                                   ("diameter_um",))
        counts += numpy.histogram(diameters, BINS, (0.0, BINS * BIN_WIDTH))[0]
    return counts / numpy.float64(len(runs))


def middles():
    return (numpy.arange(BINS) + 0.5) * BIN_WIDTH


class Item(PaperItem):
    name, number = "raindrop-droplets", "fig15"
    shows = "droplets of many raindrops by diameter, in four formats; not in small"

    def plan(self, paper):
        """In small no droplet leaves: nothing is run."""
        for run in range(0 if paper.is_quick else paper.ensemble):
            plan_run(paper, run)

    def check(self, paper):
        fp32 = Mean(paper, FP32)
        for f in (FP16C, P16_1S):
            m = Mean(paper, f)
            apart = (m.mean - fp32.mean) / math.hypot(m.error, fp32.error)
            paper.check("no significant differences", apart if m.is_whole and fp32.is_whole else math.nan,
                        -3.0, 3.0, f"{FORMATS[f]}: droplets less FP32's, in standard errors")
        s = Mean(paper, FP16S)
        paper.check("no significant differences",
                    s.mean / fp32.mean - 1.0 if s.is_whole and fp32.is_whole else math.nan, -0.15, -0.03,
                    "FP16S: droplets over FP32's, less 1").differs(
                        "FP16S ejects some 9 % fewer droplets (p = 0.002), and rounding itself is the "
                        "cause: FP32 whose numbers hold FP16S's values does the same")
        paper.check("more than 167 droplets (Lehmann et al., 2021)", fp32.mean, 167.0, math.inf,
                    "mean number of droplets in FP32")

    def table(self, paper):
        yield ("diameter_um", *(FORMATS[f] for f in CHOSEN))
        for row in zip(middles(), *(count_sizes(paper, f) for f in CHOSEN)):
            yield ("%g" % row[0], *("%.6g" % number for number in row[1:]))

    def figure(self, paper):
        figure = paper.figure("Droplets of a run by diameter", "diameter [um]", "droplets in 50 um", log="y")
        for f in CHOSEN:
            figure.line(middles(), count_sizes(paper, f), f)
        return figure
