#!/usr/bin/env python3
"""report.py - points of `sluice bench`, of one machine or many, as one HTML page with figures.

The page needs nothing beside itself: no script, no font, no picture file.  It is well-formed XML
too, reads in light and dark, and prints.
SPDX-License-Identifier: MIT"""
import argparse
import html
import json
import math
import re
import sys

COLOURS = 10
STYLE = """
:root{color-scheme:light dark;--paper:#ffffff;--ink:#1b2430;--soft:#5c6878;--line:#d8dee6;
--stripe:#f4f6f9;--mark:#1b2430;--c0:#64748b;--c1:#2f6fb3;--c2:#8a63b5;--c3:#d97a2b;--c4:#2a9d74;
--c5:#b5475f;--c6:#cf7391;--c7:#a38622;--c8:#3f9fb5;--c9:#8d8d8d}
@media (prefers-color-scheme:dark){:root{--paper:#14181e;--ink:#e4e9f0;--soft:#98a5b5;
--line:#333c48;--stripe:#1b2129;--mark:#ffffff;--c0:#8391a5;--c1:#5b9be0;--c2:#a986d3;
--c3:#e8964f;--c4:#45bd92;--c5:#d2667e;--c6:#dd92ab;--c7:#c2a53c;--c8:#5dbcd1;--c9:#a8a8a8}}
@media print{:root{color-scheme:light;--paper:#ffffff;--ink:#000000;--soft:#444444;--line:#bbbbbb;
--stripe:#f4f4f4;--mark:#000000}section,figure,tr{break-inside:avoid}.wide{overflow:visible}
table{font-size:7pt}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@page{size:A4 landscape;margin:12mm}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI","Liberation Sans",Arial,sans-serif}
main{max-width:1180px;margin:0 auto;padding:2rem 1.5rem 4rem}
h1{font-size:1.9rem;margin:0 0 .2rem;letter-spacing:-.01em}
h2{font-size:1.35rem;margin:2.6rem 0 .1rem;padding-top:1.2rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.4rem 0 .3rem}
p{margin:.3rem 0}p.soft,figcaption{color:var(--soft);font-size:.9rem}
figure{margin:1rem 0}svg{display:block;width:100%;height:auto}
svg text{font-family:inherit;fill:var(--ink)}svg .tick{fill:var(--soft)}
.grid{stroke:var(--line);stroke-width:1}.halo{stroke:var(--paper);stroke-width:6}
.mark{stroke:var(--mark);stroke-width:2}polyline{fill:none;stroke-width:2}
.spread{stroke:var(--mark);stroke-width:1.2;opacity:.75}
.group{font-weight:600}.figure{font-variant-numeric:tabular-nums}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.8rem;font-variant-numeric:tabular-nums}
th,td{padding:.28rem .5rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;vertical-align:bottom}
th.t,td.t{text-align:left}tbody tr:nth-child(even){background:var(--stripe)}
td.b{font-weight:600}td.why{white-space:normal;text-align:left;color:var(--soft)}
ol{padding-left:1.6rem}li{margin:.2rem 0}
code{font:.8rem/1.5 ui-monospace,"Liberation Mono",Menlo,monospace;overflow-wrap:anywhere}
"""
IN_CACHE, ABOVE = "in the cache", "above the copy measured"
CAPTION = """The fastest point of each format in the box that most of them were measured in; other
boxes are in the table. The thin line goes from the slowest to the fastest batch; the upright mark
is what the device's memory would allow, measured in the same run, and the percentage is the share
of it."""
NOTES = """<section>
<h2>How to read this</h2>
<p>Each figure is the median of several batches of steps after a warm-up, or of rounds of batches
where points were measured in turns; noise is the distance between the slowest and the fastest batch
over the median. All cells of the box count, solid ones too. Every figure passed a check of its flow
against an exact solution; deviation is the distance from it, relative to the flow.</p>
<p>B/update are the bytes that one cell's step has to read and write; with the speed they make GB/s.
The ceiling is measured on the same device in the same run: a plain copy or, for streaming in place
on a CPU, whose copy also reads what it overwrites, 19 planes read and written where they lie. Share
is GB/s over the ceiling, in turns the median of the rounds. It is left out where the box fits in
the device's caches; above 100 % is no share of the memory, so there it says that the box is in the
cache, at least in part.</p>
</section>
"""


def text(value):
    """Any text, made harmless: what is no character of XML becomes U+FFFD."""
    return html.escape(re.sub("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010fffd]",
                              "\ufffd", str(value)))


