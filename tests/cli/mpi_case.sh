#!/usr/bin/env bash
# mpi_case.sh - cases on two ranks and three: flow through parts of a mesh, temperatures, bodies that conduct heat, walls
# between cells are those of one rank, byte for byte.
# Usage: mpi_case.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")
command -v "$launcher" >/dev/null || exit 77

case_file=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/docs/cases/t-junction.ini
cp "$case_file" "${case_file%.ini}.stl" .
{
    cat t-junction.ini
    printf "[line along]\nfrom = -4,0,0\nto = 8,0,0\nmean = 1\n[line slant]\nfrom = -1,-0.4,-0.3\nto = 3,0.4,0.3\n[probe a]\nat = -2,0,0\n[probe b]\nat = 5,0.2,0\n[plane cut]\ncentre = 2,0,0\n[profile across]\nalong = y\n[mean]\nskip = 0\n"
} >tee.ini
tee=(run -c tee.ini box.resolution=4 stop.until=0.5 vtk=400 vtk-files=one mean=100 mean-stresses=1 png=0 --tune=never --progress=never)
run "${tee[@]}" -o one
for split in 2x1x1 1x2x1; do
    ranks "$launcher" 2 "$program" "${tee[@]}" --split "$split" -o "$split"
    for file in flows.csv probes.csv line-along.csv line-slant.csv profile-across.csv mean.vti field-000000400.vti; do
        expect_true "$file of $split is the same" cmp "one/$file" "$split/$file"
    done
done

# The force of a regulator: of a sum over all cells.
{
    printf '[case]\nsetup = case\nlattice = d3q19\n[box]\nresolution = 4\nsize = 4,2,2\n[fluid]\nre = 10\n[face y-]\nkind = wall\n[face y+]\nkind = wall\n'
    printf '[body ball]\nshape = sphere\nat = 1,1,1\n[force]\nspeed = 0.04\n[stop]\nuntil = 3\n'
} >held.ini
held=(run -c held.ini vtk=0 png=0 --tune=never --progress=never)
run "${held[@]}" -o held-one
for split in 2x1x1 1x2x1; do
    ranks "$launcher" 2 "$program" "${held[@]}" --split "$split" -o "held-$split"
    expect_true "the force of $split is the same" cmp held-one/drive.csv "held-$split/drive.csv"
done

# An image, of which each part asks for the rows in it, two cells along a voxel.
"$python" -c '
import random
random.seed(3)
open("grains.raw", "wb").write(bytes(random.random() < 0.6 and z > 0 for z in range(6) for n in range(10 * 8)))'
# shellcheck disable=SC2054 # a size
grains=(run rock image=grains.raw size=10,8,6 solid=1 axis=y margin=1 fine=2 steps=60 vtk=0 png=0 --streaming list --tune=never --progress=never)
run "${grains[@]}" -o grains-one
for split in 2x1x1 1x2x1 1x1x2; do
    ranks "$launcher" 2 "$program" "${grains[@]}" --split "$split" -o "grains-$split"
    expect_true "the flow through the image of $split is the same" cmp grains-one/permeability.csv "grains-$split/permeability.csv"
done

# A temperature, and what is kept of it.
{
    printf '[case]\nsetup = case\nlattice = d3q19\n[box]\nsize = 12,8,6\n[fluid]\nviscosity = 0.02\nspeed = 0.05\n[start]\nu = 0.05,0,0\nnoise = 0.5\n[face y-]\nkind = wall\n[face y+]\nkind = wall\n[scalar]\ndiffusivity = 0.02\nstart = linear\n'
    printf '[heat y-]\ntemperature = 60\n[heat y+]\ntemperature = 20\n[line up]\nfrom = 4.5,0.5,3\nto = 4.5,7.5,3\nmean = 1\n[probe a]\nat = 3.5,2.5,2.5\n[probe b]\nat = 9.5,6.5,2.5\n[plane cut]\ncentre = 5.5,4,3\n[profile y]\nalong = y\n[mean]\nskip = 1\n[stop]\nsteps = 60\n'
} >warm.ini
warm=(run -c warm.ini vtk=0 png=0 probe=4 --tune=never --progress=never)
run "${warm[@]}" -o warm-one
for split in 2x1x1 1x2x1; do
    ranks "$launcher" 2 "$program" "${warm[@]}" --split "$split" -o "warm-$split"
    for file in probes planes line-up profile-y; do
        expect_true "$file of $split has the same temperatures" cmp "warm-one/$file.csv" "warm-$split/$file.csv"
    done
