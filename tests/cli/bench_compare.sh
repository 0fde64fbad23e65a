#!/bin/bash
# bench_compare.sh - figures of files: compared, drawn on one page, refused where they are foreign.
# SPDX-License-Identifier: MIT
script=$(realpath "$(dirname "$0")/../../benchmarks/report.py")
. "$(dirname "$0")/../support/cli.sh" "$1"

# line NAME PRECISION MEDIAN MIN MAX: a figure that says no more than it must, as older versions did.
line() {
    printf '{"schema":"sluice.bench/1","device":{"platform":"P","name":"%s","driver":"1","type":"gpu"},' "$1"
    printf '"setup":"bench","version":"0.1.0","lattice":"d3q19","collision":"srt","precision":"%s",' "$2"
    printf '"shift":true,"streaming":"in-place","lanes":4,"arithmetic_lanes":2,"size":[512,512,512],'
    printf '"mlups":{"median":%s,"min":%s,"max":%s},"bytes_per_update":153,"gbps":%s,' "$3" "$4" "$5" "$3"
    printf '"ceiling_gbps":2000,"efficiency":%s}\n' "$(awk "BEGIN { print $3 / 2000 }")"
}

{ line D fp32/fp32 1000 990 1010; line D fp32/fp16c 1800 1700 1900; } >old.jsonl

# Within the spread of the batches and within three percent: noise.
{ line D fp32/fp32 975 970 980; line D fp32/fp16c 1620 1610 1630; } >same.jsonl
run bench same.jsonl --compare old.jsonl
expect_code 0
expect_in out "0.975"
expect_in out "2 points in both, 0 lost speed beyond noise"

# Beyond: exit code 5, and the worst is named.
{ line D fp32/fp32 940 935 945; line D fp32/fp16c 1750 1740 1760; line D fp64/fp64 5 5 5; } >worse.jsonl
run bench worse.jsonl --compare old.jsonl
expect_code 5
expect_in out "LOSS"
expect_in out "only new"
expect_in err "1 of 2 points became slower beyond noise"
expect_in err "fp32/fp32 512x512x512"
expect_in err "94.0 %"
run bench worse.jsonl --compare old.jsonl --tolerance 0.1
expect_code 0
run bench worse.jsonl --compare old.jsonl --json
expect_code 5
expect_not_in out "LOSS"
expect_in err "LOSS"
run bench old.jsonl --compare worse.jsonl
expect_code 0
expect_in out "gain"
expect_in out "only old"

# A folder stands for the bench.jsonl in it.
mkdir old-folder
cp old.jsonl old-folder/bench.jsonl
run bench old-folder --compare old-folder
expect_code 0
expect_in out "2 points in both, 0 lost speed beyond noise"
# A share above 100 % of a box in gigabytes is not the cache's.
{ line D fp32/fp32 4000 4000 4000 | sed 's/"gbps"/"bytes_per_cell":77,"gbps"/'; } >above.jsonl
run bench above.jsonl
expect_in out "  above the copy measured"

# Nothing in common is no success.
line E fp32/fp32 1 1 1 >other.jsonl
run bench other.jsonl --compare old.jsonl
expect_code 5
expect_in err "nothing could be compared"

# Files alone are a table, CSV or the same points again as lines.
run bench old.jsonl other.jsonl --json
expect_code 0
cp out again.jsonl
run bench again.jsonl --compare old.jsonl
expect_code 0
run bench old.jsonl --csv
expect_in out '"fp32/fp16c"'
sed 's/"lanes":4/"lanes_asked":4,"arithmetic_lanes_asked":2,"lanes":4/;q' old.jsonl >asked.jsonl
sed -n 2p old.jsonl >>asked.jsonl # which does not say
run bench asked.jsonl --csv
expect_true "the lanes asked for are in the table" "$python" - out <<'PYTHON'
import csv, sys
asked, silent = list(csv.DictReader(open(sys.argv[1]), strict=True))
assert None not in asked and None not in asked.values(), asked
assert (asked["lanes_asked"], asked["arithmetic_lanes_asked"]) == ("4", "2"), asked
assert (asked["lanes"], asked["arithmetic_lanes"]) == ("4", "2"), asked
assert silent["arithmetic_lanes_asked"] == "" and silent["skipped"] == "", silent
PYTHON
run bench old.jsonl -o copy
expect_code 0
expect_file copy/bench.csv

# Without Python there is a sentence, before anything is measured.
for words in "old.jsonl" "size=16" "size=16 --json --compare old.jsonl"; do
    # shellcheck disable=SC2086
    PATH=/nowhere run bench $words
    expect_code 1
    expect_in err "apt install python3"
    expect_empty out
done

# One page from two machines, one of them with a wicked name.
line '<script>alert(1)</script> & \"Co\"' fp32/fp32 3000 2900 3100 >wicked.jsonl
sed -i 's|"size"|"command":"sluice bench --device <b>x</b>\\u0001\\ud800","size"|' wicked.jsonl
report() { # arguments of benchmarks/report.py
    command_line="report.py $*"
    code=0
    "$python" "$script" "$@" >out 2>err </dev/null || code=$?
}
report old.jsonl wicked.jsonl -o all.html
expect_code 0
expect_empty out
cat >page.py <<'PYTHON'
import sys, html.parser, xml.etree.ElementTree as tree
text = open("all.html", encoding="utf-8").read()
assert text.startswith("<!DOCTYPE html>\n")
root = tree.fromstring(text.split("\n", 1)[1])  # well-formed
class Page(html.parser.HTMLParser):
    tags, words = [], []
    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            assert name not in ("src", "href", "onload", "style"), name
            assert name == "xmlns" or "://" not in value, value
    def handle_data(self, data): self.words.append(data.strip())
