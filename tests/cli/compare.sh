#!/bin/bash
# compare.sh - one setup in several formats: a table or one JSON object, a folder with every run, one closing sentence.
# Not on the native device, on PoCL in turn of three, 40 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
case=(taylor-green length=16 steps=200 vtk=0 png=0)

run compare "${case[@]}" --precision fp64,fp32,fp16s --tolerance 1e-13 -o three
expect_code 0
for word in fp64/fp64 fp32/fp32 fp32/fp16s decay_rate deviation MLUPs/s bytes/cell verdict; do
    expect_in out "$word"
done
expect_in err "run 3 of 3: fp32/fp16s"
cp out three/compare.txt
expect_true "the last line is the sentence" grep -qE '^Use fp64/fp64 for this case: .*\.$' \
    <(tail -n 1 out)
expect_json three/compare.json "d['schema'] == 'sluice.compare/1' and len(d['runs']) == 3"
expect_json three/compare.json "[r['run']['precision'] for r in d['runs']] == [r['precision'] for r in d['runs']]"
expect_json three/compare.json "all(r['run'] == __import__('json').load(open('three/%s/run.json' % r['folder']))
    for r in d['runs'])"
# Deviation and error, worked out again from the runs themselves.
expect_json three/compare.json "all(abs(r['deviations']['decay_rate'] - abs(r['run']['results']['decay_rate'] /
    d['runs'][0]['run']['results']['decay_rate'] - 1)) < 1e-12 for r in d['runs'] if r['precision'][:4] == 'fp32')"
expect_json three/compare.json "all(abs(r['errors']['decay_rate'] - abs(r['run']['results']['decay_rate'] /
    r['run']['results']['decay_rate_exact'] - 1)) < 1e-12 for r in d['runs'])"
# What is allocated: D2Q9, a flag byte, and for staging 4 numbers a cell, as there are fewer than 4096; 2^12 probes of
# 4 numbers, 64 survey items of 16 of 8 bytes, an alarm; a CPU has lines of padding behind each population.
expect_json three/compare.json "all(abs(r['bytes_per_cell'] * 256 - r['run']['device_bytes']) < 1 and
    0 <= r['run']['device_bytes'] - (bytes + 4 * number) * 256 - 4096 * 4 * number - 64 * 128 - 8 <= 9 * 2 * 17 * 64
    for r in d['runs'] for bytes, number in
        [{'fp64/fp64': (73, 8), 'fp32/fp32': (37, 4), 'fp32/fp16s': (19, 4)}[r['precision']]])"
expect_true "the CSV has a row for each run and a heading" test "$(wc -l <three/compare.csv)" -eq 4

expect_in out mass_drift
expect_json three/compare.json "all(abs(r['results']['mass_drift']) < 1e-3 and r['results']['mass_drift'] ==
    r['run']['results']['mass_drift'] for r in d['runs']) and d['runs'][0]['results']['momentum_drift'] < 1e-15"

# Charts of all runs, of the kinds that charts= says.  Nothing but the reference stays within 1e-300, so that no
# speed is measured.
kinds=svg,pdf roundings=nearest,stochastic
run compare "${case[@]}" --precision fp64,fp32,fp16s --shift both "charts=$kinds" --tolerance 1e-300 -q \
    -o drawn
expect_code 0
expect_true "without shift a format has its colour, dashed, which the legend says once" "$python" - <<'PY'
import re
styles = [s for s in re.findall(r'style="([^"]*)"', open("drawn/energy.svg").read()) if "stroke-width: 1.4" in s]
colour = lambda style: re.search(r"stroke: (#[0-9a-f]{6})", style)[1]
dashed = [colour(s) for s in styles if "stroke-dasharray" in s]
solid = {colour(s) for s in styles if "stroke-dasharray" not in s}
assert len(solid) == 3 and len(dashed) == 4 and len(set(dashed) - solid) == 1, styles
PY
for chart in deviation energy; do
    expect_true "$chart.pdf begins as a PDF" grep -q '^%PDF' "drawn/$chart.pdf"
    expect_true "$chart.png is not asked for" test ! -e "drawn/$chart.png"
    expect_true "$chart.svg is well-formed" "$python" -c "import sys, xml.dom.minidom as m; m.parse('drawn/$chart.svg')"
done

# Without Python a comparison is whole but for its charts, which a sentence says.
mkdir without
printf '#!/bin/sh\necho "sluice: numpy is missing" >&2\nexit 1\n' >without/python3
chmod +x without/python3
PATH=$work/without:$PATH run compare "${case[@]}" --precision fp64,fp32 --tolerance 1e-300 -q -o bare
expect_code 0
expect_in err "sluice: warning: no chart: python3 failed (1): sluice: numpy is missing"
expect_file bare/compare.csv
expect_true "no chart is there" test ! -e bare/energy.png

