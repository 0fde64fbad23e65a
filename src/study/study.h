/* study.h - the engine of sweeps, comparisons, ensembles and error bars: a plan of runs, made one after the other, by
 * one process or by several.
 *
 * Several processes (`is_shared`) go through the same runs, again and again until nothing is left for them:
 * - a run whose run.json says that it ended is done;
 * - any other is theirs once they have the claim on it (io/claim.h, in the study's folder "claims"); only then do they
 *   look at its folder, resume it, set it aside or begin it;
 * - run.json is written before the claim ends: a process that is killed in between leaves a run that is done;
 * - a run that failed ends its process, and is not tried again by others that began before it failed;
 * - who finds all runs done takes the claim "tables" and writes what the study alone would have written.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_STUDY_H
#define LB_STUDY_STUDY_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "checkpoint/archive.h"
#include "inputs/input_files.h"
#include "io/claim.h"
#include "io/file.h"
#include "run/run.h"
#include "study/study_request.h"

enum lb_study_state {
    LB_STUDY_PENDING, /* not begun, or a signal came before its first step */
    LB_STUDY_SKIPPED, /* left out: `why`, if there is a reason */
    LB_STUDY_RAN      /* `outcome` */
};

/* The lists of a request: of numbers, and of lattices, collision operators, streamings,
 * precisions and roundings. */
enum { LB_STUDY_AXES = LB_STUDY_LISTS + 5, LB_STUDY_NAME_SIZE = 240, LB_STUDY_LABEL_SIZE = 512 };

/* What sets one run apart from the others, and what came of it. */
struct lb_study_run {
    char name[LB_STUDY_NAME_SIZE]; /* of its folder, inside the study's */
    const struct lb_lattice *lattice;
    const struct lb_collision *collision;
    enum lb_streaming streaming;
    struct lb_precision precision;
    bool shift;
    char words[LB_STUDY_AXES][LB_STUDY_WORD_SIZE]; /* of the study's axes; numbers come first */
    uint64_t seed;                                 /* where the study is over seeds */
    struct lb_rescaling scale;                     /* of all values; 0: they stay */
    char held[LB_STUDY_WORD_SIZE];                 /* "les=0.1", with the scale; or "" */
    const struct lb_run_request *own;              /* borrowed; NULL: the study's, as below */
    const struct lb_twins *twins;                  /* for its error bars, or NULL */
    bool may_fail;                                 /* for want of a device that can do it */
    struct lb_archive *archive; /* to go on from, while it is under way; else NULL */

    bool is_damaged; /* what its folder has cannot be read: it is no process's to make */
    enum lb_study_state state;
    enum lb_status status;        /* of the run: OK, or a verdict or a flow that failed */
    char why[LB_ERROR_TEXT_SIZE]; /* where it is not OK */
    struct lb_run_outcome outcome;
};

struct lb_study {
    const struct lb_study_request *request;
    struct lb_study_run *runs;
    size_t count;
    const char *axes[LB_STUDY_AXES]; /* names of what varies in a grid */
    size_t axis_count;
    char folder[LB_PATH_SIZE]; /* "" before it is there */
    bool is_over_formats; /* what the device cannot do is skipped, and failures name the format */
    bool is_over_seeds;
    bool tells_parts;  /* has a report of the runs that are done, before all are */
    bool goes_on;      /* its folder was there: what ended counts, what was stopped goes on */
    int lock;          /* of its folder */
    bool is_shared;    /* with other processes, by claims */
    bool is_read_only; /* its tables are another process's to write */
    bool has_device;   /* it was looked for */
    bool is_unclear;   /* another process has just taken or ended a run: look again */
    size_t made;       /* runs that this process has brought to their end */
    double began;      /* lb_clock() of the work of this process */
    struct lb_claim_clock clock;
    bool is_out_of_time;     /* its max-wall is over */
    struct lb_claim *tables; /* while it writes them */
    struct lb_error damage;  /* of the first run that cannot be read */
    struct lb_error failure; /* of a run of this process: others may have another device or disk */
    struct lb_inputs inputs; /* of a new one: its runs read the copies */
    double
        max_wall; /* [s] left for a study over seeds, or for this process of several; 0: no limit */
    int signal;   /* that ended it, or 0 */
    bool hides_flow; /* --live showed nothing of the last run, which said why: the next need not */

    /* NULL: nothing to do.  `before` may skip the run; `after` sees it while it is still there, or
     * NULL if it had ended before and its outcome was read. */
    enum lb_status (*before)(void *context, struct lb_study_run *r, struct lb_error *err);
    enum lb_status (*after)(void *context, struct lb_study_run *r, const struct lb_run *run,
                            struct lb_error *err);
    void *context;
};

/* The runs of the study, all pending; lb_study_free frees them and their outcomes. */
enum lb_status lb_study_plan(struct lb_study *s, const struct lb_study_request *request,
                             size_t count, struct lb_error *err);
void lb_study_free(struct lb_study *s); /* harmless on {0} */

/* The results that runs are set side by side by, of the setup or of its case file: how many. */
enum { LB_STUDY_MAX_KEYS = 32 };
int lb_study_keys(const struct lb_study_request *request, struct lb_key_result *out, int most);

/* Lattice, collision operator, streaming and format of the request, if no list says otherwise. */
void lb_study_run_take(struct lb_study_run *r, const struct lb_run_request *request);