def element(tag, content, name=None):
    return f"<{tag}{attribute(name)}>{text(content)}</{tag}>"


def attribute(name):
    return f' class="{name}"' if name else ""


def number(value, digits=4):
    """At least so many digits, and whole thousands set apart from 10000 on."""
    if not math.isfinite(value):
        return "-"
    before = len(str(int(abs(value))))
    if before < digits:
        return f"{value:.{digits}g}"
    return f"{value:_.0f}".replace("_", "\u202f") if abs(value) >= 9999.5 else f"{value:.0f}"


def shown(form, value):
    return form % value if math.isfinite(value) else "-"


# --- points ---------------------------------------------------------------------------------------


class Point:
    """One line of bench.jsonl (docs/benchmarks.md); numbers that it does not have are NaN."""

    def __init__(self, line):
        if not isinstance(line, dict) or line.get("schema") != "sluice.bench/1":
            raise ValueError("no point of sluice bench (schema sluice.bench/1)")
        device = line["device"]
        host = (line.get("host") or {}).get("cpu") or ""
        self.device = [str(device.get(key) or "") for key in ("name", "platform", "driver")]
        self.parts = int((line.get("parts") or {}).get("count", 1))
        self.kind = str(device.get("type") or "").upper()
        self.device += [host, device.get("index"), self.parts]
        self.lattice, self.collision = str(line["lattice"]), str(line["collision"])
        self.precision, self.streaming = str(line["precision"]), str(line["streaming"])
        rounding = line.get("rounding") or "nearest"
        self.precision += "" if rounding == "nearest" else f", {rounding}"
        self.walls, self.shift = bool(line.get("walls")), bool(line["shift"])
        self.size = [int(cells) for cells in line["size"]]
        if len(self.size) != 3 or min(self.size) < 1:
            raise ValueError("size is no three numbers of cells")
        self.skipped = line.get("skipped")
        speeds = line["mlups"] or {}
        if not self.skipped and not 0 < speeds["min"] <= speeds["median"] <= speeds["max"]:
            raise ValueError("no speed: 0 < min <= median <= max must hold")
        for key in ("median", "min", "max"):
            setattr(self, key, float(speeds.get(key, math.nan)))
        for key in ("solid_share", "bytes_per_update", "gbps", "ceiling_gbps", "efficiency",
                    "flow_checksum", "bytes_per_cell"):
            value = line.get(key)
            setattr(self, key, math.nan if value is None else float(value))
        self.cache_bytes = float(device.get("cache_bytes") or 0)
        self.noise = (self.max - self.min) / self.median
        self.lanes = f"{line.get('lanes', '-')}, {line.get('arithmetic_lanes', '-')}"
        self.version = line.get("commit") or line.get("version") or "-"
        self.time, self.command = str(line.get("time") or ""), str(line.get("command") or "")

    def model(self):
        walls = ", between walls" if self.walls else ""
        return f"{self.lattice.upper()} {self.collision.upper()}{walls}"

    def device_name(self):
        name, index = self.device[0], self.device[4]
        if self.parts > 1:
            return f"{self.parts} \u00d7 {name}"
        return name if index is None else f"{name} (device {index})"


def read(paths):
    points = []
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            for count, line in enumerate(file, 1):
                try:
                    points += [Point(json.loads(line))] if line.strip() else []
                except KeyError as error:
                    raise SystemExit(f"report.py: {path}:{count}: {error} is missing")
                except (ValueError, TypeError, AttributeError) as error:
                    raise SystemExit(f"report.py: {path}:{count}: {error}")
    if not points:
        raise SystemExit("report.py: the files hold no point")
    return points


def ordered(points):
    """Points of each device, the fastest first; in a device by lattice, then like beside like in the
    order in which names first occur, larger boxes first."""
    def first_seen(key):
        return list(dict.fromkeys(key(p) for p in points)).index

    def by_numbers(lattice):
        return [int(digits) for digits in re.findall(r"\d+", lattice)]

    collision = first_seen(lambda p: p.collision)
    precision = first_seen(lambda p: p.precision)
    devices = {}
    for p in points:
        devices.setdefault(tuple(p.device), []).append(p)
    for device in devices.values():
        device.sort(key=lambda p: (by_numbers(p.lattice), collision(p.collision), p.walls,
                                   precision(p.precision), -math.prod(p.size), p.streaming,
                                   not p.shift))
    return sorted(devices.values(), key=lambda device: -max(
        (p.median for p in device if not p.skipped), default=0))


