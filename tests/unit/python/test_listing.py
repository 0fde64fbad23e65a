# test_listing.py - the printed conversions and the codes that they are compared with.
# SPDX-License-Identifier: MIT
import unittest

import numpy

from sluice_lbm.paper.codes import Codes
from sluice_lbm.paper.items import listing


def half_precision():
    """IEEE's, which numpy has: what each code is written for ends halfway to the next, ties to even codes."""
    values = numpy.arange(0x10000, dtype=numpy.uint16).view(numpy.float16).astype(float)
    lines = ["code,value,last_number"]
    for code in range(0x10000):
        last = numpy.nan
        if code < 0x7BFF:
            middle = 0.5 * (values[code] + values[code + 1])
            last = middle if code % 2 == 0 else numpy.nextafter(middle, 0.0)
        elif code < 0x8000:
            last = numpy.finfo(float).max
        lines.append("%04x,%.17g,%.17g" % (code, values[code], last))
    return Codes("\n".join(lines))


class Listing(unittest.TestCase):
    codes = half_precision()

    def test_codes_are_those_of_numpy(self):
        x = numpy.float32(1.0) * numpy.geomspace(1e-9, 6e4, 5000).astype(numpy.float32)
        own = x.astype(numpy.float16).view(numpy.uint16)
        self.assertTrue((self.codes.encode(x.astype(float)) == own).all())

    def test_all_floats_of_a_piece_have_their_codes(self):
        for first in (0, 0x387FF000, 0x3F7FFF00, 0x477FE000, listing.INFINITE - 4096):
            bits = numpy.arange(first, first + 4096, dtype=numpy.uint32)
            expected = self.codes.encode(bits.view(numpy.float32).astype(float))
            found = listing.expected_codes(self.codes, first, first + 4096)
            self.assertTrue((found == expected).all(), hex(first))

    def test_fp16c_is_read_as_its_exponent_and_mantissa_say(self):
        read = listing.decode_fp16c(listing.CODES[:0x8000]).astype(float)
        e, m = listing.CODES[:0x8000] >> 11, listing.CODES[:0x8000] & 0x7FF
        exact = numpy.where(e == 0, m * 2.0 ** -25, (1.0 + m / 2048.0) * 2.0 ** (e.astype(float) - 15.0))
        self.assertTrue((read == exact).all())

    def test_what_is_read_is_written_with_the_same_code(self):
        for encode, decode in ((listing.encode_fp16c, listing.decode_fp16c),
                               (listing.encode_p16_0, listing.decode_p16_0),
                               (listing.encode_p16_1, listing.decode_p16_1)):
            codes = listing.CODES[1:0x7FFF]
            self.assertTrue((encode(decode(codes).view(numpy.uint32)) == codes).all(), encode.__name__)


unittest.main()
