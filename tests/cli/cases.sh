#!/bin/bash
# cases.sh - the case files that come with the program: all are possible, and pass their verdicts; the long ones among the
# matrices.
# Not on the native device, on PoCL in turn of three, 24 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run new
expect_code 0
names=$(cut -d' ' -f1 out | grep -v '^$')
expect_true "there are cases" test "$(wc -w <<<"$names")" -ge 12
for name in $names; do
    run new "$name"
    expect_code 0
    expect_true "it has an expectation" grep -q '^\[expect ' out
    expect_true "the first line says what it is" grep -q '^# [A-Z]' out
    run run "$name" --print-case
    expect_code 0
done
# The same torque by another way: the cup turns, and no cell moves.
turned_cup() {
    run run stirred-cup block.turn= block.about= 'cup.spin=0,0,-1 speed/length' stop.until=12.5664 vtk=0 png=0 -o turned-cup
    expect_code 0
    expect_in out "verdict: passed - torque"
}
for name in $names; do
    case $name in
    turbulent-channel) continue ;; # minutes of a GPU: benchmarks/results has them
    cold-plate | heat-sink | picture | room | stirrer | t-junction) if ! case_runs always; then continue; fi ;;
    *) if ! case_runs; then continue; fi ;;
    esac
    run run "$name" vtk=0 png=0 -o "case-$name"
    expect_code 0
    expect_in out "verdict: passed"
    expect_not_in out "FAILED"
    [ "$name" != stirred-cup ] || turned_cup
    [ "$name" != stirrer ] || expect_not_in out "  balance  " # of a closed cup there is none
done
finish_matrix
finish
