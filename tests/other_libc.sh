#!/usr/bin/env bash
# other_libc.sh - the program's sources need nothing of one C library alone: they compile with musl, without
# a warning, and what is most of a system, other programs, works there.
# Usage: other_libc.sh PROJECT-ROOT GENERATED-FOLDER OPENCL-INCLUDE LIBRARY-INCLUDE... -- DEFINITION...
# SPDX-License-Identifier: MIT
set -euo pipefail
if ! command -v musl-gcc >/dev/null; then
    echo "musl-gcc is needed (Debian package musl-tools)"
    exit 77
fi
own=$PWD/include
root=$1
generated=$2
shift 2

# The libraries' headers alone: beside them lie those of the other C library.
rm -rf "$own" && mkdir -p "$own"
while [[ $1 != -- ]]; do
    for header in "$1"/{CL,cjson,ini.h} "$1"/cairo*.h; do
        if [[ -e $header ]]; then ln -sf "$header" "$own/"; fi
    done
    shift
done
shift
cd "$root"
flags=(-std=c11 "${@/#/-D}" -Wall -Wextra -Wpedantic -Werror -isystem "$own"
    -Iinclude -Ilib -Isrc -Ikernels -Isetups -Itests "-I$generated")

sources=$(find lib src setups -name '*.c' ! -name 'transport_mpi.c' ! -name 'gunzip_zlib.c')
if [[ ! -e $own/cairo.h ]]; then sources=$(grep -v _cairo <<<"$sources"); fi
xargs -n 20 musl-gcc -fsyntax-only "${flags[@]}" <<<"$sources"

for test in process table; do
    musl-gcc "${flags[@]}" tests/unit/*/test_$test.c lib/process/*.c lib/base/*.c tests/support/check.c \
        -lm -o "$own/test_$test"
    (cd "$own" && "./test_$test")
done
echo "$(wc -l <<<"$sources") sources compile with musl"
