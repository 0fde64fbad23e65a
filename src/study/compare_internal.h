/* compare_internal.h - what a comparison knows; for its own files.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_COMPARE_INTERNAL_H
#define LB_STUDY_COMPARE_INTERNAL_H

#include "opencl/device.h"
#include "study/compare_choice.h"
#include "study/study.h"

enum { LB_COMPARE_TEXT_SIZE = 3072 };

struct lb_compare_row {
    struct lb_study_run *run;
    char precision[LB_PRECISION_NAME_SIZE];
    double values[LB_STUDY_MAX_KEYS], exact[LB_STUDY_MAX_KEYS]; /* NaN if there is none */
    double deviations[LB_STUDY_MAX_KEYS];
    double deviation; /* the largest that counts; NaN if one is not known */
    double phase_time, phase_period, phase_shift;
    struct lb_curve_deviation curve_deviation;
    struct lb_candidate candidate; /* what the choice knows of it */
};

struct lb_comparison {
    struct lb_study study;
    const struct lb_setup *setup;

    /* the same for all runs, from the first */
    struct lb_device_info device;
    uint32_t size[3];
    struct lb_key_result keys[LB_STUDY_MAX_KEYS];
    int key_count;
    bool is_quick; /* quick=1: not the case's own size */

    struct lb_compare_row rows[LB_STUDY_FORMATS]; /* of the study's runs */
    int reference;          /* row that the others are compared with; -1: none ran */
    int choice;             /* row; -1: none */
    uint32_t speed_size[3]; /* of the box that speeds were measured in; 0: not measured */
    char sentence[LB_COMPARE_TEXT_SIZE];
};

/* What one comparison of several says; for free(), the sentence aside. */
struct lb_compare_texts {
    char *csv, *json;
    char sentence[LB_COMPARE_TEXT_SIZE];
};

/* compare.c: one comparison.  `out` NULL: nothing is printed; `texts` may be NULL. */
enum lb_status lb_compare_once(const struct lb_study_request *request, FILE *out,
                               struct lb_compare_texts *texts, struct lb_error *err);

/* compare_grid.c: a comparison for each point of the lists beside those of formats. */
enum lb_status lb_compare_grid(const struct lb_study_request *request, FILE *out,
                               struct lb_error *err);

/* compare.c: the rows, none of them run. */
enum lb_status lb_compare_plan(struct lb_comparison *c, const struct lb_study_request *request,
                               struct lb_error *err);

/* "passed", "FAILED", "none", "diverged", "skipped", ... */
const char *lb_compare_outcome(const struct lb_compare_row *row);

/* Why it did not end well; "" if it did. */
const char *lb_compare_note(const struct lb_compare_row *row);

/* NaN if the key has no exact value. */
double lb_compare_error(const struct lb_compare_row *row, int key);

/* compare_verdict.c: reference and deviations; then, with the speeds that are known by then, choice
 * and the sentence that says so. */
void lb_compare_judge(struct lb_comparison *c);
void lb_compare_conclude(struct lb_comparison *c);

/* compare_speed.c: the speeds of all rows that may be chosen.  Nothing to measure is no failure,
 * and neither is a signal, after which there are no speeds. */
enum lb_status lb_compare_measure(struct lb_comparison *c, struct lb_error *err);

/* Over the reference's; NaN if it is not known. */
struct lb_speed_ratio lb_compare_speed_ratio(const struct lb_comparison *c,
                                             const struct lb_compare_row *row);

/* study_charts.c: deviation over bytes, and the runs' time series and profiles over each other, as
 * charts= says; nothing without a reference. */
void lb_compare_draw(const struct lb_comparison *c);

/* compare_report.c: for people, as CSV (the context is the comparison), as JSON for free(). */
void lb_compare_print_table(const struct lb_comparison *c, FILE *out);
lb_study_printer lb_compare_print_csv;
enum lb_status lb_compare_json(const struct lb_comparison *c, char **out, struct lb_error *err);

#endif
