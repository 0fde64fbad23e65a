# roofline.py - the tables of `sluice roofline`: text, and roofline.csv; a request as JSON on standard input.
# SPDX-License-Identifier: MIT
import csv
import io
import json
import os
import sys

from . import files, program

PEAKS = {"fp32_gops": "FP32", "fp64_gops": "FP64", "int32_gops": "INT32"}
CSV_KEYS = """lattice collision precision lanes arithmetic_lanes float_operations integer_operations conversions
    other_instructions bytes_per_update operations_per_byte limit_mlups mlups""".split()
HEADING = (f"{'lattice':<7} {'collision':<9} {'precision':<12} {'V':>3} {'W':>3} {'float':>7} {'integer':>7} "
           f"{'convert':>7} {'other':>7} {'bytes':>6} {'op/byte':>8}")


def print_point(point):
    line = ("%-7s %-9s %-12s %3d %3d %7.1f %7.1f %7.1f %7.1f %6.0f %8.2f"
            % tuple(point[key] for key in CSV_KEYS[:11]))
    if point["limit_mlups"] is not None:
        line += " %10.1f" % point["limit_mlups"]
        line += (" %10s %6s" % ("-", "-") if point["mlups"] is None else
                 " %10.1f %5.1f%%" % (point["mlups"], 100.0 * point["share"]))
    print(line)


def print_table(found):
    device, ceilings = found["device"], found["ceilings"]
    print(f"{device['name']} ({device['platform']}, driver {device['driver']})")
    if ceilings:
        print("ceilings: %s at most %.1f GB/s" % (ceilings["bandwidth_probe"], ceilings["bandwidth_gbps"])
              + "".join(", %s %.1f Gop/s" % (name, ceilings[key])
                        for key, name in PEAKS.items() if ceilings[key] is not None))
    source = found["points"][0]["ptx"]
    print(f"counted in the PTX of {'the ' if source == 'driver' else ''}{source}; per update:")
    print(HEADING + ("  MLUPs/s: limit  measured  share" if ceilings else ""))
    for point in found["points"]:
        print_point(point)


def write_csv(found, path):
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(CSV_KEYS)
    for point in found["points"]:
        rows.writerow("" if value is None else value if isinstance(value, str) else "%.8g" % value
                      for value in (point[key] for key in CSV_KEYS))
    files.write(path, text.getvalue())


def main(request):
    print_table(request["found"])
    if request["folder"] is not None:
        write_csv(request["found"], os.path.join(request["folder"], "roofline.csv"))
    return program.OK


if __name__ == "__main__":
    program.run(main, json.load(sys.stdin.buffer))
