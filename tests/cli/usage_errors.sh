#!/bin/bash
# usage_errors.sh - a wrong command line ends with 2 and names what is wrong, and what was meant.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

refused() { # text in the message, arguments
    local text=$1
    shift
    run "$@"
    expect_code 2
    expect_empty out
    expect_in err "sluice: "
    expect_in err "$text"
}

refused "a command is missing"
refused "did you mean 'run'?" rnu
refused "there is no command 'xyzzy'" xyzzy
refused "'chanel' is neither a setup nor a case; did you mean 'channel'?" run chanel
refused "'karmn' is neither a setup nor a case; did you mean 'karman'?" run karmn
refused "'stirer' is neither a setup nor a case; did you mean 'stirrer'?" compare stirer
refused "cases: backward-facing-step building channel" run xyzzy
refused "there is no case 'chanel'; did you mean 'channel'?" new chanel
refused "resume: which run? Give the output folder" resume
refused "there is no folder 'somewhere'" resume somewhere
refused "'radius=3': only steps, max-wall and checkpoint can change" resume somewhere radius=3
refused "'bgk' is not a collision operator; did you mean 'srt'?" run karman --collision bgk
refused "'double' is not a precision; did you mean 'fp64'?" run karman --precision double
refused "'Half' is not a precision; did you mean 'fp16s'?" run karman --precision Half
refused "would be below '/not-there-at-all', which does not exist" run karman quick=1 steps=1 -o /not-there-at-all/x
expect_true "nothing was made" test ! -e /not-there-at-all
refused "speed has one component" run karman watch=speed.x@1:1:0 --print-case
refused "'velocity.w': a component is x, y or z" run karman watch=velocity.w@1:1:0 --print-case
refused "there is no option '--foo'" --foo
refused "'karman' is a setup: \`sluice run karman\` runs it" karman
refused "'cold-plate' is a case: \`sluice run cold-plate\` runs it" cold-plate
refused "did you mean 'bench'?" help bnech
refused "numbers have a decimal point" run karman u=0,05
refused "re=0,5 is a list of 2 values; numbers have a decimal point" run karman re=0,5

refused "which setup?" run
refused "did you mean 'taylor-green'?" run tailor-green
refused "known: poiseuille" run xyzzy
refused "'extra' is one argument too many" run karman extra
refused "did you mean '--lattice'?" run karman --latice d2q9
refused "'-z'" run karman -z
refused "--lattice: NAME is missing" run karman --lattice
refused "--json takes no argument" run karman --json=1
refused "--output: DIR is empty" run karman --output=
refused "exclude each other" run karman -q -v
refused "none of: auto never plain" run karman --progress often
refused "did you mean 'd3q19'?" run poiseuille --lattice d3q29
refused "did you mean 'fp32/fp16s'?" run karman --precision fp32/fp16x
refused "is not a precision" run karman --precision fp64/fp16c
refused "known: in-place pull" run karman --streaming push
refused "known: auto 1 2 4 8 16" run karman --lanes 3
refused "is not a collision operator" run karman --collision xyz

refused "did you mean 'radius'?" run karman radus=3
refused "did you mean 're'?" run karman reynolds=150
refused "a case file is given with -c edited.ini" run edited.ini
refused "write re=150" run karman --re=150
for text in 4..16 4-16 4:16; do refused "A list has commas: radius=4,8,16." run poiseuille radius=$text; done
printf '[case]\nsetup = poiseuille\n[parameters]\nradius = 4-16\n' >range.ini
for words in "karman size=16-32" "karman quick=0-1" "-c range.ini"; do # a box, a switch, a file: no lists
    # shellcheck disable=SC2086
    refused "is not" run $words
    expect_not_in err "A list has commas"
