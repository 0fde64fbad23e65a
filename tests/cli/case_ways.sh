#!/bin/bash
# case_ways.sh - whether solid cells leave a way from inlets to outlets, and along a force.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

{
    printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 4\norigin = -1,0\nsize = 4,2\n'
    printf '[fluid]\nre = 10\n[stop]\nsteps = 4\n[face y-]\nkind = wall\n[face y+]\nkind = wall\n'
} >base.ini
box() { # name from to
    printf '[body %s]\nshape = box\nfrom = %s\nto = %s\n' "$@"
}
openings='[inlet in]\non = x-\nspeed = 0.05\n[outlet out]\non = x+\n'
look() { # name text: only looks
    { cat base.ini && printf '%b' "$2"; } >"$1.ini"
    run run -c "$1.ini" vtk=0 png=0 steps=0 -o "$1"
}
blocked="solid cells leave no way from it"

look open "$openings$(box b 0,0 1,1.75)"
expect_code 0
expect_not_in out "solid cells"
look shut "$openings$(box b 0,0 1,2)"
expect_code 2
expect_in err "[inlet in]: $blocked to any outlet: the fluid beside it ends within (-1, 0, 0) to (0, 2, 0.25) L; a larger box.resolution"
look cut "$openings$(box b 0,0 1,2)\n$(box hole 0,1 1,1.25)\ninside = cut"
expect_code 0
# Links lead over corners, so that a way does, too.
look corner "$openings$(box b 0,0 0.25,1)\n$(box c 0.25,1 0.5,2)"
expect_code 0
expect_not_in out "solid cells"
# What moves may open.
look valve "$openings$(box b 0.25,0 0.75,0.5)\n$(box valve 0.25,0.5 0.75,1.25)\nturn = 0.001\nabout = 0.5,0.875\n$(box lid 0.25,1.25 0.75,2)"
expect_code 0
# A second outlet that nothing reaches, a part of an inlet, faces that are no inlets.
look dead "${openings}[outlet dead]\non = box\nfrom = 1.5,0\nto = 2.5,0\n$(box b 1.25,0.25 2.75,0.5)\n$(box c 1.25,0 1.5,0.5)\n$(box d 2.5,0 2.75,0.5)"
expect_code 0
expect_in out "[outlet dead]: $blocked to another opening: the fluid beside it ends within (1.5, 0, 0) to (2.5, 0.25, 0.25) L"
look part "$openings$(box b -1,0.5 1,0.75)\n$(box c 0.75,0 1,0.5)"
expect_code 0
expect_in out "[inlet in]: from 29 % of its cells no way leads to an outlet, as from those at (-1, 0, 0) L"
look faces "[face x-]\nkind = velocity\nspeed = 0.05\n[face x+]\nkind = pressure\n$(box b 0,0 1,2)"
expect_code 2
expect_in err "[face x-]: $blocked to any outlet"
look pressures "[face x-]\nkind = pressure\npressure = 0.01\n[face x+]\nkind = pressure\n$(box b 0,0 1,2)"
expect_code 0
expect_in out "[face x-]: $blocked to another opening"

# Over periodic sides: a force is told, and a speed that cannot be held is refused.
way="[force] drives the flow along x, and solid cells leave no way from the face x- of the box to x+"
look force "[force]\nacceleration = 1e-6,0\n$(box b 0,0 1,2)"
expect_code 0
expect_in out "$way"
look held "[force]\nspeed = 0.01\n$(box b 0,0 1,2)"
expect_code 2
expect_in err "$way"
look free "[force]\nspeed = 0.01\n$(box b 0,0 1,1)"
expect_code 0
sed -i '/^\[face y/,$d' base.ini
look slanted "[force]\nacceleration = 1e-6,0\n$(box b -1,0 0,1.5)\n$(box c 0,0.5 1,2)\n$(box d 1,0 3,1)"
expect_code 0
expect_not_in out "$way"

finish
