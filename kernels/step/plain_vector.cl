/* plain_vector.cl - a step of one memory vector in which there is nothing but fluid; any_vector.cl has
 * the step with walls and all else.
 * SPDX-License-Identifier: MIT */

/* What the kernel gets. */
struct step {
    const global LB_CODE *from;
    global LB_CODE *to;
    global uint *alarm;
    uint step;
    ulong noise_keys;
    const global scalar *drive, *law;
};
#define LB_STEP_ARGUMENTS                                                                          \
    const global LB_CODE *restrict from, global LB_CODE *restrict to, global uint *restrict alarm, \
        const uint step, const ulong noise_keys, const global scalar *restrict drive,              \
        const global scalar *restrict law
#define LB_STEP                                       \
    {                                                 \
        from, to, alarm, step, noise_keys, drive, law \
    }

/* What rows.cl asks of any vector. */
#define lb_limit_speed(m)
#define lb_sponge(vector, k) ((real)(0))
#define lb_is_plain(s, vector) true

LB_INLINE void lb_decode_piece(real *h, const wide *w, const int k)
{
    LB_LATTICE(LB_DECODE_REST, LB_DECODE_PAIR);
}

LB_INLINE void lb_encode_piece(wide *w, const real *h, const int k, const struct noise n)
{
    LB_LATTICE(LB_ENCODE_REST, LB_ENCODE_PAIR);
}

/* What a step makes of the cells of piece k: from what they found to what they send. */
LB_INLINE void lb_update_piece(wide *w, const struct step s, const LB_INDEX vector, const int k)
{
    real h[LB_Q];
    lb_decode_piece(h, w, k);
    struct moments m = lb_moments(h, lb_body_force(s.drive));
    m.law = s.law;
    if (!lb_is_positive(m.rho)) lb_raise_alarm(s.alarm, LB_ALARM_DENSITY, s.step);
    lb_collide(h, m);
    const struct noise n = lb_noise(lb_vector_at(vector), k, s.noise_keys);
    lb_encode_piece(w, h, k, lb_noise_if_finite(n, h[0]));
}

/* Advances the cells of one memory vector by a step: read, collide, write. */
LB_INLINE void lb_step_vector(const struct step s, const LB_INDEX vector)
{
    const uint parity = s.step & 1u;
    struct place at = lb_place(vector);
    wide w[LB_Q];
    lb_collect(w, LB_IN_PLACE ? s.to : s.from, at, parity);
#define UPDATE(k) lb_update_piece(w, s, vector, k);
    LB_FOR_PIECES(UPDATE)
#undef UPDATE
#ifdef LB_FORGET
    /* worked out once more: kept since the loads, it would take registers from the arithmetic */
    LB_INDEX again = vector;
    LB_FORGET(again)
    at = lb_place(again);
#endif
    lb_turn_out(w, at);
    lb_send(w, s.to, at, parity, 0);
}
