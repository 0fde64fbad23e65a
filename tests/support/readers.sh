# readers.sh - a Python of the build folder with the programs of others that read our files or start our runs; after
# cli.sh.  From Python's registry, where SLUICE_TEST_READERS=install (1.5 GB) and there is one.
# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: MIT
readers=$(dirname "$program")/readers

# Whether it is there, after it was installed where that is asked for; tests that run side by side wait for one.
have_readers() {
    if [[ ! -e $readers/installed && ${SLUICE_TEST_READERS:-} == install ]]; then
        exec 9>"$readers.lock"
        flock 9
        if [[ ! -e $readers/installed ]]; then
            rm -rf "$readers"
            { python3 -m venv "$readers" && timeout 600 "$readers/bin/pip" install --quiet \
                --disable-pip-version-check zarr xarray dask distributed h5py vtk snakemake napari mypy &&
                touch "$readers/installed"; } >"$work/install.log" 2>&1
        fi
        exec 9>&-
    fi
    [[ -e $readers/installed ]]
}

# What is said instead.
say_no_readers() { # what was left out
    echo "left out: $1; SLUICE_TEST_READERS=install brings what it needs to $readers"
    if [[ -e $work/install.log ]]; then tail -n 1 "$work/install.log"; fi
}
