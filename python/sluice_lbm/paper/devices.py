# devices.py - table 5 of the paper, and what this device's commands have printed.
# SPDX-License-Identifier: MIT
import csv
import json
import math
import os
import statistics

CLASSES = ("GPU with FP64", "GPU", "integrated GPU", "CPU")


class Device:
    """A row of devices.csv: class and name; of the data sheet FP64 and FP32 [TFLOPs/s], memory [GB], bandwidth
    [GB/s]; measured bandwidths [GB/s]; MLUPs/s of D3Q19 SRT in five formats."""

    def __init__(self, row):
        self.of, self.name = row.pop("class"), row.pop("device")
        self.numbers = {key: float(text) for key, text in row.items()}

    def __getitem__(self, key):
        return self.numbers[key]

    def ratio(self, over, under):
        return self[over] / self[under]


def read():
    with open(os.path.join(os.path.dirname(__file__), "devices.csv"), newline="") as file:
        return [Device(row) for row in csv.DictReader(file)]


DEVICES = read()


def median_of_class(of, over, under):
    ratios = [d.ratio(over, under) for d in DEVICES if d.of == of]
    known = [ratio for ratio in ratios if not math.isnan(ratio)]
    return statistics.median(known) if known else math.nan


def lines(paper, item):
    """Objects that its command printed; none where it has not."""
    text = paper.measured(item)
    try:
        return [json.loads(line) for line in text.splitlines()] if text else []
    except ValueError:
        paper.lacks = True
        return []


def whole(paper, item):
    """One object; an empty one where there is none."""
    text = paper.measured(item)
    try:
        return json.loads(text) if text else {}
    except ValueError:
        paper.lacks = True
        return {}


def number(object, *keys):
    """NaN where there is none."""
    for key in keys:
        object = object.get(key) if isinstance(object, dict) else None
    return float(object) if isinstance(object, (int, float)) else math.nan


ALL_FIVE = "fp64,fp64/fp32,fp32,fp16s,fp16c"
FIVE = ("fp64/fp64", "fp64/fp32", "fp32/fp32", "fp32/fp16s", "fp32/fp16c")
