# __main__.py - stands beside `sluice bench`, which measures and writes, and answers what is to be written: a request
# as a line of JSON, an answer as a line.  Arguments: table, csv or json; the loss that is noise; the old points of
# --compare, or ""; files of points.
# SPDX-License-Identifier: MIT
import sys

from .. import program
from . import compare, point, table


class Telling:
    def __init__(self, form, least_loss, old_path, *paths):
        self.form, self.least_loss = form, float(least_loss)
        self.old_path, self.paths = old_path, paths
        self.olds, self.points = [], []
        self.before = None

    def show(self, shown, known):
        text = point.to_line(shown) + "\n"
        if self.form == "csv":
            text = ("" if self.before else table.CSV_HEADING) + table.csv_row(shown)
        elif self.form == "table":
            text = table.row(self.before, shown, known)
        self.before = shown
        return text

    def answer_read(self, _):
        if self.old_path:
            self.olds = point.read(self.old_path)
        for path in self.paths:
            self.points += point.read(path)
        return {}

    def answer_plan(self, request):
        if self.olds:
            compare.check_old(request["plan"], self.olds, self.old_path)
        return {}

    def answer_files(self, _):
        for one in self.points:
            compare.relate_parts(self.points, one)
        return {"text": "".join(self.show(one, {}) for one in self.points),
                "lines": "".join(point.to_line(one) + "\n" for one in self.points)}

    def answer_point(self, request):
        one = point.parse(request["line"], "a measurement")
        self.points.append(one)
        compare.relate_parts(self.points, one)
        return {"text": self.show(one, request["known"]), "lines": point.to_line(one) + "\n"}

    def answer_end(self, _):
        answer = {"csv": table.CSV_HEADING + "".join(map(table.csv_row, self.points)),
                  "is_in_parts": any(point.parts_of(one) > 1 for one in self.points)}
        if self.olds and self.points:
            pairs = compare.make_pairs(self.olds, self.points, self.least_loss)
            answer.update(comparison=compare.table(pairs), verdict=compare.judge(pairs))
        return answer

    def answer(self, request):
        return getattr(self, "answer_" + request["ask"])(request)


if __name__ == "__main__":
    program.run(program.answer_lines, Telling(*sys.argv[1:]).answer)
