/* inlet_profile.c - speeds over a height.
 * SPDX-License-Identifier: MIT */
#include "domain/inlet_profile.h"

#include <math.h>
#include <stdlib.h>

#include "io/csv_read.h"

/* [cells] */
static double height_of(uint32_t k)
{
    return (double)k - 0.5;
}

void lb_inlet_profile_power(const struct lb_inlet_axis *a, double exponent, double *profile)
{
    for (uint32_t k = 0; k < a->count; k++)
        profile[k] = pow(fmax(height_of(k), 0.5) / a->unit, exponent);
}

static double value_at(const double *rows, size_t count, double height)
{
    size_t n = 0;
    while (n + 1 < count && rows[2 * (n + 1)] < height)
        n++;
    const double *a = rows + 2 * n, *b = n + 1 < count ? a + 2 : a;
    const double share = b > a ? fmin(1.0, fmax(0.0, (height - a[0]) / (b[0] - a[0]))) : 0.0;
    return a[1] + share * (b[1] - a[1]);
}

enum lb_status lb_inlet_profile_read(const struct lb_inlet_axis *a, const char *path,
                                     const char *name, double *profile, struct lb_error *err)
{
    static const char *const columns[] = {"height", "u"};
    enum lb_status st = LB_STATUS_OK;
    double *rows = NULL;
    size_t count = 0;
    st = lb_csv_read(path, columns, 2, &rows, &count, err);
    LB_TRY(st == LB_STATUS_FAILED ? LB_STATUS_USAGE : st);
    LB_REQUIRE(count > 0, LB_STATUS_USAGE, "%s has no rows", name);
    for (size_t n = 1; n < count; n++)
        LB_REQUIRE(rows[2 * n] > rows[2 * n - 2], LB_STATUS_USAGE,
                   "%s: the heights must rise, and that of row %zu does not", name, n + 1);
    for (uint32_t k = 0; k < a->count; k++)
        profile[k] = value_at(rows, count, height_of(k) / a->unit);
cleanup:
    free(rows);
    return st;
}

enum lb_status lb_inlet_profile_check(const struct lb_inlet_axis *a, const double *profile,
                                      double u, const char *name, struct lb_error *err)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < a->count; k++) {
        LB_NEED(profile[k] >= 0.0 && profile[k] * u <= 0.25, LB_STATUS_USAGE,
                "%s: at height %.3g the speed is %.3g of the stream's; with u=%.3g it must be "
                "from 0 to %.3g",
                name, height_of(k) / a->unit, profile[k], u, 0.25 / u);
        sum += profile[k];
    }
    LB_NEED(sum > 0.0, LB_STATUS_USAGE,
            "%s: the speed is 0 at every height; at the body it should be about 1, the stream's",
            name);
    return LB_STATUS_OK;
}

double lb_inlet_profile_mean(const double *profile, uint32_t begin, uint32_t end)
{
    double sum = 0.0;
    for (uint32_t k = begin; k < end; k++)
        sum += profile != NULL ? profile[k] : 1.0;
    return sum / (end - begin);
}
