/* populations.cl - the populations of single cells: those a cell will find, and those it sent.
 * Where each of them is, the chosen file of stream/ says; streaming.cl does the same for vectors.
 * SPDX-License-Identifier: MIT */

LB_INLINE ulong lb_slot(const uint slot, const struct cell c, const int times, const int cx,
                        const int cy, const int cz)
{
    return (ulong)slot * LB_STRIDE + lb_index(lb_neighbour(c, times * cx, times * cy, times * cz));
}

/* Flags of the neighbour at (cx, cy, cz), or 0 where no neighbour is special. */
LB_INLINE uchar lb_neighbour_flags(const global uchar *flags, const struct cell c, const uchar here,
                                   const int cx, const int cy, const int cz)
{
    if (!LB_HAS_SOLID || (here & LB_CELL_NEAR_SOLID) == 0) return 0;
    return flags[lb_index(lb_neighbour(c, cx, cy, cz))];
}

/* 2 S w (c . u_wall) / c^2 of a moving wall at (cx, cy, cz). */
LB_INLINE real lb_wall_term(const global scalar *prescribed, const struct cell c, const int cx,
                            const int cy, const int cz, const scalar weight)
{
    const LB_INDEX wall = lb_index(lb_neighbour(c, cx, cy, cz));
    return ((scalar)2 * weight / (scalar)LB_CS2) *
           lb_dot(cx, cy, cz, prescribed[LB_PRESCRIBED(1) + wall],
                  prescribed[LB_PRESCRIBED(2) + wall],
                  LB_D == 3 ? prescribed[LB_PRESCRIBED(3) + wall] : (scalar)0);
}

/* The populations that the next step, of parity `parity`, will find at cell c; those that come out
 * of walls are there already. */
LB_INLINE void lb_gather(real *h, const global LB_CODE *f, const global uchar *flags,
                         const global scalar *prescribed, const struct cell c, const uchar here,
                         const uint parity)
{
#define REST(numerator, denominator) h[0] = lb_decode(f[lb_index(c)]);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                             \
    {                                                                                           \
        const uchar behind =                                                                    \
            LB_HAS_MOVING ? lb_neighbour_flags(flags, c, here, -(cx), -(cy), -(cz)) : (uchar)0; \
        const uchar ahead =                                                                     \
            LB_HAS_MOVING ? lb_neighbour_flags(flags, c, here, cx, cy, cz) : (uchar)0;          \
        h[i] = lb_decode(f[lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT, cx, cy, cz)]);       \
        h[i + 1] = lb_decode(                                                                   \
            f[lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c, LB_LOAD_OPPOSITE_AT, cx, cy, cz)]);  \
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
#define LB_SENT_SLOT(i, parity, c, cx, cy, cz) \
    lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT + 1, cx, cy, cz)
#define LB_SENT_OPPOSITE_SLOT(i, parity, c, cx, cy, cz) \
    lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c, LB_LOAD_OPPOSITE_AT - 1, cx, cy, cz)

LB_INLINE void lb_sent(real *h, const global LB_CODE *f, const struct cell c, const uint parity)
{
#define REST(numerator, denominator) h[0] = lb_decode(f[lb_index(c)]);
#define PAIR(i, cx, cy, cz, numerator, denominator)              \
    h[i] = lb_decode(f[LB_SENT_SLOT(i, parity, c, cx, cy, cz)]); \
    h[i + 1] = lb_decode(f[LB_SENT_OPPOSITE_SLOT(i, parity, c, cx, cy, cz)]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
