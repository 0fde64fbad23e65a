# formats.py - table 2: properties of the number formats.
# SPDX-License-Identifier: MIT
import functools

from ..item import PaperItem

COLUMNS = ("mantissa bits", "bias", "digits", "epsilon", "largest", "least normal", "least")

# As printed; "-" where nothing is, or a posit has no such number.
PRINTED = {
    "fp64": ("52", "1023", "16.0", "2.2e-16", "1.797693e+308", "2.225074e-308", "4.940656e-324"),
    "fp32": ("23", "127", "7.2", "1.2e-07", "3.402823e+38", "1.175494e-38", "1.401298e-45"),
    "fp16": ("10", "15", "3.3", "9.8e-04", "6.550400e+04", "6.103516e-05", "5.960464e-08"),
    "fp16s": ("10", "30", "3.3", "9.8e-04", "1.999023e+00", "1.864464e-09", "1.818989e-12"),
    "fp16c": ("11", "15", "3.6", "4.9e-04", "1.999512e+00", "6.103516e-05", "2.980232e-08"),
    "p16_0s": ("13", "-", "4.2", "1.2e-04", "1.280000e+02", "-", "4.768372e-07"),
    "p16_1s": ("12", "-", "3.9", "2.4e-04", "2.097152e+06", "-", "2.910383e-11"),
    "p16_2c": ("12", "-", "3.9", "2.4e-04", "1.999756e+00", "-", "1.734724e-18")}

MISPRINTS = {"fp16s": "2^-29 is 1.862645e-09, which is printed as 1.864464e-09",
             "p16_2c": "2^-59 is 1.734723e-18, which is printed as 1.734724e-18"}


def properties(format):
    def of_floats(text, key):
        return text % format[key] if format.get("smallest_normal") else "-"
    return ("%d" % format["mantissa_bits_most"], of_floats("%d", "bias"), "%.1f" % format["digits"],
            "%.1e" % format["epsilon"], "%.6e" % format["largest"],
            of_floats("%.6e", "smallest_normal"), "%.6e" % format["smallest"])


@functools.lru_cache(maxsize=None)
def known(paper):
    """By name, of the paper's formats."""
    formats = {format["name"]: format for format in paper.program.json("formats")["formats"]}
    return {name: formats[name] for name in PRINTED if name in formats}


class Item(PaperItem):
    name, number, shows = "formats", "tab2", "properties of the number formats"

    def check(self, paper):
        formats = known(paper)
        for name, printed in PRINTED.items():
            own = properties(formats[name]) if name in formats else (None,) * len(COLUMNS)
            other = [column for column, a, b in zip(COLUMNS, own, printed) if a != b]
            expected = 1.0 if name in MISPRINTS else 0.0
            check = paper.check("every digit as printed", len(other), expected, expected,
                                f"{name}: numbers that differ" + (f", first {other[0]}" if other else ""))
            if name in MISPRINTS:
                check.differs(MISPRINTS[name])

    def table(self, paper):
        yield ("format", *(word for column in COLUMNS for word in (column, f"{column} printed")))
        for name, format in known(paper).items():
            pairs = zip(properties(format), PRINTED[name])
            yield (name, *(number for pair in pairs for number in pair))
