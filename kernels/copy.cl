/* copy.cl - the ceiling a step kernel is measured against: a plain copy, 16 bytes per work-item.
 * SPDX-License-Identifier: MIT */
kernel void lb_copy(const global float4 *from, global float4 *to, const ulong count)
{
    const ulong n = get_global_id(0);
    if (n < count) to[n] = from[n];
}
