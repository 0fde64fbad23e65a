#!/usr/bin/env python3
"""formats_matrix.py - runs the cases by which number formats and roundings are judged, and writes
every result into one CSV file.  What has come by a time limit, or an interrupt, is kept.
SPDX-License-Identifier: MIT"""
import argparse
import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

EXACT = ("fp64", "fp32", "fp64/fp64", "fp32/fp32")  # nothing is rounded: one run is enough

# Name: the runs, each a setup and its arguments.
SUBSETS = {
    "paper": ["poiseuille", "taylor-green", "karman", "cavity"],
    "capsule": ["capsule"],
    "raindrop": ["raindrop scale=0.5 seed=%d" % seed for seed in (1, 2, 3, 4)],
    "raindrop-full": ["raindrop"],
    "radius": ["poiseuille radius=%d" % r for r in (3, 7, 15, 31, 47, 63, 95)],
    "speed": ["poiseuille radius=15 umax=%s" % u for u in ("1e-3", "0.01", "0.05", "0.1", "0.2")],
    "slow": ["poiseuille radius=15 umax=1e-4"],
    "tau": ["taylor-green length=64 tau=%s" % t for t in ("0.51", "0.55", "0.7", "1", "2", "8")],
    "low-tau": ["taylor-green length=32 --collision %s tau=%s" % (c, t)
                for t in ("0.501", "0.505", "0.51", "0.55") for c in ("rr", "trt")],
    "vortex": ["taylor-green-3d"],
    "vortex-fine": ["taylor-green-3d length=256"],
    "surface": ["%s quick=1" % s for s in ("static-drop", "oscillating-drop", "capillary-wave",
                                           "dam-break", "pool")],
    "million": ["taylor-green length=512 tau=0.55 steps=1000000"],
    "quick": ["%s quick=1" % s for s in ("poiseuille", "taylor-green", "karman", "cavity", "capsule",
                                         "taylor-green-3d", "raindrop")],
}


def runs_of(arguments):
    for subset in arguments.subset:
        for case in SUBSETS[subset]:
            for precision in arguments.formats.split(","):
                for rounding in arguments.roundings.split(","):
                    if precision not in EXACT:
                        yield subset, case, precision, rounding
                if precision in EXACT:
                    yield subset, case, precision, "-"


def rows_of(run, arguments, folder, deadline):
    subset, case, precision, rounding = run
    head = [subset, case, precision, rounding]
    left = deadline - time.monotonic()
    if left <= 0:
        return [head + ["status", "not run"]]
    command = [arguments.program, "run", *case.split(), "png=0", "vtk=0", "--json", "--progress", "never",
               "--tune", "never", "--self-test", "never", "-d", arguments.device,
               "--precision", precision, "-o", folder, *arguments.add]
    if rounding != "-":
        command += ["--rounding", rounding]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=left)
    except subprocess.TimeoutExpired:
        return [head + ["status", "out of time"]]
    try:
        result = json.loads(done.stdout)
    except ValueError:
        return [head + ["status", "exit %d" % done.returncode, done.stderr.strip()[-200:]]]
    verdict = (result.get("verdict") or {}).get("pass")
    rows = [head + ["status", result["status"]], head + ["pass", verdict],
            head + ["steps", result["steps"]], head + ["time_s", "%.3g" % result["time_s"]]]
    rows += [head + [name, "%.9g" % value] for name, value in result["results"].items() if value is not None]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("output", help="CSV file; rows are put behind those that are there")
    parser.add_argument("subset", nargs="+", choices=sorted(SUBSETS))
    parser.add_argument("--device", default="gpu")
    parser.add_argument("--formats", default="fp64,fp32,fp16s,fp16c,fix16x")
    parser.add_argument("--roundings", default="nearest,stochastic")
    parser.add_argument("--jobs", type=int, default=1, help="runs at once: more for small boxes on a GPU")
    parser.add_argument("--limit", type=float, default=1e9, help="seconds after which nothing is begun or waited for")
    parser.add_argument("--add", nargs="*", default=[], help="further arguments of every run, as steps=20")
    arguments = parser.parse_args()
    deadline = time.monotonic() + arguments.limit
    is_new = not os.path.exists(arguments.output)
    with tempfile.TemporaryDirectory() as scratch, open(arguments.output, "a", newline="") as out:
        table = csv.writer(out)
        if is_new:
            table.writerow(["subset", "case", "precision", "rounding", "result", "value"])
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            waiting = [pool.submit(rows_of, run, arguments, os.path.join(scratch, str(n)), deadline)
                       for n, run in enumerate(runs_of(arguments))]
            for done in concurrent.futures.as_completed(waiting):
                table.writerows(done.result())
                out.flush()
                print(*done.result()[0], file=sys.stderr)


if __name__ == "__main__":
    main()
