/* flood.h - cells of a box that hang together, over faces, edges and corners (26 neighbours), found
 * in a field that is read layer by layer and no further than they reach.
 * The sides of the box are periodic; a wall between two cells is dry, so it parts them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PHYSICS_FLOOD_H
#define LB_PHYSICS_FLOOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* What a byte of a layer says: 0 is dry (gas, wall), else the fill level in steps of
 * 1/(LB_WET_FULL - LB_WET_LEAST); LB_WET_LEAST is a wet cell without anything in it. */
enum { LB_WET_LEAST = 1, LB_WET_FULL = 126 };
uint8_t lb_wet_byte(double fill); /* of a wet cell */
double lb_wet_fill(uint8_t byte); /* LB_WET_LEAST... only */

/* Where the field comes from. */
struct lb_layers {
    uint32_t size[3]; /* of the box; size[2] is 1 in two dimensions */
    int up;           /* the axis that layers lie across: 0, 1 or 2 */
    /* One byte for each cell of a layer; of the other two axes, the lower one is fastest. */
    enum lb_status (*read)(void *source, uint32_t layer, uint8_t *wet, struct lb_error *err);
    void *source;
};

/* A cell, not wrapped: cells of one component are beside each other also across periodic sides. */
struct lb_flood_cell {
    int32_t at[3];
    uint8_t wet;
};

/* What was found by the last call below. */
struct lb_flood {
    struct lb_layers layers;
    uint32_t lowest;    /* layer that is not left downward */
    bool is_cut_short;  /* where it would be: the rest of such a component is not looked for */
    uint8_t **layer;    /* those that were read; bit 7: the cell is found */
    bool reaches_below; /* a cell of layer `lowest` has a wet neighbour below it */
    struct lb_flood_cell *cells;
    size_t count, capacity;
    size_t *open; /* cells whose neighbours are still to be looked at: a stack */
    size_t open_count, open_capacity;
};

/* Initialises `f`, not cut short; lb_flood_destroy frees what it owns, also after a failure and on {0}. */
enum lb_status lb_flood_create(struct lb_flood *f, const struct lb_layers *layers, uint32_t lowest,
                               struct lb_error *err);
void lb_flood_destroy(struct lb_flood *f);

/* Into the box again. */
uint32_t lb_flood_wrapped(int64_t at, uint32_t size);

/* The axis along a layer that is the faster (0), the slower one (1). */
int lb_flood_along(int up, int which);

size_t lb_flood_layer_cells(const struct lb_layers *layers);

/* The wet cells from layer `lowest` on that hang together with cell number `place` of a layer; none where
 * that one is dry or was found before. */
enum lb_status lb_flood_from_cell(struct lb_flood *f, uint32_t layer, size_t place,
                                  struct lb_error *err);

/* The same with any of the wet cells of a layer. */
enum lb_status lb_flood_from_layer(struct lb_flood *f, uint32_t layer, struct lb_error *err);

#endif
