/* percolation.c - floods the pores from the first layer, and what was reached from the last one.
 * SPDX-License-Identifier: MIT */
#include "analysis/percolation.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    REACHED = LB_PERCOLATION_THROUGH + 1, /* from the first layer */
    MOST_LINKS = 26
};

/* Cells whose neighbours are still to be looked at. */
struct front {
    uint64_t *cells;
    size_t count, capacity;
};

struct flood {
    const struct lb_percolation *image;
    struct front now, next;
    uint8_t from, to;
    uint64_t reached;
    int64_t ahead[MOST_LINKS]; /* along each link, where no side of the image is near */
};

static enum lb_status take(struct flood *f, uint64_t cell, struct lb_error *err)
{
    struct front *n = &f->next;
    if (f->image->cells[cell] != f->from) return LB_STATUS_OK;
    if (n->count == n->capacity) {
        const size_t capacity = n->capacity > 0 ? 2 * n->capacity : 4096;
        uint64_t *more = realloc(n->cells, capacity * sizeof *more);
        LB_NEED(more != NULL, LB_STATUS_FAILED, "no memory for the pores of an image");
        n->cells = more;
        n->capacity = capacity;
    }
    f->image->cells[cell] = f->to;
    n->cells[n->count++] = cell;
    f->reached++;
    return LB_STATUS_OK;
}

static uint64_t number_of(const struct lb_percolation *p, const uint32_t at[3])
{
    return ((uint64_t)at[2] * p->size[1] + at[1]) * p->size[0] + at[0];
}

/* The cell along a link; false: it would be beyond the first or the last layer. */
static bool follow(const struct lb_percolation *p, const uint32_t at[3], const int link[3],
                   uint64_t *out)
{
    uint32_t to[3];
    for (int a = 0; a < 3; a++) {
        const int64_t place = (int64_t)at[a] + link[a], size = p->size[a];
        const int64_t behind = place < 0 ? size : place >= size ? -size : 0; /* no division */
        if (a == p->axis && behind != 0) return false;
        to[a] = (uint32_t)(place + behind);
    }
    *out = number_of(p, to);
    return true;
}

static enum lb_status look_around(struct flood *f, uint64_t cell, struct lb_error *err)
{
    const struct lb_percolation *p = f->image;
    const uint64_t row = cell / p->size[0];
    const uint32_t at[3] = {(uint32_t)(cell % p->size[0]), (uint32_t)(row % p->size[1]),
                            (uint32_t)(row / p->size[1])};
    uint64_t next;
    bool is_inside = true;
    for (int a = 0; a < 3; a++)
        is_inside = is_inside && at[a] > 0 && at[a] + 1 < p->size[a];
    for (int n = 0; n < p->link_count && is_inside; n++)
        LB_OK(take(f, cell + (uint64_t)f->ahead[n], err));
    for (int n = 0; n < p->link_count && !is_inside; n++)
        if (follow(p, at, p->links[n], &next)) LB_OK(take(f, next, err));
    return LB_STATUS_OK;
}

/* The numbers of a layer's cells, one after the other; false: there are no more. */
static bool cell_of_layer(const struct lb_percolation *p, uint32_t layer, uint64_t n, uint64_t *out)
{
    const int low = p->axis == 0 ? 1 : 0, high = p->axis == 2 ? 1 : 2;
    uint32_t at[3];
    if (n >= (uint64_t)p->size[low] * p->size[high]) return false;
    at[p->axis] = layer;
    at[low] = (uint32_t)(n % p->size[low]);
    at[high] = (uint32_t)(n / p->size[low]);
    *out = number_of(p, at);
    return true;
}

static enum lb_status flood_from(struct flood *f, uint32_t layer, struct lb_error *err)
{
    uint64_t cell;
    for (uint64_t n = 0; cell_of_layer(f->image, layer, n, &cell); n++)
        LB_OK(take(f, cell, err));
    while (f->next.count > 0) {
        const struct front full = f->next;
        f->next = f->now;
        f->now = full;
        f->next.count = 0;
        for (size_t n = 0; n < f->now.count; n++)
            LB_OK(look_around(f, f->now.cells[n], err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_percolation_mark(const struct lb_percolation *p, uint64_t *count,
                                   struct lb_error *err)
{
    const uint64_t cells = (uint64_t)p->size[0] * p->size[1] * p->size[2];
    struct flood f = {.image = p, .from = LB_PERCOLATION_PORE, .to = REACHED};
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < p->link_count; n++)
        f.ahead[n] =
            ((int64_t)p->links[n][2] * p->size[1] + p->links[n][1]) * p->size[0] + p->links[n][0];
    LB_TRY(flood_from(&f, 0, err));
    f.from = REACHED;
    f.to = LB_PERCOLATION_THROUGH;
    f.reached = 0;
    LB_TRY(flood_from(&f, p->size[p->axis] - 1, err));
    *count = f.reached;
    for (uint64_t n = 0; n < cells; n++)
        if (p->cells[n] == REACHED) p->cells[n] = LB_PERCOLATION_PORE;
cleanup:
    free(f.now.cells);
    free(f.next.cells);
    return st;
}

uint64_t lb_percolation_seam(const struct lb_percolation *p)
{
    uint64_t first, last, open = 0;
    for (uint64_t n = 0; cell_of_layer(p, 0, n, &first); n++) {
        cell_of_layer(p, p->size[p->axis] - 1, n, &last);
        open +=
            p->cells[first] == LB_PERCOLATION_THROUGH && p->cells[last] == LB_PERCOLATION_THROUGH;
    }
    return open;
}
