/* immersed.h - the immersed boundary as a module of a solver, and the two ways in which a membrane's
 * forces are found.  Theory and order of kernels: docs/theory/immersed_boundary.md
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

/* --- the markers of a subdomain: immersed_parts.c ------------------------------------------------ */

/* All subdomains have all markers; each moves those in its cells, and spreads forces of all to its cells.  In two
 * rounds they tell each other, in rows: velocities of cells beside cuts, then where markers are and what
 * their weights are raised by. */
enum { LB_MARKER_ROUNDS = 2 };

struct lb_case;
struct lb_immersed_parts; /* opaque */

/* Work-items of kernels that go through the rows of all stencils. */
uint64_t lb_immersed_items(const struct lb_case *c);

enum lb_status lb_immersed_parts_create(struct lb_workspace *w, bool is_patched,
                                        struct lb_immersed_parts **out, struct lb_error *err);
enum lb_status lb_immersed_parts_make_kernels(struct lb_immersed_parts *p, struct lb_error *err);
void lb_immersed_parts_destroy(struct lb_immersed_parts *p); /* NULL is allowed */

/* Behind a step, or where cells became gas or fluid between steps: what weights are raised by changes. */
void lb_immersed_parts_moved(struct lb_immersed_parts *p);
void lb_immersed_parts_changed(struct lb_immersed_parts *p);

/* Only enqueues what finds this subdomain's rows of a round, so that kernels enqueued behind it run while the host tells
 * the others; then the rows, which stay until the next round; none where there is nothing to tell. */
enum lb_status lb_immersed_parts_begin(struct lb_immersed_parts *p, int round,
                                       struct lb_error *err);
enum lb_status lb_immersed_parts_read(struct lb_immersed_parts *p, int round, const void **rows,
                                      uint64_t *bytes, struct lb_error *err);
/* Those of all.  `has_moved`: markers have. */
enum lb_status lb_immersed_parts_write(struct lb_immersed_parts *p, int round, const void *rows,
                                       uint64_t bytes, bool *has_moved, struct lb_error *err);

/* The same of the module: then its markers are where they are in the next step. */
enum lb_status lb_immersed_begin(struct lb_immersed *m, int round, struct lb_error *err);
enum lb_status lb_immersed_pack(struct lb_immersed *m, int round, const void **rows,
                                uint64_t *bytes, struct lb_error *err);
enum lb_status lb_immersed_unpack(struct lb_immersed *m, int round, const void *rows,
                                  uint64_t bytes, struct lb_error *err);
void lb_immersed_changed(struct lb_immersed *m);

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
