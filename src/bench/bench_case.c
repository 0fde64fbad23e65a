/* bench_case.c - the table and the JSON lines of --print-case.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_sweep.h"

#include <stdlib.h>

#include "opencl/device.h"
#include "bench/bench_point.h"

static double cell_count(const struct lb_bench_record *r)
{
    return (double)r->size[0] * (double)r->size[1] * (double)r->size[2];
}

static void print_row(FILE *out, const struct lb_bench_record *r)
{
    char box[40];
    fprintf(out, "  %-7s %-9s %-12s %-14s %-5s %-9s %-5s %-10s %2d %2d %5d", r->lattice,
            r->collision, r->precision, lb_bench_size_text(r, box, sizeof box),
            r->walls ? "walls" : "open", r->streaming, r->shift ? "on" : "off", r->rounding,
            r->lanes, r->arithmetic_lanes, r->group);
    if (r->skipped[0] != '\0')
        fprintf(out, " skipped: %s\n", r->skipped);
    else
        fprintf(out, " %6.0f %6.0f %8.3f\n", r->bytes_per_cell, r->bytes_per_update,
                r->bytes_per_cell * cell_count(r) / (1024.0 * 1024.0 * 1024.0));
}

static void print_heading(FILE *out, const struct lb_device_info *d)
{
    fprintf(out,
            "%s (%s, driver %s)\n"
            "  lattice collision precision    size           box   streaming shift rounding    V  "
            "W group "
            "B/cell  B/upd      GiB\n",
            d->name, d->platform, d->driver);
}

enum lb_status lb_bench_print_case(const struct lb_bench_request *request, FILE *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_bench_plan *plan = &request->plan;
    struct lb_bench_record *r = malloc(sizeof *r);
    LB_REQUIRE(r != NULL, LB_STATUS_FAILED, "no memory for a point");
    for (size_t n = 0, shown = SIZE_MAX; n < lb_bench_plan_count(plan); n++) {
        const struct lb_bench_choice choice = lb_bench_plan_point(plan, n);
        const struct lb_device_info *device = &request->devices[choice.device];
        *r = (struct lb_bench_record){0};
        LB_TRY(lb_bench_point_describe(&choice, device, r, err));
        if (request->reporting.form == LB_OUTPUT_JSON) {
            struct lb_json w = lb_bench_case_object(r, device);
            LB_TRY(lb_json_print(&w, LB_JSON_ON_LINE, out, err));
            continue;
        }
        if (shown != choice.device) print_heading(out, device);
        shown = choice.device;
        print_row(out, r);
    }
cleanup:
    free(r);
    return st;
}