# --- bars -----------------------------------------------------------------------------------------


def line(name, x1, y1, x2, y2):
    return f'<line class="{name}" x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"/>\n'


def label(name, anchor, size, x, y, words):
    return (f'<text class="{name}" text-anchor="{anchor}" font-size="{size}" x="{x:.2f}" '
            f'y="{y:.2f}">{text(words)}</text>\n')


def has_share(p):
    """Beyond the ceiling of the memory it was not the memory that was measured."""
    return 0 < p.efficiency <= 1


def share(p):
    if not p.efficiency > 1:
        return shown("%.0f %%", 100 * p.efficiency)
    # as in the table of `sluice bench`: of a box many times as large little is in the cache
    is_large = math.prod(p.size) * p.bytes_per_cell > 8 * p.cache_bytes * max(1, p.parts)
    return ABOVE if is_large else IN_CACHE


def mark(p):
    """The speed that the ceiling would allow."""
    return p.median / p.efficiency if has_share(p) else math.nan


def box(p):
    return "x".join(map(str, p.size[:2] if p.size[2] == 1 else p.size))


def common_size(points):
    """The box that most formats were measured in; of several the largest.  None: no point."""
    formats = {}
    for p in points:
        if not p.skipped:
            formats.setdefault(tuple(p.size), set()).add(p.precision)
    return max(formats, key=lambda size: (len(formats[size]), math.prod(size)), default=None)


def fastest(points):
    """Of each precision the fastest point in the common box: other boxes have other speeds."""
    best, size = {}, common_size(points)
    for p in points:
        if tuple(p.size) != size:
            continue
        if not p.skipped and (p.precision not in best or p.median > best[p.precision].median):
            best[p.precision] = p
    return list(best.values())


def bars(groups, colours, title):
    """`groups`: title and points each; SVG, as wide as the page, on one axis from 0."""
    left, right, width, heading, pitch, thick, gap, foot = 120, 810, 1000, 30, 25, 17, 8, 46
    height = foot + sum(heading + gap + pitch * len(points) for _, points in groups)
    most = max(x for _, points in groups for p in points for x in (p.max, mark(p))
               if math.isfinite(x))
    power = 10 ** math.floor(math.log10(most / 7))
    step = next(m * power for m in (1, 2, 5, 10) if most / (m * power) <= 7)

    def across(value):
        return left + (right - left) * value / most

    out = (f'<figure>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" '
           f'viewBox="0 0 {width} {height}">\n{element("title", title)}\n')
    for n in range(int(most / step) + 1):
        x = across(n * step)
        out += line("grid", x, 4, x, height - foot)
        out += label("tick", "middle", 12, x, height - foot + 17, number(n * step, 1))
    out += label("tick", "middle", 12, (left + right) / 2, height - foot + 36, "MLUPs/s")
    y = 0
    for name, points in groups:
        out += label("group", "start", 15, left + 8, y + heading - 9, name)
        y += heading
        for p in points:
            middle, end = y + thick / 2, max(p.max, mark(p)) if has_share(p) else p.max
            colour = min(colours[p.precision], COLOURS - 1)
            out += label("label", "end", 14, left - 10, middle + 5, p.precision.upper())
            out += (f'<rect class="c{colour}" x="{left}" y="{y:.2f}" height="{thick}" rx="2" '
                    f'width="{max(across(p.median) - left, 0.5):.2f}"/>\n')
            if p.max > p.min:
                out += line("spread", across(p.min), middle, across(p.max), middle)
            words = number(p.median)
            if has_share(p):
                out += line("halo", across(mark(p)), y, across(mark(p)), y + thick)
                out += line("mark", across(mark(p)), y - 3, across(mark(p)), y + thick + 3)
            if p.efficiency > 0:
                words += f"  \u00b7  {share(p)}"
            out += label("figure", "start", 14, across(end) + 9, middle + 5, words)
            y += pitch
        y += gap
    out += line("mark", left, 4, left, height - foot)
    return f"{out}</svg>\n<figcaption>{CAPTION}</figcaption>\n</figure>\n"


# --- speed over size ------------------------------------------------------------------------------


