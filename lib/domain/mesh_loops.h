/* mesh_loops.h - the open ends of a mesh: loops of sides that have one triangle, and lids for them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_MESH_LOOPS_H
#define LB_DOMAIN_MESH_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* In the lengths of the mesh. */
struct lb_mesh_loop {
    double centre[3]; /* the mean of its corners */
    double
        normal[3]; /* of length 1, outwards as the triangles of the mesh say; 0 without an area */
    double area, off_plane; /* and how far a corner is from the plane through the centre */
    bool is_star;           /* the way from the centre to each point of the loop stays inside */
    uint32_t first, count;  /* its nodes, node[first] and the next ones, as the sides run */
};

/* In the order of the first triangles beside them.  Sides at nodes where several open sides begin, or that lead to no
 * loop, are in none. */
struct lb_mesh_loops {
    uint32_t count;
    struct lb_mesh_loop *loop;
    uint32_t *node;
};

enum lb_status lb_mesh_loops_find(const struct lb_mesh *mesh, struct lb_mesh_loops *out,
                                  struct lb_error *err);
void lb_mesh_loops_free(struct lb_mesh_loops *loops); /* {0} is fine */

/* Closes loop n by triangles around its centre, a part `name` of the mesh, behind all others.  LB_STATUS_USAGE: the
 * loop is not flat, by more than a hundredth of its width, or not star-shaped about its centre. */
enum lb_status lb_mesh_close_loop(struct lb_mesh *mesh, const struct lb_mesh_loops *loops,
                                  uint32_t n, const char *name, struct lb_error *err);

#endif
