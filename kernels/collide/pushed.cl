/* pushed.cl - what srt.cl and trt.cl share: an equilibrium for the whole cell and a force.
 * SPDX-License-Identifier: MIT */
struct collision {
    struct equilibrium e;
    real gx, gy, gz; /* `share` of the force */
    int pushed;
};

/* -u.F is the same for all directions: `drag` of u.g goes where the density goes. */
LB_INLINE struct collision lb_pushed_collision(const struct moments m, const scalar share,
                                               const scalar drag)
{
    struct collision c;
    c.e = lb_equilibrium(m);
    c.gx = m.fx * share;
    c.gy = m.fy * share;
    c.gz = m.fz * share;
    c.pushed = m.pushed;
    if (c.pushed != 0)
        c.e.base =
            fma((real)(drag), lb_power(c.pushed, m.ux, m.uy, m.uz, c.gx, c.gy, c.gz), c.e.base);
    return c;
}
