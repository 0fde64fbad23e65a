/* reproduce_internal.h - from items to their runs, estimates, checks and pages.
 * SPDX-License-Identifier: MIT */
#ifndef LB_REPRODUCE_REPRODUCE_INTERNAL_H
#define LB_REPRODUCE_REPRODUCE_INTERNAL_H

#include "cli/read_study.h"
#include "io/json.h"
#include "reproduce/paper_item.h"

/* The command line of a run, and what it asks for; borrows itself, so it stays where it is. */
enum { LB_PAPER_VALUES = 12 };
struct lb_paper_request {
    char text[LB_PAPER_TEXT];
    const char *words[1], *values[LB_PAPER_VALUES];
    struct lb_options o;
    struct lb_asked asked;
};
enum lb_status lb_paper_ask(const struct lb_reproduce *r, const struct lb_paper_case *c,
                            struct lb_paper_request *out, struct lb_error *err);
void lb_paper_request_free(struct lb_paper_request *q);

/* paper_cost.c: cells, steps and, where the device's speeds are known or `measures` finds them, seconds of
 * all runs; and the list of items on `out`. */
enum lb_status lb_paper_estimate(struct lb_reproduce *r, bool measures, struct lb_error *err);
void lb_paper_list(const struct lb_reproduce *r, FILE *out);
/* The same as JSON, and what plan.json holds. */
struct lb_json lb_paper_plan_json(const struct lb_reproduce *r);
/* Its name and driver, where there is one. */
void lb_paper_find_device(struct lb_reproduce *r);
/* Of the item's command, where it is not there yet and the device's speeds are known; else 0. */
double lb_paper_command_seconds(const struct lb_reproduce *r, const struct lb_paper_item *item);
/* "3 min"; returns `out`. */
const char *lb_paper_time_text(double seconds, char *out, size_t size);

/* Another command of this program on the same device; caller frees what it prints. */
enum lb_status lb_paper_run_command(const struct lb_reproduce *r, const char *const *command,
                                    char **output, struct lb_error *err);

/* paper_runs.c: makes what is missing, or reads alone what is there. */
enum lb_status lb_paper_measure(struct lb_reproduce *r, struct lb_error *err);
enum lb_status lb_paper_make_runs(struct lb_reproduce *r, bool only_read, struct lb_error *err);

/* paper_check.c */
extern const char *const lb_paper_answers[];
const char *lb_paper_check_word(const struct lb_paper_check *c);
struct lb_paper_counts {
    size_t pass, fail, not_judged, agrees, differs;
};
struct lb_paper_counts lb_paper_count(const struct lb_reproduce *r);

/* Runs of an item that are not there. */
size_t lb_paper_missing(const struct lb_reproduce *r, const struct lb_paper_result *item);

/* paper_page.c: the report, and on a terminal what is most of it. */
enum lb_status lb_paper_print_page(const struct lb_reproduce *r, bool is_html, FILE *out,
                                   struct lb_error *err);
void lb_paper_print_summary(const struct lb_reproduce *r, FILE *out);

/* paper_report.c: the checks, data, figures and pages. */
enum lb_status lb_paper_write_report(struct lb_reproduce *r, FILE *out, struct lb_error *err);

#endif
