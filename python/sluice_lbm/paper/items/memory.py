# memory.py - table 3: bytes that a cell takes.
# SPDX-License-Identifier: MIT
from ..item import PaperItem

# Bytes of a density and of a population; of all 16-bit formats one.
KINDS = {"fp64/fp64": (8, 8), "fp64/fp32": (8, 4), "fp32/fp32": (4, 4), "fp32/fp16s": (4, 2)}


def bytes_of(lattice, kind, streaming, walls, key="bytes_per_cell"):
    for row in lattice["memory"]:
        if (row["precision"], row["streaming"], row["walls"]) == (kind, streaming, walls):
            return row[key]
    raise KeyError(f"{lattice['name']} {kind} {streaming}")


def printed(lattice, kind):
    """Velocity, density, flags, and two copies of the populations."""
    scalar, stored = KINDS[kind]
    return scalar * lattice["dimensions"] + scalar + 1 + 2 * stored * len(lattice["weights"])


class Item(PaperItem):
    name, number, shows = "memory", "tab3", "bytes that a cell takes"

    def check(self, paper):
        for lattice in paper.request["lattices"]:
            for kind in KINDS:
                own = bytes_of(lattice, kind, "pull", True)
                paper.check("bytes of a cell: 8d + 9 + 16q, 8d + 9 + 8q, 4d + 5 + 8q, 4d + 5 + 4q",
                            own - printed(lattice, kind), 0.0, 1.0,
                            f"{lattice['name']} {kind}, two copies: {own:g} bytes less the printed ones")
        d3q19 = next(lattice for lattice in paper.request["lattices"] if lattice["name"] == "d3q19")
        share = bytes_of(d3q19, "fp32/fp16s", "pull", True) / bytes_of(d3q19, "fp32/fp32", "pull", True)
        paper.check("in D3Q19 16 bits take about 45 % less than FP32", 1.0 - share, 0.44, 0.46,
                    "share that FP16S saves of FP32's bytes")

    def table(self, paper):
        yield ("lattice", "precision", "printed", "pull", "in place", "pull with walls",
               "in place with walls")
        for lattice in paper.request["lattices"]:
            for kind in KINDS:
                yield (lattice["name"], kind, printed(lattice, kind),
                       *(bytes_of(lattice, kind, streaming, walls)
                         for walls in (False, True) for streaming in ("pull", "in-place")))
