#!/usr/bin/env bash
# mpi_surface.sh - free surfaces across the cuts between ranks: all files are those of one rank, byte for byte, with
# droplets that are taken out and particles, and checkpoints go on with any number of ranks.  Masses of the whole box
# are added in the order of the ranks: they may differ in their last digits.
# Usage: mpi_surface.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77
options=(--tune=never --progress=never)

# same FOLDER FOLDER [WHAT MAY DIFFER]
same() {
    local file
    while IFS= read -r file; do
        case $file in
            *run.json | *meta.json | *log.txt | *case.ini) continue ;;
        esac
        if [[ $file == *cavity.csv ]]; then
            expect_true "$file is that of $1" cmp -s <(cut -d, -f1-9 "$1/$file") <(cut -d, -f1-9 "$2/$file")
            expect_in "$1/$file" "cavity_volume_si,droplets,mass_error"
            continue
        fi
        if [[ -n ${3:-} && $file == *$3 ]]; then continue; fi
        expect_true "$file of $2 is that of $1" cmp -s "$1/$file" "$2/$file"
    done < <(cd "$1" && find . -type f)
}

dam=(run dam-break width=16 vtk=130 png=0 "${options[@]}")
declare -A always=([fp32/bfp12]=always)
declare -A split=([fp64]=2x1x1 [fp32/bfp12]=1x2x1)
for precision in fp64 fp32/bfp12; do
    case_runs "${always[$precision]:-}" || continue
    flow=("${dam[@]}" --precision "$precision")
    run "${flow[@]}" steps=130 checkpoint=60 -o dam
    expect_code 0
    run "${flow[@]}" steps=60 checkpoint=60 -o one
    ranks "$launcher" 2 "$program" "${flow[@]}" steps=60 checkpoint=60 --split "${split[$precision]}" -o two
    expect_code 0
    same one two
    ranks "$launcher" 2 "$program" resume one steps=130 --split "${split[$precision]}" "${options[@]}"
    expect_code 0
    run resume two steps=130 "${options[@]}"
    expect_code 0
    same dam one
    same dam two
    rm -rf dam one two
done
finish_matrix

# A drop that splashes through the top: columns and droplets of the whole box, heights along a cut axis.
drop=(run raindrop quick=1 particles=40 'size=24,24,24' diameter=6 depth=1 u=0.15 vtk=0 png=0 "${options[@]}")
run "${drop[@]}" steps=420 checkpoint=420 -o drop
expect_code 0
expect_json drop/run.json "d['results']['cut_off_mass'] > 1"
ranks "$launcher" 2 "$program" "${drop[@]}" steps=420 checkpoint=420 --split 1x1x2 -o drop-two
expect_code 0
same drop drop-two marks.npy # which depend on lanes

# Parts are chosen side by side, not one above the other; and neighbours send three layers.
ranks "$launcher" 2 "$program" "${dam[@]}" steps=1 -o beside
expect_code 0
expect_json beside/run.json "d['parts']['grid'] == [2, 1, 1]"
ranks "$launcher" 2 "$program" run pool quick=1 width=4 --split 2x1x1 "${options[@]}" -o thin
expect_code 2
expect_in err "a subdomain would be 2 cells wide along x, and with a free surface at least 3 are needed"
finish
