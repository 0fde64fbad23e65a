#!/bin/bash
# surface_files.sh - the free surface of a run in three dimensions comes as triangles, too.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# Nodes less half of the triangles: 2 for each closed surface without a handle.
euler_number() {
    local head='NumberOfPoints="([0-9]+)" .*NumberOfPolys="([0-9]+)"'
    [[ $(head -c 2000 "$1" | tr -d '\0') =~ $head ]] &&
        printf '%s' "$((BASH_REMATCH[1] - BASH_REMATCH[2] / 2))"
}

run run static-drop --lattice d3q19 radius=6 steps=40 vtk=20 png=0 -o drop
for step in 000000000 000000020 000000040; do
    expect_file "drop/field-$step.vti"
    expect_file "drop/surface-$step.vtp"
    expect_true "one closed surface at step $step" \
        test "$(euler_number "drop/surface-$step.vtp")" = 2
done
expect_true "each step is in the index once" \
    test "$(grep -o 'surface-0000000[024]0.vtp' drop/surface.pvd | sort -u | wc -l)" = 3 -a \
    "$(grep -c 'surface-.*vtp' drop/surface.pvd)" = 3
expect_json drop/run.json "'surface.pvd' in d['files'] and 'surface-000000040.vtp' in d['files']"

run run static-drop quick=1 --lattice d2q9 steps=40 vtk=20 png=0 -o circle
expect_file circle/fields.pvd
expect_true "a line is no surface" test ! -e circle/surface.pvd
run run static-drop --lattice d3q19 radius=6 steps=10 vtk=0 png=0 -o none
expect_true "vtk=0 leaves the surface out" test ! -e none/surface.pvd
finish
