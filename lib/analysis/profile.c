/* profile.c - polynomials through neighbouring nodes.
 * SPDX-License-Identifier: MIT */
#include "analysis/profile.h"

enum { CUBIC_NODES = 4, QUARTIC_NODES = 5 };

static double position_of(const struct lb_profile *p, size_t n)
{
    return p->numbers[2 * n];
}

static double value_of(const struct lb_profile *p, size_t n)
{
    return p->numbers[2 * n + 1];
}

double lb_profile_at(const struct lb_profile *p, double position)
{
    size_t first = 0; /* of the four: two on either side, as far as there are */
    while (first + CUBIC_NODES < p->count && position_of(p, first + 2) < position)
        first++;
    double sum = 0.0;
    for (size_t i = first; i < first + CUBIC_NODES; i++) {
        double weight = 1.0;
        for (size_t j = first; j < first + CUBIC_NODES; j++)
            if (j != i)
                weight *= (position - position_of(p, j)) / (position_of(p, i) - position_of(p, j));
        sum += weight * value_of(p, i);
    }
    return sum;
}

/* What a difference of 1 between the values at i and n adds to the slope at n: the derivative of Lagrange's polynomial. */
static double slope_weight(const struct lb_profile *p, size_t first, size_t i, size_t n)
{
    double weight = 1.0 / (position_of(p, i) - position_of(p, n));
    for (size_t j = first; j < first + QUARTIC_NODES; j++)
        if (j != i && j != n)
            weight *=
                (position_of(p, n) - position_of(p, j)) / (position_of(p, i) - position_of(p, j));
    return weight;
}

double lb_profile_slope(const struct lb_profile *p, size_t n)
{
    size_t first = n < 2 ? 0 : n - 2;
    if (first + QUARTIC_NODES > p->count) first = p->count - QUARTIC_NODES;
    double sum = 0.0;
    for (size_t i = first; i < first + QUARTIC_NODES; i++)
        if (i != n) sum += slope_weight(p, first, i, n) * (value_of(p, i) - value_of(p, n));
    return sum;
}

/* Newton's form through nodes n - 1, n, n + 1, which turns somewhere between them. */
static struct lb_extremum vertex(const struct lb_profile *p, size_t n)
{
    const double a = position_of(p, n - 1), b = position_of(p, n), c = position_of(p, n + 1);
    const double slope = (value_of(p, n) - value_of(p, n - 1)) / (b - a);
    const double next_slope = (value_of(p, n + 1) - value_of(p, n)) / (c - b);
    const double curvature = (next_slope - slope) / (c - a);
    const double x = 0.5 * (a + b) - 0.5 * slope / curvature;
    return (struct lb_extremum){x, value_of(p, n - 1) + (x - a) * (slope + curvature * (x - b))};
}

/* `sign` 1: the least; -1: the most. */
static bool find_extremum(const struct lb_profile *p, double sign, struct lb_extremum *out)
{
    size_t best = 0;
    for (size_t n = 1; n < p->count; n++)
        if (sign * value_of(p, n) < sign * value_of(p, best)) best = n;
    if (best == 0 || best + 1 == p->count) return false;
    *out = vertex(p, best);
    return true;
}

bool lb_profile_min(const struct lb_profile *p, struct lb_extremum *out)
{
    return find_extremum(p, 1.0, out);
}

bool lb_profile_max(const struct lb_profile *p, struct lb_extremum *out)
{
    return find_extremum(p, -1.0, out);
}
