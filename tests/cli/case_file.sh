#!/bin/bash
# case_file.sh - the case.ini of a run runs again with the same results; wrong files are refused with file:line.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

refused() { # text in the message, lines of the file
    local text=$1
    shift
    printf '%s\n' "$@" >wrong.ini
    run run -c wrong.ini
    expect_code 2
    expect_empty out
    expect_in err "$text"
}
refused "wrong.ini:2: [case] has no key 'lattise'; did you mean 'lattice'?" "[case]" "lattise = d2q9"
refused "wrong.ini:1: there is no section [cases]; did you mean 'case'?" "[cases]" "a = b"
refused "wrong.ini:3: expected [section] or key = value" "[case]" "setup = karman" "nonsense"
refused "wrong.ini:3: 'setup' was given already, in line 2" "[case]" "setup = karman" "setup = karman"
refused "names no setup" "[case]" "lattice = d2q9"
refused "wrong.ini:2: setup: 'krmn' is not a setup" "[case]" "setup = krmn"
refused "wrong.ini:3: lattice: 'd9' is not a lattice" "[case]" "setup = karman" "lattice = d9"
refused "wrong.ini:4: radius=0 is out of range" "[case]" "setup = karman" "[parameters]" "radius = 0"
refused "wrong.ini:4: there is no parameter 'radus'" "[case]" "setup = karman" "[parameters]" "radus = 1"
refused "this line is too long" "[case]" "setup = $(printf 'x%.0s' $(seq 500))"
head -c 3000 /dev/urandom >wrong.ini
run run -c wrong.ini
expect_code 2

# The command line wins over the file.
printf '%s\n' "[case]" "setup = taylor-green" "precision = fp32/fp16c" "shift = off" \
    "[parameters]" "length = 16" "tau = 0.8" >my.ini
run run -c my.ini --print-case --json
expect_json out "d['precision'] == 'fp32/fp16c' and d['size'][0] == 16 and d['shift'] is False"
run run -c my.ini --precision fp64 --shift length=32 --print-case --json
expect_json out "d['precision'] == 'fp64/fp64' and d['size'][0] == 32 and d['shift'] is True"
expect_json out "d['parameters']['tau'] == 0.8"

# Defaults that a file wrote down are defaults: quick=1 replaces them, but not one that was edited.
printf '%s\n' "[case]" "setup = karman" "[defaults]" "radius = 32" "re = 250" >written.ini
run run -c written.ini quick=1 --print-case --json
expect_json out "d['parameters']['radius'] < 32 and d['size'][0] < 512"
sed 's/radius = 32/radius = 16/' written.ini >edited.ini
run run -c edited.ini --print-case
expect_true "an edited line counts as given" grep -qE '^ *radius +16 cells$' out
run run -c edited.ini quick=1 --print-case --json
expect_json out "d['parameters']['radius'] == 16"

# That no steps were given is no number, as 0 only looks; earlier versions wrote it down as a default.
printf 'steps = 0\n' | cat written.ini - >earlier.ini
run run -c earlier.ini --print-case --json
expect_json out "'steps' not in d['parameters'] and d['steps'] > 0"
run run -c earlier.ini steps=0 --print-case --json
expect_json out "d['parameters']['steps'] == 0"

# A file that can be read only once is read only once.
piped() { # file, arguments: the file comes on standard input
    local file=$1
    shift
    command_line="sluice $* < <(cat $file)"
    code=0
    "$program" "$@" < <(cat "$file") >out 2>err || code=$?
}
twice() { # what is printed, options: the same from a pipe on standard input and from one with a name
    local words=$1
    shift
    piped my.ini "$@" -c /dev/stdin
    expect_code 0
    expect_in out "$words"
    cp out first.txt
    run "$@" -c <(cat my.ini)
    expect_code 0
    expect_true "$*: the same from both" cmp out first.txt
}
twice '"length":	16' run --print-case --json
twice 'relaxation time tau' run --print-case
twice '"fp32/fp16c"' compare --precision fp32,fp16c --print-case --json
printf '%s\n' "[case]" "setup = raindrop" "[parameters]" "size = 24,24,44" "diameter = 16" "depth = 1" \
    "particles = 20" "runs = 1" >rain.ini
piped rain.ini run -c /dev/stdin --print-case --json
expect_code 0
expect_json out "d['parameters']['runs'] == 1"

need_device
run run taylor-green quick=1 length=16 tau=4/5 steps=400 --precision fp16c --streaming pull --json -o first
expect_code 0
cp out first.json
run run -c first/case.ini --json -o second
expect_code 0
expect_json out "all(d[k] == json.load(open('first.json'))[k] for k in
    ('setup', 'lattice', 'collision', 'precision', 'shift', 'streaming', 'size', 'steps', 'viscosity',
     'parameters', 'results', 'verdict', 'files'))"
expect_true "the second case.ini is the first" cmp first/case.ini second/case.ini
expect_true "the fields are the same, bit for bit" cmp first/field-*.vti second/field-*.vti

# So are those of studies: of values, of seeds, of formats.
piped my.ini run -c /dev/stdin steps=2 tau=0.7,0.8 --json -o values
expect_code 0
expect_json out "[r['parameters']['tau'] for r in d['runs']] == [0.7, 0.8]"
run run -c <(cat rain.ini) runs=2 steps=2 vtk=0 png=0 --json -o seeds
expect_code 0
expect_json out "d['runs_finished'] == 2 and d['setup'] == 'raindrop'"
piped my.ini compare -c /dev/stdin --precision fp32,fp16c --tolerance 1e-13 steps=2 --json -o formats
expect_json out "[r['precision'] for r in d['runs']] == ['fp32/fp32', 'fp32/fp16c']"
run run -c <(cat my.ini) steps=2 --json
expect_code 0
finish
