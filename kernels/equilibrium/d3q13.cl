/* d3q13.cl - the equilibrium that makes D3Q13 a fluid (d'Humieres, Bouzidi, Lallemand, Phys. Rev.
 * E 63, 066702 (2001)):
 * f_0^eq = rho (1 - u^2) / 2, f_i^eq = (rho/24) [1 + 3 c_i.u + 3 (c_i.u)^2 - 3 u_n^2], where u_n
 * is the component of u along the axis that c_i has no part in.  With the weights, w_i rho [...],
 * less w_i where
 * LB_SHIFT.
 * SPDX-License-Identifier: MIT */

#include "core/weights.cl"

/* What all directions share. */
struct equilibrium {
    real base; /* rho - 1, or rho without shift */
    real rho;
    real ux, uy, uz;
    real jx, jy, jz; /* rho u */
};

LB_INLINE struct equilibrium lb_equilibrium(const struct moments m)
{
    struct equilibrium e;
    e.base = LB_SHIFT ? m.excess : m.rho;
    e.rho = m.rho;
    e.ux = m.ux;
    e.uy = m.uy;
    e.uz = m.uz;
    e.jx = m.rho * m.ux;
    e.jy = m.rho * m.uy;
    e.jz = m.rho * m.uz;
    return e;
}

/* S f^eq of the rest direction and of one pair, times a share of relaxation: 1, or a rate. */
LB_INLINE real lb_equilibrium_rest(const struct equilibrium e, const real share)
{
    const real square = fma(e.ux, e.ux, fma(e.uy, e.uy, e.uz * e.uz));
    return lb_rest_weight(share) * fma(-e.rho, square, e.base);
}

/* The part that a pair's two populations share, and the one that has opposite signs in them; `weight`
 * is S w_i. */
LB_INLINE real lb_equilibrium_even(const struct equilibrium e, const int cx, const int cy,
                                   const int cz, const real share, const scalar weight)
{
    const real along = lb_dot(cx, cy, cz, e.ux, e.uy, e.uz);
    const real normal = cx == 0 ? e.ux : cy == 0 ? e.uy : e.uz;
    const real factor = lb_even_weight(share, weight);
    return fma((scalar)3 * (factor * e.rho), fma(along, along, -normal * normal), factor * e.base);
}

/* 3 w_i is 1/8: four pairs have a part along each axis, and the weights add up as they are. */
LB_INLINE real lb_equilibrium_odd(const struct equilibrium e, const int cx, const int cy,
                                  const int cz, const real share, const scalar weight)
{
    (void)weight;
    return share * ((scalar)0.125 * (scalar)LB_STORAGE_SCALE) *
           lb_dot(cx, cy, cz, e.jx, e.jy, e.jz);
}

LB_INLINE void lb_equilibrium_pair(const struct equilibrium e, const int cx, const int cy,
                                   const int cz, const real share, const scalar weight, real *along,
                                   real *against)
{
    const real even = lb_equilibrium_even(e, cx, cy, cz, share, weight);
    const real odd = lb_equilibrium_odd(e, cx, cy, cz, share, weight);
    *along = even + odd;
    *against = even - odd;
}