/* One run of the plan, its case checked; not begun. */
struct lb_study_case {
    struct lb_values *values;
    struct lb_run *run;
    char folder[LB_PATH_SIZE];
};
enum lb_status lb_study_open(const struct lb_study *s, const struct lb_study_run *r,
                             struct lb_study_case *out, struct lb_error *err);
/* The first run; over formats the first that the case is for, and where it is for none, the finest
 * says what is wrong with all of them. */
enum lb_status lb_study_open_first(const struct lb_study *s, struct lb_study_case *out,
                                   struct lb_error *err);
void lb_study_close(struct lb_study_case *c); /* harmless on {0} */

/* Makes the output folder, SETUP-<stem>-<n> where none is asked for, and writes the plan; or
 * takes up the study that is in it.  Leaving it removes a folder of which nothing came. */
enum lb_status lb_study_enter_folder(struct lb_study *s, const char *stem, struct lb_error *err);
void lb_study_leave_folder(struct lb_study *s, enum lb_status st); /* how it ended */

/* Whether it is new and none of its runs has a folder. */
bool lb_study_is_unused(const struct lb_study *s);

/* The steps of the former; for an ensemble. */
enum lb_status lb_study_lock(struct lb_study *s, struct lb_error *err);
enum lb_status lb_study_create_folder(struct lb_study *s, const char *stem, struct lb_error *err);
enum lb_status lb_study_write_plan(struct lb_study *s, struct lb_error *err);

/* What a study that goes on finds of a run: an outcome, with which it is done; else the archive
 * that it goes on from, its folder locked; else what is left of it gets another name. */
enum lb_status lb_study_look_at_run(const struct lb_study *s, struct lb_study_run *r, int *lock,
                                    struct lb_error *err);

/* The outcome of a run that came to its end; on all ranks as the first one finds it. */
enum lb_status lb_study_take_ended(const struct lb_study *s, struct lb_study_run *r,
                                   struct lb_error *err);

/* A folder that was begun and has nothing to go on from gets another name, and a note says so. */
enum lb_status lb_study_set_aside(const char *from, struct lb_error *err);

/* Whether a run.json, or NULL, is of a run that came to its end; to diverge is one. */
bool lb_study_has_ended(const cJSON *json);

/* What distinguishes the identity of a case from that of another: "re is 100 there and 200
 * here". */
void lb_study_describe_other(const cJSON *there, const cJSON *here, char *out, size_t size);

/* Makes the pending runs until one fails, a signal comes or the time is over.  A verdict or a flow
 * that failed and a signal are no failure.  One of several processes makes those that it can have; to plan or
 * to tell, none is made. */
enum lb_status lb_study_run_all(struct lb_study *s, struct lb_error *err);

/* Whether what follows the runs is due: a report, and how the study ended.  Else *st, which lb_study_run_all
 * returned, becomes how this process ends. */
bool lb_study_concludes(struct lb_study *s, enum lb_status *st, struct lb_error *err);

/* study_work.c: for several processes.  Whether all runs are done or left out. */
bool lb_study_is_complete(const struct lb_study *s);

/* Whether run n is of this process's --task; takes what others have ended by now, of all runs. */
bool lb_study_is_of_task(const struct lb_study *s, size_t n);
/* Before the first claim, once: a device that is not there is no fault of the runs. */
enum lb_status lb_study_check_device(struct lb_study *s, struct lb_error *err);
void lb_study_wait_a_moment(void); /* before others are looked at again */
enum lb_status lb_study_look_again(struct lb_study *s, struct lb_error *err);

/* Whether the run is for this process: an end that is there becomes its outcome, else *claim is ours. */
enum lb_status lb_study_claim(struct lb_study *s, struct lb_study_run *r, struct lb_claim **claim,
                              bool *is_ours, struct lb_error *err);
/* What became of it, as `st` and the run say, of which a failure goes into s->failure. */
enum lb_status lb_study_end_claim(struct lb_study *s, struct lb_study_run *r,
                                  struct lb_claim *claim, enum lb_status st, struct lb_error *err);
/* How many runs are in which state, and where those are that are under way, saved or lost. */
enum lb_status lb_study_tell(struct lb_study *s, struct lb_error *err);
/* `study` of one whose runs, or what follows them, are not there: how many, and what makes them. */
enum lb_status lb_study_fail_unended(const struct lb_study *s, struct lb_error *err);
enum lb_status lb_study_tell_plan(struct lb_study *s, struct lb_error *err);
/* Where their sentences go: standard error beside JSON and CSV. */
FILE *lb_study_words(const struct lb_study *s);

/* "stopped by a signal; `sluice resume FOLDER` goes on", with the signal's status. */
enum lb_status lb_study_fail_stopped(const struct lb_study *s, struct lb_error *err);

/* --- files ------------------------------------------------------------------------------------ */

/* What `print` prints, into memory; caller frees. */
typedef void lb_study_printer(const void *context, FILE *out);
enum lb_status lb_study_print(lb_study_printer *print, const void *context, char **out,
                              struct lb_error *err);

/* Into the study's folder, unless that is another process's to do. */
enum lb_status lb_study_write(const struct lb_study *s, const char *name, const char *text,
                              struct lb_error *err);

#endif
