/* openings_internal.h - a patch in the coordinates of its plane.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_OPENINGS_INTERNAL_H
#define LB_DOMAIN_OPENINGS_INTERNAL_H

#include "domain/openings.h"

/* Coordinates (a, b, c) of a point: along two axes in the plane, from its origin, and along the
 * normal. */
struct lb_flat_patch {
    enum lb_patch_kind kind;
    double origin[3], axis[3][3]; /* the third one is the normal */
    double low[3], high[3]; /* of the patch: in those coordinates, or of a box in those of cells */
    double radius, area;
    int across; /* the axis that the normal is closest to */
    uint32_t count;
    double (*corner)[3][3]; /* of each triangle, in those coordinates */
    double bin_size;        /* of squares of the plane, so many along both axes; */
    uint32_t bins[2];
    uint32_t *bin_start, *bin_triangle; /* the triangles of each */
};

/* patch_triangles.c: sets is_in[triangle] of those that a patch is made of. */
enum lb_status lb_patch_choose_triangles(const struct lb_patch *p, uint8_t *is_in,
                                         struct lb_error *err);

/* Finds triangles, plane and area; the sense of the normal is any.  That of a box is found
 * later. */
enum lb_status lb_flat_patch_create(const struct lb_patch *patch, struct lb_flat_patch **out,
                                    struct lb_error *err);
void lb_flat_patch_destroy(struct lb_flat_patch *p); /* NULL is fine */

/* Sets the axes; the normal need not be of length 1. */
void lb_flat_patch_face(struct lb_flat_patch *p, const double normal[3]);
/* Once it has a normal; in two dimensions of what is one cell deep. */
double lb_flat_patch_area(const struct lb_flat_patch *p, int dimensions);
bool lb_flat_patch_is_oblique(const struct lb_flat_patch *p);

void lb_flat_patch_coordinates(const struct lb_flat_patch *p, const double x[3], double out[3]);

/* Whether the patch lies before or behind a point, along the normal; a place of the plane is in
 * it. */
bool lb_flat_patch_covers(const struct lb_flat_patch *p, const double x[3]);
bool lb_flat_patch_covers_place(const struct lb_flat_patch *p, double a, double b);

/* Whether the way from a point to another one goes through it, or at least through its plane. */
bool lb_flat_patch_is_crossed(const struct lb_flat_patch *p, const double from[3],
                              const double to[3]);
bool lb_flat_patch_plane_is_crossed(const struct lb_flat_patch *p, const double from[3],
                                    const double to[3]);

/* The cells of a box, from begin to end - 1, that may have links through it, and whether one is
 * near enough. */
void lb_flat_patch_reach(const struct lb_flat_patch *p, const uint32_t size[3], uint32_t begin[3],
                         uint32_t end[3]);
bool lb_flat_patch_is_near(const struct lb_flat_patch *p, const double x[3]);

#endif
