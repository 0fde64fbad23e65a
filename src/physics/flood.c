/* flood.c - depth-first search over layers that are read when they are reached; downward first, so
 * that what stands on something far below is soon known to.
 * SPDX-License-Identifier: MIT */
#include "physics/flood.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beside the fill level in a byte; all of it: in a component that was cut short. */
enum { FOUND = 0x80, CUT_SHORT = 0xff };

uint8_t lb_wet_byte(double fill)
{
    const double share = fmin(fmax(fill, 0.0), 1.0); /* NaN: empty */
    return (uint8_t)(LB_WET_LEAST + lrint(share * (LB_WET_FULL - LB_WET_LEAST)));
}

double lb_wet_fill(uint8_t byte)
{
    return (double)(byte - LB_WET_LEAST) / (LB_WET_FULL - LB_WET_LEAST);
}

int lb_flood_along(int up, int which)
{
    return which == 0 ? (up == 0 ? 1 : 0) : (up == 2 ? 1 : 2);
}

static int along(const struct lb_layers *l, int which)
{
    return lb_flood_along(l->up, which);
}

uint32_t lb_flood_wrapped(int64_t at, uint32_t size)
{
    const int64_t rest = at % (int64_t)size;
    return (uint32_t)(rest < 0 ? rest + (int64_t)size : rest);
}

size_t lb_flood_layer_cells(const struct lb_layers *l)
{
    return (size_t)l->size[along(l, 0)] * l->size[along(l, 1)];
}

