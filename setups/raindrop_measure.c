/* raindrop_measure.c - cavity and crown of a raindrop, and how it lands.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "analysis/crown.h"
#include "raindrop_state.h"
#include "solver/free_surface_query.h"

static const double pi = 3.14159265358979323846;
static const double landing_time = 0.5; /* after contact, in which the mark is followed
                                         * [diameter/speed] */

enum lb_status lb_raindrop_read_particles(struct raindrop *s, struct lb_run *run,
                                          struct lb_error *err)
{
    return lb_solver_read_markers(lb_run_solver(run), s->position, NULL, err);
}

/* Depth, width and volume from the columns; `row` gets them in SI. */
static void measure_cavity(const struct raindrop *s, const double *standing, const double axis[2],
                           double *row)
{
    struct lb_cavity c;
    const size_t columns = (size_t)s->size[0] * s->size[1];
    double dry = 0.0, volume = 0.0;
    lb_cavity_measure(standing, s->size, s->level, axis, &c);
    for (size_t n = 0; n < columns; n++) {
        const double depth = s->level - standing[n];
        if (!(depth > 0.0)) continue; /* NaN: a wall */
        volume += depth;
        if (depth > 1.0) dry += 1.0;
    }
    row[COLUMN_CAVITY_DEPTH] = s->metre * fmax(0.0, c.deepest);
    row[COLUMN_AXIS_DEPTH] = s->metre * c.depth;
    row[COLUMN_CAVITY_DIAMETER] = s->metre * sqrt(4.0 / pi * dry);
    row[COLUMN_CAVITY_VOLUME] = pow(s->metre, 3.0) * volume;
}

enum lb_status lb_raindrop_measure(void *state, struct lb_run *run, const struct lb_record *record,
                                   struct lb_error *err)
{
    struct raindrop *s = state;
    enum lb_status st = LB_STATUS_OK;
    struct lb_crown crown;
    struct lb_solver *solver = lb_run_solver(run);
    const size_t droplets = lb_run_rows(run, LB_RAINDROP_DROPLETS)->rows;
    const double step = (double)record->step;
    const double pass = (s->level - s->drop.centre[2]) / s->velocity[2];
    const struct lb_crown_place place = {
        .level = s->level,
        .axis = {s->drop.centre[0] + s->velocity[0] * fmin(step, pass), s->drop.centre[1]},
        .inner = s->drop.radius + 1.0,
        .cut = 0.5 * s->drop.radius};
    double row[COLUMNS] = {[COLUMN_STEP] = step, [COLUMN_TIME] = s->second * step};
    double *standing = malloc((size_t)s->size[0] * s->size[1] * sizeof *standing);
    LB_REQUIRE(standing != NULL, LB_STATUS_FAILED, "no memory for the pool's columns");
    LB_TRY(lb_mass_balance_observe(&s->balance, run, NULL, err));
    LB_TRY(lb_solver_measure_crown(solver, LB_RAINDROP_UP, &place, &crown, err));
    LB_TRY(lb_solver_read_columns(solver, LB_RAINDROP_UP, standing, NULL, err));
    row[COLUMN_CROWN_HEIGHT] = s->metre * crown.height;
    row[COLUMN_CROWN_DIAMETER] = s->metre * crown.diameter;
    measure_cavity(s, standing, place.axis, row);
    row[COLUMN_DROPLETS] = (double)droplets;
    row[COLUMN_MASS_ERROR] = s->balance.error;
    LB_TRY(lb_run_add_row(run, LB_RAINDROP_CAVITY, row, err));
    lb_run_progress(run, "%.2f ms, cavity %.2f mm, crown %.2f mm, %zu droplets",
                    1e3 * row[COLUMN_TIME], 1e3 * row[COLUMN_CAVITY_DEPTH],
                    1e3 * row[COLUMN_CROWN_HEIGHT], droplets);
cleanup:
    free(standing);
    return st;
}

double lb_raindrop_landed(const struct raindrop *s)
{
    const double due = s->contact + landing_time * s->diameter / s->speed;
    return LB_RAINDROP_EVERY * ceil(due / LB_RAINDROP_EVERY);
}

enum lb_status lb_raindrop_follow_mark(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double step = (double)lb_run_step(run);
    const double way = s->landings == 0 ? 0.0 : landing_time * s->diameter / s->speed;
    const double due = s->contact + way;
    if (s->landings == 2 || step < due) return LB_STATUS_OK;
    LB_TRY(lb_raindrop_read_particles(s, run, err));
    s->landing[s->landings][0] = step;
    s->landing[s->landings++][1] = s->level - s->position[3 * (size_t)s->particles + 2];
cleanup:
    return st;
}
