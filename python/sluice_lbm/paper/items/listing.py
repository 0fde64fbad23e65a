# listing.py - listing 1: the conversions as the paper prints them, step by step, against the formats'
# definitions.  Shifts count modulo 32 and numbers wrap, as in OpenCL C.
# SPDX-License-Identifier: MIT
import functools
import math

import numpy
from numpy import int32, uint32

from ..codes import codes_of
from ..item import PaperItem

SIGN, REST, INFINITE = 0x8000, 0x7FFF, 0x7F800000
STRIDE = 1009  # of the floats that are tried in small, and of the negative ones always
CHUNK = 1 << 20

# --- words of OpenCL C ----------------------------------------------------------------------------


def left(x, places):
    return uint32(x) << uint32(places & 31)


def right(x, places):
    """Of a signed number."""
    return int32(x) >> int32(places & 31)


def first_one(x):
    """The binary exponent field of a whole number as a float: 127 and the place of its first 1; 0 of 0."""
    return (x.astype(uint32).astype(numpy.float32).view(uint32) >> 23).astype(int32)


def exponent_of(bits):
    return (bits >> 23 & 0xFF).astype(int32) - 127


def mantissa_of(bits):
    return bits & uint32(0x007FFFFF)


def with_sign(bits, rest):
    return (bits >> 16 & SIGN) | (rest.astype(uint32) & 0xFFFF)


def signed_float(code, bits):
    return ((code & SIGN) << 16 | bits.astype(uint32)).view(numpy.float32)


def where(condition, number):
    return numpy.where(condition, number, 0).astype(uint32)


# --- FP16C --------------------------------------------------------------------------------------------


def encode_fp16c(bits):
    half_added = bits + uint32(0x800)
    e = exponent_of(half_added) + 127
    m = mantissa_of(half_added)
    normal = (left(e - 112, int32(11)) & 0x7800) | m >> 12
    below = ((uint32(0x007FF800) + m >> uint32(124 - e & 31)) + 1) >> 1
    rest = where(e > 112, normal) | where((e > 100) & (e < 113), below) | where(e > 127, REST)
    return with_sign(half_added, rest)


def decode_fp16c(code):
    e, m = (code & 0x7800) >> 11, (code & 0x07FF) << 12
    v = first_one(m)
    below = left(v - 37, int32(23)) | (left(m, 150 - v) & 0x007FF000)
    return signed_float(code, numpy.where(e != 0, (e + 112) << 23 | m, where(m != 0, below)))


# --- posits -------------------------------------------------------------------------------------------


def encode_p16_0(bits):
    e = exponent_of(bits)
    v = abs(e)
    regime = left(numpy.where(e < 0, 0x2, 0xFFFE), 13 - v).view(int32)
    m = (mantissa_of(bits) >> 9).astype(int32)
    m = (right(m, v - (e < 0)) + 1 + numpy.where(e < -13, 2, 0).astype(int32)) >> 1
    return with_sign(bits, where(e > -16, regime + m & REST) | where(e > 13, REST))


def regime_places(code):
    """Places of the regime behind its first bit, and that bit; 142 where all bits are the same."""
    above = (code >> 14 & 1) != 0
    rest = code << 2 & 0xFFFF
    return 142 - first_one(numpy.where(above, ~rest & 0xFFFF, rest)), above


def decode_p16_0(code):
    r, above = regime_places(code)
    power = numpy.where(above, r, -r - 1)
    return signed_float(code, where(r != 158, left(power + 127, int32(23)) | mantissa_of(left(code, r + 10))))


def encode_p16_1(bits):
    e = exponent_of(bits)
    v, odd = abs(e) >> 1, abs(e) & 1
    regime = left(numpy.where(e < 0, uint32(2), left(uint32(0xFFFE), odd)) + odd.astype(uint32),
                  13 - v - odd).view(int32)
    m = (mantissa_of(bits) >> 10).astype(int32)
    m = (right(m, v - numpy.where(e < 0, 1 - odd, 0)) + (e > -28)
         + numpy.where(e < -26, 3, 0).astype(int32)) >> 1
    return with_sign(bits, where(e > -31, regime + m & REST) | where(e > 26, REST))


def decode_p16_1(code):
    r, above = regime_places(code)
    power = 2 * numpy.where(above, r, -r - 1)
    e = right(code.astype(int32), 12 - r) & 1
    m = mantissa_of(left(code, r + 11))
    return signed_float(code, where(r != 158, left(power + e + 127, int32(23)) | m))


def encode_p16_2c(bits):
    e = exponent_of(bits)
    v = right(-e, int32(2))
    regime = right(int32(0x4000), v)
    exponent = left(3 - (-e & 3), 12 - v).view(int32)
    m = (mantissa_of(bits) >> 10).astype(int32)
    m = (right(m, v) + (e > -54) + numpy.where(e < -51, 3, 0).astype(int32)) >> 1
    return with_sign(bits, where(e > -59, regime + exponent + m & REST) | where(e > 0, REST))


def decode_p16_2c(code):
    r = 158 - first_one(code << 17)
    e = right(code.astype(int32), 12 - r) & 3
    m = mantissa_of(left(code, r + 11))
    return signed_float(code, where(r != 158, left(124 - 4 * r + e, int32(23)) | m))


