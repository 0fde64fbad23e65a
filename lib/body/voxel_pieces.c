/* voxel_pieces.c - into how many pieces the cells of a body fall: runs along x that touch are one.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "body/voxels.h"

struct run {
    uint32_t begin, end; /* along x, `end` behind the last */
    size_t parent;       /* a run of the same piece; itself: the first one */
};

struct runs {
    struct run *run;
    size_t count, room;
    size_t *first; /* of each row, and behind the last one */
};

static size_t root_of(struct run *run, size_t n)
{
    while (run[n].parent != n)
        n = run[n].parent = run[run[n].parent].parent;
    return n;
}

static bool add_run(struct runs *r, uint32_t begin, uint32_t end)
{
    if (r->count == r->room) {
        const size_t room = 2 * r->room + 64;
        struct run *more = realloc(r->run, room * sizeof *more);
        if (more == NULL) return false;
        r->run = more;
        r->room = room;
    }
    r->run[r->count] = (struct run){begin, end, r->count};
    r->count++;
    return true;
}

static bool add_row(struct runs *r, const uint8_t *cell, uint32_t length, uint8_t number)
{
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t begin = i;
        while (i < length && cell[i] == number)
            i++;
        if (i > begin && !add_run(r, begin, i)) return false;
    }
    return true;
}

/* Joins the runs of two rows that touch, by faces, edges or corners. */
static void join_rows(struct runs *r, size_t row, size_t other)
{
    for (size_t a = r->first[row]; a < r->first[row + 1]; a++)
        for (size_t b = r->first[other]; b < r->first[other + 1]; b++)
            if (r->run[a].begin <= r->run[b].end && r->run[b].begin <= r->run[a].end)
                r->run[root_of(r->run, a)].parent = root_of(r->run, b);
}

/* With those before it, in its layer and in the one below. */
static void join_row(struct runs *r, const uint32_t size[3], uint32_t j, uint32_t k)
{
    const size_t row = (size_t)k * size[1] + j;
    if (j > 0) join_rows(r, row, row - 1);
    if (k == 0) return;
    join_rows(r, row, row - size[1]);
    if (j > 0) join_rows(r, row, row - size[1] - 1);
    if (j + 1 < size[1]) join_rows(r, row, row - size[1] + 1);
}

enum lb_status lb_voxels_pieces(const struct lb_voxels *v, uint8_t number, uint64_t *out,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t rows = (size_t)v->size[1] * v->size[2];
    struct runs r = {.first = calloc(rows + 1, sizeof *r.first)};
    *out = 0;
    LB_REQUIRE(r.first != NULL, LB_STATUS_FAILED, "no memory for the pieces of a body");
    for (size_t row = 0; row < rows; row++) {
        r.first[row] = r.count;
        LB_REQUIRE(add_row(&r, v->number + row * v->size[0], v->size[0], number), LB_STATUS_FAILED,
                   "no memory for the pieces of a body");
    }
    r.first[rows] = r.count;
    for (uint32_t k = 0; k < v->size[2]; k++)
        for (uint32_t j = 0; j < v->size[1]; j++)
            join_row(&r, v->size, j, k);
    for (size_t n = 0; n < r.count; n++)
        *out += r.run[n].parent == n;
cleanup:
    free(r.run);
    free(r.first);
    return st;
}
