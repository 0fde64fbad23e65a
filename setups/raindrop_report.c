/* raindrop_report.c - results, verdicts and tables of a raindrop.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "raindrop_state.h"

static const double resolved = 3.0; /* droplets of fewer cells' diameter are not [cells] */

/* The water under the drop's lowest point is pushed down with half the drop's speed: seen from
 * there, two equal jets meet head on (Birkhoff, MacDougall, Pugh, Taylor, J. Appl. Phys. 19, 563,
 * 1948).  A drop is no endless jet, so this is so at first only. */
static const double landing_speed = 0.5, landing_tolerance = 0.1; /* [drop's speed] */

/* The surface is known to one cell, and the jets have inertia only: below these, that moves the
 * landing speed by more than some 3 per cent (docs/setups/raindrop.md has the measurements). */
static const double min_diameter = 16.0; /* [cells] */
static const double min_reynolds = 100.0, min_weber = 100.0, min_froude = 4.0;

static double reynolds(const struct raindrop *s)
{
    return s->si.diameter * s->si.speed / s->si.viscosity;
}

static double weber(const struct raindrop *s)
{
    return s->si.density * s->si.diameter * s->si.speed * s->si.speed / s->si.tension;
}

static double froude(const struct raindrop *s)
{
    return s->si.speed / sqrt(s->si.diameter * s->si.gravity);
}

static void report_numbers(const struct raindrop *s, struct lb_run *run)
{
    const double d = s->si.diameter, u = s->si.speed, nu = s->si.viscosity, g = s->si.gravity;
    const double inertia = s->si.density / s->si.tension;
    lb_run_result(run, "reynolds", reynolds(s), "1");
    lb_run_result(run, "weber", weber(s), "1");
    lb_run_result(run, "froude", froude(s), "1");
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
    double max = 0.0;
    for (size_t n = 0; n < t->rows; n++)
        max = fmax(max, t->numbers[n * t->columns + column]);
    return max;
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
        const double length = largest(lb_run_rows(run, LB_RAINDROP_CAVITY), lengths[n].column);
        lb_run_result(run, lengths[n].name, length / s->metre, "cells");
        lb_run_result(run, lengths[n].name_si, length, "m");
    }
}

static void report_droplets(const struct raindrop *s, struct lb_run *run)
{
    const struct lb_table *gone = lb_run_rows(run, LB_RAINDROP_DROPLETS);
    double seen = 0.0;
    for (size_t n = 0; n < gone->rows; n++)
        if (gone->numbers[n * DROPLET_COLUMNS + DROPLET_DIAMETER] >= resolved) seen += 1.0;
    lb_run_result(run, "droplets", (double)gone->rows, "1");
    lb_run_result(run, "droplets_resolved", seen, "1");
    lb_run_result(run, "ejected_volume", sum_of(gone, DROPLET_VOLUME), "cells^3");
    lb_run_result(run, "ejected_volume_si", sum_of(gone, DROPLET_VOLUME_SI), "m^3");
    lb_run_result(run, "cut_off_mass", s->cut_off, "rho0 cells^3");
    lb_run_result(run, "particles_ejected", sum_of(gone, DROPLET_PARTICLES), "1");
    lb_run_result(run, "particles_alone", (double)s->alone, "1");
}

/* Why half of the drop's speed is not what to expect, or NULL. */
static const char *why_not_half(const struct raindrop *s, char *out, size_t size)
{
    const struct {
        const char *name;
        double value, min;
    } numbers[] = {{"the Reynolds number", reynolds(s), min_reynolds},
                   {"the Weber number", weber(s), min_weber},
                   {"the Froude number", froude(s), min_froude},
                   {"the drop's diameter in cells", s->diameter, min_diameter}};
    if (s->angle != 0.0) return "it is for drops that fall straight down";
    if (s->level - 1.0 < s->diameter) return "the pool is less deep than the drop is wide";
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
        if (numbers[n].value < numbers[n].min * (1.0 - 1e-9)) {
            snprintf(out, size, "%s is %.3g, and %g is needed", numbers[n].name, numbers[n].value,
                     numbers[n].min);
            return out;
        }
    return NULL;
}

static void judge_landing(const struct raindrop *s, struct lb_run *run)
{
    static const char what[] = "speed of the cavity's floor at first, in the drop's";
    char text[128];
    const char *why = why_not_half(s, text, sizeof text);
    double speed = (double)NAN;
    if (s->landings == 2) {
        const double way = s->landing[1][1] - s->landing[0][1];
        speed = way / (s->landing[1][0] - s->landing[0][0]) / -s->velocity[2];
        lb_run_result(run, "landing_speed", speed, "1");
    } else if (why == NULL) {
        snprintf(text, sizeof text, "it is known at step %.0f, and this run ended before",
                 lb_raindrop_landed(s));
        why = text;
    }
    if (why != NULL)
        lb_run_not_judged(run, "%s: %s", what, why);
    else
        lb_run_verdict(run, what, speed, landing_speed, landing_tolerance,
                       fabs(speed - landing_speed) <= landing_tolerance);
}

static enum lb_status draw_cavity(struct lb_run *run, struct lb_error *err)
{
    const struct lb_chart_series lines[] = {
        lb_run_line(run, LB_RAINDROP_CAVITY, "crown height", COLUMN_TIME, COLUMN_CROWN_HEIGHT),
        lb_run_line(run, LB_RAINDROP_CAVITY, "crown diameter", COLUMN_TIME, COLUMN_CROWN_DIAMETER),
        lb_run_line(run, LB_RAINDROP_CAVITY, "cavity depth", COLUMN_TIME, COLUMN_CAVITY_DEPTH),
    };
    const struct lb_chart chart = {.title = "Crown and cavity of a raindrop",
                                   .x_label = "time [s]",
                                   .y_label = "[m]",
                                   .series = lines,
                                   .series_count = 3};
    return lb_run_write_chart(run, "cavity.png", &chart, err);
}

enum lb_status lb_raindrop_report(const struct raindrop *s, struct lb_run *run,
                                  struct lb_error *err)
{
    report_droplets(s, run);
    report_largest(s, run);
    lb_mass_balance_report(&s->balance, run);
    judge_landing(s, run);
    report_numbers(s, run);
    return draw_cavity(run, err);
}
