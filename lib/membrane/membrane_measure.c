/* membrane_measure.c - scales for the sums over a membrane, so that they hold enough bits.
 * SPDX-License-Identifier: MIT */
#include "membrane/membrane_measure.h"

#include <math.h>

#include "membrane/markers.h"
#include "membrane/membrane.h"

/* Sums over the surface keep this many bits of the reference shape's: a large deformation adds
 * a few, and 63 are there. */
enum { MEASURE_BITS = 48 };

static double scale_for(double measure)
{
    int exponent = 0;
    frexp(measure, &exponent);
    return ldexp(1.0, MEASURE_BITS - exponent);
}

void lb_membrane_measure(const struct lb_markers *m, struct lb_membrane_measure *out)
{
    *out = (struct lb_membrane_measure){1.0, 1.0, 1, 1};
    if (m->mesh == NULL) return;
    out->volume_scale = scale_for(m->reference->volume);
    out->area_scale = scale_for(m->reference->area);
    out->volume = llround(m->reference->volume * out->volume_scale);
    out->area = llround(m->reference->area * out->area_scale);
}
