# field_stores.sh - for scripts about format=zarr and vtkhdf: what runs write, and whether it is what it should be.
# shellcheck shell=bash
# Use: before cli.sh, which goes to a folder of its own.
# shellcheck disable=SC2034,SC2154 # cli.sh has `python`, scripts use the rest
# SPDX-License-Identifier: MIT
support=$(realpath "$(dirname "${BASH_SOURCE[0]}")")

options=(--tune=never --progress=never png=0)
both=format=zarr,vtkhdf
all=format=vti,zarr,vtkhdf
flow=(karman radius=2 size="24,41" re=40 u=0.1 "${options[@]}" fields="density,velocity,flags,vorticity")

# as_vti FOLDER STEM NAME...: the steps of both stores are these .vti files.
as_vti() {
    local files=() kind
    for name in "${@:3}"; do files+=("$1/$name.vti"); done
    for kind in zarr vtkhdf; do
        expect_true "$1/$2.$kind is ${*:3}" "$python" "$support/read_$kind.py" vti "$1/$2.$kind" "${files[@]}"
    done
}

# What FOLDER has is there, and nothing beside it unless it was killed.
is_whole() { # FOLDER, whole or killed
    for kind in zarr vtkhdf; do
        expect_true "$1/fields.$kind: $2" "$python" "$support/read_$kind.py" "$2" "$1/fields.$kind"
    done
}

same_stores() { # FOLDER, FOLDER
    expect_true "$2/fields.zarr is that of $1" diff -r "$1/fields.zarr" "$2/fields.zarr"
    expect_true "$2/fields.vtkhdf is that of $1" cmp "$1/fields.vtkhdf" "$2/fields.vtkhdf"
}
