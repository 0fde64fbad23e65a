/* case_drive.c - what drives the flow of a case: a force, or a regulator that holds its mean speed.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "analysis/signal.h"
#include "user_case/case_state.h"

/* A look costs about half a step. */
enum { LOOKS_PER_LENGTH = 20, STEPS_OF_LOOK = 32 };
enum { STEP, TIME, FORCE, SPEED, DRIVE_COLUMNS };
static const double most_force = 0.01;

/* A difference dies down in a length/speed of reference, or sooner. */
static enum lb_status hold_speed(struct own_case *s, const char *key, int along,
                                 struct lb_error *err)
{
    LB_NEED(s->layer[along] == 0, LB_STATUS_USAGE,
            "force.%s=%s is held along %c in a periodic box, and the faces across %c are not "
            "periodic",
            key, lb_own_text(s, "force", key), "xyz"[along], "xyz"[along]);
    s->drive = (struct lb_drive){
        .speed = lb_own_number(s, "force", key),
        .axis = along,
        .every = (uint32_t)fmin(STEPS_OF_LOOK, ceil(s->steps_per_length / LOOKS_PER_LENGTH)),
        .most = most_force};
    s->drive.time = fmax(s->steps_per_length, s->drive.every);
    s->is_flow = strcmp(key, "flow") == 0;
    return LB_STATUS_OK;
}

/* A flow is a speed over all cells of fluid, once they are counted. */
enum lb_status lb_own_make_drive(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    if (s->is_flow)
        s->drive.speed *= pow(s->resolution, s->dimensions - 1.0) * s->size[s->drive.axis] /
                          (double)s->fluid_cells;
    LB_NEED(s->drive.speed <= 0.2, LB_STATUS_USAGE,
            "force.flow=%s is a mean speed of %.3g cells/step; up to 0.2 is possible",
            lb_own_text(s, "force", "flow"), s->drive.speed);
    c->drive = s->drive;
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_force(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    static const char *const keys[] = {"acceleration", "friction_speed", "pressure_drop",
                                       "speed",        "flow",           NULL};
    const char *found = NULL;
    int along = 0;
    LB_OK(lb_own_one_key(s, "force", keys, "drive the flow", &found, err));
    LB_OK(lb_own_axis(s, "force", "along", &along, err));
    const bool has_axis = found == keys[1] || found == keys[3] || found == keys[4];
    LB_NEED(has_axis || !lb_own_is_set(s, "force", "along"), LB_STATUS_USAGE,
            "force.along=%s is for friction_speed=, speed= and flow=; the other keys have a number "
            "for each axis",
            lb_own_text(s, "force", "along"));
    if (found == NULL) return LB_STATUS_OK;
    if (found == keys[3] || found == keys[4]) return hold_speed(s, found, along, err);
    const double number = lb_own_number(s, "force", found);
    if (found == keys[1])
        s->force[along] = number * number / s->length;
    else
        lb_own_point(s, "force", found, s->force);
    for (int axis = 0; axis < 3; axis++) {
        LB_NEED(found != keys[2] || s->force[axis] == 0.0 || s->layer[axis] == 0, LB_STATUS_USAGE,
                "force.pressure_drop=%s is over a periodic box, and the faces across %c are not",
                lb_own_text(s, "force", found), "xyz"[axis]);
        if (found == keys[2]) s->force[axis] /= s->size[axis];
        LB_NEED(axis < s->dimensions || s->force[axis] == 0.0, LB_STATUS_USAGE,
                "force.%s=%s: there are two dimensions", found, lb_own_text(s, "force", found));
    }
    memcpy(c->force, s->force, sizeof s->force);
    return LB_STATUS_OK;
}

/* --- what it needed ------------------------------------------------------------------------------------------ */

enum lb_status lb_own_sample_drive(void *state, struct lb_run *run, const struct lb_record *record,
                                   struct lb_error *err)
{
    const struct own_case *s = state;
    double row[DRIVE_COLUMNS] = {(double)record->step, (double)record->step / s->steps_per_length};
    row[FORCE] = lb_solver_drive(lb_run_solver(run));
    LB_OK(lb_solver_mean_speed(lb_run_solver(run), &row[SPEED], err));
    return lb_run_add_row(run, LB_OWN_DRIVE, row, err);
}

/* From `skip` on, or the last row; the second half of that where `is_late`. */
static double mean_of(const struct own_case *s, const struct lb_table *t, size_t column,
                      bool is_late)
{
    size_t first = 0;
    while (first + 1 < t->rows && t->numbers[first * t->columns + TIME] < s->skip)
        first++;
    if (is_late) first += (t->rows - first) / 2;
    const double *begin = t->numbers + first * t->columns;
    const struct lb_signal all = {begin + TIME, begin + column, t->rows - first, t->columns};
    return lb_signal_mean(&all);
}

void lb_own_find_drive(struct own_case *s, struct lb_run *run)
{
    const struct lb_table *t = lb_run_rows(run, LB_OWN_DRIVE);
    if (s->drive.every == 0 || t->rows == 0) return;
    const double speed = mean_of(s, t, SPEED, false);
    s->force[s->drive.axis] = mean_of(s, t, FORCE, false);
    s->late_force = mean_of(s, t, FORCE, true);
    if (fabs(speed - s->drive.speed) > 0.01 * s->drive.speed)
        lb_run_warn(run,
                    "the mean speed was %.4g cells/step where %.4g is to be held: a longer run, or "
                    "a later mean.skip, is needed%s",
                    speed, s->drive.speed,
                    fabs(s->force[s->drive.axis]) > 0.99 * most_force
                        ? "; the force is the largest that is possible, 0.01"
                        : "");
}

double lb_own_friction_speed(const struct own_case *s)
{
    const double *f = s->force;
    return s->drive.every == 0 ? lb_own_number(s, "force", "friction_speed")
                               : sqrt(sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) * s->length);
}
