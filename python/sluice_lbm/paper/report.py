# report.py - data, checks, figures and pages of what is there.
# SPDX-License-Identifier: MIT
import math
import os
import sys
import time

from .. import files
from . import check
from .markup import Html, Markdown, markdown_row
from .plan import FORMATS, SKIPPED

ERRATA = (
    "Table 2: the smallest normal number of FP16S is 2^-29 = 1.862645e-9, not 1.864464e-9; the "
    "smallest of P16_2C 1.734723e-18, not 1.734724e-18.",
    "A posit's regime counts as (2^(2^n_e))^r, not as (2^(n_e + 1))^r: the two agree for exponents "
    "of 0 and 1 bits only.",
    "FP16C is rounded by adding to the 12th bit from the right, not from the left, and its ties go "
    "away from zero, not to even.",
    "Listing 1: P16_0S and P16_1S read the code of 0 as another number; P16_2C writes numbers from "
    "2 - 2^-13 to 2 as 0 and reads the codes 2 and 3 as the same number.")

TITLES = ["", "the paper, in short", "measured", "is", "band", "check", "paper"]
ADDED_TITLES = ["added", "its check"]  # of --add


def number(value):
    return "-" if value is None or math.isnan(value) else "%.6g" % value


def counts(paper):
    return check.count(c for result in paper.results for c in result.checks)


# --- rows of checks -------------------------------------------------------------------------------


def find_added(result, c):
    for other in (result.added or {}).get("checks", []):
        if (other.get("statement"), other.get("what")) == (c.statement, c.what):
            return other
    return {}


def cells_of(paper, result, c):
    answer = c.answer + (f": {c.because}" if c.because is not None else "")
    cells = [result.item.number, c.statement, c.what, number(c.measured), c.band(), c.word(), answer]
    if paper.request["add"]:
        other = find_added(result, c)
        cells += [number(other.get("measured")), other.get("check") or ""]
    return cells


def rows(paper, word):
    return [(cells_of(paper, result, c), word == "FAIL")
            for result in paper.results for c in result.checks if c.word() == word]


# --- the page ---------------------------------------------------------------------------------------


def command_line(paper):
    request = paper.request
    words = ["sluice reproduce", *request["words"], *request["values"]]
    words += ["--precision", request["precision"]] if request["precision"] else []
    words += ["-d", f"'{request['device']}'"] if request["device"] else []
    return " ".join([*words, "-o", request["output"]])


def add_head(paper, page):
    n = counts(paper)
    page.paragraph("Lehmann et al., Phys. Rev. E 106, 015308 (2022).")
    page.paragraph(f"{n['pass']} checks pass, {n['fail']} fail, {n['not_judged']} are not judged; "
                   f"{n['agrees']} statements agree, {n['differs']} differ. A check is within our band or "
                   "not; whether the paper says so, too, is another question, and has a column of its own.")
    pairs = [("device", paper.device or "none was needed")]
    pairs += [("added", paper.added)] if paper.request["add"] else []
    pairs += [("program", f"sluice {paper.program.version} ({paper.program.commit})"),
              ("date", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())),
              ("level", "the same physics in small" if paper.is_quick else "the paper's sizes"),
              ("command", command_line(paper)),
              ("time taken", "%.0f s, less what was there before" % (time.monotonic() - paper.started))]
    page.table(["", ""], [(pair, False) for pair in pairs])


def run_command(runs):
    """One line for the formats of the same case."""
    first = runs[0]
    values = f" {first.values}" if first.values else ""
    formats = ",".join(FORMATS[run.format] for run in runs)
    if len(runs) == 1 and first.format == 0:  # nothing to compare
        without = "" if first.shift else " --no-shift"
        return f"sluice run {first.setup}{values}{without} --precision {formats}"
    shift = "on" if first.shift else "off"
    return f"sluice compare {first.setup}{values} --rounding nearest --shift {shift} --precision {formats}"


def add_commands(paper, page, result):
    cases = {}
    for run in result.uses:
        cases.setdefault((run.setup, run.values, run.shift), []).append(run)
    quick = " quick=1" if paper.is_quick else ""
    page.commands([f"sluice reproduce {result.item.name}{quick} -o {paper.folder}",
                   *map(run_command, cases.values())])


