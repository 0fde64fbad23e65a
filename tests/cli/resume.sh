#!/bin/bash
# resume.sh - a run that is saved and goes on is the run that was never stopped, byte for byte, in other
# lanes and streaming, too; what is no whole checkpoint is refused in a sentence.
# Natively in turn of three, 47 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/goes_on.sh"
. "$(dirname "$0")/../support/cli.sh" "$1"

refused() { # text in the message, arguments
    local text=$1
    shift
    run resume "$@"
    [ "$code" -eq 1 ] || [ "$code" -eq 2 ] || complain "expected exit code 1 or 2"
    expect_empty out
    expect_in err "sluice: "
    expect_in err "$text"
}
refused "there is no folder 'nowhere'" nowhere
mkdir empty
refused "there is no checkpoint in 'empty'" empty
need_device

case_runs always && goes_on alike 150 taylor-green vtk=70 watch=speed@mean ::
case_runs always && goes_on other 61 cavity --lattice d2q9 length=16 histogram=40 --rounding stochastic \
    --precision fp16s remove-alternating=16 :: --streaming pull --lanes 1 # saved between two of its three steps
case_runs always && goes_on alike 41 capsule radius=3 size=16,12,20 subdivisions=1 shear-rate=1e-2 --collision srt \
    vtk=30 probe=2 ::
# Boxes and layouts that other scripts have, too, are built once: a surface in three dimensions takes ten seconds.
case_runs always && goes_on alike 31 raindrop size=24,24,44 diameter=16 depth=1 vtk=20 particles=20 ::
case_runs always && goes_on other 21 dam-break vtk=20 :: --streaming pull --lanes 2
case_runs always && goes_on other 61 tunnel --lattice d2q9 body=cylinder re=40 resolution=8 u=0.1 probe=4 \
    --streaming pull --lanes 2 :: --streaming in-place --lanes auto
case_runs always && goes_on other 61 rock --precision fp16s remove-alternating=16 --streaming list :: \
    --streaming in-place --lanes 4
case_runs always && goes_on other 231 heated-cavity length=12 --precision fp16s :: --streaming pull --lanes 1
case_runs && goes_on other 160 heated-cavity --lattice d3q19 length=12 --streaming pull :: --streaming in-place
case_runs && goes_on other 60 rock --lattice d2q9 --streaming in-place :: --streaming list
case_runs && goes_on other 61 tunnel --lattice d2q9 body=cylinder re=100 resolution=8 u=0.1 probe=4 \
    --streaming pull --lanes 2 :: --streaming in-place --lanes 4
case_runs && goes_on alike 41 capsule subdivisions=2 vtk=30 probe=7 ::
case_runs && goes_on other 155 karman vtk=100 png=100 --precision fp16c --streaming pull :: \
    --streaming in-place --lanes 4
case_runs && goes_on other 41 capsule subdivisions=2 vtk=30 probe=7 :: --lanes 2
case_runs && goes_on other 60 cavity length=24 histogram=40 --rounding stochastic --precision fp16s :: \
    --streaming pull --lanes 1
case_runs && goes_on other 60 cavity length=24 histogram=40 --rounding conserving --precision fp16c :: \
    --streaming pull --lanes 1
case_runs && goes_on other 31 raindrop size=24,24,44 diameter=16 depth=1 vtk=20 particles=20 :: \
    --streaming pull --lanes 2
case_runs && goes_on other 71 raindrop size=40,40,44 diameter=10 vtk=50 particles=40 \
    particle-diameter_si=1e-4 particle-density_si=2000 :: --streaming pull --lanes 2
