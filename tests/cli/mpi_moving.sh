#!/usr/bin/env bash
# mpi_moving.sh - bodies that move their cells across the cuts between two ranks: fields, and checkpoints that go on with
# any number of ranks, are those of one.
# Usage: mpi_moving.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/moving.sh"
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77
write_moving_case moving.ini

options=(run -c moving.ini vtk=100 vtk-files=one png=0 --tune=never --progress=never)
run "${options[@]}" checkpoint=200 -o one
expect_code 0
same() { # folder
    for file in field-000000100.vti field-000000200.vti forces.csv checkpoint/f.npy checkpoint/impulses.npy; do
        expect_true "$file of $1 is that of one" cmp "one/$file" "$1/$file"
    done
}
for split in 2x1x1 1x2x1; do
    ranks "$launcher" 2 "$program" "${options[@]}" checkpoint=200 --split "$split" -o "$split"
    expect_code 0
    same "$split"
    ranks "$launcher" 2 "$program" "${options[@]}" checkpoint=102 stop.steps=102 --split "$split" -o "parts-$split"
    run resume "parts-$split" steps=200 checkpoint=200 --tune=never --progress=never
    expect_code 0
    same "parts-$split"
done
run "${options[@]}" checkpoint=99 stop.steps=99 -o back
ranks "$launcher" 2 "$program" resume back steps=200 checkpoint=200 --split 2x1x1 --tune=never --progress=never
expect_code 0
same back

# Walls between cells, whose links change with the cells.
rm -rf one
write_curved_moving_case curved.ini
curved=(run -c curved.ini vtk=100 vtk-files=one png=0 --tune=never --progress=never)
run "${curved[@]}" checkpoint=200 -o one
expect_code 0
ranks "$launcher" 2 "$program" "${curved[@]}" checkpoint=102 stop.steps=102 --split 2x1x1 -o curved
run resume curved steps=200 checkpoint=200 --tune=never --progress=never
expect_code 0
same curved
expect_true "what links keep is that of one" cmp one/checkpoint/curved_kept.npy curved/checkpoint/curved_kept.npy

# The force that holds a mean speed is of a sum over all cells, of those of bodies that move as well.
write_held_case held.ini
held=(run -c held.ini vtk=0 png=0 stop.until=2 mean.skip=1 --tune=never --progress=never)
run "${held[@]}" -o held
for split in 2x1x1 1x2x1; do
    ranks "$launcher" 2 "$program" "${held[@]}" --split "$split" -o "held-$split"
    expect_true "the force of $split is the same" cmp held/drive.csv "held-$split/drive.csv"
done

# A body whose cells are all in one part, of the region that it moves through.
sed -e '/^\[body bar\]/,/^about/d' -e 's/way.csv/far.csv/' moving.ini >far.ini
printf 'time,x,y\n0,-3,0\n10,1,0\n' >far.csv
far=(run -c far.ini vtk=0 png=0 --tune=never --progress=never stop.steps=40 checkpoint=40)
run "${far[@]}" -o far
ranks "$launcher" 2 "$program" "${far[@]}" --split 2x1x1 -o far-parts
expect_code 0
expect_true "a body far from a part has the same state" cmp far/checkpoint/f.npy far-parts/checkpoint/f.npy

# The first rank fails before it saves its state: no other waits for its sums, and the run goes on.
shim=$(dirname "$program")/libfault_shim.so
if [[ -e $shim ]]; then
    write_command_of_rank first_has 0
    ranks "$launcher" 2 ./first_has "LD_PRELOAD=$shim SLUICE_FAULT=rename/4" \
        "$program" run -c moving.ini vtk=0 png=0 --tune=never --progress=never stop.steps=40 checkpoint=20 \
        --split 2x1x1 -o unwritten
    expect_code 0
    expect_in err "no checkpoint of step 20: part 0"
    expect_in err "unwritten/checkpoint.new/case.ini"
    expect_json unwritten/checkpoint/meta.json "d['values']['step_number'] == '40'"
fi
finish
