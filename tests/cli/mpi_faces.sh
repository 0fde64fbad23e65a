#!/usr/bin/env bash
# mpi_faces.sh - a tunnel whose faces hold a velocity and a pressure, on several ranks: the flow of one rank, byte for
# byte, also after a resume.
# Usage: mpi_faces.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77

tunnel=(run tunnel --lattice d2q9 body=cylinder re=40 resolution=8 inlet-kind=hard outlet=pressure
    upstream=1 downstream=2 above=1 below=1 'watch=speed@1:11:0,speed@30:12:0' watch-every=4
    vtk=40 vtk-files=one sponge=0 png=0 --tune=never --progress=never)
same() { # FOLDER FILE...: byte for byte what one rank wrote
    local file
    for file in "${@:2}"; do
        expect_true "$file of $1 is the same" cmp "one/$file" "$1/$file"
    done
}

run "${tunnel[@]}" steps=40 -o one
expect_code 0
# With checkpoints, for which what follows would else build kernels in each rank anew.
declare -A always=([2x2x1]=always)
for grid in 1x2x1 2x2x1; do
    case_runs "${always[$grid]:-}" || continue
    # Three share memory, and the fourth is as if of another machine.
    SLUICE_RANKS_SHARE=3 ranks "$launcher" $((${grid%%x*} * 2)) "$program" "${tunnel[@]}" steps=40 checkpoint=20 --split "$grid" -o "$grid"
    expect_code 0
    same "$grid" watch.csv forces.csv field-000000040.vti
done
finish_matrix
# Stopped half-way, and gone on with in one piece: each cut has kernels of its own.
ranks "$launcher" 4 "$program" "${tunnel[@]}" steps=20 checkpoint=20 --split 2x2x1 -o resumed
expect_code 0
run resume resumed steps=40 --tune=never --progress=never
expect_code 0
same resumed watch.csv forces.csv field-000000040.vti
finish
