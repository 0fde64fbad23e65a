/* module.h - physics beside the plain flow: walls, a free surface, markers, boundaries.  The solver calls each
 * module that the case has at every phase, and knows nothing else about it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_PART_H
#define LB_MODULES_PART_H

#include "modules/survey.h"
#include "workspace/workspace.h"

/* In the order in which a solver runs them. */
enum lb_phase {
    LB_PHASE_CLOSE,   /* the start state is uploaded and the neighbours of walls are listed */
    LB_PHASE_KERNELS, /* all buffers exist: make the kernels of the steps */
    /* may only enqueue: what the next step, which follows at once, does with nothing from beyond cuts, while
     * the exchange behind this one is under way; may be left out */
    LB_PHASE_BEGIN_STEP,
    /* likewise, behind the exchange, while ranks tell each other of markers */
    LB_PHASE_BEGIN_BESIDE_CUTS,
    LB_PHASE_BEFORE_STEP,    /* may only enqueue */
    LB_PHASE_AFTER_STEP,     /* likewise; number and populations are those of the next step */
    LB_PHASE_AFTER_EXCHANGE, /* likewise; the data of neighbouring subdomains has arrived */
    LB_PHASE_LOADED,         /* the state of another step was loaded */
    LB_PHASE_BEFORE_LOOK,    /* the flow will be observed, as the next step would read it */
    LB_PHASES
};
typedef enum lb_status lb_module_phase(void *module, struct lb_error *err);

/* A module registers its state in the workspace: buffers, and host numbers by lb_workspace_keep.  A function
 * that has nothing to do may be NULL. */
struct lb_module {
    const char *name;
    bool (*is_in)(const struct lb_case *c);
    /* Checks the case and creates the buffers that do not depend on the start state. */
    enum lb_status (*create)(struct lb_workspace *w, void **module, struct lb_error *err);
    /* Takes cells `first` to `first + count` of the start state: six planes of the case's
     * arithmetic (density, velocity, fill level, temperature), of which the first four are in the staging
     * buffer. */
    enum lb_status (*start)(void *module, const void *values, uint64_t first, uint64_t count,
                            struct lb_error *err);
    lb_module_phase *phase[LB_PHASES];
    enum lb_status (*survey)(void *module, struct lb_survey *out, struct lb_error *err);
    void (*destroy)(void *module); /* the workspace destroys its own buffers */
};

/* The order of the calls in every phase. */
enum lb_module_id {
    LB_MODULE_ALTERNATING, /* before markers read the flow */
    LB_MODULE_MARKERS,
    LB_MODULE_SURFACE,
    LB_MODULE_WALLS,
    LB_MODULE_BOUNDARIES,
    LB_MODULE_CURVED, /* behind boundaries, whose populations it reads */
    LB_MODULE_HEAT,   /* behind walls of both kinds, whose lists and populations it reads */
    LB_MODULE_MEANS,
    LB_MODULE_CHANGE,
    LB_MODULES
};
extern const struct lb_module lb_alternating_module, lb_markers_module, lb_surface_module,
    lb_walls_module, lb_boundaries_module, lb_heat_module, lb_curved_module, lb_means_module,
    lb_change_module;

struct lb_modules {
    void *module[LB_MODULES]; /* NULL: the case has no such module */
};

enum lb_status lb_modules_create(struct lb_modules *p, struct lb_workspace *w,
                                 struct lb_error *err);
void lb_modules_destroy(struct lb_modules *p); /* {0} is fine */
enum lb_status lb_modules_start(const struct lb_modules *p, const void *values, uint64_t first,
                                uint64_t count, struct lb_error *err);
enum lb_status lb_modules_run(const struct lb_modules *p, enum lb_phase phase,
                              struct lb_error *err);
enum lb_status lb_modules_survey(const struct lb_modules *p, struct lb_survey *out,
                                 struct lb_error *err);

/* boundaries.c: the cells whose links keep numbers from step to step, in the order of those numbers, and how
 * many each cell has; borrowed. */
struct lb_kept_cell {
    uint64_t number; /* x fastest */
    uint32_t count;
};
void lb_boundaries_kept(const struct lb_modules *p, const struct lb_kept_cell **cells,
                        uint64_t *count);
/* What they keep begins anew at the next step, with what is inside of them then. */
void lb_boundaries_begin(const struct lb_modules *p);

/* curved_gaps.c: what links across gaps give to a body, number from 1, in each step; the moment
 * is about its centre. The case has walls between cells. */
void lb_curved_gap_force(const struct lb_case *c, uint32_t body, double force[3], double moment[3]);
/* Of one of them, along c_i on the body whose cell it has; the other gets as much against it. */
double lb_gap_pull(const struct lb_case *c, const struct lb_gap_link *l);

/* halo_cells.c: the cells around a subdomain. */
enum lb_status lb_start_halo(struct lb_workspace *w, struct lb_error *err);

/* start_state.c: fills populations, flags and w->host_flags, passes the start state to the modules, and finds
 * the walls beside each cell. */
enum lb_status lb_start_state_upload(struct lb_workspace *w, const struct lb_modules *modules,
                                     struct lb_error *err);

#endif
