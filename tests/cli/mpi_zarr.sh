#!/usr/bin/env bash
# mpi_zarr.sh - format=zarr,vtkhdf on several ranks: the files of one device, byte for byte, with chunks that reach
# across cuts; on with another number of ranks.
# Usage: mpi_zarr.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/field_stores.sh"
. "$(dirname "$0")/../support/cli.sh" "$1"
. "$support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77
"$python" -c 'import numpy' 2>/dev/null || exit 77
run run "${flow[@]}" vtk=20 steps=50 "$both" -o alone
expect_code 0
cube=(run taylor-green-3d length=72 steps=1 "${options[@]}" fields="density,velocity,vorticity" "$all")
run "${cube[@]}" -o cube
expect_code 0
as_vti cube fields field-000000001
expect_true "two chunks" test -e cube/fields.zarr/ux/c/0/1/0/0
for grid in 1x1x2 2x1x1; do
    ranks "$launcher" 2 "$program" "${cube[@]}" --split "$grid" -o "$grid"
    expect_code 0
    same_stores cube "$grid"
done
ranks "$launcher" 2 "$program" run "${flow[@]}" vtk=20 steps=30 "$both" checkpoint=30 --split 1x2x1 -o fewer
expect_code 0
run resume fewer steps=50
same_stores alone fewer
run run "${flow[@]}" vtk=20 steps=20 vtk-from=3,1 vtk-stride=2 "$both" -o one-part
ranks "$launcher" 2 "$program" run "${flow[@]}" vtk=20 steps=20 vtk-from=3,1 vtk-stride=2 "$both" --split 1x2x1 -o two-parts
same_stores one-part two-parts
finish
