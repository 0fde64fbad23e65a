/* mass_balance.h - what every setup with a free surface must keep: its mass, and fluid and gas
 * apart.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_MASS_BALANCE_H
#define LB_SETUPS_MASS_BALANCE_H

#include "run/setup.h"

/* Initialise with {0}. */
struct lb_mass_balance {
    double mass;      /* at the first look */
    double error;     /* largest relative change of it */
    double contacts;  /* links between fluid and gas, all looks together */
    double speed;     /* largest at the last look */
    double interface; /* cells at the last look */
    double stranded;  /* share of the mass that no interface cell could take, at the last look */
    bool is_open;
};

/* Looks at the flow; `survey` (may be NULL) gets what was found. */
enum lb_status lb_mass_balance_observe(struct lb_mass_balance *b, struct lb_run *run,
                                       struct lb_survey *survey, struct lb_error *err);

/* The same, and the fill levels of all cells, x fastest, in *fill; caller frees with free(), after a
 * failure too. */
enum lb_status lb_mass_balance_read(struct lb_mass_balance *b, struct lb_run *run, double **fill,
                                    struct lb_error *err);

/* Saves or loads it. */
enum lb_status lb_mass_balance_archive(struct lb_mass_balance *b, struct lb_archive *a,
                                       struct lb_error *err);

/* Results and verdicts.  Formats of 16 bits round the mass of the fluid itself in every step, so
 * theirs is a result without a verdict. */
void lb_mass_balance_report(const struct lb_mass_balance *b, struct lb_run *run);

#endif
