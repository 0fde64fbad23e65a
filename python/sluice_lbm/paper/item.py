# item.py - what an item of the paper is: a figure or table, the runs that it needs, its checks.
# SPDX-License-Identifier: MIT


class PaperItem:
    name = number = shows = None  # "poiseuille-radius", "fig4"
    command = quick_command = None  # of the program: what it prints is kept, for paper.measured()
    # Of what it does beside runs: programs that are built, and seconds for the rest.
    price = quick_price = (0, 0.0)

    def plan(self, paper):
        """paper.plan.add() or add_all() what it needs."""

    def check(self, paper):
        """With paper.check()."""

    def table(self, paper):
        """Rows of data.csv, the first with the names."""
        return []

    def figure(self, paper):
        """A Figure or a Sheet; None: there is none."""
        return None
