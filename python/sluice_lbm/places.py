# places.py - where the program is, and what it finds there.
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from .errors import Error

_beside = Path(__file__).resolve().parent


def _is_this(path: str) -> bool:
    """Whether it is the command of a wheel (command.py) that is running, which would start itself for ever."""
    return os.path.realpath(path) == os.path.realpath(sys.argv[0])


def program() -> str:
    """The program that is started: SLUICE, beside this file, of a build folder, or on the PATH."""
    named = os.environ.get("SLUICE")
    if named and _is_this(named):
        named = None
    for path in [named] if named else [_beside / "native" / "sluice", _beside.parents[1] / "build" / "sluice"]:
        if os.access(path, os.X_OK):
            return str(path)
    found = None if named else shutil.which("sluice")
    if found is None or _is_this(found):
        raise Error(f"SLUICE={named} is no program" if named else "the program `sluice` was not found: install it, or "
                    "let SLUICE name it")
    return found


def environment() -> dict[str, str]:
    """The program starts `python3` for charts and pages: this one, also of an environment that is not activated."""
    here, found = os.path.dirname(sys.executable), shutil.which("python3")
    if not here or (found is not None and os.path.dirname(found) == here):
        return dict(os.environ)
    return {**os.environ, "PATH": here + os.pathsep + os.environ.get("PATH", os.defpath)}
