#!/usr/bin/env bash
# guard.sh - what benchmarks/guard calls a loss, and that it says which program or device is missing.
# SPDX-License-Identifier: MIT
set -uo pipefail
guard=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/benchmarks/guard
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -B - "$guard" "$folder" <<'PYTHON' || exit 1
import importlib.machinery, importlib.util, pathlib, sys
loader = importlib.machinery.SourceFileLoader("guard", sys.argv[1])
guard = importlib.util.module_from_spec(importlib.util.spec_from_loader("guard", loader))
loader.exec_module(guard)

record = pathlib.Path(sys.argv[2]) / "guard.csv"
card, other = {"name": "card, of a kind", "driver": "1"}, {"name": "other", "driver": "2"}
guard.add_record(record, [("fp32", 100.0, 0.5)], "old", card)
guard.add_record(record, [("fp32", 180.0, 0.90), ("fp16s", 300.0, 0.80)], "new", card)
guard.add_record(record, [("fp32", 1.0, 0.99)], "newer", other)
last = guard.last_shares(guard.read_record(record), card["name"])
assert last == {"fp32": (0.9, "new"), "fp16s": (0.8, "new")}, last
assert guard.last_shares(guard.read_record(record), "unseen") == {}

lines, losses = guard.judge([("fp32", 170.0, 0.874), ("fp16s", 290.0, 0.775)], last)
assert len(lines) == 2 and losses == ["fp16s: 0.775 of a copy, 0.800 at new"], losses
lines, losses = guard.judge([("fp32", 190.0, 0.95)], last)
assert losses == ["fp16s: not measured, 0.800 of a copy at new"], losses
PYTHON

output=$("$guard" --program "$1" -d 'no such card' --only tests -o "$folder/logs" 2>&1) && exit 1
[[ $output == *"no device 'no such card'"* ]] || { printf 'FAILED: %s\n' "$output" && exit 1; }
echo "guard.sh: all passed"
