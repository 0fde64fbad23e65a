# reproduce.py - from the words of the command to the report.
# SPDX-License-Identifier: MIT
import difflib
import fractions
import math
import os
import sys
import time

import numpy

from .. import files
from ..program import FAILED, FIRST_OF_SIGNALS, OK, USAGE, VERDICT, Program, Failure, need, signals
from . import cost, report, runs
from .check import Check
from .figure import Figure
from .items import ITEMS
from .plan import RAN, Plan


class Result:
    """What an item came to."""

    def __init__(self, item):
        self.item, self.uses, self.checks = item, [], []
        self.picture = None  # name of the file that the page shows
        self.added = None    # checks.json of --add

    def missing(self):
        return sum(run.state == "missing" for run in self.uses)


class Paper:
    """What all share; items ask it for runs, their numbers and files, and add checks."""

    def __init__(self, request):
        self.request, self.program = request, Program(request)
        self.device = request["device_name"]  # "": there is none, or none is needed
        self.added = ""  # that of --add
        self.is_quick, self.max_wall = False, 0.0
        self.ensemble, self.first_seed = 10, 1  # raindrops of a format, and the seed of the first
        self.folder, self.speeds = None, None
        self.results, self.current, self.plan = [], None, None
        self.lacks = False  # since the last check a run that is there was asked for what it has not
        self.started = time.monotonic()

    @property
    def level(self):
        return "quick" if self.is_quick else "paper"

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def say(self, text):
        if not self.request["quiet"]:
            files.say(text)

    def is_late(self):
        return self.max_wall > 0.0 and time.monotonic() - self.started > self.max_wall

    def run_options(self):
        device = self.request["device"]
        return ("-q", "--json", "--progress", "never", *self.request["run_options"],
                *(("-d", device) if device else ()))

    def command(self, words):
        device = self.request["device"]
        return self.program.text(*words, *(("-d", device) if device else ()))

    # --- for items --------------------------------------------------------------------------------

    def outcome(self, setup, values, format, shift):
        """run.json; None where the run is not there."""
        run = self.plan.find(setup, values, format, shift)
        return run.json if run is not None and run.state == RAN else None

    def number(self, setup, values, format, shift, result):
        """A result; NaN where the run, or the result, is not there."""
        json = self.outcome(setup, values, format, shift)
        if json is None:
            return numpy.float64(math.nan)
        number = (json.get("results") or {}).get(result)
        if number is None:
            self.lacks = True
            return numpy.float64(math.nan)
        return numpy.float64(number)

    def file(self, setup, values, format, shift, name):
        """Path of a file of a run; None where it left none of that name."""
        run = self.plan.find(setup, values, format, shift)
        if run is None or run.state != RAN:
            return None
        path = self.path("runs", run.name(), name)
        return path if os.access(path, os.R_OK) else None

    def columns(self, setup, values, format, shift, name, columns):
        """Of a CSV file of a run, as arrays; empty ones where there is none."""
        path = self.file(setup, values, format, shift, name)
        try:
            if path is not None:
                return files.columns(path, columns)
        except (OSError, ValueError):
            self.lacks = True
        return [numpy.empty(0) for _ in columns]

    def array(self, setup, values, format, shift, name, array):
        """Of a VTK file of a run; None where there is none."""
        path = self.file(setup, values, format, shift, name)
        try:
            return files.vtk_array(path, array) if path is not None else None
        except (OSError, ValueError, TypeError, KeyError):
            self.lacks = True
            return None

    def measured(self, item):
        """What its command has printed, as text; None where it has not."""
        try:
            with open(self.path(item, "measured.json"), encoding="utf-8") as file:
                return file.read()
        except OSError:
            return None

    def check(self, statement, measured, low, high, what):
        check = Check(statement, measured, low, high, what, self.lacks)
        self.lacks = False
        self.current.checks.append(check)
        return check

    def figure(self, title, x_label, y_label, **options):
        return Figure(self, title, x_label, y_label, **options)


# --- what is asked ------------------------------------------------------------------------------------

VALUES = {"quick": ("0 or 1", 0, 1, True), "max-wall": ("time in seconds", 0, 1e9, False),
          "runs": ("number of runs from 1 to 1000", 1, 1000, True),
          "seed": ("seed from 0 to 1000000", 0, 1e6, True)}


def number_of(text):
    try:
        return float(fractions.Fraction(text))
    except (ValueError, ZeroDivisionError):
        return math.nan


def read_value(paper, pair):
    key, _, text = pair.partition("=")
    need(key in VALUES, USAGE,
         f"reproduce takes quick=1, max-wall=SECONDS, runs=N and seed=N, not '{pair}'")
    what, least, most, is_whole = VALUES[key]
    number = number_of(text)
    need(least <= number <= most and (not is_whole or number == math.floor(number)), USAGE,
         f"reproduce: {pair} is no {what}")
    if key == "quick":
        paper.is_quick = number > 0
    elif key == "max-wall":
        paper.max_wall = number
    elif key == "runs":
        paper.ensemble = int(number)
    else:
        paper.first_seed = int(number)


def find_item(word):
    for item in ITEMS:
        if word in (item.name, item.number) or word.lower() == item.name:
            return item
    names = [item.name for item in ITEMS]
    near = difflib.get_close_matches(word.lower(), names, 1) or [n for n in names if n.startswith(word)]
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise Failure(USAGE, f"reproduce: '{word}' is not a figure, table or item{hint}\n"
                         f"known: {' '.join(names)}")


