#!/bin/bash
# case_keys.sh - what means over time keep, sections that are reserved, keys that need others, sources that are exact.
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh" "$1"
. "$(dirname "$0")/../support/mpi.sh"
need_device

cat >base.ini <<'INI'
[case]
setup = case
lattice = d2q9
[box]
resolution = 4
size = 2,4
[fluid]
tau = 0.8
speed = 0.05
[force]
acceleration = 1e-5,0
[face y-]
kind = wall
[face y+]
kind = wall
[profile wall]
along = y
[line mid]
from = 0.5,2
to = 1.5,2
mean = 1
[mean]
skip = 1
[stop]
until = 3
[expect middle]
result = wall.u.max
value = 0.001
within = 0.1
source = not exact
INI
columns() { # folder, columns of both tables
    for table in profile-wall line-mid; do
        expect_true "$table has $2" test "$(head -1 "$1/$table.csv")" = "at,$2"
    done
}
run run -c base.ini vtk=0 png=0 -o all
columns all ux,uy,uz,p,urms,vrms,wrms,uv,uw,vw,prms
run run -c base.ini vtk=0 png=0 mean.fields=u,p -o flow
columns flow ux,uy,uz,p
run run -c base.ini vtk=0 png=0 mean.fields=u -o velocity
columns velocity ux,uy,uz
expect_true "what is kept has the same numbers" \
    cmp <(cut -d, -f1-4 all/profile-wall.csv) velocity/profile-wall.csv
# in two dimensions FP32 keeps four products of 4 bytes
expect_true "stresses take 16 bytes of a cell" "$python" -c '
import json
all, flow = (json.load(open(name + "/run.json"))["device_bytes"] for name in ("all", "flow"))
assert all - flow == 16 * 8 * 18, all - flow'

# 80 steps are a length/speed, and records are 4 apart: samples of steps 80, 84, ..., 240.
expect_json all/run.json "d['results']['mean_samples_at_most'] == 41 and not d['warnings']"
run run -c base.ini vtk=0 png=0 mean.skip=2.99 -o one
expect_in err "warning: a mean over time has one sample: mean.skip=2.99 begins it at step 240, samples are 4 steps apart, and the run ends with step 240; mean.skip=2.925 or less makes it two"
expect_file one/line-mid.csv
run run -c base.ini vtk=0 png=0 mean.skip=2.925 -o two
expect_json two/run.json "d['results']['mean_samples_at_most'] == 2 and not d['warnings']"
run run -c base.ini vtk=0 png=0 steps=70 -o none
expect_in err "a mean over time has no sample: mean.skip=1 begins it at step 80, samples are 4 steps apart, and the run ends with step 70; mean.skip=0.775 or less makes it two"
expect_in out "line-mid.csv is not written: its mean has no sample"
expect_code 5
expect_json none/run.json "d['results']['wall.u.max'] is None and
    not [f for f in d['files'] if f.startswith(('line-', 'profile-'))]"
run run -c base.ini vtk=0 png=0 steps=6 mean.skip= -o short
expect_in err "the run ends with step 6; two need 8 steps"
run run -c base.ini vtk=0 png=0 mean.skip=2 max-wall=1e-6 -o cut
expect_in out "the run ended with step 0: a mean over time, from mean.skip on, has no sample"
run run -c base.ini vtk=0 png=0 stop.steady=0.9 stop.until=40 mean.skip=30 -o steady # its last moment is its mean
expect_file steady/line-mid.csv
expect_json steady/run.json "d['steps'] < 2400 and not d['warnings']"

# Forces and planes without a record behind mean.skip are those of the last one, whatever ends the run before.
{ cat base.ini && printf '[body rod]\nshape = cylinder\nat = 1.5,1\nradius = 0.5\n[plane cut]\ncentre = 0.5,2\n'; } >rod.ini
last="of the last record, and no means: forces of bodies, planes; means begin at 1 length/speed, and the run ended before"
for end in stop.until=0.5 steps=40; do
    run run -c rod.ini vtk=0 png=0 $end -o rod-$end
    expect_in err "a mean over time has no sample: mean.skip=1 begins it at step 80"
    expect_in out "$last"
done
expect_true "the same by both" cmp rod-stop.until=0.5/forces.csv rod-steps=40/forces.csv
run run -c rod.ini vtk=0 png=0 -o rod
expect_not_in out "of the last record"
run run -c rod.ini vtk=0 png=0 stop.steady=0.9 stop.until=40 mean.skip=30 -o rod-steady
expect_not_in out "of the last record"

refused() { # sentence, arguments
    local sentence=$1
    shift
    run run -c base.ini steps=0 png=0 -o refused "$@"
    expect_code 2
    expect_in err "$sentence"
}
refused "mean.fields=u,q: some of u, p, stress and T are needed" mean.fields=u,q
refused "there is no result 'wall.u.max'; wall has p, each with .max, .min, .mean and .zero; mean.fields=p keeps no others" \
    mean.fields=p
