# mpi.sh - for scripts that start several ranks; after cli.sh.  Stops the test, as skipped, without MPI.
# shellcheck shell=bash disable=SC2154,SC2034
# SPDX-License-Identifier: MIT
folder=$(dirname "$program")/tests
if [[ $(basename "$(dirname "$program")") == tests ]]; then folder=$(dirname "$program"); fi
if [[ ! -x $folder/ranks ]]; then
    echo "built without MPI"
    exit 77
fi
# As root, in a container, on less cores than ranks; and no waits that spin.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_orte_execute_quiet=1
export ASAN_OPTIONS=detect_leaks=0 # of the libraries of MPI there are many
export HYDRA_LAUNCHER=fork POCL_MAX_PTHREAD_COUNT=1

# The launcher that fits PROGRAM.
launcher_of() {
    if ldd "$1" | grep -q libmpich; then echo mpirun.mpich; else echo mpirun.openmpi; fi
}

# ranks LAUNCHER COUNT PROGRAM ARGUMENT...: out, err and code, as of `run`; five minutes at most, should it hang.
# MPICH's launcher kills the other ranks after an MPI_Abort; it ends with 9, SIGKILL's number, where it
# collects one of these first.  The code that MPI_Abort was given is what counts, and stands in err.
ranks() {
    local aborted='s/.*application called MPI_Abort(comm=[^,]*, \([0-9]*\)).*/\1/p'
    command_line="$1 -n $2 ${*:3}"
    code=0
    timeout -k 5 300 "$1" -n "$2" "${@:3}" >out 2>err </dev/null || code=$?
    if [[ $1 == mpirun.mpich && $code == 9 ]]; then
        code=$(sed -n "$aborted" err | head -n 1)
        code=${code:-9}
    fi
}

# write_command_of_rank FILE RANK: of `FILE WORDS PROGRAM ARGUMENT...` on several ranks one gets the words of `env`.
write_command_of_rank() {
    cat >"$1" <<SCRIPT
#!/bin/sh
words=\$1
shift
if [ "\${OMPI_COMM_WORLD_RANK:-\$PMI_RANK}" = $2 ]; then exec env \$words "\$@"; fi
exec "\$@"
SCRIPT
    chmod +x "$1"
}

# Those that are killed take a moment to go.
expect_none_left() { # pattern of their command line
    checks=$((checks + 1))
    wait_until none_left "$1"
}
none_left() {
    ! pgrep -f "$1"
}
