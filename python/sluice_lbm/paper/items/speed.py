# speed.py - figure 16 and table 5: the speed of this device beside the paper's.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..devices import ALL_FIVE, CLASSES, DEVICES, FIVE, lines, median_of_class, number
from ..item import PaperItem
from ..plan import FORMATS

FP64, FP64_FP32, FP32, FP16S, FP16C = FIVE
RATIOS = ((FP16S, FP32, "FP16S over FP32"), (FP16C, FP32, "FP16C over FP32"),
          (FP32, FP64, "FP32 over FP64"), (FP64_FP32, FP64, "FP64/FP32 over FP64"))
BENCH = ("bench", "--json", "--precision", ALL_FIVE, "--rounding", "nearest", "--streaming",
         "pull,in-place")


def speed(paper, precision, streaming):
    found = math.nan
    for point in lines(paper, "speed"):
        if (point.get("precision"), point.get("streaming")) == (precision, streaming):
            found = number(point, "mlups", "median")
    return numpy.float64(found)


class Item(PaperItem):
    name, number, shows = "speed", "fig16", "speed of this device beside the paper's (table 5)"
    command = BENCH
    quick_command = (*BENCH, "--tune", "never", "size=160", "seconds=0.1", "batches=3")
    price, quick_price = (10, 120.0), (10, 30.0)

    def check(self, paper):
        self.check_table(paper)
        for over, under, names in RATIOS:
            medians = ", ".join("%.2f" % median_of_class(of, over, under) for of in CLASSES)
            paper.check("speeds of the paper's devices, median of each class",
                        speed(paper, over, "pull") / speed(paper, under, "pull"), 0.0, math.inf,
                        f"{names} here; there {medians} of GPUs with FP64, others, integrated, "
                        "CPUs").shown()

    def check_table(self, paper):
        fast = sum(d.ratio(FP16S, FP32) >= 1.7 for d in DEVICES)
        slower = sum(d.of == "GPU" and d.ratio(FP64_FP32, FP64) < 1.0 for d in DEVICES)
        slower_writes = sum(d["misaligned write"] < 0.9 * d["coalesced write"] for d in DEVICES)
        paper.check("the vast majority reaches the speedup of 80 %", fast, 18.0, 18.0,
                    "of the paper's 42 devices, those with FP16S at least 1.7 times FP32").differs(
                        "the paper's own table has 18 of 42")
        paper.check("GPUs with little FP64 are slower in FP64/FP32 than in FP64", slower, 17.0, 17.0,
                    "of the paper's 18 such GPUs")
        paper.check("misaligned writes are penalised on almost all devices", slower_writes, 31.0, 31.0,
                    "of the paper's 42 devices, those that lose more than a tenth").differs(
                        "the paper's own table has CPUs, integrated GPUs and a Vega 64 that lose nothing")

    def table(self, paper):
        sheet = ("fp64_tflops", "fp32_tflops", "memory_gb", "bandwidth_gbps")
        yield ("device", "class", *sheet, *FIVE)
        for d in DEVICES:
            yield (d.name, d.of, *("%g" % d[key] for key in (*sheet, *FIVE)))
        for streaming in ("pull", "in-place"):
            yield (f"here {streaming.replace('-', ' ')}", "", "", "", "", "",
                   *("%.6g" % speed(paper, precision, streaming) for precision in FIVE))

    def figure(self, paper):
        """The paper's devices as marks over their bandwidth, this one as a line across."""
        figure = paper.figure("D3Q19 SRT: the paper's 42 devices, and this one in pull streaming as lines",
                              "bandwidth of the data sheet [GB/s]", "MLUPs/s", log="xy")
        for precision in FIVE:
            format = FORMATS.index(precision)
            figure.line([d["bandwidth_gbps"] for d in DEVICES], [d[precision] for d in DEVICES], format,
                        label="", marks=True)
            figure.line([20.0, 2000.0], [speed(paper, precision, "pull")] * 2, format)
        return figure
