# figure.py - one line for each format, dashed without shift, over grey bands of checks; pictures on one sheet.
# SPDX-License-Identifier: MIT
import numpy

from ..drawing import COLOURS, DASHES, INK, add_legend, plotting, save
from .plan import FORMATS, FP64, FP64_FP32, LINES

MARKS = "osD"


def label_of(format):
    return FORMATS[format].split("/")[1] + (" (fp64)" if format == FP64_FP32 else "")


class Line:
    def __init__(self, x, y, format, shift, label, **look):
        self.x, self.y = numpy.asarray(x, float), numpy.asarray(y, float)
        self.format, self.shift, self.label = format, shift, label
        self.is_marks, self.is_other = look.get("marks", False), look.get("other", False)


class Figure:
    def __init__(self, paper, title, x_label, y_label, log="", equal=False, marks=False):
        self.paper, self.title, self.x_label, self.y_label = paper, title, x_label, y_label
        self.log, self.equal = log, equal
        self.has_marks = marks  # on the lines: many lie over each other
        self.lines, self.bands = [], []

    def line(self, x, y, format, shift=True, label=None, marks=False):
        """`label` "": not in the legend; None: the format's name."""
        self.lines.append(Line(x, y, format, shift, label_of(format) if label is None else label,
                               marks=marks))

    def others(self, x, y, label):
        """Numbers that are not ours, as marks in the colour of the text."""
        self.lines.append(Line(x, y, FP64, True, label, marks=True, other=True))

    def band(self, x, low, high, label=""):
        """What a check asks for, where the axes show it; infinite: to the plot's edge."""
        self.bands.append((numpy.asarray(x, float), numpy.asarray(low, float),
                           numpy.asarray(high, float), label))

    def csv(self, setup, values, file, x, y):
        """Columns x and y of a file of all these runs that are there."""
        for format, shift in LINES:
            numbers = self.paper.columns(setup, values, format, shift, file, (x, y))
            if len(numbers[0]):
                self.line(*numbers, format, shift)

    def is_shown(self, line):
        shown = numpy.isfinite(line.x) & numpy.isfinite(line.y)
        if "x" in self.log:
            shown &= line.x > 0.0
        if "y" in self.log:
            shown &= line.y > 0.0
        return shown

    def has_points(self):
        return any(self.is_shown(line).any() for line in self.lines)

    # --- drawing ----------------------------------------------------------------------------------

    def draw_line(self, axes, line):
        colour = INK if line.is_other else COLOURS[line.format % len(COLOURS)]
        mark = "D" if line.is_other else MARKS[line.format % len(MARKS)]
        shown = self.is_shown(line)
        label = line.label if line.label and line.shift else None
        if line.is_marks:
            axes.plot(line.x[shown], line.y[shown], mark, color=colour, markersize=4, label=label,
                      zorder=4)
            return
        turn = LINES.index((line.format, line.shift)) / len(LINES)
        on_line = dict(marker=mark, markersize=3.5, markevery=(0.12 * turn, 0.12),
                       markerfacecolor=colour if line.shift else "white") if self.has_marks else {}
        gaps = numpy.where(shown, line.y, numpy.nan)
        axes.plot(line.x, gaps, color=colour, linewidth=1.2, label=label,
                  linestyle="-" if line.shift else DASHES, **on_line)

    def draw_bands(self, axes):
        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        for x, low, high, label in self.bands:
            if len(x) == 1:  # as wide as a bar
                x = x * [0.97, 1.03] if "x" in self.log else x + [-0.01 * (right - left),
                                                                   0.01 * (right - left)]
                low, high = numpy.repeat(low, 2), numpy.repeat(high, 2)
            low = numpy.where(low > 0.0, low, bottom) if "y" in self.log else low
            axes.fill_between(numpy.clip(x, left, right), numpy.clip(low, bottom, top),
                              numpy.clip(high, bottom, top), color="#9aa5b1", alpha=0.35,
                              linewidth=0, label=label or None, zorder=0)
        axes.set_xlim(left, right)
        axes.set_ylim(bottom, top)

    def write(self, *paths):
        plot = plotting()
        page, axes = plot.subplots(figsize=(8.0, 5.2), layout="constrained")
        if "x" in self.log:
            axes.set_xscale("log")
        if "y" in self.log:
            axes.set_yscale("log")
        for line in self.lines:
            self.draw_line(axes, line)
        if self.equal:
            axes.set_aspect("equal")
        self.draw_bands(axes)
        if any(not line.shift and not line.is_marks for line in self.lines):
            axes.plot([], [], color=INK, linestyle=DASHES, label="dashed: without shift")
        axes.set(title=self.title, xlabel=self.x_label, ylabel=self.y_label)
        add_legend(axes)
        save(plot, page, *paths)


class Sheet:
    """Pictures side by side, in rows; `draw(axes, n)` draws one and returns its caption, or None where
    there is none."""

    def __init__(self, count, columns, draw, title=None, size=(2.6, 2.0)):
        self.count, self.columns, self.draw, self.title, self.size = count, columns, draw, title, size

    def write(self, path):
        """Whether there was a picture."""
        plot = plotting()
        rows = -(-self.count // self.columns)
        page, grid = plot.subplots(rows, self.columns, squeeze=False, layout="constrained",
                                   figsize=(self.size[0] * self.columns, self.size[1] * rows))
        is_there = False
        for n, axes in enumerate(grid.flat):
            axes.set_axis_off()
            caption = self.draw(axes, n) if n < self.count else None
            is_there = is_there or caption is not None
            if caption is not None:
                axes.set_title(caption, fontsize=7)
        if self.title:
            page.suptitle(self.title, fontsize=9)
        if not is_there:
            plot.close(page)
            return False
        save(plot, page, path)
        return True
