/* surface.h - the free surface of a solver: its buffers, its kernels, when they run.
 * The kernels: kernels/surface.cl.  Theory: docs/theory/free-surface.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_SURFACE_H
#define LB_RUN_SURFACE_H

#include <stdint.h>

#include "base/status.h"
#include "physics/case.h"
#include "run/solver.h"

struct lb_buffer;
struct lb_program;
struct lb_surface_part; /* opaque; what a solver keeps for its surface */

/* The type bits that a start state's fill level means. */
uint8_t lb_surface_type(const struct lb_cell *cell);

/* Creates s->surface; before the start state is uploaded. */
enum lb_status lb_surface_create(struct lb_solver *s, const struct lb_kernel_places *places,
                                 struct lb_error *err);
void lb_surface_destroy(struct lb_surface_part *part); /* NULL is fine */

/* Uploads fill levels of `count` cells from cell `first` on: the fifth plane of `values` (density,
 * velocity, fill level) of the case's arithmetic; the first four are in s->staging. */
enum lb_status lb_surface_start(struct lb_solver *s, const void *values, uint64_t first,
                                uint64_t count, struct lb_error *err);

/* Parts fluid from gas once the whole start state is there. */
enum lb_status lb_surface_close(struct lb_solver *s, struct lb_error *err);

/* What a step needs before and after the step kernel; they only enqueue. */
enum lb_status lb_surface_before(struct lb_solver *s, struct lb_error *err);
enum lb_status lb_surface_after(struct lb_solver *s, struct lb_error *err);

/* What others that look at a surface, or change it, need of it; all stay the surface's own. */
struct lb_surface_view {
    struct lb_program *program;
    struct lb_buffer *fill, *mass;
};
struct lb_surface_view lb_surface_look(const struct lb_surface_part *part);

/* The layers of a solver's surface, to search in; `source` must live as long as they are used, and
 * is freed then.  Whoever goes one way finds layers read ahead. */
struct lb_surface_layers {
    struct lb_solver *solver;
    int up;
    uint8_t *bytes; /* of layers first ... first + count - 1 */
    uint32_t first, count;
};
void lb_surface_layers_free(struct lb_surface_layers *source);
struct lb_layers lb_surface_layers(struct lb_solver *s, int up, struct lb_surface_layers *source);

enum lb_status lb_surface_survey(struct lb_solver *s, struct lb_surface_survey *out,
                                 struct lb_error *err);

#endif
