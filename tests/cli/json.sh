#!/bin/bash
# json.sh - with --json standard output is one object and nothing else, the same as run.json, with the promised keys.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

run run taylor-green quick=1 --json -o tg
expect_code 0
expect_empty err
expect_json out "d['schema'] == 'sluice.run/1' and d['status'] == 'done' and not d['diverged']"
expect_json out "{'setup', 'version', 'device', 'lattice', 'collision', 'precision', 'shift', 'streaming', 'lanes',
    'size', 'cells', 'steps', 'time_s', 'mlups', 'bytes_per_cell', 'bytes_per_update', 'device_bytes', 'results',
    'verdict', 'files'} <= set(d)"
expect_json out "d['units'].keys() == d['results'].keys() and d['units']['energy_ratio_final'] == '1' and
    d['units']['decay_rate'] == '1/step'"
expect_json out "set(d['device']) == {'platform', 'name', 'driver', 'type'}"
expect_json out "d['mlups']['min'] <= d['mlups']['median'] <= d['mlups']['max'] and d['mlups']['min'] > 0"
expect_json out "d['verdict']['pass'] is True and set(d['verdict']) >= {'name', 'measured', 'expected', 'tolerance'}"
expect_json out "d == json.load(open('tg/run.json'))"
expect_json out "__import__('os').path.isdir('tg') and
    set(d['files']) == set(__import__('os').listdir('tg'))"
expect_json out "d['results']['energy_ratio_final'] < 1e-9"
for file in case.ini run.json log.txt energy.csv fields.pvd; do expect_file tg/$file; done

# The summary is kept as it was printed, and of each part of a run.
run run taylor-green length=16 steps=20 checkpoint=20 vtk=0 png=0 --tune never --color always -o logged
expect_code 0
expect_true "log.txt is the summary without colours, behind a line that says when" \
    cmp <(sed 's/\x1b\[[0-9;]*m//g' out) <(tail -n +2 logged/log.txt)
cp logged/log.txt first
run resume logged steps=40
expect_code 0
expect_true "what goes on is added" cmp -n "$(stat -c %s first)" first logged/log.txt
expect_true "two times are said" test "$(grep -c '^sluice .* ended at ' logged/log.txt)" -eq 2
# What cannot be read is not written over, and what is not written is not listed.
rm logged/log.txt
ln -s log.txt logged/log.txt
run resume logged steps=60
expect_code 0
expect_in err "cannot read 'logged/log.txt', so nothing is added to it"
expect_json logged/run.json "d['steps'] == 60 and 'log.txt' not in d['files']"
expect_true "the link is as it was" test -L logged/log.txt

run run taylor-green quick=1 --json --progress plain --color always -o tg2
expect_code 0
expect_json out "d['status'] == 'done'"

# One step: a verdict or not, no number may be NaN, and no field where none is wanted.
run run taylor-green quick=1 length=8 steps=1 vtk=0 png=0 --json -o tg3
expect_json out "d['steps'] == 1 and not any(f.endswith('.vti') for f in d['files'])"
expect_json out "not any(f.startswith('picture') for f in d['files'])"

# The start, every 10 of 25 steps and the end: 0, 10, 20, 25.
run run taylor-green quick=1 length=8 steps=25 vtk=10 png=0 --json -o tg4
expect_json out "[f for f in d['files'] if f.endswith('.vti')] ==
    ['field-%09d.vti' % n for n in (0, 10, 20, 25)]"
expect_true "the index names the four files" test "$(grep -c 'file="field-' tg4/fields.pvd)" -eq 4

run run taylor-green quick=1 --color always
expect_in out $'\033['
run run taylor-green quick=1
expect_not_in out $'\033['
expect_in out "verdict: passed"
run run taylor-green quick=1 -q
expect_true "quiet leaves nothing but verdicts" test "$(grep -vc '^verdict: passed' out)" -eq 0
expect_in out "verdict: passed"
expect_empty err
expect_true "folders are numbered" test -d taylor-green-1 -a -d taylor-green-2 -a -d taylor-green-3

# Eight cells are too few for the vortices: second-order errors of the decay rate are a few per cent.
run run taylor-green quick=1 length=8
expect_code 5
expect_in out "verdict: FAILED - decay_rate"
expect_in err "sluice: the verdict failed: decay_rate"
finish
