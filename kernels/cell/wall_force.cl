/* wall_force.cl - the force of the flow on walls by momentum exchange.
 * A population f_i* that streams from a fluid cell into a wall comes back along -c_i, less what a
 * moving wall takes: the wall gets c_i (2 f_i* - 2 w_i (c_i . u_wall) / c^2).
 * Sources: Ladd, J. Fluid Mech. 271, 285 (1994); Mei, Yu, Shyy, Luo, Phys. Rev. E 65, 041203
 * (2002).
 * A program of its own: few runs ask for it.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"

/* The link along (cx, cy, cz) from cell c into a wall; `out` is the outgoing population; gas has no
 * populations, but presses as it would with density 1.  sums: force on resting walls, then on moving
 * ones. */
LB_INLINE void lb_add_link(LB_SUM *sums, const real out, const global scalar *prescribed,
                           const struct cell c, const uchar here, const uchar wall, const int cx,
                           const int cy, const int cz, const scalar weight)
{
    const bool is_moving = LB_HAS_MOVING && (wall & LB_CELL_MOVING) != 0;
    const bool is_gas = LB_HAS_SURFACE && (here & LB_CELL_GAS) != 0;
    real h = (scalar)2 * (is_gas ? (LB_SHIFT ? (real)(0) : weight) : out);
    if (is_moving) h -= lb_wall_term(prescribed, c, cx, cy, cz, weight);
    LB_SUM momentum = (LB_SUM)h;
    if (LB_SHIFT) momentum += (LB_SUM)2 * (LB_SUM)weight;
    LB_SUM *to = sums + (is_moving ? 3 : 0);
    to[0] += (LB_SUM)(cx)*momentum;
    to[1] += (LB_SUM)(cy)*momentum;
    to[2] += (LB_SUM)(cz)*momentum;
}

/* Each of `items` work-items goes through every items-th of the `count` cells that `beside` lists
 * by their memory index, and leaves 6 sums from sums[at + 6 * item] on. */
kernel void lb_wall_force(const global LB_CODE *f, const global uchar *flags,
                          const global scalar *prescribed, const global LB_INDEX *beside,
                          const ulong count, global LB_SUM *sums, const ulong at, const uint items,
                          const uint step)
{
    const uint item = (uint)get_global_id(0);
    if (item >= items) return;
    const uint parity = step & 1u;
    LB_SUM sum[6] = {0, 0, 0, 0, 0, 0};
    for (ulong k = item; k < count; k += items) {
        const struct cell c = lb_cell_at(beside[k]);
        const uchar here = lb_flags_of(flags, c);
        if (here & LB_CELL_EQUILIBRIUM) continue;
        const real scale = lb_sent_scale(f, c, parity);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                                \
    {                                                                                              \
        const uchar behind = lb_neighbour_flags(flags, c, here, -(cx), -(cy), -(cz));              \
        const uchar ahead = lb_neighbour_flags(flags, c, here, cx, cy, cz);                        \
        if (lb_is_wall(behind))                                                                    \
            lb_add_link(sum,                                                                       \
                        lb_population(f,                                                           \
                                      lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT, cx, cy, cz), \
                                      scale, LB_GAIN(numerator, denominator)),                     \
                        prescribed, c, here, behind, -(cx), -(cy), -(cz),                          \
                        LB_WEIGHT(numerator, denominator));                                        \
        if (lb_is_wall(ahead))                                                                     \
            lb_add_link(sum,                                                                       \
                        lb_population(f,                                                           \
                                      lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c,                 \
                                              LB_LOAD_OPPOSITE_AT, cx, cy, cz),                    \
                                      scale, LB_GAIN(numerator, denominator)),                     \
                        prescribed, c, here, ahead, cx, cy, cz,                                    \
                        LB_WEIGHT(numerator, denominator));                                        \
    }
        LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    }
    for (int n = 0; n < 6; n++)
        sums[at + 6 * (ulong)item + n] = sum[n] / (LB_SUM)LB_STORAGE_SCALE;
}
