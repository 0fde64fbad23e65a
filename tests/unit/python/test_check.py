# test_check.py - what is not there is not judged, and what lacks in a run that is there fails.
# SPDX-License-Identifier: MIT
import math
import unittest

from sluice_lbm.paper import check
from sluice_lbm.paper.check import Check


class Checks(unittest.TestCase):
    def test_a_number_is_within_its_band_or_not(self):
        for measured, word in ((1.0, "pass"), (2.0, "pass"), (0.999, "FAIL"), (2.001, "FAIL")):
            self.assertEqual(Check("", measured, 1.0, 2.0, "").word(), word)
        self.assertEqual(Check("", math.inf, 3.0, math.inf, "").word(), "pass")

    def test_what_is_not_there_is_not_judged(self):
        c = Check("", math.nan, 0.0, 1.0, "")
        self.assertEqual((c.word(), c.answer), ("not judged", check.NOT_COMPARABLE))

    def test_a_run_without_its_result_fails(self):
        c = Check("", math.nan, 0.0, 1.0, "", lacks=True)
        self.assertEqual((c.word(), c.answer), ("FAIL", check.DIFFERS))

    def test_a_band_around_our_value_passes_and_differs(self):
        c = Check("", 5.0, 4.0, 6.0, "")
        c.differs("why")
        self.assertEqual((c.word(), c.answer), ("pass", check.DIFFERS))
        c = Check("", math.nan, 4.0, 6.0, "")
        c.differs("why")
        self.assertEqual(c.answer, check.NOT_COMPARABLE)

    def test_counts(self):
        checks = [Check("", x, 0.0, 1.0, "") for x in (0.5, 0.5, 2.0, math.nan)]
        self.assertEqual(check.count(checks), {"pass": 2, "fail": 1, "not_judged": 1, "agrees": 2,
                                               "differs": 1})


unittest.main()
