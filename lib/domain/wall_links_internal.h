/* wall_links_internal.h - links on their way to the list, for the files that find where walls
 * cross them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_WALL_LINKS_INTERNAL_H
#define LB_DOMAIN_WALL_LINKS_INTERNAL_H

#include "domain/wall_links.h"

/* A link, and the surfaces that cross it: crossing[first] and the next ones, by the bits of
 * `crossed`. */
struct lb_open_link {
    uint64_t cell, first;
    uint32_t crossed, members; /* of the cell */
    uint8_t direction, surface;
    bool is_gap; /* from solid cell to solid cell, `behind` being the surface of the other one */
    uint8_t behind;
    int8_t turns[3]; /* boxes that the place lies away from the cell's own, where ends are joined */
};

struct lb_open_links {
    const struct lb_wall_search *s;
    struct lb_open_link *list; /* by cell, then direction */
    uint64_t count, room;
    uint64_t *row_first; /* of each row of cells along x, and one more */
    double *crossing;    /* q; HUGE_VAL: not found yet */
    float *across;       /* |n . c| there; NULL: not asked for */
    uint64_t crossings;
};

/* Of surface k, into `crossing`. */
void lb_crossings_of_meshes(struct lb_open_links *o, int k);
void lb_crossings_of_shape(struct lb_open_links *o, int k);

/* The cell against a direction, in the box whose ends are joined. */
uint64_t lb_cell_behind(const struct lb_wall_search *s, uint64_t cell, int direction);

/* Adds those of sheets to the list of links. */
enum lb_status lb_wall_sheets_add(const struct lb_wall_search *s, struct lb_wall_links *out,
                                  struct lb_error *err);

#endif
