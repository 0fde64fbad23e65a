/* vectors.cl - how a vector of cells collects the populations of its temperature, rounds them and sends them on: in
 * the slots, and with the parity, that streaming.cl has for the flow's.
 * SPDX-License-Identifier: MIT */

LB_INLINE void lb_collect_heat(wide *w, const global LB_CODE *f, const struct place p,
                               const slot_number parity)
{
    LB_HEAT_LATTICE(LB_COLLECT_REST, LB_COLLECT_PAIR);
    if (LB_V == 1 || !(p.first || p.last)) return;
    LB_HEAT_LATTICE(LB_NO_REST, LB_HOME_PAIR);
}

/* Walls turn what is sent into them behind the step. */
LB_INLINE void lb_send_heat(wide *w, global LB_CODE *f, const struct place p,
                            const slot_number parity)
{
    const uint link = 0;
    if (LB_V > 1 && (p.first || p.last)) {
        LB_HEAT_LATTICE(LB_NO_REST, LB_OUT_PAIR);
    }
    LB_HEAT_LATTICE(LB_SEND_REST, LB_SEND_PAIR);
}

LB_INLINE void lb_decode_heat(real *h, const wide *w, const int k)
{
    LB_HEAT_LATTICE(LB_DECODE_REST, LB_DECODE_PAIR);
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
