/* moments.cl - density and velocity of a cell.
 * Populations in registers are h_i = S f_i (S = LB_STORAGE_SCALE, a power of two; f_i shifted by
 * w_i where LB_SHIFT):
 * everything below is linear in h and in the weights, so the weights carry S and only the moments
 * divide by it.
 * SPDX-License-Identifier: MIT */

/* S times a weight: the host has divided. */
#define LB_WEIGHT(numerator, denominator) LB_WEIGHT_##numerator##_##denominator

struct moments {
    real excess; /* rho - 1 */
    real rho;
    real jx, jy, jz;          /* momentum, for the collision: with half the force (Guo) */
    real ux, uy, uz;          /* velocity: likewise */
    real per_mass;            /* for the collision: 1/rho, */
    real fx, fy, fz;          /* the force per volume */
    int pushed;               /* and its axes, as in struct force */
    real damping;             /* what a sponge adds to the relaxation time; the step sets it, */
    const global scalar *law; /* and the table of viscosity/law.cl */
    real sum, sum_x, sum_y, sum_z; /* of h_i, c_i h_i, without the force: what is to be kept */
};

/* Axes along which a force may differ from 0, known at compile time: bit 0 is x. */
#define LB_ALL_AXES (LB_D == 3 ? 7 : 3)
#define LB_IS_ALONG(axes, axis) (((axes) >> (axis)&1) != 0)

/* On the volume of a cell, in each lane.  Across its axes the numbers are 0, and nothing is
 * computed from them. */
struct force {
    real x, y, z;
    int axes;
};

/* What acts on every cell alike along an axis: a constant, so that a case without a regulator, which adds *drive,
 * computes nothing from memory. */
LB_INLINE scalar lb_force_along(const int axis, const global scalar *drive)
{
    const scalar given = (scalar)(axis == 0 ? LB_FORCE_X : axis == 1 ? LB_FORCE_Y : LB_FORCE_Z);
    return LB_DRIVE == axis + 1 ? given + *drive : given;
}

LB_INLINE struct force lb_body_force(const global scalar *drive)
{
    struct force f;
    f.x = (real)(lb_force_along(0, drive));
    f.y = (real)(lb_force_along(1, drive));
    f.z = (real)(lb_force_along(2, drive));
    f.axes = (LB_FORCE_X != 0 ? 1 : 0) | (LB_FORCE_Y != 0 ? 2 : 0) | (LB_FORCE_Z != 0 ? 4 : 0) |
             (1 << LB_DRIVE >> 1);
    return f;
}

/* c . v for a direction known at compile time: no products, no zeros added. */
LB_INLINE real lb_dot(const int cx, const int cy, const int cz, const real x, const real y,
                      const real z)
{
    real sum = cx > 0 ? x : cx < 0 ? -x : (real)(0);
    if (cy > 0) sum = cx != 0 ? sum + y : y;
    if (cy < 0) sum = cx != 0 ? sum - y : -y;
    if (cz > 0) sum = cx != 0 || cy != 0 ? sum + z : z;
    if (cz < 0) sum = cx != 0 || cy != 0 ? sum - z : -z;
    return sum;
}

/* Whether a direction has a part along any of `axes`. */
LB_INLINE bool lb_is_pushed(const int axes, const int cx, const int cy, const int cz)
{
    return (LB_IS_ALONG(axes, 0) && cx != 0) || (LB_IS_ALONG(axes, 1) && cy != 0) ||
           (LB_IS_ALONG(axes, 2) && cz != 0);
}

/* c . g for a g along `axes`. */
LB_INLINE real lb_push(const int axes, const int cx, const int cy, const int cz, const real gx,
                       const real gy, const real gz)
{
    return lb_dot(LB_IS_ALONG(axes, 0) ? cx : 0, LB_IS_ALONG(axes, 1) ? cy : 0,
                  LB_IS_ALONG(axes, 2) ? cz : 0, gx, gy, gz);
}