# What counts is named, and what does not is said.
expect_true "the sentence says what it weighed" grep -qE '^Use .* results \(decay_rate\)' <(tail -n 1 three/compare.txt)
# Every decimal counts: no smaller format stays within 1e-13, and an unlisted FP64 is no reference.
run compare "${case[@]}" --precision fp16s,fp32 --tolerance 1e-13 --json --shift both -o two
expect_code 0
expect_empty err
expect_json out "d == __import__('json').load(open('two/compare.json'))"
expect_json out "[(r['precision'], r['shift']) for r in d['runs']] ==
    [(p, s) for p in ('fp32/fp16s', 'fp32/fp32') for s in (True, False)]"
expect_json out "d['reference'] == d['choice'] == {'precision': 'fp32/fp32', 'rounding': 'nearest', 'shift': True}"
expect_json out "all(__import__('os').path.isdir('two/' + r['folder']) for r in d['runs'])"

# One format alone is compared with double precision.
run compare "${case[@]}" --precision fp32 --csv --tolerance 1e-13 -o csv
expect_code 0
expect_json csv/compare.json "d['reference']['precision'] == 'fp64/fp64' and
    [r['precision'] for r in d['runs']] == ['fp64/fp64', 'fp32/fp32']"
expect_true "only the table goes to standard output" cmp -s out csv/compare.csv
expect_json csv/study.json "d['precision'] == 'fp64/fp64,fp32/fp32'"
# One that was begun before this was so goes on with the format that it has, and a new one with both.
cp -r csv alone
rm -r alone/fp64-fp64
sed -i 's|fp64/fp64,||' alone/study.json
for folder in alone csv; do
    run resume "$folder" -q
    expect_code 0
done
expect_json alone/compare.json "[r['precision'] for r in d['runs']] == ['fp32/fp32']"
expect_json csv/compare.json "[r['precision'] for r in d['runs']] == ['fp64/fp64', 'fp32/fp32']"

# Too coarse for its verdict in any format: no format is named.
run compare taylor-green length=8 steps=200 vtk=0 png=0 --precision fp32,fp16s -q
expect_code 5
expect_empty <(grep -v '^sluice: ' err)
expect_true "quiet leaves the sentence" test "$(wc -l <out)" -eq 1
expect_in out "No format can be named: fp32/fp32 itself fails the verdict"
expect_true "folders are numbered" test -d taylor-green-compare-1

# After quick=1 the answer is for that size, and speeds are those of a box that is large enough to tell.
run compare poiseuille quick=1 radius=7 vtk=0 png=0 --precision fp32,fp16s,mx8 --json -o quick
expect_code 0
expect_json out "d['quick'] and 'This holds for the size of quick=1 only (1 x 16 x 16): ' in d['sentence']"
expect_json out "d['speed_box'][0] * d['speed_box'][1] * d['speed_box'][2] >= 5e5 and
    [r['speed_ratio'] for r in d['runs']][0] == 1 and all(r['speed_ratio'] > 0 for r in d['runs'][:2])"
# MX8 is close enough and smallest, but its run warned of it.
expect_json out "[r['run'].get('format_is_coarse') for r in d['runs']] == [None, None, True] and
    d['runs'][2]['deviation'] < 0.01 and d['runs'][2]['speed_ratio'] is None and
    '; left out: fp32/mx8' in d['sentence'] and 
    not __import__('re').search('; smallest(?! that may be used: fp32/fp16s)', d['sentence']) and '(its run warned that it is coarse for this flow' in d['sentence']"
expect_json out "__import__('re').match('Use fp32/(fp16s|fp32)( rounded stochastically)? for this case: .*[.]', d['sentence'])"
expect_json three/compare.json "not d['quick'] and 'quick' not in d['sentence']"

# Lines: root mean square and largest difference from FP64, worked out again from the files.
run compare cavity quick=1 length=16 steps=200 vtk=0 png=0 --precision fp64,fp16s --tolerance 1e-13 -o lines
expect_in out centre_lines_rms
expect_in out "centre_lines_rms, _max: difference from fp64/fp64 [u0]"
lines='[[float(row.split(",")[1]) for name in ("profile_z.csv", "profile_y.csv")
    for row in open("lines/%s/%s" % (folder, name)).read().split()[1:]] for folder in ("fp64-fp64", "fp32-fp16s-stochastic")]'
expect_json lines/compare.json "(lambda a, b: abs(max(abs(x - y) for x, y in zip(a, b)) /
    d['runs'][1]['results']['centre_lines_max_vs_fp64'] - 1) < 1e-4)(*$lines)"
expect_json lines/compare.json "(lambda a, b: abs((sum((x - y) ** 2 for x, y in zip(a, b)) / len(a)) ** 0.5 /
    d['runs'][1]['results']['centre_lines_rms_vs_fp64'] - 1) < 1e-4)(*$lines)"

