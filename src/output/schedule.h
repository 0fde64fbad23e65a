/* schedule.h - outputs every so many steps, and at the end.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_SCHEDULE_H
#define LB_OUTPUT_SCHEDULE_H

#include "output/output.h"

struct lb_schedule {
    bool wanted;
    bool given;     /* by name: wanted at any price, or not at all */
    uint64_t every; /* 0: only at the end */
    bool has_last;
    uint64_t last; /* step of the last one */
};

/* From the parameter `key`, a number of steps; without it wanted where it is possible. */
void lb_schedule_read(struct lb_schedule *e, const struct lb_values *v, const char *key,
                      bool is_possible);
uint64_t lb_schedule_due(const struct lb_schedule *e, uint64_t step);
/* Whether there is none of now yet.  Of a flow that diverged, only what was asked for by name. */
bool lb_schedule_is_open(const struct lb_schedule *e, const struct lb_output_services *s);
void lb_schedule_mark(struct lb_schedule *e, const struct lb_output_services *s);
enum lb_status lb_schedule_archive(struct lb_schedule *e, struct lb_archive *a, const char *name,
                                   struct lb_error *err);

/* The first multiple behind `step`; of 0, UINT64_MAX. */
uint64_t lb_next_multiple(uint64_t every, uint64_t step);

#endif
