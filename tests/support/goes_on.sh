# goes_on.sh - for scripts about `sluice resume`: a run in two parts against the undisturbed one.
# shellcheck shell=bash
# Use: before cli.sh, which goes to a folder of its own.
# shellcheck disable=SC2154 # cli.sh has `code`
# SPDX-License-Identifier: MIT

# Every file of the undisturbed run but run.json and log.txt, which have times, and meta.json, which has more of them;
# case.ini, which has lanes and streaming, where these are the same.
same_files() { # undisturbed run, resumed one, whether they are computed alike
    local file
    while IFS= read -r file; do
        case $3:$file in
            *run.json | *meta.json | *log.txt | other:*case.ini | other:*marks.npy) continue ;;
        esac
        expect_true "$2: $file is that of $1" cmp -s "$1/$file" "$2/$file"
    done < <(cd "$1" && find . -type f)
    expect_true "nothing half-written stays" test -z "$(find "$2" -name '*.partial' -o -name 'checkpoint.*')"
}

# goes_on ALIKE STEPS SETUP ARGUMENTS... :: OPTIONS OF THE RESUME: in STEPS + STEPS as in 2 STEPS.
number=0
goes_on() {
    local alike=$1 steps=$2 setup=$3 how=()
    shift 3
    while [ "$1" != "::" ]; do
        how+=("$1")
        shift
    done
    shift
    number=$((number + 1))
    run run "$setup" quick=1 "${how[@]}" checkpoint="$steps" steps=$((2 * steps)) -o "whole-$number"
    local whole=$code
    run run "$setup" quick=1 "${how[@]}" checkpoint="$steps" steps="$steps" -o "parts-$number"
    run resume "parts-$number" steps=$((2 * steps)) "$@"
    expect_code "$whole"
    same_files "whole-$number" "parts-$number" "$alike"
    expect_json "parts-$number/run.json" \
        "(lambda whole: all(d[k] == whole[k] for k in ('status', 'steps', 'verdict', 'files')) and
            d['results'].keys() == whole['results'].keys() and all(d['results'][k] == v or
                '$alike' == 'other' and k.endswith('_drift') and abs(d['results'][k] - v) < 1e-12
                for k, v in whole['results'].items()))(json.load(open('whole-$number/run.json')))"
    rm -r "whole-$number" "parts-$number"
}
