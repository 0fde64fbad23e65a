/* immersed.h - the immersed boundary as a module of a solver, and the two ways in which a membrane's
 * forces are found.  Theory and order of kernels: docs/architecture.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_IMMERSED_H
#define LB_MODULES_IMMERSED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct lb_workspace;
struct lb_immersed; /* opaque: the state of lb_markers_module */

/* As lb_solver_read_markers. */
enum lb_status lb_immersed_read(struct lb_immersed *m, double *position, double *force,
                                struct lb_error *err);

/* As lb_solver_retire_markers. */
enum lb_status lb_immersed_retire(struct lb_immersed *m, const uint32_t *which, size_t count,
                                  struct lb_error *err);

/* Of a subdomain: what other ranks need of it, and what all have, one behind the other; nothing
 * if no step was taken.  Then the markers drift. */
enum lb_status lb_immersed_pack(struct lb_immersed *m, const void **rows, uint64_t *bytes,
                                struct lb_error *err);
enum lb_status lb_immersed_unpack(struct lb_immersed *m, const void *rows, uint64_t bytes,
                                  struct lb_error *err);

/* Of a subdomain with a free surface: as lb_marker_world_read_sides and _write_sides, whenever markers have moved or
 * cells have changed sides. */
enum lb_status lb_immersed_read_sides(struct lb_immersed *m, uint64_t **masks, uint64_t *count,
                                      struct lb_error *err);
enum lb_status lb_immersed_write_sides(struct lb_immersed *m, struct lb_error *err);

/* --- a membrane's resistance to bending: immersed_bending.c ------------------------------------ */

struct lb_immersed_bending; /* opaque */

/* Buffers, then kernels, which leave their forces in LB_BUFFER_BENDING. */
enum lb_status lb_immersed_bending_create(struct lb_workspace *w, struct lb_immersed_bending **out,
                                          struct lb_error *err);
enum lb_status lb_immersed_bending_make_kernels(struct lb_immersed_bending *b,
                                                struct lb_error *err);
void lb_immersed_bending_destroy(struct lb_immersed_bending *b); /* NULL is allowed */

/* Enqueues the forces for the positions that are there. */
enum lb_status lb_immersed_bending_enqueue(struct lb_immersed_bending *b, struct lb_error *err);

/* --- a membrane in one kernel per step, patch by patch of its nodes: immersed_patches.c --------- */

struct lb_immersed_patches; /* opaque */

/* For a membrane that is all there is: no particles, no forces of their own, no bending, no free
 * surface.  Leaves *out NULL if something else is there, a node has too many triangles, or the
 * device's groups are too small; that is no failure. */
enum lb_status lb_immersed_patches_create(struct lb_workspace *w, struct lb_immersed_patches **out,
                                          struct lb_error *err);
/* Once the start state is there: where walls are near. */
enum lb_status lb_immersed_patches_close(struct lb_immersed_patches *p, struct lb_error *err);
enum lb_status lb_immersed_patches_make_kernel(struct lb_immersed_patches *p, struct lb_error *err);
void lb_immersed_patches_destroy(struct lb_immersed_patches *p); /* NULL is allowed */

/* Enqueues the forces and the spreading for the next step; before these the nodes drift where
 * `moves`.  The first call must not move: volume and area are those of the start by then. */
enum lb_status lb_immersed_patches_enqueue(struct lb_immersed_patches *p, bool moves,
                                           struct lb_error *err);

#endif
