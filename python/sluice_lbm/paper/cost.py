# cost.py - how long the runs take on this device: its speeds are measured once, and kept.
# SPDX-License-Identifier: MIT
import json
import math
import os
from concurrent.futures import ThreadPoolExecutor

from .. import files
from ..program import Failure
from .plan import FORMATS, FP16, FP16S, FP32, FP64, FP64_FP32

SMALL = 1000000  # cells: there CPUs wait between kernels

# Of a step, over that of plain fluid in a large box: on a GPU, on a CPU, in small.
BURDENS = {"cavity": (1.0, 1.0, 1.7), "capsule": (1.15, 1.15, 4.0), "karman": (3.0, 1.0, 1.0),
           "raindrop": (2.8, 3.0, 8.0)}

# Two benchmarks: D3Q19 in three formats, D2Q9 in FP32.
SOLID = ("bench", "--json", "--lattice", "d3q19", "--precision", "fp64,fp32,fp16c", "--tune", "never",
         "size=96", "seconds=0.1", "batches=2")
FLAT = ("bench", "--json", "--lattice", "d2q9", "--precision", "fp32", "--tune", "never",
        "sizes=64,768", "seconds=0.1", "batches=2")
KINDS = ("fp64/fp64", "fp32/fp32", "fp32/fp16c")


def kind_of(format):
    if format in (FP64, FP64_FP32):
        return 0
    return 1 if format in (FP32, FP16, FP16S) else 2


class Speeds:
    """Of a device [cell updates/s]: D3Q19 in FP64, FP32 and a format that is converted in software, D2Q9
    in FP32; of a tiny step and of a build [s]."""

    def __init__(self, solid=(0.0, 0.0, 0.0), flat=0.0, step=0.0, build=0.0, is_gpu=False):
        self.solid, self.flat, self.step, self.build = list(solid), flat, step, build
        self.is_gpu = is_gpu

    def is_measured(self):
        return min(self.solid[1], self.solid[2], self.flat, self.step) > 0.0

    def take(self, point):
        speed = 1e6 * ((point.get("mlups") or {}).get("median") or 0.0)
        if not speed > 0.0:
            return
        side = point["size"][0]
        if point["lattice"] != "d2q9":
            if point["precision"] in KINDS:
                self.solid[KINDS.index(point["precision"])] = speed
        elif side < 100:
            self.step = side * side / speed
        else:
            self.flat = speed
        self.build = max(self.build, point.get("build_s") or 0.0)
        self.is_gpu = point["device"].get("type") == "gpu"

    def seconds(self, run):
        speed = self.solid[kind_of(run.format)]
        if run.is_flat:
            speed *= self.flat / self.solid[1]
        burden = BURDENS.get(run.setup, (1.0, 1.0, 1.0))
        place = 0 if self.is_gpu else 2 if run.cells < SMALL else 1
        step = max(self.step, run.cells / speed) * burden[place]
        return self.build + step * updates_share(run) * run.steps

    def price(self, item, is_quick):
        """Of what an item does beside runs."""
        programs, seconds = item.quick_price if is_quick else item.price
        return programs * self.build + seconds


# Where nothing has been measured.
USUAL = (("two CPU cores", Speeds((140e6, 420e6, 240e6), 900e6, 1e-5, 2.2)),
         ("a large GPU", Speeds((12e9, 25e9, 25e9), 25e9, 7e-6, 1.0, True)))


def updates_share(run):
    """A channel is steady long before the most that it may take."""
    return 0.2 if run.setup == "poiseuille" else 1.0


