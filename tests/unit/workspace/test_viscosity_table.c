/* test_viscosity_table.c - relaxation rates that kernels look up against the law's own equation, solved by halving with the C
 * library's functions, over all shear rates of floats.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "shared/law_table.h"
#include "support/check.h"
#include "workspace/viscosity_table.h"

static struct lb_case case_of(const char *model, const double values[], double tau)
{
    struct lb_case c = {.lattice = lb_lattice_find("d3q19"),
                        .viscosity_model = lb_viscosity_model_find(model)};
    c.viscosity = (tau - 0.5) * c.lattice->sound_speed_squared;
    memcpy(c.viscosity_values, values, sizeof c.viscosity_values);
    return c;
}

/* Of all three laws without yield stress and limits, as their papers have them. */
static double factor_of(const struct lb_case *c, double rate)
{
    const double *v = c->viscosity_values;
    if (strcmp(c->viscosity_model->name, "carreau") == 0)
        return v[3] + (1.0 - v[3]) * pow(1.0 + pow(v[2] * rate, 2.0), 0.5 * (v[1] - 1.0));
    return pow(rate, v[1] - 1.0);
}

/* 1 / (1/2 + A f(r)) with r (1/2 + A f(r)) = q. */
static double exact_rate(const struct lb_case *c, double tau, double q)
{
    double low = -400.0, high = 400.0;
    for (int n = 0; n < 100; n++) {
        const double middle = 0.5 * (low + high), r = exp2(middle);
        if (middle + log2(0.5 + (tau - 0.5) * factor_of(c, r)) < log2(q))
            low = middle;
        else
            high = middle;
    }
    return 1.0 / (0.5 + (tau - 0.5) * factor_of(c, exp2(low)));
}

/* What a row says of s in it. */
static double looked_up(const struct lb_case *c, int row, int terms, double t)
{
    double guess = 0.0, a[LB_LAW_MOST_TERMS], sum = 0.0;
    lb_law_row(c, row, terms, &guess, a);
    for (int k = terms - 1; k >= 0; k--)
        sum = sum * t + a[k];
    return sum;
}

static double worst_of(const struct lb_case *c, double tau, int terms)
{
    double worst = 0.0;
    for (int row = 30 * LB_LAW_OCTAVE + 1; row < 220 * LB_LAW_OCTAVE; row += 37)
        for (int k = -4; k <= 4; k++) {
            const double t = k * LB_LAW_HALF / 4.0;
            const double at = 1.0 + (row % LB_LAW_OCTAVE + 0.5) / LB_LAW_OCTAVE + t;
            const double exact = exact_rate(c, tau, sqrt(ldexp(at, row / LB_LAW_OCTAVE - 127)));
            worst = fmax(worst, fabs(looked_up(c, row, terms, t) / exact - 1.0));
        }
    return worst;
}

static void rates_solve_the_equation(void)
{
    static const struct {
        const char *model;
        double values[LB_MAX_VISCOSITY_PARAMETERS], tau;
    } table[] = {
        {"power-law", {0.01, 0.2, 1e-6, 1e5}, 0.5001},
        {"power-law", {0.01, 0.2, 1e-6, 1e5}, 80.0},
        {"power-law", {0.01, 0.7, 1e-6, 1e5}, 0.6},
        {"power-law", {0.01, 3.0, 1e-6, 1e5}, 0.6},
        {"carreau", {0.01, 0.2, 1e4, 1e-6}, 0.5001},
        {"carreau", {0.01, 0.5, 1.0, 0.01}, 3.0},
        {"herschel-bulkley", {0.01, 0.8, 7.0, 1e-6, 1e5}, 0.6},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        const struct lb_case c = case_of(table[k].model, table[k].values, table[k].tau);
        LB_CHECK_NEAR(worst_of(&c, table[k].tau, LB_LAW_TERMS(0)), 0.0, 3e-8);
        LB_CHECK_NEAR(worst_of(&c, table[k].tau, LB_LAW_TERMS(1)), 0.0, 5e-13);
    }
}

static void numbers_that_are_none_stay_so(void)
{
    const double values[LB_MAX_VISCOSITY_PARAMETERS] = {0.01, 0.5, 1e-6, 1e5};
    const struct lb_case c = case_of("power-law", values, 0.6);
    LB_CHECK(isnan(looked_up(&c, 255 * LB_LAW_OCTAVE, LB_LAW_TERMS(0), 0.0)));
    LB_CHECK(looked_up(&c, 0, LB_LAW_TERMS(0), 0.01) == looked_up(&c, 9, LB_LAW_TERMS(0), -0.02));
    LB_CHECK(looked_up(&c, 0, LB_LAW_TERMS(0), 0.0) > 0.0);
}

/* tau of phi = most, least; a yield stress B has B A of q. */
static void limits_are_relaxation_rates(void)
{
    const double values[LB_MAX_VISCOSITY_PARAMETERS] = {0.01, 0.5, 3.0, 0.1, 50.0};
    const struct lb_case c = case_of("herschel-bulkley", values, 0.6);
    const struct lb_law_numbers law = lb_law_numbers(&c);
    LB_CHECK_CLOSE(law.fastest, 1.0 / 0.51, 1e-12);
    LB_CHECK_CLOSE(law.slowest, 1.0 / 5.5, 1e-12);
    LB_CHECK_CLOSE(law.yield, 0.3, 1e-12);
    LB_CHECK_CLOSE(law.scale, 3.0 / (0.01 * sqrt(2.0)), 1e-12);
}

static void powers_are_those_of_the_library(void)
{
    for (double x = 1e-150; x < 1e150; x *= 1.37e3)
        for (double y = -2.0; y <= 2.0; y += 0.37) {
            const double turns = 1.0 + fabs(y * log2(x));
            LB_CHECK_CLOSE(lb_power(x, y), pow(x, y), 1e-15 * turns);
        }
    LB_CHECK(lb_power(8.0, 1.0) == 8.0 && lb_power(7.0, 0.0) == 1.0 && lb_log2(0.125) == -3.0);
}

int main(void)
{
    LB_TEST(rates_solve_the_equation);
    LB_TEST(numbers_that_are_none_stay_so);
    LB_TEST(limits_are_relaxation_rates);
    LB_TEST(powers_are_those_of_the_library);
    return lb_check_report();
}
