#!/bin/bash
# compare_case.sh - a case of the user's in several formats: those that it is not for are left out with a sentence, its
# name is told, and all of its expectations are compared.
# Natively in turn of three, 13 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

mkdir deck
{
    printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nsize = 24,24\n[fluid]\ntau = 1\nlength = 8\n[body bar]\n'
    printf 'shape = box\nfrom = 8,11\nto = 16,13\nturn = 1e-3\nabout = 12,12\n[stop]\nsteps = 8\n'
    for n in 1 2 3 4 5 6 7 8 9 10; do
        printf '[expect at%d]\nresult = bar.torque * %d\nwithin = 1e9\nvalue = 1\n' $n $n
    done
} >deck/bars.ini
quiet=(vtk=0 png=0)

run compare -c deck/bars.ini "${quiet[@]}" --precision fp32,bfp12,mx8,fp16s --tolerance 0.5 -o first
expect_code 0
expect_in err "bars on "
expect_in err "bars, run 1 of 4: fp32/fp32"
expect_in out "bars - a flow of your own"
expect_in out "fp32/bfp12 skipped: case 'case' has bodies that move their cells, which cannot be combined with a format of shared exponents"
expect_in out "fp32/mx8 skipped: "
expect_in out "expect.at10"
expect_true "ten results of two runs" "$python" -c '
import csv
rows = list(csv.DictReader(open("first/compare.csv")))
for n in range(1, 11):
    full, bfp, mx, half = (row["expect.at%d" % n] for row in rows)
    assert full and half and not bfp and not mx, (n, full, bfp, mx, half)
    assert abs(float(full) / n / float(rows[0]["expect.at1"]) - 1.0) < 1e-9'

# The first of the list may be left out; one of which all are is refused as a run is.
run compare -c deck/bars.ini "${quiet[@]}" --precision bfp12,fp32,fp16s --tolerance 0.5 -q -o second
expect_code 0
run compare -c deck/bars.ini "${quiet[@]}" --precision bfp12,mx8 -o third
expect_code 2
expect_in err "which cannot be combined with a format of shared exponents"
expect_true "nothing is left" test ! -e third
run compare -c deck/bars.ini --precision bfp12,fp32 --print-case
expect_code 0
expect_in out "skipped: case 'case' has bodies that move their cells"
run resume first
expect_code 0
expect_in out "bars - a flow of your own"

# What is wrong with the case is wrong in all formats.
run compare -c deck/bars.ini bar.turn=1 --precision bfp12,fp32 -o third
expect_code 2
expect_in err "up to"
finish
