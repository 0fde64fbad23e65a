/* droplet.c - droplets of a fill field: finding, measuring, asking whose a cell is.
 * SPDX-License-Identifier: MIT */
#include "physics/droplet.h"

#include <math.h>
#include <stdlib.h>

void lb_droplets_clear(struct lb_droplets *d)
{
    free(d->list);
    free(d->cells);
    *d = (struct lb_droplets){.list = NULL};
}

static uint64_t cell_number(const uint32_t size[3], uint32_t x, uint32_t y, uint32_t z)
{
    return ((uint64_t)z * size[1] + y) * size[0] + x;
}

/* What the flood found becomes the next of the list. */
static enum lb_status add_droplet(struct lb_droplets *d, const struct lb_flood *f,
                                  struct lb_error *err)
{
    struct lb_droplet *list = realloc(d->list, (d->count + 1) * sizeof *list);
    if (list != NULL) d->list = list;
    struct lb_droplet_cell *cells =
        list == NULL ? NULL : realloc(d->cells, (d->cell_count + f->count) * sizeof *cells);
    if (cells == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the droplets");
    d->cells = cells;
    for (size_t n = 0; n < f->count; n++) {
        const int32_t *at = f->cells[n].at;
        cells[d->cell_count++] = (struct lb_droplet_cell){
            cell_number(d->size, lb_flood_wrapped(at[0], d->size[0]),
                        lb_flood_wrapped(at[1], d->size[1]), lb_flood_wrapped(at[2], d->size[2])),
            (uint32_t)d->count,
            {at[0], at[1], at[2]}};
    }
    list[d->count++] = (struct lb_droplet){.cells = f->count};
    return LB_STATUS_OK;
}

static int by_number(const void *a, const void *b)
{
    const struct lb_droplet_cell *x = a, *y = b;
    return x->cell < y->cell ? -1 : x->cell > y->cell;
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
    for (size_t n = 0; n < d->cell_count; n++)
        d->cells[n].droplet = place[d->cells[n].droplet];
    if (d->cell_count > 0) qsort(d->cells, d->cell_count, sizeof *d->cells, by_number);
cleanup:
    free(place);
    free(ranks);
    return st;
}

enum lb_status lb_droplets_find(const struct lb_layers *layers, const struct lb_top *top,
                                uint32_t lowest, struct lb_droplets *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_flood flood = {.layer = NULL};
    lb_droplets_clear(out);
    for (int axis = 0; axis < 3; axis++)
        out->size[axis] = layers->size[axis];
    LB_TRY(lb_flood_create(&flood, layers, lowest, err));
    flood.is_cut_short = true;
    for (uint32_t layer = top->first; layer <= top->last; layer++)
        for (size_t place = 0; place < lb_flood_layer_cells(layers); place++) {
            LB_TRY(lb_flood_from_cell(&flood, layer, place, err));
            if (flood.count > 0 && !flood.reaches_below) LB_TRY(add_droplet(out, &flood, err));
        }
    LB_TRY(sort(out, err));
cleanup:
    lb_flood_destroy(&flood);
    if (st != LB_STATUS_OK) lb_droplets_clear(out);
    return st;
}

/* Mass, volume and the middle of the cells. */
static void add_up(struct lb_droplets *d, const struct lb_wet_content *contents)
{
    for (size_t k = 0; k < d->count; k++)
        d->list[k] = (struct lb_droplet){.cells = d->list[k].cells};
    for (size_t n = 0; n < d->cell_count; n++) {
        struct lb_droplet *one = &d->list[d->cells[n].droplet];
        one->volume += contents[n].fill;
        one->mass += contents[n].mass;
        for (int axis = 0; axis < 3; axis++)
            one->centroid[axis] += (d->cells[n].at[axis] + 0.5) / (double)one->cells;
    }
}

/* Where there is mass, it weighs. */
static void weigh(struct lb_droplets *d, const struct lb_wet_content *contents)
{
    for (size_t k = 0; k < d->count; k++)
        for (int axis = 0; axis < 3 && d->list[k].mass > 0.0; axis++)
            d->list[k].centroid[axis] = 0.0;
    for (size_t n = 0; n < d->cell_count; n++) {
        struct lb_droplet *one = &d->list[d->cells[n].droplet];
        if (!(one->mass > 0.0)) continue;
        const double share = contents[n].mass / one->mass;
        for (int axis = 0; axis < 3; axis++) {
            one->velocity[axis] += share * contents[n].velocity[axis];
            one->centroid[axis] += share * (d->cells[n].at[axis] + 0.5);
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

ptrdiff_t lb_droplets_at(const struct lb_droplets *d, uint32_t x, uint32_t y, uint32_t z)
{
    const struct lb_droplet_cell wanted = {.cell = cell_number(d->size, x, y, z)};
    if (d->cell_count == 0) return -1;
    const struct lb_droplet_cell *found =
        bsearch(&wanted, d->cells, d->cell_count, sizeof wanted, by_number);
    return found == NULL ? -1 : (ptrdiff_t)found->droplet;
}
