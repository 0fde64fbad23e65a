/* per_cell.cl - block floating point: the populations that a cell sends share an exponent.
 * A code of n = LB_CODE_BITS bits is a whole number m from -2^(n-1) to 2^(n-1) - 1 with 2^(n-1) added to it;
 * the population is m 2^(e - LB_EXPONENT_OF_ONE - (n - 1)) / gain, where e, from 1 to 30, is the exponent of
 * the cell that sent it and `gain` a power of two near 1/w_i: populations are about as large as their
 * weights, so that all of a cell have about as many digits.
 * The exponent is the smallest with which no code leaves the range, rounded up or down; 31 makes all
 * populations NaN or infinite.  Its byte is the upper one of the power of two 2^(e - 15) as an IEEE half,
 * which devices convert.
 *
 * Behind the codes lie planes of one byte a cell.  A step of parity p reads the exponents of the step
 * before from plane 1 - p and leaves its own in plane p.  What walls return has the exponent of the cell
 * that sent it, which finds it; plane LB_MADE has that of populations which were made for a cell, where a
 * boundary, a wall between cells or gas is beside it, and of all that come to a cell beside a sheet.
 * Of cells beyond a cut the exponents of the step before are behind all planes, in the order of the halo: what a
 * neighbour sends is with what it sent of them (exchange/halo_exchange.cl).
 * SPDX-License-Identifier: MIT */
#define LB_HAS_EXPONENTS 1

#define LB_MADE 2u

/* The bit of cells, beside those of boundaries, of which what comes out is in plane LB_MADE. */
#define LB_MADE_BY (LB_HAS_SURFACE ? LB_CELL_GAS : LB_WALL_NUMBERS > 0 ? LB_CELL_MADE_BEHIND : 0)

/* The bit of cells of which all that comes in is there. */
#define LB_MADE_FOR (LB_WALL_SHEETS ? LB_CELL_MADE_FOR : 0)

#include "exponent/numbers.cl"

/* floor(log2(1/w)) */
#define LB_GAIN_BITS(numerator, denominator) \
    ((denominator) / (numerator) >= 128  ? 7 \
     : (denominator) / (numerator) >= 64 ? 6 \
     : (denominator) / (numerator) >= 32 ? 5 \
     : (denominator) / (numerator) >= 16 ? 4 \
     : (denominator) / (numerator) >= 8  ? 3 \
     : (denominator) / (numerator) >= 4  ? 2 \
     : (denominator) / (numerator) >= 2  ? 1 \
                                         : 0)
#define LB_GAIN(numerator, denominator) ((scalar)(1 << LB_GAIN_BITS(numerator, denominator)))

