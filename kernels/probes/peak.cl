/* peak.cl - how fast a device computes: chains of fused multiply-adds, or of additions and logic, in
 * registers.  What each work-item must come to is computed on the host too.
 * SPDX-License-Identifier: MIT
 *
 * The host (src/measure/peak_rate.c) prints before this:
 *   LB_NUMBER     float, double or uint
 *   LB_WIDE       the vector of it that a chain is made of
 *   LB_COUNTED    that vector as 0, 1, 2, ...
 *   LB_SUM(v)     the sum of its lanes: lower and upper half added, until one is left
 *   LB_LINK(x)    one link of a chain, two operations a lane: x = fma(x, a, b) or x = (x + a) ^ b
 */
#if !defined(LB_NUMBER) || !defined(LB_WIDE) || !defined(LB_COUNTED) || !defined(LB_SUM) || \
    !defined(LB_LINK)
#error "the chain is missing: LB_NUMBER, LB_WIDE, LB_COUNTED, LB_SUM, LB_LINK"
#endif
#pragma OPENCL FP_CONTRACT OFF

/* Chains do not wait for each other, so that latencies overlap. */
#define EVERY_CHAIN \
    LB_LINK(x0) LB_LINK(x1) LB_LINK(x2) LB_LINK(x3) LB_LINK(x4) LB_LINK(x5) LB_LINK(x6) LB_LINK(x7)

/* Lane l of chain c of work-item n begins with first + (n mod 4) + 4 c + 32 l: no two are the same,
 * so that no compiler computes one for both. */
#define FIRST(c)                                                \
    ((LB_WIDE)(first + (LB_NUMBER)((uint)(n & 3) + 4u * (c))) + \
     (LB_WIDE)((LB_NUMBER)32) * LB_COUNTED)

kernel void lb_peak(global LB_NUMBER *out, const ulong items, const uint rounds,
                    const global LB_NUMBER *constants)
{
    const ulong n = get_global_id(0);
    if (n >= items) return;
    const LB_NUMBER first = constants[0];
    const LB_WIDE a = (LB_WIDE)(constants[1]), b = (LB_WIDE)(constants[2]);
    LB_WIDE x0 = FIRST(0), x1 = FIRST(1), x2 = FIRST(2), x3 = FIRST(3);
    LB_WIDE x4 = FIRST(4), x5 = FIRST(5), x6 = FIRST(6), x7 = FIRST(7);
    for (uint round = 0; round < rounds; round++) {
        EVERY_CHAIN EVERY_CHAIN EVERY_CHAIN EVERY_CHAIN
    }
    const LB_WIDE sum = ((x0 + x1) + (x2 + x3)) + ((x4 + x5) + (x6 + x7));
    out[n] = LB_SUM(sum);
}
