/* bounce_back.cl - half-way bounce-back: what a cell sends into a wall comes back to it in the next
 * step.  Where all cells of a vector are beside the wall, the step does it (vector_word.h); for single
 * cells what they sent is copied to where they will look for it.
 * A link's two slots belong to the fluid cell and to the wall, and to no other link, so nothing
 * races, and codes are copied as they are.  What a step does to the slots of solid cells beside
 * others is never read.
 * Sources: Ladd, J. Fluid Mech. 271, 285 (1994) (moving walls); Krueger et al., The Lattice
 * Boltzmann Method (2017), chapter 5.
 * SPDX-License-Identifier: MIT */

#include "cell/find_walls.cl"

/* For the step to come, number `step`.  All loads, then all stores: their latencies overlap. */
kernel void lb_bounce(global LB_CODE *f, const global LB_INDEX *beside, const global uint *walls,
                      const ulong count, const uint step)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(beside[k]);
    const uint from = walls[k];
    if (from == 0) return; /* where a body that moves may come */
    const uint parity = step & 1u;
    LB_REGISTER_CODE h[LB_Q];
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                            \
    if (from & 1u << (i))                                                                      \
        h[i] = lb_code_at(f, lb_slot(LB_BOUNCE_SLOT(i, parity), c, LB_BOUNCE_AT, cx, cy, cz)); \
    if (from & 2u << (i))                                                                      \
        h[i + 1] = lb_code_at(                                                                 \
            f, lb_slot(LB_BOUNCE_OPPOSITE_SLOT(i, parity), c, LB_BOUNCE_OPPOSITE_AT, cx, cy, cz));
    LB_LATTICE(REST, PAIR)
#undef PAIR
#define PAIR(i, cx, cy, cz, numerator, denominator)                                                \
    if (from & 1u << (i))                                                                          \
        lb_set_code(f, lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT, cx, cy, cz), h[i]);         \
    if (from & 2u << (i))                                                                          \
        lb_set_code(f,                                                                             \
                    lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c, LB_LOAD_OPPOSITE_AT, cx, cy, cz), \
                    h[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

#if LB_HAS_MOVING
/* What moving walls take from the populations that come out of them, for the `count` vectors that
 * `vectors` lists: terms[LB_TERM(k, i) + lane], of the k-th of them; without the factor S of
 * populations in registers. */
kernel void lb_find_wall_terms(const global uchar *flags, const global scalar *prescribed,
                               const global LB_INDEX *vectors, global scalar *terms,
                               const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count * LB_V) return;
    const ulong k = item / LB_V, lane = item % LB_V;
    const LB_INDEX n = vectors[k] * LB_V + (LB_INDEX)lane;
    const struct cell c = lb_cell_at(n);
    const uchar here = flags[n];
    global scalar *to = terms + LB_TERM(k, 0) + lane;
    to[0] = (scalar)0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        const uchar behind = lb_neighbour_flags(flags, c, here, LB_AGAINST(i));
        to[i * LB_V] = (behind & LB_CELL_MOVING)
                           ? lb_wall_term(prescribed, c, LB_AGAINST(i), lb_weights[i])
                           : (scalar)0;
    }
}
#endif
