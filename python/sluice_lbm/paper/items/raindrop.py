# raindrop.py - figure 14: a raindrop's cavity and crown in four formats.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..figure import Sheet
from ..item import PaperItem
from ..plan import FORMATS, FP16C, FP16S, FP32, P16_1S

CHOSEN = (FP32, FP16S, FP16C, P16_1S)
TIMES = 6
BELOW = 0.045  # of a picture's height its own title, which would be specks

# As printed, and half of the last digit.
NUMBERS = {"reynolds": (33498, 0.5), "weber": (4301, 0.5), "froude": (44.4, 0.05),
           "capillary": (0.1284, 0.5e-4), "bond": (2.179, 0.5e-3)}


def values(paper, run=0):
    """The fields at the end would take 2 GB each."""
    return ("quick=1 " if paper.is_quick else "") + f"vtk=0 seed={paper.first_seed + run}"


def plan_run(paper, run):
    for f in CHOSEN:
        paper.plan.add("raindrop", values(paper, run), f, True)


def result(paper, run, format, name):
    return paper.number("raindrop", values(paper, run), format, True, name)


def measured_at(paper, format, column, time):
    """Of cavity.csv at the row next to a time [s]; NaN without it."""
    times, numbers = paper.columns("raindrop", values(paper), format, True, "cavity.csv",
                                   ("time_si", column))
    if not len(times) or abs(times - time).min() >= 0.1e-3:
        return numpy.float64(math.nan)
    return numbers[abs(times - time).argmin()]


class Item(PaperItem):
    name, number, shows = "raindrop", "fig14", "a raindrop's impact in four formats"

    def plan(self, paper):
        plan_run(paper, 0)

    def check(self, paper):
        for name, (printed, half_digit) in NUMBERS.items():
            paper.check("the drop's numbers as printed", result(paper, 0, FP32, name), printed - half_digit,
                        printed + half_digit, name)
        json = paper.outcome("raindrop", values(paper), FP32, True)
        paper.check("10 ms are 20416 steps", json["steps"] if json and not paper.is_quick else math.nan,
                    20416, 20416, "steps")
        for f in CHOSEN:
            self.check_run(paper, f)
        for f in CHOSEN[1:]:
            for ms in range(1, 2 if paper.is_quick else TIMES):
                for column in ("cavity_depth_si", "crown_diameter_si"):
                    paper.check("no qualitative differences",
                                measured_at(paper, f, column, 1e-3 * ms)
                                / measured_at(paper, FP32, column, 1e-3 * ms), 0.99, 1.01,
                                f"{FORMATS[f]}: {column} after {ms} ms over FP32's")

    def check_run(self, paper, format):
        json = paper.outcome("raindrop", values(paper), format, True) or {}
        verdict = (json.get("verdict") or {}).get("pass")
        paper.check("no statement; the run's own verdict on mass, contacts and the cavity's first speed",
                    math.nan if verdict is None else float(verdict), 1.0, 1.0,
                    f"{FORMATS[format]} passes it").not_comparable()
        paper.check("no qualitative differences",
                    result(paper, 0, format, "landing_speed") / result(paper, 0, FP32, "landing_speed"), 0.99,
                    1.01, f"{FORMATS[format]}: speed of the cavity's floor at first over FP32's")

    def table(self, paper):
        columns = ("cavity_depth_si", "crown_diameter_si", "crown_height_si")
        yield "format", "time_si", *columns
        for f in CHOSEN:
            for ms in range(1, TIMES):
                yield (FORMATS[f], "%g" % (1e-3 * ms),
                       *("%.6g" % measured_at(paper, f, column, 1e-3 * ms) for column in columns))

    def figure(self, paper):
        """A row for each time, a column for each format."""
        def draw(axes, n):
            import matplotlib.image
            format, ms = CHOSEN[n % len(CHOSEN)], n // len(CHOSEN)
            path = paper.file("raindrop", values(paper), format, True, "drop-%02dms.png" % ms)
            if path is None:
                return None
            picture = matplotlib.image.imread(path)
            axes.imshow(picture[:round((1.0 - BELOW) * len(picture))])
            return f"{FORMATS[format]}, {ms} ms"
        return Sheet(len(CHOSEN) * TIMES, len(CHOSEN), draw)