def curves(points, colours, title):
    """A line for each format that was measured in several boxes: the fastest of each box."""
    lines = {}
    for p in points:
        if not p.skipped:
            cells, at = math.prod(p.size), lines.setdefault(p.precision, {})
            at[cells] = max(at.get(cells, 0), p.median)
    lines = {name: sorted(at.items()) for name, at in lines.items() if len(at) > 1}
    if not lines:
        return ""
    left, right, width, top, bottom, height = 80, 830, 1000, 14, 300, 350
    all_cells = sorted({cells for at in lines.values() for cells, _ in at})
    most = max(speed for at in lines.values() for _, speed in at)
    low, high = math.log10(all_cells[0]), math.log10(all_cells[-1])

    def across(cells):
        return left + (right - left) * (math.log10(cells) - low) / (high - low)

    def up(speed):
        return bottom - (bottom - top) * speed / most

    out = (f'<figure>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" '
           f'viewBox="0 0 {width} {height}">\n{element("title", title)}\n')
    for n in range(5):
        y = up(most * n / 4)
        out += line("grid", left, y, right, y)
        out += label("tick", "end", 12, left - 8, y + 4, number(most * n / 4, 2))
    last = -math.inf
    for cells in all_cells:
        if across(cells) - last > 70:
            last = across(cells)
            out += line("grid", last, top, last, bottom)
            out += label("tick", "middle", 12, last, bottom + 17, f"{cells:.2g}")
    out += label("tick", "middle", 12, (left + right) / 2, bottom + 38, "cells")
    ends, taken = [], []
    for name, at in lines.items():
        colour = min(colours[name], COLOURS - 1)
        path = " ".join(f"{across(cells):.2f},{up(speed):.2f}" for cells, speed in at)
        out += f'<polyline class="s{colour}" points="{path}"/>\n'
        out += "".join(f'<circle class="c{colour}" cx="{across(cells):.2f}" cy="{up(speed):.2f}" '
                       'r="4"/>\n' for cells, speed in at)
        ends.append((up(at[-1][1]), name))
    for y, name in sorted(ends):
        y = max([y] + [other + 16 for other in taken if other + 16 > y])
        taken.append(y)
        out += label("label", "start", 14, right + 12, y + 5, name.upper())
    caption = ("Speed in MLUPs/s over the number of cells: small boxes are in the cache or too "
               "short for the device, large ones show its memory.")
    return f"{out}</svg>\n<figcaption>{caption}</figcaption>\n</figure>\n"


# --- the page -------------------------------------------------------------------------------------

COLUMNS = (  # heading, class of its cells, text of a point; those from MLUPs/s on are its figures
    ("lattice", "t", lambda p: p.lattice),
    ("collision", "t", lambda p: p.collision),
    ("precision", "t", lambda p: p.precision),
    ("box", "t", box),
    ("solid", "", lambda p: shown("%.1f %%", 100 * p.solid_share if p.walls else math.nan)),
    ("streaming", "t", lambda p: p.streaming),
    ("shift", "t", lambda p: "on" if p.shift else "off"),
    ("V, W", "", lambda p: p.lanes),
    ("MLUPs/s", "b", lambda p: number(p.median)),
    ("least", "", lambda p: number(p.min)),
    ("most", "", lambda p: number(p.max)),
    ("noise", "", lambda p: shown("%.1f %%", 100 * p.noise)),
    ("B/update", "", lambda p: shown("%.0f", p.bytes_per_update)),
    ("GB/s", "", lambda p: shown("%.1f", p.gbps)),
    ("ceiling", "", lambda p: shown("%.1f", p.ceiling_gbps)),
    ("share", "", share),
    ("deviation", "", lambda p: shown("%.1e", p.flow_checksum)),
    ("version", "", lambda p: p.version),
    ("measured", "", lambda p: p.time or "-"),
)
FIGURES = slice(8, 17)


def row(p, commands):
    cells = [element("td", get(p), name) for _, name, get in COLUMNS]
    if p.skipped:
        count = FIGURES.stop - FIGURES.start
        cells[FIGURES] = [f'<td class="why" colspan="{count}">skipped: {text(p.skipped)}</td>']
    cells.append(element("td", commands.index(p.command) + 1 if p.command else "-"))
    return f"<tr>{''.join(cells)}</tr>\n"


def titled(name, points):
    """With the box that all of them have."""
    return f"{name}, {box(points[0])}" if points else name


