/* bounce_moments.cl - half-way bounce-back where moments are kept: the step takes nothing out of walls, and
 * behind it each cell beside them gets the moments of what it had sent there.
 * Sources: as in bounce_back.cl.
 * SPDX-License-Identifier: MIT */
#include "cell/find_walls.cl"

/* Of what a cell sent, h becomes what comes back to it along the directions in `from`, else 0. */
LB_INLINE void lb_turn_back(real *h, const global uchar *flags, const global scalar *prescribed,
                            const struct cell c, const uchar here, const uint from)
{
    h[0] = (real)(0);
#define TERM(cx, cy, cz, numerator, denominator)                                        \
    (LB_HAS_MOVING && (lb_neighbour_flags(flags, c, here, cx, cy, cz) & LB_CELL_MOVING) \
         ? lb_wall_term(prescribed, c, cx, cy, cz, LB_WEIGHT(numerator, denominator))   \
         : (real)(0))
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                           \
    {                                                                                         \
        const real along = h[i], against = h[i + 1];                                          \
        h[i] = (from & 1u << (i)) != 0                                                        \
                   ? against - TERM(-(cx), -(cy), -(cz), numerator, denominator)              \
                   : (real)(0);                                                               \
        h[i + 1] = (from & 2u << (i)) != 0 ? along - TERM(cx, cy, cz, numerator, denominator) \
                                           : (real)(0);                                       \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef TERM
}

/* For the step to come, number `step`, in the `count` cells that `beside` lists. */
kernel void lb_bounce(global LB_CODE *f, const global LB_CODE *other_f, const global uchar *flags,
                      const global scalar *prescribed, const global scalar *law,
                      const global LB_INDEX *beside, const global uint *walls, const ulong count,
                      const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = beside[k];
    const struct cell c = lb_cell_at(n);
    const uchar here = flags[n];
    real h[LB_Q], kept[LB_Q], more[LB_Q];
    lb_sent_populations(h, other_f, prescribed, law, c, here, step);
    lb_turn_back(h, flags, prescribed, c, here, walls[k]);
    lb_keep(more, h);
    lb_load_kept(kept, f, n);
    for (int i = 0; i < LB_KEPT; i++)
        kept[i] += more[i];
    lb_store_kept(f, kept, n, lb_noise(c, 0, ~noise_keys)); /* not the noise of the step itself */
}
