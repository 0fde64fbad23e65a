/* run_internal.h - what a run knows; for this room, not for setups (they see run/setup.h).
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_RUN_INTERNAL_H
#define LB_RUN_RUN_INTERNAL_H

#include "decomposition/subdomain.h"
#include "inputs/input_files.h"
#include "io/file.h"
#include "outputs/outputs.h"
#include "run/error_bars.h"
#include "run/outcome.h"
#include "run/progress.h"
#include "run/request.h"
#include "run/setup.h"
#include "base/stopwatch.h"
#include "measure/tune.h"

struct lb_device;

enum {
    LB_RUN_MAX_VERDICTS = 48,
    LB_RUN_MAX_COMPARISONS = 4,
    LB_RUN_MAX_NOT_JUDGED = LB_RUN_MAX_VERDICTS,
    LB_RUN_MAX_BARS = LB_RUN_MAX_RESULTS,
    LB_RUN_MAX_WARNINGS = 16,
    LB_RUN_NOTE_SIZE = 160,
    LB_RUN_SENTENCE_SIZE = 256,
    LB_RUN_WARNING_SIZE = 640
};

/* Of all surveys so far; the speed without the cells of a surface. */
struct lb_run_extremes {
    double speed, density_min, density_max;
    double late_speed, last_speed; /* from plan.judged_from on, and at the last survey */
    double speed_step, density_min_step, density_max_step;
    bool is_known;
    bool fast_told, dense_told; /* on the way */
};

/* The files of the folder, as run.json names them. */
struct lb_run_files {
    char (*names)[LB_RUN_NAME_SIZE];
    size_t count, capacity;
    uint64_t lost; /* that the run can do without and could not be written */
};

/* What surveys of the flow found. */
struct lb_run_surveys {
    struct lb_survey survey; /* the last */
    uint64_t surveyed;       /* its step */
    struct lb_survey start;  /* of step 0, where drift is reported */
    bool has_good;
    uint64_t good;          /* step of the last that found nothing wrong */
    uint64_t diverged_step; /* the first bad one that is known */
};

/* What came of the run. */
struct lb_run_findings {
    struct lb_run_value results[LB_RUN_MAX_RESULTS];
    int result_count;
    struct lb_run_check verdicts[LB_RUN_MAX_VERDICTS];
    int verdict_count;
    struct lb_run_check comparisons[LB_RUN_MAX_COMPARISONS]; /* beside the verdicts */
    int comparison_count;
    char not_judged[LB_RUN_MAX_NOT_JUDGED][LB_RUN_SENTENCE_SIZE];
    int not_judged_count;
    struct lb_error_bar bars[LB_RUN_MAX_BARS];
    int bar_count;
    char warnings[LB_RUN_MAX_WARNINGS][LB_RUN_WARNING_SIZE];
    int warning_count, plan_warnings; /* the first ones, which a resumed run has anew */
    bool format_is_coarse;            /* one of the warnings says so */
    double *curve;                    /* of the setup; NULL if there is none */
    size_t curve_count;
    bool has_results;
    bool is_steady;
};

/* When and why it ends. */
struct lb_run_ending {
    enum lb_run_end end;
    bool only_looks;                   /* steps=0 */
    bool stop_asked;                   /* by the setup */
    double started;                    /* lb_clock at the first step */
    double seconds;                    /* of the loop, and of those before checkpoints */
    int signal;                        /* that ended it; 0: none */
    double next_look;                  /* for a file `stop` [s of lb_clock] */
    double max_wall;                   /* [s]; 0: no limit */
    char failure[LB_RUN_FAILURE_SIZE]; /* as in lb_run_outcome */
};

/* Steps enqueued since the device was last known to be idle. */
struct lb_run_stretch {
    uint64_t steps;
    double began;
};

/* A rank: its device and its subdomain. */
struct lb_run_rank {
    char node[64], device[128], driver[128];
    bool is_gpu;
    int sharers; /* processes that have the same device */
    int lanes;
    uint32_t origin[3], size[3];
    uint64_t device_bytes, sent_bytes; /* in a step */
    double exposed_ms;                 /* in a step */
};

struct lb_run {
    struct lb_run_request request; /* what it points to is borrowed */
    const struct lb_setup *setup;
    const struct lb_values *values;
    struct lb_case c;
    struct lb_plan plan;
    void *state;                   /* of the setup */
    struct lb_inputs inputs;       /* the files that the values name */
    struct lb_decomposition place; /* of this rank; the whole box if there is one */
    struct lb_subdomain subdomain; /* of this rank, with its own case; if there are several */
    struct lb_run_rank *ranks;     /* all ranks; NULL if there is one */

    struct lb_device *device;
    struct lb_tuning tuning; /* how the layout was chosen; once there is a solver */
    struct lb_solver *solver;
    struct lb_outputs outputs;
    struct lb_progress progress;
    char note[LB_RUN_NOTE_SIZE]; /* of the setup, on the progress line */
    struct lb_speed speed;
    uint64_t speed_from; /* the step at which this process began */
    struct lb_run_stretch stretch;

    char folder[LB_PATH_SIZE]; /* "" before it is there */
    bool made_folder;          /* it was not there before the run */
    int lock;                  /* on the folder; -1: none, or the caller's */
    struct lb_run_files files;
    struct lb_run_surveys seen;
    struct lb_run_extremes extremes;
    struct lb_run_findings found;
    struct lb_run_ending ending;
};

