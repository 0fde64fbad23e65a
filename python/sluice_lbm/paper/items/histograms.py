# histograms.py - figure A2: how the populations of all setups are distributed.
# SPDX-License-Identifier: MIT
from .. import populations
from ..item import PaperItem
from ..plan import FP32
from ..populations import AT_THE_END

SETUPS = {"poiseuille": ("radius=63 ", "radius=15 "),
          "taylor-green": ("steps=1 ", "length=64 steps=1 "),  # the start, nearly
          "karman": ("radius=32 ", "radius=8 "),
          "cavity": ("length=128 re=1000 ", "length=32 re=100 "),
          "capsule": ("capillary=0.1 ", "quick=1 capillary=0.1 "),
          "raindrop": ("", "quick=1 vtk=0 seed=1 ")}


def values(paper, setup):
    return SETUPS[setup][paper.is_quick] + AT_THE_END


def read(paper, setup):
    return populations.read(paper, setup, values(paper, setup), True)


class Item(PaperItem):
    name, number, shows = "histograms", "figA2", "populations of all setups"

    def plan(self, paper):
        for setup in SETUPS:
            paper.plan.add(setup, values(paper, setup), FP32, True)

    def check(self, paper):
        for setup in SETUPS:
            h = read(paper, setup)
            paper.check("a range of 2 to both sides is sufficient", h.reach(h.f_shifted), 0.0, 2.0,
                        f"largest |f - w| of {setup}")

    def table(self, paper):
        yield "setup", "low", "high", "f", "f_shifted"
        for setup in SETUPS:
            yield from read(paper, setup).rows(setup)

    def figure(self, paper):
        figure = populations.figure(paper, "|f - w| of all setups")
        for n, setup in enumerate(SETUPS):
            h = read(paper, setup)
            h.add_to(figure, h.f_shifted, n, setup)
        return figure
