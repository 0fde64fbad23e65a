/* grid_uncertainty.c - the fit over grids.
 * SPDX-License-Identifier: MIT */
#include "analysis/grid_uncertainty.h"

#include <math.h>

static const double least_order = 0.95, most_order = 2.05;  /* of a second-order method */
static const double least_sought = 0.05, most_sought = 8.0; /* of the fit */
static const double safety = 1.25, safety_of_range = 3.0;
enum { SEEN_ORDERS = 400, NARROWINGS = 60 };

struct fit {
    double limit, slope; /* f0 and a */
    double squares;      /* weighted sum of the squares of what is left */
};

static struct fit fit_with(const struct lb_grid_value *g, size_t count, double order)
{
    double weight = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    struct fit f = {0};
    for (size_t n = 0; n < count; n++) {
        const double w = 1.0 / g[n].cell, power = pow(g[n].cell, order);
        weight += w;
        x += w * power;
        y += w * g[n].value;
    }
    for (size_t n = 0; n < count; n++) {
        const double w = 1.0 / g[n].cell, power = pow(g[n].cell, order) - x / weight;
        xx += w * power * power;
        xy += w * power * (g[n].value - y / weight);
    }
    f.slope = xy / xx;
    f.limit = (y - f.slope * x) / weight;
    for (size_t n = 0; n < count; n++) {
        const double left = g[n].value - f.limit - f.slope * pow(g[n].cell, order);
        f.squares += left * left / g[n].cell;
    }
    return f;
}

/* That leaves least: the best of some, then narrowed down between its neighbours. */
static double find_order(const struct lb_grid_value *g, size_t count)
{
    const double apart = (most_sought - least_sought) / SEEN_ORDERS,
                 golden = 0.5 * (sqrt(5.0) - 1.0);
    double best = least_sought, least = HUGE_VAL;
    for (int n = 0; n <= SEEN_ORDERS; n++) {
        const double squares = fit_with(g, count, least_sought + n * apart).squares;
        if (squares < least) best = least_sought + n * apart;
        least = fmin(least, squares);
    }
    double low = fmax(least_sought, best - apart), high = fmin(most_sought, best + apart);
    for (int n = 0; n < NARROWINGS; n++) {
        const double one = high - golden * (high - low), other = low + golden * (high - low);
        if (fit_with(g, count, one).squares < fit_with(g, count, other).squares)
            high = other;
        else
            low = one;
    }
    return 0.5 * (low + high);
}

static bool is_monotone(const struct lb_grid_value *g, size_t count)
{
    for (size_t n = 2; n < count; n++)
        if (!((g[n].value - g[n - 1].value) * (g[1].value - g[0].value) > 0.0)) return false;
    return true;
}

static double range_of(const struct lb_grid_value *g, size_t count)
{
    double least = g[0].value, most = g[0].value;
    for (size_t n = 1; n < count; n++) {
        least = fmin(least, g[n].value);
        most = fmax(most, g[n].value);
    }
    return most - least;
}

/* Standard deviation about a fit of three numbers, which three values always obey. */
static double scatter_of(const struct lb_grid_value *g, size_t count, struct fit f, double order)
{
    double sum = 0.0;
    for (size_t n = 0; n < count; n++)
        sum += pow(g[n].value - f.limit - f.slope * pow(g[n].cell, order), 2.0);
    return count > 3 ? sqrt(sum / (double)(count - 3)) : 0.0;
}

struct lb_grid_uncertainty lb_grid_uncertainty(const struct lb_grid_value *g, size_t count)
{
    const double order = range_of(g, count) > 0.0 ? find_order(g, count) : (double)NAN;
    struct lb_grid_uncertainty u = {
        .value = g[0].value, .half_width = safety_of_range * range_of(g, count), .order = order};
    u.is_even = is_monotone(g, count) && order >= least_order && order < most_order;
    if (!u.is_even) return u;
    const struct fit f = fit_with(g, count, order);
    u.value = f.limit;
    u.half_width = safety * fabs(f.slope) + scatter_of(g, count, f, order);
    return u;
}
