/* bodies.h - bodies in a box: meshes that are read or made, placed as one, and their solid cells.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_BODIES_H
#define LB_DOMAIN_BODIES_H

#include "body/body_checks.h"
#include "body/body_shapes.h"
#include "body/part_checks.h"
#include "body/placement.h"
#include "body/voxels.h"
#include "case/case.h"

enum { LB_MAX_BODY_FILES = 16, LB_BODY_NAME_SIZE = 64 };

/* Begins as {.dimensions = 2 or 3}, with .encloses_fluid where what is inside of the meshes is fluid and all else
 * solid; owns meshes, voxels and reports.  A case's bodies are `bodies`
 * and `count` of them, which point into the struct: it must outlive the case, and not be moved. */
struct lb_bodies {
    int dimensions, count;
    bool encloses_fluid;
    bool is_sheet; /* meshes are open; in two dimensions files are lines */
    uint64_t
        lids; /* bit n - 1: open end n of a mesh that encloses fluid becomes its part "loop-n"; */
    uint32_t open_ends;                               /* and how many stay open */
    struct lb_mesh meshes[LB_MAX_BODY_FILES];         /* as in the file, once placed in cells */
    char names[LB_MAX_BODY_FILES][LB_BODY_NAME_SIZE]; /* "wing.stl", "sphere" */
    struct lb_placed placed;
    struct lb_voxels voxels; /* number k + 1 is of body k */
    struct lb_voxel_report reports[LB_MAX_BODY_FILES];
    struct lb_part_reports parts[LB_MAX_BODY_FILES]; /* of each body, by connected parts */
    struct lb_body_notes notes;                      /* of what was found odd, for the user */
    struct lb_thinness thinness;
    struct lb_body bodies[LB_MAX_BODY_FILES]; /* moments are about the middle of all of them */
    double mesh_frontal; /* area across x of the triangles [cells^2; cells in two dimensions] */
};
void lb_bodies_free(struct lb_bodies *b);        /* all of it */
void lb_bodies_free_meshes(struct lb_bodies *b); /* none is left; placement and cells stay */

enum { LB_MAX_LIDS = 64 };

/* Adds a body; messages name it by its file's last component or its shape.  In two dimensions a
 * file is an outline, in three a mesh, of which parts that are inside out are turned, with a note; where the fluid is
 * inside, a part that is inside out is taken away from it, and only a whole mesh is turned; lids are made, and notes name the
 * ends that stay open.
 * LB_STATUS_USAGE where a file cannot be used, LB_STATUS_FAILED beyond LB_MAX_BODY_FILES. */
enum lb_status lb_bodies_read(struct lb_bodies *b, const char *path, struct lb_error *err);
enum lb_status lb_bodies_add_shape(struct lb_bodies *b, const struct lb_body_shape *shape,
                                   struct lb_error *err);

/* Turns and scales all of them as one body; fails as lb_placement_apply does. */
enum lb_status lb_bodies_place(struct lb_bodies *b, const struct lb_placement *p,
                               struct lb_error *err);
/* Stretches each axis and moves their lower corner to `low` [cells]; not across the layer of two
 * dimensions. */
void lb_bodies_move(struct lb_bodies *b, const double stretch[3], const double low[3]);

/* What is around them. */
struct lb_body_box {
    uint32_t size[3];    /* [cells] */
    bool periodic[3];    /* the layer of two dimensions is */
    bool accepts_holes;  /* of meshes, however large */
    unsigned open_faces; /* bit `face`: a body may reach this face of the box (faces.h) */
    int ground;          /* axis at whose lower end gaps under bodies are looked for; -1: none */
};

/* Finds their solid cells, and looks at what may be wrong with them: fails with LB_STATUS_USAGE
 * where a body has holes, reaches a face that is not open or closes the box, and leaves notes of
 * the rest. */
/* Where the fluid is inside, voxel numbers are of fluid cells, and what may be wrong with solid bodies (passage,
 * parts, thin walls) is not looked at. */
enum lb_status lb_bodies_find_cells(struct lb_bodies *b, const struct lb_body_box *box,
                                    struct lb_error *err);

/* From the first solid cell along an axis to the last [cells]. */
double lb_bodies_cells_along(const struct lb_bodies *b, int axis);

/* Whether a cell is not solid and has a solid one beside one of its sides. */
bool lb_bodies_are_beside(const struct lb_bodies *b, const uint32_t size[3], const uint32_t at[3]);

/* The body with a cell on the surface of the smallest cube around a cell, its number from 0, and
 * half the side of that cube; -1: none up to `most`. */
int lb_bodies_nearest(const struct lb_bodies *b, const uint32_t cell[3], int most, int *distance);

#endif
