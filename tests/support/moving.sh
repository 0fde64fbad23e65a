# moving.sh - for scripts about bodies that move their cells: a small case.  Before cli.sh, which goes to a folder of
# its own.
# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A bar that turns and a disc that a table moves, near each other, beside a wall that slides.
write_moving_case() { # file
    cat >"$1" <<'INI'
[case]
setup = case
lattice = d2q9
[box]
resolution = 8
size = 6,4
[fluid]
re = 20
speed = 0.1
length = 2
[body bar]
shape = box
from = 1,1.75
to = 3,2.25
turn = 1 speed/length
about = 2,2
[body disc]
shape = cylinder
radius = 0.5
at = 4.2,2
move = way.csv
[face y-]
kind = wall
[face y+]
kind = wall
u = 0.02,0
[stop]
steps = 200
INI
    printf 'time,x,y\n0,0,0\n0.4,0.4,0.1\n2,0,-0.5\n' >way.csv
}

# A disc that goes round between walls, in a flow whose mean speed is held.
write_held_case() { # file
    cat >"$1" <<'INI'
[case]
setup = case
lattice = d2q9
[box]
resolution = 8
size = 6,3
[fluid]
re = 20
speed = 0.04
[face y-]
kind = wall
[face y+]
kind = wall
[body disc]
shape = cylinder
radius = 0.4
at = 3.5,1.5
turn = 0.5 speed/length
about = 3,1.5
[force]
speed = 0.03
[mean]
skip = 12.566370614
[stop]
until = 37.699111843
INI
}

# The bar, of triangles, and the disc, and beside them a disc at rest, with walls between cells.
write_curved_moving_case() { # file
    write_moving_case "$1"
    sed -i -e 's/^turn/wall = curved\nturn/' -e 's/^move/wall = curved\nmove/' -e 's/^shape = box/mesh = bar.csv/' \
        -e '/^from/d' -e '/^to/d' "$1"
    printf 'x,y\n1,1.75\n3,1.75\n3,2.25\n1,2.25\n' >bar.csv
    cat >>"$1" <<'INI'
[body rest]
shape = cylinder
radius = 0.3
at = 4.75,3.1
wall = curved
INI
}

# A disc that turns in a cup.
write_turning_case() { # file
    cat >"$1" <<'INI'
[case]
setup = case
lattice = d2q9
[box]
resolution = 20
size = 2.4,2.4
origin = -1.2,-1.2
[fluid]
re = 10
speed = 0.1
[body cup]
shape = cylinder
radius = 1
at = 0.01,0.02
inside = fluid
wall = curved
[body disc]
shape = cylinder
radius = 0.5
at = 0.01,0.02
turn = 1 speed/length
about = 0.01,0.02
wall = curved
[stop]
until = 6
INI
}

# A disc that goes through fluid at rest, and one at rest in a stream.
write_going_case() { # file of the first, of the second
    cat >"$2" <<'INI'
[case]
setup = case
lattice = d2q9
collision = rr
[box]
resolution = 12
size = 14,6
[fluid]
re = 20
speed = 0.05
[body disc]
shape = cylinder
radius = 0.5
at = 2.02,3.01
wall = curved
[face y-]
kind = wall
u = 0.05,0
[face y+]
kind = wall
u = 0.05,0
[start]
u = stream
[mean]
skip = 4
[stop]
until = 9
INI
    sed -e 's/^u = .*/u = 0,0/' -e 's/^at = .*/at = 12.02,3.01\nmove = back.csv/' -e '/^\[start\]/,/^u/d' "$2" >"$1"
    printf 'time,x,y\n0,0,0\n10,-10,0\n' >back.csv
}
