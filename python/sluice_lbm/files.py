# files.py - files that are there whole or not at all, and those that the program writes.
# SPDX-License-Identifier: MIT
import csv
import json
import math
import os
import re
import sys


def write(path, text):
    """Under another name, then renamed."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def plain(value):
    """A value for JSON: NaN and infinities are null, whole numbers have no point."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value == int(value) and abs(value) < 1e15 else float(value)
    return value


def to_json(value, on_lines=True):
    if on_lines:
        return json.dumps(plain(value), indent="\t", separators=(",", ":\t"), ensure_ascii=False)
    return json.dumps(plain(value), separators=(",", ":"), ensure_ascii=False)


def read_json(path):
    """None where there is no such file, or it is not whole."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None


def columns(path, names):
    """Columns of a CSV file of the program, as arrays; KeyError or ValueError where one is not there or is
    no number."""
    import numpy
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if not rows:
        raise ValueError(f"{path} is empty")
    places = [rows[0].index(name) for name in names]
    cells = [[float(row[place]) for place in places] for row in rows[1:]]
    return list(numpy.array(cells, dtype=float).reshape(-1, len(names)).T)


KINDS = {"Float64": "f8", "Float32": "f4"}


def vtk_array(path, name):
    """The floating-point array of a .vti or .vtp of the program: [z][y][x][component] of a box, else
    [point][component].  ValueError where it is not there, or not whole."""
    import numpy
    with open(path, "rb") as file:
        data = file.read()
    mark = data.find(b'<AppendedData encoding="raw">')
    begin = data.find(b"_", mark) + 1
    if mark < 0 or begin == 0:
        raise ValueError(f"{path} has no appended data")
    head = data[:mark].decode("utf-8")
    array = re.search(r'<DataArray type="(\w+)" Name="%s"[^>]*>' % re.escape(name), head)
    if array is None or array[1] not in KINDS:
        raise ValueError(f"{path} has no array '{name}'")
    order = "<" if 'byte_order="LittleEndian"' in head else ">"
    components = re.search(r'NumberOfComponents="(\d+)"', array[0])
    at = begin + int(re.search(r'offset="(\d+)"', array[0])[1])
    length = int(numpy.frombuffer(data[at:at + 8], order + "u8")[0])
    kind = numpy.dtype(order + KINDS[array[1]])
    numbers = numpy.frombuffer(data[at + 8:at + 8 + length], kind).astype(float)
    extent = re.search(r'WholeExtent="([\d ]+)"', head)
    if extent is not None:
        ends = [int(word) for word in extent[1].split()]
        shape = [ends[2 * axis + 1] - ends[2 * axis] + 1 for axis in (2, 1, 0)]
    else:
        shape = [int(re.search(r'NumberOfPoints="(\d+)"', head)[1])]
    return numbers.reshape(*shape, int(components[1]) if components else 1)


def say(text):
    """On standard error, which nobody may read."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        pass
