/* whole_weights.cl - weights of a velocity set in exact proportion to each other, for changes that must not
 * change what is conserved.
 * SPDX-License-Identifier: MIT */

/* Weights in exact proportion, whole multiples of the number of 19 bits next to 1/216: their sums over
 * the polynomials of conserved moments are exactly 0, which those of fl(1/3) and fl(1/36) are not.  All
 * have the same factor too much, which is taken out of what they are multiplied with. */
#define LB_UNIT_WEIGHT ((scalar)0x1.2f684p-8f)
#define LB_WEIGHT_FACTOR (LB_UNIT_WEIGHT * (scalar)216)

LB_INLINE real lb_whole_weight(const scalar weight)
{
    const int units = (int)(weight * (scalar)(216 / LB_STORAGE_SCALE) + (scalar)0.5);
    return (real)((scalar)units * LB_UNIT_WEIGHT);
}
