#!/bin/bash
# full_disk.sh - output that cannot be written ends with 1 and a sentence, and leaves no half-written file.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# 2 MiB per file: enough for run.json and the driver's own files, too little for 512 x 512 cells of 17 bytes
command_line="ulimit -f 2048; sluice run taylor-green length=512 steps=10"
code=0
(ulimit -f 2048 && exec "$program" run taylor-green length=512 steps=10 png=0 --json -o full) \
    >out 2>err </dev/null || code=$?
expect_code 1
expect_in err "sluice: cannot write 'full/"
expect_json out "d == json.load(open('full/run.json')) and 'energy_ratio_final' in d['results']"
expect_json full/run.json "d['status'] == 'failed' and 'cannot write' in d['message']"
expect_true "no half-written file stays" test -z "$(find full -name '*.partial')"
expect_true "no field stays" test -z "$(find full -name '*.vti')"

if [ -w /dev/full ]; then
    code=0
    command_line="sluice setups >/dev/full"
    "$program" setups >/dev/full 2>err || code=$?
    expect_code 1
    expect_in err "No space left"
    code=0
    "$program" run taylor-green quick=1 length=8 steps=1 -o lost >/dev/full 2>err || code=$?
    expect_code 1
    expect_file lost/run.json
fi
finish
