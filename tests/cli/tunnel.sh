#!/bin/bash
# tunnel.sh - a body of the user's in a tunnel: what is wrong with it is said before anything runs, with the
# way out; steps=0 only looks; a run leaves forces with errors, pictures and files for ParaView.
# Not on the native device, on PoCL in turn of three, 44 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

refused_with() { # exit code, text in the message, arguments
    local code_of_it=$1 text=$2
    shift 2
    run run tunnel steps=0 -o refused "$@"
    expect_code "$code_of_it"
    expect_in err "$text"
    expect_true "nothing is left" test ! -e refused
}
refused() { refused_with 2 "$@"; }

# A block of 4 x 2 x 1 units with its triangles outwards, without the last of them, and inside out.
"$python" - <<'PY'
corner = [(x, y, z) for z in (0, 1) for y in (0, 2) for x in (0, 4)]
faces = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4),
         (2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]
def write(name, faces, shift=0, thick=1, extra=[]):
    with open(name, "w") as out:
        out.write("OFF\n%d %d 0\n" % (8 + len(extra), len(faces)))
        for x, y, z in corner + extra: out.write("%g %g %g\n" % (thick * x + shift, y, z))
        for f in faces: out.write("3 %d %d %d\n" % f)
write("block.off", faces)
write("short.off", faces, 0, 1e-3)
write("second.off", faces, 5)
write("holes.off", faces[:-2])
write("missed.off", faces + [tuple(k + 8 for k in f) for f in faces],
      extra=[(x, 0.8 + 0.01 * y, z) for x, y, z in corner])
write("inside-out.off", [(a, c, b) for a, b, c in faces])
open("tests.step", "w").write("ISO-10303-21;\n")
open("outline.csv", "w").write("x,y\n0,0\n1,0\n1,0.2\n0,0.2\n")
open("wind.csv", "w").write("height,u\n0,0.5\n1,1\n2,1.1\n")
open("calm.csv", "w").write("height,u\n0,0\n1,0\n")
open("falling.csv", "w").write("height,u\n1,0.5\n0,1\n")
PY

refused "tunnel needs a body: body=FILE.stl"
refused "body=bal: neither a file" re=100 body=bal
refused "FreeCAD or Gmsh can save such a file as STL" re=100 body=tests.step
refused "an outline is a body in two dimensions: --lattice d2q9" re=100 body=outline.csv
refused "absent.stl" re=100 body=absent.stl
refused "commas separate files" re=100 body=block,1.off
refused "a built-in body stands alone" re=100 body=sphere,block.off
refused "tunnel needs a Reynolds number" body=sphere
refused "both give the Reynolds number" body=sphere re=100 speed_si=1 length_si=1
refused "needs the length of the body" body=block.off speed_si=30
refused "both say how long the body is" body=block.off speed_si=30 length_si=1 scale_si=0.001
refused "fluid=oil: air or water" body=sphere speed_si=1 length_si=1 fluid=oil
refused "gives a relaxation time of 0.5 +" body=sphere re=1e9 resolution=8
expect_in err "resolution=6667 or a smaller re would do" # 3 u resolution / re is 1e-6
refused "u=0.3 is out of range" body=sphere re=100 u=0.3
refused "flow=w is not an axis" body=block.off re=100 flow=w
refused "are both along the file's z axis" body=block.off re=100 flow=z up=z
refused "holes=yes: it must be refuse or accept" body=sphere re=100 holes=yes
refused "area_si=1 means nothing without speed_si=" body=sphere re=100 area_si=1
refused "area=1 and area_si=1 say the same" body=sphere speed_si=1 length_si=1 area=1 area_si=1
refused "resolution=9 and memory=" body=sphere re=100 resolution=9 memory=9M
refused "clearance=2 is above a ground" body=sphere re=100 clearance=2
refused "below=2 and ground=slip" body=sphere re=100 below=2 ground=slip
refused "span=2 is of a built-in cylinder or wing" body=sphere re=100 span=2
refused "outlet=open with walls=slip" body=sphere re=100 walls=slip outlet=open
refused "leaves a box without width" body=cylinder re=100 walls=periodic side=0
refused_with 4 "or length=, if the body is short along the stream" body=short.off re=100
expect_in err "memory=8G in place of resolution takes as many cells as fit"
refused_with 4 "In its file the body extends 0.004 x 2 x 1." re=100 body=short.off
refused "has no solid cell: it is 0.064 x" re=100 body=block.off length=1000 resolution=16
expect_in err "In its file the body extends 4 x 2 x 1."
refused_with 4 "which need 5.56e+03 TiB" re=100 body=block.off resolution=8000 # 78 bytes a cell
refused "length= is for files" body=sphere re=100 length=2
refused "absent.csv" re=100 body=absent.csv --lattice d2q9
refused "absent.csv" re=100 body=sphere inlet-file=absent.csv
refused "Is the unit right?" body=block.off speed_si=30 scale_si=1000 resolution=16
refused "inlet=power:1: at height" body=sphere re=100 inlet=power:1 u=0.1
refused "along the file's x and y axes" body=naca0012 re=100 up=z --lattice d2q9
refused "holes.off" body=holes.off re=100 resolution=16
refused "les=0.1 is for --collision rr" body=sphere re=100 les=0.1 --collision trt
refused "les=much: auto, or" body=sphere re=100 les=much
refused "ground=grass: it must be none, fixed, slip or moving" body=sphere re=100 ground=grass
refused "walls=wet: it must be free, slip, fixed or periodic" body=sphere re=100 walls=wet
refused "inlet=shear: uniform, or power:0.16" body=sphere re=100 inlet=shear
refused "the exponent must be" body=sphere re=100 inlet=power:-1
refused "the heights must rise" body=sphere re=100 inlet-file=falling.csv
refused "the speed is 0 at every height" re=100 body=sphere inlet-file=calm.csv
refused "in two dimensions a body is an outline" body=block.off re=100 --lattice d2q9
refused "walls=periodic is for the sides" body=cylinder re=100 --lattice d2q9 walls=periodic
refused "not for d3q13" body=sphere re=100 --lattice d3q13
refused "has no room for 4 cells per length" body=sphere re=100 memory=1M upstream=50

