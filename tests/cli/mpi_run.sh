#!/usr/bin/env bash
# mpi_run.sh - one run on several ranks: the files of one rank, byte for byte; one sentence where it cannot be.
# Usage: mpi_run.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77

# `--tune never` would be an option of Open MPI's mpirun.
options=(--tune=never --progress=never)

# same SETUP FOLDER FILE...: byte for byte what one rank wrote.
same() {
    local file
    for file in "${@:3}"; do
        expect_true "$file of $1 is the same" cmp "$1/$file" "$2/$file"
    done
}

# The box has no sides that the grids divide; 3 ranks have parts of different sizes.
tg=(run taylor-green length=20 steps=40 vtk=20 histogram=20 'watch=speed@3:11:0,vorticity@mean'
    watch-every=10 mean=10 mean-every=6 vtk-files=one "${options[@]}")
# Where populations share exponents, those of 20 cells beside each cut go along, in a byte each as codes do.
if case_runs ""; then
    run "${tg[@]}" --precision fp32/mx8 -o eight
    expect_code 0
    ranks "$launcher" 2 "$program" "${tg[@]}" --precision fp32/mx8 --split 2x1x1 -o eight-two
    expect_code 0
    same eight eight-two watch.csv field-000000040.vti
    expect_json eight-two/run.json "d['parts']['sent_bytes_per_step'] == 2 * 2 * 20 * (3 + 1)"
fi
finish_matrix
run "${tg[@]}" -o one
expect_code 0
# Ranks that share memory, also two and one, or two and two, as if these were of two machines.
for grid in 3x1x1 1x2x1 2x2x1; do
    case $grid in
    3x1x1) count=3 way="shared memory and messages" ;;
    1x2x1) count=2 way="shared memory" ;;
    2x2x1) count=4 way="shared memory and messages" ;;
    esac
    SLUICE_RANKS_SHARE=2 ranks "$launcher" "$count" "$program" "${tg[@]}" --split "$grid" -o "$grid"
    expect_code 0
    expect_in out ", $way; exposed: "
    expect_true "one summary" test "$(grep -c "^  device " out)" -eq 1
    same one "$grid" watch.csv mean.vti field-000000020.vti field-000000040.vti fields.pvd \
        histogram-000000040.csv picture-000000040.png
    expect_json "$grid/run.json" "d['status'] == 'done' and d['steps'] == 40"
    expect_json "$grid/run.json" "d['parts']['exchange_way'] == '$way'"
done

# Without mpirun on the command line: the program starts it.  A step sends three codes of each of 20 cells
# beside both cuts, from each part.
run "${tg[@]}" --devices 0,0 --split 1x2x1 -o devices
expect_code 0
same one devices watch.csv field-000000040.vti
expect_json devices/run.json "d['parts']['count'] == 2 and d['parts']['grid'] == [1, 2, 1]"
expect_json devices/run.json "d['parts']['sent_bytes_per_step'] == 2 * 2 * 20 * 3 * 4"
expect_json devices/run.json "d['parts']['each'][1]['origin'] == [0, 10, 0]"
expect_json devices/run.json "d['parts']['exposed_ms_per_step'] > 0"
expect_json devices/run.json "d['device_bytes'] == sum(p['device_bytes'] for p in d['parts']['each'])"
TERM=xterm run run taylor-green length=20 vtk=0 png=0 "${options[@]}" --devices 0,0 -o coloured
expect_in out "verdict: passed" # no colours in a file
# Ranks of Open MPI write to terminals, from where it goes on to a file, or to one.
terminal=(run taylor-green length=20 vtk=0 png=0 "${options[@]}")
TERM=xterm ranks "$launcher" 2 "$program" "${terminal[@]}" -o coloured-by-hand
expect_in out "verdict: passed"
expect_not_in out $'\033'
TERM=xterm script -qec "$launcher -n 2 $program ${terminal[*]} -o shown" typed >/dev/null
expect_true "colours in a terminal" test "$launcher" = mpirun.mpich -o "$(grep -c $'\033' typed)" -gt 0
ranks "$launcher" 2 "$program" "${tg[@]}" --split 1x2x1 --print-case --json
expect_json out "d['part_exchange_bytes'] == 2 * 2 * 20 * 3 * 4"
# Populations in whole lines of 128, flags with those of the halo, likewise, staging, and what any box has: 2^12 probes of
# four numbers, 64 survey items of 128 bytes, an alarm; means of three numbers in two floats each.  Half a box has tables of 235 pieces of 15 words and of 8 for each
# direction, and the vectors of its shell, ten of four lanes.
expect_json out "d['bytes_needed'] == 9 * 4 * 512 + 400 + 16 * 400 + 16 * 4096 + 64 * 128 + 8 + 24 * 400"
expect_json out "d['part_bytes_needed'] == 9 * 4 * 256 + 200 + 128 + 16 * 200 + 16 * 4096 + 64 * 128 + 8 + 24 * 200 + \
    d['part_exchange_bytes'] + 235 * 15 * 4 + 9 * 8 * 4 + 10 * 4"
PATH=/nowhere "$program" run taylor-green --devices 0,0 2>err && complain "no mpirun"
expect_in err "needs the program mpirun, which is not here: Debian's package"
"$folder/sluice_ranks_alone" run taylor-green --devices 0,0 2>err && complain "no MPI"
expect_in err "which this sluice was built without"

refused() { # words of the sentence, arguments...
    ranks "$launcher" 2 "$program" "${@:2}" "${options[@]}" -o refused
    expect_code 2
    expect_true "one sentence" test "$(grep -c '^sluice: ' err)" -eq 1
    expect_in err "$1"
    expect_true "no folder" test ! -e refused
}
refused "3x1x1" run taylor-green length=20 --split 3x1x1
refused "1 cell wide" run taylor-green length=20 --split 1x1x2
refused "an ensemble" run raindrop quick=1 runs=2
ranks "$launcher" 2 "$program" compare taylor-green
expect_code 2
expect_true "one sentence" test "$(grep -c '^sluice: ' err)" -eq 1
ranks "$launcher" 2 "$program" setups
expect_code 0
expect_true "one list" test "$(grep -c taylor-green-3d out)" -eq 1

# A folder that is there, and one that cannot be written: the first rank's failure is everybody's.
ranks "$launcher" 2 "$program" "${tg[@]}" -o one
expect_code 2
expect_true "one sentence" test "$(grep -c '^sluice: .*exists already' err)" -eq 1

finish
