#!/usr/bin/python3
# make_cards.py - cards.md and cards.svg: guard.csv's speeds by card and day, with what others publish, and several cards.
# Usage: make_cards.py [FOLDER]: writes them there; without, beside the tables
# SPDX-License-Identifier: MIT
import csv
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent

HEAD = """# Cards

Million cell updates a second (MLUPs/s) and the share of what a copy moves, as `benchmarks/guard` measured and recorded them in `guard.csv`: D3Q19, SRT, in place, 512³, one number for each day that a card was lent, of its last commit. A figure counts only if the flow was right. `moments` keeps ten numbers a cell in place of 19 populations, with the regularised operators `rlb` and `rr`; `raindrop` has a free surface (TRT, 16 bits), `heat` a temperature.
Published figures are for 256³ and the best of many bursts, ours for medians; where both programs ran in the same call they are in the [second part](#several-cards).
This page is made by `benchmarks/make_cards.py` of three tables; [benchmarks](../docs/benchmarks.md) says how to measure.
"""


def read(name):
    with open(here / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def label(what):
    """moments rr fp32/fp16s: moments rr FP16S; arithmetic in another format than FP32 stays."""
    words = what.replace("fp32/", "").replace("fp64/fp64", "fp64").split()
    formats = ("fp", "p16", "int16", "fix16", "bfp", "mx")
    return " ".join(word.upper() if word.startswith(formats) else word for word in words)


def spaced(number):
    return f"{float(number):,.0f}".replace(",", " ")


def published(card):
    return {row["precision"]: row for row in read("published.csv") if row["card"] == card}


def tables_by_day():
    rows = read("guard.csv")
    for card in sorted({row["card"] for row in rows}):
        yield f"## {card}\n"
        others = published(card)
        days = sorted({row["date"] for row in rows if row["card"] == card}, reverse=True)
        for day in days:
            of_day = [row for row in rows if row["card"] == card and row["date"] == day]
            last = [row for row in of_day if row["commit"] == of_day[-1]["commit"]]
            yield f"### {card}, {day}\n\nCommit {last[0]['commit'][:8]}, driver {last[0]['driver']}.\n"
            yield "| | MLUPs/s | of a copy | FluidX3D, published | ratio |\n| --- | --- | --- | --- | --- |"
            for row in last:
                arithmetic, _, storage = row["what"].partition("/")
                other = others.get(storage) if arithmetic == "fp32" else None
                beside = f"{spaced(other['mlups'])} | {float(row['mlups']) / float(other['mlups']):.2f}" if other else "|"
                yield f"| {label(row['what'])} | {spaced(row['mlups'])} | {100 * float(row['share']):.1f} % | {beside} |"
            yield ""


def series():
    """(date, card, program, what): its rows, fewest cards first."""
    out = {}
    for row in read("scaling.csv"):
        out.setdefault((row["date"], row["card"], row["program"], row["what"]), []).append(row)
    return out


def scaling():
    yield """## Several cards

A box as large on each card (weak scaling), one call for each card and day; `raindrop` has twice the cells and the same drop. FluidX3D 3.7 is its own benchmark in the same call, on four cards with the faster of its splits.

![speed on one to four cards](cards.svg)

| | commit | 1 | 2 | 4 | of as many single ones |
| --- | --- | --- | --- | --- | --- |"""
    for (date, card, program, what), rows in series().items():
        speeds = {int(row["cards"]): float(row["mlups"]) for row in rows}
        most = max(speeds)
        cells = " | ".join(spaced(speeds[n]) if n in speeds else "" for n in (1, 2, 4))
        record = f"[{date}](results/{rows[0]['record']})" if rows[0]["record"] else date
        yield (f"| {card.split()[1]}, {program}, {label(what)}, {record} | {rows[0]['commit'][:8]} | {cells} | "
               f"{100 * speeds[most] / (most * speeds[1]):.0f} % |")


def draw(path):
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plot
    matplotlib.rcParams.update({"svg.hashsalt": "sluice", "font.size": 10})
    colours = {"fp32": "#0072b2", "fp16s": "#d55e00", "fp16c": "#009e73"}
    figure, axes = plot.subplots(figsize=(7, 4.2), layout="constrained")
    for (_, card, program, what), rows in series().items():
        if "H100" not in card:
            continue
        x, y = zip(*((int(row["cards"]), float(row["mlups"]) / 1000) for row in rows))
        ours = program == "sluice"
        axes.plot(x, y, "-o" if ours else "--s", color=colours[what], markersize=4, label=f"{program}, {label(what)}")
        if ours:
            axes.plot(x, [y[0] * n for n in x], ":", color=colours[what], linewidth=0.8)
    axes.set(xlabel="H100 cards, 512³ cells each", ylabel="thousand million cell updates a second", xticks=[1, 2, 3, 4],
             xlim=(0.9, 4.1), ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, metadata={"Date": None})


def page():
    return "\n".join([HEAD, *tables_by_day(), *scaling()]) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    (folder / "cards.md").write_text(page(), encoding="utf-8")
    draw(folder / "cards.svg")


if __name__ == "__main__":
    main()
