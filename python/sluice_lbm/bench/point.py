# point.py - a point of `sluice bench`: a line of JSON (sluice.bench/1) is checked and becomes a dictionary with every
# member in its place; what an older line does not say is null, or what it was.
# SPDX-License-Identifier: MIT
import json
import math
import os
import re
import sys

from ..program import FAILED, Failure, need

SCHEMA = "sluice.bench/1"
LONGEST_LINE = 1 << 20
MOST_ROUNDS = 99
SMALL, EXACT = 2.0 ** 20, 2.0 ** 53

# Members in their order: key, kind (an integer is small, a count is not), what stands where nothing is known
# (as: "" or 0, null, out: no member), and "needed".
ORIGIN = "time text null, version text null, commit text null, command text null"
HOST = "cpu text null"
DEVICE = "platform text as, name text as needed, driver text as, type text as, cache_bytes count null"
METHOD = """lattice text as needed, collision text as needed, precision text as needed, rounding text as,
    shift bool as needed, streaming text as needed, walls bool as, solid_share number as,
    arithmetic_lanes_asked integer out, lanes integer as, arithmetic_lanes integer as,
    work_group_asked integer out, work_group integer null, registers integer out, loopback text out,
    layout_by text null, layout_because text null"""
PARTS = "count integer as, scaling text as needed, split text as needed"
TEAMWORK = "efficiency number as, over_parts integer out"
FIGURES = """warm_up_steps count as, steps_per_batch count as, steps count as, batches integer as, build_s number as,
    bytes_per_cell number as, bytes_per_update number as needed, device_bytes count as, gbps number as needed,
    copy_gbps number as, in_place_19_planes_gbps number as, ceiling_gbps number as, ceiling_probe text null,
    efficiency number as, flow_checksum number as"""
EXCHANGE = """sent_bytes_per_step count as, exposed_ms_per_step number as, over_uncut number as, way text out,
    advice text out"""


# --- reading --------------------------------------------------------------------------------------


class Wrong(Exception):
    """What is wrong with a line."""


def refuse_unless(condition, key, what):
    if not condition:
        raise Wrong(f"'{key}' {what}")


def member(found, key, is_needed=False):
    value = found.get(key) if isinstance(found, dict) else None
    refuse_unless(value is not None or not is_needed, key, "is missing")
    return value


def take_text(found, key, is_needed=False):
    value = member(found, key, is_needed)
    refuse_unless(value is None or isinstance(value, str) and (value or not is_needed), key, "is no text")
    return value or ""


def take_number(found, key, is_needed=False):
    value = member(found, key, is_needed)
    refuse_unless(value is None or isinstance(value, float) and math.isfinite(value) and value >= 0.0,
                  key, "is no number from 0 on")
    return value


def take_count(found, key, most=SMALL):
    value = take_number(found, key) or 0.0
    refuse_unless(value == math.floor(value) and value <= most, key, "is no whole number, or too large")
    return value


def take_bool(found, key, is_needed=False):
    value = member(found, key, is_needed)
    refuse_unless(value is None or isinstance(value, bool), key, "is neither true nor false")
    return bool(value)


def take_member(found, key, kind, is_needed):
    if kind == "integer":
        return take_count(found, key)
    if kind == "count":
        return take_count(found, key, EXACT)
    return {"text": take_text, "number": take_number, "bool": take_bool}[kind](found, key, is_needed)


def take(found, table):
    """Members of a table, in its order."""
    taken = {}
    for words in map(str.split, table.split(",")):
        key, kind, unknown = words[:3]
        value = take_member(found, key, kind, "needed" in words)
        if value or unknown == "as":
            taken[key] = value
        elif unknown == "null":
            taken[key] = None
    return taken


def take_device(line):
    found = member(line, "device", True)
    index = take_number(found, "index")
    known = {} if index is None or index >= SMALL else {"index": math.floor(index)}
    return {**known, **take(found, DEVICE)}


