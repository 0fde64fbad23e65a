/* devices_command.c - prints the OpenCL devices as text or JSON.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "io/file.h"
#include "io/json.h"
#include "case/lattice.h"
#include "case/number_format.h"
#include "layout/ledger.h"

/* The share of a device's memory that a run may count on; the driver and other programs hold
 * some. */
static const double usable_share = 0.95;

static const double gib = 1024.0 * 1024.0 * 1024.0;

/* Largest n with n^3 <= cells; cbrt alone may miss it by one. */
static uint64_t cube_edge(uint64_t cells)
{
    uint64_t n = (uint64_t)cbrt((double)cells);
    while (n > 0 && n * n * n > cells)
        n--;
    while ((n + 1) * (n + 1) * (n + 1) <= cells)
        n++;
    return n;
}

static bool fits(const struct lb_device_info *info, const struct lb_number_format *format,
                 uint64_t edge)
{
    const struct lb_layout_wishes none = {0};
    const uint32_t side = (uint32_t)edge;
    const struct lb_case c = {.lattice = lb_lattice_find("d3q19"),
                              .collision = lb_collision_find("srt"),
                              .storage = format,
                              .arithmetic =
                                  format->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64,
                              .shift = true,
                              .size = {side, side, side}};
    struct lb_layout l;
    lb_layout_choose(&c, &none, info, &l);
    const struct lb_ledger ledger = lb_ledger_of(&c, &l, info);
    return (double)lb_ledger_bytes(&ledger) <= usable_share * (double)info->memory &&
           lb_ledger_largest(&ledger) <= info->max_allocation;
}

uint64_t lb_devices_largest_cube(const struct lb_device_info *info,
                                 const struct lb_number_format *format)
{
    const struct lb_lattice *lattice = lb_lattice_find("d3q19");
    if (lattice == NULL || (!format->with_fp32 && !info->fp64)) return 0;
    const double populations = lb_number_format_bytes(format, lattice->directions);
    uint64_t edge = cube_edge((uint64_t)((double)info->max_allocation / populations));
    const uint64_t by_memory =
        cube_edge((uint64_t)(usable_share * (double)info->memory / populations));
    if (by_memory < edge) edge = by_memory;
    while (edge > 0 && !fits(info, format, edge))
        edge--;
    return edge;
}

static void print_text(FILE *out, const struct lb_device_info *info)
{
    fprintf(out, "%d  %s\n", info->index, info->name);
    fprintf(out, "    choose with      -d %d, -d %d:%d or part of the name\n", info->index,
            info->platform_index, info->device_index);
    fprintf(out, "    type             %s\n", lb_device_type_name(info->type));
    fprintf(out, "    platform         %d: %s\n", info->platform_index, info->platform);
    fprintf(out, "    driver           %s\n", info->driver);
    fprintf(out, "    OpenCL           %s\n", info->version);
    fprintf(out, "    memory           %.2f GiB, at most %.2f GiB in one buffer\n",
            (double)info->memory / gib, (double)info->max_allocation / gib);
    fprintf(out, "    compute units    %u at %u MHz\n", info->compute_units, info->clock_mhz);
    fprintf(out, "    arithmetic       fp32%s%s\n", info->fp64 ? ", fp64" : "; no fp64",
            info->fp16 ? ", fp16" : "; no fp16");
    fprintf(out, "    largest cube     D3Q19, in place, by storage format\n");
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        const uint64_t edge = lb_devices_largest_cube(info, *f);
        if (edge > 0)
            fprintf(out, "        %-8s %5" PRIu64 "^3\n", (*f)->name, edge);
        else
            fprintf(out, "        %-8s     -\n", (*f)->name);
    }
}

static void add_device(struct lb_json *list, const struct lb_device_info *info)
{
    char pair[32];
    snprintf(pair, sizeof pair, "%d:%d", info->platform_index, info->device_index);
    struct lb_json d = lb_json_object(list, NULL);
    lb_json_number(&d, "index", info->index);
    lb_json_text(&d, "platform_device", pair);
    lb_json_text(&d, "type", lb_device_type_name(info->type));
    lb_json_text(&d, "name", info->name);
    lb_json_text(&d, "platform", info->platform);
    lb_json_text(&d, "vendor", info->vendor);
    lb_json_text(&d, "driver", info->driver);
    lb_json_text(&d, "version", info->version);
    lb_json_number(&d, "memory_bytes", (double)info->memory);
    lb_json_number(&d, "max_buffer_bytes", (double)info->max_allocation);
    lb_json_number(&d, "compute_units", info->compute_units);
    lb_json_number(&d, "clock_mhz", info->clock_mhz);
    lb_json_bool(&d, "fp64", info->fp64);
    lb_json_bool(&d, "fp16", info->fp16);
    struct lb_json cubes = lb_json_object(&d, "largest_cube_d3q19");
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        const uint64_t edge = lb_devices_largest_cube(info, *f);
        lb_json_number(&cubes, (*f)->name, edge > 0 ? (double)edge : nan(""));
    }
}

static enum lb_status print_json(FILE *out, const struct lb_device_info *list, size_t count,
                                 struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.devices/1");
    struct lb_json devices = lb_json_list(&w, "devices");
    for (size_t i = 0; i < count; i++)
        add_device(&devices, &list[i]);
    return lb_json_print(&w, LB_JSON_ON_LINES, out, err);
}

enum lb_status lb_devices_print(FILE *out, bool json, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_device_info *list = NULL;
    size_t count = 0, chosen = 0;
    LB_TRY(lb_device_list(&list, &count, err));
    LB_TRY(lb_device_choose(list, count, NULL, &chosen, err));
    if (json) {
        LB_TRY(print_json(out, list, count, err));
    } else {
        for (size_t i = 0; i < count; i++)
            print_text(out, &list[i]);
        fprintf(out, "used where none is chosen: %d\n", list[chosen].index);
    }
    LB_TRY(lb_stream_flush(out, err));
cleanup:
    free(list);
    return st;
}
