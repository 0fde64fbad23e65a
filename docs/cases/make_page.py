#!/usr/bin/python3
# make_page.py - docs/cases.md of the cases of this folder: their own words, their verdicts and pictures.
# Usage: make_page.py FOLDER-OF-RUNS   (FOLDER/NAME is `sluice run NAME -o FOLDER/NAME`)
# SPDX-License-Identifier: MIT
import json
import pathlib
import shutil
import sys

here = pathlib.Path(__file__).resolve().parent
head = """# Cases to run, and to begin with

Each is a case file that comes with the program: `sluice run NAME` runs it, `sluice new NAME > my.ini` writes it for you to change ([case](setups/case.md)); meshes, tables and pictures that it names are in `docs/cases`, or `share/sluice/cases` of an installed sluice, to copy beside it.
This page is made by [make_page.py](cases/make_page.py) of their comments and of one run each, on two cores.
"""

ON_A_GPU = {"turbulent-channel": "2026-11-29-h200.md#a-turbulent-channel"}


def comments(path):
    lines = []
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return " ".join(lines)


def verdicts(run):
    for v in run.get("verdicts") or [run["verdict"]]:
        bound = "at most" if v["pass"] == (v["measured"] <= v["expected"]) else "at least"
        expected = f"{v['expected']:.4g} ± {v['tolerance']:.2g}" if v["tolerance"] else f"{bound} {v['expected']:.4g}"
        yield f"| {v['name']} | {v['measured']:.4g} | {expected} | {'passed' if v['pass'] else 'FAILED'} |"


def main():
    runs, parts = pathlib.Path(sys.argv[1]), [head]
    for path in sorted(here.glob("*.ini")):
        name = path.stem
        parts.append(f"## {name}\n\n{comments(path)}\n")
        if not (runs / name).exists() and name in ON_A_GPU:
            parts.append(f"Run on a GPU: [results](../benchmarks/results/{ON_A_GPU[name]}). [The file](cases/{name}.ini)\n")
            continue
        run = json.loads((runs / name / "run.json").read_text())
        pictures = sorted((runs / name).glob("picture-*.png"))
        if pictures:
            shutil.copy(pictures[-1], here.parent / "images" / f"case-{name}.png")
            parts.append(f"![{name}](images/case-{name}.png)\n")
        parts.append("| result | value | expected | |\n| --- | --- | --- | --- |\n" + "\n".join(verdicts(run)) + "\n")
        parts.append(f"{max(1.0, run['time_s']):.0f} s. [The file](cases/{name}.ini)\n")
    (here.parent / "cases.md").write_text("\n".join(parts))


if __name__ == "__main__":
    main()
