# runs.py - the program's commands: a setup or a case file is run, and what it wrote is read.
# SPDX-License-Identifier: MIT
from __future__ import annotations

import base64
import csv
import html
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import errors, library as _library  # which finds a driver for the program, too
from .errors import Error, UsageError, VerdictError
from .places import environment, program

_options = ("lattice", "collision", "precision", "rounding", "streaming", "device", "lanes", "split", "tune")


class Run:
    """What a run wrote: `results` by name, `verdicts`, `warnings`, and `json`, all of run.json; `folder` has its files.

    series(NAME) reads a table, field(NAME) a field.  Jupyter shows its picture, verdict and results.
    """

    def __init__(self, of_json: Mapping[str, Any], folder: str | os.PathLike[str]):
        self.json = dict(of_json)
        self.folder = Path(folder)

    @property
    def results(self) -> dict[str, Any]:
        return dict(self.json.get("results", {}))

    @property
    def uncertainty(self) -> dict[str, dict[str, Any]]:
        """Of results by name, from a run with error_bars: "value", "half_width" and its shares."""
        return dict(self.json.get("uncertainty", {}))

    @property
    def warnings(self) -> list[str]:
        return list(self.json.get("warnings", []))

    @cached_property
    def verdicts(self) -> list[dict[str, Any]]:
        found = self.json.get("verdicts") or [self.json.get("verdict")]
        return [verdict for verdict in found if verdict is not None]

    @property
    def passed(self) -> bool | None:
        """None where nothing was judged."""
        judged = [v["pass"] for v in self.verdicts if isinstance(v.get("pass"), bool)]
        return all(judged) if judged else None

    def series(self, name: str) -> dict[str, np.ndarray]:
        """The columns of a table such as "probe.csv": numbers as arrays, others as arrays of text."""
        path = self.folder / (name if name.endswith(".csv") else name + ".csv")
        if not path.exists():
            raise UsageError(f"{path} is not there; tables of this run: " +
                             (", ".join(sorted(p.name for p in self.folder.glob("*.csv"))) or "none"))
        with open(path, newline="") as file:
            rows = list(csv.reader(line for line in file if not line.startswith("#")))
        columns = zip(*rows[1:]) if len(rows) > 1 else [() for _ in rows[0]]
        return {name: _numbers(column) for name, column in zip(rows[0], columns)}

    def steps(self) -> list[int]:
        """At which steps fields were written."""
        return sorted(int(p.stem.split("-")[-1]) for p in self.folder.glob("field-*.vti"))

    def field(self, name: str, step: int | None = None) -> np.ndarray:
        """A field of the last file, or of that step: name[x, y, z], vectors name[x, y, z, axis], in two dimensions
        [x, y].  It is mapped from the file, not read: cells that are not looked at cost nothing."""
        steps = self.steps()
        if not steps or (step is not None and step not in steps):
            raise UsageError(f"{self.folder} has no field of step {step}; steps: {steps}" if steps else
                             f"{self.folder} has no fields as .vti; vtk=N writes them every N steps")
        return read_vti(self.folder / f"field-{steps[-1] if step is None else step:09d}.vti", name)

    def picture(self) -> Path | None:
        """The last picture of the flow, else any picture."""
        found = sorted(self.folder.glob("picture-*.png")) or sorted(self.folder.glob("*.png"))
        return found[-1] if found else None

    def __repr__(self) -> str:
        return f"<Run of {self.json.get('setup')} in {self.folder}, {_words(self.passed)}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(k)}</td><td>{html.escape(self._shown(k, v))}</td></tr>"
                       for k, v in self.results.items())
        picture = self.picture()
        image = "" if picture is None else '<img style="max-width:45em" src="data:image/png;base64,' + \
            base64.b64encode(picture.read_bytes()).decode() + '">'
        said = "".join(f"<li>{html.escape(w)}</li>" for w in self.warnings)
        return (f"<p><b>{html.escape(str(self.json.get('setup')))}</b>: {_words(self.passed)}, in "
                f"{html.escape(str(self.folder))}</p>{image}<ul>{said}</ul><table>{rows}</table>")

    def _shown(self, name: str, value: Any) -> str:
        shown = f"{value:.6g}" if isinstance(value, float) else str(value)
        bar = self.uncertainty.get(name)
        if bar is None or bar["value"] is None or bar["half_width"] is None:
            return shown
        return f"{shown} (with its bar {bar['value']:.6g} ± {bar['half_width']:.2g})"


