/* output.h - what a run writes or shows, as one row of a list: when it is due, what it does then,
 * what it keeps in a checkpoint.  The run calls every row at every moment and otherwise knows
 * nothing of it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_OUTPUT_H
#define LB_OUTPUT_OUTPUT_H

#include "decomposition/decomposition.h"
#include "io/file.h"
#include "io/json.h"
#include "setup/run_end.h"
#include "setup/contract.h"

/* Flags of all cells with the side of a free surface that they are on (flow_fields.h). */
struct lb_sides {
    uint8_t *flags; /* NULL: not looked up */
    bool is_known;
    uint64_t step; /* at which that was */
};

/* What rows see of a run.  Ranks make the same calls in the same order.  A test has its own. */
struct lb_output_services {
    struct lb_run *run; /* taken by the functions below and by those of the setup */
    const struct lb_setup *setup;
    void *state; /* of the setup; NULL before it prepared the case */
    const struct lb_values *values;
    const struct lb_plan *plan;
    struct lb_world *world;    /* the ranks; NULL: one */
    const struct lb_case *c;   /* the whole box */
    const struct lb_case *own; /* the cells of this rank; `c` if there is one */
    const struct lb_decomposition *place;
    struct lb_solver *solver; /* NULL before `open` */
    const char *folder;       /* "" before it is there */
    struct lb_sides sides;
    bool is_verbose, is_live; /* as the user asked */

    uint64_t (*step)(const struct lb_run *run);
    double (*clock)(void); /* [s], the same on all ranks */
    enum lb_run_end (*end)(const struct lb_run *run);
    /* A file of the folder, for run.json; naming one twice is allowed. */
    enum lb_status (*add_file)(struct lb_run *run, const char *name, struct lb_error *err);
    /* Of a file that the run can do without: a failure to write it, `st` and `own` of any rank,
     * is told and is none; what the device failed at stays one. */
    enum lb_status (*optional)(struct lb_run *run, enum lb_status st, const struct lb_error *own,
                               struct lb_error *err);
    void (*warn)(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3); /* at once */
    void (*end_progress)(struct lb_run *run); /* before a line on standard error */

    /* Of checkpoints: whether a signal asked for one, which is forgotten; waits for the device
     * and looks whether the flow diverged; saves all; ends a run that cannot be saved. */
    bool (*is_asked_to_save)(void);
    enum lb_status (*settle)(struct lb_run *run, struct lb_error *err);
    enum lb_status (*save)(struct lb_run *run, struct lb_error *err);
    void (*give_up)(struct lb_run *run);

    /* Of the picture above the progress line: the room for it, false if there is none;
     * whether the line is about to be drawn; lines of text, which are taken over. */
    bool (*room)(const struct lb_run *run, int *columns, int *rows);
    bool (*is_drawn_next)(const struct lb_run *run);
    void (*show)(struct lb_run *run, char *text, int lines);
};

/* In the order of their use in a run's life. */
enum lb_output_moment {
    LB_OUTPUT_LOOK,   /* steps=0: the case is only looked at, on no device; nothing else follows */
    LB_OUTPUT_OPEN,   /* the solver is there, and no checkpoint was loaded yet */
    LB_OUTPUT_BEGIN,  /* steps are about to begin, also those of a run that goes on */
    LB_OUTPUT_START,  /* at step 0 of a new run */
    LB_OUTPUT_BEFORE, /* a step before that which `wants_before` is true of */
    LB_OUTPUT_WAITED, /* the device did all its steps, and progress is about to be shown */
    LB_OUTPUT_STEP,   /* at a step at which it is due */
    LB_OUTPUT_BUSY,   /* behind all that belongs to a step, */
    LB_OUTPUT_IDLE,   /* the same where the device has nothing to do */
    LB_OUTPUT_FETCH,  /* what waits on the device is wanted */
    LB_OUTPUT_LAST_LOOK, /* the last step was done, whatever its number */
    LB_OUTPUT_LAST,      /* behind it */
    LB_OUTPUT_END,       /* behind the setup's results */
    LB_OUTPUT_DIVERGED,  /* in place of these three: what helps to see why */
    LB_OUTPUT_MOMENTS
};
typedef enum lb_status lb_output_act(void *output, struct lb_error *err);

/* NULL: nothing to do, nothing to say.  `output` is what `choose` made; a row that made nothing
 * is not called again. */
struct lb_output {
    const char *name;
    /* Its keys in case files and on the command line; ends with a NULL name; NULL: none. */
    const struct lb_parameter *parameters;
    int place; /* of these among all in help and case files: those of lower places come first */
    /* Those of them that say how a run is made, not what its case is; ends with NULL. */
    const char *const *beside_case;
    /* Reads them when case and plan are there and the solver is not; LB_STATUS_USAGE if they
     * make no sense.  `s` is borrowed for as long as the output lives.  *output stays NULL if
     * nothing is wanted. */
    enum lb_status (*choose)(struct lb_output_services *s, void **output, struct lb_error *err);
    /* The first step behind `step` at which it is due; UINT64_MAX: none. */
    uint64_t (*due)(const void *output, uint64_t step);
    /* Whether it must act a step before `step`, with which steps in a row end. */
    bool (*wants_before)(const void *output, uint64_t step);
    lb_output_act *at[LB_OUTPUT_MOMENTS];
    /* Saves into a checkpoint or loads what it keeps from step to step.  Names of older versions
     * stay. */
    enum lb_status (*archive)(void *output, struct lb_archive *archive, struct lb_error *err);
    void (*describe)(const void *output, struct lb_json *json); /* members of run.json */
    void (*close)(void *output);                                /* frees it */
};

#endif
