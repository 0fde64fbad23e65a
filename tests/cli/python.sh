#!/usr/bin/env bash
# python.sh - the Python package sluice_lbm: flows from arrays, callbacks, exceptions; runs of the program and what they
# wrote.  Results are those of the command, bit for bit.
# Usage: python.sh PROGRAM
# Not on the native device: it computes more than it compiles.
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh" "$1"
. "$(dirname "$0")/../support/readers.sh"
need_device
"$python" -c 'import numpy' 2>/dev/null || exit 77
package=$(cd "$(dirname "$0")/../../python" && pwd)
SLUICE=$program SLUICE_LIBRARY=$(dirname "$program")/libsluice.so PYTHONPATH=$package \
    expect_true "the package" "$python" -B "$(dirname "$0")/../support/python_package.py"
if have_readers; then
    MYPYPATH=$package expect_true "its types" "$readers/bin/python" -m mypy --strict "$package/../tests/support/python_types.py"
else
    say_no_readers "to check types"
fi
finish
