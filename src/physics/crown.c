/* crown.c - crown and cavity of a splash.
 * SPDX-License-Identifier: MIT */
#include "physics/crown.h"

#include <math.h>

/* From the axis to the middle of the cell, the shorter way around the box. */
static double distance(const struct lb_layers *l, const struct lb_flood_cell *c,
                       const struct lb_crown_place *p, int which)
{
    const int axis = lb_flood_along(l->up, which);
    const double box = (double)l->size[axis], d = c->at[axis] + 0.5 - p->axis[which];
    return d - box * rint(d / box);
}

/* Outer edges on both sides of the axis. */
struct extent {
    double least, most;
};

static double mean_extent(const struct lb_layers *l, const struct extent *e)
{
    double sum = 0.0;
    int count = 0;
    for (int which = 0; which < 2; which++) {
        if (l->size[lb_flood_along(l->up, which)] == 1) continue; /* of a flat box */
        sum += fmax(e[which].most - e[which].least, 0.0);
        count++;
    }
    return count > 0 ? sum / count : 0.0;
}

static void measure(const struct lb_flood *f, const struct lb_crown_place *p, struct lb_crown *out)
{
    const struct lb_layers *l = &f->layers;
    const int32_t cut = (int32_t)floor(p->level + p->cut);
    struct extent extents[2] = {{(double)INFINITY, -(double)INFINITY},
                                {(double)INFINITY, -(double)INFINITY}};
    *out = (struct lb_crown){.height = 0.0};
    for (size_t n = 0; n < f->count; n++) {
        const struct lb_flood_cell *c = &f->cells[n];
        const double fill = lb_wet_fill(c->wet);
        const double d[2] = {distance(l, c, p, 0), distance(l, c, p, 1)};
        if (d[0] * d[0] + d[1] * d[1] < p->inner * p->inner) continue;
        out->height = fmax(out->height, c->at[l->up] + fill - p->level);
        for (int which = 0; which < 2 && c->at[l->up] == cut; which++) {
            extents[which].least = fmin(extents[which].least, d[which] + 0.5 - fill);
            extents[which].most = fmax(extents[which].most, d[which] - 0.5 + fill);
        }
    }
    if (extents[0].most > -(double)INFINITY) out->diameter = mean_extent(l, extents);
}

enum lb_status lb_crown_measure(const struct lb_layers *layers, const struct lb_crown_place *place,
                                struct lb_crown *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_flood flood = {.layer = NULL};
    const double seed = floor(place->level) - 1.0;
    LB_REQUIRE(seed >= 0.0 && seed < (double)layers->size[layers->up], LB_STATUS_FAILED,
               "the pool's level, %g, is not in a box of %u layers", place->level,
               layers->size[layers->up]);
    LB_TRY(lb_flood_create(&flood, layers, (uint32_t)seed, err));
    LB_TRY(lb_flood_from_layer(&flood, (uint32_t)seed, err));
    measure(&flood, place, out);
cleanup:
    lb_flood_destroy(&flood);
    return st;
}

/* Between the columns around `axis`: bilinear, the sides are periodic. */
static double standing_at(const double *standing, const uint32_t size[2], const double axis[2])
{
    double sum = 0.0;
    for (int corner = 0; corner < 4; corner++) {
        uint32_t column[2];
        double weight = 1.0;
        for (int k = 0; k < 2; k++) {
            const double behind = floor(axis[k] - 0.5), share = axis[k] - 0.5 - behind;
            const int ahead = corner >> k & 1;
            column[k] = lb_flood_wrapped((int64_t)behind + ahead, size[k]);
            weight *= ahead ? share : 1.0 - share;
        }
        if (weight > 0.0) sum += weight * standing[(size_t)column[1] * size[0] + column[0]];
    }
    return sum;
}

void lb_cavity_measure(const double *standing, const uint32_t size[2], double level,
                       const double axis[2], struct lb_cavity *out)
{
    *out = (struct lb_cavity){.depth = level - standing_at(standing, size, axis),
                              .deepest = -(double)INFINITY};
    for (uint32_t y = 0; y < size[1]; y++)
        for (uint32_t x = 0; x < size[0]; x++) {
            const double depth = level - standing[(size_t)y * size[0] + x];
            if (!(depth > out->deepest)) continue; /* NaN: a wall */
            out->deepest = depth;
            out->place[0] = x + 0.5;
            out->place[1] = y + 0.5;
        }
}
