/* triangle_forces.cl - the forces of a triangle of the membrane.
 * Each triangle is a flat, linear element: its deformation gradient F (3 x 2) follows from its two
 * sides, and F^T F alone decides the strain, so that nothing need be turned into a common plane
 * (Charrier et al., J. Strain Anal. 24, 55 (1989); Krueger, Varnik, Raabe, Comput. Math. Appl. 61,
 * 3485 (2011)).
 * SPDX-License-Identifier: MIT */

/* A triangle without stress: the inverse [b0 b1; 0 b2] of its sides, and its area. */
struct unstressed {
    scalar b0, b1, b2, area;
};

/* Forces of the strain on the second and third corner; those on the first make the sum zero.
 * P = dW/dF = 2 G (w1 F + w2 F adj C) with C = F^T F, and [f2 f3] = -A0 P Bm^T. */
LB_INLINE void lb_strain_forces(const struct triple second, const struct triple third,
                                const struct unstressed r, struct triple *f2, struct triple *f3)
{
    const struct triple along = lb_scaled(r.b0, second);
    const struct triple across = lb_combine(r.b1, second, r.b2, third);
    const scalar c11 = lb_inner(along, along), c22 = lb_inner(across, across);
    const scalar c12 = lb_inner(along, across);
    const scalar i1 = c11 + c22 - (scalar)2;
    const scalar i2 = fma(c11, c22, -(c12 * c12)) - (scalar)1;
    scalar w1, w2;
    lb_membrane_law(i1, i2, &w1, &w2);
    const scalar g = (scalar)-2 * (scalar)LB_SHEAR_MODULUS * r.area; /* with the sign of a force */
    const struct triple p1 = lb_combine(g * fma(w2, c22, w1), along, -(g * w2 * c12), across);
    const struct triple p2 = lb_combine(-(g * w2 * c12), along, g * fma(w2, c11, w1), across);
    *f2 = lb_combine(r.b0, p1, r.b1, p2);
    *f3 = lb_scaled(r.b2, p2);
}
