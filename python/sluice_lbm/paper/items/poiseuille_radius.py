# poiseuille_radius.py - figure 4: the error of a channel's profile over its radius.
# SPDX-License-Identifier: MIT
import math

from ..item import PaperItem
from ..plan import (FORMATS, FP16, FP16C, FP16S, FP32, FP64, FP64_FP32, LINES, P16_0S, P16_1S,
                    SIXTEEN_BITS)

RADII = (3, 4, 5, 7, 9, 11, 15, 19, 23, 31, 39, 47, 63, 79, 95, 127, 191, 255)
QUICK_RADII = (3, 7, 15, 31)

# Of an independent program in FP64.
KNOWN = {3: 0.153637, 7: 0.0393697, 15: 0.0194847, 31: 0.00750768, 63: 0.00705831}
# The same in 16 bits at R = 63: the order of operations moves them by 10 %.
AT_63 = ((FP16S, "FP16S at R = 63", 0.75 * 0.038, 1.25 * 0.038),
         (FP16C, "FP16C at R = 63", 0.75 * 0.0193, 1.25 * 0.0193))
# Up to this radius 16 bits have almost FP64's error: within this factor.
SMALL, ALMOST = 15, 1.3


def radii(paper):
    return QUICK_RADII if paper.is_quick else RADII


def error_of(paper, radius, format, shift=True):
    return paper.number("poiseuille", f"radius={radius}", format, shift, "error_l2")


def ratio_to_fp64(paper, radius, format):
    return error_of(paper, radius, format) / error_of(paper, radius, FP64)


def departs_at(paper, format):
    """The first radius at which the error is 1.5 times that of FP64."""
    return next((r for r in radii(paper) if ratio_to_fp64(paper, r, format) > 1.5), math.nan)


class Item(PaperItem):
    name, number, shows = "poiseuille-radius", "fig4", "error of a channel's profile over its radius"

    def plan(self, paper):
        for radius in radii(paper):
            paper.plan.add_all("poiseuille", f"radius={radius}")

    def check(self, paper):
        for radius, error in KNOWN.items():
            paper.check("no number in the paper; an independent program's", error_of(paper, radius, FP64),
                        0.999 * error, 1.001 * error, f"FP64 at R = {radius}").not_comparable()
        for radius in radii(paper):
            self.check_formats(paper, radius)
        if not paper.is_quick:
            self.check_large(paper)

    def check_formats(self, paper, radius):
        for f in (FP64_FP32, FP32) if radius <= 63 else ():
            paper.check("no difference between FP64, FP64/FP32 and FP32", ratio_to_fp64(paper, radius, f),
                        0.99, 1.01, f"{FORMATS[f]} over FP64 at R = {radius}")
        for f in SIXTEEN_BITS if radius <= SMALL else ():
            paper.check("in small channels almost no difference", ratio_to_fp64(paper, radius, f),
                        1.0 / ALMOST, ALMOST, f"{FORMATS[f]} over FP64 at R = {radius}")
        paper.check("FP64 needs no shift",
                    error_of(paper, radius, FP64, False) / error_of(paper, radius, FP64),
                    1.0 - 1e-4, 1.0 + 1e-4, f"FP64 without over with shift at R = {radius}")

    def check_large(self, paper):
        for f, name, low, high in ((FP16, "FP16", 19, 31), (FP16S, "FP16S", 19, 31),
                                   (FP16C, "FP16C", 39, 63)):
            paper.check("FP16C departs later" if f == FP16C else "FP16 and FP16S depart first",
                        departs_at(paper, f), low, high,
                        f"first R at which {name} has 1.5 times the error")
        for f, what, low, high in AT_63:
            paper.check("figure 4", error_of(paper, 63, f), low, high, what)
        fp16c = error_of(paper, 63, FP16C)
        paper.check("FP16C is more accurate", error_of(paper, 63, FP16S) / fp16c, 1.5, 2.7,
                    "FP16S over FP16C at R = 63")
        for f, name in ((P16_0S, "P16_0S"), (P16_1S, "P16_1S")):
            paper.check("posits hold up even better", error_of(paper, 63, f) / fp16c, 0.0, 0.7,
                        f"{name} over FP16C at R = 63")
        for f in SIXTEEN_BITS:
            paper.check("without shift 16 bits are unfeasible", error_of(paper, 63, f, False), 0.1,
                        math.inf, f"{FORMATS[f]} without shift at R = 63")

    def table(self, paper):
        lines = [(f, shift) for shift in (True, False) for f in range(len(FORMATS))]
        yield ("radius", *(FORMATS[f] + ("" if shift else " no shift") for f, shift in lines))
        for radius in radii(paper):
            yield (radius, *(error_of(paper, radius, *line) for line in lines))

    def figure(self, paper):
        figure = paper.figure("Error of a channel's profile", "radius [cells]", "L2 error", log="xy",
                              marks=True)
        small = [r for r in radii(paper) if r <= SMALL]
        errors = [error_of(paper, r, FP64) for r in small]
        figure.band(small, [e / ALMOST for e in errors], [e * ALMOST for e in errors],
                    "where 16 bits with shift may be")
        for _, _, low, high in () if paper.is_quick else AT_63:
            figure.band([63.0], [low], [high])
        for line in LINES:
            figure.line(radii(paper), [error_of(paper, r, *line) for r in radii(paper)], *line)
        return figure
