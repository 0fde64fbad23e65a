# test_bench.py - which points of `sluice bench` are the same, what is a loss, how parts work together, and lines that
# are refused or stay as they are.
# SPDX-License-Identifier: MIT
import csv
import json
import random
import unittest

from sluice_lbm import program
from sluice_lbm.bench import compare, point, table

LINE = {"schema": "sluice.bench/1", "device": {"platform": "P", "name": "D"}, "lattice": "d3q19", "collision": "srt",
        "precision": "fp32/fp32", "shift": True, "streaming": "in-place", "lanes": 4, "lanes_asked": "auto",
        "size": [64, 64, 64], "mlups": {"median": 100, "min": 100, "max": 100}, "bytes_per_update": 153, "gbps": 15.3}
FULL = {**LINE, "command": 'sluice bench "quoted" \\ <b>', "walls": True, "solid_share": 0.0625, "rounds": 2,
        "round_mlups": [95, 105], "over_first": {"point": "another point", "median": 1.25, "min": 1.125, "max": 1.5},
        "exchange": {"way": "messages", "advice": "more room helps", "sent_bytes_per_step": 2e6},
        "parts": {"count": 2, "scaling": "weak", "split": "1x1x2"}, "lanes_asked": 8, "batches": 5}


def read(line=None, **members):
    return point.parse(json.dumps({**(line or LINE), **members}), "line")


def speed(low, median, high, **members):
    return read(mlups={"min": low, "median": median, "max": high}, **members)


def pair(old, new):
    one, = compare.make_pairs([old], [new], 0.03)
    return one


class Comparing(unittest.TestCase):
    def test_calm_batches_still_have_three_percent_of_noise(self):
        self.assertEqual(pair(speed(100, 100, 100), speed(97.1, 97.1, 97.1)).verdict, "same")
        loss = pair(speed(100, 100, 100), speed(96.9, 96.9, 96.9))
        self.assertEqual((loss.verdict, loss.noise), ("LOSS", 0.03))
        self.assertAlmostEqual(loss.ratio, 0.969, 12)

    def test_the_wider_spread_of_both_is_noise(self):
        calm = speed(100, 100, 100)
        self.assertEqual(pair(speed(90, 100, 110), speed(81, 81, 81)).verdict, "same")
        self.assertEqual(pair(speed(90, 100, 110), speed(79, 79, 79)).verdict, "LOSS")
        self.assertEqual(pair(calm, speed(76, 80, 92)).verdict, "same")
        self.assertEqual(pair(calm, speed(76, 80, 91)).verdict, "LOSS")
        self.assertEqual(pair(speed(50, 50, 50), speed(80, 80, 80)).verdict, "gain")

    def test_other_points_are_not_compared(self):
        for other in ({"device": {"platform": "P", "name": "E"}}, {"device": {"platform": "Q", "name": "D"}},
                      {"lattice": "d3q27"}, {"collision": "mrt"}, {"precision": "fp32/fp16c"}, {"streaming": "pull"},
                      {"rounding": "stochastic"}, {"shift": False}, {"size": [64, 64, 65]}, {"walls": True},
                      {"lanes_asked": 8}, {"arithmetic_lanes_asked": 2}, {"work_group_asked": 32},
                      {"registers_asked": "any"}, {"parts": {"count": 1, "scaling": "weak", "split": "1x1x1"},
                                                   "exchange": {}}):
            self.assertFalse(compare.is_same_point(read(), read(**other)), other)

    def test_lanes_chosen_by_the_program_may_change(self):
        self.assertTrue(compare.is_same_point(read(), read(lanes=8, driver="newer")))
        older = read(lanes_asked=None)  # only those in use are known
        self.assertFalse(compare.is_same_point(older, read(lanes=8)))
        self.assertTrue(compare.is_same_point(older, read(arithmetic_lanes_asked=2)))

    def test_repeated_and_single_points_are_told_apart(self):
        olds = [speed(100, 100, 100), speed(50, 50, 50), speed(7, 7, 7, precision="fp64/fp64")]
        news = [speed(99, 99, 99), speed(49, 49, 49), speed(3, 3, 3, precision="fp32/int16s"),
                read(precision="fp64/fp64", mlups=None, skipped="no 64-bit arithmetic")]
        pairs = compare.make_pairs(olds, news, 0.03)
        self.assertEqual([(one.old, one.new) for one in pairs],
                         [(olds[0], news[0]), (olds[1], news[1]), (None, news[2]), (olds[2], None)])
        self.assertIs(pairs[1].old, olds[1])
        self.assertIsNone(compare.judge(pairs))
        self.assertIn("\n2 points in both, 0 lost speed beyond noise\n", compare.table(pairs))

    def test_a_comparison_of_nothing_is_a_failure(self):
        self.assertIn("nothing could be compared", compare.judge([]))

    def test_the_worst_loss_is_named(self):
        news = [speed(90, 90, 90), speed(80, 80, 80, streaming="pull")]
        said = compare.judge(compare.make_pairs([read(), read(streaming="pull")], news, 0.03))
        self.assertEqual(said, "2 of 2 points became slower beyond noise; the worst: d3q19 srt fp32/fp32 64x64x64 pull "
                               "on D has 80.0 % of its old speed, where 3.0 % less would be noise")

    def test_a_plan_without_any_old_point_is_refused(self):
        plan = {"devices": ["D"], "collision": ["srt"], "precision": ["fp32/fp32"], "streaming": ["in-place"],
                "shift": [True], "walls": [False], "boxes": [{"lattice": "d3q19", "size": [64, 64, 64]}]}
        compare.check_old(plan, [read(size=[1, 1, 1]), read()], "old")
        compare.check_old({**plan, "boxes": [{"lattice": "d3q19", "size": None}]}, [read(size=[7, 7, 7])], "old")
        for other in ({"devices": []}, {"walls": [True]}, {"shift": []}, {"precision": ["fp64/fp64"]},
                      {"boxes": [{"lattice": "d2q9", "size": [64, 64, 64]}]}):
            with self.assertRaisesRegex(program.Failure, "nothing is measured"):
                compare.check_old({**plan, **other}, [read()], "old")


