#!/usr/bin/env bash
# wheel.sh - the wheel in a Debian that has nothing else of ours: from nothing to a verdict, with Intel's OpenCL for CPUs
# from Python's registry.  As root; 1.5 GB in FOLDER, which stays, and some minutes.
# Usage: wheel.sh FOLDER [WHEEL]   (else python/make_wheel.sh builds it)
# Exit code 77 where it cannot be had.
# SPDX-License-Identifier: MIT
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bare=$(realpath -m "$1")/bare
skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}
((EUID == 0)) || skip "a bare Debian needs root"
command -v debootstrap >/dev/null || skip "debootstrap makes a bare Debian (Debian package debootstrap)"
wheel=${2:-}
if [[ -z $wheel ]]; then
    "$root/python/make_wheel.sh" --no-install
    for wheel in "$root"/build/wheel/sluice_lbm-*.whl; do :; done
fi

if [[ ! -e $bare/installed ]]; then
    rm -rf --one-file-system "$bare"
    mkdir -p "$bare"
    debootstrap --variant=minbase --include=python3-venv,ca-certificates stable "$bare" >"$bare.log" 2>&1 ||
        skip "debootstrap made no Debian: see $bare.log"
    touch "$bare/installed"
fi
for file in /etc/resolv.conf /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    if [[ -e $file ]]; then cp -L "$file" "$bare$file"; fi
done
mkdir -p "$bare/wheel" && rm -rf "$bare"/wheel/* && cp "$wheel" "$bare/wheel/"
cp "$root/docs/python.md" "$bare/wheel/"
trap 'umount "$bare/proc"' EXIT # what programs find their libraries by
mount -t proc proc "$bare/proc"

chroot "$bare" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -e <<'BARE'
cd /wheel
for name in sluice gcc cc clang; do
    if command -v $name; then echo "this Debian is not bare: it has $name" && exit 1; fi
done
if ldconfig -p | grep OpenCL; then echo "this Debian is not bare: it has an OpenCL" && exit 1; fi
SECONDS=0
python3 -m venv flows
flows/bin/pip install --quiet --disable-pip-version-check "$(ls ./*.whl)[cpu]"
echo "installed in $SECONDS s, $(du -sm flows | cut -f1) MB"
flows/bin/python - <<'PYTHON'
import sluice_lbm as sluice
run = sluice.run("cavity", quick=1, output="first")
assert run.passed and run.verdicts, run
print(f"{run}: {run.verdicts[0]}")
PYTHON
echo "from nothing to a verdict: $SECONDS s"
flows/bin/python - <<'PYTHON'
import numpy as np
import sluice_lbm as sluice
# the flow of the page, which the library makes, and a case by its name
page = open("python.md").read().split("```python\n")[1].split("```")[0]
exec(page.replace("(4000)", "(400)"), {})
assert sluice.run("channel", vtk=0, output="case").passed
ours = sluice.Flow((16, 16), 0.1).step(5)
assert np.isfinite(ours.velocity).all() and ours.info()["device"], ours.info()
PYTHON
flows/bin/sluice view . -o page.html
[[ $(grep -c '<section' page.html) -eq 2 ]]
flows/bin/sluice reproduce list >missing 2>&1 && echo "reproduce needs no matplotlib?" && exit 1
grep -q "matplotlib is missing in /wheel/flows/bin/python" missing
flows/bin/pip install --quiet --disable-pip-version-check matplotlib
flows/bin/sluice reproduce fig2 quick=1 -o paper -q
[[ -s paper/index.html || -n $(ls paper) ]]
echo "the library, a case, a page of runs and a figure of the paper are there"
BARE
echo "$(basename "$wheel") works in a bare Debian"
