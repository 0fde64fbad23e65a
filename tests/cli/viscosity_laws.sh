#!/bin/bash
# viscosity_laws.sh - fluids whose viscosity depends on the shear rate, between two plates and in a pipe: profiles against the
# integral of the law, orders of convergence, formats, walls between cells, what is refused.
# Not on the native device, on PoCL in turn of three, 15 s: it computes more than it compiles.
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2119
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

cat >base.ini <<'INI'
[case]
setup = case
lattice = d2q9
collision = trt
[box]
resolution = 8
size = 0.25,2
[fluid]
re = 1
speed = 0.01
[law]
kind = power-law
[face y-]
kind = wall
[face y+]
kind = wall
[force]
friction_speed = 0.01
[profile across]
along = y
mean = 0
[stop]
until = 15
INI
# channel NAME STRESS ARGUMENTS: STRESS is that on the wall, over viscosity and shear rate of reference.
channel() {
    local name=$1 stress=$2
    shift 2
    run run -c base.ini "$@" "force.friction_speed=$("$python" -c "print(0.01 * $stress**0.5)")" vtk=0 png=0 -o "$name"
    expect_code 0
}
# Prints the error of a profile, RMS over RMS; the law's own limits are in it.
cat >exact.py <<'PYTHON'
import json, sys
import numpy
name, stress = sys.argv[1], float(sys.argv[2])
p = {k[4:]: v for k, v in json.load(open(name + "/run.json"))["parameters"].items() if k.startswith("law.")}
number = lambda key, usual: float(p[key]) if p.get(key) not in (None, "") else usual
n, time, bingham = number("n", 0.5), number("time", 1), number("yield", 0.5)
low, high = number("least", 0.01), number("most", 1000)
rates = numpy.logspace(-9, 4, 400001)
factor = {"power-law": lambda r: numpy.clip(r ** (n - 1), low, high),
          "carreau": lambda r: low + (1 - low) * (1 + (time * r) ** 2) ** ((n - 1) / 2),
          "herschel-bulkley": lambda r: numpy.clip(bingham / r + r ** (n - 1), low, high)}[p["kind"]]
y = numpy.linspace(0, 1, 20001)
shear = numpy.interp(stress * y, rates * factor(rates), rates)
u = numpy.concatenate([[0], numpy.cumsum((shear[1:] + shear[:-1]) / 2 * (y[1] - y[0]))])
row = numpy.genfromtxt(name + "/profile-across.csv", delimiter=",", names=True)
exact = u[-1] - numpy.interp(abs(row["at"] - 1), y, u)
print(numpy.sqrt(((row["ux"] / 0.01 - exact) ** 2).sum() / (exact**2).sum()))
PYTHON
error_of() { "$python" exact.py "$@"; }
# second_order NAME STRESS ERROR ARGUMENTS: below ERROR with 16 cells, and of order 1.7 at least from 8 on.
second_order() {
    local name=$1 stress=$2 most=$3 coarse fine
    shift 3
    channel "$name" "$stress" "$@"
    coarse=$(error_of "$name" "$stress")
    channel "$name-16" "$stress" box.resolution=16 "$@"
    fine=$(error_of "$name-16" "$stress")
    expect_true "$name: $coarse, $fine" "$python" -c \
        "import math, sys; sys.exit(not ($fine < $most and math.log2($coarse / $fine) > 1.7))"
}
second_order thin 3 0.0018 law.n=0.5
second_order bingham 4 0.001 law.kind=herschel-bulkley law.n=1 law.yield=1
if case_runs; then second_order thinner 2 0.001 law.n=0.75; fi
if case_runs; then second_order thick 1.5 0.0009 law.n=1.5; fi
if case_runs; then second_order paste 4 0.0024 law.kind=herschel-bulkley law.n=0.6 law.yield=1; fi
if case_runs; then second_order blood 2 0.0013 law.kind=carreau law.n=0.4 law.time=3 law.least=0.05 stop.until=40; fi
# Fluid at rest, whose shear rate is 0, has a viscosity as well, where a law begins to thin late, too.
sed '/^\[force\]/,/^friction_speed/d; /^\[profile/,/^mean/d' base.ini >rest.ini
printf '[inlet in]\non = x-\nspeed = 0.01\n[outlet out]\non = x+\n' >>rest.ini
run run -c rest.ini law.kind=carreau law.n=0.4 law.time=0.07 stop.until=1 --precision fp32 vtk=0 png=0 -o rest
expect_json rest/run.json "not d['diverged']"
# 16 bits are within half a percent of the flow in FP32, and lanes compute the same.
for options in "--precision fp16s" "--precision fp16c" "--lanes 1"; do
    if [ "$options" != "--lanes 1" ] && ! case_runs; then continue; fi
    # shellcheck disable=SC2086
    channel other 4 law.kind=herschel-bulkley law.n=1 law.yield=1 $options
    expect_true "the flow of FP32 with $options" "$python" - "$options" <<'PYTHON'
