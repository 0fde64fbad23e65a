/* list_step.cl - the program of the step of a list of fluid cells: one work-item advances LB_W cells that are side by side
 * in the list.  stream/own_slots.cl says where populations are.  Each step writes the slots that it reads, so the
 * cells may be advanced in any order.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "core/simd.cl"
#include "slot/lattice"
#include "core/layout.cl"
#include "core/single_cells.cl"
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
    const global scalar *drive;
};
#define LB_STEP_ARGUMENTS                                                                          \
    const global LB_CODE *restrict from, global LB_CODE *restrict to, global uint *restrict alarm, \
        const uint step, const ulong noise_keys, const global scalar *restrict drive, LB_FINDERS
#define LB_STEP                                                  \
    {                                                            \
        lb_fluid_words(from), to, alarm, step, noise_keys, drive \
    }

/* struct cells, the LB_W ones of a work-item, and struct ways, where an odd step finds their populations. */
#include "slot/neighbours"

/* The first cell of this work-item.  Where LB_TURNS, every other step goes back through memory and finds in the
 * cache what the one before it touched last. */
LB_INLINE LB_INDEX lb_first_of_item(const uint step)
{
    const LB_INDEX groups = (LB_INDEX)get_num_groups(0);
    LB_INDEX group = (LB_INDEX)get_group_id(0);
    if (LB_TURNS && (step & 1u) != 0) group = groups - 1 - group;
    return (group * (LB_INDEX)get_local_size(0) + (LB_INDEX)get_local_id(0)) * LB_W;
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

/* What a step makes of populations: from what cells found to what they send. */
LB_INLINE void lb_update(wide *w, const struct step s, const struct cells c)
{
    real h[LB_Q];
#define REST(numerator, denominator) h[0] = lb_decode(LB_CODES_PIECE(w[0], 0));
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    h[i] = lb_decode(LB_CODES_PIECE(w[i], 0));      \
    h[i + 1] = lb_decode(LB_CODES_PIECE(w[i + 1], 0));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    const struct moments m = lb_moments(h, lb_body_force(s.drive));
    if (!lb_are_positive(m.rho, c.first)) lb_raise_alarm(s.alarm, LB_ALARM_DENSITY, s.step);
    lb_collide(h, m);
    const struct noise n = lb_noise_if_finite(lb_noise_of_cells(c, s.noise_keys), h[0]);
#define ENCODE(i) LB_SET_CODES_PIECE(w[i], 0, lb_encode(h[i], lb_noise_of(n, i)))
#define REST(numerator, denominator) ENCODE(0)
#define PAIR(i, cx, cy, cz, numerator, denominator) ENCODE(i) ENCODE(i + 1)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef ENCODE
}

LB_INLINE global wide *lb_own(const struct step s, const struct cells c, const uint slot)
{
    return (global wide *)(s.f + ((ulong)slot * LB_STRIDE + c.first));
}

kernel void lb_step_even(LB_STEP_ARGUMENTS)
{
    const struct step s = LB_STEP;
    const struct cells c = lb_cells(lb_first_of_item(step), LB_FINDER_NAMES);
    wide w[LB_Q];
    if (c.first >= LB_LISTED) return;
#define REST(numerator, denominator) w[0] = *lb_own(s, c, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    w[i] = *lb_own(s, c, i);                        \
    w[i + 1] = *lb_own(s, c, i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    lb_update(w, s, c);
#define REST(numerator, denominator) *lb_own(s, c, 0) = w[0];
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    *lb_own(s, c, i + 1) = w[i];                    \
    *lb_own(s, c, i) = w[i + 1];
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

kernel void lb_step_odd(LB_STEP_ARGUMENTS)
{
    const struct step s = LB_STEP;
    const struct cells c = lb_cells(lb_first_of_item(step), LB_FINDER_NAMES);
    wide w[LB_Q];
    struct ways at;
    if (c.first >= LB_LISTED) return;
    lb_find_ways(&at, s, c);
#define REST(numerator, denominator) w[0] = *lb_own(s, c, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    w[i] = lb_take(s, at.of[i]);                    \
    w[i + 1] = lb_take(s, at.of[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    lb_update(w, s, c);
#define REST(numerator, denominator) *lb_own(s, c, 0) = w[0];
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    lb_put(s, at.of[i], w[i + 1]);                  \
    lb_put(s, at.of[i + 1], w[i]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
