# karman_noise.py - figure 10: the noise that formats leave in the quiet parts of a vortex street.  The runs are
# figure 9's.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..figure import Sheet
from ..item import PaperItem
from ..plan import FORMATS, FP16, FP16C, FP16S, FP32, FP64, LINES, P16_2C
from .karman import values

EDGE, COLUMNS = 6, 3
QUIET = 0.001  # vorticity below it


def vorticity(u):
    """Of [y][x][component], by central differences; 0 at the edges."""
    w = numpy.zeros(u.shape[:2])
    w[1:-1, 1:-1] = 0.5 * (u[1:-1, 2:, 1] - u[1:-1, :-2, 1] - u[2:, 1:-1, 0] + u[:-2, 1:-1, 0])
    return w


def read(paper, format, shift):
    """None where the run is not there."""
    json = paper.outcome("karman", values(paper), format, shift)
    if json is None:
        return None
    u = paper.array("karman", values(paper), format, shift, "field-%09d.vti" % json["steps"], "u")
    if u is None or u.shape[-1] != 3:
        paper.lacks = True
        return None
    return vorticity(u[0])


def is_quiet(exact, radius):
    """Far from edges and cylinder, and hardly turning in FP64."""
    height, width = exact.shape
    y, x = numpy.mgrid[0:height, 0:width]
    within = (x > EDGE) & (y > EDGE) & (x < width - 1 - EDGE) & (y < height - 1 - EDGE)
    far = numpy.hypot(x + 0.5 - 0.5 * width, y + 0.5 - 0.25 * height) > 1.75 * radius
    return within & far & (abs(exact) < QUIET)


def rough_part(difference):
    """Less its own mean over 3 x 3 cells; the edges are not quiet."""
    mean = sum(numpy.roll(difference, (j, i), (0, 1)) for j in (-1, 0, 1) for i in (-1, 0, 1)) / 9.0
    return difference - mean


def noise_of(w, exact, radius):
    """Root mean square of the difference from FP64; NaN without both."""
    if w is None or exact is None or w.shape != exact.shape:
        return numpy.float64(math.nan)
    rough = rough_part(w - exact)[is_quiet(exact, radius)]
    return numpy.sqrt((rough ** 2).mean())


def measure(paper):
    """Of all formats, with shift and without."""
    exact = read(paper, FP64, True)
    radius = 8.0 if paper.is_quick else 32.0
    return {line: noise_of(read(paper, *line), exact, radius) for line in LINES}


class Item(PaperItem):
    name, number = "karman-noise", "fig10"
    shows = "noise in the quiet parts of a vortex street, with shift above and without below"

    def plan(self, paper):
        paper.plan.add_all("karman", values(paper))

    def check(self, paper):
        noise = measure(paper)
        fp16s = noise[FP16S, True]
        reduced = "noise vastly reduced for FP16C and P16_2C"
        for statement, f, low, high, what in (
                ("noise equally for FP16 and FP16S", FP16, 0.9, 1.1, "FP16 over FP16S"),
                (reduced, FP16C, 0.4, 0.65, "FP16C over FP16S"),
                (reduced, P16_2C, 0.4, 0.65, "P16_2C over FP16S"),
                ("FP32 is indistinguishable from FP64", FP32, 0.0, 0.03, "FP32 over FP16S")):
            paper.check(statement, noise[f, True] / fp16s, low, high, what)
        for f in (FP16S, FP16C, P16_2C):
            paper.check("omitting the shift vastly increases the noise", noise[f, False] / noise[f, True],
                        2.0, math.inf, f"{FORMATS[f]} without over with shift")

    def table(self, paper):
        yield "format", "shift", "noise"
        for (f, shift), noise in measure(paper).items():
            yield FORMATS[f], int(shift), "%.6g" % noise

    def figure(self, paper):
        """In rows of three formats, with shift, and below them without."""
        def draw(axes, n):
            row = n // COLUMNS
            format, shift = row // 2 * COLUMNS + n % COLUMNS, row % 2 == 0
            w = read(paper, format, shift)
            if w is None:
                return None
            axes.imshow(w.T, origin="lower", cmap="RdBu_r", vmin=-QUIET, vmax=QUIET, interpolation="nearest")
            return FORMATS[format] + ("" if shift else ", without shift")
        return Sheet(len(LINES), COLUMNS, draw, "Vorticity, from -0.001 (blue) to 0.001 (red) per step",
                     size=(2.6, 1.7))
