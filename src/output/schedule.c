/* schedule.c - steps between outputs, and which was the last.
 * SPDX-License-Identifier: MIT */
#include "output/schedule.h"

#include <stdio.h>

enum { KEY_SIZE = 64 };

void lb_schedule_read(struct lb_schedule *e, const struct lb_values *v, const char *key,
                      bool is_possible)
{
    e->given = lb_values_text(v, key)[0] != '\0';
    e->every = lb_values_count(v, key);
    e->wanted = is_possible && (!e->given || e->every > 0);
}

uint64_t lb_next_multiple(uint64_t every, uint64_t step)
{
    return every > 0 ? step - step % every + every : UINT64_MAX;
}

uint64_t lb_schedule_due(const struct lb_schedule *e, uint64_t step)
{
    return e->wanted ? lb_next_multiple(e->every, step) : UINT64_MAX;
}

bool lb_schedule_is_open(const struct lb_schedule *e, const struct lb_output_services *s)
{
    if (!e->wanted || (e->has_last && e->last == s->step(s->run))) return false;
    return e->given || s->end(s->run) != LB_RUN_DIVERGED;
}

void lb_schedule_mark(struct lb_schedule *e, const struct lb_output_services *s)
{
    e->has_last = true;
    e->last = s->step(s->run);
}

enum lb_status lb_schedule_archive(struct lb_schedule *e, struct lb_archive *a, const char *name,
                                   struct lb_error *err)
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "%s.has_last", name);
    LB_OK(lb_archive_flag(a, key, &e->has_last, err));
    snprintf(key, sizeof key, "%s.last", name);
    return lb_archive_count(a, key, &e->last, err);
}
