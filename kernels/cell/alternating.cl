/* alternating.cl - removes the momentum of single cells that changes its sign in each step: rounding feeds it, and
 * no collision and no half-way wall damps it (docs/theory/alternating-momentum.md).
 * Of three successive momenta of a cell it is (j(t-2) - 2 j(t-1) + j(t)) / 4, which is 0 of whatever is linear in
 * time.  It is far below the last place of a code: only stochastic rounding can take it out.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "cell/load_slot.cl"

/* Walls have none, and equilibrium cells keep none. */
LB_INLINE bool lb_may_alternate(const uchar here)
{
    return (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) == 0;
}

LB_INLINE struct conserved lb_momentum_found(const global LB_CODE *f, const global uchar *flags,
                                             const global scalar *prescribed, const struct cell c,
                                             const uchar here, const uint parity)
{
    real h[LB_Q];
    lb_gather(h, f, flags, prescribed, c, here, parity);
    return lb_conserved(h);
}

/* momenta[(LB_D * past + axis) * capacity + k]: times S, of the k-th of `count` cells from number `first` on, before
 * the step of phase `past`. */
LB_INLINE ulong lb_momentum_at(const uint past, const uint axis, const ulong capacity,
                               const ulong k)
{
    return (ulong)(LB_D * past + axis) * capacity + k;
}

kernel void lb_keep_momenta(const global LB_CODE *f, const global uchar *flags,
                            const global scalar *prescribed, global scalar *momenta,
                            const ulong capacity, const uint past, const ulong first,
                            const ulong count, const uint step)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell(first + k);
    const uchar here = lb_flags_of(flags, c);
    struct conserved s = {0, 0, 0, 0};
    if (lb_may_alternate(here)) s = lb_momentum_found(f, flags, prescribed, c, here, step & 1u);
    momenta[lb_momentum_at(past, 0, capacity, k)] = s.x;
    momenta[lb_momentum_at(past, 1, capacity, k)] = s.y;
    if (LB_D == 3) momenta[lb_momentum_at(past, 2, capacity, k)] = s.z;
}

LB_INLINE real lb_alternating_part(const global scalar *momenta, const uint axis,
                                   const ulong capacity, const ulong k, const real now)
{
    const real before = momenta[lb_momentum_at(1, axis, capacity, k)];
    const real first = momenta[lb_momentum_at(0, axis, capacity, k)];
    return (scalar)0.25 * ((first - before) + (now - before));
}

/* The step rounds with the words of the keys; these are of no step. */
kernel void lb_remove_alternating(global LB_CODE *f, const global uchar *flags,
                                  const global scalar *prescribed, const global scalar *momenta,
                                  const ulong capacity, const ulong first, const ulong count,
                                  const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell(first + k);
    const uchar here = lb_flags_of(flags, c);
    const uint parity = step & 1u;
    if (!lb_may_alternate(here)) return;
    const struct conserved s = lb_momentum_found(f, flags, prescribed, c, here, parity);
    const real x = lb_alternating_part(momenta, 0, capacity, k, s.x);
    const real y = lb_alternating_part(momenta, 1, capacity, k, s.y);
    const real z = LB_D == 3 ? lb_alternating_part(momenta, 2, capacity, k, s.z) : (real)(0);
    const struct noise noise = lb_noise(c, 0, ~noise_keys);
    const real scale = lb_sent_scale(f, c, parity);
#pragma unroll 1
    for (uint i = 1; i < LB_Q; i++) {
        const real along = fma((real)lb_directions[i][0], x,
                               fma((real)lb_directions[i][1], y, (real)lb_directions[i][2] * z));
        const ulong at = lb_load_slot(c, i, parity);
        const real h = fma(-lb_weights[i] * (scalar)LB_PER_CS2, along,
                           lb_population(f, at, scale, lb_gains[i]));
        lb_set_code(f, at,
                    lb_encode_scaled(h, (real)(1), lb_gains[i],
                                     lb_noise_if_finite(lb_noise_of(noise, (int)i), h)));
    }
}
