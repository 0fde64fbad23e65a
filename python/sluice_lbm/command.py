# command.py - `sluice` of an environment into which a wheel was installed: the program, with this Python for its pages.
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import sys

from . import library, places


def main() -> None:
    library.use_cpu_runtime()
    name = places.program()
    os.execve(name, [name, *sys.argv[1:]], places.environment())
