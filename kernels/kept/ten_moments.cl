/* ten_moments.cl - what a cell keeps from one step to the next: ten moments of the populations that it
 * will find (six in two dimensions), times S.
 * h[0] = sum f_i (less 1 where LB_SHIFT), then the momentum sum c_i f_i, then the six second moments
 * sum f_i (c_ia c_ib - c^2 delta_ab) in the order xx, yy, xy, zz, yz, xz.
 * Of codes of 16 bits that are rounded to nearest there are six: density and momentum change by less than
 * half of their last place in a step, and would not change at all; they are floats.
 * docs/theory/moments.md
 * SPDX-License-Identifier: MIT */
#include "core/products.cl"

#define LB_CONSERVED (1 + LB_D)
#define LB_KEPT (LB_D == 3 ? 10 : 6)
#define LB_CONSERVED_ARE_FLOATS (LB_CODE_BITS == 16 && LB_ROUNDS_TO_NEAREST)
/* In codes, of which a float takes two. */
#define LB_KEPT_CODES (LB_KEPT + (LB_CONSERVED_ARE_FLOATS ? LB_CONSERVED : 0))

/* A loop would keep the numbers in memory. */
#if LB_D == 3
#define LB_FOR_KEPT(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9)
#else
#define LB_FOR_KEPT(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#endif

LB_INLINE struct conserved lb_kept_conserved(const real *h)
{
    const struct conserved s = {h[0], h[1], h[2], LB_D == 3 ? h[3] : LB_NOTHING};
    return s;
}

/* Less c^2 times the density along the diagonal. */
LB_INLINE struct stress lb_kept_products(const real *h)
{
    const real *p = h + LB_CONSERVED;
    const real none = LB_NOTHING;
    const struct stress s = {p[0],
                             p[1],
                             LB_D == 3 ? p[3] : none,
                             p[2],
                             LB_D == 3 ? p[4] : none,
                             LB_D == 3 ? p[5] : none};
    return s;
}

LB_INLINE void lb_set_kept(real *kept, const struct conserved s, const struct stress p)
{
    const real cs2 = (real)((scalar)LB_CS2);
    real *stresses = kept + LB_CONSERVED;
    kept[0] = s.all;
    kept[1] = s.x;
    kept[2] = s.y;
    stresses[0] = fma(-cs2, s.all, p.xx);
    stresses[1] = fma(-cs2, s.all, p.yy);
    stresses[2] = p.xy;
    if (LB_D == 2) return;
    kept[3] = s.z;
    stresses[3] = fma(-cs2, s.all, p.zz);
    stresses[4] = p.yz;
    stresses[5] = p.xz;
}

/* The moments of populations. */
LB_INLINE void lb_keep(real *kept, const real *h)
{
    lb_set_kept(kept, lb_conserved(h), lb_products(h));
}

#include "slot/kept_order"
