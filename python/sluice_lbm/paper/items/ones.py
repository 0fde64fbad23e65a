# ones.py - figure 2: the bits of 1 in every format.
# SPDX-License-Identifier: MIT
from ..item import PaperItem

PRINTED = {"fp64": 0x3ff0000000000000, "fp32": 0x3f800000, "fp16": 0x3c00, "fp16s": 0x7800,
           "fp16c": 0x7800, "p16_0s": 0x7f80, "p16_1s": 0x7a00, "p16_2c": 0x7000, "int16s": 0x4000}


def codes(paper):
    held = {one["format"]: one["code"] for one in paper.program.json("formats", "1")["codes"]}
    return {name: held[name] for name in PRINTED if name in held}


class Item(PaperItem):
    name, number, shows = "ones", "fig2", "the bits of 1 in every format"

    def check(self, paper):
        held = codes(paper)
        for name, printed in PRINTED.items():
            difference = int(held[name], 16) - printed if name in held else 1.0
            paper.check("the printed code of 1", difference, 0.0, 0.0,
                        f"code of 1 in {name} less the printed one, {printed:x}")

    def table(self, paper):
        yield "format", "code"
        yield from codes(paper).items()
