# poiseuille_speed.py - figure 5: the error of a channel's profile over its velocity, at several Reynolds
# numbers.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..item import PaperItem
from ..plan import FORMATS, FP16, FP16C, FP16S, FP64, FP64_FP32, LINES, P16_0S, SIXTEEN_BITS

LARGEST_UMAX = 0.3


class Sweep:
    """tau is 1 at umax = Re / (12 R), and tau - 1/2 grows with umax; k counts quarters of a decade."""

    def __init__(self, is_quick):
        self.radii, self.reynolds, self.ks = (31, 63), (0.1, 1.0, 10.0, 100.0), range(-6, 7)
        if is_quick:
            self.radii, self.reynolds, self.ks = (15,), (1.0, 100.0), range(-4, 5, 2)

    def curves(self):
        return [(radius, re) for radius in self.radii for re in self.reynolds]

    def points(self, radius, re):
        return [k for k in self.ks if umax(radius, re, k) <= LARGEST_UMAX]


def umax(radius, re, k):
    return re / (12.0 * radius) * 10.0 ** (0.25 * k)


def tau(k):
    return 0.5 + 0.5 * 10.0 ** (0.25 * k)


def values(radius, re, k):
    return "radius=%d re=%g umax=%.6g" % (radius, re, umax(radius, re, k))


def has_format(paper, format):
    """In small FP64, FP32 and four of 16 bits."""
    return not paper.is_quick or format not in (FP64_FP32, FP16, P16_0S)


def has_line(paper, format, shift):
    """Without shift in small two of them, which are drawn: a channel of this size is hardly more than the
    build of its kernels."""
    return has_format(paper, format) and (shift or not paper.is_quick or format in (FP16S, FP16C))


def error_of(paper, radius, re, k, format, shift=True):
    """NaN where it is not planned or not there."""
    return paper.number("poiseuille", values(radius, re, k), format, shift, "error_l2")


def curve(paper, radius, re, format):
    """Errors by k; None where one lacks: its least error is not known then."""
    errors = {k: error_of(paper, radius, re, k, format)
              for k in Sweep(paper.is_quick).points(radius, re)}
    return None if any(math.isnan(error) for error in errors.values()) else errors


def best_tau(paper, radius, re):
    """Of the least error of a curve."""
    errors = curve(paper, radius, re, FP64)
    return tau(min(errors, key=errors.get)) if errors else math.nan


def spread_at_equal_tau(paper, radius):
    """Most over least of FP64's errors at one tau, the largest of all of them."""
    sweep = Sweep(paper.is_quick)
    ratios = []
    for k in sweep.ks:
        errors = [error_of(paper, radius, re, k, FP64) for re in sweep.reynolds]
        ratios.append(numpy.fmax.reduce(errors) / numpy.fmin.reduce(errors))
    return numpy.fmax.reduce(ratios)


def share_superior(paper):
    """Of the points from tau = 1 on, the share where FP16C has at most 1.05 times the error of FP16S."""
    sweep = Sweep(paper.is_quick)
    pairs = [(error_of(paper, *at, k, FP16C), error_of(paper, *at, k, FP16S))
             for at in sweep.curves() for k in sweep.ks if k >= 0]
    known = [c <= 1.05 * s for c, s in pairs if not math.isnan(c + s)]
    return sum(known) / len(known) if known and not paper.is_quick else math.nan


def rise_at_left(paper, radius, re, format):
    """The error at the least velocity over the curve's least.  What the paper says is of R = 31 and 63: in
    small channels formats hardly differ, and neither this nor the share above is judged at R = 15."""
    errors = None if paper.is_quick else curve(paper, radius, re, format)
    return errors[min(errors)] / min(errors.values()) if errors else math.nan


class Item(PaperItem):
    name, number, shows = "poiseuille-speed", "fig5", "error of a channel's profile over its velocity"

    def plan(self, paper):
        sweep = Sweep(paper.is_quick)
        for radius, re in sweep.curves():
            for k in sweep.points(radius, re):
                for line in LINES:
                    if has_line(paper, *line):
                        paper.plan.add("poiseuille", values(radius, re, k), *line)

    def check(self, paper):
        sweep = Sweep(paper.is_quick)
        for radius in sweep.radii:
            for re in sweep.reynolds:
                paper.check("the least error is close to tau = 1", best_tau(paper, radius, re), 0.6, 2.0,
                            f"tau of FP64's least error at R = {radius}, Re = {re:g}")
            paper.check("no statement; a channel's error depends on R and tau only",
                        spread_at_equal_tau(paper, radius), 1.0, 1.01,
                        f"FP64's errors at equal tau, most over least, at R = {radius}").not_comparable()
            for f in SIXTEEN_BITS:
                if has_format(paper, f):
                    paper.check("at low velocities the error suddenly becomes large",
                                rise_at_left(paper, radius, sweep.reynolds[0], f), 3.0, math.inf,
                                f"{FORMATS[f]}: error at the least velocity over the least error at "
                                f"R = {radius}, Re = {sweep.reynolds[0]:g}")
        paper.check("from tau = 1 on FP16C is almost always superior to FP16S", share_superior(paper), 0.8,
                    math.inf, "share of the points where it is, or nearly so, at R = 31 and 63")

    def table(self, paper):
        yield ("radius", "re", "umax", "tau",
               *(FORMATS[f] + ("" if shift else " no shift") for f, shift in LINES))
        sweep = Sweep(paper.is_quick)
        for radius, re in sweep.curves():
            for k in sweep.points(radius, re):
                yield (radius, "%g" % re, "%.6g" % umax(radius, re, k), "%.6g" % tau(k),
                       *(error_of(paper, radius, re, k, *line) for line in LINES))

    def figure(self, paper):
        """At the largest radius, all Reynolds numbers: the further right, the larger."""
        sweep = Sweep(paper.is_quick)
        radius = sweep.radii[-1]
        numbers = "R = 15, Re = 1 and 100" if paper.is_quick else "R = 63, Re = 0.1, 1, 10 and 100"
        figure = paper.figure(f"Error of a channel's profile, {numbers}",
                              "velocity on the axis [cells/step]", "L2 error", log="xy")
        for re in sweep.reynolds:
            ks = sweep.points(radius, re)
            for line in LINES:
                if has_line(paper, *line):
                    figure.line([umax(radius, re, k) for k in ks],
                                [error_of(paper, radius, re, k, *line) for k in ks], *line,
                                label=None if re == sweep.reynolds[0] else "")
        return figure
