/* wall_links.h - where the walls of bodies cross the links between fluid and solid cells, and sheets
 * those between two fluid ones: the list of a case with walls between cells.  On the host, in one
 * pass over the triangles.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_WALL_LINKS_H
#define LB_DOMAIN_WALL_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "body/body_checks.h"
#include "case/case.h"
#include "domain/openings.h"
#include "geometry/mesh.h"

enum { LB_MAX_SURFACES = 32 };

enum lb_wall_kind { LB_WALL_NO_LINK, LB_WALL_FLUID, LB_WALL_CURVED };

/* What a cell is: a fluid one that collides; a solid one whose walls are between cells, and of
 * which surface; or neither. Bit k of `members`: its centre is inside of surface k. */
struct lb_wall_cell {
    enum lb_wall_kind kind;
    uint8_t surface;
    uint32_t members;
};

struct lb_wall_search {
    const struct lb_lattice *lattice;
    const struct lb_wall_rule *rule;
    uint32_t size[3];          /* of the box, whose ends are joined */
    uint32_t begin[3], end[3]; /* all solid cells with such walls lie there */
    const struct lb_wall_surface *surfaces;
    int count;
    void (*cell)(const void *state, const uint32_t at[3], struct lb_wall_cell *out);
    /* Kinds of cells along x from `at` on, plus the surface of curved ones, and their members: of as
     * many of `count` as are at hand, and of how many; NULL: `cell` says all. */
    uint32_t (*row)(const void *state, const uint32_t at[3], uint32_t count, uint8_t *kinds,
                    uint32_t *members);
    bool (*is_solid)(const void *state, uint32_t members); /* a point inside of these surfaces */
    /* Whether that place of a sheet [cells] is taken away from it; NULL: none is. */
    bool (*is_cut_out)(const void *state, int surface, const double place[3]);
    const void *state;
    const struct lb_openings *openings; /* links through them stay half-way; NULL: there are none */
    bool is_renewal;    /* gaps of two cells are not looked for: `narrowest` is of no use */
    bool finds_normals; /* `across` is wanted; not beside sheets */
};

struct lb_wall_links {
    struct lb_curved_walls walls;
    struct lb_curved_link *links; /* owned */
    float *across;                /* owned; of each link; NULL: not asked for */
    struct lb_gap_link *gaps;     /* owned */
    struct lb_wall_ask *asks;     /* owned; of each link of lb_wall_links_ask */
    uint64_t room;                /* of both, there */
    uint64_t guessed;             /* links that no surface was found to cross: q is 1/2 */
    uint64_t guessed_cell;        /* the first one's */
    uint64_t pairs;               /* links in gaps of one cell, or across edges */
    uint64_t gaps_left_out;       /* links across gaps, beside bodies that move, of no force */
    double narrowest; /* of gaps of one or two cells, along a link [cells]; HUGE_VAL: none */
    uint64_t sheet_links[LB_MAX_SURFACES]; /* that the sheet of a surface crosses */
};

/* Between a fluid and a solid cell the wall is where the way out of the fluid cell first is solid: each surface that
 * has one of its ends inside, and not the other one, is crossed once.  The same whatever the
 * order of triangles.  A link between two fluid cells is a wall for both where a sheet crosses it,
 * at the place that each comes to first; no other link is.  Surface k is that of body k + 1 where
 * sheets and links across gaps are concerned. */
enum lb_status lb_wall_links_make(const struct lb_wall_search *s, struct lb_wall_links *out,
                                  struct lb_error *err);

/* Where the line p - q c is inside of a shape, between q = from and to; from > to: nowhere. */
struct lb_inside {
    double from, to;
};
struct lb_inside lb_wall_surface_inside(const struct lb_wall_surface *s, int dimensions,
                                        const double p[3], const double c[3]);

/* The same links, without q and speed, but with what they ask, and no gaps; no sheets and no
 * openings.  `out` is {0}, or what was found before, whose memory is used again. */
enum lb_status lb_wall_links_ask(const struct lb_wall_search *s, struct lb_wall_links *out,
                                 struct lb_error *err);

/* Of a cell at the start of a case: of a body that has such walls where bit number - 1 of
 * `bodies` is set. */
enum lb_wall_kind lb_wall_kind_at(const struct lb_case *c, const uint32_t at[3], uint32_t bodies);

/* For the user: links that were guessed, gaps of one cell, and what `exact` needs. */
void lb_wall_links_note(const struct lb_wall_links *w, const struct lb_case *c,
                        struct lb_body_notes *notes);
void lb_wall_links_free(struct lb_wall_links *w); /* {0} is fine */

#endif
