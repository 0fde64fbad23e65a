#!/bin/bash
# judging.sh - a flow that left what the method is for, or of which only mass was looked at, is not said to have passed.
# Not on the native device, on PoCL in turn of three, 10 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

# A format whose codes are as far apart as the flow is from rest.
declare -A always=(["fp16c --rounding stochastic"]=always)
for format in "int16s --rounding nearest" "fp16c --rounding stochastic"; do
    case_runs "${always[$format]:-}" || continue
    # shellcheck disable=SC2086
    run run poiseuille radius=5 umax=1e-4 steps=20 --precision fp32/$format vtk=0 png=0 --json
    expect_in err "is coarse for this flow: one step of its codes is"
    expect_json out "'is coarse' in d['warnings'][0] and 'of which it is' in d['warnings'][0]"
    expect_json out "all('alternates' in w for w in d['warnings'][1:])"
done
finish_matrix
run run poiseuille radius=5 umax=1e-4 --precision fp32/fp16c --print-case
expect_in out "FP16C is coarse for this flow"
run run poiseuille radius=5 umax=1e-4 steps=20 --precision fp32/fp16s --print-case
expect_not_in out "is coarse"

# A drop that its tension tears apart.
run run static-drop radius=6 tension=0.1 tau=0.501 steps=600 vtk=0 png=0
expect_code 3
expect_in err "the flow diverged: at step 225"
expect_in err " a density stopped being positive; at step 400, "
run run static-drop radius=6 tension=0.1 tau=0.501 steps=223 vtk=0 png=0 -o torn
expect_code 0
expect_in err "sluice: warning: at step 223 the flow was at Mach"
expect_in err "sluice: warning: at step 223 densities were"
expect_in out "warning              the flow was at up to Mach"
expect_in out "verdict: none - the flow was at Mach"
expect_not_in out "verdict: passed"
expect_json torn/run.json "len(d['warnings']) == 2 and 'at step 223' in d['warnings'][0] and 'densities were 0.1' in d['warnings'][1]"
expect_json torn/run.json "d['verdict']['pass'] is None and all(v['pass'] is not True for v in d['verdicts'])"

# The same street at the speed of its references, where Mach 0.5 is known not to matter, and beyond.
run run karman radius=4 vtk=0 png=0 --json
expect_json out "d['verdict']['pass'] is not None and 'it is judged by holds there' in d['warnings'][0]"
run run karman radius=4 u=0.18 vtk=0 png=0 --json
expect_json out "d['verdict']['pass'] is not True and 'Mach' in d['warnings'][0] and any('up to 0.55' in n for n in d['not_judged'])"
run run cavity quick=1 length=16 u0=0.25 steps=400 vtk=0 png=0 --json
expect_code 0
expect_json out "'Mach' in d['warnings'][0] and d['verdict'] is None"
run run poiseuille radius=5 vtk=0 png=0 --json
expect_json out "d['warnings'] == [] and d['verdict']['pass'] is True"

# One cell around a periodic axis: its velocity does not alternate.
run run poiseuille radius=5 steps=20 --precision fp32/fp16s vtk=0 png=0 --json
expect_json out "d['warnings'] == []"

# A pool in 16 bits: its books balance, and whether it is at rest was not judged.
run run pool quick=1 --precision fp32/int16s vtk=0 png=0 -o pool
expect_code 0
expect_in out "looked at: links between fluid and gas"
expect_in out "verdict: none - slope of the density"
expect_not_in out "verdict: passed"
expect_json pool/run.json "d['verdict']['name'] == 'not judged' and d['verdict']['pass'] is None"

# The first bad step is named: a step before it, nothing is wrong.
run run karman radius=4 re=1e5 u=0.3 vtk=0 png=0 -o blown
expect_code 3
expect_json blown/run.json "d['diverged_step'] < d['steps'] and 'at step %d a density stopped being positive' % d['diverged_step'] in d['message']"
step=$("$python" -c 'import json; print(json.load(open("blown/run.json"))["diverged_step"])')
expect_in out "verdict: none - the flow diverged at step $step"
run run karman radius=4 re=1e5 u=0.3 vtk=0 png=0 "steps=$step" -o at
expect_in err "hold no finite velocity or no positive density"
run run karman radius=4 re=1e5 u=0.3 vtk=0 png=0 "steps=$((step - 1))" -o before
expect_not_in err "no positive density"
finish
