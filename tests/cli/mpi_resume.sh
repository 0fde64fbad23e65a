#!/usr/bin/env bash
# mpi_resume.sh - checkpoints of several ranks are those of one, and go on with any number of them to the files of
# the run that was never stopped; signals, damage, and a rank that cannot write.
# Usage: mpi_resume.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77

options=(--tune=never --progress=never)
# Walls on both sides of cuts, forces, time series, the mean flow, a format of 16 bits that rounds with noise.
karman=(run karman radius=2 size="24,48" re=40 u=0.1 vtk-files=one png=0
    mean=30 mean-every=12 mean-stresses=1 --precision fp32/fp16s "${options[@]}")
flow=("${karman[@]}" vtk=50)

# alike FOLDER FOLDER [WHAT MAY DIFFER]: byte for byte, but for times.
alike() {
    local file
    while IFS= read -r file; do
        case $file in
            *run.json | *meta.json | *log.txt) continue ;;
        esac
        if [[ -n ${3:-} && $file == *$3 ]]; then continue; fi
        expect_true "$file of $2 is that of $1" cmp -s "$1/$file" "$2/$file"
    done < <(cd "$1" && find . -type f)
    expect_true "nothing half-written stays" test -z "$(find "$2" -name '*.partial' -o -name 'checkpoint.*')"
}

