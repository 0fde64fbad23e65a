#!/bin/bash
# rock.sh - permeability of images: flows that are known, images that are turned or lead nowhere, and what does not
# change it: tau, the number format, several grids.
# Natively in turn of three, 34 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
cylinders=$(cd "$(dirname "$0")/../.." && pwd)/docs/cases/cylinders-0.2.png
rock() { # folder, arguments
    run run rock "${@:2}" vtk=0 png=0 --progress never -o "$1"
}

"$python" - <<'PYTHON'
import random, numpy
# Plates and a square duct, turned by a quarter: pores are 0.
for n in 8, 16:
    wide = n + 4
    plates = numpy.ones((4, wide), numpy.uint8)
    plates[:, 2:-2] = 0
    numpy.save("plates-%d.npy" % n, plates) # [y, x]: flow along y
    duct = numpy.ones((wide, 4, wide), numpy.uint16)
    duct[2:-2, :, 2:-2] = 0
    duct[0, 1, 0] = 0 # a pore of its own
    numpy.save("duct-%d.npy" % n, duct) # [z, y, x]: flow along y
random.seed(5)
n = 16
balls = [[random.random() * n for _ in range(3)] + [2 + 2 * random.random()] for _ in range(26)]
apart = lambda a, b: min(abs(a + 0.5 - b), n - abs(a + 0.5 - b))
is_solid = lambda *at: any(sum(apart(a, b) ** 2 for a, b in zip(at, ball)) < ball[3] ** 2 for ball in balls)
cells = [(x, y, z) for z in range(n) for y in range(n) for x in range(n)]
for name, turned in ("x", lambda x, y, z: (x, y, z)), ("z", lambda x, y, z: (z, x, y)), ("y", lambda x, y, z: (y, z, x)):
    open("pack-%s.raw" % name, "wb").write(bytes(is_solid(*turned(*at)) for at in cells))
# A bent channel, whose ends do not fit, and the same with a lid.
bent = numpy.ones((12, 12, 12), numpy.uint8)
bent[2:5, 2:5, :8] = 0
bent[2:5, 2:10, 5:8] = 0
bent[2:5, 7:10, 5:] = 0
numpy.save("bent.npy", bent)
bent[:, :, 6] = 1
numpy.save("lid.npy", bent)
PYTHON

# A part of an image is the image of that part, in either order of its numbers; a list of axes is a run for each.
"$python" - <<'PYTHON'
import numpy
pack = numpy.frombuffer(open("pack-x.raw", "rb").read(), numpy.uint8).reshape(16, 16, 16)
numpy.save("part.npy", pack[1:16, 2:, :14])
numpy.save("columns.npy", numpy.asfortranarray(pack))
PYTHON
rock part image=part.npy solid=1 tail=1e-3
for whole in "pack-x.raw size=16,16,16" columns.npy; do
    # shellcheck disable=SC2086 # two words
    rock "crop-${whole%% *}" image=$whole crop=:14,2:16,1: solid=1 tail=1e-3 axis=x,y
    expect_json "crop-${whole%% *}/axis-x/run.json" "d['results'] == json.load(open('part/run.json'))['results']"
    expect_json "crop-${whole%% *}/sweep.json" "[r['parameters']['axis'] for r in d['runs']] == ['x', 'y'] and
        d['runs'][0]['results']['permeability'] != d['runs'][1]['results']['permeability']"
done
for crop in 0:14,2:17,1: 3:3,:,: :,: 0:4,0:4,0:4,0:4 a:,:,: ::,:,:; do
    run run rock image=columns.npy crop="$crop" solid=1 steps=0
    expect_code 2
    expect_in err "crop=$crop: first cell and end along each axis, as 0:16,0:16,:, within the 16 x 16 x 16 cells"
done

