/* marker_world.h - markers of a box that is cut: each rank has all of them, and moves them in arrays of the whole
 * box, so that forces and positions are those of one device to the last bit.  Of these arrays
 * only cells near markers are ever used.
 *
 *     markers push cells of the whole box    lb_marker_world_take      for the step to come
 *     lb_marker_world_list                   before it, of this subdomain: whose velocities are kept
 *     the step, lb_marker_world_pack
 *     lb_marker_world_read, the rows of all ranks, lb_marker_world_write
 *     markers drift in the whole box
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_MARKER_WORLD_H
#define LB_WORKSPACE_MARKER_WORLD_H

#include "workspace/workspace.h"

struct lb_marker_world; /* opaque */

/* For the workspace of a subdomain, which is borrowed; *out is for lb_marker_world_destroy in
 * any case. */
enum lb_status lb_marker_world_create(struct lb_workspace *own, struct lb_marker_world **out,
                                      struct lb_error *err);
void lb_marker_world_destroy(struct lb_marker_world *m); /* NULL is allowed */

/* That of the whole box, for the markers' buffers and kernels. */
struct lb_workspace *lb_marker_world_workspace(struct lb_marker_world *m);

/* Once all of the markers' buffers are there: the subdomain's workspace keeps their state, too. */
enum lb_status lb_marker_world_keep(struct lb_marker_world *m, struct lb_error *err);
enum lb_status lb_marker_world_make_kernels(struct lb_marker_world *m, struct lb_error *err);

/* Only enqueue. */
enum lb_status lb_marker_world_take(struct lb_marker_world *m, struct lb_error *err);
enum lb_status lb_marker_world_list(struct lb_marker_world *m, struct lb_error *err);
enum lb_status lb_marker_world_pack(struct lb_marker_world *m, struct lb_error *err);

/* The rows of this subdomain, which stay until the next step; and those of all, in any order. */
enum lb_status lb_marker_world_read(struct lb_marker_world *m, const void **rows, uint64_t *bytes,
                                    struct lb_error *err);
enum lb_status lb_marker_world_write(struct lb_marker_world *m, const void *rows, uint64_t bytes,
                                     struct lb_error *err);

/* With a free surface: which cells of the markers' stencils are gas, where they are of this subdomain, a bit for each,
 * in *count masks that stay here (0: there is no surface).  Of all subdomains they add up; once *masks has these
 * sums, the arrays of the whole box get them. */
enum lb_status lb_marker_world_read_sides(struct lb_marker_world *m, uint64_t **masks,
                                          uint64_t *count, struct lb_error *err);
enum lb_status lb_marker_world_write_sides(struct lb_marker_world *m, struct lb_error *err);

#endif
