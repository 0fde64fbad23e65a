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

/* Kinds of the cells around the solid ones; places are of the box, or beyond its ends, which are
 * joined. */
struct lb_wall_region {
    int64_t begin[3], size[3];
    uint64_t cells;
    /* owned, both; x fastest; of a curved one plus its surface; NEAR where one is beside */
    uint8_t *kind;
    uint32_t *members;
};
enum { LB_WALL_NEAR = 0x80 };

/* With one cell around the box of the solid ones, and around these one whose kind is not known, of
 * no link.  A cell is NEAR if it or one of its neighbours is solid, and so may be some at the ends
 * of rows. */
enum lb_status lb_wall_region_make(const struct lb_wall_search *s, struct lb_wall_region *r,
                                   struct lb_error *err);
void lb_wall_region_free(struct lb_wall_region *r); /* {0} is fine */

/* A place in the box, its number, x fastest, and what is there. */
void lb_wall_wrap(const uint32_t size[3], const int64_t at[3], uint32_t out[3]);
uint64_t lb_wall_number(const uint32_t size[3], const uint32_t at[3]);
struct lb_wall_cell lb_wall_cell_at(const struct lb_wall_search *s, const int64_t at[3]);

/* Of surface k, into `crossing`. */
void lb_crossings_of_meshes(struct lb_open_links *o, int k);
void lb_crossings_of_shape(struct lb_open_links *o, int k);

/* The cell against a direction, in the box whose ends are joined. */
uint64_t lb_cell_behind(const struct lb_wall_search *s, uint64_t cell, int direction);

/* Adds those of sheets to the list of links. */
enum lb_status lb_wall_sheets_add(const struct lb_wall_search *s, struct lb_wall_links *out,
                                  struct lb_error *err);

#endif
