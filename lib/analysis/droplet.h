/* droplet.h - droplets: connected wet cells that touch the top of the box and reach no further down.
 * Lattice units; the centre of cell i lies at i + 1/2, as for markers.  Lehmann et al., Micropl.
 * & Nanopl.  1, 18 (2021): droplets are counted where they leave the box.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_DROPLET_H
#define LB_ANALYSIS_DROPLET_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "analysis/components.h"

struct lb_droplet {
    uint64_t cells;     /* fluid and interface */
    double volume;      /* sum of fill levels [cells] */
    double mass;        /* [rho0 cells^3] */
    double velocity[3]; /* of the centre of mass [cells/step] */
    double centroid[3]; /* of the mass [cells], within the box */
    double diameter;    /* of a sphere of this volume, in two dimensions of a circle [cells] */
};

/* Wet cells beside each other along a row of a layer (lb_layers). */
struct lb_droplet_run {
    uint64_t place;   /* of the first cell: counts cell by cell, row by row, layer by layer */
    uint32_t cells;   /* never across the box's side */
    uint32_t droplet; /* number in the list */
    int32_t at[3];    /* the first cell, not wrapped */
};

/* Initialise with {0}. */
struct lb_droplets {
    struct lb_droplet *list; /* the most cells first */
    size_t count;
    uint32_t size[3];            /* of the box */
    int up;                      /* the axis that layers lie across */
    struct lb_droplet_run *runs; /* in the order of their places */
    size_t run_count, cell_count;
};

void lb_droplets_clear(struct lb_droplets *d); /* frees what it owns; {0} again */

/* The layers that a droplet must touch: as many as it may fly through between two looks. */
struct lb_top {
    uint32_t first, last;
};

/* Components of wet cells (26 neighbours) with a cell in the layers of `top` and none below layer
 * `lowest`: what reaches below that one hangs on the pool, as a crown does.  Only cells and their
 * counts are filled in.  Replaces what is in `out`. */
enum lb_status lb_droplets_find(const struct lb_layers *layers, const struct lb_top *top,
                                uint32_t lowest, struct lb_droplets *out, struct lb_error *err);

/* The same with all wet cells of the layers of `top`, as if they were one droplet; none if all
 * are dry. */
enum lb_status lb_droplets_all(const struct lb_layers *layers, const struct lb_top *top,
                               struct lb_droplets *out, struct lb_error *err);

/* Numbers in the box, x fastest, of all d->cell_count cells: run after run.  Caller owns. */
void lb_droplets_numbers(const struct lb_droplets *d, uint64_t *numbers);

/* What is in one cell. */
struct lb_wet_content {
    double fill, mass, velocity[3];
};

/* The rest of the list, from what is in each of these cells.  What has no mass has no velocity. */
void lb_droplets_measure(struct lb_droplets *d, const struct lb_wet_content *contents);

/* Which droplet of the list has, or had, cell (x, y, z); -1: none. */
ptrdiff_t lb_droplets_at(const struct lb_droplets *d, uint32_t x, uint32_t y, uint32_t z);

/* The same; if there is none, one that has a cell beside it (26 neighbours). */
ptrdiff_t lb_droplets_beside(const struct lb_droplets *d, uint32_t x, uint32_t y, uint32_t z);

#endif
