#!/usr/bin/env bash
# tree.sh - the shape of the tree: rooms (folders of lib and src, and what lies beside it), their files and
# lines, what each includes, and the circles of includes between files and between rooms.
# Also the lines of each capability beside its budget (docs/decisions/0005-library.md); with --budget that alone,
# and the exit code is 1 where one has more, or a file belongs to none.
# Usage: tree.sh [--budget] [PROJECT-ROOT]
# SPDX-License-Identifier: MIT
set -euo pipefail
only_budget=0
if [[ ${1:-} == --budget ]]; then only_budget=1 && shift; fi
exec python3 - "${1:-.}" "$only_budget" <<'PYTHON'
import collections, fnmatch, os, re, sys

root = sys.argv[1]
SOURCES = (".c", ".h", ".cl", ".def")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def room_of(path):
    """lib/<room>, src/<room>, kernels/<room>; everything else by its first folder."""
    parts = path.split("/")
    deep = parts[0] in ("lib", "src", "kernels") and len(parts) > 2
    return "/".join(parts[:2]) if deep else parts[0]


def read_tree():
    text = {}
    for top in ("lib", "src", "kernels", "setups", "tests", "docs"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                path = os.path.join(folder, name)
                if top != "docs" or name.endswith(".md"):
                    text[os.path.relpath(path, root)] = open(path, errors="replace").read()
    return text


def unit_of(path):
    """A .c file belongs to its header."""
    return path[:-2] if path.endswith((".c", ".h")) else path


def components(graph):
    """Strongly connected components of more than one node (Tarjan, without recursion)."""
    number, low, stack, on, found = {}, {}, [], set(), []
    for start in sorted(graph):
        if start in number:
            continue
        work = [(start, iter(sorted(graph[start])))]
        while work:
            node, rest = work[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                stack.append(node)
                on.add(node)
            for other in rest:
                if other not in number:
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in on:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    one = []
                    while not one or one[-1] != node:
                        one.append(stack.pop())
                        on.discard(one[-1])
                    if len(one) > 1:
                        found.append(sorted(one))
    return found


def budget_rows():
    page = open(os.path.join(root, "docs/decisions/0005-library.md")).read()
    for name, most, files in re.findall(r"^\| ([^|]+) \| ([\d ]+) \| (`.*`) \|$", page, re.M):
        yield name, int(most.replace(" ", "")), re.findall(r"`([^`]+)`", files)


def counted_files():
    for top in ("include", "examples", "lib", "src", "kernels", "setups", "python", "benchmarks", "tests"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith(SOURCES + (".py", ".sh")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def print_budget():
    """Whether each capability keeps to its lines, and each file belongs to one."""
    rows, sums, strays = list(budget_rows()), collections.Counter(), []
    for path in sorted(counted_files()):
        owner = next((r[0] for r in rows if any(fnmatch.fnmatch(path, g) for g in r[2])), None)
        if owner is None:
            strays.append(path)
        sums[owner] += open(os.path.join(root, path), errors="replace").read().count("\n")
    print("%-42s %7s %7s" % ("capability", "lines", "budget"))
    for name, most, _ in rows:
        print("%-42s %7d %7d%s" % (name, sums[name], most, "  too many" if sums[name] > most else ""))
    for path in strays:
        print("of no capability: %s" % path)
    return len(rows) > 0 and not strays and all(sums[name] <= most for name, most, _ in rows)


if sys.argv[2] == "1":
    sys.exit(0 if print_budget() else 1)
text = read_tree()
where = {}
for path in text:
    for top in ("lib/", "src/", "kernels/", "setups/", "tests/"):
        if path.startswith(top):
            where.setdefault(path[len(top):], path)

files, lines = collections.Counter(), collections.Counter()
between, units = collections.defaultdict(set), collections.defaultdict(set)
needs = collections.defaultdict(set)  # between rooms, without tables: those are data
for path in sorted(text):
    room = room_of(path)
    files[room] += 1
    lines[room] += text[path].count("\n")
    if not path.endswith(SOURCES):
        continue
    for name in INCLUDE.findall(text[path]):
        target = where.get(name)
        beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
        target = target or (beside if beside in text else None)
        if target is None or path.startswith("tests"):
            continue
        if room_of(target) != room:
            between[room].add(room_of(target))
            if not target.endswith(".def"):
                needs[room].add(room_of(target))
        if unit_of(target) != unit_of(path):
            units[unit_of(path)].add(unit_of(target))

print("%-20s %6s %7s  %s" % ("room", "files", "lines", "includes"))
for room in sorted(files):
    others = " ".join(sorted(o.replace("src/", "").replace("lib/", "") for o in between[room]))
    print(("%-20s %6d %7d  %s" % (room, files[room], lines[room], others)).rstrip())
for top in ("lib", "src", "kernels", "setups", "tests", "docs"):
    mine = [r for r in files if r.split("/")[0] == top]
    print("all of %-13s %6d %7d" % (top, sum(files[r] for r in mine), sum(lines[r] for r in mine)))
sources = [p for p in text if p.endswith(SOURCES) and p.split("/")[0] in ("lib", "src", "kernels", "setups")]
longest = max(sources, key=lambda p: text[p].count("\n"))
biggest = max((r for r in files if r.split("/")[0] in ("lib", "src", "kernels")), key=files.get)
print("longest file: %s, %d lines" % (longest, text[longest].count("\n")))
print("room of the most files: %s, %d" % (biggest, files[biggest]))
print_budget()
for what, graph in (("files", units), ("rooms", needs)):
    circles = components(graph)
    print("circles between %s: %d" % (what, len(circles)))
    for one in circles:
        print("    %d %s: %s" % (len(one), what, " ".join(one)))
PYTHON
