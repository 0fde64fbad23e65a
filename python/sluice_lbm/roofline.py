# roofline.py - stands beside `sluice roofline`: counts instructions, and makes its tables, text and CSV.
# SPDX-License-Identifier: MIT
import csv
import io

from . import program, ptx

PEAKS = {"fp32_gops": "FP32", "fp64_gops": "FP64", "int32_gops": "INT32"}
CSV_KEYS = """lattice collision precision lanes arithmetic_lanes float_operations integer_operations conversions
    other_instructions bytes_per_update operations_per_byte limit_mlups mlups""".split()
HEADING = (f"{'lattice':<7} {'collision':<9} {'precision':<12} {'V':>3} {'W':>3} {'float':>7} {'integer':>7} "
           f"{'convert':>7} {'other':>7} {'bytes':>6} {'op/byte':>8}")


def point_row(point):
    line = ("%-7s %-9s %-12s %3d %3d %7.1f %7.1f %7.1f %7.1f %6.0f %8.2f"
            % tuple(point[key] for key in CSV_KEYS[:11]))
    if point["limit_mlups"] is not None:
        line += " %10.1f" % point["limit_mlups"]
        line += (" %10s %6s" % ("-", "-") if point["mlups"] is None else
                 " %10.1f %5.1f%%" % (point["mlups"], 100.0 * point["share"]))
    return line


def table(found):
    device, ceilings = found["device"], found["ceilings"]
    lines = [f"{device['name']} ({device['platform']}, driver {device['driver']})"]
    if ceilings:
        lines.append("ceilings: %s at most %.1f GB/s" % (ceilings["bandwidth_probe"], ceilings["bandwidth_gbps"])
                     + "".join(", %s %.1f Gop/s" % (name, ceilings[key])
                               for key, name in PEAKS.items() if ceilings[key] is not None))
    source = found["points"][0]["ptx"]
    lines.append(f"counted in the PTX of {'the ' if source == 'driver' else ''}{source}; per update:")
    lines.append(HEADING + ("  MLUPs/s: limit  measured  share" if ceilings else ""))
    return "".join(line + "\n" for line in lines + list(map(point_row, found["points"])))


def csv_text(found):
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(CSV_KEYS)
    for point in found["points"]:
        rows.writerow("" if value is None else value if isinstance(value, str) else "%.8g" % value
                      for value in (point[key] for key in CSV_KEYS))
    return text.getvalue()


def answer(request):
    if request["ask"] == "count":
        return {"counts": ptx.count(request["ptx"], request["kernel"], int(request["stored_bytes"]))}
    return {"table": table(request["found"]), "csv": csv_text(request["found"])}


if __name__ == "__main__":
    program.run(program.answer_lines, answer)
