# test_plan.py - in small, items of one flow share its run, which writes what each of them wants.
# SPDX-License-Identifier: MIT
import unittest

from sluice_lbm.paper.plan import FP32, FP64, Plan, Run


class Plans(unittest.TestCase):
    def share(self, asked, expected):
        plan = Plan(is_quick=True)
        for values in asked:
            plan.add("karman", values, FP32, True)
        run, = plan.runs.values()
        self.assertEqual(len(plan.uses), len(asked))
        self.assertEqual(run.values, expected)

    def test_what_is_written_is_added_once(self):
        self.share(["radius=8", "radius=8 histogram=64 vtk=2000", "radius=8 vtk=2000",
                    "radius=8 histogram=64"], "radius=8 histogram=64 vtk=2000")

    def test_a_value_is_no_part_of_a_longer_one(self):
        self.share(["radius=8 vtk=20000", "radius=8 vtk=2000"], "radius=8 vtk=20000 vtk=2000")
        self.share(["radius=8 histogram=64 vtk=20", "radius=8 histogram=6"],
                   "radius=8 histogram=64 vtk=20 histogram=6")

    def test_at_the_papers_sizes_each_has_its_own(self):
        plan = Plan(is_quick=False)
        for values in ("radius=32", "radius=32 vtk=10"):
            plan.add("karman", values, FP32, True)
        self.assertEqual(len(plan.runs), 2)

    def test_formats_and_shifts_that_are_left_out(self):
        plan = Plan(True, ["fp64/fp64"], False)
        plan.add_all("karman", "radius=8")
        self.assertEqual([(run.format, run.shift) for run in plan.runs.values()], [(FP64, False)])

    def test_folders_of_earlier_versions_keep_their_names(self):
        # FNV-1a, whose offset and prime are published: of "a" it is e40c292c
        run = Run("karman", "radius=8", FP32, True, True)
        hash = 2166136261
        for byte in b"karman radius=8 fp32/fp32 1":
            hash = (hash ^ byte) * 16777619 % 2 ** 32
        self.assertEqual(run.name(), "karman-%08x" % hash)


unittest.main()
