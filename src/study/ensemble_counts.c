/* ensemble_counts.c - counts the rows of runs into bins and averages over the runs.
 * SPDX-License-Identifier: MIT */
#include "study/ensemble_counts.h"

#include <math.h>
#include <stdlib.h>

#include "io/csv_read.h"

void lb_mean_add(struct lb_mean *m, double x)
{
    const double before = x - m->mean;
    m->count++;
    m->mean += before / (double)m->count;
    m->squares += before * (x - m->mean);
}

double lb_mean_of(const struct lb_mean *m)
{
    return m->count == 0 ? nan("") : m->mean;
}

double lb_mean_error_of(const struct lb_mean *m)
{
    const double n = (double)m->count;
    return m->count < 2 ? nan("") : sqrt(m->squares / (n * (n - 1.0)));
}

enum lb_status lb_ensemble_counts_create(struct lb_ensemble_counts *c,
                                         const struct lb_ensemble_plan *plan, struct lb_error *err)
{
    *c = (struct lb_ensemble_counts){.plan = plan, .quantities = 1, .places = plan->bins + 3};
    while (plan->sums[c->quantities - 1] != NULL)
        c->quantities++;
    c->means = calloc(c->quantities * c->places, sizeof *c->means);
    c->one = calloc(c->quantities * c->places, sizeof *c->one);
    if (c->means == NULL || c->one == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for a histogram of %u bins", plan->bins);
    return LB_STATUS_OK;
}

void lb_ensemble_counts_destroy(struct lb_ensemble_counts *c)
{
    free(c->means);
    free(c->one);
    *c = (struct lb_ensemble_counts){.plan = NULL};
}

static size_t place_of(const struct lb_ensemble_plan *plan, double x)
{
    const double width = (plan->max - plan->min) / plan->bins;
    if (!(x >= plan->min)) return 0;
    if (x >= plan->max) return plan->bins + 1;
    const size_t bin = (size_t)((x - plan->min) / width);
    return 1 + (bin < plan->bins ? bin : plan->bins - 1);
}

void lb_ensemble_counts_add(struct lb_ensemble_counts *c, const double *numbers, size_t rows)
{
    const size_t all = c->places - 1;
    for (size_t n = 0; n < c->quantities * c->places; n++)
        c->one[n] = 0.0;
    for (size_t row = 0; row < rows; row++) {
        const double *r = numbers + row * c->quantities;
        const size_t place = place_of(c->plan, r[0]);
        for (size_t q = 0; q < c->quantities; q++) {
            const double x = q == 0 ? 1.0 : r[q];
            c->one[q * c->places + place] += x;
            c->one[q * c->places + all] += x;
        }
    }
    for (size_t n = 0; n < c->quantities * c->places; n++)
        lb_mean_add(&c->means[n], c->one[n]);
}

enum lb_status lb_ensemble_counts_read(struct lb_ensemble_counts *c, const char *path,
                                       struct lb_error *err)
{
    const char *columns[1 + LB_ENSEMBLE_SUMS] = {c->plan->by};
    double *numbers = NULL;
    size_t rows = 0;
    for (size_t q = 1; q < c->quantities; q++)
        columns[q] = c->plan->sums[q - 1];
    const enum lb_status st = lb_csv_read(path, columns, c->quantities, &numbers, &rows, err);
    if (st == LB_STATUS_OK) lb_ensemble_counts_add(c, numbers, rows);
    free(numbers);
    return st;
}

const struct lb_mean *lb_ensemble_mean(const struct lb_ensemble_counts *c, size_t quantity,
                                       size_t place)
{
    return &c->means[quantity * c->places + place];
}

const char *lb_ensemble_quantity(const struct lb_ensemble_plan *plan, size_t quantity)
{
    return quantity == 0 ? plan->row : plan->sums[quantity - 1];
}

void lb_ensemble_limits(const struct lb_ensemble_plan *plan, size_t place, double *low,
                        double *high)
{
    const double width = (plan->max - plan->min) / plan->bins;
    const bool inside = place >= 1 && place <= plan->bins;
    *low = inside                    ? plan->min + width * (double)(place - 1)
           : place == plan->bins + 1 ? plan->max
                                     : -(double)INFINITY;
    *high = inside ? plan->min + width * (double)place : place == 0 ? plan->min : (double)INFINITY;
}
