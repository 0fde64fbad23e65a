/* skalak.cl - the membrane of a red blood cell: W = G/4 (I1^2 + 2 I1 - 2 I2 + C I2^2).
 * Derivatives of W/G by the invariants; I1 = l1^2 + l2^2 - 2, I2 = l1^2 l2^2 - 1.
 * Skalak et al., Biophys. J. 13, 245 (1973).
 * SPDX-License-Identifier: MIT */
LB_INLINE void lb_membrane_law(const scalar i1, const scalar i2, scalar *w1, scalar *w2)
{
    *w1 = (scalar)0.5 * (i1 + (scalar)1);
    *w2 = (scalar)0.5 * fma((scalar)LB_AREA_RESISTANCE, i2, (scalar)-1);
}
