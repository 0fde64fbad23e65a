/* test_viscous_wave.c - the closed form against finite differences of the linear equations, the start, and weak
 * damping.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "analysis/viscous_wave.h"
#include "support/check.h"

static void it_starts_at_rest_with_its_amplitude(void)
{
    for (double rate = 1e-4; rate < 0.3; rate *= 4.0) {
        LB_CHECK_NEAR(lb_viscous_wave(1.0, rate, 0.0), 1.0, 1e-10);
        /* as a body that the restoring force alone pulls: 1 - (omega t)^2 / 2 */
        LB_CHECK_NEAR(lb_viscous_wave(1.0, rate, 1e-2), 1.0 - 5e-5, 1e-6);
    }
}

static void weak_damping_is_the_known_one(void)
{
    const double rate = 1e-5, pi = acos(-1.0);
    const double after = lb_viscous_wave(1.0, rate, 40.0 * pi);
    LB_CHECK_NEAR(after, exp(-2.0 * rate * 40.0 * pi), 2e-4);
}

/* Of the vertical velocity v(y) cos kx below y = 0, with k = 1 and omega = 1:
 *     dv/dt = rate (v'' - v) - p e^y,  p = a + 2 rate v'(0),  da/dt = v(0),
 * and v'' = -v at the surface, where no tangential stress is. */
enum { NODES = 1200 };
static const double deep = 12.0;

static double by_differences(double rate, double time)
{
    static double v[NODES], change[NODES];
    const double h = deep / (NODES - 1),
                 step = 0.2 * h * h / rate < 2e-4 ? 0.2 * h * h / rate : 2e-4;
    const size_t steps = (size_t)ceil(time / step);
    const double dt = time / (double)steps;
    double a = 1.0;
    memset(v, 0, sizeof v); /* v[0] at the surface */
    for (size_t n = 0; n < steps; n++) {
        const double slope = (3.0 * v[0] - 4.0 * v[1] + v[2]) / (2.0 * h);
        const double p = a + 2.0 * rate * slope;
        change[0] = -2.0 * rate * v[0] - p;
        for (int i = 1; i + 1 < NODES; i++)
            change[i] =
                rate * ((v[i - 1] - 2.0 * v[i] + v[i + 1]) / (h * h) - v[i]) - p * exp(-h * i);
        for (int i = 0; i + 1 < NODES; i++)
            v[i] += dt * change[i];
        a += dt * v[0];
    }
    return a;
}

static void it_solves_the_linear_equations(void)
{
    static const double rates[] = {0.02, 0.1, 0.3}, times[] = {1.5, 5.0};
    for (int r = 0; r < 3; r++)
        for (int t = 0; t < 2; t++)
            LB_CHECK_NEAR(lb_viscous_wave(1.0, rates[r], times[t]),
                          by_differences(rates[r], times[t]), 1e-3);
}

int main(void)
{
    LB_TEST(it_starts_at_rest_with_its_amplitude);
    LB_TEST(weak_damping_is_the_known_one);
    LB_TEST(it_solves_the_linear_equations);
    return lb_check_report();
}
