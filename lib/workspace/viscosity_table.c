/* viscosity_table.c - solves the equation of a law of viscosity for all shear rates: r (1/2 + A f(r)) = q, q being what
 * second moments tell of the shear rate r (docs/theory/viscosity.md).  Its operations are + - * / and the root alone, so
 * that all hosts make the same table.
 * SPDX-License-Identifier: MIT */
#include "workspace/viscosity_table.h"

#include <math.h>
#include <stdlib.h>

#include "shared/law_table.h"

enum { LEAST_EXPONENT = -126, MOST_EXPONENT = 127 };

struct lb_law_numbers lb_law_numbers(const struct lb_case *c)
{
    const struct lb_law_limits limits =
        lb_viscosity_limits(c->viscosity_model, c->viscosity_values);
    const double viscous = lb_case_relaxation_time(c) - 0.5;
    return (struct lb_law_numbers){
        .scale = 1.0 / (sqrt(2.0) * c->lattice->sound_speed_squared * c->viscosity_values[0]),
        .yield = viscous * limits.yield,
        .slowest = 1.0 / (0.5 + viscous * limits.most),
        .fastest = 1.0 / (0.5 + viscous * limits.least)};
}

/* Relaxation time of the shear rate 2^y. */
static double time_at(const struct lb_case *c, double y)
{
    return 0.5 + (lb_case_relaxation_time(c) - 0.5) *
                     c->viscosity_model->law(c->viscosity_values, lb_power(2.0, y));
}

/* y + log2 tau(2^y) = log2 q by Newton's method; as a function of y the left side rises by the exponent of the
 * stress at least. */
static double time_of(const struct lb_case *c, double q, double *y)
{
    static const double step = 1e-6, near = 1e-13;
    const double wanted = lb_log2(q);
    double tau = time_at(c, *y);
    for (int n = 0; n < 100; n++) {
        const double log_tau = lb_log2(tau), over = *y + log_tau - wanted;
        if (fabs(over) <= near) break;
        const double slope = 1.0 + (lb_log2(time_at(c, *y + step)) - log_tau) / step;
        *y -= over / slope;
        tau = time_at(c, *y);
    }
    return tau;
}

/* Zeros of Chebyshev's polynomials of degree 4 and 8. */
static const double *nodes_of(int terms)
{
    static const double four[] = {-0.92387953251128674, -0.38268343236508978, 0.38268343236508978,
                                  0.92387953251128674};
    static const double eight[] = {-0.98078528040323043, -0.83146961230254524, -0.55557023301960218,
                                   -0.19509032201612825, 0.19509032201612825,  0.55557023301960218,
                                   0.83146961230254524,  0.98078528040323043};
    return terms == 4 ? four : eight;
}

/* Newton's form through values at the nodes x, multiplied out, in place. */
static void interpolate(int terms, const double x[], double a[])
{
    for (int k = 1; k < terms; k++)
        for (int j = terms - 1; j >= k; j--)
            a[j] = (a[j] - a[j - 1]) / (x[j] - x[j - k]);
    for (int k = terms - 2; k >= 0; k--)
        for (int j = k; j < terms - 1; j++)
            a[j] -= x[k] * a[j + 1];
}

static void fill(int terms, double first, double coefficients[])
{
    for (int k = 0; k < terms; k++)
        coefficients[k] = k == 0 ? first : 0.0;
}

void lb_law_row(const struct lb_case *c, int row, int terms, double *guess, double coefficients[])
{
    const int exponent = row / LB_LAW_OCTAVE - 127;
    const double middle = 1.0 + (row % LB_LAW_OCTAVE + 0.5) / LB_LAW_OCTAVE;
    if (exponent < LEAST_EXPONENT) {
        fill(terms, 1.0 / time_of(c, ldexp(1.0, LEAST_EXPONENT / 2), guess), coefficients);
        return;
    }
    if (exponent > MOST_EXPONENT) {
        fill(terms, (double)NAN, coefficients);
        return;
    }
    double t[LB_LAW_MOST_TERMS];
    for (int k = 0; k < terms; k++) {
        t[k] = nodes_of(terms)[k] * LB_LAW_HALF;
        coefficients[k] = 1.0 / time_of(c, sqrt(ldexp(middle + t[k], exponent)), guess);
    }
    interpolate(terms, t, coefficients);
}

enum lb_status lb_law_table_create(struct lb_workspace *w, struct lb_error *err)
{
    if (!lb_case_has_law(w->c)) return LB_STATUS_OK;
    const int terms = LB_LAW_TERMS(w->c->arithmetic == LB_ARITHMETIC_FP64);
    double guess = 0.0, *table = malloc(sizeof *table * LB_LAW_ROWS * (size_t)terms);
    LB_NEED(table != NULL, LB_STATUS_FAILED, "out of memory for the table of a law of viscosity");
    for (int row = 0; row < LB_LAW_ROWS; row++)
        lb_law_row(w->c, row, terms, &guess, table + row * terms);
    const enum lb_status st = lb_workspace_upload_numbers(w, LB_BUFFER_LAW, 0, table, err);
    free(table);
    return st;
}