if [ -w /dev/full ]; then
    for which in --json --csv -q; do
        code=0
        command_line="sluice compare $which >/dev/full, with a failed verdict"
        "$program" compare taylor-green length=8 steps=200 vtk=0 png=0 --precision fp32 $which >/dev/full 2>err || code=$?
        expect_code 1
        expect_in err "No space left"
    done
fi

run compare "${case[@]}" -o three
expect_code 2
expect_in err "three"
run compare "${case[@]}" --precision fp32,fp17 -o never
expect_code 2
expect_in err "fp17"
run compare "${case[@]}" --precision fp64 -o never
expect_code 2
expect_in err "--precision fp64 alone is what others are compared with"
# With both shifts or roundings one format makes two runs, which are compared with each other.
run compare "${case[@]}" --precision fp64 --shift both --tolerance 1e-300 -q -o shifts
expect_code 0
expect_json shifts/compare.json "[(r['precision'], r['shift']) for r in d['runs']] == [('fp64/fp64', s) for s in (True, False)]"
run compare "${case[@]}" --precision fp16s --rounding "$roundings" --tolerance 1e-13 -q -o roundings
expect_json roundings/compare.json "[(r['precision'], r['rounding']) for r in d['runs']] ==
    [('fp32/fp16s', way) for way in ('nearest', 'stochastic')]"
run compare "${case[@]}" --tolerance 2 -o never
expect_code 2
run compare -o never
expect_code 2
run compare taylor-green lenght=16 -o never
expect_code 2
expect_in err "length"
expect_true "nothing is made of what cannot be" test ! -e never

# Lists: a comparison at each point, one table and one object of all.
run compare taylor-green length=8 u0=0.1,0.2 --collision srt,trt steps=200 vtk=0 png=0 --precision fp32,fp16s --csv -o grid
expect_code 5
expect_true "only the table goes to standard output" cmp -s out grid/compare.csv
expect_true "each row is that of its point's own table" "$python" - <<'PYTHON'
import csv, itertools
rows = list(csv.DictReader(open("grid/compare.csv"), strict=True))
points = list(itertools.product(["0.1", "0.2"], ["srt", "trt"]))
assert [(r["u0"], r["collision"]) for r in rows] == [p for p in points for _ in range(2)]
for n, (speed, collision) in enumerate(points):
    own = csv.DictReader(open(f"grid/u0-{speed}_{collision}/compare.csv"), strict=True)
    for row, one in zip(rows[2 * n:], own):
        assert row.pop("folder") == f"u0-{speed}_{collision}/" + one.pop("folder")
        assert {key: row[key] for key in one} == one
PYTHON
expect_json grid/compare.json "d['schema'] == 'sluice.compare-grid/1' and d['axes'] == ['u0', 'collision'] and
    [p['at'] for p in d['points']] == [{'u0': u, 'collision': c} for u in ('0.1', '0.2') for c in ('srt', 'trt')]"
expect_json grid/compare.json "all(p['comparison'] == __import__('json').load(open('grid/' + p['folder'] + '/compare.json'))
    for p in d['points'])"
expect_json grid/compare.json "[p['comparison']['runs'][0]['run']['parameters']['u0'] for p in d['points']] == [0.1, 0.1, 0.2, 0.2]"
# To the plateau, which is not weighed: the sentence tells how far apart they are.
run compare taylor-green length=8,16 vtk=0 png=0 --precision fp64,fp32 --tolerance 0.1 -q -o coarse
expect_code 5
expect_in err "length=8: no format can be named"
expect_true "the plateau is mentioned" grep -qE \
    'length=16: Use fp32/fp32 .*; plateau was not weighed, it is [0-9.e-]+ against [0-9.e-]+\.$' out
expect_true "quiet leaves the sentences" test "$(wc -l <out)" -eq 2

# A case is compared by what it expects.
run compare duct box.resolution=4 vtk=0 png=0 --precision fp64,fp32 --csv -o duct
expect_true "a column for the expectation" grep -q '^[^0-9]*expect\.mean' out
expect_json duct/compare.json "0 < d['runs'][1]['deviation'] < 1e-4 and
    d['runs'][1]['run']['results']['expect.mean'] > 0"

# A signal: the run in progress ends in good order, the table says what is there, the rest is not run.
command_line="sluice compare karman"
: >err
$in_background "$program" compare karman radius=4 steps=1e12 --precision fp32,fp16s -v -o stopped >out 2>err </dev/null &
pid=$!
wait_for err "excess mass"
kill -s INT "$pid"
ended
expect_code 130
expect_in out "interrupted"
expect_in out "not run"
expect_in out "After 0 of 2 runs"
expect_json stopped/compare.json "d['stopped_by_signal'] and d['choice'] is None and
    [r['status'] for r in d['runs']] == ['interrupted', 'not run']"
finish
