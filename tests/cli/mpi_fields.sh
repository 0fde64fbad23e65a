#!/usr/bin/env bash
# mpi_fields.sh - fields of several ranks, a file of each: VTK reads the numbers of one rank's file, bit for bit; after
# a resume with others, too; and a rank that cannot write leaves nothing of the field.
# Usage: mpi_fields.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77
compare=$(dirname "$(realpath "$0")")/../ranks/same_fields.py
"$python" -c "import vtkmodules.vtkIOXML, numpy" 2>err || { echo "no VTK" && exit 77; }

options=(--tune=never --progress=never)
all=fields=density,velocity,flags,speed,vorticity,q
arrays=rho,u,flags,speed,vorticity,Q
karman=(run karman radius=2 "size=24,41" re=40 u=0.1 png=0 mean=12 mean-every=7 "$all" "${options[@]}")

# same ONE FOLDER ARRAYS NAME...: what VTK reads, to the bit.
same() {
    local name pairs=()
    for name in "${@:4}"; do pairs+=("$1/$name.vti" "$2/$name.pvti"); done
    command_line="same_fields.py $3 ${pairs[*]}"
    expect_true "${*:4} of $2: as of $1" "$python" "$compare" "$3" "${pairs[@]}"
}

# What run.json lists is there, and no field beside it.
whole() { # FOLDER
    expect_true "files of $1" "$python" - "$1" <<'PYTHON'
import json, os, sys
folder = sys.argv[1]
files = json.load(open(folder + "/run.json"))["files"]
there = {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}
assert len(files) == len(set(files)) and set(files) <= there, set(files) - there
fields = {name for name in there if name.endswith((".vti", ".pvti", ".partial"))}
assert fields and fields <= set(files), fields - set(files)
PYTHON
    expect_true "no folder is left of $1" test -z "$(find "$1" -name '*.partial')"
}

# Bodies and walls across cuts, derived fields and their means; parts of different sizes.  Checkpoints, for which
# resumes below would else build kernels in each rank anew.
run "${karman[@]}" vtk=20 steps=40 checkpoint=40 vtk-files=parts -o one
expect_code 0
expect_true "one device writes one file" test ! -e one/field-000000020.pvti -a ! -e one/field-000000020
for grid in 1x3x1 2x2x1; do
    count=3
    if [[ $grid == 2* ]]; then count=4; fi
    ranks "$launcher" "$count" "$program" "${karman[@]}" vtk=20 steps=40 checkpoint=40 --split "$grid" -o "$grid"
    expect_code 0
    same one "$grid" $arrays field-000000020 field-000000040 mean
    whole "$grid"
    expect_json "$grid/run.json" "'mean/part-0002.vti' in d['files'] and 'field-000000040.pvti' in d['files']"
    expect_in "$grid/fields.pvd" 'timestep="40" part="0" file="field-000000040.pvti"'
    expect_in out "field-000000000.pvti fields.pvd"
    expect_not_in out "part-0000"
done
ranks "$launcher" 3 "$program" "${karman[@]}" vtk=20 steps=40 --split 1x3x1 vtk-files=one -o brought-together
expect_code 0
for name in field-000000040.vti mean.vti fields.pvd; do
    expect_true "$name of one file" cmp "one/$name" "brought-together/$name"
done
expect_true "no parts" test -z "$(find brought-together -name '*.pvti' -o -name 'part-*')"

# In three dimensions and 64 bits.
cube=(run taylor-green-3d length=16 steps=4 png=0 --precision fp64 "fields=velocity,vorticity,q,density" "${options[@]}")
run "${cube[@]}" -o cube
expect_code 0
ranks "$launcher" 2 "$program" "${cube[@]}" --split 1x1x2 -o cut-cube
expect_code 0
same cube cut-cube rho,u,vorticity,Q field-000000004

# On with other numbers of ranks: the same step written anew, and what the others wrote gives way.
ranks "$launcher" 3 "$program" "${karman[@]}" vtk=20 steps=10 checkpoint=10 --split 1x3x1 -o resumed
expect_code 0
cp -r resumed/checkpoint before
ranks "$launcher" 3 "$program" resume resumed steps=20 --split 1x3x1 "${options[@]}"
expect_code 0
rm -r resumed/checkpoint
cp -r before resumed/checkpoint
run resume resumed steps=20 "${options[@]}"
expect_code 0
expect_true "one file in place of parts" cmp one/field-000000020.vti resumed/field-000000020.vti
expect_true "no parts beside it" test ! -e resumed/field-000000020.pvti -a ! -e resumed/field-000000020
expect_true "one mean" test -e resumed/mean.vti -a ! -e resumed/mean.pvti -a ! -e resumed/mean
rm -r resumed/checkpoint
cp -r before resumed/checkpoint
ranks "$launcher" 4 "$program" resume resumed steps=40 --split 2x2x1 "${options[@]}"
expect_code 0
same one resumed $arrays field-000000020 field-000000040 mean
expect_true "parts in place of one file" test -z "$(find resumed -name 'field-00000002*.vti' -o -name mean.vti)"

