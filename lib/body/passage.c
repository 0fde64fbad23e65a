/* passage.c - is there a way through the box?  Runs of free cells along x, joined where they touch.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "body/body_checks.h"

struct run {
    uint32_t begin, end; /* its cells: [begin, end) */
    size_t parent;       /* the run that stands for its set, as far as is known */
};

struct runs {
    struct run *run;
    size_t count, capacity;
    size_t *row; /* the first run of each row, x fastest gone: y, then z; one more at the end */
};

static size_t root_of(struct runs *r, size_t n)
{
    while (r->run[n].parent != n) {
        r->run[n].parent = r->run[r->run[n].parent].parent;
        n = r->run[n].parent;
    }
    return n;
}

static void join(struct runs *r, size_t a, size_t b)
{
    a = root_of(r, a);
    b = root_of(r, b);
    r->run[a > b ? a : b].parent = a > b ? b : a;
}

static bool add_run(struct runs *r, uint32_t begin, uint32_t end)
{
    if (r->count == r->capacity) {
        const size_t larger = 2 * r->capacity + 1024;
        struct run *grown = realloc(r->run, larger * sizeof *grown);
        if (grown == NULL) return false;
        r->run = grown;
        r->capacity = larger;
    }
    r->run[r->count] = (struct run){.begin = begin, .end = end, .parent = r->count};
    r->count++;
    return true;
}

static bool add_row(struct runs *r, const struct lb_voxels *v, const uint32_t box[3], uint32_t y,
                    uint32_t z)
{
    const uint32_t j = y - v->begin[1], k = z - v->begin[2];
    if (j >= v->size[1] || k >= v->size[2]) return add_run(r, 0, box[0]);
    const uint8_t *row = v->number + ((size_t)k * v->size[1] + j) * v->size[0];
    uint32_t begin = 0;
    for (uint32_t i = 0; i < v->size[0]; i++) {
        const uint32_t x = v->begin[0] + i;
        if (row[i] == 0) continue;
        if (x > begin && !add_run(r, begin, x)) return false;
        begin = x + 1;
    }
    return begin >= box[0] || add_run(r, begin, box[0]);
}

static bool add_rows(struct runs *r, const struct lb_voxels *v, const uint32_t box[3])
{
    size_t row = 0;
    r->row = malloc(((size_t)box[1] * box[2] + 1) * sizeof *r->row);
    if (r->row == NULL) return false;
    for (uint32_t z = 0; z < box[2]; z++) {
        for (uint32_t y = 0; y < box[1]; y++) {
            r->row[row++] = r->count;
            if (!add_row(r, v, box, y, z)) return false;
        }
    }
    r->row[row] = r->count;
    return true;
}

/* Runs of two rows that have an x in common. */
static void join_rows(struct runs *r, size_t a, size_t b)
{
    size_t n = r->row[a], m = r->row[b];
    while (n < r->row[a + 1] && m < r->row[b + 1]) {
        const struct run *p = &r->run[n], *q = &r->run[m];
        if (p->begin < q->end && q->begin < p->end) join(r, n, m);
        if (p->end < q->end)
            n++;
        else
            m++;
    }
}

/* The first and the last run of a row, across a periodic x. */
static void join_ends(struct runs *r, const uint32_t box[3], size_t row)
{
    const size_t first = r->row[row], end = r->row[row + 1];
    if (first < end && r->run[first].begin == 0 && r->run[end - 1].end == box[0])
        join(r, first, end - 1);
}

static void join_all(struct runs *r, const uint32_t box[3], int axis, const bool periodic[3])
{
    const size_t layer = box[1];
    for (size_t z = 0; z < box[2]; z++) {
        for (size_t y = 0; y < box[1]; y++) {
            const size_t row = z * layer + y;
            if (y > 0) join_rows(r, row, row - 1);
            if (z > 0) join_rows(r, row, row - layer);
            if (y + 1 == box[1] && periodic[1] && axis != 1) join_rows(r, row, z * layer);
            if (z + 1 == box[2] && periodic[2] && axis != 2) join_rows(r, row, y);
            if (periodic[0] && axis != 0) join_ends(r, box, row);
        }
    }
}

/* Whether a run touches the lower (0) or upper (1) face along an axis. */
static bool does_touch(const struct runs *r, size_t n, size_t row, const uint32_t box[3], int axis,
                       int side)
{
    const size_t y = row % box[1], z = row / box[1];
    if (axis == 0) return side == 0 ? r->run[n].begin == 0 : r->run[n].end == box[0];
    const size_t at = axis == 1 ? y : z;
    return side == 0 ? at == 0 : at + 1 == box[axis];
}

/* All runs at a face belong to one more set, number count - 2 for the lower and count - 1 for the upper. */
static bool is_passable(struct runs *r, const uint32_t box[3], int axis)
{
    const size_t rows = (size_t)box[1] * box[2], low = r->count - 2, high = r->count - 1;
    for (size_t row = 0; row < rows; row++) {
        for (size_t n = r->row[row]; n < r->row[row + 1]; n++) {
            if (does_touch(r, n, row, box, axis, 0)) join(r, n, low);
            if (does_touch(r, n, row, box, axis, 1)) join(r, n, high);
        }
    }
    return root_of(r, low) == root_of(r, high);
}

enum lb_status lb_body_check_passage(const struct lb_voxels *v, const uint32_t box[3], int axis,
                                     const bool periodic[3], struct lb_error *err)
{
    struct runs r = {0};
    bool is_open = false;
    const bool is_done = add_rows(&r, v, box) && add_run(&r, 0, 0) && add_run(&r, 0, 0);
    if (is_done) {
        join_all(&r, box, axis, periodic);
        is_open = is_passable(&r, box, axis);
    }
    free(r.run);
    free(r.row);
    LB_NEED(is_done, LB_STATUS_FAILED,
            "no memory for the ways through %" PRIu32 " x %" PRIu32 " rows of cells", box[1],
            box[2]);
    LB_NEED(
        is_open, LB_STATUS_USAGE,
        "there is no way through the box from its face %c- to %c+: solid cells close its %" PRIu32
        " x %" PRIu32 " x %" PRIu32 " cells; a smaller body or a larger box would be right",
        "xyz"[axis], "xyz"[axis], box[0], box[1], box[2]);
    return LB_STATUS_OK;
}
