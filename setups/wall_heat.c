/* wall_heat.c - the heat that goes through a layer of fluid between two walls of fixed temperatures.
 * SPDX-License-Identifier: MIT */
#include "wall_heat.h"

#include <math.h>
#include <stdio.h>

#include "analysis/signal.h"

enum { PLACES = LB_WALL_HEAT_WINDOW + 1 };

void lb_wall_heat_fill(struct lb_wall_heat *w, struct lb_heat *heat, struct lb_case *c,
                       const struct lb_wall_heat_numbers *n)
{
    c->viscosity = sqrt(n->prandtl / n->rayleigh) * n->speed * n->height;
    heat->diffusivity = c->viscosity / n->prandtl;
    heat->buoyancy[n->up] = n->speed * n->speed / n->height;
    heat->fastest = n->speed;
    heat->walls[n->face[LB_WALL_HOT]] = (struct lb_heat_wall){LB_HEAT_FIXED, 0.5};
    heat->walls[n->face[LB_WALL_COLD]] = (struct lb_heat_wall){LB_HEAT_FIXED, -0.5};
    c->heat = heat;
    *w = (struct lb_wall_heat){.face = {n->face[LB_WALL_HOT], n->face[LB_WALL_COLD]},
                               .conduction = heat->diffusivity * n->area / n->height};
}

uint64_t lb_wall_heat_interval(uint32_t height, double speed)
{
    const double least = 100.0;
    return (uint64_t)fmax(least, round(height / speed));
}

/* In units of conduction; the cold wall takes what the hot one gives. */
static double between(const struct lb_wall_heat *w, int side, uint64_t from, uint64_t to)
{
    const double given = w->given[to % PLACES][side] - w->given[from % PLACES][side];
    const double steps = (double)(w->at[to % PLACES] - w->at[from % PLACES]);
    return (side == LB_WALL_HOT ? given : -given) / (steps * w->conduction);
}

static uint64_t newest(const struct lb_wall_heat *w)
{
    return w->looks > 0 ? w->looks - 1 : 0;
}

static uint64_t oldest(const struct lb_wall_heat *w)
{
    return newest(w) > LB_WALL_HEAT_WINDOW ? newest(w) - LB_WALL_HEAT_WINDOW : 0;
}

static struct lb_signal quarter_of(const struct lb_table *t, size_t column, size_t before_last)
{
    const size_t quarter = t->rows / 4;
    struct lb_signal s = lb_signal_of_table(t, 0, column, t->rows - (before_last + 1) * quarter);
    s.count = quarter;
    return s;
}

/* In an interval, from the quarter of the record before the last to the last. */
static void look_at_quarters(struct lb_wall_heat *w, const struct lb_table *t)
{
    const double most_noise = 0.01;
    const struct lb_signal hot = quarter_of(t, 1, 0), cold = quarter_of(t, 2, 0),
                           before = quarter_of(t, 1, 1);
    const double mean = lb_signal_mean(&hot);
    if (hot.count < 2 || lb_signal_half_range(&hot) > most_noise * mean ||
        lb_signal_half_range(&before) > most_noise * mean)
        return;
    w->change = fabs(mean - lb_signal_mean(&before)) / (double)hot.count;
    w->rest = fabs(mean - lb_signal_mean(&cold));
}

