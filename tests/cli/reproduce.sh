#!/bin/bash
# reproduce.sh - `sluice reproduce` plans, makes and checks what the paper shows, and goes on.
# Not on the native device, on PoCL in turn of three, 36 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"

run reproduce list quick=1 --tune never
expect_code 0
for word in delta fig2 formats accuracy listing memory transfers histogram poiseuille-radius poiseuille-speed \
    poiseuille-profile taylor-green-start fig8 karman karman-noise fig11 capsule-pictures capsule raindrop \
    raindrop-droplets histograms speed bandwidth roofline instructions "205 runs"; do
    expect_in out "$word"
done
expect_true "some 20 minutes on two CPU cores" grep -qE '^some (1[5-9]|2[0-5]) min on two CPU cores, [0-9]+ min of it ' out
run reproduce list --print-case
expect_in out "2137 runs"
expect_in out " on a large GPU, "
run reproduce karman poiseuille-profile quick=1 --print-case --json
expect_code 0
expect_json out "d['schema'] == 'sluice.reproduce/1' and len(d['runs']) == 36"
expect_json out "[i['runs'] for i in d['items']] == [18, 18] and {r['steps'] for r in d['runs'] if r['setup'] == 'karman'} == {25000}"
# the paper's numbers are names, too; runs that items share are counted once
run reproduce fig4 fig6 --print-case
expect_in out "324 runs"
run reproduce fig9 fig10 quick=1 --print-case
expect_in out "18 runs"
# in small also where they write different files, whichever of them is chosen
for item in capsule capsule-pictures histograms all; do
    run reproduce $item quick=1 --precision fp32 --shift on --print-case --json
    expect_json out "[r['values'] for r in d['runs'] if r['setup'] == 'capsule' and 'capillary=0.1 ' in r['values'] + ' '] ==
        ['quick=1 capillary=0.1 vtk=2000 histogram=1000000000']"
done
run reproduce raindrop-droplets runs=3 seed=7 --print-case
expect_in out "12 runs"
run reproduce karman --print-case --precision fp32/fp16s --shift on
expect_in out "1 runs"

refused() { # text in the message, arguments
    local text=$1
    shift
    run reproduce "$@"
    expect_code 2
    expect_in err "$text"
}
refused "reproduce what?"
refused "did you mean 'karman'?" karmann -o never
refused "-o FOLDER is missing" delta
refused "not 'radius=3'" delta radius=3 -o never
refused "is no 0 or 1" delta quick=2 -o never
refused "is no number of runs from 1 to 1000" raindrop-droplets runs=0.5 -o never
mkdir other
refused "'other' exists and is no folder of" delta -o other
refused "there is no 'never': a report is of what" report -o never
expect_true "nothing was made" test ! -e never

# without a device
run reproduce tab1 fig2 -o numbers
expect_code 0
expect_in out "21 checks pass, 0 fail"
expect_in numbers/report.md "| tab1 | largest \|f_eq\| / rho as printed | d2q9 | 0.444444 |"
expect_json numbers/delta/checks.json "len(d['checks']) == 12 and all(c['check'] == 'pass' for c in d['checks'])"
expect_in numbers/ones/data.csv "fp16s,7800"
run reproduce formats accuracy listing memory transfers quick=1 -o tables
expect_code 0
expect_in out "88 checks pass, 0 fail"
expect_in tables/formats/data.csv "fp16c,11,11,15,15,3.6,3.6"
expect_in tables/listing/data.csv "p16_2c,0003,2.77555756e-17,1.11022302e-16"
expect_in tables/memory/data.csv "d3q19,fp32/fp16s,93,93,39,94,40"
expect_file tables/accuracy/figure.svg
refused "is of the level 'paper' and this is 'quick'" tab1 quick=1 -o numbers

# One page that needs nothing beside itself.
# shellcheck disable=SC2317 # expect_true calls it
stands_alone() { # page, pictures
    "$python" - "$1" "$2" <<'END'
import sys
import xml.etree.ElementTree as tree
page = tree.parse(sys.argv[1]).getroot()
name = "{http://www.w3.org/1999/xhtml}"
images = page.findall(f".//{name}img")
assert len(images) == int(sys.argv[2]), f"{len(images)} pictures"
for element in page.iter():
    assert element.tag not in (f"{name}script", f"{name}link", f"{name}iframe"), element.tag
    for key, value in element.attrib.items():
        assert key not in ("src", "href") or value.startswith(("data:image/", "#")), value
END
}
expect_true "report.html stands alone" stands_alone tables/report.html 1
expect_in tables/report.html "<h2 id=\"accuracy\">fig3 of the paper: accuracy</h2>"

# Of a folder without a run, all that can be said without one.
run reproduce tab1 quick=1 -o empty
run reproduce report quick=1 -o empty
expect_code 0
expect_in out ", 0 fail, "
expect_in empty/report.md "| fig16 | the vast majority reaches the speedup of 80 % |"
expect_true "nothing is drawn without data" test -e empty/speed/figure.png -a ! -e empty/roofline/figure.png -a \
    ! -e empty/raindrop-droplets/figure.png
expect_in empty/speed/data.csv "Nvidia Tesla A100 (40GB),GPU with FP64,9.75,19.49,40,1555,4461,8417,8816,15455,9531"

