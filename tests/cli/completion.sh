#!/bin/bash
# completion.sh - shells complete commands, options, their words, setups and keys; the man page has them all.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

run completion bash
expect_code 0
expect_empty err
# shellcheck disable=SC1091
. ./out

completes() { # what is expected, words; the last one is completed
    local expected=$1
    shift
    COMP_WORDS=(sluice "$@")
    COMP_CWORD=$#
    _sluice_words
    expect_true "'sluice $*' is completed: ${COMPREPLY[*]}" test "${COMPREPLY[*]}" = "$expected"
}
completes "run resume roofline reproduce" r
completes "bench" help be
completes "karman" run kar
completes "karman" setups kar
completes "--lattice" run karman --lat
completes "d2q9" run karman --lattice d2
completes "radius=" run karman rad
completes "vtk= vtk-files= vtk-from= vtk-to= vtk-stride= vtk-units=" run karman vt
completes "auto always" devices --color a
completes "zsh" completion z
completes "" run karman no-such-key

run completion zsh
expect_code 0
expect_true "zsh knows whose it is" test "$(head -1 out)" = "#compdef sluice"
run completion fish
expect_code 0
expect_in out "complete -c sluice -n '__fish_seen_subcommand_from run' -l lattice -xa 'd2q9"
if command -v fish >/dev/null; then
    fish -c 'source out; complete -C "sluice run karman radi"' >completed
    expect_in completed "radius="
fi
run completion man
expect_code 0
for word in '\-\-precision' '\-\-device' 'self\-test' 'taylor\-green' 'NO_COLOR'; do expect_in out "$word"; done
run completion zsch
expect_code 2
expect_in err "did you mean 'zsh'?"
run completion
expect_code 2
expect_in err "for which shell?"
finish
