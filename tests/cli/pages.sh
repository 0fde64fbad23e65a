#!/bin/bash
# pages.sh - what the pages show is so: every command is one that the program takes (cases and benchmarks are
# planned, not run; of other commands the options are looked up), the Python runs, the schema and the table
# of run.json know every key.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
pages=$(realpath "$(dirname "$0")/../..")

need_device
run run karman quick=1 steps=40 vtk=20 --tune never -o street
expect_code 0
cp -r street karman-1
run run tunnel --lattice d2q9 body=cylinder re=100 resolution=8 steps=0 -o look
expect_code 0

"$python" - "$pages" >found 2>&1 <<'TEXT' || cat found
import json
import pathlib
import re
import sys

pages = pathlib.Path(sys.argv[1]) / "docs"
example = re.search(r"```python\n(.*?)```", (pages / "paraview-python.md").read_text(), re.S)[1]
exec(example, shown := {})
assert shown["u"].shape == (1, 256, 128, 3) and 0.1 < abs(shown["u"]).max() < 0.5, shown["u"].shape
assert list(shown["probe"].dtype.names) == ["step", "ux", "uy"]

schema = json.loads((pages / "run.schema.json").read_text())
table = (pages / "output.md").read_text()
for folder in ("street", "look"):
    for key in json.load(open(f"{folder}/run.json")):
        assert key in schema["properties"], f"{key} is not in run.schema.json"
for key in schema["properties"]:
    assert f"`{key}`" in table, f"{key} is not in output.md"
try:
    import jsonschema
except ImportError:
    print("no jsonschema here")
else:
    jsonschema.validate(shown["run"], schema)
    jsonschema.validate(json.load(open("look/run.json")), schema)
print("all is so")
TEXT
expect_in found "all is so"

# The files that they name: a cube.
cat >cube.off <<'TEXT'
OFF
8 12 0
0 0 0
1 0 0
1 1 0
0 1 0
0 0 1
1 0 1
1 1 1
0 1 1
3 0 2 1
3 0 3 2
3 4 5 6
3 4 6 7
3 0 1 5
3 0 5 4
3 1 2 6
3 1 6 5
3 2 3 7
3 2 7 6
3 3 0 4
3 3 4 7
TEXT
"$python" - <<'TEXT'
import pathlib
import struct

lines = pathlib.Path("cube.off").read_text().splitlines()
points = [line for line in lines[2:10]]
facets = "".join(
    "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {points[int(n)]}\n" for n in line.split()[1:])
    + "endloop\nendfacet\n" for line in lines[10:])
for name in ("car.stl", "wing.stl", "cell.stl"):
    pathlib.Path(name).write_text(f"solid\n{facets}endsolid\n")
pathlib.Path("pack.raw").write_bytes(b"\0" * 6912 + b"\1" * 6912)
pathlib.Path("slices").mkdir()
for layer in 0, 1:  # TIFF, 2 x 2 pixels, one column white
    tags = ((256, 4, 2), (257, 4, 2), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 98), (279, 4, 4))
    pathlib.Path(f"slices/{layer}.tif").write_bytes(b"II*\0\x08\0\0\0" + struct.pack("<H", 7) +
        b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags) + bytes(4) + b"\xff\0\xff\0")
TEXT

# Options alone: the words of `sluice help COMMAND`.
options_are_known() { # command, words
    local command=$1 word
    run help "$command"
    expect_code 0
    for word in "${@:2}"; do
        case $word in --*) expect_in out "$word" ;; esac
    done
}

# Of lists of numbers, and of a grid's formats, the first stands for all; nothing is written.
is_planned() { # words of a case or a benchmark
    local words=() command=$1
    while [ $# -gt 0 ]; do
        case $1 in
        -o) shift ;;
        fields=* | watch=* | size=*) words+=("$1") ;;
        *=*,*) words+=("${1%%,*}") ;;
        *,*) if [ "$command" = run ]; then words+=("${1%%,*}"); else words+=("$1"); fi ;;
        *) words+=("$1") ;;
        esac
        shift
    done
    run "${words[@]}" --print-case
    expect_code 0
}

ln -s "$pages/docs" docs # the README's mesh
run new backward-facing-step
cp out my.ini

shown=0
while read -r line; do
    line=${line%%#*} line=${line%%|*}
    read -ra words <<<"${line#*sluice }"
    shown=$((shown + 1))
    case "${words[*]}" in
    *.jsonl* | *" --compare "*) options_are_known "${words[@]}" ;;
    *"<("*) ;;
    "run "* | "compare "* | bench*) is_planned "${words[@]}" ;;
    help* | version*) ;;
    *) options_are_known "${words[@]}" ;;
    esac
done < <(grep -hE '^    +(build/)?sluice ' "$pages"/README.md "$pages"/docs/*.md "$pages"/docs/*/*.md)
expect_true "pages show commands ($shown)" test "$shown" -gt 50
finish
