/* droplet.c - droplets of a fill field: finding and measuring them, and the droplet to which a cell belongs.
 * SPDX-License-Identifier: MIT */
#include "analysis/droplet.h"

#include <math.h>
#include <stdlib.h>

void lb_droplets_clear(struct lb_droplets *d)
{
    free(d->list);
    free(d->runs);
    *d = (struct lb_droplets){.list = NULL};
}

/* Layer by layer, row by row. */
static uint64_t place_of(const struct lb_droplets *d, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t at[3] = {x, y, z};
    const int a = lb_layers_axis(d->up, 0), b = lb_layers_axis(d->up, 1);
    return ((uint64_t)at[d->up] * d->size[b] + at[b]) * d->size[a] + at[a];
}

static void wrap(const struct lb_droplets *d, const int32_t at[3], uint32_t out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = lb_wrapped(at[axis], d->size[axis]);
}

/* --- finding ---------------------------------------------------------------------------------- */

static void begin(const struct lb_layers *layers, struct lb_droplets *out)
{
    lb_droplets_clear(out);
    out->up = layers->up;
    for (int axis = 0; axis < 3; axis++)
        out->size[axis] = layers->size[axis];
}

/* Some runs of the components become the next droplet of the list; `found` NULL: all of them. */
static enum lb_status add_droplet(struct lb_droplets *d, const struct lb_components *f,
                                  const size_t *found, size_t count, struct lb_error *err)
{
    struct lb_droplet *list = realloc(d->list, (d->count + 1) * sizeof *list);
    if (list != NULL) d->list = list;
    struct lb_droplet_run *runs =
        list == NULL ? NULL : realloc(d->runs, (d->run_count + count) * sizeof *runs);
    if (runs == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the droplets");
    d->runs = runs;
    struct lb_droplet one = {.cells = 0};
    for (size_t n = 0; n < count; n++) {
        const struct lb_component_run *run = &f->runs[found != NULL ? found[n] : n];
        uint32_t at[3];
        wrap(d, run->at, at);
        runs[d->run_count++] = (struct lb_droplet_run){place_of(d, at[0], at[1], at[2]),
                                                       run->end - run->begin,
                                                       (uint32_t)d->count,
                                                       {run->at[0], run->at[1], run->at[2]}};
        one.cells += run->end - run->begin;
    }
    d->cell_count += one.cells;
    list[d->count++] = one;
    return LB_STATUS_OK;
}

static int by_place(const void *a, const void *b)
{
    const struct lb_droplet_run *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

struct rank {
    uint64_t cells;
    uint32_t droplet;
};

/* The most cells first, else in the order of finding. */
static int by_cells(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->cells != y->cells) return x->cells > y->cells ? -1 : 1;
    return x->droplet < y->droplet ? -1 : x->droplet > y->droplet;
}

static enum lb_status sort(struct lb_droplets *d, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct rank *ranks = malloc((d->count + 1) * sizeof *ranks);
    uint32_t *place = malloc((d->count + 1) * sizeof *place);
    LB_REQUIRE(ranks != NULL && place != NULL, LB_STATUS_FAILED, "no memory for the droplets");
    for (size_t n = 0; n < d->count; n++)
        ranks[n] = (struct rank){d->list[n].cells, (uint32_t)n};
    qsort(ranks, d->count, sizeof *ranks, by_cells);
    for (size_t n = 0; n < d->count; n++) {
        place[ranks[n].droplet] = (uint32_t)n;
        d->list[n] = (struct lb_droplet){.cells = ranks[n].cells};
    }
    for (size_t n = 0; n < d->run_count; n++)
        d->runs[n].droplet = place[d->runs[n].droplet];
    if (d->run_count > 0) qsort(d->runs, d->run_count, sizeof *d->runs, by_place);
cleanup:
    free(place);
    free(ranks);
    return st;
}

static enum lb_status find_from_row(struct lb_components *components, uint32_t layer, uint32_t row,
                                    struct lb_droplets *out, struct lb_error *err)
{
    size_t first, count;
    LB_OK(lb_components_row(components, layer, row, &first, &count, err));
    for (size_t n = first; n < first + count; n++) {
        LB_OK(lb_components_from_run(components, n, err));
        if (components->count == 0 || components->reaches_below) continue;
        LB_OK(add_droplet(out, components, components->found, components->count, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_droplets_find(const struct lb_layers *layers, const struct lb_top *top,
                                uint32_t lowest, struct lb_droplets *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_components components = {.layer = NULL};
    begin(layers, out);
    LB_TRY(lb_components_create(&components, layers, lowest, err));
    components.is_cut_short = true;
    for (uint32_t layer = top->first; layer <= top->last; layer++)
        for (uint32_t row = 0; row < lb_layers_rows(layers); row++)
            LB_TRY(find_from_row(&components, layer, row, out, err));
    LB_TRY(sort(out, err));
cleanup:
    lb_components_destroy(&components);
    if (st != LB_STATUS_OK) lb_droplets_clear(out);
    return st;
}

enum lb_status lb_droplets_all(const struct lb_layers *layers, const struct lb_top *top,
                               struct lb_droplets *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_components components = {.layer = NULL};
    size_t first, count;
    begin(layers, out);
    LB_TRY(lb_components_create(&components, layers, 0, err));
    for (uint32_t layer = top->first; layer <= top->last; layer++)
        for (uint32_t row = 0; row < lb_layers_rows(layers); row++)
            LB_TRY(lb_components_row(&components, layer, row, &first, &count, err));
    if (components.run_count > 0)
        LB_TRY(add_droplet(out, &components, NULL, components.run_count, err));
cleanup:
    lb_components_destroy(&components);
    if (st != LB_STATUS_OK) lb_droplets_clear(out);
    return st;
}

void lb_droplets_numbers(const struct lb_droplets *d, uint64_t *numbers)
{
    const uint64_t stride = d->up == 0 ? d->size[0] : 1; /* rows lie along y, or along x */
    for (size_t n = 0; n < d->run_count; n++) {
        uint32_t at[3];
        wrap(d, d->runs[n].at, at);
        const uint64_t first = ((uint64_t)at[2] * d->size[1] + at[1]) * d->size[0] + at[0];
        for (uint32_t k = 0; k < d->runs[n].cells; k++)
            *numbers++ = first + k * stride;
    }
}

/* --- measuring -------------------------------------------------------------------------------- */

/* Middle of cell number `k` of a run, along an axis. */
static double middle(const struct lb_droplets *d, const struct lb_droplet_run *run, uint32_t k,
                     int axis)
{
    return run->at[axis] + 0.5 + (axis == lb_layers_axis(d->up, 0) ? k : 0);
}

/* Mass, volume and the middle of the cells. */
static void add_up(struct lb_droplets *d, const struct lb_wet_content *contents)
{
    for (size_t k = 0; k < d->count; k++)
        d->list[k] = (struct lb_droplet){.cells = d->list[k].cells};
    for (size_t n = 0; n < d->run_count; n++) {
        struct lb_droplet *one = &d->list[d->runs[n].droplet];
        for (uint32_t k = 0; k < d->runs[n].cells; k++, contents++) {
            one->volume += contents->fill;
            one->mass += contents->mass;
            for (int axis = 0; axis < 3; axis++)
                one->centroid[axis] += middle(d, &d->runs[n], k, axis) / (double)one->cells;
        }
    }
}

/* Where there is mass, it weighs. */
static void weigh(struct lb_droplets *d, const struct lb_wet_content *contents)
{
    for (size_t k = 0; k < d->count; k++)
        for (int axis = 0; axis < 3 && d->list[k].mass > 0.0; axis++)
            d->list[k].centroid[axis] = 0.0;
    for (size_t n = 0; n < d->run_count; n++) {
        struct lb_droplet *one = &d->list[d->runs[n].droplet];
        for (uint32_t k = 0; k < d->runs[n].cells; k++, contents++) {
            if (!(one->mass > 0.0)) continue;
            const double share = contents->mass / one->mass;
            for (int axis = 0; axis < 3; axis++) {
                one->velocity[axis] += share * contents->velocity[axis];
                one->centroid[axis] += share * middle(d, &d->runs[n], k, axis);
            }
        }
    }
}

void lb_droplets_measure(struct lb_droplets *d, const struct lb_wet_content *contents)
{
    const double pi = 3.14159265358979323846;
    add_up(d, contents);
    weigh(d, contents);
    for (size_t k = 0; k < d->count; k++) {
        struct lb_droplet *one = &d->list[k];
        const double volume = fmax(one->volume, 0.0);
        one->diameter = d->size[2] == 1 ? sqrt(4.0 * volume / pi) : cbrt(6.0 * volume / pi);
        for (int axis = 0; axis < 3; axis++)
            one->centroid[axis] -=
                (double)d->size[axis] * floor(one->centroid[axis] / (double)d->size[axis]);
    }
}

/* --- asking ----------------------------------------------------------------------------------- */

ptrdiff_t lb_droplets_at(const struct lb_droplets *d, uint32_t x, uint32_t y, uint32_t z)
{
    const uint64_t place = place_of(d, x, y, z);
    size_t behind = 0, ahead = d->run_count; /* runs that begin at or before it; behind it */
    while (behind < ahead) {
        const size_t half = behind + (ahead - behind) / 2;
        if (d->runs[half].place <= place)
            behind = half + 1;
        else
            ahead = half;
    }
    if (behind == 0) return -1;
    const struct lb_droplet_run *run = &d->runs[behind - 1];
    return place - run->place < run->cells ? (ptrdiff_t)run->droplet : -1;
}

ptrdiff_t lb_droplets_beside(const struct lb_droplets *d, uint32_t x, uint32_t y, uint32_t z)
{
    if (d->run_count == 0) return -1;
    const uint64_t cells = place_of(d, d->up == 0, d->up == 1, d->up == 2); /* of a layer */
    const uint64_t layer = place_of(d, x, y, z) / cells;
    if (layer > 0 && layer + 1 < d->runs[0].place / cells) return -1; /* below all of them */
    ptrdiff_t found = lb_droplets_at(d, x, y, z);
    for (uint32_t n = 0; n < 27 && found < 0; n++)
        found = lb_droplets_at(d, (x + d->size[0] + n % 3 - 1) % d->size[0],
                               (y + d->size[1] + n / 3 % 3 - 1) % d->size[1],
                               (z + d->size[2] + n / 9 - 1) % d->size[2]);
    return found;
}
