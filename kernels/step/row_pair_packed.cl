/* row_pair_packed.cl - two vectors of a row side by side where a format converts them together: their
 * lanes are mixed as in storage/avx2/avx2.cl;
 * row_pair.cl where that needs what the device has not.
 * SPDX-License-Identifier: MIT */
#ifdef LB_CODES_OF_TWO

/* Pairs begin at any vector. */
typedef chunks __attribute__((aligned(sizeof(chunk)))) chunks_of_row;

LB_INLINE void lb_take_two(const global LB_CODE *at, const int along, const int end, real *p,
                           real *q)
{
    LB_FETCH_AHEAD(at);
    const chunks w = *(const global chunks_of_row *)at;
    lb_decode_two((chunks)(lb_turned_in(w.lo, along, end), lb_turned_in(w.hi, along, end)), p, q);
    lb_keep_order(p, q);
}

LB_INLINE void lb_give_two(global LB_CODE *at, const int along, const int end, real p, real q,
                           const struct noise of_p, const struct noise of_q)
{
    lb_keep_order(&p, &q);
    const chunks w = lb_encode_two(p, q, of_p, of_q);
    *(global chunks_of_row *)at =
        (chunks)(lb_turned_out(w.lo, along, end), lb_turned_out(w.hi, along, end));
}

#define LB_TAKE_TWO(SLOT, i, at, cx, cy, cz, k)                                      \
    lb_take_two(LB_ADDRESS(from, c, SLOT, i, (at) * (cx), (at) * (cy), (at) * (cz)), \
                LB_ALONG_LANES((at) * (cx), (at) * (cy), (at) * (cz)), end, p + (k), q + (k))
#define LB_GIVE_TWO(SLOT, i, at, cx, cy, cz, k)                                         \
    lb_give_two(LB_ADDRESS(to, c, SLOT, i, (at) * (cx), (at) * (cy), (at) * (cz)),      \
                LB_ALONG_LANES((at) * (cx), (at) * (cy), (at) * (cz)), end, p[k], q[k], \
                lb_noise_of(noise_p, k), lb_noise_of(noise_q, k))

LB_INLINE bool lb_advance_two(const struct row from, const struct row to, const uint k,
                              const int end, const struct row_place place)
{
    const struct column c = lb_column(k);
    real p[LB_Q], q[LB_Q];
#define REST(numerator, denominator) LB_TAKE_TWO(LB_SLOT_OF_REST, 0, 0, 0, 0, 0, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator)          \
    LB_TAKE_TWO(LB_LOAD_SLOT, i, LB_LOAD_AT, cx, cy, cz, i); \
    LB_TAKE_TWO(LB_LOAD_OPPOSITE_SLOT, i, LB_LOAD_OPPOSITE_AT, cx, cy, cz, i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    const struct force acting = lb_body_force(place.drive);
    struct moments m = lb_moments(p, acting), n = lb_moments(q, acting);
    if (!lb_is_positive(m.rho) || !lb_is_positive(n.rho)) return false;
    lb_limit_speed(&m);
    lb_limit_speed(&n);
    const real sponge = lb_sponge(lb_vector_of_row(place, k), 0);
    const real next = lb_sponge(lb_vector_of_row(place, k + 1), 0);
    m.damping = (real)(sponge.lo, next.lo);
    n.damping = (real)(sponge.hi, next.hi);
    m.law = n.law = place.law;
    const struct collision of_p = lb_collision(p, m), of_q = lb_collision(q, n);
    struct noise noise_p, noise_q;
    lb_mix_noise(lb_noise_at(place, k), lb_noise_at(place, k + 1), &noise_p, &noise_q);
#define REST(numerator, denominator)                             \
    lb_collide_rest(of_p, LB_WEIGHT(numerator, denominator), p); \
    lb_collide_rest(of_q, LB_WEIGHT(numerator, denominator), q); \
    LB_GIVE_TWO(LB_SLOT_OF_REST, 0, 0, 0, 0, 0, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                         \
    lb_collide_pair(of_p, cx, cy, cz, LB_WEIGHT(numerator, denominator), p + i, p + i + 1); \
    lb_collide_pair(of_q, cx, cy, cz, LB_WEIGHT(numerator, denominator), q + i, q + i + 1); \
    LB_GIVE_TWO(LB_STORE_SLOT, i, LB_STORE_AT, cx, cy, cz, i);                              \
    LB_GIVE_TWO(LB_STORE_OPPOSITE_SLOT, i, LB_STORE_OPPOSITE_AT, cx, cy, cz, i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return true;
}
#else
#include "step/row_pair.cl"
#endif