# Slices of a folder and pages of a file are the volume that NumPy stacks of them; they are copied beside the run.
"$python" - <<'PYTHON'
import os, struct, zlib, numpy
pack = numpy.frombuffer(open("pack-x.raw", "rb").read(), numpy.uint8).reshape(16, 16, 16)
def png(page):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + row.tobytes() for row in page)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", page.shape[1], page.shape[0], 8 * page.itemsize, 0, 0, 0, 0)) + \
        chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
def tif(page):
    tags = ((256, 4, 16), (257, 4, 16), (258, 3, 16), (259, 3, 1), (262, 3, 1), (273, 4, 122), (277, 3, 1), (279, 4, 512), (339, 3, 1))
    return b"II*\0\x08\0\0\0" + struct.pack("<H", 9) + b"".join(struct.pack("<HHII", t, k, 1, v) for t, k, v in tags) + \
        bytes(4) + page.astype("<u2").tobytes()
for folder in "png", "tif", "gap":
    os.mkdir(folder)
for n, page in enumerate(pack):
    open("png/scan%d.png" % (n + 95), "wb").write(png(255 * page))
    open("tif/%d.tif" % n, "wb").write(tif(30000 * page))
    if n != 7:
        open("gap/%d.png" % n, "wb").write(png(255 * page))
open("deep.png", "wb").write(png(pack[0].astype(">u2")))
open("text.png", "wb").write(b"This is text with more than one line of words.")
os.mkdir("shorter")
for n in range(2):
    open("shorter/%d.png" % n, "wb").write(png(pack[n, n:]))
PYTHON
for slices in "png/ solid=light" "tif solid=30000"; do
    # shellcheck disable=SC2086 # two words
    rock "of-${slices:0:3}" image=$slices crop=:14,2:16,1: tail=1e-3
    expect_json "of-${slices:0:3}/run.json" "d['results'] == json.load(open('part/run.json'))['results']"
    expect_json "of-${slices:0:3}/run.json" "d['inputs'][0]['copy'] == 'inputs/${slices:0:3}'"
done
expect_true "all slices are copied" diff -r png of-png/inputs/png
rock slices image=png solid=light steps=40 checkpoint=20
rm png/scan99.png
run resume slices steps=80
expect_code 0
expect_in err "has changed since this run began, which goes on with its copy"
rm slices/inputs/png/scan99.png
run resume slices steps=120
expect_code 1
expect_in err "cannot go on with another file"
rock nothing image=nothere solid=light
expect_code 2
expect_in err "nothere: No such file or directory"
rock gap image=gap solid=light
expect_code 2
expect_in err "slice 7 is missing: '6.png' is followed by '8.png'"
rock shorter image=shorter solid=light
expect_in err "1.png' is unlike the slices before it: 16 x 15 cells of 1 bytes, and they have 16 x 16 of 1"
# Beyond a crop, nothing is read.
cp -r tif damaged
echo none >damaged/15.tif
for crop in 1:15 :; do
    run run rock image=damaged solid=30000 crop=:14,2:16,$crop steps=0
    if [ $crop = : ]; then expect_code 2; else expect_code 0; fi
done
mkfifo pipe.tif pipe.png
mkdir pipes
mv pipe.tif pipes
for image in pipes pipes/pipe.tif "pipe.png --lattice d2q9"; do
    # shellcheck disable=SC2086 # several words
    run run rock image=$image solid=light steps=0
    expect_code 2
    expect_in err "it is no ordinary file"
done
rock stairs image=png/scan95.png solid=light
expect_in err "a picture is for two dimensions; a volume is a folder of slices, .png or .tif, or"
rock deep --lattice d2q9 image=deep.png
expect_in err "deep.png': its pixels have 16 bits a colour, and 8 are read; .tif keeps more"
rock text --lattice d2q9 image=text.png
expect_not_in err "bits a colour"
rock dark image=pack-x.raw size=16,16,16
expect_code 2
expect_in err "has only solid cells with solid=dark, its porosity is 0: its numbers go from 0 to 1"
rock none image=pack-x.raw size=16,16,16 solid=2
expect_in err "has no solid cell with solid=2: its numbers go from 0 to 1"

