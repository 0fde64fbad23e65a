# codes.py - all codes of a 16-bit format, as the program reads and writes them.
# SPDX-License-Identifier: MIT
import functools
import io

import numpy


class Codes:
    """`values` of all codes; for those without sign the largest number that each is written for."""

    def __init__(self, text):
        rows = numpy.loadtxt(io.StringIO(text), delimiter=",", skiprows=1, usecols=(1, 2))
        self.values, self.last = rows[:, 0], rows[:0x8000, 1]

    def encode(self, x):
        """Of positive numbers."""
        return numpy.minimum(numpy.searchsorted(self.last, x), 0x7FFF)

    def decode(self, codes):
        return self.values[codes]


@functools.lru_cache(maxsize=None)
def _read(program, name):
    return Codes(program.text("formats", name, "--csv"))


def codes_of(paper, name):
    return _read(paper.program, name)
