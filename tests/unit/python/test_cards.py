# test_cards.py - benchmarks/cards.md is what its tables say.
# SPDX-License-Identifier: MIT
import csv
import pathlib
import sys
import unittest

folder = pathlib.Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.insert(0, str(folder))
import make_cards  # noqa: E402


class Cards(unittest.TestCase):
    def test_the_page_is_that_of_the_tables(self):
        self.assertEqual((folder / "cards.md").read_text(encoding="utf-8"), make_cards.page(),
                         "benchmarks/make_cards.py writes it anew")

    def test_every_card_and_day_has_its_last_commit(self):
        text = make_cards.page()
        with open(folder / "guard.csv", newline="", encoding="utf-8") as file:
            last = {(row["card"], row["date"]): row["commit"] for row in csv.DictReader(file)}
        for (card, day), commit in last.items():
            self.assertIn(f"### {card}, {day}\n\nCommit {commit[:8]},", text)

    def test_names_of_speeds(self):
        for what, name in (("fp32/fp32", "FP32"), ("fp64/fp64", "FP64"), ("fp64/fp32", "FP64/FP32"),
                           ("fp32/p16_2c", "P16_2C"), ("moments rr fp32/fp16s", "moments rr FP16S"),
                           ("raindrop fp16c nearest", "raindrop FP16C nearest")):
            self.assertEqual(make_cards.label(what), name)


if __name__ == "__main__":
    unittest.main()
