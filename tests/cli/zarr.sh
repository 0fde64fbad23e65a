#!/usr/bin/env bash
# zarr.sh - format=zarr,vtkhdf: the numbers of the .vti files of the same run, to the bit, as one store that xarray,
# zarr and dask read, and one that h5py and VTK do; and from a run that was killed and goes on the files of one that
# was not.
# Usage: zarr.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/goes_on.sh"
. "$(dirname "$0")/../support/field_stores.sh"
. "$(dirname "$0")/../support/cli.sh" "$1"
. "$(dirname "$0")/../support/readers.sh"

# What makes no sense needs no device.
run run karman format=zar
expect_code 2
expect_in err "format: 'zar' is not a file format; did you mean 'zarr'?"
run run karman format=zarr,
expect_code 2
expect_in err "format"
run run taylor-green-3d length=720 steps=0 fields=velocity format=vtkhdf
expect_code 2
expect_in err "format=vtkhdf: velocity has 4478976000 bytes at each step, and 4 GiB are the most"
run run karman vtk=0 format=vtkhdf
expect_code 2
expect_in err "format=vtkhdf says what fields are written as, and with vtk=0 none are"
run setups karman
expect_in out "fields.vtkhdf"
need_device
"$python" -c 'import numpy' 2>/dev/null || exit 77

run run "${flow[@]}" vtk=20 steps=50 mean=12 mean-every=7 mean-stresses=1 "$all" -o both
expect_code 0
as_vti both fields field-0000000{00,20,40,50}
as_vti both mean mean
expect_json both/run.json "{'fields.zarr', 'mean.zarr', 'fields.vtkhdf', 'mean.vtkhdf', 'mean.vti', 'fields.pvd'} <= set(d['files'])"
run run "${flow[@]}" vtk=20 steps=50 "$both" -o alone
same_stores both alone
expect_true "no .vti beside it" test -z "$(find alone -name '*.vti' -o -name '*.pvd')"
run run "${flow[@]}" vtk=0 steps=2 mean=1 "$both" -o none
expect_code 0
expect_true "vtk=0: none but means" test ! -e none/fields.zarr -a ! -e none/fields.vtkhdf -a -e none/mean.zarr

# A part of the box, every n-th cell, 64 bits; a free surface, in multiples of its length.
run run "${flow[@]}" --precision fp64 vtk=20 steps=20 vtk-from=3,1 vtk-to=22.5,40 vtk-stride=3 "$all" -o part
as_vti part fields field-000000000 field-000000020
run run raindrop size=24,24,44 diameter=16 depth=1 steps=4 particles=0 vtk=4 vtk-units=length "${options[@]}" "$all" -o rain
as_vti rain fields field-000000000 field-000000004

# A temperature has no unit: it is a share of its range, which other programs must not take for teslas.
run run heated-cavity quick=1 steps=1 vtk=1 "${options[@]}" "$all" -o warm
as_vti warm fields field-00000000{0,1}
expect_json warm/fields.zarr/temperature/zarr.json "d['attributes'] == {'units': '1', 'long_name':
    '(temperature - its middle) / its range'}"

# More steps than a node of the tree of .vtkhdf has chunks, in three dimensions and flat ones.
run run taylor-green-3d length=16 steps=70 vtk=1 fields=velocity "${options[@]}" "$all" -o many
as_vti many fields field-0000000{0{0..9},{1..6}{0..9},70}
run run taylor-green-3d length=16 steps=70 vtk=35 vtk-from=0,3,0 vtk-to=16,4,12 "${options[@]}" "$all" -o flat
as_vti flat fields field-0000000{00,35,70}

# Others.
if have_readers; then
    expect_true "xarray reads them" "$readers/bin/python" "$support/read_zarr.py" xarray {both,part,rain,warm,many}/fields.zarr \
        both/mean.zarr
    for folder in both part rain many flat; do
        expect_true "VTK reads $folder" "$readers/bin/python" "$support/read_vtkhdf.py" others $folder/fields.vtkhdf \
            $folder/field-*.vti
    done
else
    say_no_readers "to read the files with xarray and VTK"
fi

# From a checkpoint behind which more steps were written, one of them half, to fewer of them; and after somebody made room.
run run "${flow[@]}" vtk=20 steps=30 "$both" checkpoint=30 -o later
expect_json later/fields.zarr/ux/zarr.json "d['shape'] == [3, 1, 41, 24]" # the last of a run is one
cp -r later/checkpoint before
run resume later steps=50
rm -r later/checkpoint later/fields.zarr/rho/c/2
cp -r before later/checkpoint
echo half >later/fields.zarr/uy/c/2/0/0/0.partial
echo half >>later/fields.vtkhdf
run resume later steps=40
is_whole later whole
run resume later steps=50
expect_code 0
same_stores alone later
rm -r later/checkpoint later/fields.zarr
truncate -s 999 later/fields.vtkhdf
mv before later/checkpoint
run resume later steps=50
is_whole later whole
for file in zarr vtkhdf; do
    expect_json later/run.json "any(w.startswith('fields.$file does not have the 2 steps that it had') for w in d['warnings'])"
done
expect_file later/fields.vtkhdf-damaged-1
expect_json later/fields.zarr/ux/zarr.json "d['shape'] == [2, 1, 41, 24]"

# A chunk that is gone, and one that was cut short.
for lost in "rm ux/c/0/0/0/0" "truncate -s 99 flags/c/1/0/0/0"; do
    run run "${flow[@]}" vtk=20 steps=30 format=zarr checkpoint=30 -o "${lost%% *}"
    # shellcheck disable=SC2086 # words
    (cd "${lost%% *}/fields.zarr" && $lost)
    said=lost
    [ "${lost%% *}" = rm ] || said="cut short"
    run resume "${lost%% *}" steps=50
    expect_code 0
    expect_in err "warning: '${lost%% *}/fields.zarr/${lost##* }' of fields.zarr is $said; readers"
    expect_json "${lost%% *}/fields.zarr/ux/zarr.json" "d['shape'][0] == 4"
done

# From a checkpoint without steps: what was written since is no loss.
run run "${flow[@]}" steps=40 "$both" checkpoint=20 -o first
run resume first steps=60
expect_code 0
expect_not_in err "warning: "
expect_true "nothing is damaged" test ! -e first/fields.vtkhdf-damaged-1

# Steps that cannot be written are not counted.
run run "${flow[@]}" vtk=20 steps=20 format=zarr checkpoint=20 -o blocked
touch blocked/fields.zarr/ux/c/2
run resume blocked steps=60
expect_code 0
expect_in err "cannot create the folder 'blocked/fields.zarr/ux/c/2/0'"
expect_json blocked/fields.zarr/ux/zarr.json "d['shape'][0] == 2"
rm blocked/fields.zarr/ux/c/2
run resume blocked steps=80
expect_json blocked/fields.zarr/ux/zarr.json "d['shape'][0] == 3"

# Killed at any moment.
long=(run "${flow[@]}" steps=2000 vtk=100 "$both" checkpoint=70)
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
    is_whole killed killed
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
(ulimit -f 900 && exec "$program" run taylor-green length=128 steps=5 vtk=1 format=vtkhdf "${options[@]}" -o fuller) \
    >out 2>err </dev/null || code=$?
expect_code 0
expect_in err "sluice: warning: cannot write 'fuller/fields.vtkhdf': File too large; the run goes on without this file"
expect_true "the steps before it stay" "$python" "$support/read_vtkhdf.py" whole fuller/fields.vtkhdf

finish