case_runs && goes_on other 100 poiseuille radius=8 vtk=90 --precision p16_1s :: --lanes 2
case_runs && goes_on alike 100 poiseuille radius=8 --precision fp64 --streaming pull ::
case_runs && goes_on other 101 karman radius=2 re=40 u=0.2 probe=1 --precision p16_0s :: --streaming pull
case_runs && goes_on other 100 karman --precision int16s --streaming pull --lanes 1 :: --lanes 8
case_runs && goes_on other 60 cavity length=24 --precision p16_2c :: --lanes 2
case_runs && goes_on other 60 cavity length=24 --collision mrt --lattice d3q27 --no-shift :: --streaming pull
case_runs && goes_on other 41 capsule subdivisions=2 bending=0.1 :: --lanes 1 --streaming pull
case_runs && goes_on alike 41 capsule subdivisions=2 membrane=0 --precision fp16 --rounding conserving --streaming pull ::
case_runs && goes_on other 61 capsule subdivisions=2 --precision fp64 --streaming pull :: --lanes 4
case_runs && goes_on alike 200 pool vtk=100 --streaming pull ::
case_runs && goes_on other 101 dam-break vtk=40 --precision fp16s --rounding conserving :: --lanes 2 --streaming pull
case_runs && goes_on other 101 static-drop vtk=50 --precision fp64 :: --lanes 1
case_runs && goes_on other 101 oscillating-drop --streaming pull :: --streaming in-place
case_runs && goes_on other 101 capillary-wave --precision fp16c :: --lanes 4
case_runs && goes_on other 300 raindrop size=48,48,48 diameter=12 speed_si=20 --streaming pull :: --lanes 1
finish_matrix

# Killed at any moment while it saves every few steps, it still goes on, to the same files.
flow=(run karman radius=4 steps=3000 vtk=1000 png=0)
run "${flow[@]}" checkpoint=7 -o undisturbed
expect_code 0
# shellcheck disable=SC2317 # wait_until calls it
saved_or_ended() { [ -e killed/checkpoint/meta.json ] || ! kill -0 "$pid"; }
command_line="sluice ${flow[*]} checkpoint=7, killed again and again"
"$program" "${flow[@]}" checkpoint=7 -o killed >out 2>err </dev/null &
pid=$!
resumed=0
for _ in $(seq 20); do
    wait_until saved_or_ended
    sleep "0.$((RANDOM % 5))$((RANDOM % 10))"
    kill -s KILL "$pid" 2>/dev/null
    ended 2>/dev/null
    [ "$code" -eq 137 ] || break # the end was reached
    "$program" resume killed >out 2>err </dev/null &
    pid=$!
    resumed=$((resumed + 1))
done
[ "$code" -ne 137 ] || ended
expect_code 0
expect_true "it was killed more than once ($resumed)" test "$resumed" -gt 1
same_files undisturbed killed alike

# Between the renames of a save the new one counts, and without it the old one.
cp -r killed between
mv between/checkpoint between/checkpoint.new
cp -r between/checkpoint.new between/checkpoint.old
run resume between steps=3010
expect_code 0
mv between/checkpoint between/checkpoint.old
mkdir between/checkpoint.new
cp between/checkpoint.old/f.npy between/checkpoint.new # not all of one
run resume between steps=3020
expect_code 0
expect_json between/run.json "d['steps'] == 3020"

# The end of the run that was saved.
for arguments in "killed" "killed max-wall=5" "killed --json"; do
    # shellcheck disable=SC2086
    run resume $arguments
    expect_code 0
    expect_in err "note: killed has ended at step 3000; a larger steps= goes further"
    expect_not_in err "files in killed"
done
expect_json out "d == json.load(open('killed/run.json'))"
refused "the checkpoint is of step 3000, and the run ends with step 3000" killed steps=3000
refused "the checkpoint is of step 3000, and the run ends with step 3000" killed --streaming pull
# One that was stopped behind its last save still writes its files.
cp -r killed late
rm late/probe.csv late/vorticity-quiet.png
sed -i 's/"status":.*/"status": "running",/' late/run.json
run resume late
expect_code 0
same_files undisturbed late alike
expect_json late/run.json "d['status'] == 'done' and d['steps'] == 3000"
# So does one that its setup had stopped, and takes no step more.
for flow in "poiseuille radius=12" "rock two-step-mean=0" "taylor-green length=16 --precision fp16s two-step-mean=0" \
    "heated-cavity --lattice d2q9 length=12 steady=1e-3"; do
    rm -rf stopped stopped-late
    # shellcheck disable=SC2086
    run run $flow quick=1 checkpoint=1e6 -o stopped
    whole=$code
    cp -r stopped stopped-late
    rm stopped-late/{run.json,*.csv}
    run resume stopped-late
    expect_code "$whole"
    same_files stopped stopped-late alike
    expect_json stopped/run.json "d['steps'] < d['steps_planned']"
    expect_json stopped-late/run.json "(lambda whole: all(d[k] == whole[k] for k in
        ('status', 'steps', 'verdict', 'results')) and sorted(d['files']) == sorted(whole['files']))(
        json.load(open('stopped/run.json')))"
