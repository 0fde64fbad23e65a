#!/bin/bash
# workers.sh - several processes share the runs of a study: each run is made once, and the table is that of one
# process, whatever is killed when.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# Numbers that are in no kernel: one text for all.
values=$(seq -s, 0.01 0.005 0.155)
many=(taylor-green length=16 "u0=$values" "tiles=1,2" steps=60 vtk=0 png=0)

# Serially; then planned, which makes no run.
run run "${many[@]}" -q -o serial
expect_code 5
run run "${many[@]}" checkpoint=25 --plan -o many
expect_code 0
expect_in out "60 runs are planned in many; the largest takes "
expect_json many/study.json "len(d['runs']) == 60 and d['runs'][1] == 'u0-0.010_tiles-2'"
expect_true "nothing was run" test -z "$(find many -name run.json)"
run study many
expect_code 1
expect_in out "60 runs in many: 0 done, 0 running, 0 failed, 0 left out, 60 waiting"
expect_in err "60 of 60 runs of 'many' are not there; \`sluice work many\` makes them"

# A claim from another machine: as long as it is touched it is left alone; what is no study's is refused.
two=(taylor-green length=16 "u0=0.05,0.1" steps=400 vtk=0 png=0)
claim_elsewhere() { # file
    echo '{"state": "held", "host": "elsewhere", "process": 7, "place": "far", "began": 1}' >"$1"
}
run run "${two[@]}" --plan -o two
claim_elsewhere two/claims/u0-0.1.1
run work two
expect_code 0
expect_in err "1 of 2 runs made here; 1 is not done yet: \`sluice study two\` tells more"
expect_true "the other's run is not begun" test ! -e two/u0-0.1
run work two --task 2/2
expect_code 1
expect_in err "u0-0.1, of this task, is not done: \`sluice study two\` tells who has it"
run work two --task 1/2 -d nosuch
expect_true "a device that is not there is told" test "$code" -ne 0
expect_true "and no run is claimed" test ! -e two/claims/u0-0.05.2
run study two
expect_code 1
expect_in err "1 of 2 runs of 'two' is not there"
expect_in out "u0-0.1                           running on elsewhere, process 7, for "
expect_in out "2 runs in two: 1 done, 1 running, 0 failed, 0 left out, 0 waiting"
expect_true "no table yet" test ! -e two/sweep.csv
refused() { # words of the sentence, arguments
    run "${@:2}"
    expect_code 2
    expect_in err "$1"
}
refused "'serial/u0-0.010_tiles-1' is no study: it has no study.json, which" work serial/u0-0.010_tiles-1
refused "'nowhere' is no study" study nowhere
refused "work: which study?" work
refused "--task: '0/4' is no part like 3/8: a number from 1 to N, and N" work two --task 0/4
refused "--task: '5/4' is no part" work two --task 5/4
refused "--task: '1/2x' is no part" work two --task 1/2x
refused "work: 'steps=3': only max-wall and checkpoint can change" work two steps=3
refused "work: 'u0=0.2': only max-wall and checkpoint can change" work two u0=0.2
refused "--plan is for several runs, and this is one" run taylor-green steps=2 --plan -o never
refused "a comparison at each point of lists is made by one process" compare "${two[@]}" --plan -o never
expect_true "no folder was made" test ! -e never
sed 's/"version":\t"[^"]*"/"version":\t"0.0.1"/' two/study.json >newer && mkdir of-another && mv newer of-another/study.json
mkdir -p of-nothing && echo '{}' >of-nothing/study.json
for command in work study resume; do
    run $command of-nothing
    expect_code 1
    expect_in err "'of-nothing/study.json' is no plan: its schema is missing, not sluice.study/1"
done
refused "'of-another' was planned by sluice 0.0.1, and this is" work of-another

# Sentences are beside JSON, not in it.
run run "${two[@]}" --plan --json -o beside
expect_true "nothing but JSON" test ! -s out
expect_in err "2 runs are planned in beside"
run work beside --json
expect_json out "d['schema'] == 'sluice.sweep/1' and len(d['runs']) == 2"

# What a machine left out is made by one that can do it.
run run "${two[@]}" --plan -o able
sed 's/held/skipped/' two/claims/u0-0.1.1 >able/claims/u0-0.1.1
run study able
expect_in out "0 done, 0 running, 0 failed, 1 left out, 1 waiting"
touch -d 'now + 60 seconds' able/claims/u0-0.1.1 # as if it came after this process began
run work able
expect_json able/claims/u0-0.1.2 "d['state'] == 'done'"

