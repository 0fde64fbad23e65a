#!/bin/bash
# view.sh - `sluice view`: a page of runs that were made; a run that goes on is shown, stopped by its page and resumed
# with the bits of one that was never stopped; a file `stop` of before stops nothing.
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../support/cli.sh" "$1"
need_device

refused() { # text in the message, arguments
    local text=$1
    shift
    run view "$@"
    expect_code 2
    expect_in err "$text"
}
mkdir empty
refused "view what?"
refused "there is no folder 'never'" never
refused "there is no run in 'empty'" empty
refused "shows one run, and 2 are given" empty empty --serve
refused "a port is a number from 0 to 65535" empty --serve=70000
refused "a port is a number from 0 to 65535" empty --serve=web
refused "writes no page" empty --serve -o page.html
run view --help
expect_in out "--serve[=PORT]"

flow=(taylor-green quick=1 length=8 vtk=0 --tune never)
run run "${flow[@]}" steps=40 png=20 -o "runs/good <1>"
expect_code 0
run run poiseuille radius=5,7 quick=1 --plan -o runs/study
expect_code 0
mkdir -p runs/damaged && echo '{' >runs/damaged/run.json
run view runs
expect_code 0
expect_in out "runs/gallery.html  2 runs: "
expect_in out "2 are not made yet"
expect_in runs/gallery.html "sluice run -c &#x27;runs/good &lt;1&gt;/case.ini&#x27;"
expect_in runs/gallery.html "run.json is damaged"
expect_in runs/gallery.html "planned, and not made yet"
expect_in runs/gallery.html "data:image/png;base64,"
run view "runs/good <1>" -o one.html
expect_code 0
expect_file one.html
command_line="sluice view without Python"
code=0
PATH=/nowhere "$program" view runs >out 2>err || code=$?
expect_code 1
expect_in err "Needed is Python 3 (Debian: apt install python3)."

# --- a run that goes on -----------------------------------------------------------------------------

long=(karman radius=4 vtk=0 png=0 --tune never)
command_line="sluice run that the page stops"
$in_background "$program" run "${long[@]}" steps=1e9 max-wall=100 -o shown >run.out 2>run.err &
runs=$!
wait_until test -d shown
$in_background "$program" view shown --serve=0 >served 2>&1 &
page=$!
wait_for served "with the button"
wait_for shown/run.json '"running"'
address=$(sed -n 's,.* at \(http://127.0.0.1:[0-9]*/\)\, .*,\1,p' served)
token=$(sed -n 's,.*/#,,p' served)
expect_true "it is shown, asked to stop and ends" "$python" - "$address" "$token" <<'PYTHON'
import json, sys, time, urllib.error, urllib.request
address, token = sys.argv[1:]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
def status():
    return json.load(opener.open(address + "status.json", timeout=20))
def stop(given):
    return opener.open(urllib.request.Request(address + "stop", b"", {"X-Sluice-Token": given}), timeout=20)
def wait(is_so):
    for _ in range(1200):
        found = status()
        if is_so(found):
            return found
        time.sleep(0.1)
    raise SystemExit(f"in vain: {found}")
found = wait(lambda s: s["step"] > 0 and s["left"] is not None)
assert found["state"] == "running" and found["planned"] == 1e9 and found["can_stop"], found
assert opener.open(address + "chart/probe.csv", timeout=20).read().startswith(b"<svg")
for wrong in ("", token + "x"):
    try:
        stop(wrong)
        raise SystemExit("a wrong token stops it")
    except urllib.error.HTTPError as error:
        assert error.code == 403
time.sleep(1)
assert status()["state"] == "running"
assert stop(token).status == 200
found = wait(lambda s: not s["can_stop"])
assert found["state"].startswith("stopped (terminated) at step"), found
PYTHON
pid=$runs
ended
expect_code 143
expect_in run.err "sluice resume shown"
expect_true "the file is taken" test ! -e shown/stop
expect_file shown/checkpoint/f.npy
steps=$("$python" -c 'import json; print(json.load(open("shown/run.json"))["steps"] + 200)')

port=${address##*:}
run view shown --serve="${port%/}"
expect_code 1
expect_in err "port ${port%/} is in use; --serve=PORT takes another one"
command_line="Ctrl-C ends the page"
kill -INT $page
pid=$page
ended
expect_code 0
expect_in served "The page of shown is no longer shown"

touch shown/stop # of a page that was too late
run resume shown steps="$steps"
expect_code 0
expect_json shown/run.json "d['status'] == 'done' and d['steps'] == $steps and d['mlups']['from_step'] == $steps - 200"
run run "${long[@]}" steps="$steps" -o straight
expect_true "the same bits as without a stop" cmp shown/probe.csv straight/probe.csv
finish
