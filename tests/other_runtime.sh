#!/usr/bin/env bash
# other_runtime.sh - a core of the tests with another OpenCL than PoCL: Intel's for CPUs, from Python's registry.
# Usage: other_runtime.sh BUILD [--no-install]
# It is installed into BUILD/other-runtime, which stays, and nowhere else: no other program sees it.
# Exit code 77 where it cannot be had.
# SPDX-License-Identifier: MIT
set -uo pipefail
build=$(realpath "$1")
install=${2:-}
home=$build/other-runtime
packages=(intel-opencl-rt intel-cmplr-lib-rt tbb umf tcmlib intel-cmplr-lib-ur)
failures=0

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

if [[ ! -e $home/installed ]]; then
    [[ $install != --no-install ]] || skip "the other OpenCL runtime is not there, and nothing is to be installed"
    [[ $(uname -m) == x86_64 ]] || skip "Intel's OpenCL runtime is for x86-64"
    rm -rf "$home" && mkdir -p "$home/vendors"
    echo "Installing ${packages[*]} into $home (some 900 MB)"
    python3 -m venv "$home/venv" >"$home/install.log" 2>&1 ||
        skip "python3 -m venv makes no environment: $(tail -n 1 "$home/install.log")"
    timeout 900 "$home/venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}" \
        >>"$home/install.log" 2>&1 || skip "the registry of Python packages gave no OpenCL runtime: see $home/install.log"
    [[ -e $home/venv/lib/libintelocl.so ]] || skip "these packages hold no libintelocl.so any more"
    echo "$home/venv/lib/libintelocl.so" >"$home/vendors/intel.icd"
    touch "$home/installed"
fi
export OCL_ICD_VENDORS=$home/vendors SLUICE_SELF_TEST=never XDG_CACHE_HOME=$home/cache
unset SLUICE_DEVICE

# passes NAME COMMAND...: its output is shown where it fails.
passes() {
    local name=$1 start=$SECONDS
    shift
    if timeout 600 "$@" >"$home/$name.log" 2>&1; then
        printf 'passed  %-20s %3d s\n' "$name" $((SECONDS - start))
    else
        printf 'FAILED  %-20s %3d s: %s\n' "$name" $((SECONDS - start)) "$*"
        tail -n 40 "$home/$name.log"
        failures=$((failures + 1))
    fi
}

passes devices "$build/sluice" devices
((failures == 0)) || exit 1
grep -q 'Intel(R) OpenCL' "$home/devices.log" || skip "Intel's OpenCL runtime finds no device on this machine"
passes self-test "$build/sluice" self-test --collision srt --streaming in-place --precision fp64,fp32,fp16s,fp16c,p16_1s
rm -rf "$home/street"
passes karman "$build/sluice" run karman quick=1 vtk=0 png=0 --tune never -o "$home/street"
for test in device conversions noise rounding survey; do
    passes "$test" "$build/tests/test_$test"
done
if ((failures > 0)); then
    echo "$failures failed; $(sed -n 's/^ *driver *//p' "$home/devices.log" | head -n 1)"
    exit 1
fi
