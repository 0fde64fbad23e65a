/* bench_table.c - prints points for people and for spreadsheets.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_table.h"

#include <math.h>
#include <string.h>

bool lb_bench_same_device(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    return strcmp(a->device, b->device) == 0 && strcmp(a->platform, b->platform) == 0 &&
           strcmp(a->driver, b->driver) == 0 && strcmp(a->host, b->host) == 0 &&
           a->device_index == b->device_index;
}

/* --- for people ------------------------------------------------------------------------------ */

static void print_batches(FILE *out, const struct lb_bench_record *r)
{
    fprintf(out, "%llu steps of warm-up, then the median, least and most of %d batch%s",
            (unsigned long long)r->warm_up_steps, r->batches, r->batches == 1 ? "" : "es");
    if (r->rounds > 1)
        fprintf(out,
                " in each of %d rounds over all points; speeds, ceilings and shares are medians of "
                "the rounds",
                r->rounds);
    fputc('\n', out);
}

static void print_device(FILE *out, const struct lb_bench_record *r)
{
    fprintf(out, "%s (%s, driver %s)", r->device, r->platform, r->driver);
    if (r->copy > 0.0) fprintf(out, ": copy %.1f GB/s", r->copy);
    if (r->planes > 0.0)
        fprintf(out, ", " LB_BENCH_IN_PLACE " %.1f GB/s, of which the share in place is",
                r->planes);
    fputc('\n', out);
    if (r->warm_up_steps > 0) print_batches(out, r);
    fprintf(out,
            "%-7s %-9s %-12s %-14s %-6s %-9s %-5s %2s %2s %-8s %10s %10s %10s %6s %8s %6s %10s%s\n",
            "lattice", "collision", "precision", "size", "solid", "streaming", "shift", "V", "W",
            "by", "MLUPs/s", "least", "most", "B/upd", "GB/s", "share", "deviation",
            r->rounds > 1 ? "  over the first (least - most)" : "");
}

/* The share in percent with one decimal, or "-". */
static void print_share(FILE *out, int width, double share)
{
    char text[32] = "-";
    if (isfinite(share)) snprintf(text, sizeof text, "%.1f%%", 100.0 * share);
    fprintf(out, " %*s", width, text);
}

static void print_over_first(FILE *out, const struct lb_bench_record *r)
{
    const struct lb_bench_spread *s = &r->over_first;
    if (r->first[0] != '\0') fprintf(out, "  %.3f (%.3f - %.3f)", s->median, s->min, s->max);
}

void lb_bench_print_row(FILE *out, const struct lb_bench_record *before,
                        const struct lb_bench_record *r)
{
    char box[40];
    if (before == NULL || !lb_bench_same_device(before, r)) {
        if (before != NULL) fputc('\n', out);
        print_device(out, r);
    }
    fprintf(out, "%-7s %-9s %-12s %-14s", r->lattice, r->collision, r->precision,
            lb_bench_size_text(r, box, sizeof box));
    print_share(out, -6, r->walls ? r->solid_share : nan(""));
    fprintf(out, " %-9s %-5s %2d %2d %-8s", r->streaming, r->shift ? "on" : "off", r->lanes,
            r->arithmetic_lanes, r->layout_by[0] != '\0' ? r->layout_by : "-");
    if (r->skipped[0] != '\0') {
        fprintf(out, " skipped: %s\n", r->skipped);
        return;
    }
    fprintf(out, " %10.1f %10.1f %10.1f %6.0f %8.1f", r->mlups, r->mlups_min, r->mlups_max,
            r->bytes_per_update, r->bandwidth);
    print_share(out, 6, r->efficiency);
    fprintf(out, " %10.1e", r->deviation);
    print_over_first(out, r);
    fputc('\n', out);
}

/* --- CSV ------------------------------------------------------------------------------------- */

static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputs("\",", out);
}

/* Not finite: an empty field. */
static void put_number(FILE *out, double value)
{
    if (isfinite(value)) fprintf(out, "%.17g", value);
    fputc(',', out);
}

static void put_count(FILE *out, uint64_t value)
{
    fprintf(out, "%llu,", (unsigned long long)value);
}

void lb_bench_csv_heading(FILE *out)
{
    fputs("time,version,commit,host,platform,device,driver,device_type,lattice,collision,precision,"
          "shift,streaming,walls,solid_share,nx,ny,nz,lanes_asked,"
          "arithmetic_lanes_asked,lanes,arithmetic_lanes,work_group,registers,layout_by,"
          "warm_up_steps,steps_per_batch,steps,batches,build_s,mlups,mlups_min,mlups_max,noise,"
          "bytes_per_cell,bytes_per_update,device_bytes,gbps,copy_gbps,in_place_19_planes_gbps,"
          "ceiling_gbps,ceiling_probe,efficiency,flow_checksum,"
          "command,skipped,rounds,over_first,over_first_min,over_first_max,first\n",
          out);
}

static void put_case(FILE *out, const struct lb_bench_record *r)
{
    put_text(out, r->lattice);
    put_text(out, r->collision);
    put_text(out, r->precision);
    put_text(out, r->shift ? "on" : "off");
    put_text(out, r->streaming);
    put_count(out, r->walls ? 1 : 0);
    put_number(out, r->solid_share);
    for (int axis = 0; axis < 3; axis++)
        put_count(out, r->size[axis]);
    if (r->lanes_asked > 0)
        put_count(out, (uint64_t)r->lanes_asked);
    else
        put_text(out, r->lanes_asked == 0 ? "auto" : "");
    put_number(out, r->arithmetic_lanes_asked > 0 ? r->arithmetic_lanes_asked : nan(""));
    put_count(out, (uint64_t)r->lanes);
    put_count(out, (uint64_t)r->arithmetic_lanes);
    put_count(out, r->group);
    put_number(out, r->registers > 0 ? r->registers : nan(""));
    put_text(out, r->layout_by);
}

static void put_figures(FILE *out, const struct lb_bench_record *r)
{
    put_count(out, r->warm_up_steps);
    put_count(out, r->batch_steps);
    put_count(out, r->steps);
    put_count(out, (uint64_t)r->batches);
    put_number(out, r->build_seconds);
    put_number(out, r->mlups);
    put_number(out, r->mlups_min);
    put_number(out, r->mlups_max);
    put_number(out, lb_bench_noise(r));
    put_number(out, r->bytes_per_cell);
    put_number(out, r->bytes_per_update);
    put_count(out, r->device_bytes);
    put_number(out, r->bandwidth);
    put_number(out, r->copy);
    put_number(out, r->planes);
    put_number(out, r->ceiling);
    put_text(out, r->ceiling_probe);
    put_number(out, r->efficiency);
    put_number(out, r->deviation);
}

enum { FIGURE_COLUMNS = 19 };

void lb_bench_csv_row(FILE *out, const struct lb_bench_record *r)
{
    put_text(out, r->time);
    put_text(out, r->version);
    put_text(out, r->commit);
    put_text(out, r->host);
    put_text(out, r->platform);
    put_text(out, r->device);
    put_text(out, r->driver);
    put_text(out, r->device_type);
    put_case(out, r);
    if (r->skipped[0] == '\0')
        put_figures(out, r);
    else
        for (int i = 0; i < FIGURE_COLUMNS; i++)
            fputc(',', out);
    put_text(out, r->command);
    put_text(out, r->skipped);
    put_count(out, (uint64_t)r->rounds);
    put_number(out, r->over_first.median);
    put_number(out, r->over_first.min);
    put_number(out, r->over_first.max);
    fprintf(out, "\"%s\"\n", r->first);
}
