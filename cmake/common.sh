# common.sh - what ./quickstart and ./check share; sourced by them in the root of the project.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

say() {
    printf '== %s\n' "$*"
}

die() {
    printf '%s\n' "$*" >&2
    exit 1
}

# The packages of the named groups, one per line.
packages_of() {
    local group name rest wanted
    while read -r group name rest; do
        for wanted in "$@"; do
            if [[ $group == "$wanted" ]]; then printf '%s\n' "$name"; fi
        done
    done < cmake/packages.txt
}

missing_packages() {
    local name
    for name in $(packages_of "$@"); do
        if [[ $(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null) != installed ]]; then
            printf '%s\n' "$name"
        fi
    done
}

# Installs what is missing of the named groups; needs no network where nothing is.
install_packages() {
    local missing=() as_root=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "Not a Debian system: cmake/packages.txt lists what has to be there."
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then return; fi
    say "Installing these Debian packages and what they need: ${missing[*]}"
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            die "Run this as root once, or install the packages above and use --no-install."
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get update ||
        say "apt-get update failed; trying with the package lists that are here."
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}" ||
        die "The packages could not be installed; --no-install goes on without them."
}

# build_preset PRESET [CMAKE-BUILD-ARGUMENT...]; the caller may add to how it is configured.  A folder without a build
# gets Ninja's, where it is installed: the release build takes 75 s of a core, with make 88.
configure_options=()
if command -v ninja >/dev/null; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
build_preset() {
    local preset=$1
    shift
    say "Building ($preset)"
    mkdir -p build
    if ! cmake --preset "$preset" "${configure_options[@]}" >"build/configure-$preset.log"; then
        say "Configuring failed: see above and build/configure-$preset.log."
        return 1
    fi
    cmake --build --preset "$preset" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" "$@"
}
