/* ways.c - joins runs of free cells; is there a way through the box?
 * SPDX-License-Identifier: MIT */
#include "domain/ways.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- sets of runs ----------------------------------------------------------------------------- */

static size_t root_of(struct lb_ways *r, size_t n)
{
    while (r->run[n].parent != n) {
        r->run[n].parent = r->run[r->run[n].parent].parent;
        n = r->run[n].parent;
    }
    return n;
}

static void join(struct lb_ways *r, size_t a, size_t b)
{
    a = root_of(r, a);
    b = root_of(r, b);
    r->run[a > b ? a : b].parent = a > b ? b : a;
}

static bool add_run(struct lb_ways *r, uint32_t begin, uint32_t end)
{
    if (r->count == r->capacity) {
        const size_t larger = 2 * r->capacity + 1024;
        struct lb_ways_run *grown = realloc(r->run, larger * sizeof *grown);
        if (grown == NULL) return false;
        r->run = grown;
        r->capacity = larger;
    }
    r->run[r->count] = (struct lb_ways_run){.begin = begin, .end = end, .parent = r->count};
    r->count++;
    return true;
}

static bool add_row(struct lb_ways *r, const uint8_t *solid, const uint32_t range[2])
{
    uint32_t begin = 0;
    for (uint32_t x = range[0]; x < range[1]; x++) {
        if (solid[x] == 0) continue;
        if (x > begin && !add_run(r, begin, x)) return false;
        begin = x + 1;
    }
    return begin >= r->box[0] || add_run(r, begin, r->box[0]);
}

static bool add_rows(struct lb_ways *r, const struct lb_ways_source *s)
{
    size_t row = 0;
    uint8_t *solid = malloc(r->box[0]);
    r->row = malloc(((size_t)r->box[1] * r->box[2] + 1) * sizeof *r->row);
    bool is_done = solid != NULL && r->row != NULL;
    for (uint32_t z = 0; z < r->box[2] && is_done; z++)
        for (uint32_t y = 0; y < r->box[1] && is_done; y++) {
            uint32_t range[2] = {0, 0};
            s->solid(s->context, y, z, solid, range);
            r->row[row++] = r->count;
            is_done = add_row(r, solid, range);
        }
    if (is_done) r->row[row] = r->count;
    free(solid);
    return is_done;
}

/* --- rows that touch -------------------------------------------------------------------------- */

/* Runs of two rows that have an x in common, or where `reach` is 1 stand side by side. */
static void join_rows(struct lb_ways *r, size_t a, size_t b, uint32_t reach)
{
    size_t n = r->row[a], m = r->row[b];
    while (n < r->row[a + 1] && m < r->row[b + 1]) {
        const struct lb_ways_run *p = &r->run[n], *q = &r->run[m];
        if (p->begin < q->end + reach && q->begin < p->end + reach) join(r, n, m);
        if (p->end < q->end)
            n++;
        else
            m++;
    }
}

/* The last run of a row and the first one of another, across a periodic x. */
static void join_ends(struct lb_ways *r, size_t a, size_t b)
{
    const size_t end = r->row[a + 1], first = r->row[b];
    if (r->row[a] < end && first < r->row[b + 1] && r->run[first].begin == 0 &&
        r->run[end - 1].end == r->box[0])
        join(r, first, end - 1);
}

/* The rows of `y` and `z` and of a neighbour, which may be none. */
static void join_neighbour(struct lb_ways *r, const struct lb_ways_source *s, size_t y, size_t z,
                           int dy, int dz)
{
    const size_t ny = r->box[1], nz = r->box[2];
    const bool wraps_y = dy < 0 ? y == 0 : y + (size_t)dy == ny;
    const bool wraps_z = z + (size_t)dz == nz;
    if ((wraps_y && !s->periodic[1]) || (wraps_z && !s->periodic[2])) return;
    const size_t other_y = wraps_y ? (dy < 0 ? ny - 1 : 0) : y + (size_t)dy,
                 other_z = wraps_z ? 0 : z + (size_t)dz;
    const size_t a = z * ny + y, b = other_z * ny + other_y;
    join_rows(r, a, b, s->over_edges);
    if (!s->periodic[0] || !s->over_edges) return;
    join_ends(r, a, b);
    join_ends(r, b, a);
}

