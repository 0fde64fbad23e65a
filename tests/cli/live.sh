#!/bin/bash
# live.sh - the flow in the terminal while it runs: drawn in its place, gone at the end, and the run is the
# same; without a terminal a sentence.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
if ! command -v script >/dev/null; then
    echo "skipped: there is no script(1), which makes a terminal"
    exit 77
fi
flow=(karman radius=4 vtk=0 png=0 --tune never)

run run "${flow[@]}" steps=200 --live -o pipe
expect_code 0
expect_in err "--live shows nothing: standard error is no terminal"

command_line="sluice run karman --live in a terminal"
code=0
TERM=xterm-256color script -qec "stty rows 24 cols 60; $program run ${flow[*]} steps=1e9 max-wall=3 --live -o shown" typed \
    >/dev/null 2>err </dev/null || code=$?
expect_code 0
expect_in typed "karman: building kernels"
expect_in typed "karman: starting"
expect_true "frames that fit, one above the other, and nothing left" "$python" - <<'PYTHON'
import json, re
text = open("typed", encoding="utf-8", newline="").read().replace("\r\n", "\n")
frames = [part for part in re.split(r"\r\x1b\[K(?=\x1b\[38;5;)", text) if part.startswith("\x1b[38;5;")]
assert len(frames) >= 2, len(frames)
lines = [line for line in frames[0].split("\n") if "\u2580" in line]
assert len({line.count("\u2580") for line in lines}) == 1 and lines[0].count("\u2580") <= 59, lines
assert 4 <= len(lines) <= 20, len(lines)
assert len(set(re.findall(r"\x1b\[[34]8;5;(\d+)m", frames[-1]))) > 5, "more than one colour"
ups = re.findall(r"\x1b\[(\d+)A\x1b\[J", text)
assert len(ups) == len(frames) and set(ups) == {str(len(lines))}, (ups, len(frames))
after = text[text.rindex("\x1b[J"):]
assert "\u2580" not in after and "folder" in after
assert json.load(open("shown/run.json"))["status"] == "max-wall"
PYTHON
finish