done
# Where its run.json says so, it goes on with other methods.
run resume stopped --streaming pull
expect_json stopped/run.json "d['steps'] > json.load(open('stopped-late/run.json'))['steps']"
# A run.json that is not whole is as good as none.
truncate -s 100 late/run.json
run resume late
expect_code 0
expect_json late/run.json "d['status'] == 'done' and d['steps'] == 3000"
truncate -s 100 late/run.json
run resume late steps=3001
expect_code 0
expect_json late/run.json "d['status'] == 'done' and d['steps'] == 3001"
# The end had a verdict.
run run taylor-green quick=1 length=8 checkpoint=1e6 vtk=0 png=0 -o failed
expect_code 5
run resume failed --json
expect_code 5
expect_json out "d == json.load(open('failed/run.json'))"
expect_in err "failed has ended at step"
expect_in err "sluice: the verdict failed: decay_rate"
refused "'re=100': only steps, max-wall and checkpoint can change" killed re=100
refused "'vtk=500': only steps, max-wall and checkpoint can change; everything else, and what is written" killed vtk=500
refused "resume: 'extra' is one argument too many" killed extra

# What is damaged is said, and the run stays as it was.
damaged() { # text, command on a copy named damaged
    rm -rf damaged
    cp -r killed damaged
    (cd damaged/checkpoint && eval "$2")
    refused "$1" damaged steps=4000
}
damaged "f.npy' is damaged: its checksum is" "printf x | dd of=f.npy bs=1 seek=5000 conv=notrunc 2>dd"
damaged "f.npy' is damaged: it has" "truncate -s -1 f.npy"
damaged "cannot read '" "rm f.npy"
damaged "rows-probe.npy' is damaged" "printf x | dd of=rows-probe.npy bs=1 seek=300 conv=notrunc 2>dd"
damaged "case.ini' is damaged" "sed -i 's/radius = 4/radius = 5/' case.ini"
damaged "meta.json' is damaged" "sed -i 's/\"3000\"/\"2999\"/' meta.json"
damaged "meta.json' is damaged" "truncate -s 100 meta.json"
damaged "is of the schema sluice.checkpoint/2" "sed -i 's|checkpoint/1|checkpoint/2|' meta.json"

# An edited case file: what can change is taken from it, the rest refused, and the file stays as it is.
cp -r killed edited
sed -i 's/^steps.*/steps = 3010/; s/^re = .*/re = 150/' edited/case.ini
cp edited/case.ini edited.ini
refused "'edited/case.ini' says re = 150, and the run was saved with re = 250: only steps" edited
expect_true "it was not overwritten" cmp edited.ini edited/case.ini
sed -i 's/^re = .*/re = 250/' edited/case.ini
run resume edited
expect_code 0
expect_json edited/run.json "d['steps'] == 3010"
echo "watch = speed@mean" >>edited/case.ini
refused "'edited/case.ini' says watch = speed@mean, and the run was saved with watch = nothing" edited

