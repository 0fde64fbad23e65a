/* case_slab.c - the cells of a plane and their weights, and sums over them.  Along an axis these are a layer, or two that
 * are interpolated; of any other normal the flow is a mean over planes side by side, up to two cells on both sides, each
 * of which the flow crosses where it is steady: their weights fall linearly to 0.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

enum { CELLS_BESIDE = 2 };

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
    uint8_t *seen; /* of each cell of the box */
    struct lb_own_wanted *list;
    size_t count, room;
};

static enum lb_status add(const struct own_case *s, const struct lb_own_plane *p, struct flood *f,
                          const uint32_t at[3], struct lb_error *err)
{
    const size_t number = number_of(s, at);
    const double weight = weight_at(p, at);
    if (f->seen[number] != 0 || !(weight > 0.0) || !lb_own_is_fluid(s, at)) return LB_STATUS_OK;
    if (f->count == f->room) {
        const size_t room = 2 * f->room + 1024;
        struct lb_own_wanted *more = realloc(f->list, room * sizeof *more);
        LB_NEED(more != NULL, LB_STATUS_FAILED, "no memory for the plane '%s'", p->name);
        f->list = more;
        f->room = room;
    }
    f->seen[number] = 1;
    f->list[f->count++] = (struct lb_own_wanted){.cell = {at[0], at[1], at[2]}, .weight = weight};
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
                memcpy(at, f->list[n].cell, sizeof at);
                at[axis] = (at[axis] + (ahead ? 1 : s->size[axis] - 1)) % s->size[axis];
                LB_OK(add(s, p, f, at, err));
            }
    return LB_STATUS_OK;
}

static int by_place(const void *a, const void *b)
{
    const struct lb_own_wanted *p = a, *q = b;
    for (int axis = 2; axis >= 0; axis--)
        if (p->cell[axis] != q->cell[axis]) return p->cell[axis] < q->cell[axis] ? -1 : 1;
    return 0;
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
    qsort(p->cell, p->cell_count, sizeof *p->cell, by_place);
    for (size_t n = 0; n < p->cell_count; n++)
        p->cells += p->cell[n].weight;
    return LB_STATUS_OK;
}

static void add_cell(const struct lb_own_plane *p, double weight, double rho, const double u[3],
                     double t, struct lb_own_through *out)
{
    double along = 0.0;
    for (int axis = 0; axis < 3; axis++)
        along += p->normal[axis] * u[axis];
    out->flow += weight * rho * along;
    out->heat += weight * rho * along * t;
    out->speed += weight * along;
    out->pressure += weight * (rho - 1.0);
    out->cells += weight;
}

enum lb_status lb_own_measure_cells(const struct own_case *s, struct lb_run *run,
                                    const struct lb_own_plane *p, struct lb_own_through *out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *out = (struct lb_own_through){0};
    for (size_t first = 0, count = 0; first < p->cell_count && st == LB_STATUS_OK; first += count) {
        struct lb_region box;
        count = lb_own_find_region(p->cell + first, p->cell_count - first, &box);
        const size_t cells = lb_own_cells_in(&box);
        double *rho = calloc(5 * cells, sizeof *rho), *u = rho + cells, *t = u + 3 * cells;
        LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for %zu cells of a plane", cells);
        st = lb_own_read_flow(s, run, &box, rho, u, t, err);
        for (size_t n = first; n < first + count; n++) {
            const size_t k = lb_own_number_in(&box, p->cell[n].cell);
            add_cell(p, p->cell[n].weight, rho[k], u + 3 * k, t[k], out);
        }
        free(rho);
    }
    return st;
}
