/* ensemble_internal.h - what an ensemble knows; for ensemble.c and ensemble_*.c only.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_ENSEMBLE_INTERNAL_H
#define LB_STUDY_ENSEMBLE_INTERNAL_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "study/study.h"

enum { LB_ENSEMBLE_FORMATS = 16 };

/* One seed in one format. */
struct lb_ensemble_run {
    size_t format;
    cJSON *json; /* its run.json, once it is finished; else NULL */
};

struct lb_ensemble {
    struct lb_study study; /* seed by seed, so that formats get equally far */
    const struct lb_setup *setup;
    cJSON *identity; /* what all runs have in common: with other numbers it is another ensemble */
    uint64_t seed;   /* of the first */
    uint64_t wanted; /* runs of each format */
    struct lb_precision precisions[LB_ENSEMBLE_FORMATS];
    char formats[LB_ENSEMBLE_FORMATS][LB_PRECISION_NAME_SIZE];
    size_t format_count;
    bool is_new;                  /* this call made the folder */
    struct lb_ensemble_run *runs; /* of the study's runs */
};

size_t lb_ensemble_finished(const struct lb_ensemble *e);
const char *lb_ensemble_status_of(const struct lb_ensemble_run *r); /* "done", "diverged" */

/* ensemble_folder.c: makes the output folder, or takes up the ensemble that is in it: its formats
 * come first, and none of its runs may be left out.  Then makes the list of runs, with what is
 * finished of them. */
enum lb_status lb_ensemble_open_folder(struct lb_ensemble *e, struct lb_error *err);
enum lb_status lb_ensemble_list_runs(struct lb_ensemble *e, struct lb_error *err);
/* Looks at the folder of run n: its json where it is finished. */
enum lb_status lb_ensemble_look_at(struct lb_ensemble *e, size_t n, struct lb_error *err);
/* Adds to an error about files of that run what helps. */
void lb_ensemble_note_damage(const struct lb_ensemble *e, size_t n, struct lb_error *err);
void lb_ensemble_close_folder(struct lb_ensemble *e, enum lb_status st);

/* ensemble_report.c: ensemble.json alone; all files, and the table or the JSON on `out`. */
enum lb_status lb_ensemble_write_json(const struct lb_ensemble *e, struct lb_error *err);
enum lb_status lb_ensemble_report(const struct lb_ensemble *e, FILE *out, struct lb_error *err);

/* study_charts.c: a chart for each quantity of histogram.csv, with the counts of each format. */
void lb_ensemble_draw(const struct lb_ensemble *e, size_t quantities);

#endif
