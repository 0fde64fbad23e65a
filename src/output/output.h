/* output.h - an output of a run, as one row of a list: when it is due, what it does then, and what
 * it saves in a checkpoint.  The run calls every row at every moment and depends on nothing else
 * of it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_OUTPUT_H
#define LB_OUTPUT_OUTPUT_H

#include "decomposition/decomposition.h"
#include "io/file.h"
#include "io/json.h"
#include "output/file_names.h"
#include "setup/run_end.h"
#include "setup/contract.h"

/* Flags of all cells with the side of a free surface that they are on (flow_fields.h). */
struct lb_sides {
    uint8_t *flags; /* NULL: not looked up */
    bool is_known;
    uint64_t step; /* at which that was */
};

/* The view of a run that rows have.  All ranks make the same calls in the same order.  Tests fill
 * in functions of their own. */
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
    struct lb_file_names names; /* of the files that the run will write */
    bool is_verbose, is_live;   /* as the user asked */

    uint64_t (*step)(const struct lb_run *run);
    double (*clock)(void); /* [s], the same on all ranks */
    enum lb_run_end (*end)(const struct lb_run *run);
    /* A file of the folder, for run.json; naming one twice is allowed. */
    enum lb_status (*add_file)(struct lb_run *run, const char *name, struct lb_error *err);
    /* For a file that the run can do without: turns a failure to write it, `st` and `own` of any
     * rank, into a warning; a failure of the device remains one. */
    enum lb_status (*optional)(struct lb_run *run, enum lb_status st, const struct lb_error *own,
                               struct lb_error *err);
    void (*warn)(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3); /* at once */
    void (*end_progress)(struct lb_run *run); /* before a line on standard error */

    /* For checkpoints: whether a signal asked for one, which resets the request; waits for the
     * device and checks whether the flow diverged; saves all; ends a run that cannot be saved. */
    bool (*is_asked_to_save)(void);
    enum lb_status (*settle)(struct lb_run *run, struct lb_error *err);
    enum lb_status (*save)(struct lb_run *run, struct lb_error *err);
    void (*give_up)(struct lb_run *run);

    /* For the picture above the progress line: the room for it, false if there is none; whether
     * the line is about to be drawn; shows `lines` of text and takes ownership of it. */
    bool (*room)(const struct lb_run *run, int *columns, int *rows);
    bool (*is_drawn_next)(const struct lb_run *run);
    void (*show)(struct lb_run *run, char *text, int lines);
};

/* In the order of their use in a run's life. */
enum lb_output_moment {
    LB_OUTPUT_LOOK,      /* steps=0: the case is drawn without a device; nothing else follows */
    LB_OUTPUT_OPEN,      /* the solver exists, and no checkpoint was loaded yet */
    LB_OUTPUT_BEGIN,     /* steps are about to begin, also those of a resumed run */
    LB_OUTPUT_START,     /* at step 0 of a new run */
    LB_OUTPUT_BEFORE,    /* one step before a step for which `wants_before` is true */
    LB_OUTPUT_WAITED,    /* the device did all its steps, and progress is about to be shown */
    LB_OUTPUT_STEP,      /* at a step at which it is due */
    LB_OUTPUT_BUSY,      /* after all work of a step, while the device may be busy */
    LB_OUTPUT_IDLE,      /* the same when the device has nothing to do */
    LB_OUTPUT_FETCH,     /* records that wait on the device are needed */
    LB_OUTPUT_LAST_LOOK, /* the last step was done, whatever its number */
    LB_OUTPUT_LAST,      /* after LB_OUTPUT_LAST_LOOK */
    LB_OUTPUT_END,       /* after the setup's results */
    LB_OUTPUT_DIVERGED,  /* in place of these three: files that help to find the cause */
    LB_OUTPUT_MOMENTS
};
typedef enum lb_status lb_output_act(void *output, struct lb_error *err);

/* Members may be NULL if there is nothing to do.  `output` is the pointer that `choose` set; a row
 * that left it NULL is not called again. */
struct lb_output {
    const char *name;
    /* Its keys in case files and on the command line; ends with a NULL name; NULL: none. */
    const struct lb_parameter *parameters;
    int place; /* order of the keys in help and case files: lower places come first */
    /* Those keys that do not change the case, only the run; ends with NULL. */
    const char *const *beside_case;
    /* Files that it writes, with '#' for the digits of a step; ends with NULL.  Names that depend
     * on the case are claimed by `choose` (file_names.h). */
    const char *const *files;
    /* Reads the keys when case and plan exist and the solver does not; LB_STATUS_USAGE if they
     * make no sense.  `s` is borrowed as long as the output exists.  *output stays NULL if nothing
     * is wanted. */
    enum lb_status (*choose)(struct lb_output_services *s, void **output, struct lb_error *err);
    /* The first step after `step` at which it is due; UINT64_MAX: none. */
    uint64_t (*due)(const void *output, uint64_t step);
    /* Whether it must act one step before `step`, the last of several steps in a row. */
    bool (*wants_before)(const void *output, uint64_t step);
    lb_output_act *at[LB_OUTPUT_MOMENTS];
    /* Saves into a checkpoint, or loads, the state that it keeps from step to step.  Names of older
     * versions stay valid. */
    enum lb_status (*archive)(void *output, struct lb_archive *archive, struct lb_error *err);
    void (*describe)(const void *output, struct lb_json *json); /* members of run.json */
    void (*close)(void *output);                                /* frees it */
};

#endif