enum lb_status lb_wall_heat_sample(struct lb_wall_heat *w, struct lb_run *run, int which,
                                   uint64_t step, struct lb_error *err)
{
    double given[LB_HEAT_FACES];
    const uint64_t now = w->looks;
    const double before = w->nusselt[LB_WALL_HOT];
    LB_OK(lb_solver_heat_given(lb_run_solver(run), given, err));
    w->at[now % PLACES] = step;
    for (int side = 0; side < LB_WALL_SIDES; side++)
        w->given[now % PLACES][side] = given[w->face[side]];
    w->looks++;
    if (now == 0) return LB_STATUS_OK; /* no interval ends here */
    for (int side = 0; side < LB_WALL_SIDES; side++)
        w->nusselt[side] = between(w, side, now - 1, now);
    w->change = fabs(w->nusselt[LB_WALL_HOT] - before);
    w->rest = fabs(w->nusselt[LB_WALL_HOT] - w->nusselt[LB_WALL_COLD]);
    const double row[] = {(double)step, w->nusselt[LB_WALL_HOT], w->nusselt[LB_WALL_COLD]};
    LB_OK(lb_run_add_row(run, which, row, err));
    if (lb_run_case(run)->storage->bits <= 16) look_at_quarters(w, lb_run_rows(run, which));
    return LB_STATUS_OK;
}

double lb_wall_heat_nusselt(const struct lb_wall_heat *w, int side)
{
    return w->looks > 1 ? between(w, side, oldest(w), newest(w)) : (double)NAN;
}

double lb_wall_heat_steps(const struct lb_wall_heat *w)
{
    return (double)(w->at[newest(w) % PLACES] - w->at[oldest(w) % PLACES]);
}

bool lb_wall_heat_is_full(const struct lb_wall_heat *w)
{
    return w->looks > LB_WALL_HEAT_WINDOW;
}

bool lb_wall_heat_is_steady(const struct lb_wall_heat *w, double share)
{
    const double most = share * w->nusselt[LB_WALL_HOT];
    return w->change <= most && w->rest <= most;
}

void lb_wall_heat_observe(const struct lb_wall_heat *w, struct lb_run *run, double share)
{
    if (w->looks < 2) return;
    lb_run_progress(run, "Nu %.4f hot, %.4f cold", w->nusselt[LB_WALL_HOT],
                    w->nusselt[LB_WALL_COLD]);
    if (share > 0.0 && lb_wall_heat_is_steady(w, share)) {
        lb_run_note_steady(run);
        lb_run_stop(run);
    }
}

void lb_wall_heat_results(const struct lb_wall_heat *w, struct lb_run *run)
{
    lb_run_result(run, "nusselt", lb_wall_heat_nusselt(w, LB_WALL_HOT), "1");
    lb_run_result(run, "nusselt_cold", lb_wall_heat_nusselt(w, LB_WALL_COLD), "1");
    lb_run_result(run, "nusselt_over", lb_wall_heat_steps(w), "steps");
}

enum lb_status lb_wall_heat_chart(struct lb_run *run, int which, struct lb_error *err)
{
    const struct lb_chart_series lines[] = {lb_run_line(run, which, "hot wall", 0, 1),
                                            lb_run_line(run, which, "cold wall", 0, 2)};
    const struct lb_chart chart = {.title = "Heat through the walls",
                                   .x_label = "step",
                                   .y_label = "Nusselt number",
                                   .series = lines,
                                   .series_count = 2};
    return lb_run_write_chart(run, "nusselt.png", &chart, err);
}

enum lb_status lb_wall_heat_archive(struct lb_wall_heat *w, struct lb_archive *a,
                                    struct lb_error *err)
{
    LB_OK(lb_archive_count(a, "wall_heat.looks", &w->looks, err));
    LB_OK(lb_archive_number(a, "wall_heat.change", &w->change, err));
    LB_OK(lb_archive_number(a, "wall_heat.rest", &w->rest, err));
    LB_OK(lb_archive_numbers(a, "wall-heat-nusselt", w->nusselt, LB_WALL_SIDES, err));
    LB_OK(lb_archive_numbers(a, "wall-heat-given", w->given[0], PLACES * LB_WALL_SIDES, err));
    for (int n = 0; n < PLACES; n++) {
        char name[32];
        snprintf(name, sizeof name, "wall_heat.at_%d", n);
        LB_OK(lb_archive_count(a, name, &w->at[n], err));
    }
    return LB_STATUS_OK;
}
