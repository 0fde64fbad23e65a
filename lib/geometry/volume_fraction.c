/* volume_fraction.c - supersampled fill levels.
 * SPDX-License-Identifier: MIT */
#include "geometry/volume_fraction.h"

#include <math.h>

enum { SAMPLES = 4 }; /* along an axis */

/* Share of a small cube around the sample: as if the surface lay across one of its axes. */
static double sample(double depth)
{
    const double share = 0.5 + SAMPLES * depth;
    return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

double lb_volume_fraction(lb_depth_function *depth, const void *shape, int dimensions, uint32_t x,
                          uint32_t y, uint32_t z)
{
    const double centre[3] = {x + 0.5, y + 0.5, dimensions == 3 ? z + 0.5 : 0.5};
    const double middle = depth(shape, centre);
    const double far = 2.0; /* twice what a corner is away from the centre, and more */
    if (fabs(middle) > far) return middle > 0.0 ? 1.0 : 0.0;
    const int layers = dimensions == 3 ? SAMPLES : 1;
    double sum = 0.0;
    for (int k = 0; k < layers; k++)
        for (int j = 0; j < SAMPLES; j++)
            for (int i = 0; i < SAMPLES; i++) {
                const double at[3] = {x + (i + 0.5) / SAMPLES, y + (j + 0.5) / SAMPLES,
                                      dimensions == 3 ? z + (k + 0.5) / SAMPLES : 0.5};
                sum += sample(depth(shape, at));
            }
    return sum / (layers * SAMPLES * SAMPLES);
}

double lb_sphere_depth(const void *shape, const double position[3])
{
    const struct lb_sphere *s = shape;
    const double x = position[0] - s->centre[0], y = position[1] - s->centre[1];
    const double z = position[2] - s->centre[2];
    return s->radius - sqrt(x * x + y * y + z * z);
}