def _words(passed: bool | None) -> str:
    return {True: "verdict passed", False: "verdict failed", None: "no verdict"}[passed]


def _numbers(column: tuple[str, ...]) -> np.ndarray:
    try:
        return np.array([float(word) if word else np.nan for word in column])
    except ValueError:
        return np.array(column)


def read_vti(path: str | os.PathLike[str], name: str) -> np.ndarray:
    """A field of a .vti file that sluice wrote, mapped into memory; [x, y, z] as in Run.field."""
    try:
        with open(path, "rb") as file:
            head = file.read(1 << 16)
    except OSError as failure:
        raise Error(f"{path} cannot be read: {failure.strerror}") from None
    begin = head.find(b"<AppendedData")
    data = head.find(b"_", begin) + 1
    text = head[:max(begin, 0)].decode("utf-8", "replace")
    extent = re.search(r'WholeExtent="([-\d ]+)"', text)
    arrays = {m["name"]: m for m in re.finditer(
        r'<DataArray type="(?P<type>\w+)" Name="(?P<name>[^"]+)"(?: NumberOfComponents="(?P<many>\d+)")?'
        r'(?: ComponentName\d+="[^"]*")* format="appended" offset="(?P<offset>\d+)"', text)}
    if begin < 0 or extent is None:
        raise Error(f"{path} is no .vti with appended data, as sluice writes them")
    if name not in arrays:
        raise UsageError(f"{path} has no field {name!r}; it has " + ", ".join(arrays))
    ends = [int(word) for word in extent[1].split()]
    cells = [ends[2 * axis + 1] - ends[2 * axis] + 1 for axis in range(3)]
    cells = cells[:2] if cells[2] == 1 else cells
    many = int(arrays[name]["many"] or 1)
    shape = tuple(cells[::-1]) + ((many,) if many > 1 else ())
    types = {"Float32": "<f4", "Float64": "<f8", "UInt8": "u1", "Int32": "<i4", "UInt32": "<u4", "Int64": "<i8"}
    memory = np.memmap(path, types[arrays[name]["type"]], "r", data + int(arrays[name]["offset"]) + 8, shape)
    return memory.transpose(tuple(range(len(cells)))[::-1] + ((len(cells),) if many > 1 else ()))


# --- commands ------------------------------------------------------------------------------------------------


