/* openings.h - inlets and outlets anywhere on the wall of a fluid: a patch of the wall becomes a
 * set of boundary cells, the solid ones whose links to fluid cells go through it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_OPENINGS_H
#define LB_DOMAIN_OPENINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/boundary.h"
#include "case/case.h"
#include "geometry/mesh.h"

enum lb_patch_kind {
    LB_PATCH_PART,  /* the triangles of a mesh that have the name `part` */
    LB_PATCH_NEAR,  /* those of the flat connected piece of it that is nearest to `at`, not further
                     * away than the piece is long, and two cells */
    LB_PATCH_PLANE, /* those in the plane through `at` across `normal` */
    LB_PATCH_BOX,   /* the wall between the corners `at` and `to`, which may be in one plane */
    LB_PATCH_DISC   /* the plane through `at` across `normal`, up to `radius` */
};

/* Lengths and places in cells; the middle of cell x is at x + 1/2.  All is borrowed.  In two
 * dimensions z does not count, and a disc is a line. */
struct lb_patch {
    const char *name; /* of the opening, for messages */
    enum lb_patch_kind kind;
    const struct lb_mesh *mesh;
    const char *part;
    double at[3], to[3], normal[3], radius;
    double unit; /* [cells] a length L, which distances of messages are in; 0: they are in cells */
};

/* Where the fluid is, before there are openings.  `is_fluid` is asked for cells of the box
 * alone. */
struct lb_fluid_region {
    const struct lb_lattice *lattice;
    uint32_t size[3];
    bool (*is_fluid)(const void *state, uint32_t x, uint32_t y, uint32_t z);
    const void *state;
};

struct lb_opening {
    const char *name;
    double centre[3], normal[3]; /* the latter of length 1, into the fluid */
    double area; /* of the triangles, box or disc [cells^2; cells in two dimensions] */
    /* Of the links along the normal [cells^2]: a velocity u of all cells lets in u * link_area. */
    double link_area;
    uint64_t cells, links;
    uint32_t begin[3], size[3]; /* the box of its cells */
    struct lb_profile_box
        profile;                 /* with a mean of 1 over the links; without one: a flat profile */
    double *factor;              /* the numbers of `profile`, owned */
    struct lb_flat_patch *patch; /* owned */
};

/* A boundary cell: its number in the box, x fastest, its opening, and the part of link_area that
 * it has. */
struct lb_opening_cell {
    uint64_t number;
    int opening;
    double area;
};

struct lb_openings {
    struct lb_fluid_region region;
    int count;
    struct lb_opening opening[LB_MAX_BOUNDARIES];
    uint64_t cell_count;
    struct lb_opening_cell *cell; /* by number */
};

void lb_openings_init(struct lb_openings *o, const struct lb_fluid_region *region);
void lb_openings_free(struct lb_openings *o);

/* Adds one.  A cell belongs to it where a link to a fluid cell goes through the patch and its
 * middle lies behind the patch, seen along the normal: cells beside the rim stay walls.
 * LB_STATUS_USAGE: the mesh has no such part or triangles, the nearest piece is far away, no fluid
 * touches the patch, it overlaps with another one; the message says where the nearest fluid is, which parts there are,
 * how many cells are shared.  After a failure they can only be freed. */
enum lb_status lb_openings_add(struct lb_openings *o, const struct lb_patch *patch,
                               struct lb_error *err);

/* The opening that a cell of the box belongs to; -1: none.  Pure: for start functions. */
int lb_openings_at(const struct lb_openings *o, uint32_t x, uint32_t y, uint32_t z);

/* Whether the way from a point to another one goes through one of them. */
bool lb_openings_are_crossed(const struct lb_openings *o, const double from[3], const double to[3]);

/* Gives opening n the profile of a developed flow: the solution of laplace(u) = -1 over the
 * patch, 0 at its rim, with a mean of 1 over the links.  Of patches of triangles that are
 * oblique to the axes the rim is that of the triangles; of others it is half-way between their
 * cells and the walls beside them, as the fluid has it.  Both are right to second order in the
 * width, but for what cells make of a rim that is not along an axis. */
enum lb_status lb_developed_profile(struct lb_openings *o, int n, struct lb_error *err);

#endif
