/* case_start.c - the cells of a case, and the flow at step 0.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "domain/wake.h"
#include "user_case/case_state.h"

/* --- words ------------------------------------------------------------------------------------------------ */

static enum lb_status take_inlet(struct own_case *s, struct lb_error *err)
{
    for (int face = 0; face < LB_FACES; face++) {
        const struct lb_own_face *f = &s->face[face];
        if (f->kind != LB_FACE_VELOCITY && f->kind != LB_FACE_FREE) continue;
        memcpy(s->start.u, f->u, sizeof f->u);
        s->start.profile = f->profile;
        return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_USAGE,
                   "start.u=inlet: no face gives a velocity; a flow from openings that are no "
                   "faces starts at rest");
}

/* Over the friction velocity, by Reichardt's law of the wall (ZAMM 31, 208 (1951)), whose mean speed is the one that
 * Moser, Kim & Mansour found at Re_tau 178; `n` counts layers from the first of solid. */
static double log_speed(const struct own_case *s, double friction, uint32_t n)
{
    const double count = s->size[s->start.log_axis];
    const double plus = fmin(n - 0.5, count - 1.5 - n) * friction / s->viscosity;
    return log1p(0.4 * plus) / 0.4 +
           7.8 * (1.0 - exp(-plus / 11.0) - plus / 11.0 * exp(-0.33 * plus));
}

