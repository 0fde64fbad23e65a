/* neo_hookean.cl - a thin sheet of rubber: W = G/2 (I1 - 1 + 1/(I2 + 1)).
 * Derivatives of W/G by the invariants; I1 = l1^2 + l2^2 - 2, I2 = l1^2 l2^2 - 1.
 * Barthes-Biesel, Annu. Rev. Fluid Mech. 48, 25 (2016).
 * SPDX-License-Identifier: MIT */
LB_INLINE void lb_membrane_law(const scalar i1, const scalar i2, scalar *w1, scalar *w2)
{
    const scalar inverse = (scalar)1 / (i2 + (scalar)1);
    (void)i1;
    *w1 = (scalar)0.5;
    *w2 = (scalar)-0.5 * inverse * inverse;
}
