/* means.cl - adds a sample of the flow to its means over time (lib/case/mean_planes.h).
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "core/simd.cl"
#include "look/add_to_mean.cl"

/* Quadruples in `staging` of `count` cells from number `first` on, x fastest, of `cells`.
 * `products`: the first plane of those of fluctuations, 0: none are kept. */
kernel void lb_add_to_means(const global scalar *staging, global scalar *means, const ulong first,
                            const ulong count, const ulong cells, const uint products,
                            const ulong number)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const scalar share = (scalar)1 / (scalar)number;
    global scalar *own = means + first + item;
    scalar apart[1 + LB_D];
#pragma unroll
    for (int k = 0; k < 1 + LB_D; k++)
        apart[k] = lb_add_sample(own + 2 * k * cells, cells, staging[4 * item + k], share);
    if (products == 0) return;
    const scalar weight = (scalar)(number - 1) / (scalar)number;
    global scalar *sum = own + products * cells;
#pragma unroll
    for (int k = 0; k < 1 + LB_D; k++, sum += cells)
        *sum = fma(apart[k] * weight, apart[k], *sum);
#pragma unroll
    for (int a = 1; a < LB_D; a++)
#pragma unroll
        for (int b = a + 1; b < 1 + LB_D; b++, sum += cells)
            *sum = fma(apart[a] * weight, apart[b], *sum);
}

/* The same of single numbers, to the mean in plane `plane` and the next. */
kernel void lb_add_to_mean_fill(const global scalar *staging, global scalar *means,
                                const ulong first, const ulong count, const ulong cells,
                                const uint plane, const ulong number)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    lb_add_sample(means + plane * cells + first + item, cells, staging[item],
                  (scalar)1 / (scalar)number);
}
