/* second_order.cl - the equilibrium of second order in the velocity, right on lattices of
 * fourth-order isotropy:
 * f_i^eq = w_i rho (B^2/2 + B + C/2) + w_i (rho - 1) with B = c_i.u/c^2 and C = -u.u/c^2, the last
 * term being w_i rho without shift (Lehmann et al. 2022, eq. 3).
 * SPDX-License-Identifier: MIT */

/* What all directions share. */
struct equilibrium {
    real base; /* rho - 1, or rho without shift */
    real rho;
    real bx, by, bz; /* u / c^2 */
    real c;          /* -u.u / c^2 */
};

LB_INLINE struct equilibrium lb_equilibrium(const struct moments m)
{
    const real per_cs2 = (real)((scalar)1 / (scalar)LB_CS2);
    struct equilibrium e;
    e.base = LB_SHIFT ? m.excess : m.rho;
    e.rho = m.rho;
    e.bx = m.ux * per_cs2;
    e.by = m.uy * per_cs2;
    e.bz = m.uz * per_cs2;
    e.c = -fma(m.ux, e.bx, fma(m.uy, e.by, m.uz * e.bz));
    return e;
}

/* S f^eq of the rest direction and of one pair; `weight` may have a factor (a relaxation rate). */
LB_INLINE real lb_equilibrium_rest(const struct equilibrium e, const scalar weight)
{
    return weight * fma((scalar)0.5 * e.rho, e.c, e.base);
}

/* The part that a pair's two populations share, and the one that has opposite signs in them. */
LB_INLINE real lb_equilibrium_even(const struct equilibrium e, const int cx, const int cy,
                                   const int cz, const scalar weight)
{
    const real b = lb_dot(cx, cy, cz, e.bx, e.by, e.bz);
    return fma((scalar)0.5 * (weight * e.rho), fma(b, b, e.c), weight * e.base);
}

LB_INLINE real lb_equilibrium_odd(const struct equilibrium e, const int cx, const int cy,
                                  const int cz, const scalar weight)
{
    return weight * e.rho * lb_dot(cx, cy, cz, e.bx, e.by, e.bz);
}

LB_INLINE void lb_equilibrium_pair(const struct equilibrium e, const int cx, const int cy,
                                   const int cz, const scalar weight, real *along, real *against)
{
    const real b = lb_dot(cx, cy, cz, e.bx, e.by, e.bz);
    const real a = weight * e.rho;
    const real even = lb_equilibrium_even(e, cx, cy, cz, weight);
    *along = fma(a, b, even);
    *against = fma(-a, b, even);
}
