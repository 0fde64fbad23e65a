# check.py - what is measured, its band, and whether the paper says so, too.
# SPDX-License-Identifier: MIT
import math

AGREES, DIFFERS, NOT_COMPARABLE = "agrees", "differs", "not comparable"


class Check:
    """Measured within low and high.  NaN is not judged, but fails where a run that is there lacks the
    result."""

    def __init__(self, statement, measured, low, high, what, lacks=False):
        self.statement, self.what = statement, what
        self.measured, self.low, self.high = float(measured), float(low), float(high)
        self.is_judged = not math.isnan(self.measured) or lacks
        self.is_pass = self.is_judged and self.low <= self.measured <= self.high
        self.answer = (NOT_COMPARABLE if not self.is_judged else
                       AGREES if self.is_pass else DIFFERS)
        self.because = None

    def shown(self):
        """Beside the paper's numbers, of other devices: nothing is judged."""
        self.answer, self.is_judged = NOT_COMPARABLE, False

    def not_comparable(self, because=None):
        """The paper makes no such statement."""
        self.answer = NOT_COMPARABLE
        self.because = because or self.because

    def differs(self, because):
        """The paper says otherwise: the band is around our value."""
        self.because = because
        if self.is_judged:
            self.answer = DIFFERS

    def word(self):
        return "not judged" if not self.is_judged else "pass" if self.is_pass else "FAIL"

    def band(self):
        if math.isinf(self.high):
            return "at least %.4g" % self.low
        if self.low == 0.0 and self.high > 0.0:
            return "at most %.4g" % self.high
        return "%.6g to %.6g" % (self.low, self.high)

    def as_json(self):
        check = {"statement": self.statement, "what": self.what, "measured": self.measured,
                 "low": self.low, "high": self.high, "check": self.word(), "paper": self.answer}
        if self.because is not None:
            check["because"] = self.because
        return check


def count(checks):
    checks = list(checks)
    return {"pass": sum(c.word() == "pass" for c in checks),
            "fail": sum(c.word() == "FAIL" for c in checks),
            "not_judged": sum(not c.is_judged for c in checks),
            "agrees": sum(c.answer == AGREES for c in checks),
            "differs": sum(c.answer == DIFFERS for c in checks)}
