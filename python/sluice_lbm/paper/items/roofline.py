# roofline.py - figure 17: speed against the limits of memory and arithmetic.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..devices import ALL_FIVE, number, whole
from ..item import PaperItem
from ..plan import FORMATS

KEYS = ("operations_per_byte", "bytes_per_update", "gops", "mlups", "limit_mlups")


def points(paper):
    return whole(paper, "roofline").get("points", [])


class Item(PaperItem):
    name, number, shows = "roofline", "fig17", "speed against the limits of memory and arithmetic"
    command = ("roofline", "--json", "--precision", ALL_FIVE, "--collision", "srt,trt,mrt", "--rounding",
               "nearest")
    quick_command = (*command, "batches=3", "seconds=0.05")
    price, quick_price = (15, 100.0), (15, 45.0)

    def check(self, paper):
        for point in points(paper):
            paper.check("no point is above its limit",
                        numpy.float64(number(point, "mlups")) / number(point, "limit_mlups"), 0.0, 1.05,
                        f"{point.get('collision')} {point.get('precision')} over its limit")
        if not points(paper):
            paper.check("no point is above its limit", math.nan, 0.0, 1.05, "points over their limits")

    def table(self, paper):
        yield ("collision", "precision", *KEYS)
        for point in points(paper):
            yield (point.get("collision"), point.get("precision"),
                   *("%.6g" % number(point, key) for key in KEYS))

    def figure(self, paper):
        """Measured points, with their limits as short lines above."""
        figure = paper.figure("Operations of SRT, TRT and MRT, and the limits of this device as lines",
                              "operations per byte", "10^9 operations per second", log="xy")
        for point in points(paper):
            format = FORMATS.index(point["precision"]) if point["precision"] in FORMATS else 0
            x, y = number(point, "operations_per_byte"), number(point, "gops")
            limit = numpy.float64(y) * number(point, "limit_mlups") / number(point, "mlups")
            figure.line([0.93 * x, 1.07 * x], [limit, limit], format,
                        label=None if point.get("collision") == "srt" else "")
            figure.line([x], [y], format, label="", marks=True)
        return figure
