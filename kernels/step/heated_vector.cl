/* heated_vector.cl - a step of one memory vector of a flow that has a temperature: both sets of populations are read,
 * the temperature pushes the fluid, both collide with the same velocity and are stored.  There may be walls and a
 * sponge; case/heat.c refuses the rest of any_vector.cl.
 * SPDX-License-Identifier: MIT */
#include "shared/cell_flags.h"
#include "shared/vector_word.h"
#include "step/boundary.cl"
#include "core/sponge.cl"
#include "heat/advected.cl"
#include "heat/vectors.cl"

/* What the kernel gets: any_vector.cl says what walls have. */
struct step {
    const global LB_CODE *from;
    global LB_CODE *to;
    const global LB_CODE *heat_from;
    global LB_CODE *heat_to;
    const global uchar *flags;
    global uint *alarm;
    uint step;
    ulong noise_keys;
    const global uint *links, *at_terms;
    const global scalar *terms, *drive, *law;
};
#define LB_STEP_ARGUMENTS                                                                 \
    const global LB_CODE *restrict from, global LB_CODE *restrict to,                     \
        const global LB_CODE *restrict heat_from, global LB_CODE *restrict heat_to,       \
        const global uchar *restrict flags, global uint *restrict alarm, const uint step, \
        const ulong noise_keys, const global uint *restrict links,                        \
        const global uint *restrict at_terms, const global scalar *restrict terms,        \
        const global scalar *restrict drive, const global scalar *restrict law
#define LB_STEP                                                                               \
    {                                                                                         \
        from, to, heat_from, heat_to, flags, alarm, step, noise_keys, links, at_terms, terms, \
            drive, law                                                                        \
    }

LB_INLINE void lb_decode_piece(real *h, const wide *w, const int k)
{
    LB_LATTICE(LB_DECODE_REST, LB_DECODE_PAIR);
}

LB_INLINE void lb_encode_piece(wide *w, const real *h, const int k, const struct noise n)
{
    LB_LATTICE(LB_ENCODE_REST, LB_ENCODE_PAIR);
}

/* A memory vector in the step; `word` is of vector_word.h. */
struct vector {
    struct step s;
    LB_INDEX number;
    struct place at;
    uint word;
};

/* A density that is not positive is none where a lane is solid. */
LB_INLINE void lb_check_density(const real rho, const struct vector v, const int k)
{
    if (lb_is_positive(rho)) return;
    const mask is_wrong = !(rho > (real)(0));
    if (LB_HAS_SOLID &&
        !lb_any(is_wrong && !lb_piece_with(lb_flags_at(v.s.flags, v.at), LB_CELL_SOLID, k)))
        return;
    lb_raise_alarm(v.s.alarm, LB_ALARM_DENSITY, v.s.step);
}

/* What a step makes of the cells of piece k: from what they found to what they send. */
LB_INLINE void lb_update_piece(wide *w, wide *heat, const struct vector v, const int k)
{
    real h[LB_Q], g[LB_HEAT_Q];
    lb_decode_piece(h, w, k);
    lb_decode_heat(g, heat, k);
    if (LB_HAS_MOVING && (v.word & LB_LINK_MOVING) != 0)
        lb_moving_walls(h, v.s.terms + LB_TERM(v.s.at_terms[v.number], 0), k);
    const real sum = lb_heat_sum(g);
    struct moments m = lb_moments(h, lb_with_buoyancy(lb_body_force(v.s.drive), sum));
    m.damping = lb_sponge(lb_vector_at(v.number), k);
    m.law = v.s.law;
    lb_check_density(m.rho, v, k);
    const struct noise n = lb_noise(lb_vector_at(v.number), k, v.s.noise_keys);
    lb_collide_heat(g, sum, m); /* first, as it needs few registers, and then none */
    lb_encode_heat(heat, g, k, lb_noise_if_finite(n, sum));
    lb_collide(h, m);
    lb_encode_piece(w, h, k, lb_noise_if_finite(n, h[0]));
}

/* Advances the cells of one memory vector by a step: read, collide, write. */
LB_INLINE void lb_step_vector(const struct step s, const LB_INDEX number)
{
    const uint parity = s.step & 1u;
    struct vector v = {.s = s, .number = number, .at = lb_place(number)};
    v.word = 0;
    if (LB_HAS_SOLID) v.word = s.links[number];
    if (LB_SKIPS_SOLID && (v.word & LB_LINK_SOLID) != 0) return;
    wide w[LB_Q], heat[LB_HEAT_Q];
    lb_collect(w, LB_IN_PLACE ? s.to : s.from, v.at, parity);
    lb_collect_heat(heat, LB_IN_PLACE ? s.heat_to : s.heat_from, v.at, parity);
#define UPDATE(k) lb_update_piece(w, heat, v, k);
    LB_FOR_PIECES(UPDATE)
#undef UPDATE
    if (LB_HAS_SOLID && (v.word & LB_LINK_SOLID) != 0)
        return; /* the fluid may have stored there while this one read: in vain */
#ifdef LB_FORGET
    /* worked out once more: kept since the loads, it would take registers from the arithmetic */
    LB_INDEX again = number;
    LB_FORGET(again)
    v.at = lb_place(again);
#endif
    lb_turn_out(w, v.at);
    lb_send(w, s.to, v.at, parity, v.word);
    lb_send_heat(heat, s.heat_to, v.at, parity);
}
