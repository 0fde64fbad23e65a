/* change.cl - how far velocities are from those of the last look, which it replaces.
 * Largest numbers are the same in any order.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "core/simd.cl"

/* Quadruples in `staging` of `count` cells from number `first` on, x fastest, of `cells`.  Each of
 * `items` work-items leaves two numbers: the largest change of a component and the largest
 * component, both of all pieces since `first` was 0. */
kernel void lb_compare_velocities(const global scalar *staging, global scalar *velocities_before,
                                  global scalar *survey_sums, const ulong first, const ulong count,
                                  const ulong cells, const uint items, const uint stride)
{
    const uint item = (uint)get_global_id(0);
    if (item >= items) return;
    scalar change = first == 0 ? (scalar)0 : survey_sums[2 * item];
    scalar fastest = first == 0 ? (scalar)0 : survey_sums[2 * item + 1];
    const ulong each = (count + items - 1) / items;
    ulong n = stride == 1 ? item * each : item;
    for (ulong left = each; left > 0 && n < count; left--, n += stride) {
        global scalar *before = velocities_before + first + n;
#pragma unroll
        for (int axis = 0; axis < LB_D; axis++, before += cells) {
            const scalar u = staging[4 * n + 1 + axis];
            /* what is not a number is no flow that has come to rest */
            change = isfinite(u) ? fmax(change, fabs(u - *before)) : (scalar)INFINITY;
            fastest = fmax(fastest, fabs(u));
            *before = u;
        }
    }
    survey_sums[2 * item] = change;
    survey_sums[2 * item + 1] = fastest;
}
