#!/bin/bash
# viscosity_model.sh - a relaxation rate that is worked out in each cell does what a constant does: the
# same bits with SRT, which takes it as it is, and the same decay with TRT and MRT, which work out their
# other rates from it.  A rate that is really another one gives another flow.
# SPDX-License-Identifier: MIT
kernels=$(realpath "$(dirname "$0")/../../kernels")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
model() { # folder, rate
    cp -r "$kernels" "$1"
    sed -i -e 's/LB_RATE_VARIES .*/LB_RATE_VARIES 1/' -e "s/return .*/return $2;/" \
        "$1/viscosity/constant.cl"
    expect_true "$1 differs" eval "! cmp -s '$kernels/viscosity/constant.cl' '$1/viscosity/constant.cl'"
}
model same '(scalar)LB_OMEGA + (m.rho - m.rho)'
model other '(scalar)0.9 * (scalar)LB_OMEGA + (m.rho - m.rho)'
declare -A always=([mrt]=always) # which takes the longest way from the cell's rate to its own
for collision in srt trt mrt; do
    case=(taylor-green quick=1 length=32 steps=200 vtk=0 png=0 --collision "$collision")
    run run "${case[@]}" -o "constant-$collision"
    run run "${case[@]}" --kernel-dir same -o "same-$collision"
    if case_runs "${always[$collision]:-}"; then
        run run "${case[@]}" --kernel-dir other -o "other-$collision"
        expect_true "$collision: another rate, another flow" \
            eval "! cmp -s constant-$collision/energy.csv other-$collision/energy.csv"
    fi
    expect_true "$collision: the same rate, the same decay" "$python" - "$collision" <<'PY'
import csv, sys
rows = [list(csv.reader(open(f"{name}-{sys.argv[1]}/energy.csv")))[1:] for name in ("constant", "same")]
assert len(rows[0]) == len(rows[1]) > 5
sys.exit(any(abs(float(a[1]) - float(b[1])) > 1e-5 * float(a[1]) for a, b in zip(*rows)))
PY
done
expect_true "srt: the same bits" cmp constant-srt/energy.csv same-srt/energy.csv
finish_matrix
finish