import sys
import numpy
own, other = (numpy.genfromtxt(f"{name}/profile-across.csv", delimiter=",", names=True)["ux"] for name in ("bingham", "other"))
sys.exit(bool(abs(own - other).max() > (0 if "lanes" in sys.argv[1] else 0.005) * own.max()))
PYTHON
done

# pipe NAME ERROR ARGUMENTS: through a cylinder, below ERROR with 15 cells in the radius.
pipe() {
    local name=$1 most=$2
    shift 2
    run run poiseuille radius=15 --collision trt wall=curved "$@" vtk=0 png=0 -o "$name"
    expect_code 0
    expect_json "$name/run.json" "d['results']['error_l2'] <= $most"
}
pipe pipe-thin 0.0014 law=power-law law-n=0.5
if case_runs; then pipe pipe-newton 0.0029 law=power-law law-n=1; fi
if case_runs; then pipe pipe-thick 0.0037 law=power-law law-n=1.5; fi
if case_runs; then pipe pipe-blood 0.0013 law=carreau law-n=0.4 law-time=3 law-least=0.05; fi
if case_runs; then pipe pipe-paste 0.002 law=herschel-bulkley law-n=1 law-yield=1 law-most=50 umax=0.05; fi
run run poiseuille steps=0 radius=15 law=herschel-bulkley png=0 -o plug
expect_in out "fluid about the axis has a relaxation time of 900 steps, more than the 15 cells of the radius"
# How much too fast a plug will be is told beforehand, with one relaxation time and with two.
for collision in srt trt; do
    wall=$([ $collision = srt ] && echo halfway || echo curved) # stairs are 2 % narrower
    run run poiseuille radius=7 wall="$wall" law=herschel-bulkley law-n=1 law-yield=2 law-most=100 --collision $collision vtk=0 png=0 -o plug-$collision
    expect_json plug-$collision/run.json "0.7 < 100 * (d['results']['u_centre'] / d['results']['u_max'] - 1)
        / float(next(w for w in d['warnings'] if 'about the axis' in w).split(' is about ')[1].split()[0]) < 1.3"
done
expect_in plug-srt/run.json "(with --collision trt 3.2 %)"

refused() { # sentence, arguments
    local sentence=$1
    shift
    run run -c base.ini steps=0 png=0 -o refused "$@"
    expect_code 2
    expect_in err "$sentence"
}
refused "'newton' is no law of viscosity; known: power-law, carreau, herschel-bulkley" law.kind=newton
refused "'smagorinsky' is no law of viscosity" law.kind=smagorinsky
refused "law.yield=1 is of herschel-bulkley, and the law is power-law" law.yield=1
refused "law.time=2 is of a law of viscosity, and the law is none" law.kind=none law.time=2
refused "law.n=1.5 of carreau: from 0.2 to 1" law.kind=carreau law.n=1.5
refused "power-law cannot be combined with les=" fluid.les=0.1 --collision rr
refused "[profile across]: units=wall needs one viscosity" across.units=wall
refused "start.u=log is for one viscosity" start.u=log
refused "sluice: d3q7 carries no shear stress" --lattice d3q7 box.size=0.25,2,0.25
run run -c base.ini steps=0 png=0 -o limits
expect_in out "  tau_least  "
run run tunnel steps=0 body=sphere re=50 resolution=8 law=power-law law-n=0.7 png=0 -o stream
expect_code 0
expect_in out "  tau_most  "
run run tunnel steps=0 body=sphere re=50 resolution=8 wall=exact law=carreau png=0 -o exact
expect_code 2
expect_in err "a law of viscosity, use wall = curved"
finish_matrix
finish
