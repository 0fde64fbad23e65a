#!/usr/bin/env python3
# faults.py - fails one call of the program's after the other, and looks at what it makes of it.
# Usage: faults.py PROGRAM SHIM [few | all | SCENARIO | SCENARIO NAME/N]
# `few` takes few calls of each function, spread over the run; `all` every one of a run and of one that
# goes on, and MOST of each function elsewhere.
# SPDX-License-Identifier: MIT
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

program, shim = (os.path.realpath(path) for path in sys.argv[1:3])
wanted = sys.argv[3] if len(sys.argv) > 3 else "few"
single = sys.argv[4] if len(sys.argv) > 4 else None

FLOW = "run taylor-green length=16".split()
SAVED = "steps=60 vtk=20 png=30 checkpoint=20 watch=speed@mean -o".split()

# name: (what is done before, undisturbed; the command; how many calls of each function `few` takes)
EVERY = ("flow", "resume")  # quick enough
MOST = 20
SLOW = {"bench": 3, "membench": 2, "roofline": 3}
SCENARIOS = {
    "flow": ([], FLOW + SAVED + ["out"], 2),
    "resume": ([FLOW + SAVED + ["out"]], "resume out steps=100".split(), 2),
    "obstacle": ([], "run karman quick=1 radius=2 steps=400 probe=10 vtk=0 png=0 --json -o out".split(), 0),
    "capsule": ([], "run capsule radius=3 size=16,12,20 subdivisions=1 shear-rate=1e-2 --collision srt steps=20 vtk=10 -o out".split(), 1),
    "raindrop": ([], "run raindrop size=24,24,44 diameter=16 depth=1 steps=20 vtk=10 particles=20 png=0 -o out".split(), 1),
    "case": ([FLOW + ["steps=1", "png=0", "-o", "first"]], "run -c first/case.ini -o out".split(), 0),
    "compare": ([], "compare".split() + FLOW[1:] + "steps=20 --precision fp64/fp64,fp32/fp32 -o out".split(), 0),
    "sweep": ([], FLOW + "tau=0.8,1 steps=10 png=0 -o out".split(), 1),
    "ensemble": ([], "run raindrop size=24,24,44 diameter=16 depth=1 steps=10 vtk=0 png=0 runs=2 -o out".split(), 0),
    "bench": ([], "bench size=16 --precision fp32/fp32 --tune never seconds=0.001 batches=1 --json -o out".split(), 0),
    "membench": ([], "membench size=65536 batches=1 --json".split(), 0),
    "self-test": ([], FLOW + "steps=10 png=0 --self-test now -o out".split(), 1),
    "devices": ([], "devices --json".split(), 1),
    "setups": ([], "setups --json".split(), 1),
    "formats": ([], "formats --json".split(), 0),
    "roofline": ([], "roofline --json".split(), 0),
}

TIMED = {"run.json", "log.txt", "meta.json", "compare.json", "sweep.json", "sweep.csv", "ensemble.json", "bench.jsonl",
         "bench.csv", "compare.csv"}
environment = dict(os.environ, TMPDIR="temporary", SLUICE_SELF_TEST="never")
for name in ("SLUICE_DEVICE", "SLUICE_FAULT", "SLUICE_FAULT_CODE", "SLUICE_FAULT_LOG"):
    environment.pop(name, None)


def call(arguments, fault=None, code=None):
    own = dict(environment, LD_PRELOAD=shim, SLUICE_FAULT_LOG="../log", XDG_CACHE_HOME=os.path.realpath("cache"))
    if fault:
        own["SLUICE_FAULT"] = fault
    if code:
        own["SLUICE_FAULT_CODE"] = str(code)
    if os.path.exists("../log"):
        os.remove("../log")
    try:
        done = subprocess.run([program] + arguments, env=own, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=120)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return "no end", "", (late.stderr or b"").decode(errors="replace")


def read_log():
    calls, live = {}, {}
    try:
        lines = open("../log").read().splitlines()
    except OSError:
        return calls, None
    for line in lines:
        a, b, c = line.split()
        if a == "live":
            live[b] = int(c)
        else:
            calls[a] = (b, int(c))
    return calls, live


def files_of(folder):
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if not path.startswith(("./cache", "./temporary")):
                found[path] = open(path, "rb").read()
    return found


def is_checkpoint(folder):
    try:
        meta = json.load(open(os.path.join(folder, "meta.json")))
        for file, entry in meta["files"].items():
            data = open(os.path.join(folder, file), "rb").read()
            if len(data) != entry["bytes"] or "%08x" % zlib.crc32(data) != entry["crc32"]:
                return False
        return True
    except (OSError, ValueError, KeyError):
        return False


def broken_file(path, data):
    """Why a file is not whole, or None."""
    kind = path.rsplit(".", 1)[-1]
    try:
        if kind == "json":
            json.loads(data)
        elif kind == "jsonl":
            for line in data.splitlines():
                json.loads(line)
        elif kind in ("vti", "vtp", "pvd") and not data.rstrip().endswith(b"</VTKFile>"):
            return "has no end"
        elif kind == "png" and not data.endswith(b"IEND\xaeB`\x82"):
            return "has no end"
        elif kind == "csv" and (not data.endswith(b"\n") or
                                len({len(row) for row in csv.reader(data.decode().splitlines())}) != 1):
            return "has a line that is not whole"
    except ValueError as why:
        return str(why)
    return None


def names_whole_checkpoint(folder):
    there = [os.path.join(folder, "checkpoint" + end) for end in ("", ".new", ".old")]
    return any(is_checkpoint(path) for path in there)