/* Of a cell that sends h.  A NaN in any population is one in the resting one, too. */
LB_INLINE LB_VECTOR(uint) lb_exponent_of(const real *h)
{
    real most[8] = {(real)(0), (real)(0), (real)(0), (real)(0),
                    (real)(0), (real)(0), (real)(0), (real)(0)};
#define RAISE(i, numerator, denominator)         \
    most[LB_GAIN_BITS(numerator, denominator)] = \
        fmax(most[LB_GAIN_BITS(numerator, denominator)], fabs(h[i]));
#define REST(numerator, denominator) RAISE(0, numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    RAISE(i, numerator, denominator)                \
    RAISE(i + 1, numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef RAISE
    real all = most[0];
    for (int bits = 1; bits < 8; bits++)
        all = fmax(all, (scalar)(1 << bits) * most[bits]);
    all = fabs(h[0]) < (real)(0x1p100f) ? all : (real)(INFINITY);
    return lb_exponent_for(all);
}

#ifdef LB_CODES_PIECE
/* --- memory vectors ----------------------------------------------------------------------------- */

/* Of the cells that the populations of a vector come from, and of its own cells; and its flags. */
struct exponents {
    wide_bytes from[LB_Q], own, flags;
};

LB_INLINE wide_bytes lb_bytes_beside(const global uchar *bytes, const struct place p, const int cx,
                                     const int cy, const int cz)
{
    return lb_bytes_at(bytes, LB_AT(p, cx, cy, cz));
}

/* Lanes of the vector at (cx, cy, cz) from p turned to those of p. */
LB_INLINE wide_bytes lb_bytes_home(const wide_bytes bytes, const struct place p, const int cx,
                                   const int cy, const int cz)
{
    const int along = LB_ALONG_LANES(cx, cy, cz);
    wide_flags w = lb_flags_of_bytes(bytes);
    if (LB_V > 1 && along > 0 && p.last) w = LB_FROM_NEXT_LANE(w);
    if (LB_V > 1 && along < 0 && p.first) w = LB_FROM_PREVIOUS_LANE(w);
    return lb_bytes_of_flags(w);
}

/* Whether some cells have exponents from elsewhere: beside walls, boundaries, gas and sheets. */
#define LB_HAS_ELSEWHERE (LB_HAS_SOLID || LB_HAS_SURFACE || LB_MADE_FOR > 0)

LB_INLINE wide_bytes lb_exponents_across(const wide_bytes from, const wide_bytes own,
                                         const wide_bytes made, const wide_flags here,
                                         const wide_flags there)
{
    const wide_flags is_boundary = there & there >> (uchar)1 & (uchar)LB_CELL_SOLID;
    const wide_flags is_made =
        (there & (uchar)LB_MADE_BY) | is_boundary | (here & (uchar)LB_MADE_FOR);
    const wide_flags known = (there & (uchar)LB_CELL_SOLID) != (wide_flags)(0)
                                 ? lb_flags_of_bytes(own)
                                 : lb_flags_of_bytes(from);
    return lb_bytes_of_flags(is_made != (wide_flags)(0) ? lb_flags_of_bytes(made) : known);
}

/* As they are there: nothing waits for them before populations are asked for, too. */
LB_INLINE void lb_load_exponents(struct exponents *e, const global LB_CODE *f,
                                 const global uchar *flags, const struct place p, const uint parity)
{
    const ulong plane = 1ul - parity;
#define LOAD(i, cx, cy, cz) e->from[i] = lb_exponents_at(f, plane, lb_spot(p, cx, cy, cz));
#define REST(numerator, denominator) LOAD(0, 0, 0, 0)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    LOAD(i, -(cx), -(cy), -(cz))                    \
    LOAD(i + 1, cx, cy, cz)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef LOAD
    e->flags = e->from[0];
    if (LB_HAS_ELSEWHERE) e->flags = lb_bytes_beside(flags, p, 0, 0, 0);
}

LB_INLINE void lb_arrange_exponents(struct exponents *e, const global LB_CODE *f,
                                    const global uchar *flags, const struct place p)
{
    if (LB_V > 1 && (p.first || p.last)) {
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                 \
    e->from[i] = lb_bytes_home(e->from[i], p, -(cx), -(cy), -(cz)); \
    e->from[i + 1] = lb_bytes_home(e->from[i + 1], p, cx, cy, cz);
        LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    }
    if (!LB_HAS_ELSEWHERE) return;
    const uchar beside =
        LB_CELL_NEAR_SOLID | (LB_HAS_SURFACE ? LB_CELL_INTERFACE : 0) | LB_MADE_FOR;
    const wide_flags here = lb_flags_of_bytes(e->flags);
    if (!lb_any_with(here, beside)) return;
    wide_bytes made = e->from[0];
    if (LB_HAS_MADE) made = lb_exponents_at(f, LB_MADE, lb_spot(p, 0, 0, 0));
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                               \
    e->from[i] = lb_exponents_across(                                                             \
        e->from[i], e->from[0], made, here,                                                       \
        lb_flags_of_bytes(lb_bytes_home(lb_bytes_beside(flags, p, -(cx), -(cy), -(cz)), p, -(cx), \
                                        -(cy), -(cz))));                                          \
    e->from[i + 1] = lb_exponents_across(                                                         \
        e->from[i + 1], e->from[0], made, here,                                                   \
        lb_flags_of_bytes(lb_bytes_home(lb_bytes_beside(flags, p, cx, cy, cz), p, cx, cy, cz)));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Of what comes from beyond a cut, or from a wall or boundary there: n is of the halo. */
LB_INLINE uchar lb_exponent_across(const global LB_CODE *f, const global uchar *flags,
                                   const LB_INDEX n, const uchar here, const uchar own,
                                   const uchar made)
{
    if ((here & LB_MADE_FOR) != 0) return made;
    const uchar there = LB_HAS_SOLID | LB_HAS_SURFACE ? flags[n] : (uchar)0;
    if (LB_HAS_MADE && (LB_IS_BOUNDARY(there) || (there & LB_MADE_BY) != 0)) return made;
    if ((there & LB_CELL_SOLID) != 0) return own;
    return f[LB_HALO_EXPONENTS + (n - LB_PLACES)];
}

union lanes_of_bytes {
    wide_flags all;
    uchar lane[LB_V];
};

/* Lanes beside cuts, of which memory has the cells at the other end for neighbours; they are few. */
LB_INLINE void lb_exponents_beyond(struct exponents *e, const global LB_CODE *f,
                                   const global uchar *flags, const LB_INDEX vector)
{
    union lanes_of_bytes from[LB_Q], made, here;
    if (!lb_has_cells_beside_cuts(vector)) return;
    made.all = (wide_flags)(0);
    if (LB_HAS_MADE)
        made.all =
            lb_flags_of_bytes(lb_exponents_at(f, LB_MADE, lb_spot(lb_place(vector), 0, 0, 0)));
    here.all = lb_flags_of_bytes(e->flags);
    for (int i = 0; i < LB_Q; i++)
        from[i].all = lb_flags_of_bytes(e->from[i]);
#pragma unroll 1
    for (uint lane = 0; lane < LB_V; lane++) {
        const struct cell c = lb_cell_at(vector * LB_V + lane);
#define ACROSS(i, cx, cy, cz)                                                             \
    if (lb_cuts_crossed(c, cx, cy, cz) != 0)                                              \
        from[i].lane[lane] =                                                              \
            lb_exponent_across(f, flags, lb_neighbour_at(c, cx, cy, cz), here.lane[lane], \
                               from[0].lane[lane], made.lane[lane]);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    ACROSS(i, -(cx), -(cy), -(cz))                  \
    ACROSS(i + 1, cx, cy, cz)
        LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef ACROSS
    }
    for (int i = 1; i < LB_Q; i++)
        e->from[i] = lb_bytes_of_flags(from[i].all);
}

/* Of the cells that population i of piece k comes from. */
LB_INLINE power lb_scale_from(const struct exponents *e, const int i, const int k)
{
    return LB_POWERS_OF_PIECE(e->from[i], k);
}

/* Chooses the exponent of piece k's cells, and returns its inverse scale. */
LB_INLINE real lb_share_exponent(struct exponents *e, const real *h, const int k)
{
    const LB_VECTOR(uint) exponent = lb_exponent_of(h);
    LB_SET_BYTES_PIECE(e->own, k, LB_CONVERT(uchar)(exponent << 2u))
    return lb_inverse_scale_of(exponent);
}

LB_INLINE void lb_send_exponents(const struct exponents *e, global LB_CODE *f, const struct place p,
                                 const uint parity)
{
    lb_set_exponents(f, parity, lb_spot(p, 0, 0, 0), e->own);
}
#else
/* --- single cells ------------------------------------------------------------------------------- */

/* Where that of cell n is; the halo has no planes. */
LB_INLINE ulong lb_exponent_byte(const uint plane, const LB_INDEX n)
{
    if (LB_HALO > 0 && n >= LB_PLACES) return LB_HALO_EXPONENTS + (n - LB_PLACES);
    return LB_EXPONENT_PLANE(plane) + lb_place_of_exponent(n);
}

/* As its byte. */
LB_INLINE uint lb_exponent_at(const global LB_CODE *f, const uint plane, const LB_INDEX n)
{
    return f[lb_exponent_byte(plane, n)];
}

/* Of a cell of the halo. */
LB_INLINE void lb_set_exponent_byte(global LB_CODE *f, const LB_INDEX n, const uint byte)
{
    f[lb_exponent_byte(0, n)] = (uchar)byte;
}

LB_INLINE power lb_scale_of(const uint byte)
{
    return lb_power_of_bytes((uchar)byte);
}

LB_INLINE void lb_set_exponent(global LB_CODE *f, const uint plane, const LB_INDEX n,
                               const uint exponent)
{
    f[LB_EXPONENT_PLANE(plane) + lb_place_of_exponent(n)] = (uchar)(exponent << 2u);
}
#endif