refused "moment-centre=1:2: three numbers with colons between them" body=sphere re=100 moment-centre=1:2
refused "Is the unit right? 'block.off' extends 4 x 2 x 1 in its file, which is 4000 x" body=block.off \
    speed_si=40 scale_si=1000
expect_in err "gives a relaxation time of 0.5 +"
expect_in err "; with one of 1 m it would be 4 x 2 x 1 m."

picture=0 # takes many times as long as all else
looks() { # arguments
    rm -rf look
    run run tunnel steps=0 "png=$picture" -o look "$@"
    expect_code 0
    expect_in out "steps=0: it was only looked at"
    expect_file look/run.json
    expect_file look/case.ini
}
fact() { # name, value [relative tolerance]: of run.json
    expect_true "$1 is $2" "$python" - "$@" <<'PY'
import json, sys
results = json.load(open("look/run.json"))["results"]
value, expected = results[sys.argv[1]], float(sys.argv[2])
tolerance = float(sys.argv[3]) if len(sys.argv) > 3 else 1e-6
sys.exit(abs(value - expected) > tolerance * abs(expected))
PY
}
# turned so that its length of 2 lies along the stream, and its length of 4 is up
looks body=block.off flow=y up=x re=50 resolution=16
fact file_x 4
fact body_x 16
fact body_z 32
fact solid_cells $((16 * 8 * 32))
fact memory "$("$python" -c 'import json; print(78 * json.load(open("look/run.json"))["cells"] / 2**30)')"
fact frontal_area 1
looks body=block.off,second.off re=50 resolution=18
fact solid_cells $((2 * 8 * 4 * 2))
fact steps_at_most $((18 * 200 * 20))
expect_json look/run.json "[d['units'][key] for key in ('thin_share', 'boundary_layer', 'minutes_at_most')] == ['1', 'cells', 'min']"
expect_true "the terminal has the words, too" grep -qE '^  boundary_layer  .* cells, if laminar$' out
expect_not_in out "does not fit"
# A plate of 0.02 units beside a block of 4 x 2 x 1, a tenth of a cell.
looks body=missed.off re=50 resolution=20
expect_in out "1 of 2 parts of 'missed.off' (20 x 0.1 x 5 cells from ("
expect_in out "has no solid cell"
fact mesh_parts 2
fact mesh_volume $((20 * 10 * 5 + 10))
fact solid_cells $((20 * 10 * 5))
fact cells_x 20
expect_true "the parts have their rows" "$python" - <<'PY'
import csv
rows = list(csv.DictReader(open("look/body-parts.csv")))
assert [float(r["cells"]) for r in rows] == [1000, 0], rows
assert [float(r["triangles"]) for r in rows] == [12, 12], rows
assert abs(float(rows[1]["mesh_volume"]) - 10) < 1e-3, rows
PY
# A name of a built-in body is a file's where it is given as one.
cp block.off sphere
looks body=./sphere re=50 resolution=16
fact solid_cells $((16 * 8 * 4))
"$python" - <<'PY'
import struct
lines = open("block.off").read().split("\n")
corners = [tuple(map(float, l.split())) for l in lines[2:10]]
with open("streamed.stl", "wb") as out: # no count, as of a program that wrote to a pipe
    out.write(bytes(80) + struct.pack("<I", 0))
    for l in lines[10:22]:
        out.write(struct.pack("<12fH", 0, 0, 0, *(x for k in l.split()[1:] for x in corners[int(k)]), 0))