enum lb_status lb_flood_create(struct lb_flood *f, const struct lb_layers *layers, uint32_t lowest,
                               struct lb_error *err)
{
    *f = (struct lb_flood){.layers = *layers, .lowest = lowest};
    f->layer = calloc(layers->size[layers->up], sizeof *f->layer);
    if (f->layer == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the layers");
    return LB_STATUS_OK;
}

void lb_flood_destroy(struct lb_flood *f)
{
    for (uint32_t n = 0; f->layer != NULL && n < f->layers.size[f->layers.up]; n++)
        free(f->layer[n]);
    free(f->layer);
    free(f->cells);
    free(f->open);
    *f = (struct lb_flood){.layer = NULL};
}

static enum lb_status need_layer(struct lb_flood *f, uint32_t layer, struct lb_error *err)
{
    if (f->layer[layer] != NULL) return LB_STATUS_OK;
    f->layer[layer] = malloc(lb_flood_layer_cells(&f->layers));
    if (f->layer[layer] == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for a layer of cells");
    const enum lb_status st = f->layers.read(f->layers.source, layer, f->layer[layer], err);
    if (st != LB_STATUS_OK) { /* half read */
        free(f->layer[layer]);
        f->layer[layer] = NULL;
    }
    return st;
}

/* Room for one more entry of `size` bytes. */
static enum lb_status grow(void **array, size_t count, size_t *capacity, size_t size,
                           struct lb_error *err)
{
    if (count < *capacity) return LB_STATUS_OK;
    const size_t more = *capacity < 1024 ? 1024 : 2 * *capacity;
    void *larger = realloc(*array, more * size);
    if (larger == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for %zu cells that hang together", more);
    *array = larger;
    *capacity = more;
    return LB_STATUS_OK;
}

static enum lb_status add_cell(struct lb_flood *f, const int32_t at[3], uint8_t *wet,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    void *cells = f->cells, *open = f->open;
    st = grow(&cells, f->count, &f->capacity, sizeof *f->cells, err);
    f->cells = cells;
    if (st != LB_STATUS_OK) return st;
    st = grow(&open, f->open_count, &f->open_capacity, sizeof *f->open, err);
    f->open = open;
    if (st != LB_STATUS_OK) return st;
    f->open[f->open_count++] = f->count;
    f->cells[f->count++] = (struct lb_flood_cell){{at[0], at[1], at[2]}, *wet};
    *wet |= FOUND;
    return LB_STATUS_OK;
}

/* The nine neighbours of a cell in one layer, itself among them where it is in that layer; from
 * below `lowest` it is only learnt whether there is any. */
static enum lb_status look_at_layer(struct lb_flood *f, const struct lb_flood_cell *c, int step,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_layers *l = &f->layers;
    const int a = along(l, 0), b = along(l, 1);
    const uint32_t layer = lb_flood_wrapped((int64_t)c->at[l->up] + step, l->size[l->up]);
    LB_TRY(need_layer(f, layer, err));
    const uint32_t columns[3] = {lb_flood_wrapped((int64_t)c->at[a] - 1, l->size[a]),
                                 lb_flood_wrapped(c->at[a], l->size[a]),
                                 lb_flood_wrapped((int64_t)c->at[a] + 1, l->size[a])};
    for (int j = -1; j <= 1; j++) {
        uint8_t *row = f->layer[layer] +
                       (size_t)lb_flood_wrapped((int64_t)c->at[b] + j, l->size[b]) * l->size[a];
        for (int i = -1; i <= 1; i++) {
            uint8_t *wet = row + columns[i + 1];
            if ((layer < f->lowest && *wet != 0) || *wet == CUT_SHORT) f->reaches_below = true;
            if (layer < f->lowest || *wet == 0 || *wet & FOUND) continue;
            int32_t at[3] = {c->at[0], c->at[1], c->at[2]};
            at[a] += i;
            at[b] += j;
            at[l->up] += step;
            LB_TRY(add_cell(f, at, wet, err));
        }
    }
cleanup:
    return st;
}

/* Whoever meets one of its cells reaches below, too. */
static void cut_short(struct lb_flood *f)
{
    const struct lb_layers *l = &f->layers;
    const int a = along(l, 0), b = along(l, 1);
    for (size_t n = 0; n < f->count; n++) {
        const int32_t *at = f->cells[n].at;
        f->layer[lb_flood_wrapped(at[l->up], l->size[l->up])]
                [(size_t)lb_flood_wrapped(at[b], l->size[b]) * l->size[a] +
                 lb_flood_wrapped(at[a], l->size[a])] = CUT_SHORT;
    }
}

/* From the cells that are there to all that hang together with them.  The layer below comes last
 * and so is left first. */
static enum lb_status spread(struct lb_flood *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    while (f->open_count > 0) {
        const struct lb_flood_cell c = f->cells[f->open[--f->open_count]]; /* the array may move */
        for (int step = 1; step >= -1; step--)
            LB_TRY(look_at_layer(f, &c, step, err));
        if (!f->is_cut_short || !f->reaches_below) continue;
        cut_short(f);
        break;
    }
cleanup:
    return st;
}

static void begin(struct lb_flood *f)
{
    f->count = f->open_count = 0;
    f->reaches_below = false;
}

static enum lb_status begin_at(struct lb_flood *f, uint32_t layer, size_t place,
                               struct lb_error *err)
{
    const struct lb_layers *l = &f->layers;
    uint8_t *wet = f->layer[layer] + place;
    int32_t at[3];
    if (*wet == 0 || *wet & FOUND) return LB_STATUS_OK;
    at[along(l, 0)] = (int32_t)(place % l->size[along(l, 0)]);
    at[along(l, 1)] = (int32_t)(place / l->size[along(l, 0)]);
    at[l->up] = (int32_t)layer;
    return add_cell(f, at, wet, err);
}

enum lb_status lb_flood_from_cell(struct lb_flood *f, uint32_t layer, size_t place,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    begin(f);
    LB_TRY(need_layer(f, layer, err));
    LB_TRY(begin_at(f, layer, place, err));
    LB_TRY(spread(f, err));
cleanup:
    return st;
}

enum lb_status lb_flood_from_layer(struct lb_flood *f, uint32_t layer, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    begin(f);
    LB_TRY(need_layer(f, layer, err));
    for (size_t place = 0; place < lb_flood_layer_cells(&f->layers); place++)
        LB_TRY(begin_at(f, layer, place, err));
    LB_TRY(spread(f, err));
cleanup:
    return st;
}
