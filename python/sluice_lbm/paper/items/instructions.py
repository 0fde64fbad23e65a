# instructions.py - section 3: PTX instructions of a conversion.
# SPDX-License-Identifier: MIT
import math

from ..devices import number, whole
from ..item import PaperItem

COUNT = ("roofline", "--json", "--no-measure", "--streaming", "pull", "--lanes", "1", "--collision", "srt",
         "--precision", "fp32,fp16c", "--rounding", "nearest")


def instructions(paper, precision):
    """Of a work-item with one cell, in PTX."""
    found = math.nan
    for point in whole(paper, "instructions").get("points", []):
        if point.get("precision") == precision:
            found = number(point, "vector_instructions", "all")
    return found


def of_a_conversion(paper):
    """19 populations are read, 19 written."""
    return (instructions(paper, "fp32/fp16c") - instructions(paper, "fp32/fp32")) / 38.0


class Item(PaperItem):
    name, number, shows = "instructions", "text3c", "instructions of a conversion"
    command = quick_command = COUNT
    price = quick_price = (2, 0.0)

    def check(self, paper):
        paper.check("FP32 to FP16C takes 25 instructions, back 26", of_a_conversion(paper), 0.0, 25.5,
                    "mean of both ways, in PTX")

    def table(self, paper):
        yield "fp32", "fp16c", "of_a_conversion"
        yield ["%.6g" % n for n in (instructions(paper, "fp32/fp32"), instructions(paper, "fp32/fp16c"),
                                    of_a_conversion(paper))]
