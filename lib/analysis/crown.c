/* crown.c - crown and cavity of a splash.
 * SPDX-License-Identifier: MIT */
#include "analysis/crown.h"

#include <math.h>
#include <stdlib.h>

/* From the axis to the middle of cell number `k` of a run, the shorter way around the box. */
static double distance(const struct lb_layers *l, const struct lb_component_run *run, uint32_t k,
                       const struct lb_crown_place *p, int which)
{
    const int axis = lb_layers_axis(l->up, which);
    const double at = run->at[axis] + 0.5 + (which == 0 ? k : 0);
    const double box = (double)l->size[axis], d = at - p->axis[which];
    return d - box * rint(d / box);
}

static bool is_inner(const double d[2], const struct lb_crown_place *p)
{
    return d[0] * d[0] + d[1] * d[1] < p->inner * p->inner;
}

/* What there is in one layer of the crown: outer edges on both sides of the axis. */
struct slice {
    double fullest; /* fill level of a cell; less than 0: no cell */
    double min[2], max[2];
};

static void add_run(const struct lb_layers *l, const struct lb_component_run *run,
                    const struct lb_crown_place *p, const double *fill, struct slice *out)
{
    const int b = lb_layers_axis(l->up, 1);
    const double *row =
        fill + (size_t)lb_wrapped(run->at[b], l->size[b]) * l->size[lb_layers_axis(l->up, 0)];
    for (uint32_t k = 0; k < run->end - run->begin; k++) {
        const double wet = row[run->begin + k];
        const double d[2] = {distance(l, run, k, p, 0), distance(l, run, k, p, 1)};
        if (is_inner(d, p)) continue;
        out->fullest = fmax(out->fullest, wet);
        for (int which = 0; which < 2; which++) {
            out->min[which] = fmin(out->min[which], d[which] + 0.5 - wet);
            out->max[which] = fmax(out->max[which], d[which] - 0.5 + wet);
        }
    }
}

static enum lb_status slice_at(const struct lb_components *f, int32_t layer,
                               const struct lb_crown_place *p, struct slice *out,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_layers *l = &f->layers;
    const double infinity = (double)INFINITY;
    double *fill = malloc(lb_layers_cells(l) * sizeof *fill);
    *out = (struct slice){-1.0, {infinity, infinity}, {-infinity, -infinity}};
    LB_REQUIRE(fill != NULL, LB_STATUS_FAILED, "no memory for a layer of fill levels");
    LB_TRY(l->fill(l->source, lb_wrapped(layer, l->size[l->up]), fill, err));
    for (size_t n = 0; n < f->count; n++) {
        const struct lb_component_run *run = &f->runs[f->found[n]];
        if (run->at[l->up] == layer) add_run(l, run, p, fill, out);
    }
cleanup:
    free(fill);
    return st;
}

static bool has_outer_cell(const struct lb_layers *l, const struct lb_component_run *run,
                           const struct lb_crown_place *p)
{
    for (uint32_t k = 0; k < run->end - run->begin; k++) {
        const double d[2] = {distance(l, run, k, p, 0), distance(l, run, k, p, 1)};
        if (!is_inner(d, p)) return true;
    }
    return false;
}

/* The highest layer with a cell of the crown; -1: none. */
static int32_t highest_layer(const struct lb_components *f, const struct lb_crown_place *p)
{
    const struct lb_layers *l = &f->layers;
    int32_t highest = -1;
    for (size_t n = 0; n < f->count; n++) {
        const struct lb_component_run *run = &f->runs[f->found[n]];
        if (run->at[l->up] > highest && has_outer_cell(l, run, p)) highest = run->at[l->up];
    }
    return highest;
}

static double mean_extent(const struct lb_layers *l, const struct slice *s)
{
    double sum = 0.0;
    int count = 0;
    for (int which = 0; which < 2; which++) {
        if (l->size[lb_layers_axis(l->up, which)] == 1) continue; /* of a flat box */
        sum += fmax(s->max[which] - s->min[which], 0.0);
        count++;
    }
    return count > 0 ? sum / count : 0.0;
}

static enum lb_status measure(const struct lb_components *f, const struct lb_crown_place *p,
                              struct lb_crown *out, struct lb_error *err)
{
    const int32_t highest = highest_layer(f, p), cut = (int32_t)floor(p->level + p->cut);
    struct slice s;
    *out = (struct lb_crown){.height = 0.0};
    if (highest < 0) return LB_STATUS_OK;
    LB_OK(slice_at(f, highest, p, &s, err));
    out->height = fmax(0.0, highest + s.fullest - p->level);
    if (cut > highest) return LB_STATUS_OK;
    LB_OK(slice_at(f, cut, p, &s, err));
    if (s.fullest >= 0.0) out->diameter = mean_extent(&f->layers, &s);
    return LB_STATUS_OK;
}

enum lb_status lb_crown_measure(const struct lb_layers *layers, const struct lb_crown_place *place,
                                struct lb_crown *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_components components = {.layer = NULL};
    const double seed = floor(place->level) - 1.0;
    LB_REQUIRE(seed >= 0.0 && seed < (double)layers->size[layers->up], LB_STATUS_FAILED,
               "the pool's level, %g, is not in a box of %u layers", place->level,
               layers->size[layers->up]);
    LB_TRY(lb_components_create(&components, layers, (uint32_t)seed, err));
    LB_TRY(lb_components_from_layer(&components, (uint32_t)seed, err));
    LB_TRY(measure(&components, place, out, err));
cleanup:
    lb_components_destroy(&components);
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
            column[k] = lb_wrapped((int64_t)behind + ahead, size[k]);
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
