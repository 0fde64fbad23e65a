/* streaming.cl - how a vector of cells collects its populations and sends them on.  Where each
 * population is, the chosen file of stream/ says.
 * SPDX-License-Identifier: MIT */

/* The vector of slot `slot` at (cx, cy, cz) from p, lanes as in memory. */
LB_INLINE wide lb_read(const global LB_CODE *f, const slot_number slot, const struct place p,
                       const int cx, const int cy, const int cz)
{
    return lb_codes_at(f, slot, lb_spot(p, cx, cy, cz));
}

/* --- rows of a set of populations ---------------------------------------------------------------
 * For any lattice's table, the flow's and a temperature's: words w of the vector at p, populations f in memory,
 * `parity`; lanes of words home and out; `link` of vector_word.h; numbers h of piece k. */

#define LB_NO_REST(numerator, denominator)
#define LB_COLLECT_REST(numerator, denominator) w[0] = lb_read(f, 0, p, 0, 0, 0);
#define LB_COLLECT_PAIR(i, cx, cy, cz, numerator, denominator)                             \
    w[i] = lb_read(f, LB_LOAD_SLOT(i, parity), p, LB_LOAD_AT * (cx), LB_LOAD_AT * (cy),    \
                   LB_LOAD_AT * (cz));                                                     \
    w[i + 1] = lb_read(f, LB_LOAD_OPPOSITE_SLOT(i, parity), p, LB_LOAD_OPPOSITE_AT * (cx), \
                       LB_LOAD_OPPOSITE_AT * (cy), LB_LOAD_OPPOSITE_AT * (cz));
#define LB_HOME_PAIR(i, cx, cy, cz, numerator, denominator)                          \
    LB_CODES_HOME(w[i], p, LB_LOAD_AT *(cx), LB_LOAD_AT *(cy), LB_LOAD_AT *(cz))     \
    LB_CODES_HOME(w[i + 1], p, LB_LOAD_OPPOSITE_AT *(cx), LB_LOAD_OPPOSITE_AT *(cy), \
                  LB_LOAD_OPPOSITE_AT *(cz))
#define LB_OUT_PAIR(i, cx, cy, cz, numerator, denominator)                            \
    LB_CODES_OUT(w[i], p, LB_STORE_AT *(cx), LB_STORE_AT *(cy), LB_STORE_AT *(cz))    \
    LB_CODES_OUT(w[i + 1], p, LB_STORE_OPPOSITE_AT *(cx), LB_STORE_OPPOSITE_AT *(cy), \
                 LB_STORE_OPPOSITE_AT *(cz))
/* The parity with which population i - 1 or i + 1 is stored that bounces back from a wall as population
 * i. */
#define LB_PARITY_OUT(parity, link, i) (LB_IN_PLACE ? (parity) ^ ((link) >> (i)&1u) : (parity))
#define LB_SEND_REST(numerator, denominator) lb_write(f, 0, p, 0, 0, 0, w[0]);
#define LB_SEND_PAIR(i, cx, cy, cz, numerator, denominator)                                      \
    lb_write(f, LB_STORE_SLOT(i, LB_PARITY_OUT(parity, link, i + 1)), p, LB_STORE_AT *(cx),      \
             LB_STORE_AT *(cy), LB_STORE_AT *(cz), w[i]);                                        \
    lb_write(f, LB_STORE_OPPOSITE_SLOT(i, LB_PARITY_OUT(parity, link, i)), p,                    \
             LB_STORE_OPPOSITE_AT *(cx), LB_STORE_OPPOSITE_AT *(cy), LB_STORE_OPPOSITE_AT *(cz), \
             w[i + 1]);
#define LB_DECODE_REST(numerator, denominator) h[0] = lb_decode(LB_CODES_PIECE(w[0], k));
#define LB_DECODE_PAIR(i, cx, cy, cz, numerator, denominator) \
    h[i] = lb_decode(LB_CODES_PIECE(w[i], k));                \
    h[i + 1] = lb_decode(LB_CODES_PIECE(w[i + 1], k));
#define LB_ENCODE(i) LB_SET_CODES_PIECE(w[i], k, lb_encode(h[i], lb_noise_of(n, i)))
#define LB_ENCODE_REST(numerator, denominator) LB_ENCODE(0)
#define LB_ENCODE_PAIR(i, cx, cy, cz, numerator, denominator) LB_ENCODE(i) LB_ENCODE(i + 1)

/* --- the flow's --------------------------------------------------------------------------------- */

/* All loads are issued before the first lane is moved: their latencies overlap.  Lanes move at the
 * border of a slab only, which is the same for a whole work-group where the lane axis is z. */
LB_INLINE void lb_collect(wide *w, const global LB_CODE *f, const struct place p,
                          const slot_number parity)
{
    LB_LATTICE(LB_COLLECT_REST, LB_COLLECT_PAIR);
    if (LB_V == 1 || !(p.first || p.last)) return;
    LB_LATTICE(LB_NO_REST, LB_HOME_PAIR);
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
    LB_LATTICE(LB_NO_REST, LB_OUT_PAIR);
}

LB_INLINE void lb_send(const wide *w, global LB_CODE *f, const struct place p,
                       const slot_number parity, const uint link)
{
    LB_LATTICE(LB_SEND_REST, LB_SEND_PAIR);
}
