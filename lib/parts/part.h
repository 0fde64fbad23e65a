/* part.h - what a solver can have beside the flow: walls, a free surface, markers.  The solver calls
 * each part of the case at every phase, and otherwise knows nothing of it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PARTS_PART_H
#define LB_PARTS_PART_H

#include "parts/survey.h"
#include "workspace/workspace.h"

/* In the order of their use in a solver's life. */
enum lb_phase {
    LB_PHASE_CLOSE,          /* the start state is there, and cells know the walls beside them */
    LB_PHASE_KERNELS,        /* all buffers are there: make the kernels of the steps */
    LB_PHASE_BEFORE_STEP,    /* only enqueue */
    LB_PHASE_AFTER_STEP,     /* the same, with the number and the populations of the next step */
    LB_PHASE_AFTER_EXCHANGE, /* the same, with what comes from other subdomains, if there are any */
    LB_PHASE_LOADED,         /* the state of another step is there */
    LB_PHASE_BEFORE_LOOK,    /* the flow is about to be observed as the next step finds it */
    LB_PHASES
};
typedef enum lb_status lb_part_phase(void *part, struct lb_error *err);

/* What a part must keep it registers in the workspace: buffers, and numbers by lb_workspace_keep.
 * NULL: nothing to do. */
struct lb_part {
    const char *name;
    bool (*is_in)(const struct lb_case *c);
    /* Checks the case, and makes the buffers that need nothing of the start state. */
    enum lb_status (*create)(struct lb_workspace *w, void **part, struct lb_error *err);
    /* Takes cells `first` to `first + count` of the start state: five planes of the case's
     * arithmetic (density, velocity, fill level), of which the first four are in the staging
     * buffer. */
    enum lb_status (*start)(void *part, const void *values, uint64_t first, uint64_t count,
                            struct lb_error *err);
    lb_part_phase *phase[LB_PHASES];
    enum lb_status (*survey)(void *part, struct lb_survey *out, struct lb_error *err);
    void (*destroy)(void *part); /* not of what the workspace owns */
};

/* They are called in this order in every phase. */
enum lb_part_id {
    LB_PART_ALTERNATING, /* before markers look at the flow */
    LB_PART_MARKERS,
    LB_PART_SURFACE,
    LB_PART_WALLS,
    LB_PART_BOUNDARIES,
    LB_PARTS
};
extern const struct lb_part lb_alternating_part, lb_markers_part, lb_surface_part, lb_walls_part,
    lb_boundaries_part;

struct lb_parts {
    void *part[LB_PARTS]; /* NULL: the case has no such part */
};

enum lb_status lb_parts_create(struct lb_parts *p, struct lb_workspace *w, struct lb_error *err);
void lb_parts_destroy(struct lb_parts *p); /* {0} is fine */
enum lb_status lb_parts_start(const struct lb_parts *p, const void *values, uint64_t first,
                              uint64_t count, struct lb_error *err);
enum lb_status lb_parts_run(const struct lb_parts *p, enum lb_phase phase, struct lb_error *err);
enum lb_status lb_parts_survey(const struct lb_parts *p, struct lb_survey *out,
                               struct lb_error *err);

/* boundaries.c: how many numbers the links of which cells keep, in the order in which they are kept; borrowed. */
struct lb_kept_cell {
    uint64_t number; /* x fastest */
    uint32_t count;
};
void lb_boundaries_kept(const struct lb_parts *p, const struct lb_kept_cell **cells,
                        uint64_t *count);

/* halo_cells.c: the cells around a subdomain. */
enum lb_status lb_start_halo(struct lb_workspace *w, struct lb_error *err);

/* start_state.c: fills populations, flags and w->host_flags, hands the parts what is theirs, and lets
 * every cell know which walls are around it. */
enum lb_status lb_start_state_upload(struct lb_workspace *w, const struct lb_parts *parts,
                                     struct lb_error *err);

#endif
