#!/usr/bin/env python3
# error_bars.py - cases with known answers under --error-bars: is the truth inside, and what do the twins cost?
# usage: benchmarks/error_bars.py [--sluice PROGRAM] [-d DEVICE] [-o FOLDER] [--strict] [NAME ...]
# SPDX-License-Identifier: MIT
import argparse
import json
import math
import pathlib
import subprocess
import sys
import time

ARRAY = """[case]
setup = case
lattice = d2q9
collision = trt
[box]
resolution = {cells}
size = 1,1
[fluid]
tau = 1
[body cylinder]
shape = cylinder
at = 0.5,0.5
radius = {radius!r}
wall = curved
[force]
acceleration = {force!r},0
[stop]
steady = 1e-7
[expect permeability]
result = permeability
value = {truth}
within = 5 %
source = Sangani & Acrivos 1982
"""


def array(share, drag):
    """Cylinders that take `share` of the plane; drag F/(mu U) of Sangani and Acrivos (1982)."""
    return ARRAY.format(cells=64, radius=math.sqrt(share / math.pi), force=1e-6, truth=1 / drag)


def sphere(re):
    """Drag of spheres: Clift, Grace & Weber (1978), table 5.2."""
    exponent = 0.82 - 0.05 * math.log10(re)
    drag = 24 / re * (1 + 0.1315 * re**exponent if re <= 20 else 1 + 0.1935 * re**0.6305)
    words = f"tunnel body=sphere re={re} resolution=24 side=4 above=4 below=4 until=60 u=0.06".split()
    return words, "drag_without_sides", drag


# NAME: words or a case file, result, truth (a number, or the result that is exact), source
CASES = {
    "pipe": ("poiseuille radius=32", "u_centre", "u_max", "exact"),
    "pipe-curved": ("poiseuille radius=32 wall=curved", "u_centre", "u_max", "exact"),
    "pipe-exact": ("poiseuille radius=32 wall=exact", "u_centre", "u_max", "exact"),
    "pipe-3d": ("poiseuille radius=24 --lattice d3q19", "u_centre", "u_max", "exact"),
    "duct": ("duct box.resolution=32", "expect.mean", 0.0351442, "series"),
    "channel": ("channel box.resolution=32", "expect.largest", 5.0, "exact"),
    "vortices": ("taylor-green length=128 u0=0.1 tau=0.8", "decay_rate", "decay_rate_exact", "exact"),
    "cavity-u-least": ("cavity length=256 re=1000 steady=1e-5 --lattice d2q9 --collision trt", "u_x_least", -0.3885698,
                       "Botella and Peyret (1998)"),
    "cavity-v-least": ("cavity length=256 re=1000 steady=1e-5 --lattice d2q9 --collision trt", "u_y_least", -0.5270771,
                       "Botella and Peyret (1998)"),
    "cavity-v-most": ("cavity length=256 re=1000 steady=1e-5 --lattice d2q9 --collision trt", "u_y_most", 0.3769447,
                      "Botella and Peyret (1998)"),
    **{f"sphere-{re}": (*sphere(re), "Clift, Grace and Weber (1978)") for re in (20, 50, 100, 150, 200)},
    "cylinder-60": ("tunnel body=cylinder re=60 resolution=32 until=120 --lattice d2q9 side=0 above=30 below=30",
                    "drag_without_sides", 1.434, "as tunnel: between published ones at Re 40 and 100"),
    "cylinder-40": ("tunnel body=cylinder re=40 resolution=32 until=120 --lattice d2q9 side=0 above=30 below=30",
                    "drag_without_sides", 1.522, "Dennis and Chang (1970)"),
    "capillary-wave": ("capillary-wave length=128", "frequency", "frequency_exact", "exact"),
    "static-drop": ("static-drop radius=16", "laplace_ratio", 1.0, "Laplace"),
    "oscillating-drop": ("oscillating-drop radius=32", "frequency", "frequency_exact", "Rayleigh, Lamb"),
    **{
        f"array-{share}": (array(share, drag), "expect.permeability", 1 / drag, "Sangani and Acrivos (1982)")
        for share, drag in ((0.05, 15.56), (0.1, 24.83), (0.2, 51.53), (0.3, 102.9), (0.4, 217.89), (0.5, 532.55), (0.6, 1763.0))
    },
}


def run(name, options):
    """The case's run.json, and the seconds of the twins over those of the case."""
    what = CASES[name][0]
    folder = pathlib.Path(options.output) / (name if not name.startswith("cavity") else "cavity")
    if not (folder / "case/run.json").exists():
        if isinstance(what, str) and what.startswith("["):
            path = pathlib.Path(options.output) / f"{name}.ini"
            path.write_text(what, encoding="utf-8")
            words = ["-c", str(path)]
        else:
            words = what.split() if isinstance(what, str) else what
        bars = "--error-bars=strict" if options.strict else "--error-bars"
        command = [options.sluice, "run", *words, bars, "vtk=0", "png=0", "--quiet", "--tune", "never", "-o", str(folder)]
        if options.device:
            command += ["-d", options.device]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 5):
            raise RuntimeError(f"{name}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    runs = {p.parent.name: json.loads(p.read_text(encoding="utf-8")) for p in folder.glob("*/run.json")}
    case = runs.pop("case")
    return case, sum(r["time_s"] for r in runs.values()) / max(case["time_s"], 1e-9)


def row(name, options):
    _, result, truth, source = CASES[name]
    started = time.time()
    case, cost = run(name, options)
    bar = case["uncertainty"][result]
    if isinstance(truth, str):
        truth = case["results"][truth]
    if bar["half_width"] is None:
        raise RuntimeError(f"{name}: no bar: {case['warnings']}")
    is_inside = abs(bar["value"] - truth) <= bar["half_width"]
    shares = ", ".join(f"{k} {bar[k]:.1g}" for k in ("grid", "time", "format", "compressibility", "box") if bar[k])
    order = f"{bar['order']:.2g}" if bar["converges"] else "-"
    print(f"{name}: {time.time() - started:.0f} s", file=sys.stderr, flush=True)
    return is_inside, (f"| {name} | {truth:.5g} ({source}) | {case['results'][result]:.5g} "
                       f"| {bar['value']:.5g} ± {bar['half_width']:.2g} | {shares} | {order} "
                       f"| {'yes' if is_inside else '**no**'} | {100 * cost:.0f} % |")


def main():
    parser = argparse.ArgumentParser(description="Is the truth inside of the error bars?")
    parser.add_argument("--sluice", default="build/sluice")
    parser.add_argument("-d", "--device")
    parser.add_argument("-o", "--output", default="error-bars")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    pathlib.Path(options.output).mkdir(parents=True, exist_ok=True)
    print("| case | truth | finest grid | value and bar | shares | order | inside | twins' time |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    inside = count = 0
    for name in options.names or CASES:
        try:
            is_inside, text = row(name, options)
        except (RuntimeError, KeyError) as error:
            print(f"{name}: {error!r}", file=sys.stderr, flush=True)
            continue
        print(text, flush=True)
        inside += is_inside
        count += 1
    print(f"\nThe truth is inside in {inside} of {count}.")
    return 0 if count == len(options.names or CASES) and inside >= 0.95 * count else 1


if __name__ == "__main__":
    sys.exit(main())
