/* study_request.h - several runs as they are requested: what they have in common, and what varies.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_STUDY_REQUEST_H
#define LB_STUDY_STUDY_REQUEST_H

#include <stddef.h>

#include "run/request.h"

enum {
    LB_STUDY_FORMATS = 64,
    LB_STUDY_VALUES = 64,
    LB_STUDY_WORD_SIZE = 64,
    LB_STUDY_LISTS = 4,
    LB_STUDY_METHODS = 8,
    LB_STUDY_RUNS = 1000
};

/* What a command does with a study: makes all runs itself; writes down what is to be made; takes runs that no
 * other process has; tells what became of them. */
enum lb_study_mode { LB_STUDY_ALONE, LB_STUDY_PLAN, LB_STUDY_WORK, LB_STUDY_TELL };

enum lb_error_bars_mode { LB_ERROR_BARS_NEVER, LB_ERROR_BARS_QUICK, LB_ERROR_BARS_STRICT };

/* A number that was given as a list, as it was given. */
struct lb_study_list {
    char key[LB_STUDY_WORD_SIZE];
    const char *text;
};

struct lb_study_request {
    char name[64]; /* of the setup, or of the case file of a case of the user's: for people */
    struct lb_run_request run; /* of all runs; in the first of each list */
    struct lb_study_list lists[LB_STUDY_LISTS];
    size_t list_count;
    const struct lb_lattice *lattices[LB_STUDY_METHODS];
    size_t lattice_count;
    const struct lb_collision *collisions[LB_STUDY_METHODS];
    size_t collision_count;
    enum lb_streaming streamings[LB_STUDY_METHODS];
    size_t streaming_count;
    struct lb_precision formats[LB_STUDY_FORMATS];
    size_t format_count;
    bool shifts[2]; /* of a comparison */
    size_t shift_count;
    double tolerance;     /* of a comparison: how far results may be from the reference run's */
    const char *rounding; /* as it was given, or the default: a name, or a list of them */
    enum lb_error_bars_mode error_bars;
    enum lb_study_mode mode;
    unsigned task, tasks; /* of work: number `task` of the equal parts; 0: every run */
    bool goes_on;         /* with the study of this plan in run.output, which was stopped */
};

/* Whether there are lists beside those of formats, which ensembles and comparisons have for themselves. */
bool lb_study_has_grid(const struct lb_study_request *request);

#endif
