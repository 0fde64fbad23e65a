#!/bin/bash
# signals.sh - the first signal ends a run in good order, a later one at once; max-wall ends it like
# the first.
# Not on the native device, on PoCL in turn of three, 12 s: a run does not stop at a signal there in time.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

start() { # output folder, further arguments; a run that would go on for ever
    local folder=$1
    shift
    command_line="sluice run karman radius=4 steps=1e12 $*"
    : >err # the last run's words would pass for this one's
    $in_background "$program" run karman radius=4 steps=1e12 -o "$folder" "$@" >out 2>err </dev/null &
    pid=$!
    # steps are being made once a survey has been printed
    wait_for err "excess mass"
}

for pair in "INT 130 interrupted" "TERM 143 terminated" "HUP 129 terminated" "XCPU 152 terminated"; do
    read -r signal expected word <<<"$pair"
    start "by-$signal" -v --json
    kill -s "$signal" "$pid"
    ended
    expect_code "$expected"
    expect_in err "sluice: $word at step"
    expect_json out "d['status'] == '$word' and d['verdict'] is None and d['steps'] > 0"
    expect_json out "d == json.load(open('by-$signal/run.json'))"
    expect_file "by-$signal/probe.csv"
    expect_file "by-$signal/fields.pvd"
    expect_in err "and \`sluice resume by-$signal\` goes on"
    expect_file "by-$signal/checkpoint/f.npy"
    expect_true "no half-written file stays" test -z "$(find "by-$signal" -name '*.partial')"
done

# Those that ask for a checkpoint do not stop; nohup(1) has SIGHUP ignored, and so it stays.
trap '' HUP
start by-all -v
trap - HUP
kill -s USR1 "$pid"
wait_for err "checkpoint of step"
expect_file by-all/checkpoint/meta.json
rm -r by-all/checkpoint
kill -s HUP "$pid"
kill -s USR2 "$pid"
wait_until test -s by-all/checkpoint/meta.json
kill -s TERM "$pid"
ended
expect_code 143

# What was observed is there even where nothing could be saved any more.
start by-kill -v watch=speed@mean
wait_for by-kill/watch.csv "step,speed@mean"
wait_for by-kill/probe.csv "step,ux,uy"
kill -s KILL "$pid"
ended
expect_code 137
expect_true "rows are there, and the header once" "$python" - <<'PYTHON'
import csv, sys
rows = list(csv.reader(open("by-kill/probe.csv")))
sys.exit(0 if len(rows) > 20 and [float(r[0]) for r in rows[1:20]] == sorted(float(r[0]) for r in rows[1:20]) else 1)
PYTHON

# timeout(1) signals its child and then their group: that is one wish.
start by-both -v
kill -s INT "$pid"
kill -s INT "$pid"
ended
expect_code 130
expect_in err "sluice: interrupted at step"
expect_file "by-both/probe.csv"

# While the kernels are built, with nothing of the driver's in store: in good order, too.
command_line="sluice run karman, interrupted early"
POCL_CACHE_DIR=$work/fresh $in_background "$program" run karman radius=4 steps=1e12 -o early >out 2>err </dev/null &
pid=$!
wait_until test -d early
kill -s INT "$pid"
ended
expect_code 130
expect_in err "sluice: interrupted"
expect_true "no empty folder stays" test ! -e early -o -s early/run.json

# What a driver starts to build them does not see a signal to the whole group.
command_line="sluice run karman, its group signalled while kernels are built"
POCL_CACHE_DIR=$work/grouped setsid "$program" run karman radius=4 steps=1e12 -v -o grouped >out 2>err </dev/null &
pid=$!
wait_until test -d grouped
while kill -0 "$pid" 2>/dev/null && ! grep -q "excess mass" err; do
    kill -s USR1 -- "-$pid"
    sleep 0.01
done
kill -s TERM -- "-$pid"
ended
expect_code 143
expect_file grouped/checkpoint/meta.json
expect_not_in err "unable to execute"

# The second one at once; folders that are still empty go, too.
command_line="sluice compare karman, interrupted twice"
POCL_CACHE_DIR=$work/fresh-too $in_background "$program" compare karman radius=4 steps=1e12 -o twice >out 2>err </dev/null &
pid=$!
wait_until test -d twice/fp64-fp64
kill -s INT "$pid"
sleep 0.7
kill -s INT "$pid" 2>/dev/null
ended
expect_code 130
expect_true "no empty folder stays of a run" test ! -e twice/fp64-fp64
expect_true "nor one around it without a plan" test ! -e twice -o -s twice/study.json

# A reader of messages that goes away costs nothing; one of the results ends the program as ever,
# once the files are there.
command_line="sluice run taylor-green ... 2> >(true)"
code=0
"$program" run taylor-green length=16 steps=400 -v -o unread >out 2> >(true) </dev/null || code=$?
expect_code 0
expect_json unread/run.json "d['status'] == 'done'"
command_line="sluice run taylor-green ... | true"
"$program" run taylor-green length=16 steps=400 -v -o no-reader 2>err </dev/null | true
code=${PIPESTATUS[0]}
expect_code 141
expect_not_in err "standard output"
expect_json no-reader/run.json "d['status'] == 'done'"

# But what went wrong with a file of results is told, whoever reads.
command_line="sluice run karman ... | true, with files of 2 MB at most"
(ulimit -f 2000; "$program" run karman radius=2 size=16,32 re=20 u=0.05 steps=80000 probe=1 png=0 vtk=0 -v -o too-large 2>err </dev/null) | true
code=${PIPESTATUS[0]}
expect_code 1
expect_in err "cannot write"

run run karman radius=4 steps=1e12 max-wall=1 -o by-wall
expect_code 0
expect_in out "verdict: none - stopped early by max-wall"
expect_json by-wall/run.json "d['status'] == 'max-wall' and 1 <= d['time_s'] < 60"
finish