def read_words(paper, words):
    chosen = []
    for word in words:
        if word not in ("list", "report"):
            chosen += ITEMS if word == "all" else [find_item(word)]
    if not chosen and ("list" in words or "report" in words):
        chosen = ITEMS
    need(chosen, USAGE,
         "reproduce what? `sluice reproduce list` shows the items; `all` is all of them")
    for pair in paper.request["values"]:
        read_value(paper, pair)
    paper.results = [Result(item) for item in dict.fromkeys(chosen)]


def plan_items(paper):
    """In small, what is written does not depend on which items are chosen: else others that are chosen
    later would make it anew."""
    asked = paper.request["precisions"], {"on": True, "off": False}.get(paper.request["shift"])
    whole = None
    if paper.is_quick:
        whole = paper.plan = Plan(True, *asked)
        for item in ITEMS:
            item.plan(paper)
    paper.plan = Plan(paper.is_quick, *asked, whole)
    for result in paper.results:
        paper.plan.uses = result.uses
        result.item.plan(paper)


# --- the folder -----------------------------------------------------------------------------------------


def check_plan(paper, plan):
    """One folder is of one version, level and device; what needs none goes with any."""
    another = "; take another folder"
    need(plan.get("level") == paper.level, USAGE,
         f"{paper.folder} is of the level '{plan.get('level')}' and this is '{paper.level}'{another}")
    need(plan.get("version") == paper.program.version, USAGE,
         f"{paper.folder} is of sluice {plan.get('version')} and this is {paper.program.version}{another}")
    device = plan.get("device") or ""
    need(device == "" or paper.device in ("", device), USAGE,
         f"{paper.folder} is of the device '{device}' and this is '{paper.device}'{another}")
    paper.device = paper.device or device


def write_plan(paper):
    files.write(paper.path("plan.json"), files.to_json(cost.plan_json(paper)) + "\n")


def enter_folder(paper, reports):
    """The lock of the folder, which is there then."""
    paper.folder = paper.request["output"]
    need(paper.folder is not None, USAGE,
         "reproduce: -o FOLDER is missing: a new one, or one that was begun and goes on")
    path = paper.path("plan.json")
    need(os.path.exists(path) or not os.path.exists(paper.folder), USAGE,
         f"'{paper.folder}' exists and is no folder of `sluice reproduce`; choose another name")
    need(os.path.exists(path) or not reports, USAGE,
         f"there is no '{paper.folder}': a report is of what `sluice reproduce ITEM -o FOLDER` has made "
         "before")
    os.makedirs(paper.folder, exist_ok=True)
    descriptor = runs.lock(paper.folder)
    if os.path.exists(path):
        plan = files.read_json(path)
        need(isinstance(plan, dict), FAILED, f"'{path}' is no JSON")
        check_plan(paper, plan)
    else:
        write_plan(paper)
    return descriptor


def read_added(paper):
    """Another device's checks, where its level and version are these."""
    folder = paper.request["add"]
    plan = files.read_json(os.path.join(folder, "plan.json")) or {}
    need((plan.get("level"), plan.get("version")) == (paper.level, paper.program.version), USAGE,
         f"--add: '{folder}' is no folder of `sluice reproduce` of this version and level")
    paper.added = plan.get("device") or ""
    for result in paper.results:
        result.added = files.read_json(os.path.join(folder, result.item.name, "checks.json"))


# --- all of it --------------------------------------------------------------------------------------------


def run_and_report(paper, reports):
    if paper.request["add"]:
        read_added(paper)
    if reports or not (paper.plan.runs or any(r.item.command for r in paper.results)):
        paper.device = ""
    if paper.request["plans"]:
        paper.device = ""  # that of whoever makes the first run
    descriptor = enter_folder(paper, reports)
    if paper.request["plans"]:
        write_plan(paper)
        print(f"{len(paper.plan.runs)} runs are planned in {paper.folder}; `sluice work {paper.folder}` makes them, and the "
              "same command without --plan then measures what is left and writes the report")
        os.close(descriptor)
        return OK
    signals.watch()
    if not reports:
        cost.estimate(paper, paper.request["measures"])
    runs.make_all(paper, reports)
    if not reports:
        runs.measure_all(paper)
    write_plan(paper)
    failed = report.write(paper)
    os.close(descriptor)
    if signals.received:
        raise Failure(FIRST_OF_SIGNALS + signals.received,
                      "stopped by a signal; the same command goes on")
    need(failed == 0, VERDICT,
         f"{failed} checks failed; {paper.path('report.md')} has them first")
    return OK


def show_plan(paper, lists):
    """`list` measures the device where its speeds are not known; --print-case does not."""
    cost.estimate(paper, lists and not paper.request["prints_case"] and paper.request["measures"])
    if paper.request["json"]:
        sys.stdout.write(files.to_json(cost.plan_json(paper), on_lines=False) + "\n")
    else:
        sys.stdout.write(cost.list_items(paper))
    return OK


def main(request):
    numpy.seterr(all="ignore")  # NaN is what is not there
    paper = Paper(request)
    read_words(paper, request["words"])
    plan_items(paper)
    if "list" in request["words"] or request["prints_case"]:
        return show_plan(paper, "list" in request["words"])
    return run_and_report(paper, "report" in request["words"])
