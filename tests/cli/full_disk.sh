#!/bin/bash
# full_disk.sh - results that cannot be written end with 1 and a sentence, pictures and fields cost a warning, and no
# half-written file stays.
# Not on the native device, on PoCL in turn of three, 14 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# 2 MiB per file: enough for run.json and the driver's own files, too little for 512 x 512 cells of 17 bytes
command_line="ulimit -f 2048; sluice run taylor-green length=512 steps=10"
code=0
(ulimit -f 2048 && exec "$program" run taylor-green length=512 steps=10 png=0 --json -o full) \
    >out 2>err </dev/null || code=$?
expect_code 0
expect_in err "sluice: warning: cannot write 'full/"
expect_json out "d == json.load(open('full/run.json')) and 'energy_ratio_final' in d['results']"
expect_json full/run.json "d['status'] == 'done' and any('cannot write' in w for w in d['warnings'])"
expect_true "no half-written file stays" test -z "$(find full -name '*.partial')"
expect_true "no field stays" test -z "$(find full -name '*.vti')"

# What a later run would go on from: without it a run that max-wall or a signal ends has failed, and three in a row end
# one.
saved=(karman radius=16 "size=256,512" vtk=0 png=0)
command_line="ulimit -f 2048; sluice run ${saved[*]} max-wall=0.5"
run run "${saved[@]}" steps=4 checkpoint=4 -o enough # kernels are in the driver's store then
expect_json enough/run.json "d['checkpoint_step'] == 4"
code=0
(ulimit -f 2048 && exec "$program" run "${saved[@]}" steps=1e12 max-wall=0.5 -o unsaved) >out 2>err </dev/null || code=$?
expect_code 1
expect_in err "could be saved, and there is none before it: cannot write 'unsaved/checkpoint.new/f.npy'"
expect_json unsaved/run.json "d['status'] == 'max-wall' and 'checkpoint_step' not in d"
code=0
(ulimit -f 2048 && exec "$program" resume enough steps=1e12 checkpoint=10) >out 2>err </dev/null || code=$?
expect_code 1
expect_in err "3 checkpoints in a row failed; no checkpoint of step 30 could be saved, and the last one is of step 4: "
expect_json enough/run.json "d['status'] == 'unsaved' and d['steps'] == 30 and d['checkpoint_step'] == 4"
run resume enough steps=40
expect_code 0

# Every one of many: three are named, and in the end it says how many there were; the series is whole.
code=0
(ulimit -f 2048 && exec "$program" run taylor-green length=512 steps=10 png=0 vtk=1 -o many) \
    >out 2>err </dev/null || code=$?
expect_code 0
expect_in err "the run goes on without this file"
expect_in out "warning              11 files could not be written"
expect_true "three are named" test "$(grep -c 'goes on without' err)" -eq 3
expect_json many/run.json "len([w for w in d['warnings'] if 'goes on without' in w]) == 3 and 'energy.csv' in d['files']"
expect_true "no field stays" test -z "$(find many -name '*.vti' -o -name '*.partial')"

# Without a picture, too; without the series there are no results to stand by.
mkdir picture
: >err # not the last run's words
"$program" run taylor-green length=32 vtk=0 -o picture/run >out 2>err </dev/null &
pid=$!
wait_for err "files in" && mkdir -p picture/run/energy.png.partial
ended
expect_code 0
expect_in out "verdict: passed"
expect_json picture/run/run.json "any('energy.png' in w for w in d['warnings']) and d['verdict']['pass'] is True"
: >err # not the last run's words
"$program" run taylor-green length=32 vtk=0 -o picture/series >out 2>err </dev/null &
pid=$!
wait_for err "files in" && mkdir -p picture/series/energy.csv.partial
ended
expect_code 1
expect_in err "energy.csv"
expect_json picture/series/run.json "d['status'] == 'failed' and 'energy.csv' in d['message']"

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