# --- against the definitions --------------------------------------------------------------------------


class Conversion:
    """`scale` before encoding; below `begin` codes are known to differ, and `odd_codes` to be read
    otherwise, `because`."""

    def __init__(self, format, scale, encode, decode, begin=0.0, odd_codes=0.0, because=None):
        self.format, self.scale, self.encode, self.decode = format, numpy.float32(scale), encode, decode
        self.begin, self.odd_codes, self.because = begin, odd_codes, because

    def write(self, bits):
        if self.scale != 1.0:
            bits = (bits.view(numpy.float32) * self.scale).view(uint32)
        return self.encode(bits)


CONVERSIONS = (
    Conversion("fp16c", 1.0, encode_fp16c, decode_fp16c),
    Conversion("p16_0s", 128.0, encode_p16_0, decode_p16_0, odd_codes=2.0, because="the printed decoder "
               "gives -8.1e31 for 0 and -0: it compares with 158 what is 142 there"),
    Conversion("p16_1s", 128.0, encode_p16_1, decode_p16_1, odd_codes=2.0, because="the printed decoder "
               "gives -7.3e-12 for 0 and -0: it compares with 158 what is 142 there"),
    Conversion("p16_2c", 1.0, encode_p16_2c, decode_p16_2c, begin=2.0 ** -52, odd_codes=2.0,
               because="the printed decoder gives the codes 2 and 3 the same number"))

CODES = numpy.arange(0x10000, dtype=uint32)


def read_all(c):
    return (c.decode(CODES) / c.scale).astype(float)


def odd_codes(paper, c):
    return numpy.flatnonzero(~(read_all(c) == codes_of(paper, c.format).values))


def expected_codes(codes, first, end):
    """Of the floats from these bits on: each code as often as there are floats that it is written for."""
    with numpy.errstate(over="ignore"):
        last = numpy.minimum(codes.last, numpy.finfo(numpy.float32).max)
    borders = last.astype(numpy.float32)
    borders = numpy.where(borders.astype(float) > last, numpy.nextafter(borders, numpy.float32(0)), borders)
    ends = numpy.minimum(borders.view(uint32).astype(numpy.int64) + 1, INFINITE).clip(first, end)
    ends[-1] = end
    counts = numpy.diff(ends, prepend=first)
    return numpy.repeat(numpy.arange(0x8000, dtype=uint32), counts)


def count_encodings(c, bits, expected):
    """Floats whose codes differ: where the last half step below 2 is left out, and elsewhere but near 0."""
    size = (bits & uint32(0x7FFFFFFF)).view(numpy.float32).astype(float)
    odd = size[c.write(bits) != expected]
    is_above = (odd >= 2.0 - 2.0 ** -13) & (odd < 2.0) & (odd >= c.begin)
    return numpy.array([is_above.sum(), ((odd >= c.begin) & ~is_above).sum()])


def chunks(codes):
    """Of all floats: their bits and codes."""
    for first in range(0, INFINITE, CHUNK):
        end = min(first + CHUNK, INFINITE)
        yield numpy.arange(first, end, dtype=uint32), expected_codes(codes, first, end)


@functools.lru_cache(maxsize=None)
def odd_encodings(paper, c):
    """Each float, or in small each of a stride; of the negative ones each of a stride in any case."""
    codes = codes_of(paper, c.format)
    bits = numpy.arange(0, INFINITE, STRIDE, dtype=uint32)
    expected = codes.encode(bits.view(numpy.float32).astype(float)).astype(uint32)
    counts = count_encodings(c, bits | uint32(0x80000000), expected | uint32(SIGN))
    for some in [(bits, expected)] if paper.is_quick else chunks(codes):
        counts += count_encodings(c, *some)
    return counts


class Item(PaperItem):
    name, number, shows = "listing", "listing1", "the printed conversions"
    price = (0, 300.0)

    def check(self, paper):
        for c in CONVERSIONS:
            above, elsewhere = odd_encodings(paper, c)
            codes = paper.check("conversions as defined in the text", len(odd_codes(paper, c)),
                                c.odd_codes, c.odd_codes, f"{c.format}: codes that are read otherwise")
            if c.because is not None:
                codes.differs(c.because)
            paper.check("conversions as defined in the text", elsewhere, 0.0, 0.0,
                        f"{c.format}: numbers written otherwise from {c.begin:.3g} on and not beside 2")
            expected = 1.0 if c.begin > 0.0 else 0.0
            top = paper.check("conversions as defined in the text", 1.0 if above > 0 else 0.0, expected,
                              expected, f"{c.format}: whether numbers from 2 - 2^-13 to 2 are written "
                              "otherwise")
            if c.begin > 0.0:
                top.differs("the printed encoder makes them 0: rounding carries into the sign")

    def table(self, paper):
        yield "format", "code", "listing", "defined"
        for c in CONVERSIONS:
            read, defined = read_all(c), codes_of(paper, c.format).values
            for code in odd_codes(paper, c):
                yield c.format, "%04x" % code, read[code], defined[code]
