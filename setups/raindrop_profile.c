/* raindrop_profile.c - the cavity and the crown that a drop makes, from the fill levels.
 * SPDX-License-Identifier: MIT */
#include "raindrop_profile.h"

#include <math.h>
#include <stdlib.h>

enum { SLAB = 16 }; /* layers that are read at a time */
static const double pi = 3.14159265358979323846;

/* What is known of the box so far. */
struct survey {
    const struct lb_raindrop_site *site;
    uint32_t first;    /* layer wholly above the still water: the crown's cells are in these */
    uint32_t below;    /* the highest layer wholly below */
    double *missing;   /* of the water below the still level, by column */
    double dry;        /* columns that are dry in layer `below` */
    uint8_t *wet;      /* cells from layer `first` on; 2: hangs on the pool */
    uint32_t *waiting; /* cells whose neighbours have not been looked at */
    size_t waiting_count, waiting_capacity;
};

static size_t plane_of(const struct lb_raindrop_site *s)
{
    return (size_t)s->size[0] * s->size[1];
}

static void close_survey(struct survey *v)
{
    free(v->missing);
    free(v->wet);
    free(v->waiting);
}

static enum lb_status open_survey(struct survey *v, const struct lb_raindrop_site *site,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *v = (struct survey){.site = site,
                         .first = (uint32_t)ceil(site->level),
                         .below = (uint32_t)floor(site->level) - 1};
    v->missing = calloc(plane_of(site), sizeof *v->missing);
    v->wet = calloc(plane_of(site), site->size[2] - v->first);
    LB_REQUIRE(v->missing != NULL && v->wet != NULL, LB_STATUS_FAILED,
               "no memory for measuring the crown");
cleanup:
    return st;
}

/* Layers begin..end-1; solid layers are the first and the last of the box. */
static void take_layers(struct survey *v, const double *fill, uint32_t begin, uint32_t end)
{
    const size_t plane = plane_of(v->site);
    for (uint32_t z = begin; z < end; z++) {
        const double *layer = fill + (z - begin) * plane;
        const double room = fmin(1.0, v->site->level - z);
        if (z == 0 || z == v->site->size[2] - 1) continue;
        for (size_t n = 0; n < plane; n++) {
            if (room > 0.0) v->missing[n] += fmax(0.0, room - layer[n]);
            if (z == v->below && layer[n] < 0.5) v->dry += 1.0;
            if (z >= v->first) v->wet[(z - v->first) * plane + n] = layer[n] >= 0.5;
        }
    }
}

/* --- the cavity ------------------------------------------------------------------------------ */

/* Mean of the missing water over a square of columns around (x, y), across periodic sides. */
static double missing_around(const struct survey *v, uint32_t x, uint32_t y, uint32_t reach)
{
    const uint32_t nx = v->site->size[0], ny = v->site->size[1];
    double sum = 0.0;
    for (uint32_t j = 0; j <= 2 * reach; j++)
        for (uint32_t i = 0; i <= 2 * reach; i++)
            sum += v->missing[(size_t)((y + ny + j - reach) % ny) * nx + (x + nx + i - reach) % nx];
    return sum / ((2 * reach + 1) * (2 * reach + 1));
}

static void measure_cavity(const struct survey *v, struct lb_raindrop_profile *out)
{
    const uint32_t reach = (uint32_t)fmax(1.0, v->site->radius / 8.0);
    for (uint32_t y = 0; y < v->site->size[1]; y++)
        for (uint32_t x = 0; x < v->site->size[0]; x++) {
            out->cavity_volume += v->missing[(size_t)y * v->site->size[0] + x];
            out->cavity_depth = fmax(out->cavity_depth, missing_around(v, x, y, reach));
        }
    out->cavity_diameter = sqrt(4.0 / pi * v->dry);
}

/* --- the crown ------------------------------------------------------------------------------- */

static enum lb_status reach_cell(struct survey *v, uint32_t x, uint32_t y, uint32_t layer,
                                 struct lb_error *err)
{
    const size_t at = layer * plane_of(v->site) + (size_t)y * v->site->size[0] + x;
    if (v->wet[at] != 1) return LB_STATUS_OK;
    v->wet[at] = 2;
    if (v->waiting_count + 3 > v->waiting_capacity) {
        const size_t capacity = v->waiting_capacity == 0 ? 4096 : 2 * v->waiting_capacity;
        uint32_t *larger = realloc(v->waiting, capacity * sizeof *larger);
        if (larger == NULL)
            return lb_fail(err, LB_STATUS_FAILED, "no memory for measuring the crown");
        v->waiting = larger;
        v->waiting_capacity = capacity;
    }
    v->waiting[v->waiting_count++] = x;
    v->waiting[v->waiting_count++] = y;
    v->waiting[v->waiting_count++] = layer;
    return LB_STATUS_OK;
}