# The files of a case stay what they were when it began; the folder has copies, and goes anywhere with them.
square() { printf 'x,y\n0,0\n%s,0\n%s,1\n0,1\n' "$1" "$1" >plate.csv; }
plate=(tunnel --lattice d2q9 body=plate.csv re=40 resolution=8 u=0.1 probe=4 vtk=0 png=0 --streaming pull --lanes 2)
square 1
run run "${plate[@]}" steps=80 -o plate-whole
run run "${plate[@]}" steps=40 checkpoint=40 -o plate-half
square 2
run resume plate-half steps=60
expect_code 0
expect_in err "plate.csv' has changed since this run began, which goes on with its copy 'plate-half/inputs/plate.csv'"
rm plate.csv
mkdir elsewhere-now
mv plate-half elsewhere-now
run resume elsewhere-now/plate-half steps=80
expect_code 0
expect_true "the body is the one it began with" cmp {plate-whole,elsewhere-now/plate-half}/forces.csv
expect_json elsewhere-now/plate-half/run.json "d['inputs'][0]['copy'] == 'inputs/plate.csv'
    and d['inputs'][0]['file'] == d['parameters']['body'] and d['inputs'][0]['bytes'] == 20"
run run -c elsewhere-now/plate-half/case.ini -o plate-again
expect_code 0
expect_true "and so it is from the case file" cmp {plate-whole,plate-again}/forces.csv
rm elsewhere-now/plate-half/inputs/plate.csv
refused "plate-half/inputs/plate.csv' is gone, and '" elsewhere-now/plate-half steps=90

# Another number format: converted, and said.
run run taylor-green length=16 steps=20 checkpoint=20 vtk=0 png=0 -o narrower
cp -r narrower wider
run resume wider steps=30 --precision fp64/fp64
expect_code 0
expect_in err "the checkpoint is in fp32/fp32 and is converted to fp64/fp64"
run resume narrower steps=30 --precision fp32/p16_1s
expect_code 0
expect_in err "converted to fp32/p16_1s"
expect_json narrower/run.json "d['precision'] == 'fp32/p16_1s' and d['steps'] == 30"

# Studies are of several runs: those that ended stay, those that were stopped go on, the others are made.
values=4,5,8 # in no kernel's text
many=(karman radius=4 "probe=$values" steps=3000 vtk=1000 png=0)
run run "${many[@]}" -q -o values
expect_code 0
expect_in err "3 runs: probe = 4, 5, 8"
cp -r values mixed
rm -r mixed/probe-5
cp -r mixed/probe-4 mixed/probe-5
run resume mixed
expect_code 1
expect_in err "'mixed/probe-5/run.json' is of a run with probe = 4, and belongs to probe = 5"
run run "${many[@]}" max-wall=0.01 -o values-later
expect_json values-later/probe-5/run.json "d['status'] == 'max-wall' and d['steps'] < 3000"
rm -r values-later/probe-8                  # not begun
mv values-later/probe-4 kept                # begun, nothing saved
cp -r values/probe-5 values-later/probe-4
sed -i 's/"status":.*/"status": "running",/' values-later/probe-4/run.json
refused "resume: 'steps=10': only max-wall and checkpoint can change" values-later steps=10
refused "the formats of 'values-later' are those" values-later --precision fp64
run resume values-later max-wall=0
expect_code 0
expect_in err "probe-4 was not finished and saved nothing to go on from; it is kept as"
expect_file values-later/probe-4-stopped-1/run.json
for file in sweep.csv probe-{4,5,8}/{probe.csv,fields.pvd,field-000003000.vti}; do
    expect_true "$file is that of the undisturbed sweep" cmp "values/$file" "values-later/$file"
done
run resume values-later --json
expect_json out "d['schema'] == 'sluice.sweep/1' and [r['status'] for r in d['runs']] == ['done'] * 3"
sed -i 's/"probe":.*[0-9]/"probe": 9/; s/"radius":.*4/"radius":	5/' values-later/study.json
refused "the study in 'values-later' is of another case: radius is 5 there and 4 here" values-later

# A grid, of numbers, operators and formats.  So coarse, one of them fails its verdict.
speeds=0.1,0.2 formats=fp32,fp16s operators=srt,trt
many=(taylor-green length=16 "u0=$speeds" --precision "$formats" --collision "$operators" steps=200 vtk=0 png=0)
run run "${many[@]}" -o grid
expect_code 5
run run "${many[@]}" max-wall=0.005 -o grid-later
rm -r grid-later/u0-0.2_trt_fp32-fp16s-stochastic
refused "resume: 'steps=10': only max-wall and checkpoint can change" grid-later steps=10
run resume grid-later max-wall=0
expect_code 5
expect_true "the table is that of the undisturbed grid" cmp grid/sweep.csv grid-later/sweep.csv

