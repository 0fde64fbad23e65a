/* swing.h - a free surface that swings about rest: its frequency and damping, against theory.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_SWING_H
#define LB_SETUPS_SWING_H

#include "base/table.h"
#include "run/setup.h"

enum { LB_SWING_STEP, LB_SWING_VALUE, LB_SWING_EXACT, LB_SWING_COLUMNS };

struct lb_swing {
    double omega, decay;     /* of theory [1/step] */
    struct lb_table history; /* LB_SWING_COLUMNS columns */
};

/* Frequency from the crossings of zero upwards, a period apart, and decay from the heights of the
 * swings, as results; the verdict on the frequency.  `band`: how far beyond zero a crossing must
 * go to count. */
void lb_swing_report(const struct lb_swing *s, double band, struct lb_run *run);

/* What the chart is called and says. */
struct lb_swing_words {
    const char *png, *title, *y_label, *exact;
};
enum lb_status lb_swing_write_chart(const struct lb_swing *s, const struct lb_swing_words *words,
                                    struct lb_run *run, struct lb_error *err);

#endif
