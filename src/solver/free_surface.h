/* free_surface.h - the free surface of a solver: its buffers, its kernels, when they run.
 * The kernels: kernels/surface/surface.cl.  Theory: docs/theory/free-surface.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_FREE_SURFACE_H
#define LB_SOLVER_FREE_SURFACE_H

#include <stdint.h>

#include "base/status.h"
#include "case/case.h"
#include "solver/solver.h"

struct lb_buffer;
struct lb_program;
struct lb_surface_part; /* opaque; what a solver keeps for its surface */

/* The type bits that a start state's fill level means. */
uint8_t lb_surface_type(const struct lb_cell *cell);

/* Creates s->surface; before the start state is uploaded. */
enum lb_status lb_surface_create(struct lb_solver *s, struct lb_error *err);
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

/* Kernels that run between two steps, in the order of their names in free_surface_query.c. */
enum lb_surface_kernel {
    LB_SURFACE_WET_CELLS,
    LB_SURFACE_COLUMNS,
    LB_SURFACE_WEIGH,
    LB_SURFACE_DRY,
    LB_SURFACE_BARE,
    LB_SURFACE_COVER,
    LB_SURFACE_PAY,
    LB_SURFACE_KERNELS
};

/* Which cells are wet, as the last look has left them: bits of layers (struct lb_layers) that were
 * read since the last step. */
struct lb_surface_bits {
    int up;          /* the axis that they lie across */
    uint32_t *wet;   /* of all layers; NULL: none was ever read */
    bool *is_read;   /* of each layer */
    uint32_t count;  /* of those that were read */
    uint32_t layers; /* of the box */
    uint32_t top;    /* the highest layer that is not all wall */
    size_t words;    /* of a layer */
};

/* What is kept from look to look. */
struct lb_surface_looks {
    struct lb_kernel *kernels[LB_SURFACE_KERNELS];
    struct lb_surface_bits bits;
    struct lb_buffer *cells, *contents, *bare; /* of droplets; NULL until there are any */
};
enum lb_status lb_surface_looks_create(struct lb_surface_looks *looks, struct lb_program *program,
                                       struct lb_error *err);
void lb_surface_looks_destroy(struct lb_surface_looks *looks); /* {0} is fine */

/* Layers are read anew from here on. */
void lb_surface_looks_forget(struct lb_surface_looks *looks);

/* What others that look at a surface, or change it, need of it; all stay the surface's own. */
struct lb_surface_view {
    struct lb_buffer *fill, *mass;
    struct lb_surface_looks *looks;
};
struct lb_surface_view lb_surface_look(struct lb_surface_part *part);

/* The layers of a solver's surface, to search in until the next step.  Each is read once, and with
 * it others that whoever searches will come to.  Fails where there is no surface. */
enum lb_status lb_surface_layers(struct lb_solver *s, int up, struct lb_layers *out,
                                 struct lb_error *err);

/* Whoever takes cells out tells it here: these have become gas. */
void lb_surface_dry_bits(struct lb_surface_looks *looks, const struct lb_droplets *d);

enum lb_status lb_surface_survey(struct lb_solver *s, struct lb_surface_survey *out,
                                 struct lb_error *err);

#endif
