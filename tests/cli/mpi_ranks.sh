#!/usr/bin/env bash
# mpi_ranks.sh - ranks talk to each other with Open MPI and MPICH; one that fails ends all; wrong launchers.
# Usage: mpi_ranks.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"

command_line="ranks all" code=0
"$folder/ranks" all >out 2>err || code=$?
expect_code 0
for test_program in "$folder/ranks" "$folder/ranks_other"; do
    if [[ ! -x $test_program ]]; then continue; fi
    launcher=$(launcher_of "$test_program")
    if ! command -v "$launcher" >/dev/null; then continue; fi
    ranks "$launcher" 3 "$test_program" all
    expect_code 0
    expect_in err "all right"
    ranks "$launcher" 3 "$test_program" same
    expect_code 2
    expect_true "one sentence" test "$(grep -c '^all say so$' err)" -eq 1
    for which in 0 2; do
        ranks "$launcher" 3 "$test_program" fail "$which"
        expect_code 4
        expect_true "one sentence" test "$(grep -c "^part $which (.*, a device): out of luck$" err)" -eq 1
    done
    # A launcher that lets the others go on when one is killed, as srun may: these see it.
    if [[ $launcher == *openmpi ]]; then
        ranks "$launcher" 3 --enable-recovery "$test_program" miss 1
        expect_true "it ends" test "$code" -ne 124
        expect_true "a sentence" grep -q "^part 1 (.*, a device) has ended$" err
    fi
    ranks "$launcher" 3 "$test_program" kill 1
    expect_true "an exit code" test "$code" -ne 0 -a "$code" -ne 124
    expect_not_in err "all right"
done
expect_none_left "^$folder/ranks"

# A launcher of another library, or a program without: one sentence, and nothing is done.
refused() { # launcher, program, words of the sentence
    if [[ ! -x $2 ]] || ! command -v "$1" >/dev/null; then return; fi
    ranks "$1" 2 "$2" run poiseuille -o refused
    expect_code 2
    expect_true "one sentence" test "$(grep -c '^sluice: ' err)" -eq 1
    expect_in err "started 2 processes, but this sluice was built"
    expect_in err "$3"
    expect_true "nothing is written" test ! -e refused
}
for test_program in "$folder/sluice_ranks" "$folder/sluice_ranks_other"; do
    if [[ $(launcher_of "$test_program") == mpirun.mpich ]]; then
        refused mpirun.openmpi "$test_program" "with MPICH"
    else
        refused mpirun.mpich "$test_program" "with Open MPI"
    fi
done
refused mpirun.openmpi "$folder/sluice_ranks_alone" "without MPI"
refused mpirun.mpich "$folder/sluice_ranks_alone" "without MPI"

finish
