#!/usr/bin/env bash
# headers.sh - every header compiles alone.
# Usage: headers.sh PROJECT-ROOT COMPILER INCLUDE-FOLDER...
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$1"
compiler=$2
shift 2

# Without cairo, the headers that need it cannot be judged.
has_cairo=0
for folder in "$@"; do
    if [[ -e $folder/cairo.h ]]; then has_cairo=1; fi
done

headers=$(find include lib src setups tests -name '*.h' | sort)
[[ -n $headers ]] || exit 1
status=0
for header in $headers; do
    if ((!has_cairo)) && grep -q '<cairo' "$header"; then continue; fi
    # A translation unit must not be empty, hence the declaration.
    printf '#include "%s"\nextern int lb_not_empty;\n' "$PWD/$header" |
        "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE \
            -DCL_TARGET_OPENCL_VERSION=120 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
            "${@/#/-I}" -x c - || { printf 'does not compile alone: %s\n' "$header" && status=1; }
done
exit "$status"
