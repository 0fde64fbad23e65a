# capsule.py - figure 13: how far a capsule in a shear flow is deformed.
# SPDX-License-Identifier: MIT
import math

from ..item import PaperItem
from ..plan import FORMATS, FP16, FP16C, FP16S, FP32, FP64, FP64_FP32, LINES, P16_1S, SIXTEEN_BITS

# Published deformations by capillary number, and how near we must come.
PUBLISHED = {0.01: (0.065, 0.08), 0.025: (0.155, 0.08), 0.05: (0.263, 0.05), 0.1: (0.384, 0.05),
             0.2: (0.497, 0.05)}
AT = 0.1


def band(paper, capillary):
    return (2.0 if paper.is_quick else 1.0) * PUBLISHED[capillary][1]


def values(paper, capillary):
    return ("quick=1 " if paper.is_quick else "") + f"capillary={capillary:g}"


def deformation(paper, capillary, format, shift):
    return paper.number("capsule", values(paper, capillary), format, shift, "taylor_deformation")


class Item(PaperItem):
    name, number, shows = "capsule", "fig13", "how far a capsule in shear is deformed"

    def plan(self, paper):
        """In small all formats at one capillary number, without shift a few; FP32 alone at the others."""
        for capillary in PUBLISHED:
            is_whole = not paper.is_quick or capillary == AT
            for f, shift in LINES:
                is_bare = not paper.is_quick or f in (FP32, FP16S, FP16C, P16_1S)
                if (shift and (is_whole or f == FP32)) or (not shift and is_whole and is_bare):
                    paper.plan.add("capsule", values(paper, capillary), f, shift)

    def check(self, paper):
        for capillary, (published, _) in PUBLISHED.items():
            apart = band(paper, capillary)
            paper.check("deformation as in the literature",
                        deformation(paper, capillary, FP32, True) / published, 1.0 - apart, 1.0 + apart,
                        f"FP32 over published, capillary number {capillary:g}")
        fp64 = deformation(paper, AT, FP64, True)
        for f in range(FP64_FP32, len(FORMATS)):
            is_close = f < FP16 or f == FP16C
            check = paper.check("insignificant deviations" if is_close else "noticeably worse",
                                deformation(paper, AT, f, True) / fp64, 0.995 if is_close else 0.98,
                                1.005 if is_close else 1.02, f"{FORMATS[f]} over FP64")
            if not is_close:
                check.differs("the cause is not known")
        paper.check("without shift FP32 is still the same", deformation(paper, AT, FP32, False) / fp64,
                    0.99, 1.01, "FP32 without shift over FP64")
        # in small the shear is 38 times as fast, and the shift matters less
        for f in () if paper.is_quick else SIXTEEN_BITS:
            paper.check("without shift 16 bits do not give the right outcome",
                        abs(deformation(paper, AT, f, False) / fp64 - 1.0), 0.05, math.inf,
                        f"relative distance of {FORMATS[f]} without shift from FP64")

    def table(self, paper):
        yield "capillary", "format", "shift", "taylor_deformation"
        for capillary in PUBLISHED:
            for f, shift in LINES:
                yield "%g" % capillary, FORMATS[f], int(shift), deformation(paper, capillary, f, shift)

    def figure(self, paper):
        published, apart = PUBLISHED[AT][0], band(paper, AT)
        figure = paper.figure("Deformation of a capsule at capillary number 0.1", "shear rate x time",
                              "Taylor deformation")
        figure.csv("capsule", values(paper, AT), "deformation.csv", "rate_t", "taylor")
        figure.others([5.0], [published], "published")
        figure.band([5.0], [(1.0 - apart) * published], [(1.0 + apart) * published],
                    "how near FP32 must be")
        return figure