class Parts(unittest.TestCase):
    def points(self):
        for count, scaling, split, size, mlups in (
                (4, "weak", "1x2x2", [16, 32, 32], 320), (1, "weak", "1x1x1", [16, 16, 16], 100),
                (4, "strong", "1x1x4", [16, 16, 16], 150), (2, "strong", "1x1x2", [16, 16, 16], 150),
                (2, "weak", "1x1x2", [16, 16, 64], 150)):  # of other boxes
            yield speed(mlups, mlups, mlups, size=size, exchange={},
                        parts={"count": count, "scaling": scaling, "split": split})

    def test_efficiency_is_speed_by_parts(self):
        points = list(self.points())
        for one in points:
            compare.relate_parts(points, one)
        self.assertEqual([(one["parts"]["efficiency"], one["parts"].get("over_parts")) for one in points],
                         [(0.8, 1), (1.0, 1), (0.5, 2), (None, None), (None, None)])


class Lines(unittest.TestCase):
    def test_what_is_written_is_read_again(self):
        once = read(FULL)
        self.assertEqual(point.parse(point.to_line(once), "line"), once)
        self.assertEqual((once["command"], once["lanes_asked"], once["round_mlups"][1], once["over_first"]["max"]),
                         (FULL["command"], 8.0, 105.0, 1.5))
        self.assertNotIn("\n", point.to_line(once))

    def test_numbers_have_the_digits_that_they_need(self):
        for value, text in ((3.0, "3"), (0.1, "0.1"), (0.1 + 0.2, "0.3"), (1 / 3, "0.33333333333333331"),
                            (1e15, "1e+15"), (2.0 ** 31, "2147483648"), (2.0 ** 53 - 1, "9.00719925474099e+15")):
            self.assertEqual(point.number_text(value), text)

    def test_older_lines_say_less(self):
        line = read(ceiling_gbps=20)
        self.assertEqual((line["rounding"], line["rounds"], line["ceiling_probe"], line["copy_gbps"]),
                         ("nearest", 1, "copy", 20))

    def test_wrong_members_are_named(self):
        for wrong, said in (({"size": [1, 2]}, "'size' is no three"), ({"size": [0, 1, 1]}, "'size'"),
                            ({"lanes": 1.5}, "'lanes' is no whole"), ({"gbps": -1}, "'gbps' is no number"),
                            ({"shift": 1}, "'shift' is neither"), ({"mlups": {"median": 1, "min": 2, "max": 3}}, "min <="),
                            ({"rounds": 2}, "'round_mlups' is missing"), ({"loopback": "z"}, "'exchange' is missing"),
                            ({"parts": {"count": 3, "scaling": "weak", "split": "1x1x2"}}, "and their grid")):
            with self.assertRaisesRegex(program.Failure, "^line: .*" + said):
                read(**wrong)

    def test_hostile_lines_are_refused_or_stay_as_they_are(self):
        """Members that are away, of other kinds, or beyond all bounds."""
        chance = random.Random(1)
        values = [None, True, "", "x", "1x1x2", "any", 0, -1, 0.5, 3, 1e300, 1e999, [], [1, 2, 3], {}, {"count": 1}]
        kept = 0
        for _ in range(3000):
            line = json.loads(json.dumps(FULL))
            for _ in range(chance.randint(1, 3)):
                inner = chance.choice([line, line, *(item for item in line.values() if isinstance(item, dict) and item)])
                inner[chance.choice(list(inner))] = chance.choice(values)
            try:
                once = point.parse(json.dumps(line).replace("Infinity", "1e999"), "line")
            except program.Failure as failure:
                self.assertRegex(str(failure), "^line: .")
                continue
            kept += 1
            again = point.parse(point.to_line(once), "line")
            self.assertTrue(compare.is_same_point(once, again))
            self.assertEqual(table.csv_row(once).count(","), table.csv_row(again).count(","))
            self.assertTrue(table.row(None, once, {}).endswith("\n"))
        self.assertGreater(kept, 100)


class Rows(unittest.TestCase):
    def test_what_helps_stands_below_the_first_row_that_it_is_of(self):
        one = read(FULL)
        first, second = table.row(None, one, {}), table.row(one, one, {})
        self.assertTrue(first.endswith(" 2 MB sent and nan ms exposed a step, by messages\n    more room helps\n"), first)
        self.assertTrue(second.endswith(" a step, by messages\n"), second)

    def test_the_first_of_a_device_has_a_heading(self):
        skipped = read(mlups=None, skipped="no memory", rounds=2)
        text = table.row(None, skipped, {"warm_up_steps": 40, "batches": 5, "copy_gbps": None})
        self.assertTrue(text.startswith("D (P, driver )\n40 steps of warm-up, then the median, least and most of 5 batches "
                                        "in each of 2 rounds"), text)
        self.assertTrue(text.endswith(" 4  0 -        skipped: no memory\n"), text)

    def test_fields_are_quoted(self):
        row, = csv.DictReader([table.CSV_HEADING, table.csv_row(read(FULL))], strict=True)
        self.assertEqual((row["command"], row["nz"], row["shift"], row["walls"], row["skipped"], row["first"]),
                         (FULL["command"], "64", "on", "1", "", "another point"))
        self.assertNotIn(None, [*row, *row.values()])


unittest.main()