def shares(devices):
    """CPUs beside GPUs: the share of its own ceiling that each format reaches on each device."""
    precisions = list(dict.fromkeys(p.precision for device in devices for p in device))
    rows = ""
    for device in devices:
        for model in dict.fromkeys(p.model() for p in device):
            best = {p.precision: p for p in fastest([p for p in device if p.model() == model])}
            cells = [device[0].device_name(), device[0].kind or "-",
                     titled(model, list(best.values()))]
            rows += "<tr>" + "".join(element("td", cell, "t") for cell in cells)
            rows += "".join(element("td", share(best[name]) if name in best else "-")
                            for name in precisions) + "</tr>\n"
    heads = "".join(element("th", head, "t") for head in ("device", "type", "case and box"))
    heads += "".join(element("th", name) for name in precisions)
    return (element("h3", "Share of its own ceiling")
            + '<div class="wide">\n<table class="shares">\n'
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n")


def section(device, colours):
    first = device[0]
    _, platform, driver, host, _, _ = first.device
    ceilings = [p.ceiling_gbps for p in device if not p.skipped and p.ceiling_gbps > 0]
    about = f"{platform} \u00b7 driver {driver}" + (f" \u00b7 host {host}" if host else "")
    if ceilings:
        ends = dict.fromkeys(f"{x:.1f}" for x in (min(ceilings), max(ceilings)))
        about += f" \u00b7 ceiling {' to '.join(ends)} GB/s"
    out = f"<section>\n{element('h2', first.device_name())}\n{element('p', about, 'soft')}\n"
    models = {}
    for p in device:
        if not p.skipped:
            models.setdefault(p.model(), []).append(p)
    if models:
        groups = [(titled(model, fastest(points)), fastest(points))
                  for model, points in models.items()]
        out += bars(groups, colours, f"MLUPs/s of {first.device[0]}")
    for model, points in models.items():
        drawn = curves(points, colours, f"MLUPs/s of {model} over the cells on {first.device[0]}")
        out += element("h3", f"{model}, speed over size") + drawn if drawn else ""
    commands = list(dict.fromkeys(p.command for p in device if p.command))
    out += '<div class="wide">\n<table>\n<thead><tr>'
    out += "".join(element("th", heading, name if name == "t" else None)
                   for heading, name, _ in (*COLUMNS, ("command", "", None)))
    out += "</tr></thead>\n<tbody>\n" + "".join(row(p, commands) for p in device)
    out += "</tbody>\n</table>\n</div>\n"
    if commands:
        items = "".join(f"<li>{element('code', command)}</li>\n" for command in commands)
        out += f"<h3>Commands</h3>\n<ol>\n{items}</ol>\n"
    return out + "</section>\n"


def overview(devices, colours):
    """Each model on all devices that have it, where that is more than one."""
    out = ""
    for model in dict.fromkeys(p.model() for device in devices for p in device):
        groups = [(device[0].device_name(), fastest([p for p in device if p.model() == model]))
                  for device in devices]
        groups = [(titled(*group), group[1]) for group in groups if group[1]]
        if len(groups) > 1:
            title = f"MLUPs/s of {model} on {len(groups)} devices"
            out += element("h3", model) + bars(groups, colours, title)
    out += shares(devices) if out else ""
    return f"<section>\n<h2>The devices beside each other</h2>\n{out}</section>\n" if out else ""


def page(points):
    devices = ordered(points)
    precisions = dict.fromkeys(p.precision for p in points)
    colours = {precision: n for n, precision in enumerate(precisions)}
    days = sorted(p.time[:10] for p in points if p.time)
    about = (f"sluice bench: {len(points)} point{'s' * (len(points) > 1)} on {len(devices)} "
             f"device{'s' * (len(devices) > 1)}")
    if days:
        about += f", measured {' to '.join(dict.fromkeys((days[0], days[-1])))}"
    about += ". MLUPs/s are millions of cells advanced by one step in a second."
    fills = "".join(f".c{n}{{fill:var(--c{n})}}.s{n}{{stroke:var(--c{n})}}" for n in range(COLOURS))
    return ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
            f"<title>sluice bench</title>\n<style>{STYLE}{fills}\n</style>\n</head>\n<body>\n"
            f"<main>\n<h1>Lattice-Boltzmann speed</h1>\n{element('p', about, 'soft')}\n"
            + overview(devices, colours) + "".join(section(device, colours) for device in devices)
            + f"{NOTES}</main>\n</body>\n</html>\n")


def main():
    parser = argparse.ArgumentParser(description="Draws points of `sluice bench` on one HTML page.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a bench.jsonl")
    parser.add_argument("-o", "--output", required=True, metavar="PAGE",
                        help="the page to write; never overwritten")
    asked = parser.parse_args()
    try:
        written = page(read(asked.files))
        with open(asked.output, "x", encoding="utf-8") as out:
            out.write(written)
    except OSError as error:
        raise SystemExit(f"report.py: {error}")


if __name__ == "__main__":
    main()
