#!/bin/bash
# resume_slow.sh - every setup in every format, streaming in place and by pull in turns: N steps, a resume and N
# steps more are 2 N steps, byte for byte.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/goes_on.sh"
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# Smaller than quick=1 where that takes long; files of every kind.
declare -A steps=([taylor-green]=90 [taylor-green-3d]=40 [karman]=95 [cavity]=60 [poiseuille]=70 [capsule]=31 [pool]=80
    [static-drop]=51 [oscillating-drop]=51 [heated-cavity]=231 [benard]=231 [capillary-wave]=61 [dam-break]=61 [raindrop]=41 [rock]=90)
declare -A small=([taylor-green-3d]="length=16 vtk=30" [taylor-green]="vtk=70 png=120 watch=speed@mean histogram=60" [karman]="radius=4 vtk=100 probe=3"
    [cavity]="length=16 vtk=50" [poiseuille]="radius=6 vtk=40" [capsule]="subdivisions=2 size=24,24,24 radius=5 vtk=20"
    [pool]="vtk=50" [static-drop]="radius=6 vtk=40" [oscillating-drop]="vtk=40" [capillary-wave]="vtk=40"
    [dam-break]="vtk=40" [rock]="vtk=40 probe=20"
    [raindrop]="size=32,32,36 diameter=8 vtk=30 particles=20 particle-diameter_si=1e-4 particle-density_si=2000")

"$program" setups --json >setups.jsonl
"$program" formats --json >formats.json
mapfile -t setups < <("$python" -c "import json; [print(json.loads(s)['name']) for s in open('setups.jsonl')]")
mapfile -t formats < <("$python" -c "import json; [print(f['name']) for f in json.load(open('formats.json'))['formats']]")
expect_true "there are setups and formats" test "${#setups[@]}" -gt 10 -a "${#formats[@]}" -gt 9
streamings=(in-place pull)
refusals=0
pairs=0
for s in "${!setups[@]}"; do
    setup=${setups[s]}
    expect_true "$setup is known here" test -n "${steps[$setup]:-}"
    read -ra how <<<"${small[$setup]:-}"
    for f in "${!formats[@]}"; do
        methods=(--precision "${formats[f]}" --streaming "${streamings[(s + f) % 2]}")
        run run "$setup" quick=1 "${how[@]}" "${methods[@]}" --print-case
        if [ "$code" -eq 2 ]; then
            echo "refused: $setup ${methods[*]}: $(head -c 200 err)"
            refusals=$((refusals + 1))
            continue
        fi
        goes_on alike "${steps[$setup]:-50}" "$setup" "${how[@]}" "${methods[@]}" ::
        pairs=$((pairs + 1))
        echo "$setup ${methods[*]}: $failures failures so far"
    done
done
expect_true "$number of $pairs pairs ran" test "$number" -eq "$pairs"
echo "$pairs pairs of setup and format, $refusals refused"
expect_true "most formats can" test "$refusals" -lt "$pairs"
finish
