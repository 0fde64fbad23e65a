/* populations.cl - the populations of single cells: those a cell will find, and those it sent.
 * Where each of them is, the chosen file of stream/ says; streaming.cl does the same for vectors.
 * SPDX-License-Identifier: MIT */
#include "slot/memory"
#include "slot/exponent"
#include "slot/stream"

LB_INLINE ulong lb_slot(const uint slot, const struct cell c, const int times, const int cx,
                        const int cy, const int cz)
{
    return lb_place_of_code(slot, lb_index(lb_neighbour(c, times * cx, times * cy, times * cz)));
}

/* The population whose code is at `at`. */
LB_INLINE real lb_population(const global LB_CODE *f, const ulong at, const real scale,
                             const scalar gain)
{
    return lb_decode_scaled(lb_code_at(f, at), scale, gain);
}

/* One that was, or is, on its way to another subdomain. */
LB_INLINE real lb_carried_population(const global LB_CARRIED_CODE *codes, const uint at,
                                     const real scale, const scalar gain)
{
    return lb_decode_scaled((LB_REGISTER_CODE)codes[at], scale, gain);
}

/* Of what cell c sent in the step before one of parity `parity`. */
LB_INLINE real lb_sent_scale(const global LB_CODE *f, const struct cell c, const uint parity)
{
    return lb_scale_of(lb_exponent_at(f, 1 - parity, lb_index(c)));
}

/* Which exponent a population along (cx, cy, cz) has that comes to cell c before such a step: the plane, and
 * the cell, which is the neighbour that it comes from if that is no wall, boundary or gas. */
LB_INLINE LB_INDEX lb_exponent_of_coming(const global uchar *flags, const struct cell c,
                                         const uint parity, const int cx, const int cy,
                                         const int cz, uint *plane)
{
    const LB_INDEX from = lb_neighbour_at(c, -cx, -cy, -cz);
    *plane = 1 - parity;
    if (!LB_HAS_EXPONENTS | !LB_HAS_FLAGS) return from;
    const uchar there = flags[from];
    if ((there & LB_MADE_BY) != 0 || LB_IS_BOUNDARY(there)) *plane = LB_MADE;
    return *plane == LB_MADE || (there & LB_CELL_SOLID) != 0 ? lb_index(c) : from;
}

/* The same once walls between cells have made theirs: as the step will find it. */
LB_INLINE LB_INDEX lb_exponent_of_found(const global uchar *flags, const struct cell c,
                                        const uint parity, const int cx, const int cy, const int cz,
                                        uint *plane)
{
    const bool moves = (cx | cy | cz) != 0;
    const uchar here = LB_MADE_FOR > 0 && moves ? flags[lb_index(c)] : (uchar)0;
    if ((here & LB_MADE_FOR) == 0)
        return lb_exponent_of_coming(flags, c, parity, cx, cy, cz, plane);
    *plane = LB_MADE;
    return lb_index(c);
}

LB_INLINE real lb_coming_scale(const global LB_CODE *f, const global uchar *flags,
                               const struct cell c, const uint parity, const int cx, const int cy,
                               const int cz)
{
    uint plane;
    const LB_INDEX n = lb_exponent_of_coming(flags, c, parity, cx, cy, cz, &plane);
    return lb_scale_of(lb_exponent_at(f, plane, n));
}

LB_INLINE real lb_found_scale(const global LB_CODE *f, const global uchar *flags,
                              const struct cell c, const uint parity, const int cx, const int cy,
                              const int cz)
{
    uint plane;
    const LB_INDEX n = lb_exponent_of_found(flags, c, parity, cx, cy, cz, &plane);
    return lb_scale_of(lb_exponent_at(f, plane, n));
}

/* The populations that the next step, of parity `parity`, will find at cell c; those that come out
 * of walls are there already. */
