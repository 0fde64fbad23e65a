# capsule_pictures.py - figure 12: a capsule in shear, as time goes on.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..item import PaperItem
from ..plan import FP16C, FP32

TIMES = 6  # a file at each shear rate x time of 1


def values(paper):
    return "quick=1 capillary=0.1 vtk=2000" if paper.is_quick else "vtk=76923 fields=density"


def radius(paper):
    return 6.0 if paper.is_quick else 13.5


def hull(points):
    """Convex hull (Andrew's chain) of [n][2], its first point again at the end."""
    def chain(points):
        kept = []
        for p in points:
            while len(kept) >= 2 and ((kept[-1][0] - kept[-2][0]) * (p[1] - kept[-2][1])
                                      <= (kept[-1][1] - kept[-2][1]) * (p[0] - kept[-2][0])):
                kept.pop()
            kept.append(p)
        return kept
    ordered = sorted(map(tuple, points))
    return numpy.array(chain(ordered) + chain(ordered[::-1])[1:])


def outline(paper, time):
    """Seen along y; without points where there is none."""
    step = time * (2000 if paper.is_quick else 76923)
    nodes = paper.array("capsule", values(paper), FP32, True, "membrane-%09d.vtp" % step, "position")
    return hull(nodes[:, [0, 2]]) if nodes is not None else numpy.empty((0, 2))


def width_along(points, angle):
    return numpy.ptp(points @ (math.cos(angle), math.sin(angle)))


def deformation_of(points):
    """(a - c) / (a + c) of its widths; NaN where there is none."""
    if not len(points):
        return math.nan
    widths = [width_along(points, math.radians(degree)) for degree in range(180)]
    return (max(widths) - min(widths)) / (max(widths) + min(widths))


class Item(PaperItem):
    name, number = "capsule-pictures", "fig12"
    shows = "a capsule in shear, seen from the side, as time goes on"

    def plan(self, paper):
        paper.plan.add("capsule", values(paper), FP32, True)

    def check(self, paper):
        first = outline(paper, 0)
        width = width_along(first, 0.0) / (2.0 * radius(paper)) if len(first) else math.nan
        paper.check("at first it is a sphere", width, 0.99, 1.01, "width of the outline over the sphere's")
        of_inertia = paper.number("capsule", values(paper), FP32, True, "taylor_deformation")
        paper.check("it deforms to an elongated shape and keeps it",
                    deformation_of(outline(paper, TIMES - 1)) / of_inertia, 0.85, 1.15,
                    "Taylor deformation of the outline over that of the inertia")

    def table(self, paper):
        yield "rate_t", "x", "z"
        for time in range(TIMES):
            for x, z in outline(paper, time):
                yield time, "%.6g" % x, "%.6g" % z

    def figure(self, paper):
        """Side by side, each in the middle of a part of its box that is five radii wide: no capsule is wider
        than three, and with all of the box they would be small."""
        box, height = (56.0, 72.0) if paper.is_quick else (128.0, 192.0)
        width = 5.0 * radius(paper)
        figure = paper.figure("A capsule at shear rate x time = 0, 1, 2, 3, 4, 5, between its walls",
                              "x, the middle of a box for each time [cells]", "z [cells]", equal=True)
        for time in range(TIMES):
            x, z = outline(paper, time).T
            if len(x):
                figure.line(x + (time + 0.5) * width - 0.5 * box, z, FP32, label="")
        for wall in (1.0, height - 1.0) if figure.lines else ():
            figure.line([0.0, TIMES * width], [wall, wall], FP16C, label="")
        return figure
