#!/bin/bash
# case_setups.sh - setups as case files: the same bytes in double precision.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

same_as() { # setup, its arguments; the case file is on stdin
    cat >"$1.ini"
    run run "$1" --collision srt --precision fp64 png=0 "${@:2}" -o "setup-$1"
    run run -c "$1.ini" --collision srt --precision fp64 png=0 -o "case-$1"
    expect_code 0
    expect_true "the same flow" cmp "setup-$1"/field-*.vti "case-$1"/field-*.vti
}
case_runs "" && same_as poiseuille radius=7 re=10 umax=0.1 steps=60 <<'INI'
[case]
setup = case
[box]
size = 1,16,16
[fluid]
viscosity = 0.14
[body pipe]
shape = cylinder
axis = 1,0,0
at = 0.5,8,8
radius = 7
inside = fluid
[force]
acceleration = 1.142857142857143e-3,0,0
[stop]
steps = 60
INI
case_runs "" && same_as karman --lattice d2q9 radius=8 re=250 u=0.15 steps=60 < <(
    printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nsize = 126,254\norigin = 1,1\n[fluid]\nviscosity = 0.0096\n'
    for face in x- x+ y- y+; do printf '[face %s]\nkind = equilibrium\nu = 0,0.15\n' "$face"; done
    printf '[body cylinder]\nshape = cylinder\nat = 64,64\nradius = 8\n[start]\nu = 0,0.15\nto = 64,255\n[stop]\nsteps = 60\n'
)
finish_matrix

same_as cavity --lattice d2q9 length=32 re=100 u0=0.1 steps=60 <<'INI'
[case]
setup = case
lattice = d2q9
[box]
size = 30,30
[fluid]
viscosity = 0.032
[face x-]
kind = wall
[face x+]
kind = wall
[face y-]
kind = wall
[face y+]
kind = wall
u = 0.1,0
[stop]
steps = 60
INI
printf 'x,y\n0,0\n1,0\n1,1\n0,1\n' >square.csv
same_as tunnel --lattice d2q9 body=square.csv re=100 resolution=8 u=0.0625 upstream=4 downstream=7 above=3 below=3 \
    les=0 steps=60 < <(
    printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 8\nsize = 12.25,7.75\n'
    printf '[fluid]\nre = 100\nspeed = 0.0625\n[body square]\nmesh = square.csv\nat = 4.5,3.875\n'
    printf '[face x+]\nkind = open\nsponge = 2\n'
    for face in x- y- y+; do printf '[face %s]\nkind = free\n' "$face"; done
    printf '[start]\nu = stream\nwake = 0.1\n[stop]\nsteps = 60\n'
)
run run -c cavity.ini start.wake=0.1
expect_code 2
expect_in err "start.wake=0.1 is behind the first body: a [body NAME] is needed"
finish
