/* advected.cl - a temperature that the flow carries and that diffuses: a second set of populations g_i along the
 * axes (D2Q5, D3Q7), T = sum g_i, which relaxes at two rates (Ginzburg, Adv. Water Resour. 28, 1171 (2005)):
 * the odd one sets the diffusivity, the even one follows from the magic parameter of heat.
 * In registers g is S g, as populations of the flow are; T is 0 in the middle of the temperatures.
 * docs/theory/heat.md
 * SPDX-License-Identifier: MIT
 *
 * The host prints LB_HEAT_Q, the populations; LB_HEAT_LATTICE, the rows; LB_HEAT_WEIGHT, the weight of each link;
 * LB_HEAT_ODD_WEIGHT, that over c^2; LB_HEAT_RATE and LB_HEAT_EVEN_RATE [1/step]; LB_BUOYANCY_X, _Y, _Z, the force
 * per volume of T = 1 [rho0 cells/step^2]. */
#include "slot/heat_lattice"

/* S T. */
LB_INLINE real lb_heat_sum(const real *g)
{
    real sum = g[0];
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) sum += g[i] + g[i + 1];
    LB_HEAT_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return sum;
}

/* Axes along which heat pushes the fluid, as in struct force. */
#define LB_BUOYANCY_AXES \
    ((LB_BUOYANCY_X != 0 ? 1 : 0) | (LB_BUOYANCY_Y != 0 ? 2 : 0) | (LB_BUOYANCY_Z != 0 ? 4 : 0))

/* Boussinesq: `f` and what the temperature adds to it. */
LB_INLINE struct force lb_with_buoyancy(struct force f, const real sum)
{
    const real temperature = sum * (scalar)LB_UNSCALE;
    if (LB_IS_ALONG(LB_BUOYANCY_AXES, 0))
        f.x = fma((real)((scalar)LB_BUOYANCY_X), temperature, f.x);
    if (LB_IS_ALONG(LB_BUOYANCY_AXES, 1))
        f.y = fma((real)((scalar)LB_BUOYANCY_Y), temperature, f.y);
    if (LB_IS_ALONG(LB_BUOYANCY_AXES, 2))
        f.z = fma((real)((scalar)LB_BUOYANCY_Z), temperature, f.z);
    f.axes |= LB_BUOYANCY_AXES;
    return f;
}

/* With the velocity of m.  Products are rounded before they are subtracted: of a temperature that is the same
 * everywhere in fluid at rest nothing changes, to the last bit.  The resting population takes what the others
 * lose. */
LB_INLINE void lb_collide_heat(real *g, const real sum, const struct moments m)
{
    const real even_part = (scalar)LB_HEAT_WEIGHT * sum,
               odd_part = (scalar)LB_HEAT_ODD_WEIGHT * sum;
    real all = LB_NOTHING;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                      \
    {                                                                                    \
        const real along = lb_dot(cx, cy, cz, m.ux, m.uy, m.uz);                         \
        const real even =                                                                \
            (scalar)LB_HEAT_EVEN_RATE * (even_part - (scalar)0.5 * (g[i] + g[i + 1]));   \
        const real odd =                                                                 \
            (scalar)LB_HEAT_RATE * (odd_part * along - (scalar)0.5 * (g[i] - g[i + 1])); \
        g[i] += even + odd;                                                              \
        g[i + 1] += even - odd;                                                          \
        all += even;                                                                     \
    }
    LB_HEAT_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    g[0] -= (scalar)2 * all;
}