# Comparisons at each point of a grid.
many=(taylor-green length=8 "u0=$speeds" steps=200 vtk=0 png=0 --precision "$formats" --tolerance 1e-13)
run compare "${many[@]}" -o points
expect_code 5
run compare "${many[@]}" max-wall=0.001 -o points-later
rm points-later/u0-0.2/study.json
run resume points-later max-wall=0
expect_code 5
expect_in err "u0-0.2-stopped-1"
expect_true "the tables are the same, speeds aside" "$python" - <<'PYTHON'
import csv
def read(folder):
    return [{key: value for key, value in row.items() if "speed" not in key and key != "mlups"}
            for row in csv.DictReader(open(f"{folder}/compare.csv"), strict=True)]
assert read("points") == read("points-later") and len(read("points")) == 4
PYTHON

formats=fp64,fp32,fp16s roundings=nearest,stochastic,conserving
many=(taylor-green length=16 steps=4000 vtk=0 png=0 --precision "$formats" --rounding "$roundings"
    --tolerance 1e-13)
run compare "${many[@]}" -o formats
whole=$code
run compare "${many[@]}" max-wall=0.001 -o formats-later
expect_in "formats-later/fp32-fp16s/run.json" '"max-wall"'
rm -r formats-later/fp32-fp16s-{stochastic,conserving} formats-later/fp64-fp64
cp -r formats/fp64-fp64 formats-later # ended
run resume formats-later max-wall=0
expect_code "$whole"
expect_true "the tables are the same but for speeds" "$python" - <<'PYTHON'
import csv, sys
a, b = (list(csv.DictReader(open(f + "/compare.csv"))) for f in ("formats", "formats-later"))
sys.exit(0 if len(a) == 5 and all({k: v for k, v in x.items() if "speed" not in k and k != "mlups"} ==
    {k: v for k, v in y.items() if "speed" not in k and k != "mlups"} for x, y in zip(a, b)) else 1)
PYTHON
cp formats-later/compare.csv told.csv
run resume formats-later
expect_code "$whole"
expect_in err "note: formats-later has ended; its table is formats-later/compare.csv"
expect_true "what was told is as it was" cmp told.csv formats-later/compare.csv
run resume formats-later --json
expect_json out "d['schema'] == 'sluice.compare/1' and len(d['runs']) == 5"

# One at a time: neither a run nor a resume shares its folder.
"$program" run karman radius=4 steps=1e12 checkpoint=100 -o busy >out 2>err </dev/null &
pid=$!
wait_until test -e busy/checkpoint
run resume busy
expect_code 1
expect_in err "'busy' is in use: another sluice is running in it"
kill -TERM "$pid"
ended
: >err # not the last run's words
"$program" resume busy >out 2>err </dev/null &
pid=$!
wait_for err "files in busy"
run resume busy
expect_code 1
expect_in err "'busy' is in use: another sluice is running in it"
kill -KILL "$pid"
ended
run resume busy max-wall=0.1
expect_code 0

# How often: steps or seconds.
run run taylor-green length=16 steps=20 checkpoint=soon -o never
expect_code 2
expect_in err "checkpoint=soon is neither a number of steps"
run run taylor-green length=16 steps=2000 checkpoint=100s max-wall=0.001 -v -o by-wall
expect_code 0
expect_in err "checkpoint of step"
run resume by-wall max-wall=0
expect_code 0
expect_json by-wall/run.json "d['status'] == 'done' and d['verdict'] is not None"
# Moments and populations do not go on from each other.
run run taylor-green-3d quick=1 steps=20 --streaming moments --collision rr checkpoint=20 vtk=0 png=0 -o moments
run resume moments --streaming in-place steps=30
expect_code 2
expect_in err "the checkpoint has 10 numbers of each cell, and this run keeps 19: moments (--streaming moments) and populations"
finish
