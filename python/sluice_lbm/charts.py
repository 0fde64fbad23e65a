# charts.py - charts of comparisons, ensembles and speeds, from the tables that these have written; one argument, a request
# as JSON.
# SPDX-License-Identifier: MIT
import csv
import json
import math
import os
import sys

from . import files, program
from .drawing import COLOURS, DASHES, INK, add_legend, line_style, plotting, save

MOST_LINES = 18
DECADES_FOR_LOG = 1e3  # a quantity that spans so much has a logarithmic axis


def begin(title, x_label, y_label):
    page, axes = plotting().subplots(figsize=(8.0, 5.2), layout="constrained")
    axes.set(title=title, xlabel=x_label, ylabel=y_label)
    return page, axes


def end(page, axes, folder, stem, kinds):
    add_legend(axes)
    save(plotting(), page, *(os.path.join(folder, f"{stem}.{kind}") for kind in kinds))


# --- comparisons ----------------------------------------------------------------------------------


def draw_deviations(request):
    """Over bytes."""
    shown = [run for run in request["runs"] if (run["deviation"] or 0.0) > 0.0]
    if not shown:
        return
    page, axes = begin(f"{request['setup']}: deviation from {request['reference']}",
                       "device memory [bytes per cell]", "largest deviation of a result")
    axes.set_yscale("log")
    for n, run in enumerate(shown):
        axes.plot(run["bytes_per_cell"], run["deviation"], "osD"[n // len(COLOURS) % 3],
                  color=COLOURS[n % len(COLOURS)], label=run["label"] + ("" if run["shift"] else ", no shift"))
    end(page, axes, request["folder"], "deviation", request["kinds"])


def choose_columns(path):
    """The first, and the first of the others that is no other name of time."""
    with open(path, newline="", encoding="utf-8") as file:
        names = next(csv.reader(file), [])
    others = [name for name in names[1:] if name not in ("step", "time")]
    return (names[0], others[0]) if others else None


def read_lines(request, name):
    """Of every run that has the file: run, x, y, with the columns of the first."""
    lines, names = [], None
    for run in request["runs"]:
        path = os.path.join(request["folder"], run["folder"], name)
        if os.access(path, os.R_OK) and len(lines) < MOST_LINES:
            names = names or choose_columns(path)
            if names is None:
                break
            x, y = files.columns(path, names)
            order = x.argsort(kind="stable")
            lines.append((run, x[order], y[order]))
    return lines, names


def spans_decades(lines):
    known = [number for _, _, y in lines for number in y if math.isfinite(number)]
    return bool(known) and min(known) > 0.0 and max(known) > DECADES_FOR_LOG * min(known)


def draw_file(request, name):
    """A colour for each format, named once, and what dashes mean named once."""
    lines, names = read_lines(request, name)
    if not lines:
        return
    some = " of the" if len(lines) < request["planned"] else ""
    page, axes = begin(f"{request['setup']}: {names[1]} in {len(lines)}{some} runs", *names)
    if spans_decades(lines):
        axes.set_yscale("log")
    numbers_of = {}
    for run, x, y in lines:
        is_first = run["label"] not in numbers_of
        n = numbers_of.setdefault(run["label"], len(numbers_of))
        axes.plot(x, y, linewidth=1.4, label=run["label"] if is_first else None, **line_style(n, not run["shift"]))
    if any(not run["shift"] for run, _, _ in lines):
        axes.plot([], [], color=INK, linewidth=1.4, linestyle=DASHES, label="dashed: without shift")
    end(page, axes, request["folder"], os.path.splitext(name)[0], request["kinds"])


def compare(request):
    draw_deviations(request)
    for name in request["files"]:
        draw_file(request, name)


# --- ensembles ------------------------------------------------------------------------------------


def read_histogram(request):
    """Rows by format, without what lies below and above the bins."""
    formats = {}
    with open(os.path.join(request["folder"], "histogram.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            formats.setdefault(row["precision"], []).append(row)
    return {name: rows[1:-1] for name, rows in formats.items()}


def numbers(rows, key):
    return [float(row[key] or "nan") for row in rows]


def draw_quantity(request, formats, quantity):
    """Bins up to the last one that holds anything in some format; all where none does."""
    by, name = request["by"], request["setup"]
    filled = max((n + 1 for rows in formats.values()
                  for n, mean in enumerate(numbers(rows, f"{quantity}_mean")) if mean != 0.0), default=0)
    title = (f"{name}: {quantity} of one run, mean and standard error" if filled else
             f"{name}: no {quantity} between {request['min']:g} and {request['max']:g} in any run")
    page, axes = begin(title, request["by_label"], f"{quantity} in a bin")
    for n, (format, rows) in enumerate(formats.items()):
        runs = int(rows[0]["runs"])
        rows = rows[:filled] if filled else rows
        low, high = numbers(rows, f"{by}_low"), numbers(rows, f"{by}_high")
        means, colour = numbers(rows, f"{quantity}_mean"), COLOURS[n % len(COLOURS)]
        axes.stairs(means, low + high[-1:], color=colour, linestyle="-" if n < len(COLOURS) else ":",
                    label=f"{format}, {runs} run{'' if runs == 1 else 's'}")
        # beside each other, so that no error bar hides the next
        place = 0.2 + 0.6 * (n + 0.5) / len(formats)
        axes.errorbar([a + place * (b - a) for a, b in zip(low, high)], means,
                      numbers(rows, f"{quantity}_error"), fmt="none", ecolor=colour)
    end(page, axes, request["folder"], f"histogram-{quantity}", ("png",))


def ensemble(request):
    formats = read_histogram(request)
    for quantity in request["quantities"]:
        draw_quantity(request, formats, quantity)


# --- parts ----------------------------------------------------------------------------------------


def case_of(point):
    """What points of several numbers of parts have in common; in weak scaling the box of a part."""
    parts, size = point["parts"], point["size"]
    if parts["scaling"] == "weak":
        size = [cells // int(cut) for cells, cut in zip(size, parts["split"].split("x"))]
    keys = ("lattice", "collision", "precision", "rounding", "shift", "streaming", "walls", "lanes_asked",
            "loopback")
    device = point["device"]
    return (tuple(size), parts["scaling"], device.get("platform"), device.get("name"),
            *(point.get(key) for key in keys))


def scaling(request):
    """How well parts work together: nothing without two numbers of parts of one case."""
    with open(os.path.join(request["folder"], "bench.jsonl"), encoding="utf-8") as file:
        points = [json.loads(line) for line in file]
    lines = {}
    for point in points:
        if point.get("parts") and point["parts"].get("efficiency") is not None:
            lines.setdefault(case_of(point), []).append(point)
    lines = [line for line in lines.values() if len(line) > 1][:len(COLOURS)]
    if not lines:
        return
    page, axes = begin("How well parts work together", "parts", "efficiency / %")
    for n, line in enumerate(lines):
        first = line[0]
        box = "x".join(str(cells) for cells in first["size"])
        axes.plot([point["parts"]["count"] for point in line],
                  [100.0 * point["parts"]["efficiency"] for point in line], "o-", color=COLOURS[n],
                  label=f"{first['lattice']} {first['collision']} {first['precision']}, "
                        f"{first['parts']['scaling']}, {box}" + (", walls" if first.get("walls") else ""))
    axes.axhline(100.0, color=INK, linestyle=DASHES, label="as fast as alone")
    end(page, axes, request["folder"], "scaling", ("png",))


# --- rooflines ------------------------------------------------------------------------------------

PEAKS = {"fp32_gops": "FP32", "fp64_gops": "FP64", "int32_gops": "INT32"}
MARKS = {"srt": "o", "trt": "s"}


def draw_roofs(axes, ceilings, low, high):
    """Bandwidth up to the highest roof, and each roof from where the bandwidth reaches it."""
    bandwidth = ceilings["bandwidth_gbps"]
    peaks = {name: ceilings[key] for key, name in PEAKS.items() if ceilings[key]}
    ridge = min(high, max(peaks.values(), default=0.0) / bandwidth)
    axes.plot([low, ridge], [low * bandwidth, ridge * bandwidth], color=INK,
              label=f"{ceilings['bandwidth_probe']}: {bandwidth:.4g} GB/s")
    for name, peak in peaks.items():
        if peak / bandwidth < high:
            axes.plot([peak / bandwidth, high], [peak, peak], color=INK, linestyle=DASHES)
            axes.annotate(f"{name}: {peak:.4g} Gop/s", (high, peak), (0, -3 if name == "INT32" else 3),
                          textcoords="offset points", ha="right", va="top" if name == "INT32" else "bottom")


def roofline(request):
    """One colour for a precision, one shape for a collision operator: the legend has each once.  Without a
    measurement a point is drawn at one update a nanosecond."""
    found = files.read_json(os.path.join(request["folder"], "roofline.json"))
    points, ceilings = found["points"], found["ceilings"]
    page, axes = begin(f"Roofline of {points[0]['lattice']}, {found['device']['name']}",
                       "arithmetic intensity [floating-point and integer operations per byte]",
                       "performance [10\u2079 operations/s]" if ceilings else "operations per update")
    axes.set(xscale="log", yscale="log")
    reach = [point["operations_per_byte"] for point in points]
    if ceilings:
        ends = [ceilings[key] / ceilings["bandwidth_gbps"] for key in PEAKS if ceilings[key]]
        draw_roofs(axes, ceilings, 0.5 * min(reach), 3.0 * max(reach + ends))
    for collision in dict.fromkeys(point["collision"] for point in points):
        axes.plot([], [], MARKS.get(collision, "D"), color=INK, label=collision)
    precisions = list(dict.fromkeys(point["precision"] for point in points))
    for n, point in enumerate(points):
        index, x = precisions.index(point["precision"]), point["operations_per_byte"]
        y = point["gops"] if point["gops"] is not None or ceilings else x * point["bytes_per_update"]
        is_first = point["precision"] not in [other["precision"] for other in points[:n]]
        axes.plot([x], [math.nan if y is None else y], MARKS.get(point["collision"], "D"),
                  color=COLOURS[index % len(COLOURS)],
                  markerfacecolor="none" if index >= len(COLOURS) else None,  # the colours come round again
                  label=point["precision"] if is_first else None)
    end(page, axes, request["folder"], "roofline", ("svg", "png"))


# --- memory ---------------------------------------------------------------------------------------


def membench(request):
    """A group of bars for each width, a bar for each way to go through memory."""
    found = files.read_json(os.path.join(request["folder"], "membench.json"))
    widths = list(dict.fromkeys(point["bytes_per_word"] for point in found["points"]))
    probes = {}
    for point in found["points"]:
        probes.setdefault(f"{point['pattern']} {point['access']}", []).append(point["gbps"])
    page, axes = begin(f"Memory of {found['device']['name']}", "width of a work-item's word",
                       "bandwidth [GB/s]")
    for n, (name, rates) in enumerate(probes.items()):
        axes.bar([place + 0.8 * ((n + 0.5) / len(probes) - 0.5) for place in range(len(widths))], rates,
                 0.75 / len(probes), color=COLOURS[n % len(COLOURS)], label=name)
    axes.set_xticks(range(len(widths)), [f"{width} bytes" for width in widths])
    end(page, axes, request["folder"], "membench", ("png",))


def main(request):
    program.require_modules("numpy", "matplotlib")
    {"compare": compare, "ensemble": ensemble, "scaling": scaling,
     "roofline": roofline, "membench": membench}[request["chart"]](request)
    return program.OK


if __name__ == "__main__":
    program.run(main, json.loads(sys.argv[1]))