LB_INLINE void lb_gather(real *h, const global LB_CODE *f, const global uchar *flags,
                         const global scalar *prescribed, const struct cell c, const uchar here,
                         const uint parity)
{
#define REST(numerator, denominator)                                                       \
    h[0] = lb_population(f, lb_place_of_code(0, lb_index(c)), lb_sent_scale(f, c, parity), \
                         LB_GAIN(numerator, denominator));
#define PAIR(i, cx, cy, cz, numerator, denominator)                                             \
    {                                                                                           \
        const uchar behind =                                                                    \
            LB_HAS_MOVING ? lb_neighbour_flags(flags, c, here, -(cx), -(cy), -(cz)) : (uchar)0; \
        const uchar ahead =                                                                     \
            LB_HAS_MOVING ? lb_neighbour_flags(flags, c, here, cx, cy, cz) : (uchar)0;          \
        h[i] = lb_population(f, lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT, cx, cy, cz),    \
                             lb_found_scale(f, flags, c, parity, cx, cy, cz),                   \
                             LB_GAIN(numerator, denominator));                                  \
        h[i + 1] = lb_population(                                                               \
            f, lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c, LB_LOAD_OPPOSITE_AT, cx, cy, cz),   \
            lb_found_scale(f, flags, c, parity, -(cx), -(cy), -(cz)),                           \
            LB_GAIN(numerator, denominator));                                                   \
        if (LB_HAS_MOVING && (behind & LB_CELL_MOVING))                                         \
            h[i] -= lb_wall_term(prescribed, c, -(cx), -(cy), -(cz),                            \
                                 LB_WEIGHT(numerator, denominator));                            \
        if (LB_HAS_MOVING && (ahead & LB_CELL_MOVING))                                          \
            h[i + 1] -=                                                                         \
                lb_wall_term(prescribed, c, cx, cy, cz, LB_WEIGHT(numerator, denominator));     \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* The populations that cell c sent in the step before the next one, which is of parity `parity`:
 * each is where the neighbour it goes to will look for it, but for those that the step itself turned
 * round at walls; with a surface there are none (walls.c). */
#ifndef LB_SENT_SLOT
#define LB_SENT_SLOT(i, parity, c, cx, cy, cz) \
    lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT + 1, cx, cy, cz)
#define LB_SENT_OPPOSITE_SLOT(i, parity, c, cx, cy, cz) \
    lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c, LB_LOAD_OPPOSITE_AT - 1, cx, cy, cz)
#endif