page = Page()
page.feed(text)
assert not {"script", "link", "img", "iframe", "object"} & set(page.tags), set(page.tags)
assert "url(" not in text and "@import" not in text
assert '<script>alert(1)</script> & "Co"' in page.words
assert "sluice bench --device <b>x</b>\ufffd\ufffd" in page.words  # what is no text is replaced
svg = "{http://www.w3.org/2000/svg}"
figures = root.findall(f".//{svg}svg")
assert len(figures) == 3, len(figures)  # both devices, then each
widths = [float(r.get("width")) for r in figures[0].findall(f"{svg}rect")]
# the fastest device first, each by its formats: 3000; 1000, 1800
assert len(widths) == 3 and abs(widths[1] / widths[0] - 1 / 3) < 1e-3 and abs(widths[2] / widths[0] - 0.6) < 1e-3
marks = figures[2].findall(f"{svg}line[@class='halo']")
assert len(marks) == 2
first = figures[2].findall(f"{svg}rect")[0]  # 1000 MLUPs/s, half of what the copy allows
reach = float(marks[0].get("x1")) - float(first.get("x"))
assert abs(reach / float(first.get("width")) - 2) < 1e-2, reach
shares = root.findall(".//table[@class='shares']/tbody/tr")
shares = [[cell.text for cell in row][3:] for row in shares]
assert shares == [["in the cache", "-"], ["50 %", "90 %"]], shares  # 3000; 1000 and 1800 of 2000
rows = [r for t in root.findall(".//table") if t.get("class") is None for r in t.findall("tbody/tr")]
assert len(rows) == 3 and all(len(r) == 20 for r in rows), [len(r) for r in rows]
assert "26" not in page.words and "1800" in page.words
PYTHON
expect_true "the page is sound" "$python" page.py

# Several boxes: bars of the one that most formats have, and a curve over the cells for each format.
sized() { # SIDE, then as line
    line "${@:2}" | sed "s/\[512,512,512\]/[$1,$1,$1]/"
}
{ sized 64 D fp32/fp32 4000 3990 4010; sized 128 D fp32/fp32 1200 1200 1200; sized 256 D fp32/fp32 1000 1000 1000
    sized 128 D fp32/fp16c 1900 1900 1900; sized 256 D fp32/fp16c 1800 1800 1800; sized 32 D fp64/fp64 9 9 9; } >boxes.jsonl
report boxes.jsonl -o boxes.html
expect_code 0
cat >boxes.py <<'PYTHON'
import xml.etree.ElementTree as tree
svg = "{http://www.w3.org/2000/svg}"
text = open("boxes.html", encoding="utf-8").read()
root = tree.fromstring(text.split("\n", 1)[1])
bars, curves = root.findall(f".//{svg}svg")
assert len(bars.findall(f"{svg}rect")) == 2 and "256x256x256" in "".join(bars.itertext())
lines = curves.findall(f"{svg}polyline")
points = [[tuple(map(float, xy.split(","))) for xy in line.get("points").split()] for line in lines]
assert [len(line) for line in points] == [3, 2], points
a, b, c = points[0]  # sides double, so that cells are as far apart on a logarithmic axis
assert abs((b[0] - a[0]) - (c[0] - b[0])) < 0.02 and a[1] < b[1] < c[1]
assert abs((c[1] - b[1]) / (c[1] - a[1]) - 200 / 3000) < 1e-3
words = [cell.text for cell in root.iter("td")]
assert "in the cache" in words and "200 %" not in words, words  # 4000 of 2000
PYTHON
expect_true "boxes are told apart" "$python" boxes.py

report old.jsonl -o all.html
expect_code 1
expect_in err "File exists: 'all.html'"

# Foreign and broken lines: file and line are named, and nothing is written.
refuse() { # text of line 2, words of the message
    { line D fp32/fp32 1 1 1; printf '%s\n' "$1"; } >wrong.jsonl
    run bench wrong.jsonl
    expect_code 1
    expect_in err "wrong.jsonl:2: "
    expect_in err "$2"
    report wrong.jsonl -o wrong.html
    expect_code 1
    expect_in err "wrong.jsonl:2: "
    expect_true "no page" test ! -e wrong.html
}
refuse 'nonsense' "no JSON object"
refuse '{"schema":"sluice.run/1"}' "'sluice.run/1'"
refuse '[1]' "no JSON object"
refuse "$(line D fp32/fp32 1 1 1) {}" "no JSON object"
refuse "$(line D fp32/fp32 1 1 1 | sed 's/"lattice"/"other"/')" "'lattice' is missing"
refuse "$(line D fp32/fp32 -1 -1 -1)" "'median' is no number from 0 on"
refuse "$(line D fp32/fp32 5 6 7)" "min <= median <= max"
refuse "$(line D fp32/fp32 1 1 1 | sed 's/\[512,512,512\]/[512,512]/')" "'size'"
: >empty.jsonl
run bench empty.jsonl
expect_code 1
expect_in err "holds no point"
run bench absent.jsonl
expect_code 1
expect_in err "cannot open 'absent.jsonl'"
run bench --compare absent.jsonl size=16
expect_code 1
expect_empty out
run bench old.jsonl size=16
expect_code 2
expect_in err "measures nothing"
finish
