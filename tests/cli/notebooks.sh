#!/usr/bin/env bash
# notebooks.sh - the notebooks in examples/notebooks run as they are, and what they assert is true.
# Usage: notebooks.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
"$python" -c 'import numpy, matplotlib' 2>/dev/null || exit 77
root=$(cd "$(dirname "$0")/../.." && pwd)
for notebook in "$root"/examples/notebooks/*.ipynb; do
    SLUICE=$program SLUICE_LIBRARY=$(dirname "$program")/libsluice.so PYTHONPATH=$root/python \
        expect_true "${notebook##*/}" "$python" -B "$root/tests/support/run_notebooks.py" "$notebook"
done
finish
