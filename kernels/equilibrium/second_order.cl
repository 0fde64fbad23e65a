/* second_order.cl - the equilibrium of second order in the velocity, right on lattices of
 * fourth-order isotropy:
 * f_i^eq = w_i rho (B^2/2 + B + C/2) + w_i (rho - 1) with B = c_i.u/c^2 and C = -u.u/c^2, the last
 * term being w_i rho without shift (Lehmann et al. 2022, eq. 3).
 * SPDX-License-Identifier: MIT */

#include "core/weights.cl"

/* What all directions share. */
struct equilibrium {
    real jx, jy, jz; /* rho u */
    real bx, by, bz; /* u / (2 c^2) */
    real rest;       /* rho - 1, or rho without shift, + rho C/2 */
    int pushed;      /* with a force: its axes, as in struct force, */
    real gx, gy, gz; /* g of lb_pushed_equilibrium */
    real per_mass;   /* and 1/rho */
};

LB_INLINE struct equilibrium lb_equilibrium_with(const struct moments m)
{
    const real half_per_cs2 = (real)((scalar)0.5 * (scalar)LB_PER_CS2);
    struct equilibrium e;
    e.jx = m.jx;
    e.jy = m.jy;
    e.jz = m.jz;
    e.bx = m.ux * half_per_cs2;
    e.by = m.uy * half_per_cs2;
    e.bz = m.uz * half_per_cs2;
    const real square = fma(m.ux, e.bx, fma(m.uy, e.by, m.uz * e.bz));
    e.rest = fma(-m.rho, square, LB_SHIFT ? m.excess : m.rho);
    e.pushed = 0;
    e.gx = e.gy = e.gz = e.per_mass = (real)(0);
    return e;
}

/* Of density and velocity. */
LB_INLINE struct equilibrium lb_equilibrium(struct moments m)
{
    m.jx = m.rho * m.ux;
    m.jy = m.rho * m.uy;
    m.jz = m.rho * m.uz;
    return lb_equilibrium_with(m);
}

/* The equilibrium and the force of Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002),
 * F_i = w_i [(c_i.F - u.F)/c^2 + (c_i.u)(c_i.F)/c^4], in one for relaxation at a rate of which `share` is
 * 1/rate - 1/2: as F_i is the derivative of f_i^eq in u along F/rho and f_i^eq is quadratic in u,
 *   f_i^eq(u) + (1/rate - 1/2) F_i = f_i^eq(u + g/rho) - w_i [(c_i.g)^2/c^4 - g.g/c^2] / (2 rho)
 * with g = (1/rate - 1/2) F: of a force on all cells alike everything but 1/rho is a constant. */
LB_INLINE struct equilibrium lb_pushed_equilibrium(struct moments m, const real share)
{
    const real gx = share * m.fx, gy = share * m.fy, gz = share * m.fz;
    if (LB_IS_ALONG(m.pushed, 0)) {
        m.jx += gx;
        m.ux = fma(gx, m.per_mass, m.ux);
    }
    if (LB_IS_ALONG(m.pushed, 1)) {
        m.jy += gy;
        m.uy = fma(gy, m.per_mass, m.uy);
    }
    if (LB_IS_ALONG(m.pushed, 2)) {
        m.jz += gz;
        m.uz = fma(gz, m.per_mass, m.uz);
    }
    struct equilibrium e = lb_equilibrium_with(m);
    if (m.pushed == 0) return e;
    const real square = lb_power(m.pushed, gx, gy, gz, gx, gy, gz);
    e.rest = fma(((scalar)0.5 * (scalar)LB_PER_CS2) * square, m.per_mass, e.rest);
    e.pushed = m.pushed;
    e.gx = gx;
    e.gy = gy;
    e.gz = gz;
    e.per_mass = m.per_mass;
    return e;
}

/* S f^eq of the rest direction and of one pair, times a share of relaxation: 1, or a rate. */
LB_INLINE real lb_equilibrium_rest(const struct equilibrium e, const real share)
{
    return lb_rest_weight(share) * e.rest;
}

/* The part that has opposite signs in a pair's two populations, and the one that they share; `weight`
 * is S w_i. */
LB_INLINE real lb_equilibrium_odd(const struct equilibrium e, const int cx, const int cy,
                                  const int cz, const real share, const scalar weight)
{
    return lb_odd_weight(share, cx, cy, cz, weight) * lb_dot(cx, cy, cz, e.jx, e.jy, e.jz);
}

LB_INLINE real lb_equilibrium_even(const struct equilibrium e, const int cx, const int cy,
                                   const int cz, const real share, const scalar weight)
{
    const real b = lb_dot(cx, cy, cz, e.bx, e.by, e.bz);
    real rest = e.rest;
    if (lb_is_pushed(e.pushed, cx, cy, cz)) {
        const scalar factor = (scalar)-0.5 * (scalar)LB_PER_CS2 * (scalar)LB_PER_CS2;
        const real g = lb_push(e.pushed, cx, cy, cz, e.gx, e.gy, e.gz);
        rest = fma(factor * g * g, e.per_mass, rest);
    }
    return fma(lb_equilibrium_odd(e, cx, cy, cz, share, weight), b,
               lb_even_weight(share, weight) * rest);
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
