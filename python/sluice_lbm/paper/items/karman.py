# karman.py - figure 9: a vortex street's velocity at a probe, its frequency and phase.
# SPDX-License-Identifier: MIT
import math

from ..item import PaperItem
from ..plan import FORMATS, FP16, FP16S, FP64, FP64_FP32, LINES, P16_0S, P16_1S

# Largest phase of each format, in periods.
PHASES = (0.0, 0.0005, 0.0015, 0.06, 0.06, 0.01, 0.06, 0.01, 0.01)
NAMES = ("strouhal", "u_x_amplitude", "drag_mean")


def values(paper):
    return "radius=8" if paper.is_quick else "radius=32"


def result(paper, format, shift, name):
    return paper.number("karman", values(paper), format, shift, name)


def phase(paper, format, shift):
    """Behind FP64's, in periods."""
    return ((result(paper, format, shift, "last_rise") - result(paper, FP64, True, "last_rise"))
            / result(paper, FP64, True, "period_steps"))


def periods(paper):
    json = paper.outcome("karman", values(paper), FP64, True)
    return json["steps"] / result(paper, FP64, True, "period_steps") if json else math.nan


class Item(PaperItem):
    name, number = "karman", "fig9"
    shows = "a vortex street at a probe: frequency, amplitude, phase"

    def plan(self, paper):
        paper.plan.add_all("karman", values(paper))

    def check(self, paper):
        paper.check("about 50 periods", periods(paper), 49.0, 53.0, "periods of FP64")
        for f in range(FP64_FP32, len(FORMATS)):
            for name in NAMES:
                paper.check("indistinguishable from FP64",
                            result(paper, f, True, name) / result(paper, FP64, True, name), 0.99, 1.01,
                            f"{name} of {FORMATS[f]} over FP64's")
        self.check_phases(paper)

    def check_phases(self, paper):
        for f in range(FP64_FP32, len(FORMATS)):
            paper.check("minuscule phase shifts for FP16, FP16S and P16_0S, none for the others",
                        abs(phase(paper, f, True)), 0.0, PHASES[f], f"phase of {FORMATS[f]}, in periods")
        for f in (FP16, FP16S, P16_0S, P16_1S):
            check = paper.check("large phase shifts without shift",
                                math.nan if paper.is_quick else abs(phase(paper, f, False)), 0.05, math.inf,
                                f"phase of {FORMATS[f]} without shift at R = 32, in periods")
            if paper.is_quick:
                check.because = "at R = 8 and 16 it is 0.3 to 2.9 %, of either sign"

    def table(self, paper):
        yield "format", "shift", *NAMES, "phase"
        for f, shift in LINES:
            yield (FORMATS[f], int(shift), *(result(paper, f, shift, name) for name in NAMES),
                   "%.6g" % phase(paper, f, shift))

    def figure(self, paper):
        """The last period, in which the phases are apart."""
        figure = paper.figure("Velocity in a vortex street, the last period", "time [steps]",
                              "u_x [cells/step]", marks=True)
        figure.csv("karman", values(paper), "probe.csv", "step", "ux")
        period = result(paper, FP64, True, "period_steps")
        for line in figure.lines if period > 0.0 else ():
            is_last = line.x >= line.x[-1] - period
            line.x, line.y = line.x[is_last], line.y[is_last]
        return figure
