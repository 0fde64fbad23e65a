/* bench_table.c - sorts points, and prints them for people and for spreadsheets.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/collision.h"
#include "case/lattice.h"
#include "case/number_format.h"

/* --- order ------------------------------------------------------------------------------------ */

struct sort_key {
    double device_speed; /* of its fastest point */
    size_t device;       /* position of its first point */
    int lattice, collision, format;
    double cells;
    const struct lb_bench_record *record; /* sorting keeps the order of equals */
};

bool lb_bench_same_device(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    return strcmp(a->device, b->device) == 0 && strcmp(a->platform, b->platform) == 0 &&
           strcmp(a->driver, b->driver) == 0 && strcmp(a->host, b->host) == 0 &&
           a->device_index == b->device_index;
}

bool lb_bench_same_model(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    return strcmp(a->lattice, b->lattice) == 0 && strcmp(a->collision, b->collision) == 0 &&
           a->walls == b->walls;
}

int lb_bench_format_position(const struct lb_bench_record *r)
{
    int n = 0;
    const char *slash = strchr(r->precision, '/');
    const char *name = slash != NULL ? slash + 1 : r->precision;
    while (lb_number_formats[n] != NULL && strcmp(lb_number_formats[n]->name, name) != 0)
        n++;
    return n;
}

static int lattice_position(const char *name)
{
    int n = 0;
    while (lb_lattices[n] != NULL && strcmp(lb_lattices[n]->name, name) != 0)
        n++;
    return n;
}

static int collision_position(const char *name)
{
    int n = 0;
    while (lb_collisions[n] != NULL && strcmp(lb_collisions[n]->name, name) != 0)
        n++;
    return n;
}

static void fill_keys(const struct lb_bench_records *records, struct sort_key *keys)
{
    for (size_t i = 0; i < records->count; i++) {
        const struct lb_bench_record *r = &records->list[i];
        keys[i] = (struct sort_key){.device = records->count,
                                    .lattice = lattice_position(r->lattice),
                                    .collision = collision_position(r->collision),
                                    .format = lb_bench_format_position(r),
                                    .cells = (double)r->size[0] * r->size[1] * r->size[2],
                                    .record = r};
        for (size_t j = 0; j < records->count; j++) {
            const struct lb_bench_record *other = &records->list[j];
            if (!lb_bench_same_device(r, other)) continue;
            if (j < keys[i].device) keys[i].device = j;
            if (other->skipped[0] == '\0')
                keys[i].device_speed = fmax(keys[i].device_speed, other->mlups);
        }
    }
}

static int order_of(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_texts_and_position(const struct sort_key *a, const struct sort_key *b)
{
    const struct lb_bench_record *x = a->record, *y = b->record;
    int order = strcmp(x->lattice, y->lattice);
    if (order == 0) order = strcmp(x->collision, y->collision);
    if (order == 0) order = (int)x->walls - (int)y->walls;
    if (order == 0) order = order_of(a->format, b->format);
    if (order == 0) order = strcmp(x->precision, y->precision);
    if (order == 0) order = strcmp(x->rounding, y->rounding);
    if (order == 0) order = order_of(b->cells, a->cells);
    if (order == 0) order = strcmp(x->streaming, y->streaming);
    if (order == 0) order = (int)y->shift - (int)x->shift;
    if (order == 0) order = y->lanes - x->lanes;
    if (order == 0) order = (x > y) - (x < y);
    return order;
}

static int compare_keys(const void *left, const void *right)
{
    const struct sort_key *a = left, *b = right;
    int order = order_of(b->device_speed, a->device_speed);
    if (order == 0) order = order_of((double)a->device, (double)b->device);
    if (order == 0) order = order_of(a->lattice, b->lattice);
    if (order == 0) order = order_of(a->collision, b->collision);
    return order != 0 ? order : compare_texts_and_position(a, b);
}

enum lb_status lb_bench_sort(struct lb_bench_records *records, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = records->count;
    struct sort_key *keys = calloc(count + 1, sizeof *keys);
    struct lb_bench_record *sorted = calloc(count + 1, sizeof *sorted);
    LB_REQUIRE(keys != NULL && sorted != NULL, LB_STATUS_FAILED, "no memory to sort %zu points",
               count);
    fill_keys(records, keys);
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++)
        sorted[i] = *keys[i].record;
    memcpy(records->list, sorted, count * sizeof *sorted);
cleanup:
    free(keys);
    free(sorted);
    return st;
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
            "%-7s %-9s %-12s %-14s %-6s %-9s %-5s %-10s %2s %2s %-8s %10s %10s %10s %6s %8s %6s "
            "%10s%s\n",
            "lattice", "collision", "precision", "size", "solid", "streaming", "shift", "rounding",
            "V", "W", "by", "MLUPs/s", "least", "most", "B/upd", "GB/s", "share", "deviation",
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
    fprintf(out, " %-9s %-5s %-10s %2d %2d %-8s", r->streaming, r->shift ? "on" : "off",
            r->rounding, r->lanes, r->arithmetic_lanes,
            r->layout_by[0] != '\0' ? r->layout_by : "-");
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
          "rounding,"
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
    put_text(out, r->rounding);
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
