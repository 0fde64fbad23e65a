#!/bin/bash
# hostile_names.sh - names with line breaks, quotes and brackets in every kind of file that is written.
# Usage: hostile_names.sh PROGRAM SHIM
# Folders, a mesh, a command line and a device have them; what is written must still be of its format.
# SPDX-License-Identifier: MIT
shim=$(realpath "$2")
source=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
export LD_PRELOAD=$shim
export SLUICE_FAULT_DEVICE='"><script>alert(1)</script> & <!-- ]]> \ %s %n ..'$'\n''x'
name='"><script>alert(2)<b>&'"'"' ]]> %s%n ..'$'\n'"[case]"$'\n'"é"

# Every file of a folder by its ending.
cat >well_formed.py <<'PYTHON'
import csv, html.parser, json, os, re, sys, xml.etree.ElementTree as xml

class Page(html.parser.HTMLParser):
    scripts = ""
    inside = False
    def handle_starttag(self, tag, attributes):
        self.inside = tag == "script"
        assert not any(key.startswith("on") for key, _ in attributes), "a handler"
    def handle_data(self, data):
        self.scripts += data if self.inside else ""
    def handle_endtag(self, tag):
        self.inside = False

def refuse(word):
    raise ValueError(word + " is no JSON number")

def look_at(path):
    data = open(path, "rb").read()
    kind = path.rsplit(".", 1)[-1]
    if kind == "json":
        json.loads(data, parse_constant=refuse)
    elif kind == "jsonl":
        for line in data.decode().splitlines():
            json.loads(line, parse_constant=refuse)
    elif kind in ("pvd", "svg"):
        xml.fromstring(data)
        assert b"<script" not in data, "a script"
    elif kind in ("vti", "vtp"):  # what is behind the underscore is raw
        head, _, _ = data.partition(b'<AppendedData encoding="raw">')
        xml.fromstring(head + b"</VTKFile>")
    elif kind == "csv":
        rows = list(csv.reader(data.decode().splitlines(keepends=True)))
        assert len(rows) > 1 and len({len(row) for row in rows}) == 1, "rows of several lengths"
    elif kind == "html":
        page = Page()
        page.feed(data.decode())
        page.close()
        assert "alert(" not in page.scripts, "a foreign script"
    elif kind == "ini":
        for line in data.decode().splitlines():
            assert re.match(r"#|$|\[(case|parameters|defaults)\]$|[a-z0-9-]+ = ", line), line
    else:
        return None
    return kind

kinds = set()
for at, _, names in os.walk(sys.argv[1]):
    for file in names:
        try:
            kinds.add(look_at(os.path.join(at, file)))
        except Exception as why:
            sys.exit("%r: %s" % (os.path.join(at, file), why))
missing = set(sys.argv[2:]) - kinds
sys.exit("no file of the kinds %s" % missing if missing else 0)
PYTHON

well_formed() { # folder, kinds that must be there
    code=0
    LD_PRELOAD='' "$python" well_formed.py "$@" >out 2>err || code=$?
    expect_code 0
}

run run taylor-green length=16 steps=40 vtk=20 checkpoint=20 watch=speed@mean -o "run$name"
expect_code 0
well_formed "run$name" json vti pvd csv ini
run run -c "run$name/case.ini" -o again
expect_code 0
run resume "run$name" steps=60
expect_code 0
well_formed "run$name" json vti pvd csv ini

printf 'OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >"mesh$name.off"
run run capsule quick=1 size=16,16,16 radius=4 steps=4 vtk=2 mesh="mesh$name.off" -o capsule
if [ "$code" -eq 2 ]; then
    expect_in err "mesh="
else
    expect_code 0
    well_formed capsule json vtp csv ini
    run run -c capsule/case.ini -o capsule-again
    expect_code 0
fi

run run taylor-green length=16 tau=0.8,1 steps=10 -o "sweep$name"
expect_code 0
well_formed "sweep$name" json csv

run bench size=16 --precision fp32/fp32 --tune never seconds=0.001 batches=1 -o "bench$name"
expect_code 0
well_formed "bench$name" jsonl csv
mkdir page
LD_PRELOAD='' "$python" "$source/benchmarks/report.py" -o page/page.html "bench$name/bench.jsonl" >out 2>err
well_formed page html

run devices --json
LD_PRELOAD='' expect_json out "len(d['devices'] if isinstance(d, dict) else d) > 0"
run roofline --no-measure size=16 --collision srt --precision fp32/fp32,fp32/fp16s -o "roofline$name"
[ "$code" -ne 0 ] || well_formed "roofline$name" json csv svg
finish