/* v . g likewise; the axes behind may have begun the sum. */
LB_INLINE real lb_power(const int axes, const real vx, const real vy, const real vz, const real gx,
                        const real gy, const real gz)
{
    real sum = LB_IS_ALONG(axes, 2) ? vz * gz : (real)(0);
    if (LB_IS_ALONG(axes, 1)) sum = axes >= 4 ? fma(vy, gy, sum) : vy * gy;
    if (LB_IS_ALONG(axes, 0)) sum = axes >= 2 ? fma(vx, gx, sum) : vx * gx;
    return sum;
}

/* sum + c * d for c in {-1, 0, 1} known at compile time. */
LB_INLINE real lb_add(const real sum, const int c, const real d)
{
    return c > 0 ? sum + d : c < 0 ? sum - d : sum;
}

/* What sums begin with: -0 + x is x for every x, but +0 + -0 is +0, so that compilers leave out the
 * one addition only. */
#define LB_NOTHING ((real)(-(scalar)0))

/* Whether a new part of the sum begins with the pair of population i. */
#define LB_BEGINS_PART(i) ((i) % 6 == 1 && (i) > 1)

/* S sum f_i and S sum c_i f_i. */
struct conserved {
    real all, x, y, z;
};

/* Opposite populations are subtracted first, which keeps the digits of small flows (Lehmann et al. 2022,
 * section 2.2).  The sum has parts of three pairs, so that not every addition waits for the one before. */
LB_INLINE struct conserved lb_conserved(const real *h)
{
    real sum = LB_NOTHING, part = h[0], jx = LB_NOTHING, jy = LB_NOTHING, jz = LB_NOTHING;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    {                                               \
        const real difference = h[i] - h[i + 1];    \
        if (LB_BEGINS_PART(i)) {                    \
            sum += part;                            \
            part = LB_NOTHING;                      \
        }                                           \
        part += h[i] + h[i + 1];                    \
        jx = lb_add(jx, cx, difference);            \
        jy = lb_add(jy, cy, difference);            \
        jz = lb_add(jz, cz, difference);            \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    const struct conserved s = {sum + part, jx, jy, jz};
    return s;
}

#include "slot/kept"
#if !LB_KEEPS_MOMENTS /* but populations */
#define lb_kept_conserved lb_conserved
#define lb_kept_products lb_products
#endif

/* Of what a cell keeps: rho = sum f_i + 1, the 1 added last; rho u = sum c_i f_i + F/2. */
LB_INLINE struct moments lb_moments(const real *h, const struct force f)
{
    const struct conserved s = lb_kept_conserved(h);
    const real sum = s.all, jx = s.x, jy = s.y, jz = s.z;
    const real unscale = (real)(scalar)LB_UNSCALE;
    struct moments m;
    m.sum = sum;
    m.sum_x = jx;
    m.sum_y = jy;
    m.sum_z = jz;
    m.fx = f.x;
    m.fy = f.y;
    m.fz = f.z;
    m.pushed = f.axes;
#if LB_SHIFT
    m.excess = sum * unscale;
    m.rho = fma(sum, unscale, (real)(1));
#else
    m.rho = sum * unscale;
    m.excess = m.rho - (real)(1);
#endif
    /* F/2 is added without S, in which it might be too small for a float */
    m.per_mass = lb_inverse(m.rho);
    m.jx = LB_IS_ALONG(f.axes, 0) ? fma(jx, unscale, (scalar)0.5 * f.x) : jx * unscale;
    m.jy = LB_IS_ALONG(f.axes, 1) ? fma(jy, unscale, (scalar)0.5 * f.y) : jy * unscale;
    m.jz = LB_IS_ALONG(f.axes, 2) ? fma(jz, unscale, (scalar)0.5 * f.z) : jz * unscale;
    const real per_sum = unscale * m.per_mass; /* powers of two change no digits */
    m.ux = LB_IS_ALONG(f.axes, 0) ? m.jx * m.per_mass : jx * per_sum;
    m.uy = LB_IS_ALONG(f.axes, 1) ? m.jy * m.per_mass : jy * per_sum;
    m.uz = LB_IS_ALONG(f.axes, 2) ? m.jz * m.per_mass : jz * per_sum;
    return m;
}
