/* any_vector.cl - a step of one memory vector in which there may be walls, prescribed cells, markers,
 * a free surface, shared exponents, a sponge or cuts; plain_vector.cl has the step without them.
 * Each is a plain `if` on a constant of the prelude.
 * Solid cells that share a vector with others go along; what becomes of them is never read.
 * SPDX-License-Identifier: MIT */
#include "shared/cell_flags.h"
#include "shared/vector_word.h"
#include "shared/fixed_point.h"
#include "slot/exponent"
#include "step/boundary.cl"
#include "step/near_markers.cl"
#include "step/send_lanes.cl"
#include "core/sponge.cl"
#include "core/limit_speed.cl"
#include "slot/conserve"
#ifndef LB_CONSERVES
#define LB_CONSERVES 0
#define lb_conserve(h, m, noise, step)
#endif
#ifndef LB_ENCODES_TOGETHER
#define LB_ENCODES_TOGETHER 0
#define lb_encode_together(w, h, k, noise)
#endif

/* Whether each vector has a word: vector_word.h. */
#define LB_HAS_LINKS (LB_HAS_SOLID || LB_HAS_MARKERS)

LB_INLINE void lb_decode_piece(real *h, const wide *w, const struct exponents *e, const int k)
{
#define DECODE(i, numerator, denominator)                                    \
    h[i] = lb_decode_scaled(LB_CODES_PIECE(w[i], k), lb_scale_from(e, i, k), \
                            LB_GAIN(numerator, denominator));
#define REST(numerator, denominator) DECODE(0, numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    DECODE(i, numerator, denominator)               \
    DECODE(i + 1, numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef DECODE
}

LB_INLINE void lb_encode_piece(wide *w, const real *h, struct exponents *e, const int k,
                               const struct noise n)
{
    if (LB_ENCODES_TOGETHER) {
        lb_encode_together(w, h, k, n);
        return;
    }
    const real inverse = lb_share_exponent(e, h, k);
#define ENCODE(i, numerator, denominator) \
    LB_SET_CODES_PIECE(                   \
        w[i], k,                          \
        lb_encode_scaled(h[i], inverse, LB_GAIN(numerator, denominator), lb_noise_of(n, i)))
#define REST(numerator, denominator) ENCODE(0, numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    ENCODE(i, numerator, denominator)               \
    ENCODE(i + 1, numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef ENCODE
}

/* Whether all cells of a piece whose density is not positive have none of their own. */
LB_INLINE bool lb_is_idle(const real rho, const global uchar *flags, const struct place p,
                          const int piece)
{
    if (!LB_HAS_IDLE_CELLS) return false;
    return !lb_any(!(rho > (real)(0)) &&
                   !lb_piece_with(lb_flags_at(flags, p), LB_IDLE_CELL, piece));
}

/* What the kernel gets.  links[vector] is of vector_word.h; at_terms[vector], where a moving wall is
 * beside the vector, its number among `terms`, which are bounce_back.cl's. */
struct step {
    const global LB_CODE *from;
    global LB_CODE *to;
    const global uchar *flags;
    const global scalar *prescribed;
    global uint *alarm;
    global long *force;
    global four *velocity;
    uint step;
    ulong noise_keys;
    global uint *links;
    const global uint *at_terms;
    const global scalar *terms;
    const global scalar *drive, *law;
};

#define LB_STEP_ARGUMENTS                                                                         \
    const global LB_CODE *restrict from, global LB_CODE *restrict to,                             \
        const global uchar *restrict flags, const global scalar *restrict prescribed,             \
        global uint *restrict alarm, global long *restrict force, global four *restrict velocity, \
        const uint step, const ulong noise_keys, global uint *restrict links,                     \
        const global uint *restrict at_terms, const global scalar *restrict terms,                \
        const global scalar *restrict drive, const global scalar *restrict law
#define LB_STEP                                                                                 \
    {                                                                                           \
        from, to, flags, prescribed, alarm, force, velocity, step, noise_keys, links, at_terms, \
            terms, drive, law                                                                   \
    }

/* A memory vector in the step. */
struct vector {
    struct step s;
    LB_INDEX number;
    struct place at;
    uint word;          /* vector_word.h: walls around it, markers near it */
    wide_flags flags;   /* 0 where the step need not know them */
    struct marked near; /* where markers are near */
};

/* Moments, after a look at what might be wrong with them. */
LB_INLINE struct moments lb_checked_moments(const real *h, const struct force acting,
                                            const struct vector v, const int k)
{
    struct moments m = lb_moments(h, acting);
    m.damping = lb_sponge(lb_vector_at(v.number), k);
    m.law = v.s.law;
    if (!lb_is_positive(m.rho) && !lb_is_idle(m.rho, v.s.flags, v.at, k))
        lb_raise_alarm(v.s.alarm, LB_ALARM_DENSITY, v.s.step);
    lb_limit_speed(&m);
    return m;
}

/* Collides piece k, on which `acting` acts. */
LB_INLINE void lb_collide_piece(real *h, const struct force acting, const struct vector v,
                                const bool near_marker, const int k)
{
    const struct moments m = lb_checked_moments(h, acting, v, k);
    if (near_marker) lb_keep_velocity(v.s.velocity, v.s.prescribed, v.near.flags, m, v.at, k);
    lb_collide(h, m);
    if (LB_CONSERVES)
        lb_conserve(h, m, lb_noise(lb_vector_at(v.number), k, v.s.noise_keys), v.s.step);
}

/* What a step makes of the cells of piece k: from what they found to what they send. */
LB_INLINE void lb_update_piece(wide *w, struct exponents *e, const struct vector v, const int k)
{
    real h[LB_Q];
    lb_decode_piece(h, w, e, k);
    if (LB_HAS_MOVING && (v.word & LB_LINK_MOVING) != 0)
        lb_moving_walls(h, v.s.terms + LB_TERM(v.s.at_terms[v.number], 0), k);
    const bool near_marker = LB_HAS_MARKERS && (v.word & LB_MARKS_OF_PIECE(k)) != 0;
    /* two calls, so that nothing is computed from a force that is known to be 0 */
    if (LB_HAS_CELL_FORCE && near_marker)
        lb_collide_piece(h, lb_force_beside_markers(&v.near, k), v, true, k);
    else
        lb_collide_piece(h, lb_body_force(v.s.drive), v, near_marker, k);
    if (LB_HAS_EQUILIBRIUM && LB_ANY_PIECE_WITH(v.flags, LB_CELL_EQUILIBRIUM, k))
        lb_equilibrium_cells(h, v.flags, v.s.prescribed, v.at, k);
    const struct noise n = lb_noise(lb_vector_at(v.number), k, v.s.noise_keys);
    /* what shares an exponent has one that says so */
    lb_encode_piece(w, h, e, k, LB_HAS_EXPONENTS ? n : lb_noise_if_finite(n, h[0]));
}

/* Whether vectors beside no wall are stored by a way of their own, whose addresses need not be worked out one by
 * one.  With few lanes that takes registers and gains nothing. */
#define LB_SENDS_PLAIN ((LB_CODE_BITS <= 16) & (LB_V >= 8))

/* Advances the cells of one memory vector by a step: read, collide, write. */
LB_INLINE void lb_step_vector(const struct step s, const LB_INDEX number)
{
    const uint parity = s.step & 1u;
    struct vector v = {.s = s, .number = number, .at = lb_place(number)};
    v.word = 0;
    if (LB_HAS_LINKS) v.word = s.links[number];
    const bool is_marked = LB_HAS_MARKERS && (v.word & LB_LINK_MARKS) != 0;
    if (LB_SKIPS_SOLID && (v.word & LB_LINK_SOLID) != 0) return;
    v.flags = (wide_flags)(0);
    if (LB_HAS_EQUILIBRIUM | LB_HAS_SURFACE) v.flags = lb_flags_at(s.flags, v.at);
    if (LB_HAS_SURFACE && !(is_marked | lb_any_with(~v.flags, LB_CELL_GAS))) return;

    const global LB_CODE *from = LB_IN_PLACE ? s.to : s.from;
    wide w[LB_Q];
    struct exponents e;
    lb_load_exponents(&e, from, s.flags, v.at, parity);
    lb_collect(w, from, v.at, parity);
    lb_arrange_exponents(&e, from, s.flags, v.at);
    lb_exponents_beyond(&e, from, s.flags, number);
    if (is_marked) lb_load_marked(&v.near, s.force, s.flags, v.word, v.at);

#define UPDATE(k) lb_update_piece(w, &e, v, k);
    LB_FOR_PIECES(UPDATE)
#undef UPDATE
    if (is_marked) lb_clear_marked(s.force, s.links, number, v.word, v.at);

    if (LB_HAS_SOLID && (v.word & LB_LINK_SOLID) != 0)
        return; /* the fluid may have stored there while this one read: in vain */
#ifdef LB_FORGET
    /* worked out once more: kept since the loads, it would take registers from the arithmetic */
    LB_INDEX again = number;
    LB_FORGET(again)
    v.at = lb_place(again);
#endif
    lb_turn_out(w, v.at);
    lb_send_exponents(&e, s.to, v.at, parity);
    if (LB_HAS_SURFACE && lb_any_with(v.flags, LB_CELL_GAS))
        lb_send_lanes(w, s.to, v.at, parity, lb_lanes_with(v.flags, LB_CELL_GAS));
    else if ((LB_HAS_LINKS & LB_SENDS_PLAIN) && (v.word & LB_LINK_WALLS) == 0)
        lb_send(w, s.to, v.at, parity, 0);
    else
        lb_send(w, s.to, v.at, parity, v.word);
}

/* Whether there is nothing in a vector but fluid that streams and collides. */
LB_INLINE bool lb_is_plain(const struct step s, const LB_INDEX vector)
{
    if (LB_HAS_LINKS && s.links[vector] != 0) return false;
    if (!(LB_HAS_EQUILIBRIUM | LB_HAS_SURFACE)) return true;
    const wide_flags here = *(const global wide_flags *)(s.flags + (ulong)vector * LB_V);
    return !lb_any_with(here, LB_CELL_EQUILIBRIUM | LB_CELL_GAS);
}
