# table.py - points of `sluice bench` as rows for people and for spreadsheets.
# SPDX-License-Identifier: MIT
import math

from .point import has_figure, parts_of, size_text

HEADING = (f"{'lattice':<7} {'collision':<9} {'precision':<12} {'size':<14} {'solid':<6} {'streaming':<9} {'shift':<5} "
           f"{'rounding':<10} {'V':>2} {'W':>2} {'by':<8} {'MLUPs/s':>10} {'least':>10} {'most':>10} {'B/upd':>6} "
           f"{'GB/s':>8} {'share':>6} {'deviation':>10}")
CSV_HEADING = (
    "time,version,commit,host,platform,device,driver,device_type,lattice,collision,precision,rounding,shift,streaming,"
    "walls,solid_share,nx,ny,nz,lanes_asked,arithmetic_lanes_asked,lanes,arithmetic_lanes,work_group,registers,"
    "layout_by,warm_up_steps,steps_per_batch,steps,batches,build_s,mlups,mlups_min,mlups_max,noise,bytes_per_cell,"
    "bytes_per_update,device_bytes,gbps,copy_gbps,in_place_19_planes_gbps,ceiling_gbps,ceiling_probe,efficiency,"
    "flow_checksum,command,skipped,rounds,over_first,over_first_min,over_first_max,first,loopback,"
    "sent_bytes_per_step,exposed_ms_per_step,over_uncut,parts,scaling,split,efficiency_parts,over_parts\n")
MEMBERS = {  # of columns that are called otherwise
    "host": "host.cpu", "platform": "device.platform", "device": "device.name", "driver": "device.driver",
    "device_type": "device.type", "nx": "size.0", "ny": "size.1", "nz": "size.2", "mlups": "mlups.median",
    "mlups_min": "mlups.min", "mlups_max": "mlups.max", "over_first": "over_first.median",
    "over_first_min": "over_first.min", "over_first_max": "over_first.max", "first": "over_first.point",
    "sent_bytes_per_step": "exchange.sent_bytes_per_step", "exposed_ms_per_step": "exchange.exposed_ms_per_step",
    "over_uncut": "exchange.over_uncut", "parts": "parts.count", "scaling": "parts.scaling", "split": "parts.split",
    "efficiency_parts": "parts.efficiency", "over_parts": "parts.over_parts"}


def plural(count, word, ending="s"):
    return f"{count:.0f} {word}{'' if count == 1 else ending}"


def number(value):
    return math.nan if value is None else value


# --- for people -----------------------------------------------------------------------------------


def is_same_device(a, b):
    """Of the same host, with the same driver."""
    keys = ("name", "platform", "driver", "index")
    return a["host"] == b["host"] and all(a["device"].get(key) == b["device"].get(key) for key in keys)


def batches_text(point, known):
    text = (f"{known['warm_up_steps']:.0f} steps of warm-up, then the median, least and most of "
            + plural(known["batches"], "batch", "es"))
    if point["rounds"] > 1:
        text += (f" in each of {point['rounds']:.0f} rounds over all points; speeds, ceilings and shares are medians "
                 "of the rounds")
    return text + "\n"


def device_text(point, known):
    """`known`: what a point without a figure does not say."""
    device, known = point["device"], {**known, **point}
    text = f"{device['name']} ({device['platform']}, driver {device['driver']})"
    if known.get("copy_gbps"):
        text += ": copy %.1f GB/s" % known["copy_gbps"]
    if known.get("in_place_19_planes_gbps"):
        text += (", 19 planes in place %.1f GB/s, of which the share in place is"
                 % known["in_place_19_planes_gbps"])
    text += "\n" + (batches_text(point, known) if known.get("warm_up_steps") else "")
    return text + HEADING + ("  over the first (least - most)" if point["rounds"] > 1 else "") + "\n"


def share_text(share):
    return "-" if share is None else "%.1f%%" % (100.0 * share)


def parts_text(point):
    parts, count = point.get("parts"), parts_of(point)
    if parts is None:
        return ""
    text = "  " + plural(count, "part")
    text += f" as {parts['split']}:" if count > 1 else ""
    if count > 1 and parts["efficiency"] is not None:
        text += " efficiency %.1f%%," % (100.0 * parts["efficiency"])
    return text + (f" of that of {parts['over_parts']:.0f} parts," if parts.get("over_parts", 0) > 1 else "")


def exchange_text(point):
    """What a cut costs, behind the columns."""
    text = parts_text(point) + (f"  cut across {point['loopback']}:" if "loopback" in point else "")
    if parts_of(point) < 2 and "loopback" not in point:
        return text
    cost = point["exchange"]
    if cost["over_uncut"] is not None:
        text += " %.1f%% of the uncut speed," % (100.0 * cost["over_uncut"])
    text += (" %.4g MB sent and %.2g ms exposed a step"
             % (1e-6 * cost["sent_bytes_per_step"], number(cost["exposed_ms_per_step"])))
    return text + (f", by {cost['way']}" if "way" in cost else "")


def advice_of(point):
    return point.get("exchange", {}).get("advice") if point is not None else None


def why_above(point):
    """Of a box that is many times as large as the cache little is in it: what else the machine does came between."""
    most = 8.0 * (point["device"]["cache_bytes"] or 0.0) * max(1, parts_of(point))
    is_in_cache = math.prod(point["size"]) * number(point["bytes_per_cell"]) <= most
    return "  in the cache" if is_in_cache else "  above the copy measured"


def figures_text(before, point):
    speeds, over = point["mlups"], point.get("over_first")
    text = (" %10.1f %10.1f %10.1f %6.0f %8.1f %6s %10.1e"
            % (speeds["median"], speeds["min"], speeds["max"], point["bytes_per_update"], point["gbps"],
               share_text(point["efficiency"]), number(point["flow_checksum"])))
    if over is not None:
        text += "  %.3f (%.3f - %.3f)" % (over["median"], over["min"], over["max"])
    text += exchange_text(point) + (why_above(point) if (point["efficiency"] or 0.0) > 1.0 else "")
    advice = advice_of(point)  # once for all rows that have the same
    return text + (f"\n    {advice}" if advice and advice != advice_of(before) else "")


def row(before, point, known):
    """One row; the device and the headings above it where `before` (None: nothing) was another device."""
    text = ""
    if before is None or not is_same_device(before, point):
        text = ("" if before is None else "\n") + device_text(point, known)
    text += ("%-7s %-9s %-12s %-14s %-6s %-9s %-5s %-10s %2d %2d %-8s"
             % (point["lattice"], point["collision"], point["precision"], size_text(point),
                share_text(point["solid_share"] if point["walls"] else None), point["streaming"],
                "on" if point["shift"] else "off", point["rounding"], point["lanes"], point["arithmetic_lanes"],
                point["layout_by"] or "-"))
    return text + (figures_text(before, point) if has_figure(point) else f" skipped: {point['skipped']}") + "\n"


# --- CSV ------------------------------------------------------------------------------------------


def find(point, path):
    for key in path.split("."):
        point = point[int(key)] if isinstance(point, list) else (point or {}).get(key)
    return point


def field(column, value):
    if column == "shift":
        value = "on" if value else "off"
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return "" if value is None else "%.17g" % value


def csv_row(point):
    """Fields are empty where nothing is known."""
    return ",".join(field(column, find(point, MEMBERS.get(column, column)))
                    for column in CSV_HEADING.strip().split(",")) + "\n"
