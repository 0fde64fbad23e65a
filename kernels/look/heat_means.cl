/* heat_means.cl - adds a sample of the temperature to its means over time (lib/case/mean_planes.h).
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "heat/cell_heat.cl"
#include "look/add_to_mean.cl"

/* Of `count` cells of a box as lb_observe has it, from number `first` on, of `cells`; before lb_add_to_means: the
 * quadruples in `staging` are still apart from the means of the samples before.  `plane`: the first of the mean;
 * `products`: of T'^2 and T'u', 0: none are kept. */
kernel void lb_add_heat_to_means(const global LB_CODE *heat, const global scalar *staging,
                                 global scalar *means, const uint bx, const uint by, const uint bz,
                                 const uint ex, const uint ey, const ulong first, const ulong count,
                                 const ulong cells, const uint plane, const uint products,
                                 const ulong number, const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, first + item);
    const scalar t = lb_heat_of(heat, c, step & 1u) * (scalar)LB_UNSCALE;
    const scalar share = (scalar)1 / (scalar)number;
    global scalar *own = means + first + item;
    const scalar apart = lb_add_sample(own + plane * cells, cells, t, share);
    if (products == 0) return;
    const scalar weight = (scalar)(number - 1) / (scalar)number;
    global scalar *sum = own + products * cells;
    *sum = fma(apart * weight, apart, *sum);
#pragma unroll
    for (int k = 1; k < 1 + LB_D; k++) {
        const global scalar *high = own + 2 * k * cells;
        const scalar of_u = (staging[4 * item + k] - *high) - high[cells];
        sum += cells;
        *sum = fma(apart * weight, of_u, *sum);
    }
}
