/* schedule.h - outputs every so many steps, and at the end.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_SCHEDULE_H
#define LB_OUTPUT_SCHEDULE_H

#include "output/output.h"

struct lb_schedule {
    bool wanted;
    bool given;     /* by its key: then it is written even if the flow diverged, or never */
    uint64_t every; /* 0: only at the end */
    bool has_last;
    uint64_t last; /* step of the last one */
};

/* Reads the parameter `key`, a number of steps; without it the output is wanted if `is_possible`. */
void lb_schedule_read(struct lb_schedule *e, const struct lb_values *v, const char *key,
                      bool is_possible);
uint64_t lb_schedule_due(const struct lb_schedule *e, uint64_t step);
/* Whether nothing was written at this step yet.  If the flow diverged, only outputs whose key was
 * given are open. */
bool lb_schedule_is_open(const struct lb_schedule *e, const struct lb_output_services *s);
void lb_schedule_mark(struct lb_schedule *e, const struct lb_output_services *s);
enum lb_status lb_schedule_archive(struct lb_schedule *e, struct lb_archive *a, const char *name,
                                   struct lb_error *err);

/* The first multiple of `every` after `step`; UINT64_MAX if `every` is 0. */
uint64_t lb_next_multiple(uint64_t every, uint64_t step);

#endif
