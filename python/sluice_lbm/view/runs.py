# runs.py - what the folder of a run tells of it.  Nothing in a folder makes this fail: what cannot be read is told.
# SPDX-License-Identifier: MIT
import fcntl
import json
import math
import os
import re
import stat
import time

MOST_JSON, MOST_PICTURE = 1 << 25, 1 << 25  # bytes
DEEPEST = 4  # folders in folders
PNG_HEAD, PNG_TAIL = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"
STEP = re.compile(r"-(\d{9,18})\.png$")
GOOD, BAD, OPEN = "good", "bad", "open"  # how a state is marked


def read(path, most):
    """Bytes of a plain file, never of a link or a pipe; OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "is no plain file", path)
        if about.st_size > most:
            raise OSError(0, f"has {about.st_size} bytes, more than {most}", path)
        return file.read(most + 1)


def plain_files(folder):
    """But those whose names are no UTF-8, which no run writes."""
    try:
        with os.scandir(folder) as entries:
            return sorted(e.name for e in entries if e.is_file(follow_symlinks=False) and e.name == text(e.name))
    except OSError:
        return []


def text(value):
    """Of anything, as UTF-8 can hold it."""
    return str(value).encode("utf-8", "replace").decode("utf-8")


def number(value, form="%.4g"):
    return form % value if is_number(value) else "-"


def is_number(value):
    return (isinstance(value, float) and math.isfinite(value)) or (
        isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1e300)


def duration(seconds):
    if not is_number(seconds) or seconds < 0:
        return "-"
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"


def moment(seconds):
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds))


class Run:
    def __init__(self, folder, name):
        self.folder, self.name = folder, text(name)
        self.data, self.damage, self.written = {}, None, None
        self.read_json()
        self.is_locked = self.get("status", str) == "running" and is_locked(folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read_json(self):
        path = self.path("run.json")
        try:
            data = json.loads(read(path, MOST_JSON))
            self.written = os.stat(path).st_mtime
        except FileNotFoundError:
            self.damage = "there is no run.json: no step was made, or it is lost"
        except OSError as error:
            self.damage = f"run.json cannot be read: {error.strerror}"
        except (ValueError, RecursionError) as error:
            self.damage = f"run.json is damaged: {error}"
        else:
            if isinstance(data, dict):
                self.data = data
            else:
                self.damage = "run.json is damaged: it holds no object"

    def get(self, key, kind, default=None):
        value = self.data.get(key)
        return value if isinstance(value, kind) else default

    def number(self, key):
        value = self.data.get(key)
        return value if is_number(value) else None

    # --- what became of it

    def state(self):
        """A sentence, and how it is marked."""
        if self.damage:
            return text(self.damage), BAD
        status = self.get("status", str, "unknown")
        steps = f"step {number(self.number('steps'), '%d')} of at most {number(self.number('steps_planned'), '%d')}"
        why = f": {self.data['message']}" if self.get("message", str) else ""
        if status == "running":
            if self.is_locked:
                return "running", OPEN
            return "without an end: it was killed, or it runs on another machine", BAD
        if status == "done":
            return self.judgement()
        if status in ("interrupted", "terminated", "max-wall"):
            return f"stopped ({status}) at {steps}: `sluice resume` goes on", OPEN
        return text(f"{status} at {steps}{why}"), BAD

    def judgement(self):
        verdict = self.data.get("verdict")
        if verdict is None:
            return "done, nothing was judged", OPEN
        passed = verdict.get("pass") if isinstance(verdict, dict) else None
        if passed is True:
            return "passed", GOOD
        if passed is None and isinstance(verdict, dict):
            return "done, but the flow cannot be judged", OPEN
        return "FAILED" if passed is False else "done, and its verdict is damaged", BAD

    def verdicts(self):
        """Rows: name, measured, expected, answer.  The answer is the run's, and not worked out again."""
        listed = self.get("verdicts", list) or ([self.data["verdict"]] if self.get("verdict", dict) else [])
        rows = []
        for v in listed:
            if not isinstance(v, dict):
                rows.append([text(v), "-", "-", "damaged"])
                continue
            answer = "passed" if v.get("pass") is True else "FAILED" if v.get("pass") is False else "not judged"
            rows.append([text(v.get("name")), number(v.get("measured")), expectation(v), answer])
        return rows

    def remarks(self):
        """Warnings, and why checks were not made."""
        found = [("warning", w) for w in self.get("warnings", list, [])]
        return [(kind, text(w)) for kind, w in found + [("not judged", w) for w in self.get("not_judged", list, [])]]

    # --- what it was

    def device(self):
        return text(self.get("device", dict, {}).get("name", "-"))

    def methods(self):
        return text(" ".join(str(self.data.get(key, "-")) for key in ("setup", "lattice", "collision", "precision")))

    def size(self):
        return " x ".join(number(n, "%d") for n in self.get("size", list, [])) or "-"

    def speed(self):
        return number(self.get("mlups", dict, {}).get("median"))

    def since(self):
        """Where the speed begins: the time is that of all steps, also of those before the run was resumed."""
        begun = self.get("mlups", dict, {}).get("from_step")
        return f" since step {number(begun, '%d')}" if is_number(begun) and begun > 0 else ""

    def date(self):
        """When it ended, by its log; else when run.json was written."""
        try:
            ends = re.findall(rb"^sluice \S+, ended at ([-0-9: UTC]+)$", read(self.path("log.txt"), MOST_JSON), re.M)
        except OSError:
            ends = []
        if ends:
            return ends[-1].decode("ascii")
        return f"run.json is of {moment(self.written)}" if self.written else "-"

    def results(self):
        units = self.get("units", dict, {})
        return [[text(name), number(value, "%.6g"), text(units.get(name, ""))]
                for name, value in self.get("results", dict, {}).items()]

    # --- its files

    def pictures(self):
        """Names, the latest of the run's own picture last."""
        names = [name for name in plain_files(self.folder) if name.endswith(".png")]
        return sorted(names, key=lambda name: (bool(STEP.search(name)), step_of(name), name.startswith("picture-")))

    def picture(self):
        """Name and bytes of the latest, else None and why there is none."""
        names = self.pictures()
        if not names:
            return None, "no picture: png=N draws one every N steps"
        try:
            data = read(self.path(names[-1]), MOST_PICTURE)
        except OSError as error:
            return None, text(f"{names[-1]} {error.strerror}")
        if not data.startswith(PNG_HEAD) or not data.endswith(PNG_TAIL):
            return None, text(f"{names[-1]} is damaged")
        return names[-1], data