PY
looks body=streamed.stl re=50 resolution=16
fact solid_cells $((16 * 8 * 4))
expect_in out "streamed.stl: it says that it has 0 triangles; 12 fit into its 684 bytes and are read"
looks body=inside-out.off re=50 resolution=16
expect_in out "inside-out.off was inside out"
looks body=inside-out.off re=50 memory=9M
expect_true "it is said once" test "$(cat out err | grep -c "inside-out.off was inside out")" = 1
looks body=block.off flow=y up=x re=50 memory=40M
fact body_z "$(awk '/"body_x"/ {print 2 * $2; exit}' FS='[:,]' look/run.json)" 1e-12
for walls in periodic slip; do
    looks body=block.off re=50 resolution=18 side=0 walls=$walls # 9 cells wide
    fact cells_y 9
    expect_json look/run.json "d['size'][1] == 9 + 2 * ('$walls' == 'slip')"
    expect_not_in out "the slot between"
done
looks body=block.off re=50 resolution=18 side=0
expect_in out "the slot between the body and the sides is 2 cells wide"
looks body=holes.off re=50 resolution=16 holes=accept
expect_in out "holes.off"
looks body=block.off re=50 resolution=16 ground=moving clearance=0.125
expect_in out "256 cells are between the body and the ground in gaps narrower than 3 cells, the narrowest of 2"
looks body=cylinder re=50 resolution=16 --lattice d2q9 walls=slip inlet-kind=hard
expect_in out "keep sound in the box"
looks body=block.off re=50 resolution=16 downstream=1
expect_in out "sponge=2 reaches up to the body"
looks body=outline.csv re=50 resolution=20 --lattice d2q9
fact solid_cells 80
looks body=disc re=50 resolution=40 pitch=60
fact body_x "$(awk 'BEGIN {pi = atan2(0, -1); print 40 * (0.1 * cos(pi / 3) + sin(pi / 3) * 1)}')" 2e-3
fact frontal_area "$(awk 'BEGIN {pi = atan2(0, -1); print pi / 4 * cos(pi / 3) + 0.1 * sin(pi / 3)}')" 0.05
looks body=block.off speed_si=10 scale_si=0.1 resolution=32 fluid=water --precision fp64
fact cell_si 0.0125                       # 0.4 m over 32 cells
fact reynolds "$(awk 'BEGIN {print 10 * 0.4 / 1.004e-6}')"
expect_true "no cells unasked" test ! -e look/cells.vti
looks body=block.off re=50 resolution=16 vtk=1 upstream=0.5 downstream=1 side=0.5 above=0.5 below=0.5
expect_true "cells.vti has the flags of 16 x 8 x 4 solid cells" "$python" - <<'PY'
import json, re
size = json.load(open("look/run.json"))["size"]
data = open("look/cells.vti", "rb").read()
assert b'type="UInt8" Name="flags"' in data, data[:600]
at = data.index(b"_", data.index(b"<AppendedData")) + 1
count = int.from_bytes(data[at:at + 8], "little")
flags = data[at + 8:at + 8 + count]
assert count == size[0] * size[1] * size[2], (count, size)
assert flags.count(1) == 16 * 8 * 4, flags.count(1)
assert flags.count(3) == count - (size[0] - 2) * (size[1] - 2) * (size[2] - 2)
PY
picture=1
looks body=sphere re=100 memory=20M
picture=0
expect_true "it fits" "$python" -c '
import json
c = json.load(open("look/run.json"))
n = c["size"][0] * c["size"][1] * c["size"][2]
assert 10e6 < n * 77 < 21e6, n'
if "$program" setups tunnel | grep -q png; then expect_file look/body.png && expect_file look/box.png; fi
mkdir 'a #1; "b"'
cp block.off 'a #1; "b"/say "x";#2=3.off'
looks body='a #1; "b"/say "x";#2=3.off' re=50 resolution=8
expect_true "the case file is there" cp look/case.ini again.ini
expect_true "and the copy of the body that it names" cp -r look/inputs inputs
looks -c again.ini
expect_true "such a name comes through a case file" cmp again.ini look/case.ini

