/* Uncertainty of grids: orders and limits of sequences that obey f0 + a h^p; the interval holds f0 where the errors
 * scatter; what does not converge evenly is told and has three times its range.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "analysis/grid_uncertainty.h"
#include "base/random.h"
#include "support/check.h"

static const double cells[] = {1.0, 4.0 / 3.0, 2.0, 8.0 / 3.0, 4.0};

static void fill(struct lb_grid_value *g, size_t count, double limit, double slope, double order)
{
    const size_t every = count == 3 ? 2 : 1; /* 1, 2, 4 */
    for (size_t n = 0; n < count; n++) {
        const double cell = cells[n * every];
        g[n] = (struct lb_grid_value){cell, limit + slope * pow(cell, order)};
    }
}

static void orders_and_limits_are_found(void)
{
    for (size_t count = 3; count <= 5; count += 2)
        for (double order = 1.0; order < 2.05; order += 0.25) {
            struct lb_grid_value g[5];
            fill(g, count, 3.0, -0.04, order);
            const struct lb_grid_uncertainty u = lb_grid_uncertainty(g, count);
            LB_CHECK(u.is_even);
            LB_CHECK_NEAR(u.order, order, 1e-6);
            LB_CHECK_NEAR(u.value, 3.0, 1e-7);
            LB_CHECK_NEAR(u.half_width, 1.25 * 0.04, 1e-6);
        }
}

static void orders_that_a_method_does_not_have_are_not_believed(void)
{
    const double orders[] = {0.5, 2.5, 4.0};
    for (int n = 0; n < 3; n++) {
        struct lb_grid_value g[3];
        fill(g, 3, 1.0, 0.01, orders[n]);
        const struct lb_grid_uncertainty u = lb_grid_uncertainty(g, 3);
        LB_CHECK(!u.is_even);
        LB_CHECK_NEAR(u.order, orders[n], 1e-6);
        LB_CHECK_NEAR(u.value, 1.01, 1e-15);
        LB_CHECK_NEAR(u.half_width, 3.0 * 0.01 * (pow(4.0, orders[n]) - 1.0), 1e-12);
    }
}

static void values_to_and_fro_are_told(void)
{
    const struct lb_grid_value g[] = {{1.0, 1.24}, {2.0, 1.20}, {4.0, 1.30}},
                               same[] = {{1.0, 2.0}, {2.0, 2.0}, {4.0, 2.0}};
    struct lb_grid_uncertainty u = lb_grid_uncertainty(g, 3);
    LB_CHECK(!u.is_even);
    LB_CHECK_NEAR(u.value, 1.24, 0.0);
    LB_CHECK_NEAR(u.half_width, 0.3, 1e-12);
    u = lb_grid_uncertainty(same, 3);
    LB_CHECK(!u.is_even);
    LB_CHECK(isnan(u.order));
    LB_CHECK_NEAR(u.half_width, 0.0, 0.0);
}

/* The fit has an order that the method has. */
static void a_step_back_among_four_is_told(void)
{
    const struct lb_grid_value g[] = {{1.0, 1.015}, {4.0 / 3.0, 1.014}, {2.0, 1.06}, {4.0, 1.15}};
    const struct lb_grid_uncertainty u = lb_grid_uncertainty(g, 4);
    LB_CHECK(u.order > 0.95 && u.order < 2.05);
    LB_CHECK(!u.is_even);
    LB_CHECK_NEAR(u.value, 1.015, 0.0);
    LB_CHECK_NEAR(u.half_width, 3.0 * 0.136, 1e-12);
}

/* The sphere at Re 100 with 32, 24, 16 and 12 cells, half-way walls: the truth is 1.087. */
static void a_sphere_of_stairs_has_its_drag(void)
{
    const struct lb_grid_value g[] = {
        {1.0, 1.135}, {32.0 / 24.0, 1.144}, {2.0, 1.200}, {32.0 / 12.0, 1.236}};
    const struct lb_grid_uncertainty u = lb_grid_uncertainty(g, 4);
    LB_CHECK(u.is_even);
    LB_CHECK(fabs(u.value - 1.087) <= u.half_width);
    LB_CHECK(u.half_width > 0.04 && u.half_width < 0.07);
}

/* Errors of either sign on top of second order, up to a tenth of what the finest grid is off by. */
static void the_interval_holds_the_truth(void)
{
    enum { SEEDS = 2000 };
    int held = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct lb_grid_value g[5];
        fill(g, 5, 1.0, 0.01, 2.0);
        for (size_t n = 0; n < 5; n++) {
            double u[LB_RANDOM_WORDS];
            lb_random_uniform(seed, 1, n, u);
            g[n].value += 0.001 * (2.0 * u[0] - 1.0);
        }
        const struct lb_grid_uncertainty u = lb_grid_uncertainty(g, 5);
        held += fabs(u.value - 1.0) <= u.half_width ? 1 : 0;
    }
    LB_CHECK(held >= SEEDS * 95 / 100);
}

int main(void)
{
    LB_TEST(orders_and_limits_are_found);
    LB_TEST(orders_that_a_method_does_not_have_are_not_believed);
    LB_TEST(values_to_and_fro_are_told);
    LB_TEST(a_step_back_among_four_is_told);
    LB_TEST(a_sphere_of_stairs_has_its_drag);
    LB_TEST(the_interval_holds_the_truth);
    return lb_check_report();
}
