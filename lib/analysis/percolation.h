/* percolation.h - pores of an image, a bit for each voxel, and which of them lead through it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_PERCOLATION_H
#define LB_ANALYSIS_PERCOLATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* An image of pores. */
struct lb_pores {
    uint64_t *bits;   /* 1: a pore; x fastest, lb_pores_words of them; borrowed */
    uint32_t size[3]; /* [voxels]; size[2] is 1 in two dimensions */
};

/* How a flow goes through it. */
struct lb_percolation {
    int axis; /* of the flow: its ends do not join, those of the other axes do */
    const int (*links)
        [3]; /* to voxels beside one, opposite ones and those along the axes among them; borrowed */
    int link_count;
};

/* Words of an image: lb_pores_from reads one behind those that its voxels need. */
uint64_t lb_pores_words(const uint32_t size[3]);

/* 64 voxels from number `voxel` on, bit 0 first; what is behind the image has any value. */
uint64_t lb_pores_from(const struct lb_pores *p, uint64_t voxel);

/* Pores that links do not connect with both the first and the last layer across the axis are taken away; `count` is
 * how many are left.  LB_STATUS_FAILED without memory: five bytes for each row of pores along x, four for each row of
 * the image; LB_STATUS_USAGE where there are 2^32 - 1 rows of pores. */
enum lb_status lb_percolation_keep(const struct lb_percolation *flow, struct lb_pores *p,
                                   uint64_t *count, struct lb_error *err);

/* Pores of the last layer that those of the first one follow. */
uint64_t lb_percolation_seam(const struct lb_percolation *flow, const struct lb_pores *p);

/* Sides of voxels between pores and what is none, all ends joined; without those along z in two dimensions. */
uint64_t lb_pores_faces(const struct lb_pores *p, int dimensions);

#endif
