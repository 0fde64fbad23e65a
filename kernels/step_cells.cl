/* step_cells.cl - the program of the step kernel for the vectors that step_plain.cl leaves out,
 * which the host has listed: one work-item advances one cell, the lanes of a vector side by side.
 * A cell asks about its own neighbours only and holds one of each population: a third of the
 * registers of a vector that may have walls, and three times as many in flight.
 * Scalar (LB_W is 1).  Not for markers or free surfaces.
 * SPDX-License-Identifier: MIT */
#include "prelude.cl"
#include "cell.def"
#include "vector.cl"
#include "slot/lattice"
#include "slot/storage"
#include "layout.cl"
#include "moments.cl"
#include "slot/equilibrium"
#include "slot/stream"
#include "gather.cl"
#include "alarm.cl"
#include "slot/collide"

/* Gives an equilibrium cell its prescribed density and velocity. */
LB_INLINE void lb_prescribe(real *h, const global scalar *prescribed, const LB_INDEX n)
{
    struct moments m;
    m.rho = prescribed[n];
    m.excess = m.rho - (scalar)1;
    m.ux = prescribed[LB_PRESCRIBED(1) + n];
    m.uy = prescribed[LB_PRESCRIBED(2) + n];
    m.uz = LB_D == 3 ? prescribed[LB_PRESCRIBED(3) + n] : (scalar)0;
    const struct equilibrium e = lb_equilibrium(m);
#define REST(numerator, denominator) \
    h[0] = lb_equilibrium_rest(e, LB_WEIGHT(numerator, denominator));
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    lb_equilibrium_pair(e, cx, cy, cz, LB_WEIGHT(numerator, denominator), &h[i], &h[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE void lb_scatter(global LB_CODE *f, const real *h, const struct cell c, const uint parity)
{
#define REST(numerator, denominator) f[lb_index(c)] = lb_encode(h[0]);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                      \
    f[lb_slot(LB_STORE_SLOT(i, parity), c, LB_STORE_AT, cx, cy, cz)] = lb_encode(h[i]);  \
    f[lb_slot(LB_STORE_OPPOSITE_SLOT(i, parity), c, LB_STORE_OPPOSITE_AT, cx, cy, cz)] = \
        lb_encode(h[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* `step` counts from 0; its parity picks the slots.  `from` is not read in place, where `to` is
 * both.  `list` has numbers of vectors, filled up to whole groups with numbers that none has. */
kernel void lb_step(const global LB_CODE *restrict from, global LB_CODE *restrict to,
                    const global uchar *restrict flags, const global scalar *restrict prescribed,
                    global uint *restrict alarm, const uint step,
                    const global LB_INDEX *restrict list)
{
    const size_t item = get_global_id(0);
    const LB_INDEX vector = list[item / LB_V];
    if (vector >= LB_VECTORS) return;
    const LB_INDEX n = vector * LB_V + (LB_INDEX)(item % LB_V);
    const uchar here = flags[n];
    if (here & LB_CELL_SOLID) return;
    const struct cell c = lb_cell_at(n);
    const uint parity = step & 1u;
#if LB_IN_PLACE
    const global LB_CODE *source = to;
#else
    const global LB_CODE *source = from;
#endif
    real h[LB_Q];
    lb_gather(h, source, flags, prescribed, c, here, parity);
    const struct moments m = lb_moments(h, lb_body_force());
    if (!LB_HOLDS_NAN && !(m.rho > (scalar)0)) lb_raise_alarm(alarm, LB_ALARM_DENSITY, step);
    lb_collide(h, m);
    if (LB_HAS_EQUILIBRIUM && (here & LB_CELL_EQUILIBRIUM) != 0) lb_prescribe(h, prescribed, n);
    lb_scatter(to, h, c, parity);
}
