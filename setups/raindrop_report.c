/* raindrop_report.c - results, verdicts and tables of a raindrop.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "raindrop_state.h"

static const char *const droplet_columns =
    "step,cells,diameter,volume,mass,ux,uy,uz,x,y,z,particles,time_si,diameter_si,volume_si,"
    "mass_si,ux_si,uy_si,uz_si,x_si,y_si,z_si,diameter_um";
static const double resolved = 3.0; /* droplets of fewer cells' diameter are not [cells] */

/* The water under the drop's lowest point is pushed down with half the drop's speed: seen from
 * there, two equal jets meet head on (Birkhoff, MacDougall, Pugh, Taylor, J. Appl. Phys. 19, 563,
 * 1948).  A drop is no endless jet, so this is so at first only. */
static const double landing_speed = 0.5, landing_tolerance = 0.1; /* [drop's speed] */

static void report_numbers(const struct raindrop *s, struct lb_run *run)
{
    const double d = s->si.diameter, u = s->si.speed, nu = s->si.viscosity, g = s->si.gravity;
    const double inertia = s->si.density / s->si.tension;
    lb_run_result(run, "reynolds", d * u / nu, "1");
    lb_run_result(run, "weber", d * u * u * inertia, "1");
    lb_run_result(run, "froude", u / sqrt(d * g), "1");
    lb_run_result(run, "capillary", u * nu * inertia, "1");
    lb_run_result(run, "bond", d * d * g * inertia, "1");
    lb_run_result(run, "cell_si", s->metre, "m");
    lb_run_result(run, "step_si", s->second, "s");
    lb_run_result(run, "diameter", s->diameter, "cells");
    lb_run_result(run, "level", s->level, "cells");
    lb_run_result(run, "u", s->speed, "cells/step");
    lb_run_result(run, "tau", lb_case_relaxation_time(lb_run_case(run)), "steps");
    lb_run_result(run, "viscosity", s->viscosity, "cells^2/step");
    lb_run_result(run, "tension", s->tension, "rho0 cells^3/step^2");
    lb_run_result(run, "gravity", s->gravity, "cells/step^2");
}

static double largest(const struct lb_table *t, size_t column)
{
    double most = 0.0;
    for (size_t n = 0; n < t->rows; n++)
        most = fmax(most, t->numbers[n * t->columns + column]);
    return most;
}

static double sum_of(const struct lb_table *t, size_t column)
{
    double sum = 0.0;
    for (size_t n = 0; n < t->rows; n++)
        sum += t->numbers[n * t->columns + column];
    return sum;
}

static void report_largest(const struct raindrop *s, struct lb_run *run)
{
    const struct {
        const char *name, *name_si;
        size_t column;
    } lengths[] = {{"cavity_depth", "cavity_depth_si", COLUMN_CAVITY_DEPTH},
                   {"cavity_diameter", "cavity_diameter_si", COLUMN_CAVITY_DIAMETER},
                   {"crown_height", "crown_height_si", COLUMN_CROWN_HEIGHT},
                   {"crown_diameter", "crown_diameter_si", COLUMN_CROWN_DIAMETER}};
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        const double length = largest(&s->history, lengths[n].column);
        lb_run_result(run, lengths[n].name, length / s->metre, "cells");
        lb_run_result(run, lengths[n].name_si, length, "m");
    }
}

static void report_droplets(const struct raindrop *s, struct lb_run *run)
{
    double seen = 0.0;
    for (size_t n = 0; n < s->gone.rows; n++)
        if (s->gone.numbers[n * DROPLET_COLUMNS + DROPLET_DIAMETER] >= resolved) seen += 1.0;
    lb_run_result(run, "droplets", (double)s->gone.rows, "1");
    lb_run_result(run, "droplets_resolved", seen, "1");
    lb_run_result(run, "ejected_volume", sum_of(&s->gone, DROPLET_VOLUME), "cells^3");
    lb_run_result(run, "ejected_volume_si", sum_of(&s->gone, DROPLET_VOLUME_SI), "m^3");
    lb_run_result(run, "cut_off_mass", s->cut_off, "rho0 cells^3");
    lb_run_result(run, "particles_ejected", sum_of(&s->gone, DROPLET_PARTICLES), "1");
    lb_run_result(run, "particles_alone", (double)s->alone, "1");
}

static void judge_landing(const struct raindrop *s, struct lb_run *run)
{
    if (s->landings < 2) return;
    const double way = s->landing[1][1] - s->landing[0][1];
    const double speed = way / (s->landing[1][0] - s->landing[0][0]) / -s->velocity[2];
    lb_run_result(run, "landing_speed", speed, "drop's");
    if (s->angle != 0.0 || s->level - 1.0 < s->diameter)
        return; /* no jet head on; near the floor */
    lb_run_verdict(run, "speed of the cavity's floor at first, in the drop's", speed, landing_speed,
                   landing_tolerance, fabs(speed - landing_speed) <= landing_tolerance);
}

static enum lb_status write_files(const struct raindrop *s, struct lb_run *run,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *rows = s->history.numbers;
    const size_t count = s->history.rows;
    LB_TRY(lb_run_write_csv(run, "droplets.csv", droplet_columns, s->gone.numbers, s->gone.rows,
                            DROPLET_COLUMNS, err));
    LB_TRY(lb_run_write_csv(run, "cavity.csv",
                            "step,time_si,crown_height_si,crown_diameter_si,cavity_depth_si,"
                            "axis_depth_si,cavity_diameter_si,cavity_volume_si,droplets,mass_error",
                            rows, count, COLUMNS, err));
    const struct lb_chart_series series[] = {
        {"crown height", rows + COLUMN_TIME, rows + COLUMN_CROWN_HEIGHT, count, COLUMNS, false,
         false},
        {"crown diameter", rows + COLUMN_TIME, rows + COLUMN_CROWN_DIAMETER, count, COLUMNS, false,
         false},
        {"cavity depth", rows + COLUMN_TIME, rows + COLUMN_CAVITY_DEPTH, count, COLUMNS, false,
         false},
    };
    const struct lb_chart chart = {.title = "Crown and cavity of a raindrop",
                                   .x_label = "time [s]",
                                   .y_label = "[m]",
                                   .series = series,
                                   .series_count = 3};
    LB_TRY(lb_run_write_chart(run, "cavity.png", &chart, err));
cleanup:
    return st;
}

enum lb_status lb_raindrop_report(const struct raindrop *s, struct lb_run *run,
                                  struct lb_error *err)
{
    report_droplets(s, run);
    report_largest(s, run);
    lb_surface_books_close(&s->books, run);
    judge_landing(s, run);
    report_numbers(s, run);
    return write_files(s, run, err);
}
