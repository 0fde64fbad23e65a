# bandwidth.py - figure 20: memory bandwidth beside the paper's.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..devices import DEVICES, number, whole
from ..item import PaperItem

# The paper's column, and what is measured here.
COLUMNS = {"coalesced read": ("read", "coalesced"), "misaligned read": ("read", "shifted"),
           "coalesced write": ("write", "coalesced"), "misaligned write": ("write", "strided")}


def bandwidth(paper, access, pattern):
    """[GB/s] of words of 4 bytes."""
    found = math.nan
    for point in whole(paper, "bandwidth").get("points", []):
        if (point.get("access"), point.get("pattern"), point.get("bytes_per_word")) == (access, pattern, 4):
            found = number(point, "gbps")
    return numpy.float64(found)


class Item(PaperItem):
    name, number, shows = "bandwidth", "fig20", "memory bandwidth beside the paper's"
    command = ("membench", "--json")
    quick_command = (*command, "batches=3")
    price, quick_price = (1, 30.0), (1, 15.0)

    def check(self, paper):
        write = bandwidth(paper, "write", "strided") / bandwidth(paper, "write", "coalesced")
        is_gpu = (whole(paper, "bandwidth").get("device") or {}).get("type") == "gpu"
        paper.check("the penalty of misaligned writes is large", write if is_gpu else math.nan, 0.0, 0.8,
                    "strided over coalesced write, of a GPU")
        read = bandwidth(paper, "read", "shifted") / bandwidth(paper, "read", "coalesced")
        paper.check("the penalty of misaligned reads is smaller", read, 0.0, math.inf,
                    "shifted over coalesced read here").shown()

    def table(self, paper):
        yield ("device", *COLUMNS)
        for d in DEVICES:
            yield (d.name, *("%g" % d[column] for column in COLUMNS))
        for pattern in ("shifted", "strided"):
            pairs = [(access, p) for access in ("read", "write") for p in ("coalesced", pattern)]
            yield (f"here {pattern}", *("%.6g" % bandwidth(paper, *pair) for pair in pairs))

    def figure(self, paper):
        """The paper's devices as marks, this one as lines across."""
        figure = paper.figure("Measured bandwidths: the paper's 42 devices, and this one as lines",
                              "bandwidth of the data sheet [GB/s]", "measured [GB/s]", log="xy")
        for n, (column, own) in enumerate(COLUMNS.items()):
            figure.line([d["bandwidth_gbps"] for d in DEVICES], [d[column] for d in DEVICES], n, label="",
                        marks=True)
            figure.line([20.0, 2000.0], [bandwidth(paper, *own)] * 2, n, label=column)
        return figure