def take_size(line):
    size = member(line, "size", True)
    refuse_unless(isinstance(size, list) and len(size) == 3 and
                  all(isinstance(cells, float) and 1.0 <= cells < 2.0 ** 32 for cells in size),
                  "size", "is no three numbers of cells")
    return [math.floor(cells) for cells in size]


def grid_of(split):
    found = re.match(r"(\d{1,4})x(\d{1,4})x(\d{1,4})", split, re.ASCII)
    return [int(parts) for parts in found.groups()] if found else [0, 0, 0]


def take_parts(line):
    found = member(line, "parts")
    parts = {**take(found, PARTS), **take(found, TEAMWORK)}
    refuse_unless(parts["count"] > 0 and math.prod(grid_of(parts["split"])) == parts["count"], "parts",
                  "is no number of parts and their grid")
    return parts


def take_case(line):
    case = take(line, METHOD)
    case["rounding"] = case["rounding"] or "nearest"
    case["solid_share"] = case["solid_share"] or 0.0
    size = take_size(line)
    parts = {"parts": take_parts(line)} if member(line, "parts") is not None else {}
    lanes = member(line, "lanes_asked")
    if isinstance(lanes, str) or isinstance(lanes, float):
        case["lanes_asked"] = "auto" if isinstance(lanes, str) else take_count(line, "lanes_asked") or "auto"
    registers = member(line, "registers_asked")
    if registers != "any":
        registers = take_count(line, "registers_asked")
    if registers:
        case["registers_asked"] = registers
    return {**case, "size": size, **parts}


def take_rounds(line):
    """A line of a version that knew no rounds has one."""
    rounds = take_number(line, "rounds")
    refuse_unless(rounds is None or 1 <= rounds <= MOST_ROUNDS and rounds == math.floor(rounds), "rounds",
                  "is no whole number from 1 to 99")
    return rounds or 1.0


def take_spread(found):
    return {key: take_number(found, key, True) for key in ("median", "min", "max")}


def take_speeds(line, rounds):
    speeds = take_spread(member(line, "mlups", True))
    refuse_unless(0.0 < speeds["median"] and speeds["min"] <= speeds["median"] <= speeds["max"], "mlups",
                  "is no speed: min <= median <= max and median > 0 must hold")
    each = member(line, "round_mlups", rounds > 1)
    refuse_unless(each is None or isinstance(each, list) and len(each) == rounds and
                  all(isinstance(one, float) and 0.0 < one < math.inf for one in each), "round_mlups",
                  "is no list of as many speeds as there are rounds")
    return {"mlups": speeds, **({"round_mlups": each} if rounds > 1 else {})}


def take_over_first(line):
    found = member(line, "over_first")
    if found is None:
        return {}
    ratio = {"point": take_text(found, "point", True), **take_spread(found)}
    refuse_unless(0.0 < ratio["min"] <= ratio["median"] <= ratio["max"], "over_first",
                  "is no ratio: 0 < min <= median <= max must hold")
    return {"over_first": ratio}


def take_figures(line, case, rounds):
    speeds = {**take_speeds(line, rounds), **take_over_first(line)}
    figures = take(line, FIGURES)
    is_cut = "loopback" in case or "parts" in case
    exchange = take(member(line, "exchange", is_cut), EXCHANGE)
    figures["ceiling_probe"] = figures["ceiling_probe"] or "copy"  # of a version that knew no other
    if figures["copy_gbps"] is None and figures["ceiling_probe"] == "copy":
        figures["copy_gbps"] = figures["ceiling_gbps"]
    return {**speeds, "noise": noise(speeds), **figures, **({"exchange": exchange} if is_cut else {})}


def check(line):
    """The point of a line that is an object of this schema; Wrong."""
    point = {"schema": SCHEMA, "setup": "bench", **take(line, ORIGIN),
             "host": take(member(line, "host"), HOST), "device": take_device(line)}
    case, rounds = take_case(line), take_rounds(line)
    skipped = take_text(line, "skipped")
    if skipped:
        for key in ("efficiency", "over_parts"):
            case.get("parts", {}).pop(key, None)
        return {**point, **case, "rounds": rounds, "mlups": None, "skipped": skipped}
    return {**point, **case, "rounds": rounds, **take_figures(line, case, rounds)}


