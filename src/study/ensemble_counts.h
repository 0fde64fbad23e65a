/* ensemble_counts.h - a histogram over many runs: of each bin, the mean over the runs and its
 * standard error.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_ENSEMBLE_COUNTS_H
#define LB_STUDY_ENSEMBLE_COUNTS_H

#include <stddef.h>

#include "base/status.h"
#include "run/setup.h"

/* Mean of a number over runs, one run after the other (Welford, Technometrics 4, 419, 1962).
 * Initialise with {0}. */
struct lb_mean {
    size_t count;
    double mean, squares; /* of the differences from the mean */
};
void lb_mean_add(struct lb_mean *m, double x);
double lb_mean_of(const struct lb_mean *m);       /* NaN if there is none */
double lb_mean_error_of(const struct lb_mean *m); /* standard error; NaN below two */

/* Quantities are the number of rows and the sums of the plan's columns; places are what lies below
 * the bins, the bins, what lies above, and all together. */
struct lb_ensemble_counts {
    const struct lb_ensemble_plan *plan; /* borrowed */
    size_t quantities, places;
    struct lb_mean *means; /* [quantity * places + place] */
    double *one;           /* of the run that is being counted */
};

/* Fills in `c`; lb_ensemble_counts_destroy frees what it owns, also after a failure and on {0}. */
enum lb_status lb_ensemble_counts_create(struct lb_ensemble_counts *c,
                                         const struct lb_ensemble_plan *plan, struct lb_error *err);
void lb_ensemble_counts_destroy(struct lb_ensemble_counts *c);

/* One more run, from its rows: the column of the bins, then those that are added up. */
void lb_ensemble_counts_add(struct lb_ensemble_counts *c, const double *numbers, size_t rows);

/* The same from the run's table. */
enum lb_status lb_ensemble_counts_read(struct lb_ensemble_counts *c, const char *path,
                                       struct lb_error *err);

const struct lb_mean *lb_ensemble_mean(const struct lb_ensemble_counts *c, size_t quantity,
                                       size_t place);
const char *lb_ensemble_quantity(const struct lb_ensemble_plan *plan, size_t quantity);

/* Where a place begins and ends: infinite on the outer sides. */
void lb_ensemble_limits(const struct lb_ensemble_plan *plan, size_t place, double *low,
                        double *high);

#endif
