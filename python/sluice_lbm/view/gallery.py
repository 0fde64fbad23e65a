# gallery.py - one page of finished runs: a file that needs nothing beside itself.
# SPDX-License-Identifier: MIT
import base64
import html
import os
import shlex

from .. import files, program
from . import runs

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
TITLES = ["run", "state", "check", "measured", "expected", "time", "MLUPs/s", "device", "date"]


def style():
    with open(os.path.join(os.path.dirname(__file__), "view.css"), encoding="utf-8") as file:
        return file.read()


def tag(name, content, **attributes):
    """Of text; what is HTML already is a Markup."""
    inside = content if isinstance(content, Markup) else html.escape(runs.text(content))
    given = "".join(f' {key.rstrip("_")}="{html.escape(runs.text(value))}"' for key, value in attributes.items())
    return Markup(f"<{name}{given}>{inside}</{name}>")


class Markup(str):
    pass


def join(parts):
    return Markup("\n".join(parts))


def table(titles, rows, marks=None):
    head = join([tag("thead", tag("tr", join(tag("th", t) for t in titles)))] if titles else [])
    body = (tag("tr", join(tag("td", cell) for cell in row), **({"class_": marks[n]} if marks else {}))
            for n, row in enumerate(rows))
    return tag("table", join([head, tag("tbody", join(body))]))


def picture(run):
    name, found = run.picture()
    if name is None:
        return tag("p", found, class_="none")
    data = base64.b64encode(found).decode("ascii")
    alt = html.escape(runs.text(f"{run.name}: {name}"))
    return tag("figure", join([Markup(f'<img src="data:image/png;base64,{data}" alt="{alt}">'),
                               tag("figcaption", name)]))


def command(run):
    path = run.path("case.ini")
    if not os.path.isfile(path):
        return tag("p", "no command: there is no case.ini", class_="none")
    return tag("pre", "sluice run -c " + shlex.quote(path))


def card(number, run):
    state, mark = run.state()
    parts = [tag("h2", run.name), tag("p", state, class_="state " + mark), picture(run), command(run)]
    rows = run.verdicts()
    if rows:
        parts.append(table(["check", "measured", "expected", ""], rows,
                           [runs.BAD if row[3] != "passed" else "" for row in rows]))
    steps = f"{runs.number(run.number('steps'), '%d')} of at most {runs.number(run.number('steps_planned'), '%d')}"
    parts.append(table(None, [["time", f"{runs.duration(run.number('time_s'))}, {steps} steps"],
                              ["speed", f"{run.speed()} MLUPs/s{run.since()}"], ["box", f"{run.size()} cells"],
                              ["methods", run.methods()], ["device", run.device()], ["date", run.date()]]))
    parts += [tag("p", f"{kind}: {sentence}", class_="remark") for kind, sentence in run.remarks()]
    results = run.results()
    if results:
        parts.append(tag("details", join([tag("summary", f"{len(results)} results"), table(None, results)])))
    return tag("section", join(parts), id=f"run-{number}")


def overview(found):
    rows, marks = [], []
    for number, run in enumerate(found.runs):
        state, mark = run.state()
        verdicts = run.verdicts()
        worst = next((row for row in verdicts if row[3] != "passed"), verdicts[0] if verdicts else ["-"] * 3)
        rows.append([tag("a", run.name, href=f"#run-{number}"), state, *worst[:3], runs.duration(run.number("time_s")),
                     run.speed() + run.since(), run.device(), run.date()])
        marks.append(mark)
    rows += [[name, "planned, and not made yet", *["-"] * 7] for name in found.missing]
    rows += [[name, why, *["-"] * 7] for name, why in found.others]
    marks += [runs.OPEN] * (len(found.missing) + len(found.others))
    return tag("div", table(TITLES, rows, marks), class_="wide")


def counts(found):
    states = [run.state() for run in found.runs]
    passed = sum(state == "passed" for state, _ in states)
    failed = sum(mark == runs.BAD for _, mark in states)
    unjudged = sum(state.startswith("done") and mark == runs.OPEN for state, mark in states)
    text = f"{len(states)} runs: {passed} passed, {failed} failed, {unjudged} not judged, "
    text += f"{len(states) - passed - failed - unjudged} others"
    return text + (f"; {len(found.missing)} are not made yet" if found.missing else "")


def page(found, title, version):
    head = join([Markup('<meta charset="utf-8">'), Markup('<meta name="viewport" content="width=device-width">'),
                 Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'), tag("title", title),
                 tag("style", Markup(style()))])
    body = join([tag("h1", title), tag("p", counts(found) + f".  Made by sluice {version}."), overview(found),
                 tag("main", join(card(n, run) for n, run in enumerate(found.runs)))])
    return "<!DOCTYPE html>\n" + tag("html", join([tag("head", head), tag("body", body)]), lang="en") + "\n"


def is_page(path):
    """Whether nothing else than a page is overwritten."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return "Made by sluice" in file.read(20000)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise program.Failure(program.FAILED, f"view: '{path}': {error.strerror}")


def main(request):
    folders = request["folders"]
    for folder in folders:
        program.need(os.path.isdir(folder), program.USAGE, f"view: there is no folder '{folder}'")
    found = runs.Found(folders)
    program.need(found.runs or found.missing, program.USAGE,
                 f"view: there is no run in {' or '.join(map(repr, folders))}: no folder with a run.json or a case.ini")
    output = request["output"] or os.path.join(folders[0], "gallery.html")
    title = " ".join(os.path.basename(os.path.abspath(folder)) for folder in folders)
    program.need(is_page(output), program.USAGE,
                 f"view: '{output}' is there, and is no page of runs; --output names another file")
    files.write(output, page(found, title, request["version"]))
    print(f"{output}  {counts(found)}")
    return program.OK
