/* oscillation.h - a free surface that swings about rest: its frequency and damping, against theory.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_OSCILLATION_H
#define LB_SETUPS_OSCILLATION_H

#include "base/table.h"
#include "run/setup.h"

enum { LB_OSCILLATION_STEP, LB_OSCILLATION_VALUE, LB_OSCILLATION_EXACT, LB_OSCILLATION_COLUMNS };

struct lb_oscillation {
    double omega, decay;     /* of theory [1/step] */
    struct lb_table history; /* LB_OSCILLATION_COLUMNS columns */
};

/* Frequency from the crossings of zero upwards, a period apart, and decay from the heights of the
 * swings, as results; the verdict on the frequency.  `band`: how far beyond zero a crossing must
 * go to count. */
void lb_oscillation_report(const struct lb_oscillation *s, double band, struct lb_run *run);

/* What the chart is called and says. */
struct lb_oscillation_words {
    const char *png, *title, *y_label, *exact;
};
enum lb_status lb_oscillation_write_chart(const struct lb_oscillation *s,
                                          const struct lb_oscillation_words *words,
                                          struct lb_run *run, struct lb_error *err);

#endif
