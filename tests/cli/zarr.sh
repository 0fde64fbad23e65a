#!/usr/bin/env bash
# zarr.sh - format=zarr: the numbers of the .vti files of the same run, to the bit, as one store that xarray, zarr and
# dask read; the same files from any number of ranks, and from a run that was killed and goes on.
# Usage: zarr.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/goes_on.sh"
. "$(dirname "$0")/../support/cli.sh" "$1"
reader=$(cd "$OLDPWD" && realpath "$(dirname "$0")/../support/read_zarr.py")

# What makes no sense needs no device.
run run karman format=zar
expect_code 2
expect_in err "format: 'zar' is not a file format; did you mean 'zarr'?"
run run karman format=zarr,
expect_code 2
expect_in err "format"
run setups karman
expect_in out "vti,zarr: both"
need_device
"$python" -c 'import numpy' 2>/dev/null || exit 77

# as_vti FOLDER STORE NAME...: the steps of the store are these .vti files.
as_vti() {
    local files=()
    for name in "${@:3}"; do files+=("$1/$name.vti"); done
    expect_true "$1/$2 is ${*:3}" "$python" "$reader" vti "$1/$2" "${files[@]}"
}

options=(--tune=never --progress=never png=0)
both=format=vti,zarr
flow=(karman radius=2 size="24,41" re=40 u=0.1 "${options[@]}" fields="density,velocity,flags,vorticity")
run run "${flow[@]}" vtk=20 steps=50 mean=12 mean-every=7 mean-stresses=1 "$both" -o both
expect_code 0
as_vti both fields.zarr field-0000000{00,20,40,50}
as_vti both mean.zarr mean
expect_json both/run.json "{'fields.zarr', 'mean.zarr', 'mean.vti', 'fields.pvd'} <= set(d['files'])"
run run "${flow[@]}" vtk=20 steps=50 format=zarr -o alone
expect_true "the same store alone" diff -r both/fields.zarr alone/fields.zarr
expect_true "no .vti beside it" test -z "$(find alone -name '*.vti' -o -name '*.pvd')"
run run "${flow[@]}" vtk=0 steps=2 format=zarr -o none
expect_code 0
expect_true "vtk=0: none" test ! -e none/fields.zarr

# A part of the box, every n-th cell, 64 bits; a free surface, in multiples of its length.
run run "${flow[@]}" --precision fp64 vtk=20 steps=20 vtk-from=3,1 vtk-to=22.5,40 vtk-stride=3 "$both" -o part
as_vti part fields.zarr field-000000000 field-000000020
run run raindrop size=24,24,44 diameter=16 depth=1 steps=4 particles=0 vtk=4 vtk-units=length "${options[@]}" "$both" -o rain
as_vti rain fields.zarr field-000000000 field-000000004

# xarray, zarr and dask, from Python's registry where there is one: they stay in the build folder.
home=$(dirname "$program")/zarr-readers
if [[ ! -e $home/installed ]]; then
    rm -rf "$home"
    { python3 -m venv "$home" && timeout 600 "$home/bin/pip" install --quiet --disable-pip-version-check zarr xarray dask &&
        touch "$home/installed"; } >"$work/install.log" 2>&1
fi
if [[ -e $home/installed ]]; then
    expect_true "xarray reads them" "$home/bin/python" "$reader" xarray {both,part,rain}/fields.zarr both/mean.zarr
else
    echo "not read by xarray: $home could not be installed: $(tail -n 1 "$work/install.log")"
fi

# From a checkpoint behind which more steps were written, one of them half, to fewer of them; and after somebody made room.
run run "${flow[@]}" vtk=20 steps=30 format=zarr checkpoint=30 -o later
expect_json later/fields.zarr/ux/zarr.json "d['shape'] == [3, 1, 41, 24]" # the last of a run is one
cp -r later/checkpoint before
run resume later steps=50
rm -r later/checkpoint later/fields.zarr/rho/c/2
cp -r before later/checkpoint
echo half >later/fields.zarr/uy/c/2/0/0/0.partial
run resume later steps=40
expect_true "nothing of later steps" "$python" "$reader" whole later/fields.zarr
run resume later steps=50
expect_code 0
expect_true "as never stopped" diff -r alone/fields.zarr later/fields.zarr
rm -r later/checkpoint later/fields.zarr
mv before later/checkpoint
run resume later steps=50
expect_true "what is written anew" "$python" "$reader" whole later/fields.zarr
expect_json later/fields.zarr/ux/zarr.json "d['shape'] == [2, 1, 41, 24]"

# Killed at any moment.
long=(run "${flow[@]}" steps=2000 vtk=100 format=zarr checkpoint=70)
run "${long[@]}" -o undisturbed
expect_code 0
# shellcheck disable=SC2317 # wait_until calls it
saved_or_ended() { [ -e killed/checkpoint/meta.json ] || ! kill -0 "$pid"; }
"$program" "${long[@]}" -o killed >out 2>err </dev/null &
pid=$!
for _ in 1 2; do
    wait_until saved_or_ended
    sleep "0.$((RANDOM % 5))$((RANDOM % 10))"
    kill -s KILL "$pid" 2>/dev/null
    ended 2>/dev/null
    expect_true "what is counted is there" "$python" "$reader" killed killed/fields.zarr
    [ "$code" -eq 137 ] || break
    "$program" resume killed >out 2>err </dev/null &
    pid=$!
done
[ "$code" -ne 137 ] || ended
expect_code 0
same_files undisturbed killed alike

# A full disk: a warning, and nothing of the step stays.
command_line="ulimit -f 900; sluice run taylor-green length=512 steps=1 format=zarr"
code=0
(ulimit -f 900 && exec "$program" run taylor-green length=512 steps=1 vtk=1 format=zarr "${options[@]}" -o full) \
    >out 2>err </dev/null || code=$?
expect_code 0
expect_in err "sluice: warning: cannot write 'full/fields.zarr/rho/c/0/0/0/0': File too large; the run goes on without this file"
expect_true "nothing of it stays" test -z "$(find full/fields.zarr -type f)" -a ! -e full/fields.zarr/rho/c/0
expect_json full/run.json "'fields.zarr' not in d['files'] and d['status'] == 'done'"

# Several ranks: chunks of their own, of which some reach across a cut; on with another number of them.
. "$(dirname "$reader")/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || finish
cube=(run taylor-green-3d length=72 steps=1 "${options[@]}" fields="density,velocity,vorticity" "$both")
run "${cube[@]}" -o cube
expect_code 0
as_vti cube fields.zarr field-000000001
expect_true "two chunks" test -e cube/fields.zarr/ux/c/0/1/0/0
for grid in 1x1x2 2x1x1; do
    ranks "$launcher" 2 "$program" "${cube[@]}" --split "$grid" -o "$grid"
    expect_code 0
    expect_true "$grid: the files of one device" diff -r cube/fields.zarr "$grid/fields.zarr"
done
ranks "$launcher" 2 "$program" run "${flow[@]}" vtk=20 steps=30 format=zarr checkpoint=30 --split 1x2x1 -o fewer
expect_code 0
run resume fewer steps=50
expect_true "on with one" diff -r alone/fields.zarr fewer/fields.zarr
run run "${flow[@]}" vtk=20 steps=20 vtk-from=3,1 vtk-stride=2 format=zarr -o one-part
ranks "$launcher" 2 "$program" run "${flow[@]}" vtk=20 steps=20 vtk-from=3,1 vtk-stride=2 format=zarr --split 1x2x1 -o two-parts
expect_true "a part of the box" diff -r one-part/fields.zarr two-parts/fields.zarr
finish
