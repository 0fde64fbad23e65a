/* openings.c - finds the boundary cells of inlets and outlets.
 * SPDX-License-Identifier: MIT */
#include "domain/openings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/openings_internal.h"
#include "geometry/vector.h"

void lb_openings_init(struct lb_openings *o, const struct lb_fluid_region *region)
{
    *o = (struct lb_openings){.region = *region};
}

void lb_openings_free(struct lb_openings *o)
{
    for (int n = 0; n < o->count; n++) {
        lb_flat_patch_destroy(o->opening[n].patch);
        free(o->opening[n].factor);
    }
    free(o->cell);
    *o = (struct lb_openings){.count = 0};
}

/* --- cells ------------------------------------------------------------------------------------ */

static bool is_fluid(const struct lb_fluid_region *r, const int64_t at[3])
{
    for (int a = 0; a < 3; a++)
        if (at[a] < 0 || at[a] >= r->size[a]) return false;
    return r->is_fluid(r->state, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
}

static void middle_of(const int64_t at[3], double out[3])
{
    for (int a = 0; a < 3; a++)
        out[a] = (double)at[a] + 0.5;
}

static uint64_t number_of(const struct lb_fluid_region *r, const int64_t at[3])
{
    return ((uint64_t)at[2] * r->size[1] + (uint64_t)at[1]) * r->size[0] + (uint64_t)at[0];
}

static void place_of(const struct lb_fluid_region *r, uint64_t number, int64_t at[3])
{
    at[0] = (int64_t)(number % r->size[0]);
    at[1] = (int64_t)(number / r->size[0] % r->size[1]);
    at[2] = (int64_t)(number / r->size[0] / r->size[1]);
}

/* --- links through a patch -------------------------------------------------------------------- */

/* A solid cell; bit i where its link along c_i leads to a fluid cell, and where that one goes
 * through the patch. */
struct candidate {
    uint64_t number;
    uint32_t fluid, through;
};

struct candidates {
    struct candidate *list;
    size_t count, room;
};

static struct candidate look_at(const struct lb_fluid_region *r, const struct lb_flat_patch *p,
                                const int64_t at[3])
{
    struct candidate c = {number_of(r, at), 0, 0};
    double from[3];
    middle_of(at, from);
    if (!lb_flat_patch_is_near(p, from) || is_fluid(r, at)) return c;
    for (int i = 1; i < r->lattice->directions; i++) {
        const int *e = r->lattice->c[i];
        const int64_t there[3] = {at[0] + e[0], at[1] + e[1], at[2] + e[2]};
        const double to[3] = {from[0] + e[0], from[1] + e[1], from[2] + e[2]};
        if (!is_fluid(r, there)) continue;
        c.fluid |= 1u << i;
        if (lb_flat_patch_is_crossed(p, from, to)) c.through |= 1u << i;
    }
    return c;
}

static enum lb_status find_candidates(const struct lb_fluid_region *r,
                                      const struct lb_flat_patch *p, struct candidates *out,
                                      struct lb_error *err)
{
    uint32_t begin[3], end[3];
    lb_flat_patch_reach(p, r->size, begin, end);
    for (int64_t z = begin[2]; z < end[2]; z++)
        for (int64_t y = begin[1]; y < end[1]; y++)
            for (int64_t x = begin[0]; x < end[0]; x++) {
                const struct candidate c = look_at(r, p, (const int64_t[3]){x, y, z});
                if (c.through == 0) continue;
                if (out->count == out->room) {
                    out->room = out->room == 0 ? 1024 : 2 * out->room;
                    struct candidate *grown = realloc(out->list, out->room * sizeof *grown);
                    LB_NEED(grown != NULL, LB_STATUS_FAILED, "no memory for cells of openings");
                    out->list = grown;
                }
                out->list[out->count++] = c;
            }
    return LB_STATUS_OK;
}

/* The normal points to where the links go; of a box it is their mean. */
static void find_normal(const struct lb_lattice *l, const struct candidates *c,
                        struct lb_flat_patch *p, struct lb_opening *o)
{
    double sum[3] = {0.0, 0.0, 0.0};
    for (size_t n = 0; n < c->count; n++)
        for (int i = 1; i < l->directions; i++)
            for (int a = 0; a < 3 && (c->list[n].through >> i & 1u) != 0; a++)
                sum[a] += l->weight[i] * l->c[i][a];
    const double length = lb_vector_length(lb_vector_load(sum));
    if (p->kind == LB_PATCH_BOX && length > 0.0) {
        int across = 0;
        for (int a = 1; a < 3; a++)
            if (fabs(sum[a]) > fabs(sum[across])) across = a;
        for (int a = 0; a < 3; a++) /* corners have links of their own */
            if (fabs(sum[a]) < 0.1 * fabs(sum[across])) sum[a] = 0.0;
        lb_flat_patch_face(p, sum);
    }
    const double along = lb_vector_dot(lb_vector_load(sum), lb_vector_load(p->axis[2]));
    for (int a = 0; a < 3; a++)
        o->normal[a] = (along < 0.0 ? -1.0 : 1.0) * p->axis[2][a] + 0.0; /* no -0 */
    memcpy(o->centre, p->origin, sizeof o->centre);
    o->area = lb_flat_patch_area(p, l->dimensions);
}

/* --- the cells of an opening ------------------------------------------------------------------ */

/* What the links of a cell let in of a velocity of 1 along the normal: those to fluid cells, and
 * those that go through the plane where walls are before it. */
static double area_of(const struct lb_openings *o, const struct lb_opening *own,
                      const struct candidate *c)
{
    const struct lb_lattice *l = o->region.lattice;
    int64_t at[3];
    double from[3], area = 0.0;
    place_of(&o->region, c->number, at);
    middle_of(at, from);
    for (int i = 1; i < l->directions; i++) {
        const int *e = l->c[i];
        const double to[3] = {from[0] + e[0], from[1] + e[1], from[2] + e[2]};
        const double along = own->normal[0] * e[0] + own->normal[1] * e[1] + own->normal[2] * e[2];
        const bool counts = (c->fluid >> i & 1u) != 0 ||
                            (along > 0.0 && lb_flat_patch_plane_is_crossed(own->patch, from, to));
        if (counts) area += 2.0 * l->weight[i] * along / l->sound_speed_squared;
    }
    return area;
}

static void widen(struct lb_opening *own, const int64_t at[3])
{
    for (int a = 0; a < 3; a++) {
        const uint32_t x = (uint32_t)at[a], end = own->begin[a] + own->size[a];
        if (own->cells == 0 || x < own->begin[a]) own->begin[a] = x;
        own->size[a] = (own->cells == 0 || x >= end ? x + 1 : end) - own->begin[a];
    }
}

static int by_number(const void *a, const void *b)
{
    const struct lb_opening_cell *x = a, *y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return (x->opening > y->opening) - (x->opening < y->opening);
}

static enum lb_status take_cells(struct lb_openings *o, const struct candidates *c,
                                 struct lb_opening *own, struct lb_error *err)
{
    struct lb_opening_cell *grown =
        realloc(o->cell, (size_t)(o->cell_count + c->count + 1) * sizeof *grown);
    LB_NEED(grown != NULL, LB_STATUS_FAILED, "no memory for cells of openings");
    o->cell = grown;
    for (size_t n = 0; n < c->count; n++) {
        int64_t at[3];
        double middle[3];
        place_of(&o->region, c->list[n].number, at);
        middle_of(at, middle);
        if (!lb_flat_patch_covers(own->patch, middle)) continue;
        const double area = area_of(o, own, &c->list[n]);
        widen(own, at);
        own->link_area += area;
        own->cells++;
        for (uint32_t bits = c->list[n].fluid; bits != 0; bits &= bits - 1)
            own->links++;
        o->cell[o->cell_count++] = (struct lb_opening_cell){c->list[n].number, o->count, area};
    }
    qsort(o->cell, (size_t)o->cell_count, sizeof *o->cell, by_number);
    return LB_STATUS_OK;
}

/* --- what is refused -------------------------------------------------------------------------- */

/* The fluid cell, or the one that is none, nearest to a place within the box; false: there is
 * none. */
static bool find_nearest(const struct lb_fluid_region *r, const double centre[3], bool fluid,
                         int64_t out[3], double *distance)
{
    int64_t at[3], most = 0;
    *distance = (double)INFINITY;
    for (int a = 0; a < 3; a++) {
        at[a] = (int64_t)fmin(fmax(floor(centre[a]), 0.0), r->size[a] - 1.0);
        most = r->size[a] > most ? r->size[a] : most;
    }
    for (int64_t d = 0; d <= most && (double)d <= *distance + 1.0; d++)
        for (int64_t z = at[2] - d; z <= at[2] + d; z++)
            for (int64_t y = at[1] - d; y <= at[1] + d; y++) {
                const bool inner = llabs(z - at[2]) < d && llabs(y - at[1]) < d;
                for (int64_t x = at[0] - d; x <= at[0] + d; x += inner && d > 0 ? 2 * d : 1) {
                    const int64_t n[3] = {x, y, z};
                    double middle[3];
                    if (x < 0 || y < 0 || z < 0 || x >= r->size[0] || y >= r->size[1] ||
                        z >= r->size[2] || is_fluid(r, n) != fluid)
                        continue;
                    middle_of(n, middle);
                    const double way = lb_vector_length(
                        lb_vector_subtract(lb_vector_load(middle), lb_vector_load(centre)));
                    if (way >= *distance) continue;
                    *distance = way;
                    memcpy(out, n, sizeof n);
                }
            }
    return isfinite(*distance);
}

static enum lb_status refuse_untouched(const struct lb_openings *o, const struct lb_opening *own,
                                       bool is_narrow, struct lb_error *err)
{
    const double *c = own->patch->origin;
    const int64_t at[3] = {(int64_t)floor(c[0]), (int64_t)floor(c[1]), (int64_t)floor(c[2])};
    const bool in_fluid = is_fluid(&o->region, at);
    int64_t near[3] = {0, 0, 0};
    double distance;
    LB_NEED(
        !is_narrow, LB_STATUS_USAGE,
        "%s: the opening at (%.4g, %.4g, %.4g), of area %.3g, is so narrow that the middle of no "
        "cell is behind it",
        own->name, c[0], c[1], c[2], own->area);
    if (!find_nearest(&o->region, c, !in_fluid, near, &distance))
        return lb_fail(err, LB_STATUS_USAGE, "%s: the box has no %s", own->name,
                       in_fluid ? "wall that it could be in" : "fluid");
    return lb_fail(err, LB_STATUS_USAGE,
                   "%s: no fluid flows through the opening at (%.4g, %.4g, %.4g), which is inside "
                   "of %s: its area is 0, and the nearest %s cell is (%" PRId64 ", %" PRId64
                   ", %" PRId64 "), %.3g cells away",
                   own->name, c[0], c[1], c[2], in_fluid ? "the fluid" : "a solid",
                   in_fluid ? "solid" : "fluid", near[0], near[1], near[2], distance);
}

static enum lb_status check_overlap(const struct lb_openings *o, const struct lb_opening *own,
                                    struct lb_error *err)
{
    uint64_t shared = 0;
    int other = -1;
    for (uint64_t n = 1; n < o->cell_count; n++) {
        if (o->cell[n].number != o->cell[n - 1].number) continue;
        other = o->cell[n - 1].opening;
        shared++;
    }
    LB_NEED(shared == 0, LB_STATUS_USAGE,
            "the openings %s and %s overlap: they share %" PRIu64 " of the %" PRIu64
            " cells of the latter",
            o->opening[other].name, own->name, shared, own->cells);
    return LB_STATUS_OK;
}

/* --- adding and asking ------------------------------------------------------------------------ */

enum lb_status lb_openings_add(struct lb_openings *o, const struct lb_patch *patch,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct candidates c = {.count = 0};
    LB_NEED(o->count < LB_MAX_BOUNDARIES, LB_STATUS_USAGE, "%s: there are %d openings already",
            patch->name, LB_MAX_BOUNDARIES);
    struct lb_opening *own = &o->opening[o->count];
    *own = (struct lb_opening){.name = patch->name};
    struct lb_patch flat = *patch;
    if (o->region.lattice->dimensions == 2) {
        flat.at[2] = patch->kind == LB_PATCH_BOX ? 0.0 : 0.5;
        flat.to[2] = 1.0;
        flat.normal[2] = 0.0;
    }
    LB_TRY(lb_flat_patch_create(&flat, &own->patch, err));
    LB_TRY(find_candidates(&o->region, own->patch, &c, err));
    if (c.count == 0) LB_TRY(refuse_untouched(o, own, false, err));
    find_normal(o->region.lattice, &c, own->patch, own);
    LB_TRY(take_cells(o, &c, own, err));
    if (own->cells == 0) LB_TRY(refuse_untouched(o, own, true, err));
    LB_TRY(check_overlap(o, own, err));
    o->count++;
cleanup:
    free(c.list);
    if (st != LB_STATUS_OK) lb_flat_patch_destroy(own->patch);
    return st;
}

bool lb_openings_are_crossed(const struct lb_openings *o, const double from[3], const double to[3])
{
    for (int n = 0; n < o->count; n++)
        if (lb_flat_patch_is_near(o->opening[n].patch, from) &&
            lb_flat_patch_is_crossed(o->opening[n].patch, from, to))
            return true;
    return false;
}

int lb_openings_at(const struct lb_openings *o, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t at[3] = {x, y, z};
    bool is_near = false;
    for (int n = 0; n < o->count && !is_near; n++) {
        is_near = true;
        for (int a = 0; a < 3; a++) /* what lies before wraps to beyond */
            is_near = is_near && at[a] - o->opening[n].begin[a] < o->opening[n].size[a];
    }
    if (!is_near) return -1;
    const uint64_t number = ((uint64_t)z * o->region.size[1] + y) * o->region.size[0] + x;
    uint64_t first = 0, end = o->cell_count;
    while (first < end) {
        const uint64_t middle = first + (end - first) / 2;
        if (o->cell[middle].number < number)
            first = middle + 1;
        else
            end = middle;
    }
    return first < o->cell_count && o->cell[first].number == number ? o->cell[first].opening : -1;
}
