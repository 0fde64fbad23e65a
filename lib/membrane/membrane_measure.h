/* membrane_measure.h - volume and area of a membrane's reference shape in whole numbers.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_MEMBRANE_MEASURE_H
#define LB_MEMBRANE_MEMBRANE_MEASURE_H

#include <stdint.h>

struct lb_markers;

/* The reference shape's volume and area as the kernels count them: whole numbers of 1/scale. */
struct lb_membrane_measure {
    double volume_scale, area_scale; /* powers of two [1/cells^3], [1/cells^2] */
    int64_t volume, area;
};
void lb_membrane_measure(const struct lb_markers *m, struct lb_membrane_measure *out);

#endif