# Walls half-way and TRT: nodes have the exact parabola, and their sum exceeds its integral by 1/(2 h^2).
for h in 8 16; do
    rock "plates-$h" --lattice d2q9 image="plates-$h.npy" solid=1 axis=y tail=1e-7 --precision fp64
    expect_json "plates-$h/run.json" "abs(d['results']['permeability'] * 12 * ($h + 4) / $h**3 - (1 + 0.5 / $h**2)) < 1e-5"
    rock "duct-$h" image="duct-$h.npy" solid=1 axis=y tail=1e-6 voxel_si=2e-6
    expect_json "duct-$h/run.json" "d['results']['converged'] == 1 and d['results']['permeability'] > 0 and
        abs(d['results']['tortuosity'] - 1) < 1e-6"
    expect_json "duct-$h/run.json" "abs(d['results']['connected_porosity'] - ($h / ($h + 4))**2) < 1e-9 and
        abs(d['results']['porosity'] - ($h / ($h + 4))**2 - 1 / (4 * ($h + 4)**2)) < 1e-9"
    expect_json "duct-$h/run.json" "abs(d['results']['permeability_si'] / d['results']['permeability'] / 4e-12 - 1) < 1e-9 and
        abs(d['results']['permeability_md'] * 9.869233e-16 / d['results']['permeability_si'] - 1) < 1e-9"
done
expect_true "square ducts are of second order" "$python" - <<'PYTHON'
import json, math
error = []
for h in 8, 16:
    k = json.load(open("duct-%d/run.json" % h))["results"]["permeability"]
    error.append(k / (0.0351443 * h**2 * (h / (h + 4))**2) - 1)
assert abs(error[1]) < 0.005 and math.log2(error[0] / error[1]) > 1.8, error
PYTHON

# Sangani and Acrivos, Int. J. Multiphase Flow 8, 193 (1982): a solid share of 0.2.
rock cylinders --lattice d2q9 image="$cylinders"
expect_json cylinders/run.json "abs(d['results']['permeability'] * 51.53 / 64**2 - 1) < 0.03"
expect_json cylinders/run.json "d['results']['tail'] <= 1e-4 and d['verdict']['pass'] is None"
expect_in out "verdict: none - permeability: the exact one of an image is not known"

# Pores of one cell: the steady flow, solved for at once by another program, is the mean of two steps, in all formats
# within the error that they tell.
cat >steady.py <<'PYTHON'
import json, sys, numpy
# Linear TRT of D2Q9, populations behind a step as a function of those before it; half-way walls.
def steady(solid, tau=1.1, g=1e-3):
    c = numpy.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)])
    back = [0, 2, 1, 4, 3, 6, 5, 8, 7]
    w = numpy.array([4 / 9] + 4 * [1 / 9] + 4 * [1 / 36])
    even, odd = 1 / tau, 1 / (0.5 + 3 / 16 / (tau - 0.5))
    one = numpy.eye(9)
    rest = one - w[:, None] * (1 + 3 * c @ c.T)
    collide = one - even * (one + one[back]) / 2 @ rest - odd * (one - one[back]) / 2 @ rest
    push = 3 * w * c[:, 0] * g
    pores = [tuple(at) for at in numpy.argwhere(solid == 0)]
    a, b = numpy.zeros((9 * len(pores), 9 * len(pores))), numpy.zeros(9 * len(pores))
    for n, (y, x) in enumerate(pores):
        for q in range(9):
            to = (y + c[q, 1]) % solid.shape[0], (x + c[q, 0]) % solid.shape[1]
            row = 9 * pores.index(to) + q if to in pores else 9 * n + back[q]
            a[row, 9 * n:9 * n + 9] += collide[q]
            b[row] += push[q]
    f = numpy.linalg.lstsq(numpy.eye(len(b)) - a, b, rcond=None)[0]
    u = f.reshape(-1, 9) @ c + [g / 2, 0]
    return (tau - 0.5) / 3 * u[:, 0].sum() / solid.size / g, numpy.hypot(*u.T).sum() / u[:, 0].sum()
