#!/usr/bin/env bash
# library.sh - the installed library: what it exports, that programs find it by CMake and by pkg-config, that its
# header is C++, too, and that the examples compute what is known.
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh" "$1"
root=$(realpath "$(dirname "$0")/../..")
build=$(dirname "$program")
if grep -q '^LB_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
    echo "a program without the sanitizers cannot load a library with them"
    exit 77
fi

command_line="cmake --install"
code=0
cmake --install "$build" --prefix "$work/here" >out 2>err || code=$?
expect_code 0
library=$(find here -name 'libsluice.so.*.*')
nm -D --defined-only "$library" | awk '{ print $3 }' | sort >exported
grep -oE '\bsluice_[a-z_]+\(' "$root/include/sluice.h" | tr -d '(' | sort -u >declared
grep -v '^sluice_' exported >foreign
expect_true "nothing else is exported: $(head -3 foreign | tr '\n' ' ')" test ! -s foreign
expect_true "what is declared is exported" diff <(grep -xFf exported declared) exported
expect_true "30 functions at most" test "$(wc -l <exported)" -le 30
expect_true "550 lines at most" test "$(wc -l <"$root/include/sluice.h")" -le 550
for example in "$root"/examples/*.c; do
    expect_true "$example has 60 lines at most" test "$(wc -l <"$example")" -le 60
done

command_line="cmake of the examples" code=0
cmake -S "$root/examples" -B built -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/here" >out 2>err || code=$?
expect_code 0
cmake --build built >out 2>err || code=$?
expect_code 0

command_line="cc with pkg-config" code=0
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/here" -name sluice.pc)")
if command -v pkg-config >/dev/null; then
    # shellcheck disable=SC2046
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$root/examples/driven_lid.c" -o by_hand \
        $(pkg-config --cflags --libs sluice) >out 2>err || code=$?
    expect_code 0
    expect_true "a static program finds what it needs" pkg-config --static --libs sluice
fi
if command -v c++ >/dev/null; then
    echo '#include <sluice.h>
    int main() { return sluice_abi() == SLUICE_ABI ? 0 : 1; }' >header.cpp
    command_line="c++" code=0
    c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I here/include header.cpp -o header \
        -L "$(dirname "$library")" -lsluice >out 2>err || code=$?
    expect_code 0
    LD_LIBRARY_PATH=$(dirname "$library") ./header || code=$?
    expect_code 0
fi
need_device

command_line=driven_lid code=0
built/driven_lid >out 2>err || code=$?
expect_code 0
expect_file driven_lid.vti
"$python" - <<'TEXT' || complain "not within 4 % of Ghia's -0.2109"
import re
lowest = float(re.search(r"-0\.\d+", open("out").read())[0])
assert abs(lowest / -0.2109 - 1.0) < 0.04, lowest
TEXT

# The drag swells and ebbs with the inlet: so do its extremes, a period of 4000 steps later again.
command_line=pulsating_inlet code=0
built/pulsating_inlet >out 2>err || code=$?
expect_code 0
"$python" - <<'TEXT' || complain "the drag does not follow the inlet"
drag = {int(step): float(x) for step, x, y in (line.split(",") for line in open("out"))}
assert len(drag) == 24 and min(drag.values()) > 0.0, drag
assert drag[9000] > 3.0 * drag[11000], drag
assert abs(drag[12000] / drag[8000] - 1.0) < 0.1, drag
TEXT
if [[ -x built/divided_vortex && -x $build/tests/ranks ]]; then
    . "$root/tests/support/mpi.sh"
    launcher=$(launcher_of built/divided_vortex)
    for count in 1 2; do
        ranks "$launcher" "$count" built/divided_vortex
        expect_code 0
        expect_in out "$count ranks: viscosity 0.0499"
    done
fi
finish
