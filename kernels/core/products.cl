#pragma once
/* products.cl - second moments of populations.
 * SPDX-License-Identifier: MIT */

/* Six numbers of second order. */
struct stress {
    real xx, yy, zz, xy, yz, xz;
};

/* S sum c_ia c_ib f_i. */
LB_INLINE struct stress lb_products(const real *h)
{
    real xx = LB_NOTHING, yy = LB_NOTHING, zz = LB_NOTHING;
    real xy = LB_NOTHING, yz = LB_NOTHING, xz = LB_NOTHING;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    {                                               \
        const real sum = h[i] + h[i + 1];           \
        xx = lb_add(xx, (cx) * (cx), sum);          \
        yy = lb_add(yy, (cy) * (cy), sum);          \
        zz = lb_add(zz, (cz) * (cz), sum);          \
        xy = lb_add(xy, (cx) * (cy), sum);          \
        yz = lb_add(yz, (cy) * (cz), sum);          \
        xz = lb_add(xz, (cx) * (cz), sum);          \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    const struct stress p = {xx, yy, zz, xy, yz, xz};
    return p;
}
