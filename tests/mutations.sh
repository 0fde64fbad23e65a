#!/usr/bin/env bash
# mutations.sh - breaks one line at a time, as tests/mutations.list says, and expects the named test to
# fail: what nobody notices when it is wrong is not tested.
# Usage: mutations.sh --list: only whether each text stands in its file once, and whether there is the test.
#        mutations.sh [PATTERN]: of the faults whose line matches; all without one.  In build/mutations,
# with the tests as CI runs them, without the rest of their matrices.
# SPDX-License-Identifier: MIT
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
pattern=${1:-}
project=$PWD
place=$project/build/mutations
caught=0
alive=()
declare -A is_sound

# The tree as it is, with what is not committed; what did not change keeps its time.
copy_tree() {
    mkdir -p "$place/tree"
    git ls-files -coz --exclude-standard |
        while IFS= read -r -d '' file; do if [[ -e $file ]]; then printf '%s\0' "$file"; fi; done |
        xargs -0 cp -pu --parents -t "$place/tree" &&
        cmake -S "$place/tree" -B "$place/build" -DCMAKE_BUILD_TYPE=Release -Wno-dev \
            -DLB_POCL_CACHE="${LB_POCL_CACHE:-$project/build/pocl-cache}" \
            -DLB_NATIVE_STORE="${LB_NATIVE_STORE:-$project/build/native/store}" >"$place/configure.log"
}

# run_test NAME: 0 passed, 1 failed, 2 was not built or not run.
run_test() {
    local targets=("${1##*/}" pocl_copy)
    if [[ -e tests/cli/${1##*/}.sh ]]; then targets=(sluice pocl_copy); fi
    if [[ $1 == cli/python ]]; then targets+=(sluice_shared); fi
    if [[ $1 == native/* ]]; then targets+=(native_device); fi
    if [[ $1 == unit/python_* ]]; then targets=(lb_version); fi
    if [[ $1 == */mpi_* ]]; then targets+=(ranks fault_shim sluice_ranks_alone); fi
    cmake --build "$place/build" --parallel 2 --target "${targets[@]}" >"$place/build.log" 2>&1 || return 2
    (cd "$place/build" && SLUICE_TEST_FIRST=1 timeout 600 ctest -R "^$1\$" --no-tests=error --output-on-failure) \
        >"$place/test.log" 2>&1 && ! grep -q '(Skipped)' "$place/test.log" && return 0
    if grep -q '(Skipped)\|Unable to find executable\|No tests were found\|CL_BUILD_PROGRAM_FAILURE' \
        "$place/test.log"; then return 2; fi
    return 1
}

# A test that fails by itself catches nothing.
check_sound() {
    if [[ -z ${is_sound[$1]:-} ]]; then
        run_test "$1"
        is_sound[$1]=$?
    fi
    return "${is_sound[$1]}"
}

# replace FILE TEXT FAULT: false unless the text is there once.
replace() {
    python3 - "$@" <<'PYTHON'
import sys
path, text, fault = sys.argv[1:]
old = open(path).read()
if old.count(text) != 1:
    sys.exit(1)
open(path, "w").write(old.replace(text, fault))
PYTHON
}

# judge FILE TEXT FAULT TEST prints the verdict of one fault.
judge() {
    local file=$1 text=$2 fault=$3 test=$4 verdict result
    if ! check_sound "$test"; then
        verdict="LIVES (the test fails without a fault)"
    elif ! replace "$place/tree/$file" "$text" "$fault"; then
        verdict="LIVES (the text does not stand there once)"
    else
        run_test "$test"
        result=$?
        verdict=LIVES
        if ((result == 1)); then verdict=caught; fi
        if ((result == 2)); then verdict="LIVES (it does not build or run)"; fi
        cp "$project/$file" "$place/tree/$file"
    fi
    printf '%s: %s: %s => %s [%s]\n' "$verdict" "$file" "$text" "$fault" "$test"
    if [[ $verdict == caught ]]; then caught=$((caught + 1)); else alive+=("$file: $text"); fi
}

if [[ $pattern == --list ]]; then
    exec python3 - <<'PYTHON'
import pathlib

texts = {path.stem: path.read_text() for path in pathlib.Path("tests").rglob("*.*")
         if path.suffix in (".c", ".sh", ".py")}


def is_there(test):
    folder, _, name = test.partition("/")
    text = texts.get(name, texts.get(name.replace("python_", "test_")))
    return text is not None and not (folder == "native" and "Not on the native device" in text)


wrong = 0
for line in open("tests/mutations.list"):
    part = line.rstrip("\n").split(" :: ")
    if line.strip() == "" or line[0] == "#":
        continue
    if len(part) != 4 or open(part[0]).read().count(part[1]) != 1:
        print("does not stand there once:", line.rstrip())
        wrong += 1
    elif not is_there(part[3]):
        print("has no such test:", line.rstrip())
        wrong += 1
raise SystemExit(wrong > 0)
PYTHON
fi
copy_tree || { printf 'the tree could not be copied and configured\n' && exit 1; }
while IFS= read -r line <&3; do
    if [[ -z $line || $line == '#'* || ($pattern && ! $line =~ $pattern) ]]; then continue; fi
    mapfile -t part <<<"${line// :: /$'\n'}"
    if ((${#part[@]} != 4)); then printf 'no fault: %s\n' "$line" && exit 1; fi
    judge "${part[@]}"
done 3<tests/mutations.list
printf '%d caught, %d live\n' "$caught" "${#alive[@]}"
((${#alive[@]} == 0))
