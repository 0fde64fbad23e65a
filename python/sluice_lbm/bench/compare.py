# compare.py - the same points of two measurements beside each other: what became slower beyond noise?  And points of
# one measurement in several numbers of parts.
# SPDX-License-Identifier: MIT
from ..program import USAGE, need
from .point import grid_of, has_figure, name, noise, parts_of

CASE = ("lattice", "collision", "precision", "rounding", "shift", "streaming", "walls", "work_group_asked",
        "registers_asked", "loopback")


def asked_lanes(point):
    return point["lanes_asked"], point.get("arithmetic_lanes_asked")


def is_same_case(a, b):
    """But for size and parts: on the same kind of device, and with the lanes asked for, or, in lines that do not say what
    was, with those in use.  Driver and version may differ: they are what one compares."""
    if any(a["device"][key] != b["device"][key] for key in ("platform", "name")):
        return False
    if any(a.get(key) != b.get(key) for key in CASE):
        return False
    if "lanes_asked" in a and "lanes_asked" in b:
        return asked_lanes(a) == asked_lanes(b)
    return a["lanes"] == b["lanes"]


def cut_of(point):
    parts = point.get("parts", {})
    return [point["size"], *(parts.get(key) for key in ("count", "scaling", "split"))]


def is_same_point(a, b):
    return cut_of(a) == cut_of(b) and is_same_case(a, b)


# --- parts ----------------------------------------------------------------------------------------


def is_in_parts(point):
    return "parts" in point and has_figure(point)


def box_of(point):
    """With weak scaling that of a part."""
    parts = point["parts"]
    is_weak = parts["scaling"] == "weak"
    return parts["scaling"], [cells // cut if is_weak else cells
                              for cells, cut in zip(point["size"], grid_of(parts["split"]))]


def relate_parts(points, point):
    """How well parts work together: the speed by parts over that of the same with the fewest parts among `points`."""
    if not is_in_parts(point):
        return
    parts = point["parts"]
    few = min((other for other in points if is_in_parts(other) and box_of(other) == box_of(point)
               and is_same_case(other, point)), key=parts_of, default=point)
    few = few if parts_of(few) < parts_of(point) else point
    parts["efficiency"] = None
    parts.pop("over_parts", None)
    if few is point and parts_of(point) > 1:
        return  # nothing to compare with
    parts["efficiency"] = (point["mlups"]["median"] / parts_of(point)
                           / (few["mlups"]["median"] / parts_of(few)))
    parts["over_parts"] = parts_of(few)


# --- before measuring -----------------------------------------------------------------------------


def may_be(plan, old):
    """Whether one of the points that the lists make may be an old figure; of a size that depends on the memory anything
    may come."""
    return (has_figure(old) and old["device"]["name"] in plan["devices"]
            and all(old[key] in plan[key] for key in ("collision", "precision", "streaming", "shift", "walls"))
            and any(box["lattice"] == old["lattice"] and box["size"] in (None, old["size"])
                    for box in plan["boxes"]))


def check_old(plan, olds, path):
    need(any(may_be(plan, old) for old in olds), USAGE,
         f"--compare: none of the points that would be measured is in '{path}', so nothing is measured; its points are "
         f"those of\n{(olds[0]['command'] or '')[:1000]}")


# --- after it -------------------------------------------------------------------------------------


class Pair:
    """One of both is None where only the other has the point."""

    def __init__(self, old, new, least_loss):
        self.old, self.new, self.ratio, self.noise = old, new, None, None
        self.point = old if new is None else new
        self.verdict = "only new" if old is None else "only old"
        if old is None or new is None:
            return
        self.ratio = new["mlups"]["median"] / old["mlups"]["median"]
        self.noise = max(least_loss, noise(old), noise(new))
        self.verdict = ("LOSS" if self.ratio < 1.0 - self.noise else
                        "gain" if self.ratio > 1.0 + self.noise else "same")

    def row(self):
        speeds = ["-" if point is None else "%.1f" % point["mlups"]["median"] for point in (self.old, self.new)]
        change = ("-", "-") if self.ratio is None else ("%.3f" % self.ratio, "%.1f%%" % (100.0 * self.noise))
        return f"{name(self.point):<56} {speeds[0]:>11} {speeds[1]:>11} {change[0]:>8} {change[1]:>8}  {self.verdict}\n"


def make_pairs(olds, news, least_loss):
    """Every new figure with the first old one of the same point that no other has; then what only the old one has."""
    rest = [old for old in olds if has_figure(old)]
    pairs = []
    for new in filter(has_figure, news):
        old = next((old for old in rest if is_same_point(old, new)), None)
        rest = [other for other in rest if other is not old]
        pairs.append(Pair(old, new, least_loss))
    return pairs + [Pair(old, None, least_loss) for old in rest]


def table(pairs):
    text, device = "", None
    for pair in pairs:
        if pair.point["device"]["name"] != device:
            text += "" if device is None else "\n"
            device = pair.point["device"]["name"]
            text += f"{device}\n{'MLUPs/s of':<56} {'old':>11} {'new':>11} {'new/old':>8} {'noise':>8}\n"
        text += pair.row()
    both = sum(pair.ratio is not None for pair in pairs)
    losses = sum(pair.verdict == "LOSS" for pair in pairs)
    return text + f"\n{both} point{'' if both == 1 else 's'} in both, {losses} lost speed beyond noise\n"


def judge(pairs):
    """A sentence where something was lost, or where no point is in both; else None."""
    both = [pair for pair in pairs if pair.ratio is not None]
    if not both:
        return "nothing could be compared: no point has an old and a new figure"
    losses = [pair for pair in both if pair.verdict == "LOSS"]
    if not losses:
        return None
    worst = min(losses, key=lambda pair: pair.ratio)
    return (f"{len(losses)} of {len(both)} points became slower beyond noise; the worst: {name(worst.new)} on "
            f"{worst.new['device']['name']} has %.1f %% of its old speed, where %.1f %% less would be noise"
            % (100.0 * worst.ratio, 100.0 * worst.noise))