/* run_assemble.c: the case from methods and values; which outputs it has. */
enum lb_status lb_run_assemble(struct lb_run *run, struct lb_error *err);
/* run_services.c: what outputs see of the run, before they are chosen. */
void lb_run_serve_outputs(struct lb_run *run);
/* run.c: adds which of the setup's parameters makes the box smaller; `room`: bytes that there are for its cells. */
void lb_run_note_smaller(const struct lb_run *run, double room, struct lb_error *err);
/* Waits for the device, and looks whether the flow diverged. */
enum lb_status lb_run_settle(struct lb_run *run, struct lb_error *err);

/* run_report.c: what the plan found out. */
void lb_run_print_facts(const struct lb_run *run, FILE *out);
/* run_files.c */
enum lb_status lb_run_path(const struct lb_run *run, const char *name, char out[LB_PATH_SIZE],
                           struct lb_error *err);
enum lb_status lb_run_add_file(struct lb_run *run, const char *name, struct lb_error *err);
/* case.ini, and copies of the files that it names; the case as a case file of copies behind
 * `before`. */
enum lb_status lb_run_write_case(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_print_case_file(const struct lb_run *run, const char *path,
                                      const char *remark, const char *before, struct lb_error *err);
enum lb_status lb_run_write_json(struct lb_run *run, struct lb_error *err);
/* The same where other ranks may not come along. */
enum lb_status lb_run_write_json_alone(struct lb_run *run, struct lb_error *err);
/* log.txt: appends the summary as text. */
void lb_run_print_log(const struct lb_run *run, FILE *out);
enum lb_status lb_run_write_log(struct lb_run *run, struct lb_error *err);
/* Whether there is a file `stop` in the folder, which asks for what SIGTERM asks for; deletes it. */
bool lb_run_takes_stop(const struct lb_run *run);
/* run_ranks.c: the subdomain of this rank, by the request and the number of ranks; the case of its
 * device; after lb_solver_create, joins the solvers of all ranks; the first rank's clock; a signal
 * that any rank received; whether any was asked for a checkpoint. */
enum lb_status lb_run_split(struct lb_run *run, struct lb_error *err);
const struct lb_case *lb_run_own_case(const struct lb_run *run);
enum lb_status lb_run_join(struct lb_run *run, struct lb_error *err);
double lb_run_clock(void);
/* The memory of the largest subdomain on its device, as lb_case_bytes counts; `exchange`: the bytes
 * of these that are sent and received. */
double lb_run_subdomain_bytes(const struct lb_run *run, double *exchange);
/* Updates run->ranks; warns if drivers differ or ranks share a GPU; "4 parts 2x2x1 of ", or "". */
enum lb_status lb_run_note_ranks(struct lb_run *run, struct lb_error *err);
void lb_run_warn_of_ranks(struct lb_run *run);
const char *lb_run_split_text(const struct lb_run *run, char *out, size_t size);
/* Of the device: what was allocated, before that as lb_case_bytes counts. */
uint64_t lb_run_device_bytes(const struct lb_run *run); /* of all ranks */
double lb_run_exposed_ms(const struct lb_run *run);     /* in a step, of the rank with most */
int lb_run_signal(void);
bool lb_run_is_asked_to_save(void);
/* run_outcome.c: whether the box is closed or periodic, so that its fluid keeps its mass; results
 * mass_drift, of the mass at the start, and where nothing pushes the fluid momentum_drift, of that
 * mass at the fastest velocity at the start. */
bool lb_run_keeps_mass(const struct lb_case *c);
void lb_run_report_drift(struct lb_run *run);
/* run_checkpoint.c: saves all; loads the checkpoint of the request. */
enum lb_status lb_run_save(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_load(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_load_start(struct lb_run *run, struct lb_error *err); /* plan.start_folder */
/* Whether it could be, before there is a solver. */
enum lb_status lb_run_check_start(const struct lb_run *run, struct lb_error *err);

/* Whether the physics was judged: a check failed, or one of physics passed in a flow that the
 * method and the references are for.  NULL if it was not; the first check that failed, else the
 * first. */
bool lb_run_is_judged(const struct lb_run *run);
const struct lb_run_check *lb_run_worst_verdict(const struct lb_run *run);

/* As lb_run_warn, and says it at once. */
void lb_run_warn_now(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3);
/* One that is kept already; behind the name of the run where it has one. */
void lb_run_tell_warning(struct lb_run *run, const char *sentence);
/* For files that the run and its verdict can do without: one that could not be written is a warning
 * and no failure.  What the device failed at stays one. */
enum lb_status lb_run_optional(struct lb_run *run, enum lb_status st, const struct lb_error *own,
                               struct lb_error *err);
void lb_run_warn_of_lost(struct lb_run *run); /* how many, in the end */
/* A survey's extremes are taken down, and told where the flow leaves what can be judged; the
 * warnings of the whole run, and what could not be judged for them. */
void lb_run_note_extremes(struct lb_run *run, const struct lb_survey *survey);
void lb_run_warn_of_extremes(struct lb_run *run);
bool lb_run_flow_is_in_bounds(const struct lb_run *run);

#endif