done
refused "radius=0 is out of range; radius goes from" run karman radius=0
refused "cells" run karman radius=1e9
refused "size=0,0 is out of range" run karman size=0,0
refused "size=1000000,1000000 is out of range" run karman size=1000000,1000000
refused "size=64,,64 is not" run karman size=64,,64
refused "size=1,2,3,4 is not" run karman size=1,2,3,4
refused "re=nan is not a number" run karman re=nan
refused "re=inf is not a number" run karman re=inf
refused "re=1e999 is not a number" run karman re=1e999
refused "re=0x10 is not a number" run karman re=0x10
refused "re= is not a number" run karman re=
refused "re=10x is not a number" run karman re=10x
refused "re=1/0 is not a number" run karman re=1/0
refused "quick=2 is not 0 or 1" run karman quick=2
refused "steps=1.5 is not a whole number" run karman steps=1.5
refused "steps=-1 is out of range; steps goes from 0 to 1e15 steps" run karman steps=-1
refused "steps=1e16 is out of range; steps goes from 0 to 1e15 steps" run karman steps=1e16
refused "seed=1e16 is out of range; seed goes from 0 to 4294967295" run karman seed=1e16
refused "size=1e17,4 is out of range; size goes from 1 to 65536 cells" run karman size=1e17,4
refused "size=1e30 is out of range; size goes from 65536 to 1e15 bytes" membench size=1e30
refused "'zz' is not a precision" roofline --precision fp32,zz
refused "--print-case shows one case; \`sluice compare karman --print-case\` shows it in several formats" \
    run karman --precision fp32,fp16s --print-case
refused "--print-case shows one case, and lists of numbers" run karman --collision srt,trt --print-case
refused "'1,2' is a list, and one number of lanes is taken here" run karman --lanes 1,2
refused "fp32/fp32 is there twice" run karman --precision fp32,fp32
refused "probe=5: cavity writes no time series" run cavity probe=5
refused "probe=100 is too rare to judge this run by; at most every 24 steps" \
    run karman radius=4 probe=100
refused "'=3' is not of the form key=value" run karman =3

# 2 R u / Re = 6.4e-8: omega is 2 - 7.68e-7, and the nearest single precision number 2 - 7.15e-7
refused "of which FP32 arithmetic makes" run karman u=1e-4 re=1e5 --print-case
run run karman u=1e-4 re=1e5 --precision fp64 --print-case
expect_code 0

refused "is not a setup" setups xyzzy
refused "'wing' is a case, and no setup: \`sluice run wing\` runs it, \`sluice new wing\` prints its file" setups wing
refused "'extra' is one argument too many" devices extra
refused "setups takes no key=value" setups a=b

mkdir taken
refused "exists already" run karman quick=1 -o taken
expect_true "the folder that was there is left alone" rmdir taken

run run karman quick=1 -o /proc/nowhere
expect_code 1
expect_empty out
expect_in err "/proc/nowhere"
# Fields take little of the host's memory: it is the device that has no room.
run run cavity length=4096 vtk=1 --tune never -o too-much
expect_code 4
expect_in err "size 4096,4096,4096 needs"
expect_in err "would fit"
expect_true "no folder stays" test ! -e too-much
run run karman quick=1 fields=density,vortisity -o unused
expect_code 2
expect_in err "fields: 'vortisity' is not a field; did you mean 'vorticity'?"
run run karman quick=1 fields=fill -o unused
expect_code 2
expect_in err "this case has no free surface"

# In every setup steps=0 only looks.
run setups --json
names=$("$python" -c 'import json; print(*[json.loads(line)["name"] for line in open("out")])')
expect_true "there are setups" test -n "$names"
for setup in ${names/ case / channel }; do # case needs a file
    run run "$setup" quick=1 steps=0 vtk=0 png=0 -o "look-$setup"
    expect_code 0
    expect_in out "verdict: none - steps=0: it was only looked at"
done
refused "steps=0 only looks at a case" compare cavity quick=1 steps=0 -o unused
refused "steps=0 only looks at a case" run raindrop quick=1 runs=2 steps=0 -o unused
run run -c missing.ini
expect_code 1
expect_in err "missing.ini"
run run karman quick=1 -d no-such-device -o unused
expect_code 4
expect_in err "no-such-device"
expect_true "no folder stays where nothing ran" test ! -e unused
finish