def refuse_constant(word):
    raise ValueError(word)


def first_of_each(pairs):
    return dict(reversed(pairs))


def parse(text, where):
    """The point of a line; `where` begins the sentence where it holds none."""
    try:
        line = json.loads(text.removeprefix("\ufeff"), parse_int=float, parse_constant=refuse_constant,
                          object_pairs_hook=first_of_each)
        json.dumps(line, ensure_ascii=False).encode()  # half a character, written as \ud800, is none
    except (ValueError, RecursionError):
        line = None
    need(isinstance(line, dict), FAILED, f"{where}: this line is no JSON object; expected the lines of `sluice bench "
         "--json` or a bench.jsonl")
    name = line.get("schema")
    need(name == SCHEMA, FAILED, f"{where}: this is no line of `sluice bench`: its schema is "
         f"'{name[:64] if isinstance(name, str) else ''}', not '{SCHEMA}'")
    try:
        return check(line)
    except Wrong as wrong:
        raise Failure(FAILED, f"{where}: {wrong}") from None


def read_lines(file, path):
    points, number = [], 0
    while line := file.readline(LONGEST_LINE + 2):
        number += 1
        line = line.removesuffix(b"\n")
        need(len(line) <= LONGEST_LINE, FAILED,
             f"{path}:{number}: a line of more than {LONGEST_LINE} bytes is no point")
        if line.strip():
            points.append(parse(line.decode("utf-8", "replace"), f"{path}:{number}"))
    return points


def read(path):
    """Points of a file, or of the bench.jsonl in a folder; empty lines do not count, and none is a failure."""
    path = os.path.join(path, "bench.jsonl") if os.path.isdir(path) else path
    try:
        with open(path, "rb") as file:
            points = read_lines(file, path)
    except OSError as error:
        verb = "open" if error.filename is not None else "read"
        raise Failure(FAILED, f"cannot {verb} '{path}': {error.strerror}") from None
    need(points, FAILED, f"'{path}' holds no point")
    return points


# --- writing --------------------------------------------------------------------------------------


def number_text(value):
    """As cJSON writes it: with 15 digits where these suffice."""
    if value == int(value) and abs(value) < 2.0 ** 31:
        return "%d" % value
    text = "%.15g" % value
    is_near = abs(float(text) - value) <= sys.float_info.epsilon * max(abs(value), abs(float(text)))
    return text if is_near else "%.17g" % value


def to_line(value):
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{to_line(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(to_line, value)) + "]"
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    return number_text(value)


# --- names and numbers ----------------------------------------------------------------------------


def has_figure(point):
    return point["mlups"] is not None


def noise(point):
    """How far the batches lie apart."""
    speeds = point["mlups"]
    return (speeds["max"] - speeds["min"]) / speeds["median"]


def parts_of(point):
    """0: not a measurement in parts."""
    return int(point["parts"]["count"]) if "parts" in point else 0


def size_text(point):
    size = point["size"]
    return "x".join(str(cells) for cells in (size[:2] if size[2] == 1 else size))


def asked_text(point):
    lanes, others = point.get("lanes_asked", "auto"), point.get("arithmetic_lanes_asked")
    return "" if lanes == "auto" else f" lanes {lanes:.0f}" + (f"x{others:.0f}" if others else "")


def name(point):
    """"d3q19 srt fp32/fp16c 256x256x256 in-place", and what else is not usual."""
    words = [point["lattice"], point["collision"], point["precision"], size_text(point), point["streaming"]]
    text = " ".join(words) + (" walls" if point["walls"] else "") + ("" if point["shift"] else " no shift")
    text += "" if point["rounding"] == "nearest" else f" {point['rounding']}"
    text += asked_text(point) + (f" loopback {point['loopback']}" if "loopback" in point else "")
    return text + (f" in {point['parts']['split']}" if "parts" in point else "")
