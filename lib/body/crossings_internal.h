/* crossings_internal.h - counts where rows of cells go through a mesh, exactly.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_CROSSINGS_INTERNAL_H
#define LB_BODY_CROSSINGS_INTERNAL_H

#include <stdint.h>

#include "body/voxels.h"

/* Positions are whole numbers: this many parts of a cell, or fewer bits where a body reaches far, so
 * that the product of two sides fits into 64 bits. */
enum { LB_CROSSING_BITS = 16, LB_POSITION_BITS = 30 };

/* Part of the box, in cells. */
struct lb_voxel_box {
    uint32_t begin[3], size[3];
};

/* A mesh with whole numbers for positions. */
struct lb_whole_mesh {
    const struct lb_mesh *mesh;
    int bits;      /* 2^bits parts make a cell */
    int32_t *node; /* node[3 * node + axis] */
};

/* Takes positions below LB_MAX_REACH.  Free with lb_whole_mesh_free(). */
enum lb_status lb_whole_mesh_create(const struct lb_mesh *mesh, struct lb_whole_mesh *whole,
                                    struct lb_error *err);
void lb_whole_mesh_free(struct lb_whole_mesh *whole);

/* Where rows of cells along axis `w` go through a mesh, for the rows of one layer across axis `v`; the
 * third axis, u, is below v.
 * x is the fast index of `delta`; the row axis has one place more, for what is behind the last cell. */
struct lb_crossings {
    int u, v, w;
    bool is_signed; /* inside is where the winding number is above 0, not where it is not 0 */
    struct lb_voxel_box region;
    uint32_t fast, slow; /* places of a layer along x, and along the other axis */
    uint32_t words;      /* of a line of `touched` */
    int32_t *delta;      /* [slow][fast] what the winding number changes by at a cell */
    uint64_t *touched;   /* [slow][words] bits: where something was added */
};

enum lb_status lb_crossings_create(int v, int w, bool is_signed, const struct lb_voxel_box *region,
                                   struct lb_crossings *c, struct lb_error *err);
void lb_crossings_free(struct lb_crossings *c);

/* Adds those of one triangle in a layer, which is counted from the region's first. */
void lb_crossings_add(struct lb_crossings *c, const struct lb_whole_mesh *whole, uint32_t triangle,
                      uint32_t layer);

/* Sums a layer's crossings along its rows, sets bit w of the votes of each cell inside, counts the rows
 * whose sum is not zero behind the mesh, and makes all zero again. */
enum lb_status lb_crossings_vote(struct lb_crossings *c, uint32_t layer, uint8_t *votes,
                                 struct lb_voxel_report *report, struct lb_error *err);

/* Whether two or three axes say so. */
static inline bool lb_votes_are_most(uint8_t votes)
{
    return (votes & (votes - 1)) != 0;
}

/* Sets rows, wrong_rows and, where no row is open, the place of the first wrong one. */
void lb_votes_count_rows(const uint8_t *votes, const struct lb_voxel_box *region,
                         struct lb_voxel_report *report);

#endif