static void join_all(struct lb_ways *r, const struct lb_ways_source *s)
{
    static const int to[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (size_t z = 0; z < r->box[2]; z++)
        for (size_t y = 0; y < r->box[1]; y++) {
            for (int n = 0; n < (s->over_edges ? 4 : 2); n++)
                join_neighbour(r, s, y, z, to[n][0], to[n][1]);
            if (s->periodic[0]) join_ends(r, z * r->box[1] + y, z * r->box[1] + y);
        }
}

enum lb_status lb_ways_find(const struct lb_ways_source *source, struct lb_ways *out,
                            struct lb_error *err)
{
    *out = (struct lb_ways){.box = {source->box[0], source->box[1], source->box[2]}};
    LB_NEED(add_rows(out, source), LB_STATUS_FAILED,
            "no memory for the ways through %" PRIu32 " x %" PRIu32 " rows of cells",
            source->box[1], source->box[2]);
    join_all(out, source);
    return LB_STATUS_OK;
}

void lb_ways_free(struct lb_ways *w)
{
    free(w->run);
    free(w->row);
    *w = (struct lb_ways){.count = 0};
}

/* --- asking ----------------------------------------------------------------------------------- */

int64_t lb_ways_at(struct lb_ways *w, const uint32_t at[3])
{
    const size_t row = (size_t)at[2] * w->box[1] + at[1];
    size_t first = w->row[row], end = w->row[row + 1];
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (w->run[middle].end <= at[0])
            first = middle + 1;
        else
            end = middle;
    }
    if (first == w->row[row + 1] || w->run[first].begin > at[0]) return LB_WAYS_NONE;
    return (int64_t)root_of(w, first);
}

/* Whether a run touches the lower (0) or upper (1) face along an axis. */
static bool does_touch(const struct lb_ways *r, size_t n, size_t row, int axis, int side)
{
    const size_t y = row % r->box[1], z = row / r->box[1];
    if (axis == 0) return side == 0 ? r->run[n].begin == 0 : r->run[n].end == r->box[0];
    const size_t at = axis == 1 ? y : z;
    return side == 0 ? at == 0 : at + 1 == r->box[axis];
}

/* Sets at the lower face are marked, and then looked for at the upper one. */
enum lb_status lb_ways_lead_through(struct lb_ways *w, int axis, bool *out, struct lb_error *err)
{
    const size_t rows = (size_t)w->box[1] * w->box[2];
    uint8_t *is_low = calloc(w->count + 1, 1);
    *out = false;
    LB_NEED(is_low != NULL, LB_STATUS_FAILED, "no memory for the ways along %c", "xyz"[axis]);
    for (int side = 0; side < 2; side++)
        for (size_t row = 0; row < rows; row++)
            for (size_t n = w->row[row]; n < w->row[row + 1]; n++) {
                if (!does_touch(w, n, row, axis, side)) continue;
                if (side == 0) is_low[root_of(w, n)] = 1;
                if (side == 1) *out = *out || is_low[root_of(w, n)];
            }
    free(is_low);
    return LB_STATUS_OK;
}

static void take_voxels(const void *context, uint32_t y, uint32_t z, uint8_t *numbers,
                        uint32_t range[2])
{
    const struct lb_voxels *v = context;
    const uint32_t j = y - v->begin[1], k = z - v->begin[2];
    if (j >= v->size[1] || k >= v->size[2]) return;
    range[0] = v->begin[0];
    range[1] = v->begin[0] + v->size[0];
    memcpy(numbers + range[0], v->number + ((size_t)k * v->size[1] + j) * v->size[0], v->size[0]);
}

enum lb_status lb_ways_check_passage(const struct lb_voxels *v, const uint32_t box[3], int axis,
                                     const bool periodic[3], struct lb_error *err)
{
    struct lb_ways ways;
    struct lb_ways_source source = {
        .box = {box[0], box[1], box[2]}, .solid = take_voxels, .context = v};
    for (int a = 0; a < 3; a++)
        source.periodic[a] = periodic[a] && a != axis;
    bool is_open = false;
    enum lb_status st = lb_ways_find(&source, &ways, err);
    if (st == LB_STATUS_OK) st = lb_ways_lead_through(&ways, axis, &is_open, err);
    lb_ways_free(&ways);
    LB_OK(st);
    LB_NEED(
        is_open, LB_STATUS_USAGE,
        "there is no way through the box from its face %c- to %c+: solid cells close its %" PRIu32
        " x %" PRIu32 " x %" PRIu32 " cells; a smaller body or a larger box would be right",
        "xyz"[axis], "xyz"[axis], box[0], box[1], box[2]);
    return LB_STATUS_OK;
}
