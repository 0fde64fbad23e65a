#!/usr/bin/env bash
# other_runtime.sh - a core of the tests with another OpenCL than PoCL.
# Usage: other_runtime.sh BUILD intel|mesa [--no-install]
#        intel: Intel's for CPUs, from Python's registry; mesa: Mesa's rusticl on llvmpipe, from Debian's.
# It is installed into BUILD/other-runtime, which stays, and nowhere else: no other program sees it.
# Exit code 77 where it cannot be had.
# SPDX-License-Identifier: MIT
set -uo pipefail
build=$(realpath "$1")
runtime=$2
install=${3:-}
home=$build/other-runtime/$runtime
failures=0

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

install_intel() {
    local packages=(intel-opencl-rt intel-cmplr-lib-rt tbb umf tcmlib intel-cmplr-lib-ur)
    [[ $(uname -m) == x86_64 ]] || skip "Intel's OpenCL runtime is for x86-64"
    echo "Installing ${packages[*]} into $home (some 900 MB)"
    python3 -m venv "$home/venv" >"$home/install.log" 2>&1 ||
        skip "python3 -m venv makes no environment: $(tail -n 1 "$home/install.log")"
    timeout 900 "$home/venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}" \
        >>"$home/install.log" 2>&1 || skip "the registry of Python packages gave no OpenCL runtime: see $home/install.log"
    [[ -e $home/venv/lib/libintelocl.so ]] || skip "these packages hold no libintelocl.so any more"
    echo "$home/venv/lib/libintelocl.so" >"$home/vendors/intel.icd"
}

# The package itself would be seen by every program; what it needs is in cmake/packages.txt.
install_mesa() {
    command -v apt-get >/dev/null || skip "Mesa's rusticl is taken from Debian's package mesa-opencl-icd"
    (cd "$home" && apt-get download mesa-opencl-icd && dpkg -x mesa-opencl-icd_*.deb files) \
        >"$home/install.log" 2>&1 || skip "Debian gave no mesa-opencl-icd: see $home/install.log"
    local library
    library=$(find "$home/files" -name 'libRusticlOpenCL.so.1')
    [[ -n $library ]] || skip "this mesa-opencl-icd holds no rusticl"
    echo "$library" >"$home/vendors/rusticl.icd"
}

if [[ $runtime != intel && $runtime != mesa ]]; then
    echo "other_runtime.sh: '$runtime' is neither intel nor mesa" >&2
    exit 2
fi
if [[ ! -e $home/installed ]]; then
    [[ $install != --no-install ]] || skip "the other OpenCL runtime is not there, and nothing is to be installed"
    rm -rf "$home" && mkdir -p "$home/vendors"
    "install_$runtime"
    touch "$home/installed"
fi
export SLUICE_SELF_TEST=never XDG_CACHE_HOME=$home/cache
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

passes_test() {
    local test
    for test in "$@"; do passes "$test" "$build/tests/test_$test"; done
}

# expect_device TEXT: one of its devices is there.
expect_device() {
    passes devices "$build/sluice" devices
    ((failures == 0)) || exit 1
    grep -q "$1" "$home/devices.log" && return
    if [[ $runtime == intel ]]; then skip "Intel's OpenCL runtime finds no device on this machine"; fi
    echo "FAILED: no device of $1"
    exit 1
}

# same_bits NAME FILES SETUP...: a run writes the same files here and on PoCL.
same_bits() {
    local name=$1 files=$2 file
    shift 2
    rm -rf "${home:?}/$name" "${home:?}/$name-pocl"
    local run=("$build/sluice" run "$@" png=0 --tune never)
    passes "$name" "${run[@]}" -o "$home/$name"
    passes "$name-pocl" env -u OCL_ICD_VENDORS "${run[@]}" -d cpu -o "$home/$name-pocl"
    for file in $files; do
        passes "$file" cmp "$home/$name/$file" "$home/$name-pocl/$file"
    done
}

test_intel() {
    expect_device 'Intel(R) OpenCL'
    passes self-test "$build/sluice" self-test --collision srt --streaming in-place --precision fp64,fp32,fp16s,fp16c,p16_1s
    rm -rf "$home/street"
    passes karman "$build/sluice" run karman quick=1 vtk=0 png=0 --tune never -o "$home/street"
    passes_test device conversions noise rounding survey inverse
    same_bits drop "field-000000020.vti surface-000000020.vtp" \
        oscillating-drop --lattice d3q19 radius=8 tension=0.03 steps=20 vtk=20
    same_bits eddies field-000000040.vti \
        tunnel body=sphere les=0.1 re=1e5 resolution=6 steps=40 vtk=40 --precision fp32/fp16c
}

# It takes some 50 ms for a step, and makes the bits of PoCL.
test_mesa() {
    export RUSTICL_ENABLE=llvmpipe GALLIUM_PIPE_SEARCH_DIR
    GALLIUM_PIPE_SEARCH_DIR=$(dirname "$(find "$home/files" -name pipe_swrast.so)")
    expect_device llvmpipe
    passes self-test "$build/sluice" self-test --collision srt --streaming in-place --precision fp32
    passes_test device noise conversions
    same_bits cavity "profile_y.csv profile_z.csv" cavity length=24 re=100 steps=40 vtk=0
}

export OCL_ICD_VENDORS=$home/vendors
"test_$runtime"
if ((failures > 0)); then
    echo "$failures failed; $(sed -n 's/^ *driver *//p' "$home/devices.log" | head -n 1)"
    exit 1
fi
