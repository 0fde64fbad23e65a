/* mrt.cl - multiple-relaxation-time collision (d'Humieres et al., Phil. Trans. R. Soc. A 360, 437
 * (2002)) in moments that are orthogonal under the weights: m_k = sum_i P_k(c_i) f_i, sum_i w_i
 * P_k(c_i) P_l(c_i) = n_k delta_kl,
 * f_i* = f_i + w_i sum_k P_k(c_i)/n_k [s_k (m_k^eq - m_k) + (1 - s_k/2) G_k] + w_i c_i.F/c^2,
 * where G_k are the moments of the force of Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002).
 * Only moments of second order have an equilibrium or a G_k, so the populations' own equilibrium
 * is not needed.
 * P_k(c_i) are known at compile time: of the sums only additions and a few multiply-adds are left,
 * over pairs.
 * SPDX-License-Identifier: MIT */
#include "slot/moments"
#include "core/whole_weights.cl"

/* Over the norms of the moments, and over the factor of the weights.  In an expression a driver that rounds
 * quotients correctly may leave them to run time, of constants, too. */
#define SECOND(name, group, numerator, denominator, polynomial, products) \
    HIGHER(name, group, numerator, denominator, polynomial)
#define HIGHER(name, group, numerator, denominator, polynomial) \
    constant scalar lb_per_norm_of_##name =                     \
        (scalar)(denominator) / ((scalar)(numerator)*LB_WEIGHT_FACTOR);
LB_MOMENTS(SECOND, HIGHER, HIGHER)
#undef SECOND
#undef HIGHER
constant scalar lb_per_cs2_of_weights =
    (scalar)LB_STORAGE_SCALE / ((scalar)LB_CS2 * LB_WEIGHT_FACTOR);

/* One member for each row. */
struct relaxing {
#define SECOND(name, group, numerator, denominator, polynomial, products) real name;
#define HIGHER(name, group, numerator, denominator, polynomial) real name;
    LB_MOMENTS(SECOND, HIGHER, HIGHER)
#undef SECOND
#undef HIGHER
};

/* sum + n v for n known at compile time; no product where n is 0 or +-1. */
LB_INLINE real lb_add_times(const real sum, const int n, const real v)
{
    if (n == 0) return sum;
    if (n == 1) return sum + v;
    if (n == -1) return sum - v;
    return fma((real)((scalar)n), v, sum);
}

/* Adds what a pair with direction (x, y, z), or the rest population with (0, 0, 0), gives to every
 * moment. */
LB_INLINE void lb_add_to_moments(struct relaxing *k, const int x, const int y, const int z,
                                 const real sum, const real difference)
{
#define SECOND(name, group, numerator, denominator, polynomial, products) \
    k->name = lb_add_times(k->name, polynomial, sum);
#define EVEN(name, group, numerator, denominator, polynomial) \
    k->name = lb_add_times(k->name, polynomial, sum);
#define ODD(name, group, numerator, denominator, polynomial) \
    k->name = lb_add_times(k->name, polynomial, difference);
    LB_MOMENTS(SECOND, EVEN, ODD)
#undef SECOND
#undef EVEN
#undef ODD
}

/* What all moments together change in a pair, over its weight: the even share and the odd one. */
LB_INLINE real lb_even_change(const struct relaxing *k, const int x, const int y, const int z)
{
    real sum = LB_NOTHING;
#define SECOND(name, group, numerator, denominator, polynomial, products) \
    sum = lb_add_times(sum, polynomial, k->name);
#define EVEN(name, group, numerator, denominator, polynomial) \
    sum = lb_add_times(sum, polynomial, k->name);
#define ODD(name, group, numerator, denominator, polynomial)
    LB_MOMENTS(SECOND, EVEN, ODD)
#undef SECOND
#undef EVEN
#undef ODD
    return sum;
}

LB_INLINE real lb_odd_change(const struct relaxing *k, const int x, const int y, const int z)
{
    real sum = LB_NOTHING;
#define SECOND(name, group, numerator, denominator, polynomial, products)
#define EVEN(name, group, numerator, denominator, polynomial)
#define ODD(name, group, numerator, denominator, polynomial) \
    sum = lb_add_times(sum, polynomial, k->name);
    LB_MOMENTS(SECOND, EVEN, ODD)
#undef SECOND
#undef EVEN
#undef ODD
    return sum;
}

/* The equilibrium of each moment of second order, from the products of the components of the
 * velocity. */
#define SECOND(name, group, numerator, denominator, polynomial, products)                \
    LB_INLINE real lb_equilibrium_of_##name(const real xx, const real yy, const real zz, \
                                            const real xy, const real yz, const real xz) \
    {                                                                                    \
        return products;                                                                 \
    }
