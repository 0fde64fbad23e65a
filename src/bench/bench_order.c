/* bench_order.c - sorts points for a report.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/collision.h"
#include "case/lattice.h"
#include "case/number_format.h"

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
