/* vectors.cl - how a vector of cells collects the populations of its temperature, rounds them and sends them on: in
 * the slots, and with the parity, that streaming.cl has for the flow's.
 * SPDX-License-Identifier: MIT */

LB_INLINE void lb_collect_heat(wide *w, const global LB_CODE *g, const struct place p,
                               const slot_number parity)
{
#define REST(numerator, denominator) w[0] = lb_read(g, 0, p, 0, 0, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                        \
    w[i] = lb_read(g, LB_LOAD_SLOT(i, parity), p, LB_LOAD_AT * (cx), LB_LOAD_AT * (cy),    \
                   LB_LOAD_AT * (cz));                                                     \
    w[i + 1] = lb_read(g, LB_LOAD_OPPOSITE_SLOT(i, parity), p, LB_LOAD_OPPOSITE_AT * (cx), \
                       LB_LOAD_OPPOSITE_AT * (cy), LB_LOAD_OPPOSITE_AT * (cz));
    LB_HEAT_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    if (LB_V == 1 || !(p.first || p.last)) return;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                  \
    LB_CODES_HOME(w[i], p, LB_LOAD_AT *(cx), LB_LOAD_AT *(cy), LB_LOAD_AT *(cz))     \
    LB_CODES_HOME(w[i + 1], p, LB_LOAD_OPPOSITE_AT *(cx), LB_LOAD_OPPOSITE_AT *(cy), \
                  LB_LOAD_OPPOSITE_AT *(cz))
    LB_HEAT_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE void lb_send_heat(wide *w, global LB_CODE *g, const struct place p,
                            const slot_number parity)
{
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                   \
    LB_CODES_OUT(w[i], p, LB_STORE_AT *(cx), LB_STORE_AT *(cy), LB_STORE_AT *(cz))    \
    LB_CODES_OUT(w[i + 1], p, LB_STORE_OPPOSITE_AT *(cx), LB_STORE_OPPOSITE_AT *(cy), \
                 LB_STORE_OPPOSITE_AT *(cz))
    if (LB_V > 1 && (p.first || p.last)) {
        LB_HEAT_LATTICE(REST, PAIR)
    }
#undef REST
#undef PAIR
#define REST(numerator, denominator) lb_write(g, 0, p, 0, 0, 0, w[0]);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                \
    lb_write(g, LB_STORE_SLOT(i, parity), p, LB_STORE_AT *(cx), LB_STORE_AT *(cy), \
             LB_STORE_AT *(cz), w[i]);                                             \
    lb_write(g, LB_STORE_OPPOSITE_SLOT(i, parity), p, LB_STORE_OPPOSITE_AT *(cx),  \
             LB_STORE_OPPOSITE_AT *(cy), LB_STORE_OPPOSITE_AT *(cz), w[i + 1]);
    LB_HEAT_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE void lb_decode_heat(real *g, const wide *w, const int k)
{
#define REST(numerator, denominator) g[0] = lb_decode(LB_CODES_PIECE(w[0], k));
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    g[i] = lb_decode(LB_CODES_PIECE(w[i], k));      \
    g[i + 1] = lb_decode(LB_CODES_PIECE(w[i + 1], k));
    LB_HEAT_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

#if LB_ROUNDS_TO_NEAREST
#define LB_ENCODE_HEAT(i) LB_SET_CODES_PIECE(w[i], k, lb_encode(g[i], noise))
#else
/* The error of each population is taken from the next one, so that a cell's temperature is wrong by the last error
 * alone; the resting one, whose last place is the largest, is the first.  Each has a noise of its own, and none of
 * the flow's: what is rounded depends on the noise of the one before. */
#define LB_ENCODE_HEAT(i)                            \
    {                                                \
        const real number = g[i] - error;            \
        noise = lb_noise_again(noise);               \
        const chunk code = lb_encode(number, noise); \
        LB_SET_CODES_PIECE(w[i], k, code)            \
        error = lb_decode(code) - number;            \
    }
#endif

LB_INLINE void lb_encode_heat(wide *w, const real *g, const int k, struct noise noise)
{
    real error = (real)(0);
    (void)error;
#define REST(numerator, denominator) LB_ENCODE_HEAT(0)
#define PAIR(i, cx, cy, cz, numerator, denominator) LB_ENCODE_HEAT(i) LB_ENCODE_HEAT(i + 1)
    LB_HEAT_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
