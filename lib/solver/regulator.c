/* regulator.c - a body force that holds a mean speed.
 * What the walls took between two looks is known, the force less what the speed gained.  The next force is that, and a
 * share of the difference: it dies down in `time`, or as fast as walls slow the flow where that is faster, and never
 * within less than a look.  So slow flows, whose walls answer at once, and fast ones get there without swinging.
 * The host's arithmetic is + - * / of doubles: the same on all ranks.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "checkpoint/archive.h"
#include "peers/peers.h"
#include "shared/fixed_point.h"
#include "solver/solver_internal.h"
#include "workspace/whole_sum.h"

enum lb_status lb_regulator_create(struct lb_solver *s, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    LB_OK(lb_workspace_keep(w, "drive_force", LB_ELEMENT_DOUBLE, &s->regulator.force, err));
    LB_OK(lb_workspace_keep(w, "drive_speed", LB_ELEMENT_DOUBLE, &s->regulator.speed, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_DRIVE, 0, err));
    return lb_workspace_write_numbers(w, LB_BUFFER_DRIVE, 0, 1, &s->regulator.force, err);
}

enum lb_status lb_regulator_begin(struct lb_solver *s, struct lb_archive *archive,
                                  struct lb_error *err)
{
    LB_OK(lb_archive_number(archive, "drive_force", &s->regulator.force, err));
    return lb_workspace_write_numbers(&s->w, LB_BUFFER_DRIVE, 0, 1, &s->regulator.force, err);
}

/* Of this solver's cells: the sum as whole_sum.h has it, and their number. */
static enum lb_status sum_own(struct lb_solver *s, uint64_t sum[3], struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    struct lb_kernel *k = NULL;
    const uint64_t items = w->survey_items, bytes = 2 * items * sizeof(int64_t);
    LB_OK(lb_parts_run(&s->parts, LB_PHASE_BEFORE_LOOK, err));
    LB_OK(lb_workspace_kernel(w, "cell/cells.cl", "lb_sum_momentum", &k, err));
    LB_OK(lb_workspace_enqueue_survey(w, k, err));
    int64_t *found = malloc(bytes);
    LB_NEED(found != NULL, LB_STATUS_FAILED, "out of memory for the mean speed");
    const enum lb_status st =
        lb_buffer_read(w->buffers[LB_BUFFER_SURVEY_COUNTS], 0, bytes, found, err);
    for (uint64_t n = 0; n < items && st == LB_STATUS_OK; n++) {
        lb_whole_add(sum, found[2 * n]);
        sum[2] += (uint64_t)found[2 * n + 1];
    }
    free(found);
    return st;
}

enum lb_status lb_solver_mean_speed(struct lb_solver *s, double *out, struct lb_error *err)
{
    uint64_t sum[3] = {0};
    const enum lb_status st = sum_own(s, sum, err);
    LB_OK(s->all != NULL ? lb_peers_agree(s->world, st, err) : st);
    if (s->all != NULL) LB_OK(lb_peers_add_counts(s->world, sum, 3, err));
    *out = sum[2] > 0 ? lb_whole_value(sum, LB_MOMENTUM_BITS) / (double)sum[2] : 0.0;
    return LB_STATUS_OK;
}

enum lb_status lb_regulator_look(struct lb_solver *s, struct lb_error *err)
{
    const struct lb_drive *d = &s->w.c->drive;
    double speed;
    if (!lb_case_is_driven(s->w.c) || s->w.step % d->every != 0) return LB_STATUS_OK;
    LB_OK(lb_solver_mean_speed(s, &speed, err));
    const double gained = s->w.step > 0 ? (speed - s->regulator.speed) / d->every : 0.0;
    const double taken = s->regulator.force - gained;
    const double rate = taken * speed > 0.0 ? taken / speed : 0.0;
    const double share = fmin(1.0, d->every * (1.0 / d->time + rate));
    const double force = taken + share * (d->speed - speed) / d->every;
    s->regulator.speed = speed;
    s->regulator.force = fmin(d->most, fmax(-d->most, force));
    return lb_workspace_write_numbers(&s->w, LB_BUFFER_DRIVE, 0, 1, &s->regulator.force, err);
}

double lb_solver_drive(const struct lb_solver *s)
{
    return s->regulator.force;
}