# A run that cannot be read keeps no other from being made.
run run "${two[@]}" --plan -o unreadable
mkdir unreadable/u0-0.05 && echo '{' >unreadable/u0-0.05/run.json
run work unreadable
expect_code 1
expect_in err "'unreadable/u0-0.05/run.json' is no JSON"
expect_json unreadable/u0-0.1/run.json "d['status'] == 'done'"
run study unreadable
expect_code 1
expect_in out "  u0-0.05                          cannot be read"
expect_in out "2 runs in unreadable: 1 done, 0 running, 1 failed, 0 left out, 0 waiting"
rm unreadable/u0-0.05/run.json
run work unreadable
expect_code 0
expect_file unreadable/sweep.csv

# A plan of a paper's runs that was damaged.
mkdir damaged
damage() { # values
    "$python" -c "
import json, sys
run = {'folder': 'a', 'setup': 'taylor-green', 'precision': 'fp32', 'shift': True, **$1}
version = json.load(open('two/study.json'))['version']
json.dump({'version': version, 'runs': [run]}, open('damaged/plan.json', 'w'))"
    run work damaged
    expect_code 1
}
damage "{}"
expect_in err "'damaged/plan.json': the run 'a' has no \"values\""
damage "{'values': 'length=16 ' * 65}"
expect_in err "'damaged/plan.json': the run 'a' has more than 64 values"

# Of one that is silent for long, the run is taken, after the time in which it might wake up.  Goes on beside the rest.
touch -d '10 minutes ago' two/claims/u0-0.1.1
"$program" work two >out-of-two 2>err-of-two &
of_two=$!

# Eight processes; with every run that ends one of them is killed, and another one takes its place.
keep_working() { # number
    until [ -e over ]; do
        "$program" work many -q >>"made-$1" 2>>"told-$1" &
        echo $! >"process-$1"
        wait $! 2>/dev/null && sleep 0.3
    done
}
pids=()
for n in 1 2 3 4 5 6 7 8; do
    keep_working $n 2>/dev/null &
    pids+=($!)
done
ended_runs() { grep -lE '"status":\s"(done|diverged)"' many/u0-*/run.json 2>/dev/null | grep -vc stopped; }
kills=0
for _ in $(seq 3000); do
    sleep "0.0$((RANDOM % 6))"
    ended=$(ended_runs)
    [ "$ended" -lt 60 ] || break
    [ "$ended" -ge "$kills" ] || continue
    for n in $(shuf -i 1-8); do
        kill -9 "$(cat "process-$n")" 2>/dev/null && kills=$((kills + 1)) && break
    done
done
touch over
wait "${pids[@]}"
command_line="eight times sluice work many, $kills of them killed"
code=0
cat told-* >err
cat made-* >out
expect_true "enough were killed" test "$kills" -ge 20
expect_true "all runs have ended" test "$(ended_runs)" -eq 60
expect_not_in err "sluice: '"
expect_true "no run was made twice" test -z "$(grep -h '^u0=' made-* | sort | uniq -d)"
expect_true "what had ended was not begun anew" test -z "$(grep -lE '"status":\s"(done|diverged)"' \
    many/*-stopped-*/run.json 2>/dev/null)"
# of a process that was not killed before it said so
gone=$(basename "$(grep -lE '"state":\s"done"' many/claims/u0-*.1 | head -n 1)" .1)
mv "many/$gone" of-many
run study many
expect_code 1
expect_in out "$(printf '  %-32s made on %s, and its files are not there' "$gone" "$(hostname)")"
expect_in out "60 runs in many: 59 done, 0 running, 0 failed, 0 left out, 1 waiting"
mkdir "many/$gone"
echo "{}" >"many/$gone/run.json"
run study many
expect_in out "made on $(hostname), and its run.json does not tell how it ended"
rm -r "many/${gone:?}"
mv of-many "many/$gone"
run study many
expect_code 5
expect_in out "60 runs in many: 60 done, 0 running, 0 failed, 0 left out, 0 waiting"
expect_true "the table is that of one process" cmp serial/sweep.csv many/sweep.csv
run resume many
expect_code 5
expect_in out "folder many"

# A run that fails ends its process; others that come later try it again.
run run "${two[@]}" --plan -o failing
run work failing --kernel-dir "$work/nowhere"
expect_code 1
expect_in err "sluice: u0-0.05: "
run study failing
expect_in out "u0-0.05                          failed on "
expect_in out "0 done, 0 running, 1 failed, 0 left out, 1 waiting"
run work failing
expect_code 0
run study failing
expect_code 0

