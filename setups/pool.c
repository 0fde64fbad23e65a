/* pool.c - a pool under gravity comes to rest; its pressure rises linearly with depth.
 * docs/setups/pool.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/table.h"
#include "analysis/signal.h"
#include "run/setup.h"
#include "mass_balance.h"

enum { COLUMN_HEIGHT, COLUMN_DENSITY, COLUMN_EXACT, COLUMN_FILL, COLUMNS };

/* Gas presses on the far side of the interface cells, wherever in them the level is: the method is
 * of first order there (Bogner, Ammer, Ruede 2015). */
static const double level_tolerance = 1.0;   /* cells */
static const double slope_tolerance = 0.01;  /* relative */
static const double rest_tolerance = 1e-3;   /* of the speed of a fall over the depth */
static const double settling_decays = 6.0;   /* of the slowest sound */
static const double hydrostatic_part = 0.02; /* of the density, at the floor, by default */

struct pool {
    int up; /* axis against gravity */
    uint32_t width, height;
    double depth;     /* at the start, floor to surface [cells] */
    double gravity;   /* force per volume */
    uint64_t settled; /* steps until it is at rest */
    struct lb_mass_balance balance;
    double slope, slope_exact, level, level_exact;
};

static void start_pool(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct pool *s = state;
    const uint32_t at = s->up == 2 ? z : y;
    (void)x;
    if (at == 0 || at == s->height - 1) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    out->fill = fmin(fmax(s->depth - (at - 1.0), 0.0), 1.0);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct pool *s = state;
    s->up = c->lattice->dimensions == 2 ? 1 : 2;
    s->width = (uint32_t)lb_values_count(v, "width");
    s->depth = lb_values_number(v, "depth");
    s->height = (uint32_t)ceil(1.5 * s->depth) + 2;
    s->gravity = lb_values_number(v, "gravity");
    if (s->gravity == 0.0) s->gravity = hydrostatic_part / (3.0 * s->depth);
    if (3.0 * s->gravity * s->depth > 0.2)
        return lb_fail(err, LB_STATUS_USAGE,
                       "gravity=%g presses a pool %g cells deep by %.0f %%; at most %.3g would do",
                       s->gravity, s->depth, 300.0 * s->gravity * s->depth, 0.2 / 3.0 / s->depth);
    c->size[0] = s->width;
    c->size[1] = s->up == 1 ? s->height : s->width;
    c->size[2] = s->up == 1 ? 1 : s->height;
    c->viscosity = c->lattice->sound_speed_squared * (lb_values_number(v, "tau") - 0.5);
    c->force[s->up] = -s->gravity;
    c->surface = (struct lb_surface){true, lb_values_number(v, "tension")};
    c->cell_kinds = LB_CELL_SOLID;
    c->start = start_pool;
    c->start_state = s;
    /* Sound goes up and down between floor and surface; a quarter of its wave length fits. */
    const double wave_number = 0.5 * acos(-1.0) / s->depth;
    plan->steps =
        (uint64_t)ceil(settling_decays / (c->viscosity * wave_number * wave_number)) + 200;
    s->settled = plan->steps;
    plan->observe_every = plan->steps / 20 + 1;
    plan->deviation = s->gravity * s->depth / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "density", .axis = s->up == 1 ? 2 : 1};
    plan->has_field = true;
    return LB_STATUS_OK;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct pool *s = state;
    const enum lb_status st = lb_mass_balance_observe(&s->balance, run, NULL, err);
    lb_run_progress(run, "fastest %.1e", s->balance.speed);
    return st;
}

/* One column of cells from floor to lid. */
static enum lb_status read_column(struct pool *s, struct lb_run *run, struct lb_table *out,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *rho = malloc(s->height * sizeof *rho), *fill = malloc(s->height * sizeof *fill);
    struct lb_region r = {.begin = {0, 0, 0}, .end = {1, 1, 1}};
    r.end[s->up] = s->height;
    LB_REQUIRE(rho != NULL && fill != NULL, LB_STATUS_FAILED, "no memory for a column of %u cells",
               s->height);
    LB_TRY(lb_solver_read(lb_run_solver(run), &r, rho, NULL, err));
    LB_TRY(lb_solver_read_fill(lb_run_solver(run), &r, fill, err));
    double level = 0.0;
    for (uint32_t k = 1; k + 1 < s->height; k++)
        level += fill[k];
    s->level = level;
    for (uint32_t k = 1; k + 1 < s->height; k++) {
        const double height = k - 0.5; /* of the cell's centre above the floor */
        const double exact = 1.0 + 3.0 * s->gravity * fmax(level - height, 0.0);
        const double row[COLUMNS] = {height, rho[k], exact, fill[k]};
        if (fill[k] > 0.0) LB_TRY(lb_table_add(out, row, err));
    }
cleanup:
    free(rho);
    free(fill);
    return st;
}

/* The line through the densities of the full cells: its slope, and where it comes down to that of
 * the gas. */
