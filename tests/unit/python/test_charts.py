# test_charts.py - lines of charts can be told apart.
# SPDX-License-Identifier: MIT
import os
import tempfile
import unittest
from unittest import mock

from sluice_lbm import charts


class Charts(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = place.name

    def lines_of(self, runs):
        for run in runs:
            os.makedirs(os.path.join(self.folder, run["folder"]))
            with open(os.path.join(self.folder, run["folder"], "t.csv"), "w", encoding="utf-8") as file:
                file.write("step,u\n0,1\n1,2\n")
        request = {"folder": self.folder, "setup": "s", "runs": runs, "planned": len(runs), "kinds": ()}
        with mock.patch.object(charts, "end") as end:
            charts.draw_file(request, "t.csv")
        return [line for line in end.call_args.args[1].get_lines() if len(line.get_xdata()) > 1]

    def test_formats_differ(self):
        lines = self.lines_of([{"label": f"f{n}", "shift": True, "folder": str(n)} for n in range(charts.MOST_LINES)])
        self.assertEqual(len({(line.get_color(), line.get_marker()) for line in lines}), charts.MOST_LINES)

    def test_a_format_is_dashed_without_shift(self):
        lines = self.lines_of([{"label": "f", "shift": shift, "folder": str(shift)} for shift in (True, False)])
        self.assertEqual(*(line.get_color() for line in lines))
        self.assertNotEqual(*(line.get_linestyle() for line in lines))


unittest.main()