OCL_ICD_VENDORS=/nonexistent run run tunnel quick=1 -o refused
expect_code 4
expect_true "nothing is left without a device" test ! -e refused

need_device
# What the device has no room for is told before it is run, with what would do.
looks body=cylinder re=100 resolution=8 downstream=1000 side=1000 span=0.5 --precision fp64
expect_in out "it does not fit: size 8028,16008,48 needs"
expect_in out "M takes as many cells as fit."
# From the numbers alone, before the body's cells are looked for, which would find its holes.
run run tunnel body=holes.off re=100 resolution=600 -o vast
expect_code 4
expect_in err "it does not fit; at most 0."
expect_in err "M takes as many cells as fit."
run run tunnel body=block.off re=1e6 resolution=16 u=0.2 --collision srt side=0.5 above=0.5 below=0.5 \
    upstream=0.5 downstream=1 -o diverged
expect_code 3
expect_in err "from block.off"
expect_in err "; --collision rr, a smaller u= or a larger resolution may help; its files"
run run tunnel body=block.off,second.off re=40 resolution=18 u=0.1 skip=1 until=3 yaw=10 roll=5 ground=moving \
    inlet-file=wind.csv side=0.5 above=0.5 upstream=0.5 downstream=1 sponge=0.5 tolerance=0 -o block
expect_code 0
for file in forces.csv parts.csv fields.pvd run.json case.ini; do expect_file "block/$file"; done
expect_true "the parts' forces are the body's" "$python" - <<'PY'
import csv
whole = {r["step"]: r for r in csv.DictReader(open("block/forces.csv"))}
parts = {}
for r in csv.DictReader(open("block/parts.csv")):
    parts.setdefault(r["step"], []).append(r)
assert len(whole) > 30 and set(parts) == set(whole)
for step, rows in parts.items():
    assert [r["part"] for r in rows] == ["1", "2"]
    assert all(0 < float(r["area"]) < 1 for r in rows), rows
    for name in ("cd", "cl", "cs"):
        total = sum(float(r[name]) for r in rows)
        assert abs(total - float(whole[step][name])) < 1e-5 * (1 + abs(total)), (step, name)
PY
expect_true "moments are positive as the angles are: about -x, y and -z" "$python" - <<'PY'
import csv, json
rows = [r for r in csv.DictReader(open("block/forces.csv")) if float(r["time"]) >= 1]
results = json.load(open("block/run.json"))["results"]
for name, column, sign in (("roll", "cmx", -1), ("pitch", "cmy", 1), ("yaw", "cmz", -1)):
    mean = sum(float(r[column]) for r in rows) / len(rows)
    assert abs(mean) > 1e-3
    assert abs(results["moment_%s_mean" % name] - sign * mean) < 1e-2 * abs(mean), (name, mean)
PY

run run tunnel body=box re=20 resolution=5 u=0.1 skip=0.5 until=2 side=0.5 above=0.5 below=0.5 \
    upstream=0.5 downstream=1 sponge=0.5 tolerance=0 vtk=0 png=0 -o cube
expect_code 0
expect_true "moments of a cube an odd number of cells wide are about its own centre" \
    "$python" - <<'PY'
import csv
for r in csv.DictReader(open("cube/forces.csv")):
    for name in ("cmx", "cmz"):
        assert abs(float(r[name])) < 5e-3 * float(r["cd"]), (r["step"], name, r[name], r["cd"])
PY
run run tunnel body=box re=20 resolution=5 u=0.1 skip=0.5 until=2 side=0.5 above=0.5 below=0.5 \
    upstream=0.5 downstream=1 sponge=0.5 tolerance=0 vtk=0 png=0 moment-centre=-3:0.5:20 -o arm
expect_code 0
expect_true "moments about another point are larger by its distance times the force" "$python" - <<'PY'
import csv
own, other = (list(csv.DictReader(open(name + "/forces.csv"))) for name in ("cube", "arm"))
assert len(own) == len(other) > 5
for a, b in zip(own, other): # the arm is (3, -0.5, -20)
    f = [float(a[k]) for k in ("cd", "cs", "cl")]
    wanted = (-0.5 * f[2] + 20 * f[1], -20 * f[0] - 3 * f[2], 3 * f[1] + 0.5 * f[0])
    for name, w in zip(("cmx", "cmy", "cmz"), wanted):
        assert abs(float(b[name]) - float(a[name]) - w) < 1e-5 * (1 + abs(w)), (name, a, b)