def _word(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(_word(one) for one in value)
    return repr(float(value)) if isinstance(value, (float, np.floating)) else str(value)


def _items(given: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise UsageError(f"parameters={given!r}: a dict is needed")
    return given or {}


def _arguments(what: Mapping[str, Any] | None, output: Any, named: Mapping[str, Any]) -> Iterator[str]:
    for key, value in {**_items(what), **named}.items():
        if value is None:
            continue
        if key in _options:
            yield from (f"--{key}", _word(value))
        else:
            yield f"{key}={_word(value)}"
    if output is not None:
        yield from ("-o", os.fsdecode(_library.named(output)))


def _started(command: list[str]) -> tuple[dict[str, Any] | None, int, str]:
    """JSON, exit code, and what was said."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, env=environment()) as child:
        try:
            out, said = child.communicate()
        except KeyboardInterrupt:  # it saves and ends by itself
            child.send_signal(signal.SIGINT)
            child.communicate()
            raise
    return json.loads(out) if out.strip() else None, child.returncode, said


def _sentence(said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith("sluice: warning")]
    first = next((n for n, line in enumerate(lines) if line.startswith("sluice: ")), max(0, len(lines) - 3))
    return "\n".join(lines[first:]).removeprefix("sluice: ")


def _ended(command: list[str], judge: bool) -> tuple[dict[str, Any], VerdictError | None]:
    found, code, said = _started(command)
    if code in (0, errors.VERDICT) and found is not None:
        return found, VerdictError(_sentence(said) or "a verdict failed") if code and judge else None
    if code < 0 or code > 128:
        raise Error(f"`{' '.join(command)}` was ended by signal {abs(code) % 128}: {_sentence(said)}")
    raise errors.of_status.get(code, Error)(_sentence(said))


def _command(word: str, what: str | os.PathLike[str]) -> list[str]:
    name = os.fsdecode(_library.named(what))
    named = ["-c", name] if word == "run" and (name.endswith(".ini") or os.sep in name) else [name]
    return [program(), word, *named, "--json", "--progress", "never"]


def _alone(*given: Mapping[str, Any] | None) -> None:
    for key, value in ((k, v) for some in given for k, v in _items(some).items()):
        if isinstance(value, list):
            raise UsageError(f"{key}={value}: a list gives several values, one for each run of sweep(); the numbers of "
                             "one value are a tuple")


def _one(command: list[str], judge: bool) -> Run:
    found, failed = _ended(command, judge)
    if "runs" in found:
        raise UsageError(f"{found.get('parameter')} has several values: sweep() runs them, run() one")
    run = Run(found, found["folder"])
    if failed is not None:
        failed.result = run
        raise failed
    return run


def run(what: str | os.PathLike[str], parameters: Mapping[str, Any] | None = None, *, output: Any = None,
        judge: bool = False, error_bars: bool | str = False, **named: Any) -> Run:
    """Runs a setup ("karman"), a case by name ("t-junction") or a case file ("my.ini").

    Parameters are given by name; those whose names have a dash or a dot, in a dict: {"stop.until": 5}.  A value of
    several numbers is a tuple: size=(128, 256).
    lattice, collision, precision, rounding, streaming, device, lanes, split and tune are options of the program.
    `output`: a new folder; without it the program chooses one.  judge=True raises VerdictError for a failed verdict.
    `error_bars`: True, "quick" or "strict" also runs coarser grids and others, so that Run.uncertainty has the bars.
    Raises UsageError, DivergedError, DeviceError or Error, with the program's sentence.
    """
    _alone(parameters, named)
    bars = [] if not error_bars else ["--error-bars" + ("" if error_bars is True else f"={error_bars}")]
    return _one(_command("run", what) + bars + list(_arguments(parameters, output, named)), judge)


def resume(folder: str | os.PathLike[str], parameters: Mapping[str, Any] | None = None, *, judge: bool = False,
           **named: Any) -> Run:
    """Goes on from the checkpoint in a run's folder; steps= and max-wall= may be raised."""
    return _one(_command("resume", folder) + list(_arguments(parameters, None, named)), judge)


class Runs(list[Run]):
    """The runs of a sweep, in the order of its values: a list, which Jupyter shows as a table."""

    def _repr_html_(self) -> str:
        given = [{k: v for k, v in run.json.get("parameters", {}).items()} for run in self]
        varied = [k for k in (given[0] if given else {}) if any(one.get(k) != given[0][k] for one in given)]
        found = [k for k in (self[0].results if self else {}) if any(isinstance(r.results.get(k), float) for r in self)]
        rows = [varied + found + ["verdict"]]
        rows += [[str(one.get(k)) for k in varied] + [run._shown(k, run.results.get(k)) for k in found] +
                 [_words(run.passed)] for one, run in zip(given, self)]
        return "<table>" + "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
                                   for row in rows) + "</table>"


def sweep(what: str | os.PathLike[str], parameters: Mapping[str, Any] | None = None, *, output: Any = None,
          **named: Any) -> Runs:
    """The same for each combination of the values of parameters that are lists; one folder holds all runs."""
    found, _ = _ended(_command("run", what) + list(_arguments(parameters, output, named)), False)
    runs = found.get("runs", [found])
    return Runs(Run(one, one["folder"]) for one in runs)
