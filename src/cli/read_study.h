/* read_study.h - from a command line and its case file to what is asked for: every text is read here,
 * once, and so is the file.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_READ_STUDY_H
#define LB_CLI_READ_STUDY_H

#include "base/status.h"
#include "cli/options.h"
#include "study/study_request.h"

struct lb_case_file;

enum lb_study_kind {
    LB_STUDY_NONE,      /* one run */
    LB_STUDY_OF_VALUES, /* lists of numbers, methods or formats: a grid */
    LB_STUDY_OF_SEEDS,  /* of a setup with an ensemble plan, several runs or formats */
    LB_STUDY_OF_TWINS,  /* one run, and its twins on coarser grids */
    LB_STUDY_OF_FORMATS /* `sluice compare` */
};

struct lb_asked {
    bool is_known_case; /* the file is that of a case that comes with the program */
    enum lb_study_kind kind;
    struct lb_study_request study;
    struct lb_values *values;  /* owned: those of study.run */
    struct lb_case_file *file; /* owned: texts of study.run */
};

/* For `sluice run` and `sluice compare`.  The options must outlive `out`; lb_asked_free frees what it
 * owns, also after a failure, and is harmless on {0}. */
enum lb_status lb_asked_read(const struct lb_options *o, struct lb_asked *out,
                             struct lb_error *err);
/* "3/8", or NULL. */
enum lb_status lb_asked_read_task(const char *text, struct lb_study_request *s,
                                  struct lb_error *err);
void lb_asked_free(struct lb_asked *a);

#endif