refused "start.noise_length=1 is the size of the eddies of start.noise=" start.noise_length=1
sed '/^\[profile/,/^along/d; /^\[line/,/^mean/d; /^\[expect/,$d' base.ini >bare.ini
run run -c bare.ini steps=0 png=0 mean.fields=u -o refused
expect_code 2
expect_in err "the file has none"

run run channel mean.skip=5 steps=0 png=0 -o one-moment
expect_in out "mean=1 would average it over time"

refused "mean.every= takes a key of the case file away, and it has no such key" mean.every=

{ cat base.ini && printf '[tracers]\na = 1\n'; } >reserved.ini
run run -c reserved.ini steps=0 -o refused
expect_code 2
expect_in err "the section [tracers] is reserved for "
expect_in err "which this version does not have"
refused "the section [tracers] is reserved for" tracers.a=1

# A look that fails leaves an empty folder where it was.
mkdir kept
run run -c base.ini steps=0 mean.fields=q -o kept
expect_code 2
expect_true "the folder is there" test -d kept

# What stop.steady compares with belongs to a checkpoint, and is that of the whole box.
sed '/^\[profile/,/^mean/d; /^\[expect/,$d' base.ini >still.ini
still=(run -c still.ini vtk=0 png=0 probe=8 stop.steady=3e-2 stop.until=40)
run "${still[@]}" -o whole
run "${still[@]}" checkpoint=50 steps=130 -o parts
run resume parts steps=3200
expect_true "it ends with the same step" cmp whole/forces.csv parts/forces.csv
expect_json whole/run.json "0 < d['results']['change'] <= 3e-2 and d['steps'] > 130"
expect_json parts/run.json "d['results']['change'] == json.load(open('whole/run.json'))['results']['change']"
for precision in fp32 fp32/fp16s; do
    run run -c still.ini vtk=0 png=0 probe=8 stop.steady=1e-9 stop.until=2 --precision $precision -o "unsteady-${precision#*/}"
    expect_in out "the flow is not steady yet"
done
expect_in out "--precision fp32 has no such noise"
expect_true "FP32 has none" bash -c '! grep -q "no such noise" unsteady-fp32/run.json'

# Rounding moves single cells from look to look, over many length/speed by as much as over one: in 16 bits a flow is
# steady where it changes by no more over several of them.  A paddle that turns is not, however long.
walls='[face y-]\nkind = wall\n[face y+]\nkind = wall\n'
printf '%b' "[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 8\nsize = 4,1\n[fluid]\ntau = 0.8\n${walls}[body rod]\nshape = cylinder\n" \
    'radius = 0.2\nat = 1,0.5\n[inlet in]\non = x-\nspeed = 0.05\nprofile = developed\n[outlet out]\non = x+\n[stop]\nuntil = 100\nsteady = 2e-4\n' >rod.ini
run run -c rod.ini vtk=0 png=0 -o rod-fp32
run run -c rod.ini vtk=0 png=0 --precision fp16s -o rod-fp16s
expect_code 0
expect_json rod-fp16s/run.json "(lambda fp32: fp32['steps'] == 800 and fp32['steps'] < d['steps'] <= 8000 and d['results']['change'] <= 2e-4 and
    abs(d['results']['rod.drag'] / fp32['results']['rod.drag'] - 1) < 1e-3 and not [w for w in d['warnings'] if 'steady' in w])(json.load(open('rod-fp32/run.json')))"
run run -c rod.ini vtk=0 png=0 --precision fp16s checkpoint=1000 steps=1800 -o rod-parts
run resume rod-parts steps=16000
expect_true "it ends with the same step" cmp rod-fp16s/forces.csv rod-parts/forces.csv
printf '%b' "[case]\nsetup = case\nlattice = d2q9\nprecision = fp32/fp16s\n[box]\nresolution = 12\nsize = 1,1\n[fluid]\ntau = 0.8\nspeed = 0.1\n" \
    "${walls}[face x-]\nkind = wall\n[face x+]\nkind = wall\n[body paddle]\nshape = box\nfrom = 0.3,0.45\nto = 0.7,0.55\n" \
    'turn = 0.7 speed/length\nabout = 0.5,0.5\n[stop]\nuntil = 70\nsteady = 0.02\n' >paddle.ini
run run -c paddle.ini vtk=0 png=0 -o paddle
expect_in out "the flow is not steady yet"
launcher=$(launcher_of "$program")
if command -v "$launcher" >/dev/null; then
    ranks "$launcher" 2 "$program" "${still[@]}" -o halves
    expect_true "and so it does on two ranks" cmp whole/forces.csv halves/forces.csv
fi

run run -c base.ini vtk=0 png=0 box.resolution=4,8 -o denied
expect_true "what is not exact has no order" bash -c '! grep -q order denied/sweep.csv'
sed 's/not exact/exact/' base.ini >exact.ini
run run -c exact.ini vtk=0 png=0 box.resolution=4,8 -o exact
expect_in exact/sweep.csv expect.middle.order
finish
