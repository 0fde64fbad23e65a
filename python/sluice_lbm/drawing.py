# drawing.py - how charts look, and how they become files that are there whole or not at all.
# SPDX-License-Identifier: MIT
import os

COLOURS = ("#1f4e79", "#c0504d", "#2e8b57", "#b8860b", "#7b4fa3", "#d2691e", "#008b8b", "#c71585", "#6b6b6b")
INK = "#1b2430"
DASHES = (0, (4, 2))


def line_style(n, is_dashed=False):
    """Of line n: colours come round again, with marks."""
    style = {"color": COLOURS[n % len(COLOURS)], "linestyle": DASHES if is_dashed else "-"}
    if n >= len(COLOURS):
        style.update(marker="osD"[n // len(COLOURS) % 3], markersize=4, markevery=0.1)
    return style


def plotting():
    """matplotlib without a window, and the same bytes for the same numbers."""
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "sluice", "font.size": 9, "axes.grid": True,
                                "grid.alpha": 0.3, "axes.spines.top": False,
                                "axes.spines.right": False, "legend.frameon": False})
    import matplotlib.pyplot
    return matplotlib.pyplot


def save(plot, page, *paths):
    for path in paths:
        stem, kind = os.path.splitext(path)
        temporary = f"{stem}.{os.getpid()}.tmp"
        dates = {".svg": "Date", ".pdf": "CreationDate"}
        page.savefig(temporary, format=kind[1:], dpi=150,
                     metadata={dates[kind]: None} if kind in dates else None)
        os.replace(temporary, path)
    plot.close(page)


def add_legend(axes):
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
