#!/bin/bash
# rock.sh SLUICE [EDGE [DEVICE [STEPS]]] - speed in packings of spheres (radius 10 cells): million fluid cells a second.
# SPDX-License-Identifier: MIT
sluice=$(realpath "$1") edge=${2:-384} device=${3:-gpu} steps=${4:-2000}
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cc -O2 -o spheres "$here/spheres.c" -lm || exit 1

speed() { # POROSITY PRECISION STREAMING
    "$sluice" run rock image="$1.raw" size="$edge,$edge,$edge" solid=1 steps="$steps" vtk=0 png=0 \
        --precision "$2" --streaming "$3" --device "$device" --tune never --self-test never \
        --json -o "$1-${2#*/}-$3" >run.json 2>err || { cat err; return 1; }
    python3 -c 'import json, sys
r = json.load(open("run.json"))
p = r["results"]["connected_porosity"]
print("%-4s %-5s %-8s %7.0f fluid, %7.0f cells, %6.2f GiB, in %.1f s" % (
    sys.argv[1], sys.argv[2], sys.argv[3], p * r["mlups"]["median"], r["mlups"]["median"],
    r["device_bytes"] / 2**30, r["time_s"]))' "$1" "${2#*/}" "$3"
}

for porosity in 0.2 0.1 0.4; do
    ./spheres $porosity.raw "$edge,$edge,$edge" $porosity 10 &
done
wait
for porosity in 0.2 0.1 0.4; do
    speed $porosity fp32/fp32 list
    speed $porosity fp32/fp16s list
    [ $porosity = 0.2 ] || continue
    speed $porosity fp32/fp32 in-place
    speed $porosity fp32/fp16s in-place
done
