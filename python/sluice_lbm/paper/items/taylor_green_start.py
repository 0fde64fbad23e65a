# taylor_green_start.py - figure 7: the start of decaying vortices, and its streamlines.
# SPDX-License-Identifier: MIT
import math

import numpy

from ..item import PaperItem
from ..plan import FORMATS, FP64

U0 = 0.25
RINGS, STREAM_POINTS, STEP = 8, 4000, 0.25


def values(paper):
    """After one step, which is after two streamings: what is there at the start itself is not written."""
    return "length=64 offset=0 steps=1" if paper.is_quick else "length=256 offset=0 steps=1"


def read(paper):
    """Velocities [y][x][component]; None where there are none."""
    u = paper.array("taylor-green", values(paper), FP64, True, "field-000000001.vti", "u")
    return u[0] if u is not None else None


def exact(height, width):
    """The printed solution then."""
    k = 2.0 * math.pi / width
    decay = math.exp(-2.0 * 2.0 / 6.0 * k * k)
    y, x = k * numpy.arange(height)[:, None], k * numpy.arange(width)[None, :]
    return decay * U0 * numpy.stack((numpy.cos(x) * numpy.sin(y), -numpy.sin(x) * numpy.cos(y)), axis=-1)


def distance(u):
    """Root mean square, in u0."""
    if u is None:
        return math.nan
    return math.sqrt(((u[:, :, :2] - exact(*u.shape[:2])) ** 2).sum(-1).mean()) / U0


def velocity_at(u, at):
    """Bilinear, in a periodic box."""
    corner = numpy.floor(at).astype(int)
    fx, fy = at - corner
    (i, j), (height, width) = corner, u.shape[:2]
    rows = [(1.0 - fx) * u[y % height, i % width, :2] + fx * u[y % height, (i + 1) % width, :2]
            for y in (j, j + 1)]
    return (1.0 - fy) * rows[0] + fy * rows[1]


def follow(u, begin):
    """From a point at constant speed, until it comes back; the midpoint rule."""
    at, points = numpy.array(begin, float), []
    for n in range(STREAM_POINTS):
        points.append(at)
        v = velocity_at(u, at)
        v = velocity_at(u, at + 0.5 * STEP * v / math.hypot(*v))
        if not numpy.isfinite(v).all() or not v.any():
            break
        at = at + STEP * v / math.hypot(*v)
        if n > 8 and math.dist(at, begin) < STEP:
            break
    return numpy.array(points + [numpy.array(begin)]).T


class Item(PaperItem):
    name, number, shows = "taylor-green-start", "fig7", "streamlines of decaying vortices"

    def plan(self, paper):
        paper.plan.add("taylor-green", values(paper), FP64, True)

    def check(self, paper):
        paper.check("u_x = u0 cos kx sin ky, u_y = -u0 sin kx cos ky", distance(read(paper)), 0.0,
                    3e-3 if paper.is_quick else 5e-4, "root mean square distance after one step, in u0")

    def table(self, paper):
        yield "x", "y", "ux", "uy"
        u = read(paper)
        for y in range(0, len(u) if u is not None else 0, 4):
            for x in range(0, u.shape[1], 4):
                yield x, y, u[y, x, 0], u[y, x, 1]

    def figure(self, paper):
        """Eight rings around each of the four middles, which are where both sines are 0; a colour for each
        ring."""
        figure = paper.figure("Streamlines of the start, and the stream function over its largest",
                              "x [cells]", "y [cells]", equal=True)
        u = read(paper)
        half = 0.5 * u.shape[1] if u is not None else 0.0
        for n in range(4 * RINGS if u is not None else 0):
            ring = half * (n // 4 + 0.5) / (2 * RINGS)
            begin = half * (1 + n % 2) + ring, half * (1 + n // 2 % 2)
            label = "%.3f" % math.cos(math.pi * ring / half) if n % 4 == 0 else ""
            figure.line(*follow(u, begin), n // 4 % len(FORMATS), label=label)
        return figure