def read_speeds(text):
    """None where something lacks; FP64 may."""
    speeds = Speeds()
    try:
        for line in text.splitlines():
            speeds.take(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if not speeds.solid[0] > 0.0:
        speeds.solid[0] = speeds.solid[1]
    return speeds if speeds.is_measured() else None


def find_speeds(paper, measures):
    """Those that were kept, else measured ones, which are kept."""
    path = paper.request["speeds_file"]
    if path == "":
        return None
    try:
        with open(path, encoding="utf-8") as file:
            speeds = read_speeds(file.read())
        if speeds is not None:
            return speeds
    except OSError:
        pass
    if not measures:
        return None
    paper.say("measuring the device's speed, once")
    try:
        text = paper.command(SOLID) + paper.command(FLAT)
    except Failure as failure:
        paper.say(f"sluice: times are not estimated: {failure}")
        return None
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        files.write(path, text)
    except OSError:
        pass  # measured again the next time
    return read_speeds(text)


def size_up(paper):
    """Cells and steps of all runs: formats of one flow have the same, but where it is followed until the format
    ends it."""
    flows = {}
    for run in paper.plan.runs.values():
        method = ("--precision", FORMATS[run.format], *(() if run.shift else ("--no-shift",)))
        own = method if run.setup == "taylor-green" else ()
        flows.setdefault((run.setup, *run.values.split(), *own), []).append(run)

    def ask(flow):
        return paper.program.json("run", *flow, "--print-case")

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for case, runs in zip(pool.map(ask, flows), flows.values()):
            for run in runs:
                run.cells, run.steps = case["cells"], case["steps"]
                run.is_flat = case["lattice"].startswith("d2")


def estimate(paper, measures):
    size_up(paper)
    if paper.plan.runs:
        paper.speeds = find_speeds(paper, measures)
    for run in paper.plan.runs.values():
        run.seconds = paper.speeds.seconds(run) if paper.speeds else 0.0


def time_text(seconds):
    if seconds < 100.0:
        return "%.0f s" % seconds
    if seconds < 6000.0:
        return "%.0f min" % (seconds / 60.0)
    if seconds < 360000.0:
        return "%.1f h" % (seconds / 3600.0)
    return "%.0f days" % (seconds / 86400.0)


def updates(runs):
    return math.fsum(run.cells * run.steps * updates_share(run) for run in runs)


def item_line(paper, result):
    runs, item = result.uses, result.item
    seconds = sum(run.seconds for run in runs)
    time = "-"
    if paper.speeds:
        seconds += paper.speeds.price(item, paper.is_quick)
        time = time_text(seconds) if seconds > 0.0 else "-"
    return "%-20s %-8s %5s %8s %8s  %s" % (
        item.name, item.number, len(runs) or "-",
        "%.2g" % updates(runs) if runs else "-", time, item.shows)


def total_line(paper, speeds, device):
    runs = paper.plan.runs.values()
    items = [result.item for result in paper.results]
    seconds = sum(speeds.seconds(run) for run in runs)
    seconds += sum(speeds.price(item, paper.is_quick) for item in items)
    programs = len(runs) + sum((i.quick_price if paper.is_quick else i.price)[0] for i in items)
    return (f"some {time_text(seconds)} on {device}, {time_text(programs * speeds.build)} of it to build "
            "kernels")


def list_items(paper):
    lines = ["%-20s %-8s %5s %8s %8s  %s" % ("item", "paper", "runs", "updates", "time", "shows")]
    lines += [item_line(paper, result) for result in paper.results]
    runs = paper.plan.runs.values()
    level = "quick=1" if paper.is_quick else "the paper's sizes"
    lines += ["", f"{level}: {len(runs)} runs, some {'%.2g' % updates(runs)} cell updates"]
    if paper.speeds:
        lines.append(total_line(paper, paper.speeds, "this device"))
    else:
        lines += [total_line(paper, speeds, device) for device, speeds in USUAL]
    return "\n".join(lines) + "\n"


def plan_json(paper):
    runs = [{"folder": run.name(), "setup": run.setup, "values": run.values,
             "precision": FORMATS[run.format], "shift": run.shift, "cells": run.cells,
             "steps": run.steps, "seconds": run.seconds if run.seconds > 0.0 else math.nan,
             "state": "missing" if run.state == "missing" else "there"}
            for run in paper.plan.runs.values()]
    items = [{"item": result.item.name, "paper": result.item.number, "shows": result.item.shows,
              "runs": len(result.uses)} for result in paper.results]
    return {"schema": "sluice.reproduce/1", "version": paper.program.version,
            "commit": paper.program.commit, "level": paper.level, "device": paper.device,
            "items": items, "runs": runs}
