/* wall_census.h - how many cells of a case are beside walls and boundaries, before any of it is on
 * a device. SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_WALL_CENSUS_H
#define LB_LAYOUT_WALL_CENSUS_H

#include "layout/layout.h"

struct lb_wall_census {
    uint64_t beside;     /* cells with a wall or a boundary among their neighbours */
    uint64_t bounced;    /* of them those whose bounce-back is not the step's */
    uint64_t moving;     /* vectors with cells beside moving walls */
    uint64_t bounded;    /* cells beside boundaries; */
    uint64_t looked;     /* of them those with links to a boundary that looks at the cell inside, */
    uint64_t looks;      /* and these links */
    uint64_t kept;       /* numbers that links to boundaries keep */
    uint64_t conductors; /* cells of bodies that conduct heat */
};

/* Asks c->start for the cells, in large boxes for those of blocks spread over the box, from which
 * the rest is estimated.  Nothing without solid cells or c->start. */
struct lb_wall_census lb_wall_census_take(const struct lb_case *c, const struct lb_layout *l);

/* Of a box of the same shape with `cells` instead of `counted` cells: walls are surfaces. */
struct lb_wall_census lb_wall_census_scaled(const struct lb_wall_census *w, int dimensions,
                                            uint64_t counted, uint64_t cells);

#endif
