#!/usr/bin/env bash
# mpi_capsule.sh - a capsule across cuts, on several ranks: membrane and flow of one rank, byte for byte, also after a
# resume with other numbers of ranks.
# Usage: mpi_capsule.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77

options=(--tune=never --progress=never)
capsule=(run capsule radius=3 'size=16,12,20' subdivisions=1 shear-rate=1e-2 --collision srt png=0 vtk=30 vtk-files=one
    "${options[@]}")
same() { # FOLDER: what one rank wrote
    local file
    for file in deformation.csv field-000000060.vti membrane-000000060.vtp; do
        expect_true "$file of $1 is the same" cmp "one/$file" "$1/$file"
    done
}

# A half has of each of its n cells populations, a flag, staging, a force and a velocity, and what moving walls prescribe;
# of each of 768 beyond the cut, in two layers as a stencil reaches so far, flags, prescribed values and a velocity; words of vectors of four lanes for links and terms; 192 cells
# beside its wall, with their 48 vectors' terms; two layers of 48 vectors in its shell; and what any box has (mpi_run.sh).
# Each device has all 42 nodes and 80 triangles, and what weights of nodes are raised by; and room for rows of three words
# about as many cells beside cuts, and one word for how many there are.
ranks "$launcher" 2 "$program" "${capsule[@]}" --split 1x1x2 --print-case --json
expect_json out "[d['part_bytes_needed'] - d['part_exchange_bytes']] == [
    (19 * 4 + 1 + 16 + 24 + 16 + 16) * n + (1 + 16 + 16) * 768 + 2 * n + 192 * 4 + 48 * 19 * 4 * 4 + 2 * 48 * 4 +
    16 * 4096 + 64 * 128 + 8 + 235 * 15 * 4 + 19 * 8 * 4 +
    42 * (24 + 12 + 4) + 43 * 4 + 80 * (12 + 12 + 16 + 15 * 4) + 16 + (1 + 768 * 3) * 8
    for n in [16 * 12 * 10]]"

run "${capsule[@]}" steps=30 checkpoint=30 -o whole
expect_code 0
cp -r whole one
run resume one steps=60 "${options[@]}"
expect_code 0
for grid in 2x1x1 2x1x2; do # each cut has kernels of its own
    case_runs "" || continue
    ranks "$launcher" $((${grid##*x} * 2)) "$program" "${capsule[@]}" steps=60 --split "$grid" -o "$grid"
    expect_code 0
    same "$grid"
done
finish_matrix

# From one rank to two, and from two to one.
ranks "$launcher" 2 "$program" resume whole steps=60 --split 1x1x2 "${options[@]}"
expect_code 0
same whole
ranks "$launcher" 2 "$program" "${capsule[@]}" steps=30 checkpoint=30 --split 1x1x2 -o two
expect_code 0
run resume two steps=60 "${options[@]}"
expect_code 0
same two
finish
