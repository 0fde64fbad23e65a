#!/bin/bash
# case_overrides.sh - what a command line gives takes the place of a case file's alternatives, and an empty value takes
# away what the file has.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

cat >base.ini <<'INI'
[case]
setup = case
lattice = d2q9
[parameters]
probe = 7
[box]
resolution = 8
size = 4,2
[fluid]
re = 10
speed = 0.05
[face y-]
kind = wall
[face y+]
kind = wall
[force]
friction_speed = 0.01
along = x
[stop]
until = 1
steady = 1e-6
[mean]
skip = 0.1
[expect e]
result = balance
value = 0
within = 1
INI
look() { # arguments: only looks
    rm -rf looked
    run run -c base.ini steps=0 png=0 "$@" -o looked
}
gone() { # sections with what is left, keys that are gone from the case file of the run
    expect_code 0
    for key in "$@"; do
        expect_true "no $key is left" test -z "$(sed '/^\[defaults\]/,$d' looked/case.ini | grep "^$key = ")"
    done
}

look stop.steps=40 mean.skip=
gone until skip
expect_in looked/case.ini "steps = 40"
expect_in out "stop.steps=40 takes the place of stop.until=1 in the case file"
expect_in out "mean.skip=0.1 in the case file is taken away"
run run -c looked/case.ini steps=0 png=0 -o again # what it leaves runs again
expect_code 0
expect_not_in out "takes the place"
# steps= of a run is its end; a case file has one.
ends() { # folder, end
    expect_true "$1 has one end" test "$(sed '/^\[defaults\]/,$d' "$1/case.ini" | grep '^steps = ')" = "steps = $2"
}
run run -c looked/case.ini steps=20 stop.steady= vtk=0 png=0 checkpoint=20 -o short
ends short 20
run resume short steps=60
ends short 60
expect_json short/run.json "d['steps'] == 60"
sed -i 's/^steps = 60//; s/^\[stop\]/[stop]\nsteps = 80/' short/case.ini # it may be changed there, too
run resume short
expect_json short/run.json "d['steps'] == 80"
look stop.steady=
gone steady
expect_in out "stop.steady=1e-6 in the case file is taken away"
look fluid.tau=0.6
gone re
look fluid.viscosity_si=1e-3 box.unit_si=1 fluid.speed_si=1
gone re
look stop.until_si=3 box.unit_si=1 fluid.speed_si=1
gone until
look force.acceleration=1e-6,0
gone friction_speed along
look force.speed=0.01
gone friction_speed
expect_in looked/case.ini "along = x"
look expect.e.below=2
gone value within
look probe=
gone probe

# Two alternatives of one command line contradict each other as those of one file do; so do lists.
look fluid.re=20 fluid.tau=0.6
expect_code 2
expect_in err "fluid.re=20 and fluid.tau=0.6 both fix the viscosity: one of them"
look stop.steps=40,50 stop.until=1
expect_code 2
expect_in err "stop.until=1 and stop.steps=40 both say how long: one of them"
look stop.steps=40,50
expect_code 0
expect_in looked/stop.steps-50/case.ini "steps = 50"
expect_true "the file's end is gone" test -z "$(sed '/^\[defaults\]/,$d' looked/stop.steps-50/case.ini | grep '^until = ')"

# What made way already may be taken away as well.
look stop.steps=40 stop.until=
expect_code 0
expect_true "the steps of the command line" grep -q '^steps = 40' looked/case.ini

# What the file does not have cannot be taken away, nor what it needs.
look stop.turns=
expect_code 2
expect_in err "command line: stop.turns= takes a key of the case file away, and it has no such key"
look stop.steady= stop.until=
expect_code 2
expect_in err "[stop] needs until= [length/speed], steps=, turns= or steady="
finish
