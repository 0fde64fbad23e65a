# transfers.py - table 4: bytes that a step moves for a cell.
# SPDX-License-Identifier: MIT
from ..item import PaperItem
from .memory import KINDS, bytes_of


def moved(lattice, kind):
    return bytes_of(lattice, kind, "pull", True, "bytes_per_update")


def printed(lattice, kind):
    return len(lattice["weights"]) * (1 + 2 * KINDS[kind][1])


class Item(PaperItem):
    name, number, shows = "transfers", "tab4", "bytes that a step moves for a cell"

    def check(self, paper):
        for lattice in paper.request["lattices"]:
            for kind in KINDS:
                own = 2 * KINDS[kind][1] * len(lattice["weights"]) + 1
                paper.check("a step moves 17q, 9q or 5q bytes for a cell", moved(lattice, kind), own, own,
                            f"{lattice['name']} {kind}: bytes, of which 1 are flags; printed are "
                            f"{printed(lattice, kind)}").not_comparable(
                                "the paper reads the flags of all q neighbours, this program one byte")

    def table(self, paper):
        yield "lattice", "precision", "printed", "moved"
        for lattice in paper.request["lattices"]:
            for kind in KINDS:
                yield lattice["name"], kind, printed(lattice, kind), moved(lattice, kind)