PY
# A bar that reaches periodic sides has no ends: drag over its own area is that of any width.
for width in 3 2.25; do
    "$python" - $width <<'PY'
import sys
lines = open("block.off").read().split("\n")
lines[2:10] = ["%g %g %g" % (x, y, z) for z in (0, 1) for y in (0, float(sys.argv[1])) for x in (0, 2)]
open("bar.off", "w").write("\n".join(lines))
PY
    run run tunnel body=bar.off re=20 resolution=8 u=0.1 walls=periodic side=0 upstream=1 downstream=2 above=1 \
        below=1 sponge=0.5 skip=0.5 until=3 tolerance=0 vtk=0 png=0 -o "bar-$width"
    expect_code 0
done
expect_json bar-3/run.json "d['size'][1] == 12 and d['results']['cells_y'] == 12"
expect_json bar-2.25/run.json "d['size'][1] == 9 and d['results']['cells_y'] == 9"
expect_true "drag over the width is the same" "$python" - <<'PY'
import json
a, b = (json.load(open("bar-%s/run.json" % w))["results"] for w in ("3", "2.25"))
assert abs(a["drag_mean"] / b["drag_mean"] - 1) < 1e-4, (a["drag_mean"], b["drag_mean"])
assert max(abs(a["side_mean"]), abs(b["side_mean"])) < 1e-5 * a["drag_mean"]
PY
expect_json cube/run.json "not any(key.startswith('y_plus') for key in d['results'])"
run run tunnel --lattice d2q9 body=box re=2e4 resolution=8 upstream=1 downstream=1 above=1 below=1 u=0.1 skip=0.1 \
    until=1 tolerance=0 vtk=0 png=0 -o turbulent
expect_json turbulent/run.json "0 < d['results']['y_plus_mean'] < d['results']['y_plus_max']"

slow=(tunnel --lattice d2q9 body=box re=10 resolution=5 upstream=2 downstream=2 side=2 above=2 below=2 u=0.02
    tolerance=0 vtk=0 png=0 --precision fp16s --rounding nearest)
run run "${slow[@]}" skip=50 until=65
expect_code 0
expect_in out "balance: storing FP16S in this many cells may add"
expect_not_in out "looked at: balance"

# Without steps= the case file asks for no look.
run run "${slow[@]}" skip=1 until=2 checkpoint=400 -o whole
expect_code 0
expect_not_in whole/case.ini "steps = "
run run -c whole/case.ini -o again
expect_code 0
expect_json again/run.json "d['status'] == 'done' and d['steps'] == 500"

# A look is neither written over a run nor taken for its end.
cp whole/run.json before.json
run resume whole steps=0
expect_code 2
expect_in err "steps=0 only looks at what would run, and 'whole' is a run"
expect_true "the run is as it was" cmp before.json whole/run.json
sed -i 's/^\t"steps":.*/\t"steps": 0,/' whole/run.json
expect_json whole/run.json "d['steps'] == 0"
run resume whole
expect_code 0
expect_json whole/run.json "d['status'] == 'done' and d['steps'] == 500"

# A body without a reference has its balance looked at, and no drag that passed.
run run tunnel body=sphere re=100 resolution=5 u=0.1 until=30 side=0.7 above=0.7 below=0.7 vtk=0 png=0 -o narrow
expect_code 0
expect_in out "verdict: none - balance passed; drag not judged: the references are for a wide stream"
expect_not_in out "verdict: passed"
run run tunnel body=sphere re=100 resolution=6 u=0.1 until=30 vtk=0 png=0
expect_in out "drag not judged: the diameter has fewer than 8 cells"

# Steady: what the two halves of the record differ by is more than chance, of which there is none, and less than asked for.
run run tunnel --lattice d2q9 body=box re=30 resolution=8 u=0.1 vtk=0 png=0 -o steady
expect_code 0
expect_in out "verdict: none - balance passed; drag not judged: there is no reference for this body"
expect_json steady/run.json "abs(d['results']['balance']) < 0.005"

# While the wake fills the box, its faces do not feel all of the drag: over the record's first half they miss 5 % of it.
run run tunnel --lattice d2q9 body=cylinder re=100 resolution=8 u=0.08 upstream=15 above=14.5 below=14.5 until=100 \
    vtk=0 png=0 -o wake
expect_code 0
expect_in out "verdict: passed - balance"
expect_json wake/run.json "abs(d['results']['balance']) < 0.01"
finish