done

# A body that conducts, on both sides of a cut and of two, beside bodies that do not, that have a temperature, and whose
# walls are between cells, of which one part has none, and another one whose surface cuts cells of all parts; with the noise of 16 bits, which is that of a cell wherever it is,
# and T of the checkpoint, to the last bit.
{
    sed '/^\[line up/,$d' warm.ini
    printf '[body plate]\nshape = box\nfrom = 2,2,1\nto = 10,6,4\n[solid plate]\nconductivity = 20\ncapacity = 3\n'
    printf '[body still]\nshape = box\nfrom = 5,6,1\nto = 7,8,4\n[body hot]\nshape = box\nfrom = 3,2,4\nto = 7,6,5\n[heat hot]\ntemperature = 60\n'
    printf '[body ball]\nshape = sphere\nat = 10.8,5.1,3.2\nradius = 1.35\nwall = curved\n[heat ball]\ntemperature = 30\n'
    printf '[body bead]\nshape = sphere\nat = 1.1,3.7,4.9\nradius = 1.2\nwall = curved\n[heat bead]\nflux = 5\n'
    printf '[body drop]\nshape = sphere\nat = 7.75,4.1,4.05\nradius = 1.9\nwall = curved\n[solid drop]\nconductivity = 5\n'
    printf '[body seed]\nshape = sphere\nat = 7.75,4.1,4.05\nradius = 0.7\nwall = curved\n[heat seed]\ntemperature = 50\n'
    printf '[line in]\nfrom = 2.5,4,2.5\nto = 9.5,4,2.5\n[probe a]\nat = 5.5,3.5,2.5\n[probe b]\nat = 6.5,4.5,2.5\n[stop]\nsteps = 60\n'
} >solid.ini
solid=(run -c solid.ini vtk=0 png=0 probe=4 checkpoint=60 --tune=never --progress=never)
solid+=(--precision fp32/fp16s --rounding stochastic)
run "${solid[@]}" -o solid-one
expect_code 0
for split in 2:2x1x1 2:1x2x1 3:3x1x1; do
    folder=solid-${split#*:}
    ranks "$launcher" "${split%:*}" "$program" "${solid[@]}" --split "${split#*:}" -o "$folder"
    for file in heat.csv probes.csv line-in.csv checkpoint/f.npy checkpoint/heat.npy; do
        expect_true "$file of $folder is the same" cmp "solid-one/$file" "$folder/$file"
    done
done

# Walls between cells, and what their links keep: a checkpoint of several ranks is that of one.
street=(run karman quick=1 wall=exact steps=150 checkpoint=150 png=0 --tune=never --progress=never)
run "${street[@]}" -o street-one
for split in 2x1x1 1x2x1; do
    ranks "$launcher" 2 "$program" "${street[@]}" --split "$split" -o "street-$split"
    for file in forces.csv checkpoint/f.npy checkpoint/curved_kept.npy; do
        expect_true "$file of $split is the same" cmp "street-one/$file" "street-$split/$file"
    done
    run resume "street-$split" steps=300 --progress=never
    expect_code 0
done
run resume street-one steps=300 --progress=never
expect_true "what goes on from two ranks is the same" cmp street-one/forces.csv street-2x1x1/forces.csv
finish
