/* weights.cl - the weights of a velocity set times a share of relaxation, as floating-point numbers
 * that add up exactly: fl(rate fl(w_i)) do not, and what is missing or too much would be a source of
 * mass or momentum of the same sign in all cells and steps.
 * All are multiples of one last place, that of the power of two below the share times 2^-24 (2^-53 in
 * double), which they can be without rounding as all are smaller than this power; the resting
 * population, or along an axis the directions with no other component, takes what is left.
 * Products and sums, each exact, and no fma: NVIDIA's assembler computes those of constants at run time.
 * SPDX-License-Identifier: MIT */

/* S x, of an x that is less than a quarter of the power of two below `share`, to a multiple of the last place. */
LB_INLINE real lb_on_grid(const real x, const real share)
{
#if LB_ARITHMETIC_FP64
    const real power = LB_AS(double)(LB_AS(long)(share) & 0x7FF0000000000000l);
#else
    const real power = LB_AS(float)(LB_AS(int)(share) & 0x7F800000);
#endif
    const real far = (scalar)0.75 * power;
    return (scalar)LB_STORAGE_SCALE * ((x + far) - far);
}

/* Of the even part of a pair, times S: with the rest's they add up to S share.  `weight` is S w_i. */
LB_INLINE real lb_even_weight(const real share, const scalar weight)
{
    return lb_on_grid(share * (weight * (scalar)LB_UNSCALE), share);
}

LB_INLINE real lb_rest_weight(const real share)
{
    real left = (scalar)LB_STORAGE_SCALE * share;
#define SUM(numerator, denominator, pairs, diagonals) \
    left -= (scalar)(2 * (pairs)) * lb_even_weight(share, LB_WEIGHT(numerator, denominator));
    LB_WEIGHT_SUMS(SUM)
#undef SUM
    return left;
}

/* Of the odd part, times S: sum_i c_ix c_ix W_i = S share, the sum over both directions of all pairs;
 * near S share w_i / c^2. */
LB_INLINE real lb_diagonal_weight(const real share, const scalar weight)
{
    return lb_on_grid(share * (weight * ((scalar)LB_UNSCALE * (scalar)LB_PER_CS2)), share);
}

LB_INLINE real lb_odd_weight(const real share, const int cx, const int cy, const int cz,
                             const scalar weight)
{
    if (cx * cx + cy * cy + cz * cz > 1) return lb_diagonal_weight(share, weight);
    real left = (scalar)LB_STORAGE_SCALE * share;
#define SUM(numerator, denominator, pairs, diagonals) \
    if ((diagonals) > 0)                              \
        left -= (scalar)(2 * (diagonals)) *           \
                lb_diagonal_weight(share, LB_WEIGHT(numerator, denominator));
    LB_WEIGHT_SUMS(SUM)
#undef SUM
    return (scalar)0.5 * left;
}
