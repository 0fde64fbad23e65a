# accuracy.py - figures 3 and A1: the digits that the formats hold, binade by binade.
# SPDX-License-Identifier: MIT
import functools
import math

import numpy

from ..codes import codes_of
from ..item import PaperItem
from ..plan import FORMATS, FP32
from . import formats

BINADES = range(-64, 22)
NAMES = tuple(formats.PRINTED)[1:]  # nothing is between doubles

# Where the first has at least the digits of the second, as the text says: powers of 2.
RANGES = (("p16_0s", "fp16s", -11, -3), ("p16_0s", "fp16c", -10, -4), ("p16_1s", "fp16s", -13, -1),
          ("p16_1s", "fp16c", -11, -3), ("p16_2c", "fp16s", -11, 1), ("p16_2c", "fp16c", -7, 1))


def posit_bits(e, exponent_bits):
    power, step = e + 7, 1 << exponent_bits
    regime = power // step
    return 15 - (regime + 2 if regime >= 0 else 1 - regime) - exponent_bits


def mantissa_bits(format, e):
    """Of numbers from 2^e, by the formats' definitions; negative: there are none, or the format ends
    before."""
    if format.get("smallest_normal"):
        normal = math.frexp(format["smallest_normal"])[1] - 1
        return format["mantissa_bits_most"] - max(normal - e, 0) if 2.0 ** e < format["largest"] else -1
    if format["name"] in ("p16_0s", "p16_1s"):
        return posit_bits(e, int(format["name"][4]))
    return 12 - (-e) // 4 if e <= 0 else -1


def represented(paper, name, x):
    if name == "fp32":
        held = paper.program.json("formats", *("%.17g" % number for number in x))["codes"]
        return numpy.array([one["value"] for one in held if one["format"] == name])
    codes = codes_of(paper, name)
    return codes.decode(codes.encode(x))


def digits_below(paper, name, borders):
    """-log10 |log10(represented / x)|, just below the border between two codes."""
    x = numpy.nextafter(borders, 0.0)
    held = represented(paper, name, x)
    return -numpy.log10(abs(numpy.log1p((held - x) / x)) / math.log(10.0))


@functools.lru_cache(maxsize=None)
def least_digits(paper, name):
    """Between all codes of a binade, of wider formats at its begin, where it is; NaN without a mantissa."""
    format = formats.known(paper)[name]
    borders, binades = [], []
    for n, e in enumerate(BINADES):
        bits = mantissa_bits(format, e)
        if not 1 <= bits < 52:
            continue
        step = 2.0 ** (e - bits)
        k = numpy.arange(1 if format["bits"] > 16 else 1 << bits)
        k = k[2.0 ** e + (k + 1) * step <= format["largest"]]
        borders.append(2.0 ** e + (k + 0.5) * step)
        binades.append(numpy.full(len(k), n))
    least = numpy.full(len(BINADES), math.inf)
    numpy.minimum.at(least, numpy.concatenate(binades),
                     digits_below(paper, name, numpy.concatenate(borders)))
    return numpy.where(numpy.isinf(least), math.nan, least)


def largest_distance(paper, name):
    """Of a binade's least digits from what its mantissa bits say."""
    format = formats.known(paper)[name]
    exact = [-math.log10(math.log10(1.0 + 2.0 ** -(mantissa_bits(format, e) + 1)))
             if mantissa_bits(format, e) >= 0 else math.nan for e in BINADES]
    return numpy.nanmax(abs(least_digits(paper, name) - exact))


def find_range(paper, a, b):
    """Ends of the range around 2^-7 where `a` has at least the digits of `b` (ties apart)."""
    is_better = least_digits(paper, a) >= least_digits(paper, b) - 1e-3
    begin = end = BINADES.index(-7)
    while begin > 0 and is_better[begin - 1]:
        begin -= 1
    while end < len(BINADES) and is_better[end]:
        end += 1
    return BINADES.start + begin, BINADES.start + end


class Item(PaperItem):
    name, number, shows = "accuracy", "fig3", "digits that the formats hold"

    def check(self, paper):
        for name in NAMES:
            paper.check("local minima of the digits held", largest_distance(paper, name), 0.0, 0.01,
                        f"{name}: largest distance of a binade's least digits from its mantissa's")
        for better, worse, *expected in RANGES:
            found = find_range(paper, better, worse)
            for word, at, printed in zip(("begins", "ends"), found, expected):
                paper.check("accuracy equal or better within an interval", at, printed, printed,
                            f"{better} over {worse} {word} at 2 to the power of")

    def table(self, paper):
        yield ("x", *NAMES)
        for n, e in enumerate(BINADES):
            yield ("%.9g" % 2.0 ** e, *("%.6g" % least_digits(paper, name)[n] for name in NAMES))

    def figure(self, paper):
        figure = paper.figure("Least digits that a format holds", "x", "decimal digits", log="x")
        for format in range(FP32, len(FORMATS)):
            figure.line([1.5 * 2.0 ** e for e in BINADES],
                        least_digits(paper, FORMATS[format].split("/")[1]), format)
        return figure