def judge(fault, group, result, before, good, ends):
    """Sentences about what is wrong; empty: the fault was handled.  `ends`: the code without a fault."""
    code, out, err = result
    wrong = []
    _, live = read_log()
    name, sticky = fault.split("/")[0], fault.endswith("+")
    if not isinstance(code, int) or code < 0 or code >= 128:
        return ["it ended by " + str(code)]
    sentences = [line for line in err.splitlines() if line.startswith("sluice: ")]
    remarks = [s for s in sentences if s.startswith(("sluice: warning: ", "sluice: note: "))]
    errors = [s for s in sentences if s not in remarks]
    after = files_of(".")
    if name in ("unlink", "rmdir"):  # the next save removes it
        after = {path: data for path, data in after.items() if "/checkpoint.old/" not in path}
    if code == ends:
        if errors and ends == 0:
            wrong.append("a failure is told, and the exit code is 0")
        same = set(after) == set(good) and all(
            after[p] == good[p] or os.path.basename(p) in TIMED for p in good if not p.endswith(".partial"))
        if not same and not remarks:
            differ = [p for p in set(after) | set(good) if after.get(p) != good.get(p)
                      and os.path.basename(p) not in TIMED]
            wrong.append("without a word these files differ: %s" % sorted(differ)[:4])
    else:
        expected = {"opencl": (4,), "memory": (1, 4), "file": (1,)}[group]
        if code not in expected:
            wrong.append("exit code %d, expected %s" % (code, expected))
        if len(errors) != 1:
            wrong.append("%d sentences of an error" % len(errors))
    if live is None:
        wrong.append("it did not end as programs do")
    elif any(live.values()):
        wrong.append("not given back: %s" % {k: n for k, n in live.items() if n})
    removing_fails = name in ("unlink", "rmdir") or sticky and group == "file"
    for path, data in after.items():
        if re.search(r"\.partial$", path):
            if not removing_fails and os.path.basename(path) not in err:
                wrong.append("%s stays" % path)
            continue
        if data != before.get(path) and "checkpoint" not in path:
            why = broken_file(path, data)
            if why:
                wrong.append("%s %s" % (path, why))
    for path, data in before.items():
        if path.startswith("./out/"):
            continue
        if after.get(path) != data:
            wrong.append("%s is not as it was" % path)
    for at in {os.path.dirname(os.path.dirname(p)) for p in before if p.endswith("checkpoint/meta.json")}:
        if not names_whole_checkpoint(at):
            wrong.append("no checkpoint in %s is whole" % at)
    if os.path.exists("out/checkpoint/meta.json") and not is_checkpoint("out/checkpoint"):
        wrong.append("a checkpoint with a meta.json is not whole")
    return wrong


def numbers(count, few):
    """Which calls of `count`: all; or a few, spread over them with the first."""
    if not few or count <= few:
        return range(1, count + 1)
    return sorted({1 + n * (count - 1) // few for n in range(few)})


def faults_of(calls, few):
    groups = {"opencl": 0, "memory": 0, "file": 0}
    for name, (group, count) in sorted(calls.items()):
        groups[group] += count
        for n in numbers(count, few):
            yield "%s/%d" % (name, n), group
    for group, count in groups.items():
        for n in numbers(count, 2 * few if few else 40):
            yield "%s/%d+" % (group, n), group


def make_world(before):
    for path in os.listdir("."):
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    for path, data in before.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "wb").write(data)
    os.makedirs("cache", exist_ok=True)
    os.makedirs("temporary", exist_ok=True)


def run_scenario(name, few):
    first, command, _ = SCENARIOS[name]
    injected = {"opencl": 0, "memory": 0, "file": 0}
    failures = 0
    make_world({"./bystander/bystander.csv": b"a,b\n1,2\n"})
    for arguments in first:
        done = call(arguments)
        if done[0] != 0:
            sys.exit("%s: what comes before fails: %s" % (name, done))
    before = files_of(".")
    make_world(before)
    result = call(command)
    calls, live = read_log()
    good = files_of(".")
    print("%s: %s" % (name, " ".join(command)))
    ends = result[0]
    if ends not in (0, 5) or live is None or any(live.values()):
        print("FAILED: undisturbed it ends with %s, live %s:\n%s" % (result[0], live, result[2]))
        return injected, 1
    for fault, group in [(single, calls[single.split("/")[0]][0])] if single else faults_of(calls, few):
        make_world(before)
        result = call(command, fault)
        if single:
            print(result[0], result[1], result[2], files_of(".").keys())
        wrong = judge(fault, group, result, before, good, ends)
        injected[group] += 1
        if wrong:
            failures += 1
            print("FAILED: %s %s: %s" % (name, fault, "; ".join(wrong)))
            print("    exit code %s, stderr: %s" % (result[0], result[2].strip().replace("\n", "\n    ")[-600:]))
            sys.stdout.flush()
    return injected, failures


folder = tempfile.mkdtemp(prefix="sluice-faults.")
try:
    os.mkdir(os.path.join(folder, "world"))
    os.chdir(os.path.join(folder, "world"))
    total, bad = {}, 0
    for scenario in SCENARIOS if wanted in ("few", "all") else [wanted]:
        few = SCENARIOS[scenario][2] if wanted == "few" else 0 if scenario in EVERY else SLOW.get(scenario, MOST)
        if wanted == "few" and not few:
            continue
        counts, failed = run_scenario(scenario, few)
        print("  %s, %d not handled" % (", ".join("%d %s" % (n, g) for g, n in counts.items()), failed))
        bad += failed
        for group, n in counts.items():
            total[group] = total.get(group, 0) + n
    everything = sum(total.values())
    print("%d faults (%s), %d handled" % (everything, ", ".join("%d %s" % (n, g) for g, n in total.items()),
                                         everything - bad))
    sys.exit(0 if everything > 0 and bad == 0 else 1)
finally:
    os.chdir("/")
    shutil.rmtree(folder, ignore_errors=True)