/* The friction velocity whose profile has this mean: the mean grows with it. */
static double friction_of_mean(const struct own_case *s, double speed)
{
    const uint32_t fluid = s->size[s->start.log_axis] - 2;
    double low = 0.0, high = speed;
    for (int halving = 0; halving < 60; halving++) {
        const double middle = 0.5 * (low + high);
        double sum = 0.0;
        for (uint32_t n = 1; n <= fluid; n++)
            sum += middle * log_speed(s, middle, n);
        if (sum < speed * fluid)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* The law of the wall is for the two walls that there are. */
static enum lb_status take_log(struct own_case *s, struct lb_error *err)
{
    double friction = lb_own_number(s, "force", "friction_speed");
    s->start.log_axis = -1;
    for (int axis = 0; axis < s->dimensions; axis++)
        if (s->face[2 * axis].kind == LB_FACE_WALL && s->face[2 * axis + 1].kind == LB_FACE_WALL)
            s->start.log_axis = axis;
    const bool holds_speed = s->drive.speed > 0.0 && !s->is_flow;
    LB_NEED(!lb_own_has_law(s), LB_STATUS_USAGE,
            "start.u=log is for one viscosity, and that of [law] follows the shear rate; start.u= "
            "with numbers would do");
    LB_NEED(s->start.log_axis >= 0 && (friction > 0.0 || holds_speed), LB_STATUS_USAGE,
            "start.u=log is between two walls, with force.friction_speed= or force.speed=");
    if (holds_speed) friction = friction_of_mean(s, s->drive.speed);
    for (int axis = 0; axis < 3; axis++)
        s->start.u[axis] =
            (holds_speed ? s->drive.axis == axis : s->force[axis] != 0.0) ? friction : 0.0;
    const uint32_t count = s->size[s->start.log_axis];
    s->start.log_speed = calloc(count, sizeof *s->start.log_speed);
    LB_NEED(s->start.log_speed != NULL, LB_STATUS_FAILED, "no memory for the start");
    for (uint32_t n = 1; n + 1 < count; n++)
        s->start.log_speed[n] = log_speed(s, friction, n);
    return LB_STATUS_OK;
}

static enum lb_status take_numbers(struct own_case *s, const char *text, struct lb_error *err)
{
    const char *part = text;
    int axis = 0;
    bool is_good = true;
    for (; is_good && axis < s->dimensions; axis++) {
        const size_t length = strcspn(part, ",");
        is_good =
            lb_number_parse(part, length, &s->start.u[axis]) && fabs(s->start.u[axis]) <= 0.25;
        if (part[length] == '\0') {
            axis++;
            break;
        }
        part += length + 1;
    }
    LB_NEED(is_good && axis == s->dimensions, LB_STATUS_USAGE,
            "start.u=%s: rest, stream, inlet, log, or %d numbers up to 0.25 [cells/step]", text,
            s->dimensions);
    return LB_STATUS_OK;
}

static enum lb_status choose_start(struct own_case *s, struct lb_error *err)
{
    const char *text = lb_own_text(s, "start", "u");
    if (strcmp(text, "rest") == 0) return LB_STATUS_OK;
    if (strcmp(text, "inlet") == 0) return take_inlet(s, err);
    if (strcmp(text, "log") == 0) return take_log(s, err);
    if (strcmp(text, "stream") != 0) return take_numbers(s, text, err);
    s->start.u[0] = s->speed;
    return LB_STATUS_OK;
}

/* Noise is relative to the fastest at the start; at rest to the speed of reference. */
static enum lb_status take_noise(struct own_case *s, double fastest, struct lb_error *err)
{
    const double length = lb_own_number(s, "start", "noise_length") * s->resolution;
    s->start.noise = lb_own_number(s, "start", "noise") * (fastest > 0.0 ? fastest : s->speed);
    LB_NEED(length == 0.0 || s->start.noise > 0.0, LB_STATUS_USAGE,
            "start.noise_length=%s is the size of the eddies of start.noise=, which is not there "
            "or 0",
            lb_own_text(s, "start", "noise_length"));
    if (length == 0.0) return LB_STATUS_OK;
    LB_NEED(
        length >= 2.0, LB_STATUS_USAGE,
        "start.noise_length=%s is %.3g cells; eddies take 2 at least, and 0 is noise of each cell",
        lb_own_text(s, "start", "noise_length"), length);
    return lb_own_make_eddies(s, length, err);
}

enum lb_status lb_own_read_start(struct own_case *s, struct lb_error *err)
{
    double fastest = 0.0;
    s->start.log_axis = -1;
    s->start.seed = lb_values_count(s->values, "seed");
    LB_OK(lb_own_read_state(s, err));
    LB_OK(choose_start(s, err));
    for (int axis = 0; axis < 3; axis++)
        fastest = fmax(fastest, fabs(s->start.u[axis]));
    for (int axis = 0; axis < 3; axis++)
        s->start.high[axis] = s->size[axis];
    if (lb_own_is_set(s, "start", "from"))
        LB_OK(lb_own_place(s, "start", "from", s->start.low, err));
    if (lb_own_is_set(s, "start", "to")) LB_OK(lb_own_place(s, "start", "to", s->start.high, err));
    if (s->dimensions == 2) s->start.low[2] = 0.0, s->start.high[2] = 1.0;
    for (int axis = 0; axis < 3; axis++)
        LB_NEED(s->start.high[axis] > s->start.low[axis], LB_STATUS_USAGE,
                "[start]: from=%s and to=%s leave nothing along %c: to= is the highest corner",
                lb_own_text(s, "start", "from"), lb_own_text(s, "start", "to"), "xyz"[axis]);
    if (s->start.log_axis >= 0) fastest *= s->start.log_speed[s->size[s->start.log_axis] / 2];
    s->start.wake = lb_own_number(s, "start", "wake") * s->speed;
    LB_NEED(s->start.wake == 0.0 || (s->body_count > 0 && s->start.velocity == NULL),
            LB_STATUS_USAGE,
            "start.wake=%s is behind the first body: a [body NAME] is needed, and no start.state=",
            lb_own_text(s, "start", "wake"));
    return take_noise(s, fastest, err);
}

/* --- cells ------------------------------------------------------------------------------------------------ */

static void set_solid(const struct own_case *s, const uint32_t at[3], uint8_t number,
                      struct lb_cell *out)
{
    out->flags = LB_CELL_SOLID;
    if (number == 0 || number == LB_OWN_NO_BODY) return;
    const struct lb_own_body *b = &s->bodies[number - 1];
    size_t k;
    out->number = number;
    if (b->motion.moves && lb_own_moved_at(s, at, &k)) {
        lb_own_velocities(&s->bodies[s->moved[k] - 1].motion.start, at, 1, out->u);
        out->flags |= LB_CELL_MOVING;
        return;
    }
    const double arm[3] = {at[0] + 0.5 - b->centre[0], at[1] + 0.5 - b->centre[1],
                           at[2] + 0.5 - b->centre[2]};
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        out->u[axis] = b->u[axis] + b->spin[next] * arm[last] - b->spin[last] * arm[next];
    }
    if (out->u[0] != 0.0 || out->u[1] != 0.0 || out->u[2] != 0.0) out->flags |= LB_CELL_MOVING;
}

/* The face of walls or of equilibrium that a cell is of; -1: none. */
static int wall_at(const struct own_case *s, const uint32_t at[3])
{
    for (int face = 0; face < 2 * s->dimensions; face++)
        if ((s->face[face].kind == LB_FACE_WALL || s->face[face].kind == LB_FACE_EQUILIBRIUM) &&
            at[face / 2] == (face % 2 == 0 ? 0 : s->size[face / 2] - 1))
            return face;
    return -1;
}

/* Behind a body a face is a wall. */
static bool is_behind_body(const struct own_case *s, const uint32_t at[3])
{
    uint32_t inside[3];
    for (int axis = 0; axis < 3; axis++) {
        const bool is_low = s->layer[axis] != 0 && at[axis] == 0;
        const bool is_high = s->layer[axis] != 0 && at[axis] + 1 == s->size[axis];
        inside[axis] = is_low ? 1 : is_high ? at[axis] - 1 : at[axis];
    }
    return lb_own_solid_at(s, inside) != 0;
}

void lb_own_start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct own_case *s = state;
    const uint32_t at[3] = {x, y, z};
    const int wall = wall_at(s, at), owner = lb_faces_owner(&s->faces, at);
    const int patch = s->patches.count > 0 ? lb_openings_at(&s->patches, x, y, z) : -1;
    if (s->heat.exists) out->temperature = lb_own_start_temperature(s, at);
    if (patch >= 0) {
        out->flags = LB_CELL_BOUNDARY;
        out->number = (uint8_t)(s->faces.count + patch);
        return;
    }
    if (wall >= 0) {
        const struct lb_own_face *f = &s->face[wall];
        const bool moves = f->u[0] != 0.0 || f->u[1] != 0.0 || f->u[2] != 0.0;
        memcpy(out->u, f->u, sizeof out->u);
        out->flags = f->kind == LB_FACE_EQUILIBRIUM ? LB_CELL_EQUILIBRIUM
                     : moves                        ? LB_CELL_SOLID | LB_CELL_MOVING
                                                    : LB_CELL_SOLID;
        return;
    }
    if (owner >= 0 && is_behind_body(s, at)) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    if (owner >= 0) {
        out->flags = LB_CELL_BOUNDARY;
        out->number = (uint8_t)owner;
        return;
    }
    const uint8_t number = lb_own_solid_at(s, at);
    if (number != 0) {
        set_solid(s, at, number, out);
        return;
    }
    if (s->start.velocity != NULL) {
        lb_own_take_state(s, at, out);
        return;
    }
    double factor = lb_own_factor(&s->start.profile, at);
    for (int axis = 0; axis < 3; axis++)
        if (at[axis] + 0.5 < s->start.low[axis] || at[axis] + 0.5 >= s->start.high[axis]) return;
    if (s->start.log_axis >= 0) factor = s->start.log_speed[at[s->start.log_axis]];
    for (int axis = 0; axis < 3; axis++)
        out->u[axis] = factor * s->start.u[axis];
    if (s->start.wake > 0.0) {
        const struct lb_own_body *b = &s->bodies[0];
        const double across =
            lb_wake_velocity(s->dimensions, b->low, b->high, s->resolution, s->start.wake, at);
        if (across > 0.0) out->u[s->dimensions - 1] = across;
    }
    if (s->start.noise > 0.0) lb_own_add_noise(s, at, out->u);
}
