/* compare_internal.h - what a comparison knows; for its own files.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_COMPARE_INTERNAL_H
#define LB_STUDY_COMPARE_INTERNAL_H

#include "opencl/device.h"
#include "study/compare_choice.h"
#include "run/run_internal.h"

enum { LB_COMPARE_MAX_KEYS = 8, LB_COMPARE_MAX_ROWS = 64, LB_COMPARE_TEXT_SIZE = 512 };

enum lb_compare_state {
    LB_COMPARE_PENDING, /* not begun */
    LB_COMPARE_SKIPPED, /* the device cannot do it: see `note` */
    LB_COMPARE_RAN      /* see `end` */
};

struct lb_compare_row {
    char precision[32];
    enum lb_arithmetic arithmetic;
    const struct lb_number_format *storage;
    bool shift;
    char folder[64]; /* inside the comparison's */

    enum lb_compare_state state;
    enum lb_run_end end;
    char note[LB_COMPARE_TEXT_SIZE]; /* why it did not end well; "" where it did */
    double values[LB_COMPARE_MAX_KEYS], exact[LB_COMPARE_MAX_KEYS]; /* NaN where there is none */
    double deviations[LB_COMPARE_MAX_KEYS];
    double deviation; /* the largest that counts; NaN where one is not known */
    double phase_time, phase_period, phase_shift;
    double *curve; /* NULL where there is none */
    size_t curve_count;
    struct lb_curve_deviation curve_deviation;
    uint64_t steps;
    double mlups, bytes_per_cell;
    uint64_t device_bytes;
    bool has_verdict, passes;
    char *json; /* the whole object of the run; NULL where there is none */
};

struct lb_comparison {
    const struct lb_options *options;
    double tolerance;
    char folder[LB_PATH_SIZE];

    /* the same for all runs, from the first */
    const struct lb_setup *setup;
    char *device_spec;
    struct lb_device_info device;
    const struct lb_lattice *lattice;
    const struct lb_collision *collision;
    uint32_t size[3];
    int key_count;

    struct lb_compare_row rows[LB_COMPARE_MAX_ROWS];
    size_t row_count;
    int reference; /* row that the others are compared with; -1: none ran */
    int choice;    /* row; -1: none */
    int signal;    /* that stopped it, or 0 */
    char sentence[LB_COMPARE_TEXT_SIZE];
};

/* "passed", "FAILED", "none", "diverged", "skipped", ... */
const char *lb_compare_outcome(const struct lb_compare_row *row);

/* NaN where the key has no exact value. */
double lb_compare_error(const struct lb_compare_row *row, int key);

/* The options of one run; `folder` must outlive them. */
struct lb_options lb_compare_options(const struct lb_comparison *c,
                                     const struct lb_compare_row *row, const char *folder);

/* compare_case.c: for --print-case, the case in the first format and what each format takes, or as
 * one JSON object all cases. */
enum lb_status lb_compare_print_case(const struct lb_comparison *c, FILE *out,
                                     struct lb_error *err);

/* compare_verdict.c: reference, deviations, choice, and the sentence that says so. */
void lb_compare_judge(struct lb_comparison *c);

/* compare_report.c: for people and as CSV. */
void lb_compare_print_table(const struct lb_comparison *c, FILE *out);
void lb_compare_print_csv(const struct lb_comparison *c, FILE *out);

/* compare_json.c; caller frees with free(). */
enum lb_status lb_compare_json(const struct lb_comparison *c, char **out, struct lb_error *err);

#endif