def expectation(verdict):
    """As the summary of a run has it."""
    expected, tolerance = verdict.get("expected"), verdict.get("tolerance")
    if verdict.get("by_error_bar"):
        return f"{number(expected)} ± {number(tolerance, '%.2g')}, by its error bar"
    if verdict.get("at_least"):
        return f"at least {number(expected)}"
    if expected == 0 and is_number(verdict.get("measured")) and verdict["measured"] >= 0:
        return f"at most {number(tolerance)}"
    if not is_number(tolerance) or tolerance == 0:
        return f"at most {number(expected)}"
    if verdict.get("at_most") and is_number(expected):
        return f"{number(expected)} or less; up to {number(expected + tolerance)} passes"
    return f"{number(expected)} ± {number(tolerance, '%.2g')}"


def step_of(name):
    found = STEP.search(name)
    return int(found[1]) if found else 0


def is_locked(folder):
    """Whether a run of this machine has the folder.  A run that begins in these microseconds is refused."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)


# --- folders of runs ------------------------------------------------------------------------------


def is_run(folder):
    has = [os.path.lexists(os.path.join(folder, name)) for name in ("study.json", "run.json", "case.ini")]
    return not has[0] and any(has)


def planned(folder):
    """Names of the runs that a study has."""
    try:
        names = json.loads(read(os.path.join(folder, "study.json"), MOST_JSON))["runs"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def folders_in(folder):
    try:
        with os.scandir(folder) as entries:
            return sorted(e.name for e in entries if e.is_dir()
                          and not e.name.startswith(".") and e.name != "claims"), None
    except OSError as error:
        return [], error.strerror


class Found:
    """The runs below folders; names of those that were planned and are not there; folders that could not be read."""

    def __init__(self, folders):
        self.runs, self.missing, self.others, self.deep, self.seen = [], [], [], [], set()
        for folder in folders:
            self.look(folder, os.path.basename(os.path.abspath(folder)) if len(folders) > 1 else "", 0)
        if self.deep:
            more = f" and {len(self.deep) - 1} more" if len(self.deep) > 1 else ""
            self.others.append((self.deep[0] + more, "folders lie deeper than this page looks"))

    def look(self, folder, name, depth):
        real = os.path.realpath(folder)
        if real in self.seen:
            return
        self.seen.add(real)
        if is_run(folder):
            self.runs.append(Run(folder, name or os.path.basename(os.path.abspath(folder))))
            return
        within, failure = folders_in(folder)
        if failure:
            self.others.append((text(name or folder), failure))
            return
        if within and depth >= DEEPEST:
            self.deep.append(text(name or folder))
            return
        before = len(self.runs) + len(self.missing) + len(self.others)
        for one in within:
            self.look(os.path.join(folder, one), os.path.join(name, one), depth + 1)
        self.missing += [text(os.path.join(name, one)) for one in planned(folder) if one not in within]
        if depth == 1 and before == len(self.runs) + len(self.missing) + len(self.others):
            self.others.append((text(name), "holds no run"))