k, tortuosity = steady(numpy.load(sys.argv[1]))
found = json.load(open(sys.argv[2]))["results"]
assert abs(found["permeability"] - k) < found.get("permeability_error", 3e-5 * k), (found, k)
assert abs(found["tortuosity"] - tortuosity) < 1e-3 * tortuosity, (found, tortuosity)
PYTHON
"$python" - <<'PYTHON'
import numpy
for n, rows in enumerate((".....#.##. #......... .#.##.###. ....#...#. #....#.### #####..### #......#.# .#.#.####. #.###.#..#",
                          ".###.#.#.. ....##.#.# .#.##.#.## #..#...##. #...#..#.# .#..#.##.# .#...##... .##..###.# #..#.##...")):
    numpy.save("cell-%d.npy" % n, numpy.array([[mark == "#" for mark in row] for row in rows.split()], numpy.uint8))
PYTHON
for n in 0 1; do
    for format in fp64 fp32/fp16s fp32/fp16c; do
        rock "cell-$n-${format#*/}" --lattice d2q9 image=cell-$n.npy solid=1 --precision $format \
            tail="$([ $format = fp64 ] && echo 1e-6 || echo 1e-4)"
        expect_code 0
        expect_true "the flow is the steady one" "$python" steady.py cell-$n.npy "cell-$n-${format#*/}/run.json"
    done
done

# Narrow pores in 16 bits: noise of rounding is larger than the tail, and its mean ends all the same; where it ends
# follows from the looks alone.
"$python" - <<'PYTHON'
import random, numpy
random.seed(7)
n = 24
at = numpy.indices((n, n, n)) + 0.5
narrow = numpy.zeros((n, n, n), numpy.uint8)
while narrow.mean() < 0.85:
    ball = [random.random() * n for _ in range(3)]
    narrow |= sum(numpy.minimum(abs(x - b), n - abs(x - b)) ** 2 for x, b in zip(at, ball)) < 9
numpy.save("narrow.npy", narrow)
slit = numpy.ones((4, 7, 4), numpy.uint8)
slit[:, 2:5, :] = 0
numpy.save("slit.npy", slit)
PYTHON
for image in narrow slit; do
    rock "$image-fp32" image=$image.npy solid=1 tail=1e-6
    for format in fp16s fp16c; do
        rock "$image-$format" image=$image.npy solid=1 tail=5e-5 --precision fp32/$format
        expect_code 0
        expect_json "$image-$format/run.json" "abs(d['results']['permeability'] -
            json.load(open('$image-fp32/run.json'))['results']['permeability']) <
            d['results']['permeability_error'] < 5e-4 * d['results']['permeability']"
    done
done
expect_json slit-fp32/run.json "'permeability_error' not in d['results']"
rock halves image=narrow.npy solid=1 tail=5e-5 --precision fp32/fp16c steps=1000 checkpoint=1000
run resume halves steps=100000
expect_json halves/run.json "all(d['results'][k] == v for k, v in
    json.load(open('narrow-fp16c/run.json'))['results'].items())"
rock even image=slit.npy solid=1 probe=20
expect_code 2
expect_in err "where an odd number of steps is between them"

# The same flow along x, y and z; with another tau; in 16 bits; beside its mirror image the mean stays near.
pack() { # folder, axis, arguments
    rock "$1" image="pack-$2.raw" size=16,16,16 solid=1 axis="$2" "${@:3}"
    expect_code 0
}
same() { # folder, tolerance
    expect_json "$1/run.json" "abs(d['results']['permeability'] /
        json.load(open('x/run.json'))['results']['permeability'] - 1) < $2"
}
pack x x --precision fp64 tail=1e-6
for axis in y z; do
    pack "$axis" "$axis" --precision fp64 tail=1e-6
    same "$axis" 1e-10