# A rank that cannot write: a warning, as for any field, and nothing of it stays; the next one is written.
shim=$(dirname "$program")/libfault_shim.so
[[ -e $shim ]] || finish
cat >one_of_them <<'SCRIPT'
#!/bin/sh
# one_of_them RANK COMMAND ...: the shell command first, in that rank alone
rank=$1 command=$2
shift 2
if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = "$rank" ]; then eval "$command"; fi
exec "$@"
SCRIPT
chmod +x one_of_them
loses() { # RANKS, RANK, COMMAND, ARGUMENTS...
    rm -rf failed
    ranks "$launcher" "$1" ./one_of_them "$2" "$3" "$program" "${@:4}" -o failed
    expect_code 0
}
lost() { # RANK, COMMAND, SENTENCE
    loses 3 "$1" "$2" "${karman[@]}" vtk=20 steps=40 --split 1x3x1
    expect_true "one warning" test "$(grep -c '^sluice: warning: .*goes on without this file' err)" -eq 1
    expect_in err "sluice: warning: part $1 ("
    expect_in err "$3"
    expect_true "nothing of it stays" test -z "$(find failed -name '*000000000*')"
    expect_json failed/run.json "not [f for f in d['files'] if '000000000' in f] and len(d['warnings']) == 1"
    expect_not_in failed/fields.pvd "000000000"
    same one failed $arrays field-000000020 field-000000040 mean
    whole failed
}
fault() { echo "export LD_PRELOAD=$shim SLUICE_FAULT=$1"; }
lost 1 "$(fault fdopen/1)" "cannot create 'failed/field-000000000.partial/part-0001.vti.partial'"
lost 1 "$(fault fsync/3)" "cannot write 'failed/field-000000000.partial/part-0001.vti'"
lost 0 "$(fault mkdir/3)" "cannot create the folder 'failed/field-000000000.partial'"
lost 0 "$(fault rename/4)" "cannot give an output file its name 'failed/field-000000000'"
lost 0 "$(fault rename/5)" "cannot give an output file its name 'failed/field-000000000.pvti'"
# A field that is written anew and cannot be: that of before stays, as a whole.
for call in 5 6 7; do
    rm -r resumed/checkpoint
    cp -r before resumed/checkpoint
    ranks "$launcher" 3 ./one_of_them 0 "$(fault "rename/$call")" "$program" resume resumed steps=20 --split 1x3x1 "${options[@]}"
    expect_code 0
    expect_in err "cannot give an output file its name 'resumed/field-000000020"
    same one resumed $arrays field-000000020
    expect_true "four parts" test "$(find resumed/field-000000020 -type f | wc -l)" -eq 4
    expect_true "and nothing beside them" test -z "$(find resumed -name '*.old' -o -name '*.partial')"
done
# What fails on a device ends all.
ranks "$launcher" 3 ./one_of_them 1 "$(fault clEnqueueNDRangeKernel/32)" "$program" "${karman[@]}" vtk=1 steps=12 \
    --split 1x3x1 -o broken
expect_code 4
expect_true "one sentence" test "$(grep -c '^sluice: part 1 (.*CL_OUT_OF_RESOURCES' err)" -eq 1
expect_true "nothing half-written stays" test -z "$(find broken -name '*.partial')"
# The one file, too, and on a full disk (8 MB, more than what the driver writes of kernels): no rank waits
# for the first.
loses 3 0 "$(fault fdopen/3)" "${karman[@]}" vtk=20 steps=40 --split 1x3x1 vtk-files=one
expect_in err "cannot create 'failed/field-000000000.vti.partial'"
expect_true "the next one is written" cmp one/field-000000040.vti failed/field-000000040.vti
for files in parts one; do
    loses 2 0 "ulimit -f 16000" run taylor-green length=1100 steps=1 png=0 "vtk-files=$files" --split 1x2x1 "${options[@]}"
    expect_true "one warning" test "$(grep -c '^sluice: warning: part 0 .*cannot write .*goes on without this file' err)" -eq 1
    expect_true "nothing of it stays" test -z "$(find failed -name 'field*')"
    expect_json failed/run.json "d['status'] == 'done'"
done
finish
