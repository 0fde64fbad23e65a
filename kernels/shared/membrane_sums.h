/* membrane_sums.h - the sums that the membrane's kernels pass on to each other, read by both compilers.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_MEMBRANE_SUMS_H
#define LB_SHARED_MEMBRANE_SUMS_H
#define LB_TRIANGLE_GROUP 64 /* work-items that add up their share of the volume */
#define LB_RECORD_SIZE \
    15 /* numbers per triangle; kernels/immersed/membrane_triangles.cl says which */
#endif
