/* regulator.c - what is held by looking at it every so many steps: a mean speed by a body force, and the mass of a
 * closed box by what walls between cells give back.
 * What the walls took between two looks is known, the force less what the speed gained.  The next force is that, and a
 * share of the difference: it dies down in `time`, or as fast as walls slow the flow where that is faster, and never
 * within less than a look.  So slow flows, whose walls answer at once, and fast ones get there without swinging.
 * Walls give back half of what they still brought since the last look and a quarter of all since the start, in
 * addition to what they gave back until now: what they bring in a steady flow is given back, and nothing is left. That
 * is stable as long as walls do not answer with more than twice as much again.
 * The host's arithmetic is + - * / of doubles: the same on all ranks.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "checkpoint/archive.h"
#include "peers/peers.h"
#include "shared/fixed_point.h"
#include "shared/wall_mass.h"
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
    LB_OK(lb_modules_run(&s->modules, LB_PHASE_BEFORE_LOOK, err));
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

static enum lb_status sum_all(struct lb_solver *s, uint64_t sum[3], struct lb_error *err)
{
    const enum lb_status st = sum_own(s, sum, err);
    LB_OK(s->all != NULL ? lb_peers_agree(s->world, st, err) : st);
    return s->all != NULL ? lb_peers_add_counts(s->world, sum, 3, err) : LB_STATUS_OK;
}

enum lb_status lb_solver_mean_speed(struct lb_solver *s, double *out, struct lb_error *err)
{
    uint64_t sum[3] = {0};
    LB_OK(sum_all(s, sum, err));
    *out = sum[2] > 0 ? lb_whole_value(sum, LB_MOMENTUM_BITS) / (double)sum[2] : 0.0;
    return LB_STATUS_OK;
}

enum lb_status lb_solver_momentum(struct lb_solver *s, double *out, struct lb_error *err)
{
    uint64_t sum[3] = {0};
    LB_OK(sum_all(s, sum, err));
    *out = lb_whole_value(sum, LB_MOMENTUM_BITS);
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

/* --- the mass that walls between cells bring -------------------------------------------------- */

/* Nothing since the last look; may have none. */
static enum lb_status clear_brought(struct lb_solver *s, struct lb_error *err)
{
    struct lb_buffer *buffer = s->w.buffers[LB_BUFFER_CURVED_BROUGHT];
    if (buffer == NULL) return LB_STATUS_OK;
    void *none = calloc(1, lb_buffer_bytes(buffer));
    LB_NEED(none != NULL, LB_STATUS_FAILED, "out of memory for the mass that walls bring");
    const enum lb_status st = lb_buffer_write(buffer, 0, lb_buffer_bytes(buffer), none, err);
    free(none);
    return st;
}

/* Of all links of the whole box. */
static void add_weights(struct lb_solver *s)
{
    const struct lb_case *c = s->w.c;
    s->wall_mass.weights = 0.0;
    for (uint64_t n = 0; n < c->curved->count; n++)
        s->wall_mass.weights += c->lattice->weight[c->curved->links[n].direction];
}

static enum lb_status write_given(struct lb_solver *s, struct lb_error *err)
{
    if (s->w.c->motion != NULL) add_weights(s);
    const double weights = s->wall_mass.weights; /* 0: no link to give it by */
    const double each = weights > 0.0 ? s->wall_mass.given / weights : 0.0;
    return lb_workspace_write_numbers(&s->w, LB_BUFFER_CURVED_GIVEN, 0, 1, &each, err);
}

enum lb_status lb_wall_mass_create(struct lb_solver *s, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    uint64_t cells, links;
    lb_curved_room(w->c, &cells, &links);
    add_weights(s);
    LB_OK(lb_workspace_keep(w, "walls_brought", LB_ELEMENT_LONG, &s->wall_mass.brought, err));
    LB_OK(lb_workspace_keep(w, "walls_brought_before", LB_ELEMENT_LONG, &s->wall_mass.before, err));
    LB_OK(lb_workspace_keep(w, "walls_given", LB_ELEMENT_DOUBLE, &s->wall_mass.given, err));
    if (cells > 0) LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_BROUGHT, 0, err));
    LB_OK(clear_brought(s, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_GIVEN, 0, err));
    return write_given(s, err);
}

/* Of this solver's walls since the last time. */
static enum lb_status sum_brought(struct lb_solver *s, uint64_t *sum, struct lb_error *err)
{
    const struct lb_buffer *buffer = s->w.buffers[LB_BUFFER_CURVED_BROUGHT];
    if (buffer == NULL) return LB_STATUS_OK;
    const uint64_t bytes = lb_buffer_bytes(buffer), count = bytes / sizeof(uint64_t);
    uint64_t *found = malloc(bytes);
    LB_NEED(found != NULL, LB_STATUS_FAILED, "out of memory for the mass that walls bring");
    enum lb_status st =
        lb_buffer_read(s->w.buffers[LB_BUFFER_CURVED_BROUGHT], 0, bytes, found, err);
    for (uint64_t n = 0; n < count && st == LB_STATUS_OK; n++)
        *sum += found[n];
    free(found);
    return st == LB_STATUS_OK ? clear_brought(s, err) : st;
}

enum lb_status lb_wall_mass_collect(struct lb_solver *s, struct lb_error *err)
{
    uint64_t sum = 0;
    if (!lb_case_holds_wall_mass(s->w.c)) return LB_STATUS_OK;
    const enum lb_status st = sum_brought(s, &sum, err);
    LB_OK(s->all != NULL ? lb_peers_agree(s->world, st, err) : st);
    if (s->all != NULL) LB_OK(lb_peers_add_counts(s->world, &sum, 1, err));
    s->wall_mass.brought += sum;
    return LB_STATUS_OK;
}

enum lb_status lb_wall_mass_loaded(struct lb_solver *s, struct lb_error *err)
{
    return lb_case_holds_wall_mass(s->w.c) ? clear_brought(s, err) : LB_STATUS_OK;
}

enum lb_status lb_wall_mass_look(struct lb_solver *s, struct lb_error *err)
{
    if (!lb_case_holds_wall_mass(s->w.c) || s->w.step % LB_WALL_MASS_EVERY != 0)
        return LB_STATUS_OK;
    LB_OK(lb_wall_mass_collect(s, err));
    if (s->w.step == 0) s->wall_mass.brought = 0; /* what is there at the start is the mass */
    if (s->w.c->curved->count == 0) return LB_STATUS_OK; /* later, by links that there are then */
    const int64_t all = (int64_t)s->wall_mass.brought,
                  last = (int64_t)(s->wall_mass.brought - s->wall_mass.before);
    const double back = 0.5 * (double)last + 0.25 * (double)all;
    s->wall_mass.given -= ldexp(back, -LB_WALL_MASS_BITS) / LB_WALL_MASS_EVERY;
    s->wall_mass.before = s->wall_mass.brought;
    return write_given(s, err);
}