LB_INLINE void lb_sent(real *h, const global LB_CODE *f, const struct cell c, const uint parity)
{
    const real scale = lb_sent_scale(f, c, parity);
#define SENT(i, at, numerator, denominator) \
    h[i] = lb_population(f, at, scale, LB_GAIN(numerator, denominator));
#define REST(numerator, denominator) \
    SENT(0, lb_place_of_code(0, lb_index(c)), numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                         \
    SENT(i, LB_SENT_SLOT(i, parity, c, cx, cy, cz), numerator, denominator) \
    SENT(i + 1, LB_SENT_OPPOSITE_SLOT(i, parity, c, cx, cy, cz), numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef SENT
}

/* The same once populations were exchanged between subdomains. */
LB_INLINE void lb_sent_anywhere(real *h, const global LB_CODE *f, const struct sent_codes sent,
                                const struct cell c, const uint parity)
{
    lb_sent(h, f, c, parity);
    if (LB_CUT == 0 || !lb_is_near_cut(c, 1)) return;
    const real scale = lb_sent_scale(f, c, parity);
#define CARRIED(i, cx, cy, cz, numerator, denominator)                                        \
    if (lb_cuts_crossed(c, cx, cy, cz) != 0)                                                  \
        h[i] = lb_carried_population(sent.codes, lb_code_sent(sent, c, i, cx, cy, cz), scale, \
                                     LB_GAIN(numerator, denominator));
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    CARRIED(i, cx, cy, cz, numerator, denominator)  \
    CARRIED(i + 1, -(cx), -(cy), -(cz), numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef CARRIED
}

/* Stores h as what cell c sent then. */
LB_INLINE void lb_send_cell(global LB_CODE *f, const real *h, const struct cell c,
                            const uint parity, const struct noise noise)
{
    const uint exponent = lb_exponent_of(h);
    const real inverse = lb_inverse_scale_of(exponent);
    lb_set_exponent(f, 1 - parity, lb_index(c), exponent);
#define SEND(i, at, numerator, denominator) \
    lb_set_code(                            \
        f, at,                              \
        lb_encode_scaled(h[i], inverse, LB_GAIN(numerator, denominator), lb_noise_of(noise, i)));
#define REST(numerator, denominator) \
    SEND(0, lb_place_of_code(0, lb_index(c)), numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                         \
    SEND(i, LB_SENT_SLOT(i, parity, c, cx, cy, cz), numerator, denominator) \
    SEND(i + 1, LB_SENT_OPPOSITE_SLOT(i, parity, c, cx, cy, cz), numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef SEND
}

/* lb_send_cell of the equilibrium of m. */
LB_INLINE void lb_send_equilibrium(global LB_CODE *f, const struct moments m, const struct cell c,
                                   const uint parity, const struct noise noise)
{
    real h[LB_Q];
    lb_equilibrium_populations(h, m);
    lb_send_cell(f, h, c, parity, noise);
}

/* Of each population (exponent/per_cell.cl). */
#define REST(numerator, denominator) LB_GAIN(numerator, denominator),
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    REST(numerator, denominator) REST(numerator, denominator)
constant scalar lb_gains[LB_Q] = {LB_LATTICE(REST, PAIR)};
#undef REST
#undef PAIR

/* The populations that an observer takes at cell c: those that the next step will find.  Those
 * that an interface cell gets from the gas side are reconstructed at the beginning of a step only, so
 * that such a cell shows what it sent in the step before. */
LB_INLINE void lb_seen(real *h, const global LB_CODE *f, const global uchar *flags,
                       const global scalar *prescribed, const struct sent_codes sent,
                       const struct cell c, const uchar here, const uint parity)
{
    if (LB_HAS_SURFACE && (here & LB_CELL_TYPE) == LB_CELL_INTERFACE)
        lb_sent_anywhere(h, f, sent, c, parity);
    else
        lb_gather(h, f, flags, prescribed, c, here, parity);
}

/* Of cell c before a step of that parity, for the force of its links. */
struct handed {
    const global LB_CODE *f;
    struct sent_codes sent;
    struct cell c;
    uint parity;
    real found_scale, sent_scale, made_scale;
};

LB_INLINE struct handed lb_handed_over(const global LB_CODE *f, const global LB_CODE *other_f,
                                       const global uchar *flags, const global scalar *prescribed,
                                       const global scalar *law, const struct sent_codes sent,
                                       const struct cell c, const uint step,
                                       const bool from_boundary)
{
    struct handed l;
    l.sent = sent;
    l.f = f;
    l.c = c;
    l.parity = step & 1u;
    l.sent_scale = lb_sent_scale(f, c, l.parity);
    l.made_scale =
        LB_HAS_MADE ? lb_scale_of(lb_exponent_at(f, LB_MADE, lb_index(c))) : l.sent_scale;
    const bool is_made = LB_MADE_FOR > 0 ? (flags[lb_index(c)] & LB_MADE_FOR) != 0 : false;
    l.found_scale = from_boundary || is_made ? l.made_scale : l.sent_scale;
    return l;
}

LB_INLINE real lb_sent_at_rest(const struct handed *l)
{
    return lb_population(l->f, lb_place_of_code(0, lb_index(l->c)), l->sent_scale, lb_gains[0]);
}

/* What comes out of the link as population i, along (cx, cy, cz), and what was sent into it. */
LB_INLINE real lb_found_from(const struct handed *l, const int i, const int cx, const int cy,
                             const int cz)
{
    const ulong at = (i & 1) != 0
                         ? lb_slot(LB_LOAD_SLOT(i, l->parity), l->c, LB_LOAD_AT, cx, cy, cz)
                         : lb_slot(LB_LOAD_OPPOSITE_SLOT(i - 1, l->parity), l->c,
                                   LB_LOAD_OPPOSITE_AT, -cx, -cy, -cz);
    return lb_population(l->f, at, l->found_scale, lb_gains[i]);
}

/* Of a wall between cells. What went in is kept, as what comes out has its place. */
LB_INLINE void lb_curved_exchanged(real *sent, real *found, const struct handed *l, const real kept,
                                   const int i, const int cx, const int cy, const int cz)
{
    struct handed made = *l;
    made.found_scale = l->made_scale;
    *sent = kept;
    if (LB_HAS_EXPONENTS) *found = lb_found_from(&made, i, cx, cy, cz);
}

LB_INLINE real lb_sent_against(const struct handed *l, const int i, const int cx, const int cy,
                               const int cz)
{
    const int into = (i & 1) != 0 ? i + 1 : i - 1;
    if (lb_cuts_crossed(l->c, -cx, -cy, -cz) != 0)
        return lb_carried_population(l->sent.codes,
                                     lb_code_sent(l->sent, l->c, into, -cx, -cy, -cz),
                                     l->sent_scale, lb_gains[i]);
    const ulong at = (i & 1) != 0 ? LB_SENT_OPPOSITE_SLOT(i, l->parity, l->c, cx, cy, cz)
                                  : LB_SENT_SLOT(i - 1, l->parity, l->c, -cx, -cy, -cz);
    return lb_population(l->f, at, l->sent_scale, lb_gains[i]);
}
