/* fake_run.h - a run without device and files, as outputs see it: what they ask of it is counted.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_FAKE_RUN_H
#define LB_TESTS_FAKE_RUN_H

#include "outputs/outputs.h"

/* In place of the program's. */
struct lb_run {
    struct lb_outputs outputs;
    struct lb_case c;
    struct lb_plan plan;
    struct lb_values *values;
    uint64_t step;
    enum lb_run_end end;
    bool is_asked_to_save, has_room;
    enum lb_status of_save; /* what saving answers */
    int settled, saved, given_up, warned, files;
};
extern double lb_fake_clock; /* [s] */

/* A flow in a plane of 8 x 6 fluid cells with parameters "key=value key=value" and the outputs
 * `rows`, not chosen yet.  Ends with lb_fake_run_close. */
void lb_fake_run_open(struct lb_run *run, const struct lb_setup *setup,
                      const struct lb_output *const *rows, const char *parameters);
void lb_fake_run_close(struct lb_run *run);

/* Goes on step by step, up to `end`, as a run does: its rows act where they are due. */
enum lb_status lb_fake_run_advance(struct lb_run *run, uint64_t end, struct lb_error *err);

#endif