# Outlets keep numbers, and forces on boundaries look at what was sent a step before: a code, which where populations
# share exponents is of the exponent that another part has.
declare -A always=([fp32/bfp12]=always)
for precision in fp32 fp32/bfp12; do
    case_runs "${always[$precision]:-}" || continue
    duct=(run tunnel --lattice d2q9 body=cylinder re=100 resolution=6 u=0.1 probe=1 vtk=0 png=0
        --precision "$precision" "${options[@]}")
    folder=duct-${precision#*/}
    run "${duct[@]}" checkpoint=41 steps=46 -o "$folder"
    expect_code 0
    run "${duct[@]}" checkpoint=41 steps=41 -o "$folder-one"
    ranks "$launcher" 2 "$program" "${duct[@]}" checkpoint=41 steps=41 --split 1x2x1 -o "$folder-two"
    expect_code 0
    alike "$folder-one" "$folder-two"
    run resume "$folder-two" steps=46 "${options[@]}"
    expect_code 0
    ranks "$launcher" 2 "$program" resume "$folder-one" steps=46 --split 1x2x1 "${options[@]}"
    expect_code 0
    alike "$folder" "$folder-one"
    alike "$folder" "$folder-two"
    expect_file "$folder-two/checkpoint/kept.npy"
done
finish_matrix

# What walls between cells bring is summed over all parts, saved between two looks at it, and given back.
cat >gap.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = trt
[box]
resolution = 5
size = 4.6,4.6
origin = -2.313,-2.329
[fluid]
tau = 0.8
speed = 0.02
[body cup]
shape = cylinder
at = 0,0
radius = 2.06
inside = fluid
wall = exact
[body rotor]
shape = cylinder
at = 0,0
radius = 1.03
spin = 1 speed/length
wall = exact
[stop]
steps = 140
INI
gap=(run -c gap.ini checkpoint=75 probe=1 vtk=50 vtk-files=one png=0 "${options[@]}")
run "${gap[@]}" steps=140 -o gap
expect_code 0
expect_true "mass is kept" "$python" -c '
import json, sys
drift = json.load(open("gap/run.json"))["results"]["mass_drift"]
sys.exit(not abs(drift if isinstance(drift, float) else drift["value"]) < 1e-5)'
run "${gap[@]}" steps=75 -o gap-one
ranks "$launcher" 2 "$program" "${gap[@]}" steps=75 --split 2x1x1 -o gap-two
expect_code 0
alike gap-one gap-two
run resume gap-two steps=140 "${options[@]}"
expect_code 0
alike gap gap-two
# And of a sheet that crosses the cut, beside which cells have one exponent for all that they find.
printf '[body vane]\nshape = plate\nfrom = 1.2,-0.31\nto = 1.9,0.36\nthin = 1\nwall = exact\n' >>gap.ini
vane=("${gap[@]}" --precision fp32/bfp12)
run "${vane[@]}" steps=140 -o vane
expect_code 0
ranks "$launcher" 2 "$program" "${vane[@]}" steps=75 --split 1x2x1 -o vane-two
expect_code 0
run "${vane[@]}" steps=75 -o vane-one
alike vane-one vane-two
run resume vane-two steps=140 "${options[@]}"
ranks "$launcher" 2 "$program" resume vane-one steps=140 --split 1x2x1 "${options[@]}"
expect_code 0
alike vane vane-one
alike vane vane-two

# Moments, with walls at rest and one that moves; of 16 bits, rounded to nearest, so that some are floats.
lid=(run cavity length=16 u0=0.1 re=100 checkpoint=20 vtk=20 vtk-files=one png=0 --collision rr --streaming moments
    --precision fp32/fp16s "${options[@]}")
run "${lid[@]}" steps=40 -o lid
expect_code 0
run "${lid[@]}" steps=20 -o lid-one
ranks "$launcher" 3 "$program" "${lid[@]}" steps=20 -o lid-three
expect_code 0
alike lid-one lid-three
expect_json lid-three/run.json "d['parts']['grid'][0] == 1"
run resume lid-three steps=40 "${options[@]}"
expect_code 0
ranks "$launcher" 2 "$program" resume lid-one steps=40 "${options[@]}"
expect_code 0
alike lid lid-one
alike lid lid-three
ranks "$launcher" 2 "$program" "${lid[@]}" steps=20 --split 2x1x1 -o lid-x
expect_code 2
expect_in err "cannot be cut across x: its rows along x stay whole"

# What is saved: of one device, of parts cut across one axis and across two.  Noise depends on the place, so each
# part has kernels of its own: all below is cut as these are.
run "${flow[@]}" checkpoint=60 steps=120 -o whole
expect_code 0
run "${flow[@]}" checkpoint=60 steps=60 -o one
ranks "$launcher" 3 "$program" "${flow[@]}" checkpoint=60 steps=60 --split 1x3x1 -o three
expect_code 0
ranks "$launcher" 4 "$program" "${flow[@]}" checkpoint=60 steps=60 --split 2x2x1 -o four
expect_code 0
alike one three
alike one four
expect_file four/checkpoint/means.npy
expect_true "populations are not all alike" test "$(tail -c +200 one/checkpoint/f.npy | tr -d '\0' | wc -c)" -gt 1000

# It goes on with other numbers of parts, cut otherwise; by pull, too.
cp -r four four-to-three
ranks "$launcher" 3 "$program" resume one steps=120 --split 1x3x1 "${options[@]}"
expect_code 0
expect_json one/run.json "d['status'] == 'done' and d['steps'] == 120 and d['parts']['grid'] == [1, 3, 1]"
run resume four steps=120 --streaming pull "${options[@]}"
expect_code 0
expect_json four/run.json "'parts' not in d"
ranks "$launcher" 4 "$program" resume three steps=120 --split 2x2x1 "${options[@]}"
expect_code 0
run resume four-to-three steps=120 --devices 0,0,0 --split 1x3x1 "${options[@]}"
expect_code 0
expect_json four-to-three/run.json "d['parts']['count'] == 3"
alike whole one
alike whole four case.ini
alike whole three
alike whole four-to-three

ranks "$launcher" 2 "$program" resume one steps=130 --precision fp32/bfp12 --split 2x1x1 "${options[@]}"
expect_code 2
expect_true "one sentence" test "$(grep -c 'the checkpoint is in fp16s, which several devices cannot convert to bfp12' err)" -eq 1

# What is damaged is refused in one sentence, whichever part reads it.
cp -r three damaged
printf 'X' | dd of=damaged/checkpoint/f.npy bs=1 seek=10000 conv=notrunc 2>/dev/null
for count in 1 3; do
    ranks "$launcher" "$count" "$program" resume damaged steps=130 --split "1x${count}x1" "${options[@]}"
    expect_code 1
    expect_true "one sentence" test "$(grep -c '^sluice: ' err)" -eq 1
    expect_in err "f.npy' is damaged: its checksum is"
done
truncate -s 10000 damaged/checkpoint/f.npy
ranks "$launcher" 3 "$program" resume damaged steps=130 --split 1x3x1 "${options[@]}"
expect_code 1
expect_true "one sentence" test "$(grep -c '^sluice: ' err)" -eq 1
expect_in err "f.npy' is damaged: it has 10000 bytes"
ranks "$launcher" 2 "$program" resume nowhere
expect_code 2
expect_true "one sentence" test "$(grep -c "^sluice: there is no folder 'nowhere'" err)" -eq 1

# The runs of a study may have several ranks; its table is that of one, also beside another process.
study=(run taylor-green length=24 "u0=0.1,0.2" steps=40 vtk=0 png=0 "${options[@]}")
run "${study[@]}" -o study
expect_code 0
ranks "$launcher" 2 "$program" "${study[@]}" -o study-2
expect_code 0
expect_json study-2/u0-0.2/run.json "d['parts']['count'] == 2"
run "${study[@]}" --plan -o shared
run work shared --task 2/2
expect_in err "1 of 2 runs made here"
ranks "$launcher" 2 "$program" work shared
expect_code 0
expect_json shared/u0-0.1/run.json "d['parts']['count'] == 2"
for folder_of in study-2 shared; do
    expect_true "the table of $folder_of is that of one rank" cmp study/sweep.csv "$folder_of/sweep.csv"
done
mkdir compared
echo '{"schema": "sluice.study/1", "command": "compare", "version": "0.1.0"}' >compared/study.json
ranks "$launcher" 2 "$program" work compared
expect_code 2
expect_true "one sentence" test "$(grep -c "^sluice: .*'compared' is a comparison" err)" -eq 1

# A rank that cannot write its share, of the second checkpoint: the checkpoint before is whole.
shim=$(dirname "$program")/libfault_shim.so
if [[ -e $shim ]]; then
    write_command_of_rank second_has 1
    ranks "$launcher" 3 ./second_has "LD_PRELOAD=$shim SLUICE_FAULT=fdopen/3" \
        "$program" "${flow[@]}" steps=70 checkpoint=60 --split 1x3x1 -o unwritten
    expect_code 0
    expect_true "one sentence" test "$(grep -c '^sluice: warning: no checkpoint of step 70: part 1 (.*cannot create' err)" -eq 1
    expect_true "nothing half-written stays" test ! -e unwritten/checkpoint.new
    expect_json unwritten/checkpoint/meta.json "d['values']['step_number'] == '60'"
fi

# A signal to any of them saves; another one ends all in good order.  max-wall, too.
flow=("${karman[@]}" vtk=0)
rm -f err
"$launcher" -n 3 "$program" "${flow[@]}" steps=1e12 --split 1x3x1 -v -o stopped >out 2>err </dev/null &
pid=$!
command_line="$launcher -n 3 sluice run karman, signalled"
wait_for err "excess mass"
ranks_of=$(pgrep -P "$pid" | tail -n 1)
if [[ $launcher == mpirun.mpich ]]; then ranks_of=$(pgrep -f "^$program run karman .*-o stopped" | tail -n 1); fi
kill -s USR1 "$ranks_of"
wait_for err "checkpoint of step"
kill -s TERM "$ranks_of"
ended
expect_code 143
expect_in err "sluice: terminated at step"
stop=$("$python" -c "import json; print(json.load(open('stopped/checkpoint/meta.json'))['values']['step_number'])")
expect_json stopped/run.json "d['status'] == 'terminated' and d['steps'] == $stop"
run resume stopped "steps=$((stop + 20))" "${options[@]}"
expect_code 0
run "${flow[@]}" "steps=$((stop + 20))" -o never-stopped
for file in probe.csv forces.csv; do
    expect_true "$file is that of the run that was not stopped" cmp "never-stopped/$file" "stopped/$file"
done
ranks "$launcher" 3 "$program" "${flow[@]}" steps=1e12 max-wall=0.1 --split 1x3x1 -o by-wall
expect_code 0
expect_file by-wall/checkpoint/f.npy
expect_json by-wall/run.json "d['status'] == 'max-wall'"

finish