done
for tau in 0.6 2; do
    pack "tau-$tau" x tau="$tau"
    same "tau-$tau" 1e-3
done
for format in fp16s fp16c; do
    pack "small-$format" x --precision "$format"
    same "small-$format" 5e-3
done

# What leads nowhere, and ends that do not fit.
rock lid image=lid.npy solid=1
expect_code 2
expect_in err "no pore leads through the image along x: its porosity is 0."
rock misfit image=bent.npy solid=1
expect_code 2
expect_in err "mirror=1 or margin=10 makes ends that fit"
for ends in mirror=1 margin=3 margin=6; do
    rock "bent-$ends" image=bent.npy solid=1 "$ends" tail=1e-5
    expect_code 0
    expect_json "bent-$ends/run.json" "d['results']['tortuosity'] > 1.2"
done
beside() { # result, folder, tolerance
    expect_json bent-margin=3/run.json "abs(d['results']['$1'] /
        json.load(open('bent-$2/run.json'))['results']['$1'] - 1) < $3"
}
beside permeability margin=6 3e-3
beside tortuosity margin=6 3e-3
beside permeability mirror=1 0.1
rock both image=bent.npy solid=1 mirror=1 margin=2
expect_code 2
rock picture image="$cylinders"
expect_in err "--lattice d2q9"
rock axis image=pack-x.raw size=16,16,16 axis=w
expect_in err "axis=w: one of x, y, z"

rock scalar --lattice d3q7
expect_code 2
expect_in err "rock: d3q7 carries no shear stress"
expect_true "nothing was begun" test ! -e scalar

# A look runs nothing; a first look at the flow has no tail yet.
rock look image=pack-x.raw size=16,16,16 solid=1 axis=y steps=0
expect_code 0
expect_in out "verdict: none - steps=0: it was only looked at"
expect_in out "16 voxels, of the image along y"
expect_in out "without voxel_si=, the side of a voxel in metres, the permeability is in squares of cells only"
rock look-si image=pack-x.raw size=16,16,16 solid=1 voxel_si=1e-6 steps=0
expect_not_in out "voxel_si"
expect_true "there is no flow" test ! -e look/permeability.csv
run run rock image=pack-x.raw size=16,16,16 solid=1 steps=100 vtk=0 png=0 --progress plain -o progress
expect_in out "  tail                 -"
expect_not_in err "nan"

# No answer before it is one.
rock early image=pack-x.raw size=16,16,16 solid=1 steps=200
expect_json early/run.json "'permeability' not in d['results'] and d['results']['converged'] == 0"
expect_in out "verdict: none - permeability: not converged"
rock never image=pack-x.raw size=16,16,16 solid=1 tail=1e-9
expect_code 5
expect_in out "verdict: FAILED - permeability (not converged)"
expect_not_in out "permeability_md"
expect_not_in out "in 16 bits and less"
rock noisy image=pack-x.raw size=16,16,16 solid=1 steps=2000 tail=1e-9 --precision fp32/fp16s
expect_in out "--precision fp32 has no such noise"
rock alone size=16,16,16 solid=1
expect_code 2
expect_in err "size=16,16,16 is of an image, and there is no image="
rock fast --lattice d2q9 re=50
expect_in out "the Reynolds number of the pores is"

# Grids of 4, 2 and 1 cells along a voxel: the exact one is within the bar.
rock bars --lattice d2q9 fine=4 --error-bars
expect_true "the exact permeability is within the bar" "$python" - <<'PYTHON'
import json
bar = json.load(open("bars/case/run.json"))["uncertainty"]["permeability"]
exact = 40**2 / 12 * 10 / 14
assert abs(bar["value"] - exact) <= bar["half_width"] < 0.01 * exact, bar
PYTHON
rock coarse fine=2 --error-bars
expect_code 2
expect_in err "fine=4 has, of 2 and of 1 cell along a voxel"
finish
