/* streaming.cl - how a vector of cells collects its populations and sends them on.  Where each
 * population is, the chosen file of stream/ says.
 * SPDX-License-Identifier: MIT */

/* The vector of slot `slot` at (cx, cy, cz) from p, lanes as in memory. */
LB_INLINE wide lb_read(const global LB_CODE *f, const slot_number slot, const struct place p,
                       const int cx, const int cy, const int cz)
{
    return lb_codes_at(f, slot, lb_spot(p, cx, cy, cz));
}

/* All loads are issued before the first lane is moved: their latencies overlap.  Lanes move at the
 * border of a slab only, which is the same for a whole work-group where the lane axis is z. */
LB_INLINE void lb_collect(wide *w, const global LB_CODE *f, const struct place p,
                          const slot_number parity)
{
#define REST(numerator, denominator) w[0] = lb_read(f, 0, p, 0, 0, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                        \
    w[i] = lb_read(f, LB_LOAD_SLOT(i, parity), p, LB_LOAD_AT * (cx), LB_LOAD_AT * (cy),    \
                   LB_LOAD_AT * (cz));                                                     \
    w[i + 1] = lb_read(f, LB_LOAD_OPPOSITE_SLOT(i, parity), p, LB_LOAD_OPPOSITE_AT * (cx), \
                       LB_LOAD_OPPOSITE_AT * (cy), LB_LOAD_OPPOSITE_AT * (cz));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    if (LB_V == 1 || !(p.first || p.last)) return;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                  \
    LB_CODES_HOME(w[i], p, LB_LOAD_AT *(cx), LB_LOAD_AT *(cy), LB_LOAD_AT *(cz))     \
    LB_CODES_HOME(w[i + 1], p, LB_LOAD_OPPOSITE_AT *(cx), LB_LOAD_OPPOSITE_AT *(cy), \
                  LB_LOAD_OPPOSITE_AT *(cz))
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE void lb_write(global LB_CODE *f, const slot_number slot, const struct place p,
                        const int cx, const int cy, const int cz, const wide w)
{
    lb_set_codes(f, slot, lb_spot(p, cx, cy, cz), w);
}

/* Lanes first, then all stores together. */
LB_INLINE void lb_turn_out(wide *w, const struct place p)
{
    if (LB_V == 1 || !(p.first || p.last)) return;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                   \
    LB_CODES_OUT(w[i], p, LB_STORE_AT *(cx), LB_STORE_AT *(cy), LB_STORE_AT *(cz))    \
    LB_CODES_OUT(w[i + 1], p, LB_STORE_OPPOSITE_AT *(cx), LB_STORE_OPPOSITE_AT *(cy), \
                 LB_STORE_OPPOSITE_AT *(cz))
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* The parity with which population i - 1 or i + 1 is stored that bounces back from a wall as population
 * i. */
#define LB_PARITY_OUT(parity, link, i) (LB_IN_PLACE ? (parity) ^ ((link) >> (i)&1u) : (parity))

/* `link`: vector_word.h. */
LB_INLINE void lb_send(const wide *w, global LB_CODE *f, const struct place p,
                       const slot_number parity, const uint link)
{
#define REST(numerator, denominator) lb_write(f, 0, p, 0, 0, 0, w[0]);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    lb_write(f, LB_STORE_SLOT(i, LB_PARITY_OUT(parity, link, i + 1)), p, LB_STORE_AT *(cx),      \
             LB_STORE_AT *(cy), LB_STORE_AT *(cz), w[i]);                                        \
    lb_write(f, LB_STORE_OPPOSITE_SLOT(i, LB_PARITY_OUT(parity, link, i)), p,                    \
             LB_STORE_OPPOSITE_AT *(cx), LB_STORE_OPPOSITE_AT *(cy), LB_STORE_OPPOSITE_AT *(cz), \
             w[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
