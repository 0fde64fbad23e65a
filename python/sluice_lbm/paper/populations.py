# populations.py - histograms of populations, which runs write at their end.
# SPDX-License-Identifier: MIT
import math

import numpy

from .plan import FP32

AT_THE_END = "histogram=1000000000"


class Histogram:
    """Rows of bins, from the most negative on."""

    def __init__(self, low, high, f, f_shifted):
        self.low, self.high, self.f, self.f_shifted = low, high, f, f_shifted

    def reach(self, counts):
        """The largest magnitude of a bin that is not empty; NaN without any."""
        ends = numpy.maximum(abs(self.low), abs(self.high))[counts > 0.0]
        return ends.max() if len(ends) else math.nan

    def share_within(self, counts, low, high):
        """Of bins that are wholly within; NaN without any."""
        return counts[(self.low >= low) & (self.high <= high)].sum() / counts.sum()

    def rows(self, name):
        for low, high, f, shifted in zip(self.low, self.high, self.f, self.f_shifted):
            if f > 0.0 or shifted > 0.0:
                yield name, low, high, "%.0f" % f, "%.0f" % shifted

    def add_to(self, figure, counts, colour, label):
        """Share of each bin over its magnitude; both signs together.  An empty bin is a gap: its 0 is no
        point on a logarithmic axis."""
        half = len(counts) // 2
        above = slice(half + 1, 2 * half)
        both = counts[above] + counts[:half - 1][::-1]
        if len(counts):
            figure.line(numpy.sqrt(self.low[above] * self.high[above]), both / counts.sum(), colour,
                        label=label)


def read(paper, setup, values, shift):
    """Of the FP32 run; without bins where it is not there."""
    json = paper.outcome(setup, values, FP32, shift)
    names = ("low", "high", "f", "f_shifted")
    if json is None:
        return Histogram(*[numpy.empty(0)] * len(names))
    h = Histogram(*paper.columns(setup, values, FP32, shift, "histogram-%09d.csv" % json["steps"], names))
    paper.lacks = paper.lacks or len(h.low) == 0
    return h


def figure(paper, title):
    return paper.figure(title, "magnitude", "share of the populations in a quarter of an octave", log="xy")