static enum lb_status reach_neighbours(struct survey *v, const uint32_t at[3], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint32_t *n = v->site->size, layers = n[2] - v->first;
    for (uint32_t k = at[2] == 0 ? 1 : 0; k < 3 && at[2] + k <= layers; k++)
        for (uint32_t j = 0; j < 3; j++)
            for (uint32_t i = 0; i < 3; i++)
                LB_TRY(reach_cell(v, (at[0] + n[0] + i - 1) % n[0], (at[1] + n[1] + j - 1) % n[1],
                                  at[2] + k - 1, err));
cleanup:
    return st;
}

/* Marks what hangs on the pool: all wet cells of the layer on the still water, and everything that
 * touches such a cell. */
static enum lb_status follow_crown(struct survey *v, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (uint32_t y = 0; y < v->site->size[1]; y++)
        for (uint32_t x = 0; x < v->site->size[0]; x++) {
            LB_TRY(reach_cell(v, x, y, 0, err));
            while (v->waiting_count > 0) {
                v->waiting_count -= 3;
                const uint32_t *w = v->waiting + v->waiting_count, at[3] = {w[0], w[1], w[2]};
                LB_TRY(reach_neighbours(v, at, err));
            }
        }
cleanup:
    return st;
}

/* Not the drop that is still falling. */
static bool is_crown(const struct survey *v, uint32_t x, uint32_t y, uint32_t layer)
{
    const struct lb_raindrop_site *s = v->site;
    if (v->wet[layer * plane_of(s) + (size_t)y * s->size[0] + x] != 2) return false;
    if (!s->is_falling) return true;
    return hypot(x + 0.5 - s->axis[0], y + 0.5 - s->axis[1]) > s->radius + 1.0;
}

static double crown_height(const struct survey *v)
{
    const struct lb_raindrop_site *s = v->site;
    for (uint32_t layer = s->size[2] - v->first; layer-- > 0;)
        for (uint32_t y = 0; y < s->size[1]; y++)
            for (uint32_t x = 0; x < s->size[0]; x++)
                if (is_crown(v, x, y, layer)) return v->first + layer + 1.0 - s->level;
    return 0.0;
}

static double crown_diameter(const struct survey *v)
{
    const struct lb_raindrop_site *s = v->site;
    const uint32_t layer = (uint32_t)(s->level + 0.5 * s->radius) - v->first;
    double count = 0.0, mx = 0.0, my = 0.0, distance = 0.0;
    if (layer >= s->size[2] - v->first) return 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t y = 0; y < s->size[1]; y++)
            for (uint32_t x = 0; x < s->size[0]; x++) {
                if (!is_crown(v, x, y, layer)) continue;
                if (pass == 0) {
                    count += 1.0;
                    mx += x;
                    my += y;
                } else {
                    distance += hypot(x - mx / count, y - my / count);
                }
            }
    return count > 0.0 ? 2.0 * distance / count : 0.0;
}

static enum lb_status measure(struct survey *v, struct lb_raindrop_profile *out,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *out = (struct lb_raindrop_profile){0};
    measure_cavity(v, out);
    LB_TRY(follow_crown(v, err));
    out->crown_height = crown_height(v);
    out->crown_diameter = crown_diameter(v);
cleanup:
    return st;
}

enum lb_status lb_raindrop_profile_read(struct lb_solver *solver,
                                        const struct lb_raindrop_site *site,
                                        struct lb_raindrop_profile *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct survey v = {0};
    double *fill = malloc(SLAB * plane_of(site) * sizeof *fill);
    LB_REQUIRE(fill != NULL, LB_STATUS_FAILED, "no memory for measuring the crown");
    LB_TRY(open_survey(&v, site, err));
    for (uint32_t z = 0; z < site->size[2]; z += SLAB) {
        const uint32_t end = z + SLAB < site->size[2] ? z + SLAB : site->size[2];
        const struct lb_region slab = {{0, 0, z}, {site->size[0], site->size[1], end}};
        LB_TRY(lb_solver_read_fill(solver, &slab, fill, err));
        take_layers(&v, fill, z, end);
    }
    LB_TRY(measure(&v, out, err));
cleanup:
    close_survey(&v);
    free(fill);
    return st;
}

enum lb_status lb_raindrop_profile_measure(const double *fill, const struct lb_raindrop_site *site,
                                           struct lb_raindrop_profile *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct survey v = {0};
    LB_TRY(open_survey(&v, site, err));
    take_layers(&v, fill, 0, site->size[2]);
    LB_TRY(measure(&v, out, err));
cleanup:
    close_survey(&v);
    return st;
}
