# cli.sh - for the scripts in tests/cli: runs the program, looks at exit code and output, counts failures.
# shellcheck shell=bash
# Use: . cli.sh "$1", then run and expect..., at the end `finish`.
# SPDX-License-Identifier: MIT
program=$(realpath "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/sluice-cli.XXXXXX")
cd "$work" || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
python=/usr/bin/python3
unset SLUICE_DEVICE NO_COLOR
export XDG_CACHE_HOME=$work/cache # no layouts of the user's own measurements
export SLUICE_SELF_TEST=never      # the kernels are compared elsewhere; it would build twice as many
# Before a program that is to be interrupted: what a script runs in the background ignores SIGINT,
# and what is ignored at the start stays so.
# shellcheck disable=SC2034
in_background="env --default-signal=INT"
checks=0
failures=0
pid= # of a program in the background, by the script: pid=$!, then ended

complain() { # sentence
    failures=$((failures + 1))
    printf 'FAILED: %s\n  command: %s\n  exit code: %s\n' "$1" "$command_line" "$code"
    printf '  stdout: %s\n  stderr: %s\n' "$(head -c 2000 out)" "$(head -c 2000 err)"
    [[ -z ${SLUICE_TEST_FIRST:-} ]] || exit 1
}

run() { # arguments of the program
    command_line="sluice $*"
    code=0
    "$program" "$@" >out 2>err </dev/null || code=$?
}

expect_code() { # code
    checks=$((checks + 1))
    [ "$code" -eq "$1" ] || complain "expected exit code $1"
}

expect_in() { # file, fixed text
    checks=$((checks + 1))
    grep -qF -- "$2" "$1" || complain "expected in $1: $2"
}

expect_not_in() { # file, fixed text
    checks=$((checks + 1))
    ! grep -qF -- "$2" "$1" || complain "did not expect in $1: $2"
}

expect_empty() { # file
    checks=$((checks + 1))
    [ ! -s "$1" ] || complain "expected $1 to be empty"
}

expect_file() { # file
    checks=$((checks + 1))
    [ -s "$1" ] || complain "expected a file $1"
}

expect_true() { # sentence, command
    checks=$((checks + 1))
    local what=$1
    shift
    "$@" || complain "$what"
}

# A Python expression over the object `d` that a JSON file holds; json.load refuses anything beside it.
expect_json() { # file, expression
    checks=$((checks + 1))
    "$python" - "$1" "$2" <<'PYTHON' || complain "expected of $1: $2"
import json, sys
def refuse(word): raise ValueError(word + " is no JSON number")
d = json.load(open(sys.argv[1]), parse_constant=refuse)
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)
PYTHON
}

# The same over the list `d` of the objects that a file of JSON lines holds.
expect_lines() { # file, expression
    checks=$((checks + 1))
    "$python" - "$1" "$2" <<'PYTHON' || complain "expected of $1: $2"
import json, sys
d = [json.loads(line) for line in open(sys.argv[1])]
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)
PYTHON
}

# Skips the script where there is no OpenCL device to run on.
need_device() {
    run run taylor-green quick=1 length=8 steps=1 vtk=0 png=0 -o probe-of-device
    [ "$code" -ne 4 ] || { echo "no OpenCL device"; exit 77; }
}

# Whether the next case of a matrix is to be run: lb_check_runs() of check.h for scripts.
# `case_runs always` for those that always run; after the last one, finish_matrix.
other_cases=0
case_runs() { # [always]
    local slice=${SLUICE_TEST_MATRIX%/*} of=${SLUICE_TEST_MATRIX#*/}
    case ${1:-}:${SLUICE_TEST_MATRIX:-} in
        always: | *:all) return 0 ;;
        always:* | :) return 1 ;;
    esac
    ((other_cases++ % of == slice))
}

# Ends the script where a slice of its matrix is all that is asked for.
finish_matrix() {
    [[ ${SLUICE_TEST_MATRIX:-} != */* ]] || { [ "$failures" -eq 0 ] && exit 0 || exit 1; }
}

# Waits until a command succeeds; two minutes at least, many times what it takes.
wait_until() { # command
    for _ in $(seq 6000); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.02
    done
    complain "waited in vain for: $*"
    return 1
}

# Waits until a file is there and holds a word.
wait_for() { # file, word
    wait_until grep -qF -- "$2" "$1"
}

ended() { # waits for `pid`; its exit code into `code`
    code=0
    wait "$pid" || code=$?
}

finish() {
    echo "$checks checks, $failures failed"
    [ "$checks" -gt 0 ] && [ "$failures" -eq 0 ]
    exit $?
}
