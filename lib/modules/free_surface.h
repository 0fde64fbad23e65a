/* free_surface.h - the free surface as a module of a solver, and its functions for observation and
 * droplet removal.  The kernels: kernels/surface/surface.cl.  Theory: docs/theory/free-surface.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_FREE_SURFACE_H
#define LB_MODULES_FREE_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lb_cell;
struct lb_droplets;

/* The type bits of the flags that the fill level of a cell of the start state means. */
uint8_t lb_surface_type(const struct lb_cell *cell);

/* Which cells are wet: bits of layers (struct lb_layers), as far as they were read since the state
 * changed last. */
struct lb_surface_bits {
    int up;           /* the axis that they lie across */
    uint64_t version; /* of the state that they show */
    uint32_t *wet;    /* of all layers; NULL: none was ever read */
    bool *is_read;    /* of each layer */
    uint32_t count;   /* of those that were read */
    uint32_t layers;  /* of the box */
    uint32_t top;     /* the highest layer that is not all wall */
    size_t words;     /* of a layer */
    bool has_failed;  /* to read a layer, which all ranks know */
};

struct lb_free_surface; /* opaque: the state of lb_surface_module */

/* They stay the surface's own. */
struct lb_surface_bits *lb_surface_bits(struct lb_free_surface *p);

/* These cells of the bits have become gas. */
void lb_surface_dry_bits(struct lb_surface_bits *bits, const struct lb_droplets *d);

/* So much mass was taken out of the box. */
void lb_surface_remove(struct lb_free_surface *p, double mass);

#endif
