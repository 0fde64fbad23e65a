/* list_step.cl - what both kinds of steps of a list of fluid cells have: one work-item advances LB_V cells that are side
 * by side in the list, LB_W at a time.  stream/own_slots.cl says where populations are.  Each step writes the slots that
 * it reads, so the cells may be advanced in any order.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "core/simd.cl"
#include "slot/lattice"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "slot/pieces"
#include "slot/rounding"
#include "slot/storage"
#include "slot/packing"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "core/alarm.cl"
#include "slot/viscosity"
#include "slot/collide"
#include "core/collided.cl"
#include "list/fluid_words.cl"

/* What the kernels get; `words` is `from`, of which a step changes populations only. */
struct step {
    const global ulong *words;
    global LB_CODE *f;
    global uint *alarm;
    uint step;
    ulong noise_keys;
    const global scalar *drive, *law;
};
#define LB_STEP_ARGUMENTS                                                                          \
    const global LB_CODE *restrict from, global LB_CODE *restrict to, global uint *restrict alarm, \
        const uint step, const ulong noise_keys, const global scalar *restrict drive,              \
        const global scalar *restrict law, LB_FINDERS
#define LB_STEP                                                       \
    {                                                                 \
        lb_fluid_words(from), to, alarm, step, noise_keys, drive, law \
    }

/* struct cells, the LB_V ones of a work-item; struct ways, where an odd step finds their populations. */
#include "slot/neighbours"

/* The first cell of this work-item.  Where LB_TURNS, every other step goes back through memory and finds in the
 * cache what the one before it touched last. */
LB_INLINE LB_INDEX lb_first_of_item(const uint step)
{
    const LB_INDEX groups = (LB_INDEX)get_num_groups(0);
    LB_INDEX group = (LB_INDEX)get_group_id(0);
    if (LB_TURNS && (step & 1u) != 0) group = groups - 1 - group;
    return (group * (LB_INDEX)get_local_size(0) + (LB_INDEX)get_local_id(0)) * LB_V;
}

/* NaN is not; places behind the last cell do not matter. */
LB_INLINE bool lb_are_positive(const real rho, const LB_INDEX first)
{
    scalar each[LB_W];
    if (!lb_any(!(rho > (real)(0)))) return true;
    *(real *)each = rho;
    for (uint lane = 0; lane < LB_W && first + lane < LB_LISTED; lane++)
        if (!(each[lane] > 0)) return false;
    return true;
}

LB_INLINE void lb_decode_piece(real *h, const wide *w, const int k)
{
#define REST(numerator, denominator) h[0] = lb_decode(LB_CODES_PIECE(w[0], k));
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    h[i] = lb_decode(LB_CODES_PIECE(w[i], k));      \
    h[i + 1] = lb_decode(LB_CODES_PIECE(w[i + 1], k));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE void lb_encode_piece(wide *w, const real *h, const int k, const struct noise n){
#define ENCODE(i) LB_SET_CODES_PIECE(w[i], k, lb_encode(h[i], lb_noise_of(n, i)))
#define REST(numerator, denominator) ENCODE(0)
#define PAIR(i, cx, cy, cz, numerator, denominator) ENCODE(i) ENCODE(i + 1)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef ENCODE
}

LB_INLINE void lb_update_piece(wide *w, const struct step s, const struct cells c, const int k)
{
    real h[LB_Q];
    lb_decode_piece(h, w, k);
    struct moments m = lb_moments(h, lb_body_force(s.drive));
    m.law = s.law;
    if (!lb_are_positive(m.rho, c.first + (uint)k * LB_W))
        lb_raise_alarm(s.alarm, LB_ALARM_DENSITY, s.step);
    lb_collide(h, m);
    lb_encode_piece(w, h, k, lb_noise_if_finite(lb_noise_of_cells(c, k, s.noise_keys), h[0]));
}

/* What a step makes of populations: from what cells found to what they send. */
LB_INLINE void lb_update(wide *w, const struct step s, const struct cells c)
{
#define UPDATE(k) lb_update_piece(w, s, c, k);
    LB_FOR_PIECES(UPDATE)
#undef UPDATE
}

LB_INLINE global wide *lb_own(const struct step s, const struct cells c, const uint slot)
{
    return (global wide *)(s.f + ((ulong)slot * LB_STRIDE + c.first));
}
