# runs.py - goes through the runs and commands, and makes what is missing.
# SPDX-License-Identifier: MIT
import fcntl
import os
import time

from .. import files
from ..program import DEVICE, FAILED, FIRST_OF_SIGNALS, USAGE, Failure, need, signals
from .cost import time_text
from .plan import FORMATS, RAN, SKIPPED


def has_ended(json):
    """Whether a run.json, or None, is of a run that came to its end; to diverge is one."""
    return json is not None and json.get("status") in ("done", "diverged")


def device_of(json):
    """As plan.json names it."""
    device = json.get("device") or {}
    return f"{device.get('platform')}, {device.get('name')}, driver {device.get('driver')}"


def read_outcome(paper, run, folder):
    """Of a run that came to its end; a folder's name says less than what is in it."""
    path = os.path.join(folder, "run.json")
    json = files.read_json(path)
    if not has_ended(json):
        return
    for key, own in (("setup", run.setup), ("precision", FORMATS[run.format]), ("shift", run.shift)):
        need(json.get(key) == own, FAILED,
             f"'{path}' is of a run with {key} {json.get(key)}, and belongs to {own}\n"
             f"Rename or remove {folder}, and that run is done anew.")
    need(paper.device in ("", device_of(json)), FAILED,
         f"'{path}' is of the device '{device_of(json)}', and {paper.folder} of '{paper.device}'\n"
         f"Rename or remove {folder}, and that run is done anew.")
    run.json, run.state = json, RAN


def set_aside(folder):
    """What was begun and has nothing to go on from gets another name, and a note says so."""
    k = 1
    while os.path.exists(f"{folder}-stopped-{k}"):
        k += 1
    os.rename(folder, f"{folder}-stopped-{k}")
    files.say(f"sluice: note: {folder} was not finished and saved nothing to go on from; it is kept as "
              f"{folder}-stopped-{k} and done anew")


def has_checkpoint(folder):
    return any(name.startswith("checkpoint") for name in os.listdir(folder))


def begin(paper, run, folder):
    shift = () if run.shift else ("--no-shift",)
    return paper.program.ask("run", run.setup, *run.values.split(), "--precision",
                             FORMATS[run.format], "--rounding", "nearest", *shift, "-o", folder,
                             *paper.run_options())


def start(paper, run, folder):
    """From its checkpoint, where it has one that is whole, else from the beginning."""
    if os.path.exists(folder):
        if has_checkpoint(folder):
            answer = paper.program.ask("resume", folder, *paper.run_options())
            if answer.code != USAGE:
                return answer
        set_aside(folder)
    return begin(paper, run, folder)


def make(paper, run, folder):
    answer = start(paper, run, folder)
    for note in answer.notes():
        files.say(note)
    read_outcome(paper, run, folder)
    if run.state == RAN:
        return
    run.why = answer.why()
    if answer.code > FIRST_OF_SIGNALS:
        signals.received = signals.received or answer.code - FIRST_OF_SIGNALS
    elif answer.code == DEVICE:
        run.state = SKIPPED  # a device that cannot do this one may do the next
    elif not signals.received:
        raise Failure(answer.code or FAILED, f"{FORMATS[run.format]}: {run.why}")


class Pace:
    """What was estimated of the runs that were made, how long they took, and what is left."""

    def __init__(self, left):
        self.estimated, self.taken, self.left = 0.0, 0.0, left

    def words(self):
        slow = self.taken / self.estimated if self.estimated > 0.0 else 1.0
        return f"; some {time_text(slow * self.left)} left" if self.left > 0.0 else ""

    def made(self, run, taken):
        self.estimated += run.seconds
        self.left -= run.seconds
        self.taken += taken


def estimate_left(paper, runs, folders):
    ended = [has_ended(files.read_json(os.path.join(folders[run], "run.json"))) for run in runs]
    left = sum(run.seconds for run, done in zip(runs, ended) if not done)
    left += sum(command_seconds(paper, result.item) for result in paper.results)
    if left > 3600.0:
        paper.say(f"this takes some {time_text(left)} on this device; quick=1 is the same in small, "
                  "max-wall=SECONDS stops in time, and `sluice reproduce list` says what each item takes")
    return left


def make_all(paper, only_reads):
    """Makes what is missing, or reads alone what is there."""
    runs = list(paper.plan.runs.values())
    folders = {run: paper.path("runs", run.name()) for run in runs}
    os.makedirs(paper.path("runs"), exist_ok=True)
    pace = Pace(0.0 if only_reads else estimate_left(paper, runs, folders))
    for n, run in enumerate(runs):
        read_outcome(paper, run, folders[run])
        if run.state == RAN or only_reads or paper.is_late() or signals.received:
            continue
        paper.say(f"{n + 1} of {len(runs)}: {run.announcement()}{pace.words()}")
        began = time.monotonic()
        make(paper, run, folders[run])
        pace.made(run, time.monotonic() - began)


# --- commands of an item --------------------------------------------------------------------------


def measured_path(paper, item):
    return paper.path(item.name, "measured.json")


def command_seconds(paper, item):
    """Where it is not there yet and the device's speeds are known; else 0."""
    is_due = item.command and paper.speeds and not os.path.exists(measured_path(paper, item))
    return paper.speeds.price(item, paper.is_quick) if is_due else 0.0


def measure(paper, item):
    command = item.quick_command if paper.is_quick else item.command
    seconds = command_seconds(paper, item)
    paper.say(f"{item.name}: sluice {command[0]}"
              + (f", some {time_text(seconds)}" if seconds > 0.0 else ""))
    try:
        text = paper.command(command)
    except Failure as failure:
        files.say(f"sluice: {item.name} is not judged: {failure}")
        return
    os.makedirs(paper.path(item.name), exist_ok=True)
    files.write(measured_path(paper, item), text)


def measure_all(paper):
    for result in paper.results:
        if signals.received or paper.is_late():
            return
        if result.item.command and not os.path.exists(measured_path(paper, result.item)):
            measure(paper, result.item)


# --- the folder -----------------------------------------------------------------------------------


def lock(folder):
    """One program at a time; the descriptor, which keeps it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Failure(FAILED, f"'{folder}' is in use: another sluice is running in it; wait until it ends "
                              "or stop it") from None
    except OSError:
        pass  # a file system without locks
    return descriptor