def add_item(paper, page, result):
    item = result.item
    page.heading(item.name, f"{item.number} of the paper: {item.name}")
    if result.picture == "sheet":
        page.figure(paper.folder, item.name, "figure.png", item.shows)
    elif result.picture:
        page.figure(paper.folder, item.name, page.picture, item.shows)
    else:
        page.paragraph(item.shows)
    if result.missing():
        page.paragraph(f"{result.missing()} runs are missing: the same command makes them.")
    skipped = [run for run in result.uses if run.state == SKIPPED]
    if skipped:
        page.paragraph(f"{len(skipped)} runs are left out: {skipped[-1].why}")
    page.link("data", f"{item.name}/data.csv")
    page.link("checks", f"{item.name}/checks.json")
    add_commands(paper, page, result)


def make_page(paper, form):
    page = form("The paper, made anew")
    add_head(paper, page)
    titles = TITLES + (ADDED_TITLES if paper.request["add"] else [])
    page.table(titles, [row for word in ("FAIL", "pass", "not judged") for row in rows(paper, word)])
    for result in paper.results:
        add_item(paper, page, result)
    page.heading("differences", "Where the paper differs")
    page.table(["", "the paper, in short", "measured", "is", "because"],
               [([result.item.number, c.statement, c.what, "%.6g" % c.measured,
                  c.because or "no cause is known"], False)
                for result in paper.results for c in result.checks if c.answer == check.DIFFERS])
    page.heading("errata", "Misprints of the paper")
    page.items(ERRATA)
    page.paragraph("")
    page.paragraph("Each run has a folder in runs with a case.ini, which sluice run -c runs again. "
                   "The figures of the paper itself are not shown here: they are not ours.")
    return page.text()


# --- files of an item -------------------------------------------------------------------------------


def item_json(result):
    return {"item": result.item.name, "paper": result.item.number, "missing_runs": result.missing(),
            "checks": [c.as_json() for c in result.checks]}


def cell(value):
    return value if isinstance(value, str) else "%.9g" % value


def write_item(paper, result):
    item = result.item
    os.makedirs(paper.path(item.name), exist_ok=True)
    table = "\n".join(",".join(map(cell, row)) for row in item.table(paper)) + "\n"
    files.write(paper.path(item.name, "data.csv"), table)
    paths = [paper.path(item.name, f"figure.{kind}") for kind in ("png", "svg")]
    if not result.uses or result.missing() < len(result.uses):
        drawn = item.figure(paper)
        if hasattr(drawn, "count"):
            result.picture = "sheet" if drawn.write(paths[0]) else None
        elif drawn is not None and drawn.has_points():
            drawn.write(*paths)
            result.picture = "figure"
    files.write(paper.path(item.name, "checks.json"),
                files.to_json({"schema": "sluice.checks/1", **item_json(result)}) + "\n")


def summary(paper):
    n = counts(paper)
    text = (f"{n['pass']} checks pass, {n['fail']} fail, {n['not_judged']} are not judged; the paper agrees "
            f"with {n['agrees']}, differs in {n['differs']}\n")
    text += "".join(markdown_row(cells) for cells, _ in rows(paper, "FAIL"))
    return text + f"report  {paper.path('report.md')} and report.html\n"


def write(paper):
    """How many checks failed."""
    for result in paper.results:
        paper.current = result
        paper.lacks = False  # a figure may have asked after the last check
        result.item.check(paper)
        write_item(paper, result)
    files.write(paper.path("report.html"), make_page(paper, Html))
    files.write(paper.path("report.md"), make_page(paper, Markdown))
    if paper.request["json"]:
        reproduction = {"schema": "sluice.reproduction/1", "version": paper.program.version,
                        "level": paper.level, "folder": paper.folder, **counts(paper),
                        "items": [item_json(result) for result in paper.results]}
        sys.stdout.write(files.to_json(reproduction, on_lines=False) + "\n")
    else:
        sys.stdout.write(summary(paper))
    return counts(paper)["fail"]
