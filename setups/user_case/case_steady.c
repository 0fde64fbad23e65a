/* case_steady.c - how much a flow still changes: the largest difference of a velocity from what it was a
 * length/speed before, over the largest speed.  A largest number is the same on any number of devices.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "user_case/case_state.h"

static enum lb_status make_room(struct own_case *s, size_t cells, struct lb_error *err)
{
    const size_t layer = (size_t)s->size[0] * s->size[1];
    if (s->before != NULL) return LB_STATUS_OK;
    s->before = calloc(3 * cells, sizeof *s->before);
    s->field = malloc(3 * layer * sizeof *s->field);
    LB_NEED(s->before != NULL && s->field != NULL, LB_STATUS_FAILED,
            "no memory for stop.steady: it keeps the velocities of all %zu cells, %.3g GiB", cells,
            12.0 * (double)cells / (1024.0 * 1024.0 * 1024.0));
    return LB_STATUS_OK;
}

static void compare(struct own_case *s, uint32_t z, double *change, double *fastest)
{
    const size_t layer = 3 * (size_t)s->size[0] * s->size[1];
    float *before = s->before + layer * z;
    for (size_t k = 0; k < layer; k++) {
        *change = fmax(*change, fabs(s->field[k] - (double)before[k]));
        *fastest = fmax(*fastest, fabs(s->field[k]));
        before[k] = (float)s->field[k];
    }
}

enum lb_status lb_own_look_at_change(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    double change = 0.0, fastest = 0.0;
    LB_OK(make_room(s, (size_t)s->size[0] * s->size[1] * s->size[2], err));
    for (uint32_t z = 0; z < s->size[2]; z++) {
        const struct lb_region layer = {{0, 0, z}, {s->size[0], s->size[1], z + 1}};
        LB_OK(lb_solver_read(lb_run_solver(run), &layer, NULL, s->field, err));
        compare(s, z, &change, &fastest);
    }
    s->change = s->has_before && fastest > 0.0 ? change / fastest : 1.0;
    s->has_before = true;
    lb_run_progress(run, "t %.1f, change %.1e", (double)lb_run_step(run) / s->steps_per_length,
                    s->change);
    s->is_steady = s->change <= s->steady;
    if (s->is_steady) lb_run_stop(run);
    return LB_STATUS_OK;
}

/* The velocities of before are kept as numbers of double precision: they are floats, and stay so. */
enum lb_status lb_own_archive_change(struct own_case *s, struct lb_archive *a, struct lb_error *err)
{
    const size_t count = 3 * (size_t)s->size[0] * s->size[1] * s->size[2];
    if (!(s->steady > 0.0)) return LB_STATUS_OK;
    LB_OK(lb_archive_flag(a, "case.has_before", &s->has_before, err));
    LB_OK(make_room(s, count / 3, err));
    double *numbers = malloc(count * sizeof *numbers);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED,
            "no memory for the velocities that stop.steady keeps");
    for (size_t n = 0; n < count; n++)
        numbers[n] = (double)s->before[n];
    const enum lb_status st = lb_archive_numbers(a, "case-before", numbers, count, err);
    for (size_t n = 0; n < count; n++)
        s->before[n] = (float)numbers[n];
    free(numbers);
    return st;
}