need_device
again=(reproduce taylor-green quick=1 --precision fp16s --shift on --tune never -o paper)
run "${again[@]}"
expect_code 0
expect_in err "1 of 1: taylor-green length=64 fp32/fp16s"
expect_in out "1 checks pass, 0 fail"
expect_file paper/taylor-green/figure.svg
expect_in paper/report.md "![how far down decaying vortices follow the exact energy](taylor-green/figure.png)"
expect_true "report.html stands alone" stands_alone paper/report.html 1
expect_in paper/report.html "sluice compare taylor-green length=64 --rounding nearest --shift on --precision fp32/fp16s"
cp paper/taylor-green/checks.json before.json
# The same with the runs made by others, whose processes may be many.
run "${again[@]:0:${#again[@]}-1}" shared --plan
expect_code 0
expect_in out "1 runs are planned in shared; \`sluice work shared\` makes them"
expect_true "nothing was run" test ! -e shared/runs
expect_json shared/plan.json "d['device'] == ''"
sed -i 's/"device":\t"/&another/' shared/plan.json
run work shared
expect_code 2
expect_in err "'shared' is of the device 'another', and this is '"
sed -i 's/another//' shared/plan.json
mkdir -p shared/claims/runs
claim=$("$python" -c "import json; print(json.load(open('shared/plan.json'))['runs'][0]['folder'])").1
echo '{"state": "skipped", "host": "elsewhere", "process": 7, "place": "far", "why": "no fp64"}' >"shared/claims/runs/$claim"
run study shared
expect_code 0
expect_in out "0 of 1 runs are there, and 1 left out; "
run work shared length=16
expect_code 2
expect_in err "work: 'length=16': only max-wall and checkpoint can change"
run work shared
expect_code 0
expect_in out "all 1 runs are there; \`sluice reproduce ITEM ... -o shared\` measures"
run "${again[@]:0:${#again[@]}-1}" shared
expect_code 0
expect_true "nothing is made again" test ! -s err
expect_true "the same checks" cmp -s before.json shared/taylor-green/checks.json
expect_true "the device is that of the runs" test "$(grep '"device":' shared/plan.json)" = "$(grep '"device":' paper/plan.json)"
sed -i 's/"platform":\t"/&another /' shared/runs/*/run.json
run reproduce report taylor-green quick=1 -o shared
expect_code 1
expect_in err "run.json' is of the device 'another "
run "${again[@]}"
expect_code 0
expect_true "nothing is made again" test ! -s err
expect_json paper/plan.json "[(r['setup'], r['state']) for r in d['runs']] == [('taylor-green', 'there')] and len(d['device']) > 5"
run "${again[@]}" --json
expect_code 0
expect_json out "d['pass'] == 1 and d['fail'] == 0 and [c['check'] for c in d['items'][0]['checks']].count('pass') == 1"
cp paper/plan.json plan.json
sed -i 's/\("device":\t"\)/\1another /' paper/plan.json
refused "is of the device 'another " "${again[@]:1}"
cp plan.json paper/plan.json
expect_true "the same checks" cmp -s before.json paper/taylor-green/checks.json
refused "is no folder of" "${again[@]:1}" --add numbers
cp -r paper there
sed -i 's/"measured":.*/"measured":\t0.25,/' there/taylor-green/checks.json
run "${again[@]}" --add there
expect_code 0
expect_in paper/report.html "<th>added</th><th>its check</th>"
expect_in paper/report.md "| agrees | 0.25 | pass |"
run reproduce fig7 quick=1 --tune never -o paper
expect_code 0
expect_in paper/taylor-green-start/data.csv "x,y,ux,uy"
expect_true "report.html stands alone" stands_alone paper/report.html 1
# A run whose file cannot be read fails its own check, and no other.
for field in paper/runs/taylor-green-*/field-000000001.vti; do : >"$field"; done
run reproduce report fig7 karman quick=1 -o paper
expect_code 5
expect_in out "0 checks pass, 1 fail"
rm -r paper/runs
run reproduce report taylor-green quick=1 --precision fp16s --shift on -o paper
expect_code 0
expect_in paper/report.md "1 runs are missing"

# A part of a run is no result.
command_line="sluice reproduce karman, interrupted"
$in_background "$program" reproduce karman --precision fp32 --shift on --tune never -o part >out 2>err </dev/null &
pid=$!
wait_until compgen -G 'part/runs/karman-*/probe.csv'
kill -s INT "$pid"
ended
expect_code 130
expect_in err "stopped by a signal; the same command goes on"
expect_in out "0 checks pass, 0 fail"
expect_in part/report.md "1 runs are missing"

# A weight that is wrong makes a check fail: one that the lattice has, as the host has divided it.
repository=$(realpath "$(dirname "$0")/../..")
cp -r "$repository/kernels" wrong
sed -i 's/PAIR(5, 1, 1, 0, 1, 36)/PAIR(5, 1, 1, 0, 1, 9)/' wrong/lattice/d2q9.def
if cmp -s wrong/lattice/d2q9.def "$repository/kernels/lattice/d2q9.def"; then complain "the weight has not changed"; fi
run reproduce taylor-green quick=1 --precision fp32 --shift on --tune never --kernel-dir wrong -o wrong-paper
expect_code 5
expect_in out "decay rate of fp32/fp32"
finish
