#!/usr/bin/env bash
# mpi_failures.sh - one of several ranks fails, at each stage in turn: all end, with one sentence and its code.
# Usage: mpi_failures.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77
shim=$(dirname "$program")/libfault_shim.so
[[ -e $shim ]] || exit 77

# One rank has other variables in its environment than the others.
cat >one_of_them <<'SCRIPT'
#!/bin/sh
# one_of_them RANK "NAME=VALUE ..." COMMAND...
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK} which=$1 words=$2
shift 2
echo $$ >"pid-$rank"
if [ "$rank" = "$which" ]; then exec env $words "$@"; fi
exec "$@"
SCRIPT
chmod +x one_of_them

# What they run.
what=(taylor-green length=16 steps=200)

# fails RANK WORDS CODE SENTENCE
fails() {
    local begin=$SECONDS
    rm -rf failed
    ranks "$launcher" 2 ./one_of_them "$1" "$2" "$program" run "${what[@]}" \
        vtk=0 png=0 --tune=never --progress=never -o "$work/failed"
    expect_code "$3"
    expect_true "one sentence" test "$(grep -c '^sluice: part' err)" -eq 1
    expect_in err "sluice: part $1 ("
    expect_in err "$4"
    # Compiling on a busy machine takes a minute; ranks that wait for each other do so for ever.
    expect_true "it ends" test $((SECONDS - begin)) -lt 200
    expect_none_left "$work/failed"
    expect_true "no half file" test -z "$(find . -name '*.partial')"
}
for rank in 0 1; do
    fails "$rank" "OCL_ICD_VENDORS=/nowhere" 4 "no usable OpenCL device"
    expect_true "no folder is left" test ! -e failed
    # while the parts join, and in the steps
    for call in 3 200; do
        fails "$rank" "LD_PRELOAD=$shim SLUICE_FAULT=clEnqueueNDRangeKernel/$call" 4 "CL_OUT_OF_RESOURCES"
    done
done
fails 0 "LD_PRELOAD=$shim SLUICE_FAULT=rename/3+" 1 "energy.csv"

# In samples of flows through openings and of means, of which there is one of each in a step.
cat >tee.ini <<'INI'
[case]
setup = case
lattice = d2q9
[box]
resolution = 8
size = 4,2
[fluid]
re = 10
[face y-]
kind = wall
[face y+]
kind = wall
[inlet in]
on = x-
speed = 0.05
[outlet out]
on = x+
[profile p]
along = y
[mean]
skip = 0
[stop]
steps = 40
INI
what=(-c tee.ini probe=1)
for call in 154 155 156 157; do
    fails 1 "LD_PRELOAD=$shim SLUICE_FAULT=clEnqueueNDRangeKernel/$call" 4 "CL_OUT_OF_RESOURCES"
done

# In searches of a surface, which read layers of all ranks as they come to them: all know it, and the folder says so.
what=(raindrop quick=1 particles=40 'size=24,24,24' diameter=6 depth=1 u=0.15 steps=20 probe=5)
for call in 39 43; do
    fails 1 "LD_PRELOAD=$shim SLUICE_FAULT=realloc/$call" 1 "no memory for 1024 connected cells"
    expect_json failed/run.json "d['status'] == 'failed' and 'connected cells' in d['message']"
done
what=(taylor-green length=16 steps=200)

# A rank that is killed takes the others with it, in seconds.
for rank in 0 1; do
    rm -rf killed pid-* err
    timeout -k 5 60 "$launcher" -n 2 ./one_of_them 9 "" "$program" run taylor-green length=128 \
        steps=10000000 vtk=0 png=0 --tune=never --progress=plain -o "$work/killed" >out 2>err </dev/null &
    pid=$!
    wait_for err "layout: "
    kill -KILL "$(cat "pid-$rank")"
    ended
    command_line="a rank is killed"
    expect_true "an exit code" test "$code" -ne 0 -a "$code" -ne 124
    expect_none_left "$work/killed"
done

# A rank of another version of the program ends all; one with another driver goes on, with a warning.
short=(run taylor-green length=16 steps=2 vtk=0 png=0 --tune=never --progress=never)
version=$("$program" version | cut -d " " -f 2)
sed "s/${version//./\\.} /${version//[0-9]/7} /" "$program" >other_version
chmod +x other_version
cat >another <<'SCRIPT'
#!/bin/sh
# another OF-RANK-1 OF-THE-OTHERS ARGUMENT...
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK} own=$2
if [ "$rank" = 1 ]; then own=$1; fi
shift 2
exec "$own" "$@"
SCRIPT
chmod +x another
ranks "$launcher" 2 ./another ./other_version "$program" "${short[@]}" -o versions
expect_code 2
expect_true "one sentence" test "$(grep -c '^sluice: ' err)" -eq 1
expect_in err "sluice: part 1 ("
expect_in err "its version of sluice is ${version//[0-9]/7}"
expect_in err "and that of the first part $version"
expect_true "no folder" test ! -e versions
ranks "$launcher" 2 ./one_of_them 1 "LD_PRELOAD=$shim SLUICE_FAULT_DRIVER=9.9" "$program" "${short[@]}" -o drivers
expect_code 0
expect_in err "part 1 ("
expect_in err "has driver 9.9, and part 0 has"
expect_json drivers/run.json "d['parts']['each'][1]['driver'] == '9.9' != d['parts']['each'][0]['driver']"

# Memory that parts share: in /dev/shm where it can have no other place; none, where that is full: by messages, then,
# and with a warning.
ranks "$launcher" 2 ./one_of_them 0 "LD_PRELOAD=$shim SLUICE_FAULT=share/1" "$program" "${short[@]}" -o named
expect_code 0
expect_in out ", shared memory; exposed: "
expect_not_in err "warning"
ranks "$launcher" 2 ./one_of_them 0 "LD_PRELOAD=$shim SLUICE_FAULT=share/1+" "$program" "${short[@]}" -o full
expect_code 0
expect_in out ", messages; exposed: "
expect_in err "sluice: warning: part 0 ("
expect_in err "has no memory to share (/dev/shm: No space left on device): the parts of a machine exchange by messages"
expect_in err "docker run --shm-size=1g"
expect_json full/run.json "d['parts']['exchange_way'] == 'messages' and '/dev/shm' in d['warnings'][0]"
SLUICE_EXCHANGE=messages ranks "$launcher" 2 "$program" "${short[@]}" -o chosen
expect_code 0
expect_in out ", messages; exposed: "
expect_not_in err "warning"
ranks "$launcher" 2 ./one_of_them 1 SLUICE_EXCHANGE=pigeons "$program" "${short[@]}" -o pigeons
expect_code 2
expect_in err "SLUICE_EXCHANGE is 'pigeons', and should be shared or messages"
expect_true "nothing is left in /dev/shm" test -z "$(find /dev/shm -name 'sluice-segment-*')"

# More processes than any grid of the box has parts.
ranks "$launcher" 11 "$program" run taylor-green length=8 --progress=never -o narrow
expect_code 2
expect_true "one sentence" test "$(grep -c '^sluice: ' err)" -eq 1
expect_in err "a box of 8x8x1 cells cannot be cut into a grid of 11 subdomains"
expect_true "no folder" test ! -e narrow

finish
