# command.py - `sluice` of an environment into which a wheel was installed: the program, with this Python for its pages.
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import sys

from . import errors, library as _library, places  # which finds a driver for the program, too


def main() -> None:
    try:
        name = places.program()
    except errors.Error as error:
        sys.exit(f"sluice: {error}")
    os.execve(name, [name, *sys.argv[1:]], places.environment())
