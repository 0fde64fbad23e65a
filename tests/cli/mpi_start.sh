#!/usr/bin/env bash
# mpi_start.sh - a run that begins with the end of another one goes on as that one would: an outlet that lets waves out
# has what it kept, on one rank and on two.
# Usage: mpi_start.sh PROGRAM
# SPDX-License-Identifier: MIT
# shellcheck source-path=SCRIPTDIR/../support
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/mpi.sh"
launcher=$(launcher_of "$program")

{
    printf '[case]\nsetup = case\nlattice = d2q9\n[box]\nresolution = 8\nsize = 4,2\n[fluid]\nre = 20\n'
    printf '[face x-]\nkind = free\n[face x+]\nkind = open\n[face y-]\nkind = free\n[face y+]\nkind = open\n'
    printf '[body b]\nshape = cylinder\nat = 1.5,0.9\nradius = 0.3\n[start]\nu = stream\n[stop]\nsteps = 60\n'
} >first.ini
sed 's/^u = stream/state = first/; s/^steps = 60/steps = 40/' first.ini >second.ini
quiet=(png=0 vtk-files=one --tune=never --progress=never)
run run -c first.ini "${quiet[@]}" checkpoint=60 -o first
expect_code 0
run run -c second.ini "${quiet[@]}" -o second
expect_code 0
cp -r first third
run resume third steps=100
expect_code 0
# All but the time, which the head of a file says.
same_field() { # files
    expect_true "$1 has the numbers of $2" "$python" - "$@" <<'PYTHON'
import re, sys
one, other = (re.sub(rb"<DataArray[^>]*TimeValue.*?</DataArray>", b"", open(name, "rb").read(), flags=re.S)
              for name in sys.argv[1:])
sys.exit(one != other or len(one) < 10000)
PYTHON
}
same_field second/field-000000040.vti third/field-000000100.vti
if command -v "$launcher" >/dev/null; then
    for split in 2x1x1 1x2x1; do
        ranks "$launcher" 2 "$program" run -c second.ini "${quiet[@]}" --split "$split" -o "$split"
        expect_true "the field of $split is the same" cmp second/field-000000040.vti "$split/field-000000040.vti"
    done
fi

# An outlet that the first one had not begins with what is inside.
sed 's/^kind = open/kind = pressure/' first.ini >closed.ini
run run -c closed.ini "${quiet[@]}" checkpoint=60 -o closed
sed 's/^state = first/state = closed/' second.ini >opened.ini
run run -c opened.ini "${quiet[@]}" vtk=1 fields=velocity stop.steps=1 -o opened
expect_code 0
expect_true "without a blow" "$python" - <<'PYTHON'
import re, numpy
u = []
for step in range(2):
    data = open("opened/field-%09d.vti" % step, "rb").read()
    ends = [int(n) for n in re.search(rb'WholeExtent="([^"]*)"', data)[1].split()]
    raw = data[data.index(b"_", data.index(b"<AppendedData")) + 9:]
    count = (ends[1] + 1) * (ends[3] + 1)
    u.append(numpy.frombuffer(raw, "<f4", 3 * count).reshape(ends[3] + 1, ends[1] + 1, 3))
change, fastest = abs(u[1] - u[0])[2:-2, -3:].max(), abs(u[0]).max()
assert fastest > 0.01 and change < 0.03 * fastest, (change, fastest)
PYTHON
finish
