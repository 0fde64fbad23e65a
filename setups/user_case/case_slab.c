/* case_slab.c - the cells of a plane and their weights, and sums over them.  Along an axis these are a layer, or two that
 * are interpolated; of any other normal the flow is a mean over planes side by side, up to two cells on both sides, each
 * of which the flow crosses where it is steady: their weights fall linearly to 0.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

/* A read takes some 50 us, however few the cells: layers are read together as long as these are no more than so many. */
enum { CELLS_BESIDE = 2, CELLS_AT_ONCE = 1 << 16 };

/* Weight of a cell; 0: it is beyond.  It falls to 0 over whole cells of the axis that is nearest to the normal, so that
 * along each line of cells of that axis the sum is 1 over the normal's component, the area that the plane has there. */
static double weight_at(const struct lb_own_plane *p, const uint32_t at[3])
{
    double away = 0.0, largest = 0.0;
    if (p->axis >= 0)
        return at[p->axis] == p->layer[0]   ? 1.0 - p->share
               : at[p->axis] == p->layer[1] ? p->share
                                            : 0.0;
    for (int axis = 0; axis < 3; axis++) {
        away += p->normal[axis] * (at[axis] + 0.5 - p->centre[axis]);
        largest = fmax(largest, fabs(p->normal[axis]));
    }
    const double reach = CELLS_BESIDE * largest;
    return fmax(0.0, 1.0 - fabs(away) / reach) / reach;
}

static size_t number_of(const struct own_case *s, const uint32_t at[3])
{
    return ((size_t)at[2] * s->size[1] + at[1]) * s->size[0] + at[0];
}

struct flood {
    uint8_t *seen;  /* of each cell of the box */
    uint32_t *list; /* x, y, z of cells */
    size_t count, room;
};

static enum lb_status add(const struct own_case *s, const struct lb_own_plane *p, struct flood *f,
                          const uint32_t at[3], struct lb_error *err)
{
    const size_t number = number_of(s, at);
    if (f->seen[number] != 0 || !(weight_at(p, at) > 0.0) || !lb_own_is_fluid(s, at))
        return LB_STATUS_OK;
    if (f->count == f->room) {
        const size_t room = 2 * f->room + 1024;
        uint32_t *more = realloc(f->list, 3 * room * sizeof *more);
        LB_NEED(more != NULL, LB_STATUS_FAILED, "no memory for the plane '%s'", p->name);
        f->list = more;
        f->room = room;
    }
    f->seen[number] = 1;
    memcpy(f->list + 3 * f->count++, at, 3 * sizeof *at);
    return LB_STATUS_OK;
}

/* From the centre's cell on, over sides. */
static enum lb_status spread(const struct own_case *s, const struct lb_own_plane *p,
                             struct flood *f, struct lb_error *err)
{
    for (size_t n = 0; n < f->count; n++)
        for (int axis = 0; axis < s->dimensions; axis++)
            for (uint32_t ahead = 0; ahead < 2; ahead++) {
                uint32_t at[3];
                memcpy(at, f->list + 3 * n, sizeof at);
                at[axis] = (at[axis] + (ahead ? 1 : s->size[axis] - 1)) % s->size[axis];
                LB_OK(add(s, p, f, at, err));
            }
    return LB_STATUS_OK;
}

static int by_layer(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    return p[2] != q[2] ? (p[2] < q[2] ? -1 : 1) : 0;
}

enum lb_status lb_own_find_cells(const struct own_case *s, struct lb_own_plane *p,
                                 const uint32_t cell[3], struct lb_error *err)
{
    struct flood f = {.count = 0};
    f.seen = calloc((size_t)s->size[0] * s->size[1] * s->size[2], 1);
    LB_NEED(f.seen != NULL, LB_STATUS_FAILED, "no memory for the plane '%s'", p->name);
    enum lb_status st = add(s, p, &f, cell, err);
    if (st == LB_STATUS_OK) st = spread(s, p, &f, err);
    free(f.seen);
    p->cell = f.list;
    p->cell_count = f.count;
    LB_OK(st);
    qsort(p->cell, p->cell_count, 3 * sizeof *p->cell, by_layer);
    for (size_t n = 0; n < p->cell_count; n++)
        p->cells += weight_at(p, p->cell + 3 * n);
    return LB_STATUS_OK;
}

static void add_cell(const struct lb_own_plane *p, const uint32_t at[3], double rho,
                     const double u[3], double t, struct lb_own_through *out)
{
    const double weight = weight_at(p, at);
    double along = 0.0;
    for (int axis = 0; axis < 3; axis++)
        along += p->normal[axis] * u[axis];
    out->flow += weight * rho * along;
    out->heat += weight * rho * along * t;
    out->speed += weight * along;
    out->pressure += weight * (rho - 1.0);
    out->cells += weight;
}

static void include(struct lb_region *box, const uint32_t at[3])
{
    for (int axis = 0; axis < 3; axis++) {
        if (at[axis] < box->begin[axis]) box->begin[axis] = at[axis];
        if (at[axis] >= box->end[axis]) box->end[axis] = at[axis] + 1;
    }
}

/* The box of the cells from number `first` on: one layer, and others while it is small; the number behind them. */
static size_t take_layers(const struct lb_own_plane *p, size_t first, struct lb_region *box)
{
    *box = (struct lb_region){{UINT32_MAX, UINT32_MAX, UINT32_MAX}, {0, 0, 0}};
    for (size_t n = first, next; n < p->cell_count; n = next) {
        struct lb_region more = *box;
        for (next = n; next < p->cell_count && p->cell[3 * next + 2] == p->cell[3 * n + 2]; next++)
            include(&more, p->cell + 3 * next);
        if (n > first && lb_region_cells(&more) > CELLS_AT_ONCE) return n;
        *box = more;
    }
    return p->cell_count;
}

static size_t number_in(const struct lb_region *box, const uint32_t at[3])
{
    const size_t wide = box->end[0] - box->begin[0], high = box->end[1] - box->begin[1];
    return ((at[2] - box->begin[2]) * high + at[1] - box->begin[1]) * wide + at[0] - box->begin[0];
}

enum lb_status lb_own_measure_cells(const struct own_case *s, struct lb_run *run,
                                    const struct lb_own_plane *p, struct lb_own_through *out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *out = (struct lb_own_through){0};
    for (size_t n = 0; n < p->cell_count && st == LB_STATUS_OK;) {
        struct lb_region box;
        const size_t end = take_layers(p, n, &box), cells = lb_region_cells(&box);
        double *rho = calloc(5 * cells, sizeof *rho), *u = rho + cells, *t = u + 3 * cells;
        LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for %zu cells of a plane", cells);
        st = lb_own_read_flow(s, run, &box, rho, u, t, err);
        for (; n < end; n++) {
            const size_t k = number_in(&box, p->cell + 3 * n);
            add_cell(p, p->cell + 3 * n, rho[k], u + 3 * k, t[k], out);
        }
        free(rho);
    }
    return st;
}