# Ctrl-C: the run is free, and goes on from its checkpoint; so does the time of one process.
long=(karman radius=2 "size=24,48" re=40 "u=0.1,0.12" steps=1e12 vtk=0 png=0)
run run "${long[@]}" --plan -o long
command_line="sluice work long, interrupted"
$in_background "$program" work long --progress never >out 2>err </dev/null &
pid=$!
wait_for long/u-0.1/run.json running
sleep 0.3
kill -INT "$pid"
ended
expect_code 130
expect_in err "and \`sluice work long\` goes on"
expect_json long/claims/u-0.1.1 "d['state'] == 'released'"
step_of() { "$python" -c "import json; print(json.load(open('long/u-0.1/checkpoint/meta.json'))['values']['step_number'])"; }
stop=$(step_of)
run study long
expect_code 1
expect_in out "  u-0.1                            stopped on $(hostname), saved at step $stop"
run work long max-wall=0.5
expect_code 0
expect_in err "max-wall is over: 0 of 2 runs made here; 2 are not done yet"
expect_true "from step $stop on" test "$(step_of)" -gt "$stop"
expect_true "nothing was begun anew" test ! -e long/u-0.1-stopped-1
expect_json long/claims/u-0.1.2 "d['state'] == 'released'"
expect_true "the time is that of the process" test ! -e long/u-0.12

# Comparisons, ensembles and error bars.  Speeds are the device's, and not compared.
without_speeds() { "$python" -c "
import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    print({key: value for key, value in row.items() if 'mlups' not in key})" "$1"; }
formats=(taylor-green length=16 steps=400 vtk=0 png=0 --precision "fp64,fp32,fp16s" --tolerance 1e-13)
run compare "${formats[@]}" -o formats
expect_code 0
run compare "${formats[@]}" --plan -o formats-shared
drops=(raindrop "size=24,24,44" diameter=16 depth=1 particles=20 steps=4 runs=2 vtk=0 png=0 --precision "fp32,fp32/fp16s")
run run "${drops[@]}" -o drops
run run "${drops[@]}" --plan -o drops-shared
bars=(taylor-green length=64 tau=0.8 u0=0.05 vtk=0 png=0 --error-bars)
run run "${bars[@]}" -o bars
run run "${bars[@]}" --plan -o bars-shared
refused "--task: error bars of 'bars-shared' need the results of all other runs" work bars-shared --task 1/2
run work formats-shared --task 1/2
run study formats-shared
expect_code 1
expect_in out "3 runs in formats-shared: 2 done, 0 running, 0 failed, 0 left out, 1 waiting"
expect_true "the table so far" grep -q "^fp64/fp64 .* reference .* passed$" out
expect_true "and what is missing in it" grep -q "^fp32/fp32 .* not run$" out
expect_not_in out "  device  "
expect_true "nothing is written" test ! -e formats-shared/compare.csv
run work formats-shared --task 2/2
expect_true "what other tasks made counts" cmp <(without_speeds formats/compare.csv) <(without_speeds formats-shared/compare.csv)
rm -r formats-shared/claims/tables.* formats-shared/compare.*
run study formats-shared
expect_code 1
expect_in err "all runs of 'formats-shared' are there; \`sluice work formats-shared\` writes what follows them"
expect_true "no speed was measured" test ! -e formats-shared/compare.csv
command_line="two processes of each"
for folder in formats drops bars; do
    for n in 1 2; do
        "$program" work $folder-shared >"out-$folder-$n" 2>&1 &
        pids+=($!)
    done
    wait "${pids[@]}"
done
expect_true "the table of formats" cmp <(without_speeds formats/compare.csv) <(without_speeds formats-shared/compare.csv)
for table in histogram results; do
    expect_true "$table of the ensemble" cmp drops/$table.csv drops-shared/$table.csv
done
expect_true "the error bars" "$python" -c "
import json
one, many = (json.load(open(f'{folder}/case/run.json')) for folder in ('bars', 'bars-shared'))
assert one['uncertainty'] == many['uncertainty'] and one['results'] == many['results'] and one['uncertainty']"
run study formats-shared
expect_code 0
expect_in err "formats-shared has ended; its table is formats-shared/compare.csv"
run study bars-shared
expect_in out "5 runs in bars-shared: 5 done"
run run "${drops[@]}" -o drops-shared
expect_code 0
expect_in out "raindrop: 4 of 4 runs finished"
# A verdict that fails, told by others than the process that ended it.
run run poiseuille quick=1 --precision fp32/fp16s --rounding nearest --error-bars --plan -o bad-bars
run work bad-bars -q
expect_code 0
for command in study resume; do
    run $command bad-bars
    expect_code 5
    expect_in err "the verdict failed: velocity as in double precision"
done

wait "$of_two"
code=$?
command_line="sluice work two, after another machine"
cat out-of-two >out && cat err-of-two >err
expect_code 0
expect_file two/sweep.csv
expect_json two/claims/u0-0.1.2 "d['state'] == 'done'"

finish
