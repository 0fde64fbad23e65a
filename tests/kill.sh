#!/bin/bash
# kill.sh - a run that saves every few steps is killed at random moments, again and again.
# Usage: kill.sh PROGRAM [KILLS]
# After each SIGKILL a checkpoint is valid; each run that is resumed to the end has the files of the
# undisturbed one, byte for byte.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/support/cli.sh" "$1"
kills=${2:-100}
need_device

# Several kinds of runs in turn: rows, fields and pictures; markers; a free surface with its droplets.
flows=("taylor-green length=32 steps=600 vtk=100 png=300 watch=speed@mean checkpoint=3"
    "karman radius=4 steps=900 vtk=300 png=0 checkpoint=5"
    "capsule quick=1 subdivisions=2 size=24,24,24 radius=5 steps=160 vtk=40 png=0 checkpoint=2"
    "dam-break quick=1 steps=160 vtk=40 png=0 checkpoint=3")

# Whether some folder of the checkpoint is whole: its checksums are those of its files.
cat >valid.py <<'PYTHON'
import json, os, sys, zlib
def whole(folder):
    try:
        text = open(folder + "/meta.json").read()
        meta = json.loads(text)
        plain = text.replace(meta["checksum"], "00000000", 1)
        return "%08x" % zlib.crc32(plain.encode()) == meta["checksum"] and all(
            (lambda data: len(data) == file["bytes"] and "%08x" % zlib.crc32(data) == file["crc32"])(
                open(folder + "/" + name, "rb").read()) for name, file in meta["files"].items())
    except (OSError, ValueError, KeyError):
        return False
sys.exit(0 if any(whole(sys.argv[1] + "/checkpoint" + end) for end in ("", ".new", ".old")) else 1)
PYTHON

same_files() { # undisturbed run, resumed one
    local file
    while IFS= read -r file; do
        case $file in *run.json | *meta.json | *log.txt) continue ;; esac
        expect_true "$2: $file is that of $1" cmp -s "$1/$file" "$2/$file"
    done < <(cd "$1" && find . -type f)
    file=$(find "$2" -name '*.partial' -o -name 'checkpoint.*')
    expect_true "nothing half-written stays: $file" test -z "$file"
}

launch() { # arguments of the program
    command_line="sluice $*"
    "$program" "$@" >out 2>err </dev/null &
    pid=$!
}

# Times from 0 to `seconds` of its own length: beginning, saving and ending are all met.
kill_at_random() {
    local delay
    delay=$(awk -v r="$RANDOM" -v s="$seconds" 'BEGIN { printf "%.4f", s * r / 32768 }')
    sleep "$delay"
    kill -s KILL "$pid" 2>/dev/null
    code=0
    wait "$pid" 2>/dev/null || code=$?
}

done_kills=0
runs=0
while ((done_kills < kills)); do
    number=$((runs % ${#flows[@]}))
    read -ra flow <<<"${flows[number]}"
    if [ ! -d "whole-$number" ]; then
        run run "${flow[@]}" -o "whole-$number" # builds the kernels
        [ "$code" -eq 0 ] || [ "$code" -eq 5 ] || complain "the undisturbed run fails"
        rm -r "whole-$number"
        start=$(date +%s.%N)
        run run "${flow[@]}" -o "whole-$number"
        ends[number]=$code
        lengths[number]=$(awk -v a="$start" -v b="$(date +%s.%N)" 'BEGIN { print b - a }')
    fi
    seconds=${lengths[number]}
    rm -rf killed
    launch run "${flow[@]}" -o killed
    while :; do
        kill_at_random
        [ "$code" -eq 137 ] || break
        done_kills=$((done_kills + 1))
        if grep -q '"status":.*"done"' killed/run.json 2>/dev/null; then # on its way out
            code=${ends[number]}
            break
        fi
        if [ ! -e killed ] || { [ ! -e killed/checkpoint ] && [ ! -e killed/checkpoint.new/meta.json ]; }; then
            rm -rf killed # nothing was saved yet
            launch run "${flow[@]}" -o killed
            continue
        fi
        expect_true "kill $done_kills: a checkpoint is whole" "$python" valid.py killed
        launch resume killed
    done
    expect_code "${ends[number]}"
    same_files "whole-$number" killed
    runs=$((runs + 1))
    echo "$done_kills kills in $runs runs so far, $failures failures"
done
echo "$done_kills kills in $runs runs"
finish
