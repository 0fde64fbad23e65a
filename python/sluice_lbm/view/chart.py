# chart.py - columns of a table over its first one, as SVG.
# SPDX-License-Identifier: MIT
import html
import math
import os

from . import runs

MOST_TABLE = 1 << 24  # bytes
MOST_PANELS, MOST_LINES, POINTS = 8, 6, 400
WIDE, HIGH, LEFT, GAP = 560, 120, 90, 26
COLOURS = ("#0b6bcb", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#0e7490")
HALO = {"stroke": "#fff", "stroke_width": 3, "paint_order": "stroke"}  # letters over lines


def read(path):
    """Names and rows of numbers; a last line that is being written, and lines that are no numbers, are left out."""
    lines = runs.read(path, MOST_TABLE).decode("utf-8", "replace").split("\n")[:-1]
    names, rows = (lines[0].split(",") if lines else []), []
    for line in lines[1:]:
        try:
            row = [float(cell) for cell in line.split(",")]
        except ValueError:
            continue
        if len(row) == len(names):
            rows.append(row)
    return names, rows


def last_step(path):
    """Of the last whole row of a table over steps, else None."""
    with open(path, "rb") as file:
        if file.readline(256).split(b",")[0].strip() != b"step":
            return None
        file.seek(max(0, os.fstat(file.fileno()).st_size - 8192))
        lines = file.read().split(b"\n")[1:-1]
    try:
        step = float(lines[-1].split(b",")[0])
    except (IndexError, ValueError):
        return None
    return int(step) if math.isfinite(step) else None


def thin(points):
    """Of many points the lowest and the highest of each piece, so that no peak is lost."""
    if len(points) <= 2 * POINTS:
        return points
    kept = []
    for n in range(POINTS):
        piece = points[n * len(points) // POINTS:(n + 1) * len(points) // POINTS]
        ends = {min(range(len(piece)), key=lambda i: piece[i][1]), max(range(len(piece)), key=lambda i: piece[i][1])}
        kept += [piece[i] for i in sorted(ends)]
    return kept


def span(numbers):
    low, high = min(numbers), max(numbers)
    half = abs(low) / 2 if abs(low) > 1e-300 else 0.5
    return (low, high) if high > low else (low - half, high + half)


def word(x, y, text, anchor="start", **given):
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in given.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{html.escape(runs.text(text))}</text>'


def panel(top, name, lines, width):
    """Lines: (label, points)."""
    low, high = span([y for _, points in lines for _, y in points])
    parts = [f'<rect x="{LEFT}" y="{top}" width="{WIDE}" height="{HIGH}" fill="none" stroke="#999"/>',
             word(LEFT - 6, top + 10, "%.4g" % high, "end"),
             word(LEFT - 6, top + HIGH, "%.4g" % low, "end")]
    labels = [word(LEFT + 6, top + 15, name, font_weight="bold", **HALO)]
    for n, (label, points) in enumerate(lines):
        colour = COLOURS[n % len(COLOURS)]
        path = " ".join("%.1f,%.1f" % (LEFT + WIDE * (x - width[0]) / (width[1] - width[0]),
                                       top + HIGH * (high - y) / (high - low)) for x, y in thin(points))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.3"/>')
        if label:
            labels.append(word(LEFT + WIDE - 6, top + 15 + 14 * n, label, "end", fill=colour, **HALO))
    return "".join(parts + labels)


def groups_of(names, rows):
    """Where one column has the number of a body, a line for each body."""
    if "body" not in names:
        return [("", rows)], set()
    at = names.index("body")
    bodies = sorted({row[at] for row in rows})
    return [(f"body {body:g}", [row for row in rows if row[at] == body]) for body in bodies[:MOST_LINES]], {at}


def whole(parts, high):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 10} {high}" '
            f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>'
            + "".join(parts) + "</svg>")


def svg(path):
    try:
        names, rows = read(path)
    except OSError as error:
        return whole([word(LEFT, 22, f"{os.path.basename(path)} {error.strerror}")], 60)
    groups, left_out = groups_of(names, rows)
    left_out |= {0} | ({1} if names[1:2] == ["time"] else set())
    parts, top, width = [], 8, None
    xs = [row[0] for row in rows if math.isfinite(row[0])]
    shown = [n for n in range(len(names)) if n not in left_out]
    for n in shown[:MOST_PANELS] if xs else []:
        width = span(xs)
        lines = [(label, [(row[0], row[n]) for row in group if math.isfinite(row[0]) and math.isfinite(row[n])])
                 for label, group in groups]
        lines = [line for line in lines if line[1]]
        if lines:
            parts.append(panel(top, names[n], lines, width))
            top += HIGH + GAP - 12
    if not parts:
        parts.append(word(LEFT, top + 14, "there is no row yet"))
        top += 20
    else:
        parts += [word(LEFT, top + 8, "%.6g" % width[0]), word(LEFT + WIDE, top + 8, "%.6g" % width[1], "end"),
                  word(LEFT + WIDE / 2, top + 8, names[0], "middle")]
    more = len(shown) - MOST_PANELS
    if more > 0:
        parts.append(word(LEFT, top + 24, f"and {more} columns more in {os.path.basename(path)}"))
    return whole(parts, top + 32)
