# errors.py - failures of the library and of the program, each with the sentence that they print.
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .runs import Run


class Error(Exception):
    """A failure.  str() is the sentence that says what is wrong, where, and what would be right."""


class UsageError(Error, ValueError):
    """An argument: a word that is not known, a number out of range, a call in the wrong order."""


class DivergedError(Error, ArithmeticError):
    """The flow has numbers that are not finite."""


class DeviceError(Error, RuntimeError):
    """No such device, too little memory on it, or a driver that fails."""


class VerdictError(Error):
    """A run ended, but its result is not what is expected; `result` holds what it wrote."""

    def __init__(self, sentence: str, result: Run | None = None):
        super().__init__(sentence)
        self.result = result


# By the status of a call, and by the exit code of the program, which are the same numbers.
of_status: dict[int, type[Error]] = {1: Error, 2: UsageError, 3: DivergedError, 4: DeviceError}
STOPPED = VERDICT = 5
