/* oscillation.h - a free surface that oscillates about its state at rest: frequency and damping against theory.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_OSCILLATION_H
#define LB_SETUPS_OSCILLATION_H

#include "mass_balance.h"
#include "run/setup.h"

/* Columns of the setup's only time series. */
enum { LB_OSCILLATION_STEP, LB_OSCILLATION_VALUE, LB_OSCILLATION_EXACT, LB_OSCILLATION_COLUMNS };

struct lb_oscillation {
    double omega, decay; /* of theory, about [1/step]: exact are those of the series' column */
    const char *unlike;  /* why the damping is not that of theory, so that it is not judged; NULL */
    bool is_other_frequency; /* nor is the frequency, for the same reason */
};

/* Some periods with their samples. */
enum lb_status lb_oscillation_plan(const struct lb_oscillation *s, const struct lb_values *v,
                                   struct lb_plan *plan, struct lb_error *err);

/* What the chart is called and says. */
struct lb_oscillation_words {
    const char *png, *title, *y_label, *exact;
};

/* Frequency from the crossings of zero upwards, a period apart, and decay from the heights of the
 * swings, of the simulated and of the exact column, as results; the verdicts on both; the mass; the chart.  `band`: how far beyond
 * zero a crossing must go to count. */
enum lb_status lb_oscillation_finish(const struct lb_oscillation *s, double band,
                                     const struct lb_mass_balance *balance,
                                     const struct lb_oscillation_words *words, struct lb_run *run,
                                     struct lb_error *err);

#endif
