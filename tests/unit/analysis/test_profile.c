/* test_profile.c - interpolation and extrema are exact for the polynomials they are made of.
 * SPDX-License-Identifier: MIT */
#include "analysis/profile.h"

#include <math.h>

#include "support/check.h"

enum { NODES = 9 };
/* Like nodes between two walls: the first and the last distance are half as long. */
static const double positions[NODES] = {0.0, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.0};

static struct lb_profile sample(double (*function)(double x), double numbers[2 * NODES])
{
    for (int n = 0; n < NODES; n++) {
        numbers[2 * n] = positions[n];
        numbers[2 * n + 1] = function(positions[n]);
    }
    return (struct lb_profile){numbers, NODES};
}

static double cubic(double x)
{
    return ((0.3 * x - 2.0) * x + 1.0) * x - 5.0;
}

static double valley(double x)
{
    return 3.0 + 0.25 * (x - 2.2) * (x - 2.2);
}

static double hill_at_the_wall(double x)
{
    return 1.0 - 2.0 * (x - 6.6) * (x - 6.6);
}

static double slope(double x)
{
    return 2.0 * x;
}

static void a_cubic_is_met_everywhere(void)
{
    double numbers[2 * NODES];
    const struct lb_profile p = sample(cubic, numbers);
    for (double x = 0.0; x <= 7.0; x += 0.125)
        LB_CHECK(fabs(lb_profile_at(&p, x) - cubic(x)) < 1e-12);
}

static void nodes_keep_their_values(void)
{
    double numbers[2 * NODES];
    const struct lb_profile p = sample(sin, numbers);
    for (int n = 0; n < NODES; n++)
        LB_CHECK(fabs(lb_profile_at(&p, positions[n]) - sin(positions[n])) < 1e-14);
}

/* At mid-interval the error of a cubic is at most 9/384 times the fourth derivative for equal
 * distances. */
static void a_sine_is_met_within_the_cubics_error(void)
{
    double numbers[2 * NODES];
    const struct lb_profile p = sample(sin, numbers);
    for (double x = 1.5; x <= 5.5; x += 0.25)
        LB_CHECK(fabs(lb_profile_at(&p, x) - sin(x)) <= 9.0 / 384.0);
}

static void a_parabola_has_its_vertex(void)
{
    double numbers[2 * NODES];
    struct lb_extremum min = {0};
    struct lb_profile p = sample(valley, numbers);
    LB_CHECK(lb_profile_min(&p, &min));
    LB_CHECK_CLOSE(min.position, 2.2, 1e-13);
    LB_CHECK_CLOSE(min.value, 3.0, 1e-13);
    struct lb_extremum max = {0};
    p = sample(hill_at_the_wall, numbers);
    LB_CHECK(lb_profile_max(&p, &max));
    LB_CHECK_CLOSE(max.position, 6.6, 1e-13);
    LB_CHECK_CLOSE(max.value, 1.0, 1e-13);
}

static double quartic(double x)
{
    return ((0.1 * x - 0.7) * x * x + 1.0) * x - 5.0;
}

/* At the walls and beside them, where distances differ, as well. */
static void slopes_of_a_quartic_are_exact(void)
{
    double numbers[2 * NODES];
    const struct lb_profile p = sample(quartic, numbers);
    for (size_t n = 0; n < NODES; n++) {
        const double x = positions[n];
        LB_CHECK_NEAR(lb_profile_slope(&p, n), (0.4 * x - 2.1) * x * x + 1.0, 1e-11);
    }
}

static void an_end_is_no_extremum(void)
{
    double numbers[2 * NODES];
    struct lb_extremum found;
    const struct lb_profile p = sample(slope, numbers);
    LB_CHECK(!lb_profile_min(&p, &found));
    LB_CHECK(!lb_profile_max(&p, &found));
}

int main(void)
{
    LB_TEST(a_cubic_is_met_everywhere);
    LB_TEST(nodes_keep_their_values);
    LB_TEST(a_sine_is_met_within_the_cubics_error);
    LB_TEST(a_parabola_has_its_vertex);
    LB_TEST(slopes_of_a_quartic_are_exact);
    LB_TEST(an_end_is_no_extremum);
    return lb_check_report();
}
