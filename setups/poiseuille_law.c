/* poiseuille_law.c - integrates a law of viscosity over a cylindrical channel.
 * With x the shear rate over that of reference and S = phi(x) x the stress, r = R S / S_w, as the stress grows evenly
 * from the axis to the wall, and u is the integral of the shear rate from the wall to r.
 * SPDX-License-Identifier: MIT */
#include "poiseuille_law.h"

#include <math.h>

/* Viscosity over that of reference at the shear rate x, and stress. */
static double factor_at(const struct lb_case *c, double x)
{
    return lb_viscosity_factor(c->viscosity_model, c->viscosity_values, x);
}

static double stress_at(const struct lb_case *c, double x)
{
    return x > 0.0 ? factor_at(c, x) * x : 0.0;
}

/* For the shear rate `most` at the wall; rates are closer together at the axis, where the stress may rise steeply. */
static void integrate(const struct lb_case *c, double radius, double most,
                      struct lb_law_profile *out)
{
    const double wall = stress_at(c, most), rate = c->viscosity_values[0];
    double x[LB_LAW_POINTS];
    for (int k = 0; k < LB_LAW_POINTS; k++) {
        const double t = (double)k / (LB_LAW_POINTS - 1);
        x[k] = most * t * t;
        out->r[k] = radius * stress_at(c, x[k]) / wall;
    }
    out->u[LB_LAW_POINTS - 1] = 0.0;
    for (int k = LB_LAW_POINTS - 2; k >= 0; k--)
        out->u[k] = out->u[k + 1] + rate * 0.5 * (x[k] + x[k + 1]) * (out->r[k + 1] - out->r[k]);
}

/* Of u over the cross-section. */
static double mean_square(const struct lb_law_profile *p, double radius)
{
    double sum = 0.0;
    for (int k = 1; k < LB_LAW_POINTS; k++) {
        const double u = 0.5 * (p->u[k] + p->u[k - 1]);
        sum += u * u * (p->r[k] * p->r[k] - p->r[k - 1] * p->r[k - 1]);
    }
    return sum / (radius * radius);
}

/* The shear rate where the stress is `share` of that at the shear rate `most`. */
static double rate_at(const struct lb_case *c, double most, double share)
{
    const double stress = share * stress_at(c, most);
    double low = 0.0, high = most;
    for (int n = 0; n < 100; n++) {
        const double middle = 0.5 * (low + high);
        if (stress_at(c, middle) < stress)
            low = middle;
        else
            high = middle;
    }
    return high;
}

void lb_law_profile_find(const struct lb_case *c, double radius, double u_max,
                         struct lb_law_profile *out)
{
    double low = 1e-6, high = 1e6; /* of the wall's shear rate over that of reference */
    for (int n = 0; n < 60; n++) {
        const double middle = sqrt(low * high);
        integrate(c, radius, middle, out);
        if (out->u[0] < u_max)
            low = middle;
        else
            high = middle;
    }
    const double rate = c->viscosity_values[0];
    const double axis = 0.1, step = 1e-4 * low;
    out->axis_factor = factor_at(c, rate_at(c, low, axis));
    out->wall_change = (stress_at(c, low + step) - stress_at(c, low - step)) / (2.0 * step);
    out->wall_factor = factor_at(c, low);
    out->force = 2.0 * c->viscosity * rate * stress_at(c, low) / radius;
    out->steepness = rate * low * radius / (2.0 * sqrt(3.0) * sqrt(mean_square(out, radius)));
}

double lb_law_rate_above(const struct lb_case *c, double factor)
{
    const double most = 1e3, growth = 1.001;
    double rate = 1e-9;
    while (rate < most && factor_at(c, rate) > factor)
        rate *= growth;
    return rate;
}

double lb_law_velocity(const struct lb_law_profile *p, double r)
{
    int low = 0, high = LB_LAW_POINTS - 1;
    if (r >= p->r[high]) return 0.0;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (p->r[middle] <= r)
            low = middle;
        else
            high = middle;
    }
    const double t = (r - p->r[low]) / (p->r[high] - p->r[low]);
    return p->u[low] + t * (p->u[high] - p->u[low]);
}