static void analyse(struct pool *s, const struct lb_table *profile)
{
    struct lb_line line;
    const double *rows = profile->numbers;
    size_t full = 0;
    while (full < profile->rows && rows[full * COLUMNS + COLUMN_FILL] >= 1.0)
        full++;
    const struct lb_signal density = {rows + COLUMN_HEIGHT, rows + COLUMN_DENSITY, full, COLUMNS};
    s->slope_exact = -3.0 * s->gravity;
    s->slope = s->level_exact = (double)NAN;
    if (!lb_signal_fit_line(&density, &line)) return;
    s->slope = line.slope;
    s->level_exact = (1.0 - line.intercept) / line.slope;
}

static enum lb_status write_profile(const struct pool *s, const struct lb_table *profile,
                                    struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *rows = profile->numbers;
    const size_t count = profile->rows;
    LB_TRY(lb_run_write_csv(run, "profile.csv", "height,density,density_exact,fill", rows, count,
                            COLUMNS, err));
    /* where the gas presses in this method: on the far side of the interface cell */
    const double heights[] = {0.0, (double)count};
    const double pressed[] = {1.0 - s->slope_exact * (double)count, 1.0};
    const struct lb_chart_series series[] = {
        {"exact below the level", rows + COLUMN_HEIGHT, rows + COLUMN_EXACT, count, COLUMNS, false,
         true},
        {"exact below the interface cells", heights, pressed, 2, 1, false, false},
        {"simulated", rows + COLUMN_HEIGHT, rows + COLUMN_DENSITY, count, COLUMNS, true, false},
    };
    const struct lb_chart chart = {.title = "Pool at rest",
                                   .x_label = "height above the floor [cells]",
                                   .y_label = "density",
                                   .series = series,
                                   .series_count = 3};
    LB_TRY(lb_run_write_chart(run, "profile.png", &chart, err));
cleanup:
    return st;
}

static void judge_rest(const struct pool *s, struct lb_run *run)
{
    static const char what[] = "slope of the density, level, speed at rest";
    const double fall = sqrt(2.0 * s->gravity * s->depth);
    const double tolerance = slope_tolerance * fabs(s->slope_exact);
    if (lb_run_is_stopped_early(run)) return;
    if (lb_run_case(run)->storage->bits < 32) {
        lb_run_not_judged(run, "%s: the tolerances are for storage of 32 bits and more", what);
        return;
    }
    if (lb_run_step(run) < s->settled) {
        lb_run_not_judged(run, "%s: the pool is at rest after %llu steps, and this run had %llu",
                          what, (unsigned long long)s->settled,
                          (unsigned long long)lb_run_step(run));
        return;
    }
    lb_run_verdict(run, "slope of the density", s->slope, s->slope_exact, tolerance,
                   fabs(s->slope - s->slope_exact) <= tolerance);
    lb_run_verdict(run, "level where the pressure is the gas's", s->level_exact, s->level,
                   level_tolerance, fabs(s->level - s->level_exact) <= level_tolerance);
    lb_run_verdict(run, "speed at rest, of a fall over the depth", s->balance.speed / fall, 0.0,
                   rest_tolerance, s->balance.speed <= rest_tolerance * fall);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct pool *s = state;
    enum lb_status st = LB_STATUS_OK;
    struct lb_table profile = {.columns = COLUMNS};
    LB_TRY(lb_mass_balance_observe(&s->balance, run, NULL, err));
    LB_TRY(read_column(s, run, &profile, err));
    analyse(s, &profile);
    lb_run_result(run, "density_slope", s->slope, "rho0/cells");
    lb_run_result(run, "density_slope_exact", s->slope_exact, "rho0/cells");
    lb_run_result(run, "level", s->level, "cells");
    lb_run_result(run, "level_by_pressure", s->level_exact, "cells");
    lb_run_result(run, "speed", s->balance.speed, "cells/step");
    judge_rest(s, run);
    lb_mass_balance_report(&s->balance, run);
    LB_TRY(write_profile(s, &profile, run, err));
cleanup:
    lb_table_clear(&profile);
    return st;
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct pool *s = state;
    return lb_mass_balance_archive(&s->balance, a, err);
}

static const struct lb_parameter parameters[] = {
    {"depth", LB_PARAMETER_NUMBER, "cells", "64.3", "24.3", 4, 4096,
     "from floor to surface at the start"},
    {"width", LB_PARAMETER_COUNT, "cells", "32", "8", 2, 4096, "of the periodic box"},
    {"gravity", LB_PARAMETER_NUMBER, "rho0 cells/step^2", "0", NULL, 0, 0.01,
     "force per volume; 0: makes the floor's density 2 % higher"},
    {"tau", LB_PARAMETER_NUMBER, "steps", "1", NULL, 0.501, 10,
     "relaxation time; sets the viscosity"},
    {"tension", LB_PARAMETER_NUMBER, "rho0 cells^3/step^2", "1e-3", NULL, 0, 1, "surface tension"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"density_slope", LB_KEY_VALUE, "density_slope_exact"},
    {"mass_error", LB_KEY_SHOWN, NULL},
    {0},
};

const struct lb_setup lb_setup_pool = {
    .name = "pool",
    .summary = "a pool under gravity comes to rest below a free surface",
    .reference = "the hydrostatic pressure",
    .lattice = "d2q9",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct pool),
    .key_results = key_results,
    .prepare = prepare,
    .observe = observe,
    .archive = archive,
    .finish = finish,
};
