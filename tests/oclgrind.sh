#!/usr/bin/env bash
# oclgrind.sh - tiny cases under oclgrind: no data race, no uninitialised value, no access out of
# bounds, no misuse of the API; and a kernel broken on purpose is noticed.
# Usage: oclgrind.sh PART/PARTS PROGRAM KERNEL-FOLDER TEST-PROGRAM...
# Oclgrind runs on one core: parts, each with every PARTS-th of the cases, run side by side.
# SPDX-License-Identifier: MIT
set -uo pipefail
part=${1%/*} parts=${1#*/}
program=$2
kernels=$3
tests=("${@:4}")
command -v oclgrind >/dev/null || { echo "skipped: oclgrind is not installed" && exit 77; }

status=0
turn=0
from=skipping-kernels

# Whether the next case is of this part.
is_mine() {
    ((turn++ % parts == part - 1))
}

fail() {
    printf 'FAILED: %s\n' "$*"
    status=1
}

# run_case NAME SETUP ARGUMENT... with the kernels of the folder $from leaves NAME.log (oclgrind's
# complaints) and NAME.out.
# Unoptimised, because oclgrind 21.10 does not know LLVM's freeze instruction.  It computes lanes of
# FP16C wrong, which the self-test finds; here it is accesses that count.
run_case() {
    local name=$1
    shift
    rm -rf "$name" "$name".*
    oclgrind --data-races --uninitialized --check-api --max-errors 10 --log "$name.log" \
        --build-options "-disable-llvm-passes" \
        "$program" run "$@" --kernel-dir "$from" --self-test never --progress never -o "$name" \
        >"$name.out" 2>&1
}

# check_case NAME SETUP ARGUMENT...
check_case() {
    is_mine || return 0
    local result=0
    SECONDS=0
    run_case "$@" || result=$?
    # 5: so small a case may miss its verdict; what counts here is how it ran.
    if ((result != 0 && result != 5)); then
        fail "exit code $result: $*"
        tail -n 40 "$1.out"
    elif [[ ! -e $1.log || -s $1.log ]]; then
        fail "oclgrind complains: $*"
        head -n 60 "$1.log"
    else
        printf 'clean (%d s): %s\n' "$SECONDS" "$*"
    fi
}

# Tests that run kernels which no short run of a setup comes to; with an argument they do less.
check_test() {
    is_mine || return 0
    local name=${1##*/} result=0
    SECONDS=0
    rm -f "$name".*
    oclgrind --data-races --uninitialized --check-api --max-errors 10 --log "$name.log" \
        --build-options "-disable-llvm-passes" "$1" briefly >"$name.out" 2>&1 || result=$?
    if ((result != 0)) || [[ ! -e $name.log || -s $name.log ]]; then
        fail "oclgrind, exit code $result: $name"
        tail -n 20 "$name.out"
        head -n 60 "$name.log"
    else
        printf 'clean (%d s): %s\n' "$SECONDS" "$name"
    fi
}

# Stores in the wrong place: neighbours then race for it.
check_race_is_noticed() {
    is_mine || return 0
    rm -rf broken-kernels
    cp -r "$kernels" broken-kernels
    sed -i 's/^#define LB_STORE_AT 1$/#define LB_STORE_AT 0/' broken-kernels/stream/in_place.cl
    if cmp -s {"$kernels",broken-kernels}/stream/in_place.cl; then
        fail "in_place.cl has changed; break it in another way here"
    fi
    from=broken-kernels run_case broken taylor-green length=16 steps=2 --lanes 1
    if grep -q 'data race' broken.log; then
        printf 'noticed: a data race made on purpose\n'
    else
        fail "a data race made on purpose was not noticed"
    fi
}

check_race_is_noticed
# A GPU's step reads vectors of walls while the fluid beside them stores there, and drops what it
# read; oclgrind cannot know.  Here such vectors are left out, as on CPUs.
rm -rf skipping-kernels
cp -r "$kernels" skipping-kernels
sed -i 's/LB_SKIPS_SOLID/1/' skipping-kernels/step/any_vector.cl
if cmp -s {"$kernels",skipping-kernels}/step/any_vector.cl; then fail "any_vector.cl has changed"; fi
# Each streaming, with and without lanes; walls, prescribed cells, faces, force; 2D and 3D; 32 and 16 bits;
# collision operators of each kind.  karman records the force on its cylinder.
check_case box taylor-green length=16 steps=4 --lanes 1
# Not FP16C: of its vectors oclgrind computes other bits than PoCL and Intel, one lane is right.
check_case box-lanes taylor-green length=16 steps=4 --lanes 4 --precision fp32/fp16s
check_case box-short taylor-green length=16 steps=2 --lanes 4x4
check_case box-pull taylor-green length=16 steps=4 --lanes 4 --streaming pull --no-shift
check_case moments taylor-green length=16 steps=2 --streaming moments --collision rr
check_case tunnel tunnel --lattice d2q9 body=cylinder re=40 resolution=4 u=0.1 side=1 above=1 below=1 \
    upstream=1 downstream=1 sponge=0 steps=2 vtk=0 png=0 --lanes 1
check_case cylinder karman radius=2 size=16,32 steps=4 --lanes 1
check_case cylinder-pull karman radius=2 size=16,32 steps=4 --lanes 2 --streaming pull
check_case cylinder-mrt karman radius=2 size=16,32 steps=4 --lanes 1 --collision mrt --no-shift
check_case pipe poiseuille radius=3 steps=4 --lanes 1 --precision fp32/fp16s --collision trt
check_case pipe-mrt poiseuille radius=3 steps=2 --lanes 1 --collision mrt --streaming pull
check_case capsule-bending capsule radius=2 size=10,10,10 subdivisions=1 shear-rate=1e-3 steps=2 \
    vtk=0 png=0 --collision srt --lanes 1 bending=0.01 area-stiffness=1 law=skalak
# Free surfaces: no pass reads what it writes, also where cells turn.
check_case drop static-drop radius=3 steps=3 --lattice d2q9 --lanes 1
check_case drop-pull static-drop radius=3 steps=3 --lattice d2q9 --lanes 4 --streaming pull
check_case dam dam-break width=8 u=0.1 steps=8 --lanes 1 --precision fp32/fp16c
check_case rain raindrop size=16,16,18 diameter=4 depth=0.5 particles=3 steps=1 vtk=0 png=0 --lanes 1
# Bodies that move, with walls between cells: of triangles, by formula, and at rest.
. "$(dirname "$0")/support/moving.sh"
write_curved_moving_case moving.ini
sed -i 's/^resolution = 8/resolution = 6/' moving.ini
check_case moving-walls -c moving.ini steps=4 vtk=0 png=0 --lanes 1
# Droplets are found, weighed and taken out.
for program_of_test in "${tests[@]}"; do check_test "$program_of_test"; done
check_case cylinder-lanes karman radius=2 size=16,32 steps=4 --lanes 4
check_case pipe-lanes poiseuille radius=3 steps=4 --lanes 2 --precision fp64/fp64
check_case capsule-lanes capsule radius=2 size=10,10,10 subdivisions=1 shear-rate=1e-3 steps=2 \
    vtk=0 png=0 --collision srt --lanes 4 points=3 law=skalak area-stiffness=1
exit "$status"
