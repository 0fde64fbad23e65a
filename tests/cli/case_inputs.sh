#!/bin/bash
# case_inputs.sh - files that a case names: where they are looked for, copied and read again.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

# Half of the speed in the mean: u grows from 0 to 1 over the height of the channel.
mkdir deck
printf 'height,u\n0,0\n2,1\n' >deck/shear.csv
cat >deck/shear.ini <<'INI'
[case]
setup = case
lattice = d2q9
[box]
resolution = 8
size = 4,2
[fluid]
re = 10
[face y-]
kind = wall
[face y+]
kind = wall
[inlet in]
on = x-
speed = 0.05
profile = shear.csv
[outlet out]
on = x+
[stop]
until = 20
[expect half]
result = in.speed
value = 0.025
within = 3 %
INI
quiet=(vtk=0 png=0)
run run -c deck/shear.ini "${quiet[@]}" checkpoint=1000 -o whole
expect_code 0
expect_not_in err "the largest u"
expect_true "the table is copied" cmp deck/shear.csv whole/inputs/shear.csv
expect_in whole/case.ini "profile = inputs/shear.csv"
expect_true "its checksum is told" "$python" -c '
import json, zlib
one, = json.load(open("whole/run.json"))["inputs"]
assert one["file"].endswith("/deck/shear.csv") and one["copy"] == "inputs/shear.csv", one
assert int(one["crc32"], 16) == zlib.crc32(open("deck/shear.csv", "rb").read()), one'

# A run that is stopped goes on with its copy, and so does its case file.
run run -c deck/shear.ini "${quiet[@]}" max-wall=0.001 -o parts
printf 'height,u\n0,1\n2,1\n' >deck/shear.csv
run resume parts max-wall=0
expect_code 0
expect_in err "has changed since this run began"
expect_true "the same flows" cmp whole/flows.csv parts/flows.csv
run run -c whole/case.ini "${quiet[@]}" -o again
expect_code 0
expect_true "the same flows" cmp whole/flows.csv again/flows.csv

# A sweep reads it once; words are no files.
run run -c deck/shear.ini "${quiet[@]}" in.profile=deck/shear.csv box.resolution=4,8 stop.until=0.5 -o sweep
expect_file sweep/inputs/shear.csv
run run -c deck/shear.ini "${quiet[@]}" in.profile=flat box.resolution=4,8 stop.until=0.5 -o flat
expect_true "no word is a file" test ! -e flat/inputs -a -s flat/sweep.csv
printf 'height,u\n0,0\n2,0.05\n' >deck/shear.csv
run run -c deck/shear.ini "${quiet[@]}" steps=0 -o slow
expect_in out "[in]: the largest u of '$PWD/deck/shear.csv' is 0.05, and the velocity there 0.0025 cells/step"
printf 'height,u\n0,0\n2,9\n' >deck/shear.csv
run run -c deck/shear.ini -o fast
expect_code 2
expect_in err "at height 1.19 the speed is 5.34 of the stream's; with u=0.05 it must be from 0 to 5"
run run -c deck/shear.ini in.profile=shaer -o word
expect_code 2
expect_in err "in.profile=shaer: flat, developed, power:0.16, or a table, shaer.csv"
run run -c deck/shear.ini in.profile=shear.csv -o here
expect_in err "cannot read '$PWD/shear.csv'"

# Numbers of an image that are none.
"$python" - <<'PYTHON'
import struct
head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (8, 8), }"
head += b" " * (64 - (len(head) + 11) % 64) + b"\n"
numbers = [1.0 if n // 8 == 4 else float("nan") if n == 19 else 0.0 for n in range(64)]
open("odd.npy", "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack("<64d", *numbers))
PYTHON
printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nsize = 8,8\n[fluid]\nviscosity = 0.1\n[image g]\nfile = odd.npy\nsolid = above:0.5\n[force]\nacceleration = 1e-5,0\n[stop]\nsteps = 10\n' >odd.ini
run run -c odd.ini steps=0 -o odd
expect_code 2
expect_in err "1 of 64 cells are nan, neither fluid nor solid: numbers are needed"

# Flows that sound still moves are told as they are at the end, and that they vary.
printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 12\nsize = 4,1\n[fluid]\nre = 20\nspeed = 0.05\n[face y-]\nkind = wall\n[face y+]\nkind = wall\n[inlet in]\non = x-\nkind = velocity\nspeed = 0.05\n[outlet end]\non = x+\nkind = pressure\n[stop]\nuntil = 1\n' >sound.ini
run run -c sound.ini probe=5 vtk=0 png=0 -o sound
expect_in out "end.flow is that at the end, "
expect_in out " %: flows.csv has it over time"

finish
