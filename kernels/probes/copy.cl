/* copy.cl - the ceiling a step kernel is measured against: a plain copy.
 * 16 bytes per work-item suit GPUs; CPUs want a work-item to go through more.
 * SPDX-License-Identifier: MIT */
kernel void lb_copy(const global float4 *restrict from, global float4 *restrict to,
                    const ulong count)
{
    const ulong n = get_global_id(0);
    if (n < count) to[n] = from[n];
}

#define BLOCK 64

kernel void lb_copy_blocks(const global float16 *restrict from, global float16 *restrict to,
                           const ulong count)
{
    const ulong first = get_global_id(0) * BLOCK;
    for (ulong n = first; n < min(first + BLOCK, count); n++)
        to[n] = from[n];
}
