# poiseuille_profile.py - figure 6: where in a channel the error is made.  The runs are figure 4's.
# SPDX-License-Identifier: MIT
import math

from ..item import PaperItem
from ..plan import FORMATS, FP16, FP16C, FP16S, FP32, FP64, LINES


def radius(paper):
    return 31 if paper.is_quick else 63


def values(paper):
    return f"radius={radius(paper)}"


def rings(paper, format, shift=True):
    """Rings of one cell's width: r, nodes, what each adds to the square of the error."""
    return paper.columns("poiseuille", values(paper), format, shift, "error_profile.csv",
                         ("r", "nodes", "contribution"))


def share_within(paper, format, end):
    """Of the square of the error, that of r < end; NaN where the run is not there."""
    r, _, contribution = rings(paper, format)
    return contribution[r < end].sum() / contribution.sum()


def sum_of_rings(paper, format):
    contribution = rings(paper, format)[2]
    return contribution.sum() if len(contribution) else math.nan


def centre(paper, format):
    """Mean velocity at r < 1 over the exact one there."""
    r, u, exact = paper.columns("poiseuille", values(paper), format, True, "profile.csv",
                                ("r", "u", "u_exact"))
    return u[r < 1.0].sum() / exact[r < 1.0].sum()


class Item(PaperItem):
    name, number, shows = "poiseuille-profile", "fig6", "where in a channel the error is made"

    def plan(self, paper):
        paper.plan.add_all("poiseuille", values(paper))

    def check(self, paper):
        half = 0.5 * radius(paper)
        for f in (FP64, FP32):
            paper.check("FP64 and FP32 err near the wall", share_within(paper, f, half), 0.0, 0.3,
                        f"{FORMATS[f]}: share of the squared error from r < R/2")
        for f in (FP16, FP16S, FP16C):
            share = math.nan if paper.is_quick else share_within(paper, f, half)
            paper.check("16 bits err close to the centre", share, 0.5, math.inf,
                        f"{FORMATS[f]}: share of the squared error from r < R/2 at R = 63")
        for f, velocity in ((FP16S, 0.957), (FP16C, 0.977)):  # of an independent program
            paper.check("errors add up towards the centre",
                        math.nan if paper.is_quick else centre(paper, f), velocity - 0.01, velocity + 0.01,
                        f"{FORMATS[f]}: velocity at r < 1 over the exact one at R = 63")
        error = paper.number("poiseuille", values(paper), FP64, True, "error_l2")
        paper.check("no statement; the rings make up the error", sum_of_rings(paper, FP64) / error ** 2,
                    1.0 - 1e-6, 1.0 + 1e-6,
                    "sum of FP64's rings over its squared error").not_comparable()

    def table(self, paper):
        yield "format", "shift", "r", "nodes", "contribution"
        for f, shift in LINES:
            for ring in zip(*rings(paper, f, shift)):
                yield FORMATS[f], int(shift), *ring

    def figure(self, paper):
        figure = paper.figure("Where in a channel the error is made", "distance from the axis [cells]",
                              "a node's share of the squared error", log="y", marks=True)
        for line in LINES:
            r, nodes, contribution = rings(paper, *line)
            if len(r):
                figure.line(r, contribution / nodes, *line)
        return figure
