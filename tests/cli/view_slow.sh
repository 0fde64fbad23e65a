#!/bin/bash
# view_slow.sh - the pages of `sluice view` in Chromium: everything is shown, nothing is asked for elsewhere, and the
# button stops the run.  With SLUICE_TEST_PICTURES=DIR pictures of both stay there.
# SPDX-License-Identifier: MIT
support=$(cd "$(dirname "$0")/../support" && pwd)
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device
if ! command -v chromium >/dev/null; then
    echo "skipped: there is no Chromium, which opens the pages"
    exit 77
fi
export PYTHONPATH=$support HOME=$work

run run duct vtk=0 -o "runs/a <b> & 'c'"
run run channel vtk=0 -o runs/channel
mkdir runs/damaged && echo '{' >runs/damaged/run.json
run view runs
expect_code 0
expect_true "the page of finished runs" "$python" - "$PWD/runs/gallery.html" "${SLUICE_TEST_PICTURES:-.}" <<'PYTHON'
import sys
from browser import Browser
with Browser() as page:
    for width in (1200, 400):
        page.open("file://" + sys.argv[1], width)
        assert page.value("document.documentElement.scrollWidth") <= width, "wider than the window"
        assert page.value("[...document.images].every(i => i.complete && i.naturalWidth > 300)")
        assert page.value("document.images.length") == 2
        assert page.value("[...document.querySelectorAll('h2')].map(h => h.textContent)") == \
            ["a <b> & 'c'", "channel", "damaged"]
        page.keep(f"{sys.argv[2]}/gallery-{width}.png")
    assert page.value("[...document.querySelectorAll('section')].map(s => s.offsetTop)")[0] > 0
    assert not page.complaints, page.complaints
PYTHON

$in_background "$program" run karman radius=4 vtk=0 png=2000 --tune never steps=1e9 max-wall=100 -o shown >run.out 2>run.err &
runs=$!
wait_for shown/run.json '"running"'
$in_background "$program" view shown --serve=0 >served 2>&1 &
page=$!
wait_for served "with the button"
expect_true "the page of one that goes on" "$python" - "$(sed -n 's,.*run: ,,p' served)" "${SLUICE_TEST_PICTURES:-.}" <<'PYTHON'
import sys
from browser import Browser
address, token = sys.argv[1].split("#")
with Browser() as page:
    page.open(sys.argv[1])
    page.wait("document.getElementById('state').textContent === 'running'")
    page.wait("document.getElementById('picture').naturalWidth > 300")
    page.wait("[...document.querySelectorAll('#charts img')].filter(i => i.naturalWidth > 100).length === 2")
    page.wait("/^step [1-9][0-9]* of at most 1000000000, some .* left/.test(document.getElementById('steps').textContent)")
    assert page.value("location.hash") == "" and page.value("document.getElementById('token').value") == token
    first = page.value("document.getElementById('steps').textContent")
    page.wait(f"document.getElementById('steps').textContent !== '{first}'")
    for width in (1200, 400):
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=1200, deviceScaleFactor=1, mobile=False)
        assert page.value("document.documentElement.scrollWidth") <= width, "wider than the window"
        page.keep(f"{sys.argv[2]}/live-{width}.png")
    page.value("document.getElementById('token').value = 'wrong'; document.getElementById('stop').click()")
    page.wait("document.getElementById('answer').textContent.includes('token is wrong')")
    assert len(page.complaints) == 1 and "403" in str(page.complaints), page.complaints
    assert page.value("document.getElementById('state').textContent") == "running"
    page.value(f"document.getElementById('token').value = '{token}'; document.getElementById('stop').click()")
    page.wait("document.getElementById('state').textContent.startsWith('stopped (terminated) at step')")
    assert page.value("document.getElementById('stop').disabled")
    assert len(page.complaints) == 1, page.complaints
PYTHON
pid=$runs
ended
expect_code 143
expect_file shown/checkpoint/f.npy
kill -INT $page
pid=$page
ended
expect_code 0
finish