#define HIGHER(name, group, numerator, denominator, polynomial)
LB_MOMENTS(SECOND, HIGHER, HIGHER)
#undef SECOND
#undef HIGHER

/* The rate of a group: its own, or, where it shears, the one that follows from the rate of the cell. */
LB_INLINE real lb_group_rate(const scalar own, const scalar shear, const real cell_rate)
{
    if (!LB_RATE_VARIES || shear == (scalar)0) return (real)(own);
    const real slope = (real)((scalar)0.5 - (scalar)0.5 * shear);
    return cell_rate * lb_inverse(fma(slope, cell_rate, (real)(shear)));
}

/* Turns the moments into what relaxation and force change of them, over their norms.
 * Moments of h carry S, so rho and the force get it too. */
LB_INLINE void lb_relax(struct relaxing *k, const struct moments m, const real cell_rate)
{
    const real mass = m.rho * (scalar)LB_STORAGE_SCALE;
    const real jx = mass * m.ux, jy = mass * m.uy, jz = mass * m.uz;
    const scalar scale = (scalar)LB_STORAGE_SCALE;
    const real fx = m.fx * scale, fy = m.fy * scale, fz = m.fz * scale;
    const int x_axis = m.pushed & 1, y_axis = m.pushed & 2, z_axis = m.pushed & 4;
    const real fxx = lb_power(x_axis, (scalar)2 * fx, fy, fz, m.ux, m.uy, m.uz);
    const real fyy = lb_power(y_axis, fx, (scalar)2 * fy, fz, m.ux, m.uy, m.uz);
    const real fzz = lb_power(z_axis, fx, fy, (scalar)2 * fz, m.ux, m.uy, m.uz);
    const real fxy = lb_power(x_axis | y_axis, fx, fy, fz, m.uy, m.ux, m.uz);
    const real fyz = lb_power(y_axis | z_axis, fx, fy, fz, m.ux, m.uz, m.uy);
    const real fxz = lb_power(x_axis | z_axis, fx, fy, fz, m.uz, m.uy, m.ux);
#define SECOND(name, group, numerator, denominator, polynomial, products)                   \
    {                                                                                       \
        const real rate =                                                                   \
            lb_group_rate((scalar)LB_RATE_##group, (scalar)LB_SHEAR_##group, cell_rate);    \
        const scalar per_norm = lb_per_norm_of_##name;                                      \
        const real equilibrium = lb_equilibrium_of_##name(jx * m.ux, jy * m.uy, jz * m.uz,  \
                                                          jx * m.uy, jy * m.uz, jx * m.uz); \
        k->name = (rate * per_norm) * (equilibrium - k->name);                              \
        if (m.pushed != 0)                                                                  \
            k->name = fma(((real)(1) - (scalar)0.5 * rate) * per_norm,                      \
                          lb_equilibrium_of_##name(fxx, fyy, fzz, fxy, fyz, fxz), k->name); \
    }
#define HIGHER(name, group, numerator, denominator, polynomial) \
    k->name *= -(scalar)LB_RATE_##group * lb_per_norm_of_##name;
    LB_MOMENTS(SECOND, HIGHER, HIGHER)
#undef SECOND
#undef HIGHER
}

struct collision {
    struct relaxing k;
    real gx, gy, gz; /* S F/c^2 */
    int pushed;
};

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const scalar per_cs2 = lb_per_cs2_of_weights;
    struct collision c;
#define SECOND(name, group, numerator, denominator, polynomial, products) c.k.name = LB_NOTHING;
#define HIGHER(name, group, numerator, denominator, polynomial) c.k.name = LB_NOTHING;
    LB_MOMENTS(SECOND, HIGHER, HIGHER)
#undef SECOND
#undef HIGHER
#define REST(numerator, denominator) lb_add_to_moments(&c.k, 0, 0, 0, h[0], LB_NOTHING);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    lb_add_to_moments(&c.k, cx, cy, cz, h[i] + h[i + 1], h[i] - h[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    lb_relax(&c.k, m, lb_relaxation_rate(h, m));
    c.gx = m.fx * per_cs2;
    c.gy = m.fy * per_cs2;
    c.gz = m.fz * per_cs2;
    c.pushed = m.pushed;
    return c;
}

/* The change is over the weight without S, which the moments have. */
LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    *h = fma(lb_whole_weight(weight), lb_even_change(&c.k, 0, 0, 0), *h);
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const real share = lb_whole_weight(weight);
    const real even = lb_even_change(&c.k, cx, cy, cz);
    real odd = lb_odd_change(&c.k, cx, cy, cz);
    if (lb_is_pushed(c.pushed, cx, cy, cz)) odd += lb_push(c.pushed, cx, cy, cz, c.gx, c.gy, c.gz);
    *h = fma(share, even + odd, *h);
    *opposite = fma(share, even - odd, *opposite);
}
