#!/bin/bash
# case_heat.sh - a temperature in a case file: the bits of heated-cavity, conduction in units of the file, refusals.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
options=(png=0 --progress never)

# --- heated-cavity as a file ------------------------------------------------------------------------------------
{
    printf '[case]\nsetup = case\nlattice = d2q9\nprecision = fp64\n[box]\nresolution = 16\nsize = 1,1\n'
    "$python" -c 'print("[fluid]\nviscosity = %r\nspeed = 0.1\n[scalar]\nprandtl = 0.71\nbuoyancy = 0,%r\nstart = linear"
        % ((0.71 / 1e4) ** 0.5 * 0.1 * 16, 0.1 * 0.1 / 16))'
    for face in x- x+ y- y+; do printf '[face %s]\nkind = wall\n' $face; done
    printf '[heat x-]\ntemperature = 0.5\n[heat x+]\ntemperature = -0.5\n[stop]\nsteps = 480\n'
} >cavity.ini
run run heated-cavity length=16 --precision fp64 steps=480 steady=0 vtk=480 "${options[@]}" -o setup
run run -c cavity.ini vtk=480 "${options[@]}" -o file
expect_code 0
expect_true "the file has the bits of the setup" cmp setup/field-000000480.vti file/field-000000480.vti
expect_json file/run.json "abs(d['results']['x-.nusselt'] + d['results']['x+.nusselt']) < 1e-12 and abs(d['results']['heat_drift']) < 1e-15"
# The same by its Rayleigh number.
run run -c cavity.ini vtk=480 "${options[@]}" scalar.buoyancy= scalar.rayleigh=1e4 -o rayleigh
expect_json rayleigh/run.json "abs(d['results']['x-.nusselt'] / json.load(open('file/run.json'))['results']['x-.nusselt'] - 1) < 1e-12"
run run -c cavity.ini vtk=0 "${options[@]}" checkpoint=100 steps=200 -o parts
run resume parts steps=480
expect_true "parts have the heat of the whole" cmp file/heat.csv parts/heat.csv

# --- conduction ---------------------------------------------------------------------------------------------------
# From y-, which gives 40 T/L, to y+, of 20: T falls by 20 over the half L between them, on any grid.
cat >plates.ini <<'INI'
[case]
setup = case
lattice = d2q9
precision = fp64
[box]
resolution = 8
size = 0.5,0.5
[fluid]
tau = 0.8
speed = 0.1
[scalar]
diffusivity = 0.2
start = 30
range = 20,40
[face y-]
kind = wall
[face y+]
kind = wall
[heat y-]
flux = 40
[heat y+]
temperature = 20
[stop]
steady = 1e-12
[expect warmth]
result = temperature_mean
value = 30
within = 1e-9
source = exact
[expect heat]
result = y-.heat
value = 20
within = 1e-9
source = exact
INI
run run -c plates.ini vtk=0 probe=80 "${options[@]}" -o plates
expect_code 0
expect_json plates/run.json "d['verdict']['pass'] and d['steps'] < d['steps_planned'] and d['results']['heat_balance'] < 1e-11"
expect_json plates/run.json "abs(d['results']['y-.nusselt'] - 2) < 1e-9"

# --- refusals -----------------------------------------------------------------------------------------------------
refused() { # sentence, arguments
    local sentence=$1
    shift
    run run -c plates.ini steps=0 "${options[@]}" -o refused "$@"
    expect_code 2
    expect_in err "$sentence"
}
refused "[heat y-] is of a temperature, and there is none: [scalar]" scalar.diffusivity=
sed '/^\[heat/,/^20/d; /^\[heat/,/^[ft]/d; /^\[expect/,$d; /^diffusivity/d' plates.ini >without.ini
run run -c without.ini steps=0 "${options[@]}" -o refused
expect_in err "scalar.start=30 needs a diffusivity beside it"
refused "[heat y+] needs temperature=, flux= or insulated=1" heat.y+.temperature=
refused "scalar.start=warm: a temperature, or linear" scalar.start=warm
refused "and no two have one" scalar.start=linear
refused "all temperatures of the file are 20: scalar.range=LOW,HIGH" scalar.range= scalar.start=20
refused "scalar.range=40,20: the lowest temperature and the highest one" scalar.range=40,20
refused "scalar.along=y is of rayleigh=" scalar.along=y
refused "scalar.reference=20 is where buoyancy is 0" scalar.reference=20
refused "the face y- is no wall; [face y-] kind=wall makes it one" y-.kind=slip
refused "there is no result 'y-.cold'; there are" expect.heat.result=y-.cold
refused "did you mean 'quarter'" scalar.magic=quater
{ cat plates.ini && printf '[heat top]\ntemperature = 1\n'; } >top.ini
run run -c top.ini steps=0 "${options[@]}" -o refused
expect_in err "[heat top]: there is no face 'top'"
finish
