#!/bin/bash
# odd_worlds.sh - closed descriptors, links laid out, names that a terminal would obey, limits of memory: each ends with
# a sentence and the right exit code, and nothing is written where it should not be.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
escape=$'\e]0;owned\a\e[31m'

# Closed standard streams are not given to the files that are opened next.
command_line="sluice bench >&-"
code=0
POCL_MEMORY_LIMIT=1 "$program" bench size=16 seconds=0.01 batches=1 --lattice d2q9 --precision fp32/fp32 -o bench --json >&- 2>err </dev/null || code=$?
expect_code 1
expect_in err "cannot write to standard output: Bad file descriptor"
command_line="sluice run <&- >&- 2>&-"
code=0
"$program" run taylor-green length=16 steps=2 -o closed <&- >&- 2>&- || code=$?
expect_code 1
expect_true "no message is in a file" test -z "$(grep -rlF --exclude=log.txt 'verdict:' closed)"
expect_json closed/run.json "d['status'] == 'done'"

# A link where a file is about to be written is replaced, and what it points to is left alone.
echo precious >precious
: >err # not the last run's words
"$program" run taylor-green length=256 tau=0.51 steps=1000000 max-wall=3 vtk=0 png=0 -o linked >out 2>err </dev/null &
pid=$!
wait_for err "files in"
ln precious linked/energy.csv 2>/dev/null || true # not only links by name
ln -s ../precious linked/energy.csv.partial
ln -s ../precious linked/run.json.partial
ended
expect_code 0
expect_true "what the links point to is as it was" test "$(cat precious)" = precious
expect_true "the table is a file" test ! -L linked/energy.csv
expect_json linked/run.json "d['status'] == 'max-wall'"

# What others wrote is shown without what a terminal would obey.
printf '[case]\nsetup = taylor-green\n[parameters]\n%s = 3\n' "$escape" >hostile.ini
run run -c hostile.ini
expect_code 2
expect_true "no control characters" test -z "$(tr -d '\n\t -~' <err)"
printf 'solid %s\nfacet\n' "$escape" >hostile.stl
run run capsule "mesh=$PWD/hostile.stl" steps=1
expect_true "no control characters" test -z "$(tr -d '\n\t -~' <err)"
printf '{"schema":"%s"}\n' '\u001b[31m' >hostile.jsonl
run bench --compare hostile.jsonl hostile.jsonl
expect_true "no control characters" test -z "$(tr -d '\n\t -~' <err)"

# JSON is UTF-8 whatever the folder is called.
run run taylor-green length=16 steps=2 vtk=0 png=0 --json -o $'caf\xe9 \xc3\xa9'
expect_code 0
expect_json out "d['folder'] == 'caf? \u00e9'"

# Kernel files that ask for what the program lacks.
cp -r "$kernels" wrong
echo '#include "slot/delta"' >>wrong/step/step.cl
echo '#include "slot/lattice"' >>wrong/probes/membench.cl
echo '#include "slot/membrane"' >>wrong/cell/cells.cl
run run taylor-green length=16 steps=1 --kernel-dir wrong -o no-slot
expect_code 1
expect_in err "this program has nothing for 'slot/membrane'"
run membench --kernel-dir wrong size=65536
expect_code 1
expect_in err "this program has nothing for 'slot/lattice'"
cp "$kernels/cell/cells.cl" wrong/cell/cells.cl
run run taylor-green length=16 steps=1 --kernel-dir wrong -o no-slot
expect_code 1
expect_in err "this program has nothing for 'slot/delta'"

# Boxes that do not fit are refused before anything is built or measured.
begin=$SECONDS
run run karman size=65536,65536 -o large
expect_code 4
expect_in err "would fit"
expect_not_in err "tuning"
expect_true "at once" test $((SECONDS - begin)) -lt 5
expect_true "without a folder" test ! -e large

# A cause is named as it is.
command_line="ulimit -v 200000; sluice devices"
code=0
(ulimit -v 200000 && exec "$program" devices >out 2>err </dev/null) || code=$?
if [ "$code" -ne 0 ]; then
    expect_in err "ulimit -v"
    expect_not_in err "install PoCL"
fi

# A driver that ends the program, here for lack of a linker, leaves a sentence and no folder; one without a place for
# its kernels is named with it.
run devices
if [ "$(grep -c "^    platform" out)" -eq "$(grep -c "^    platform .*Portable Computing Language" out)" ]; then
    command_line="PATH=/nonexistent sluice run taylor-green"
    code=0
    env -u COMPILER_PATH PATH=/nonexistent POCL_CACHE_DIR="$work/fresh-store" "$program" run taylor-green length=16 steps=4 -o no-linker \
        >out 2>err </dev/null || code=$?
    expect_code 4
    expect_in err "sluice: the OpenCL driver ended the program while it built kernels"
    expect_in err "PoCL keeps what it builds in '$work/fresh-store'"
    expect_true "no folder stays" test ! -e no-linker
    command_line="POCL_CACHE_DIR=/proc/none sluice devices"
    code=0
    POCL_CACHE_DIR=/proc/none "$program" devices >out 2>err </dev/null || code=$?
    expect_code 4
    expect_in err "platform 'Portable Computing Language' has no device: can it write '/proc/none'? POCL_CACHE_DIR"
fi

# A table of others may have lines of any length.
head -c 3000000 /dev/zero | tr '\0' x >long.jsonl
run bench --compare long.jsonl long.jsonl
expect_code 1
expect_in err "long.jsonl:1: a line of more than 1048576 bytes is no point"
finish
