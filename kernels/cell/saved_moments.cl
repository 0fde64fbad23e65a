/* saved_moments.cl - moments in the order of a checkpoint, and back: number i of `count` cells from cell number
 * `first` on, as the number that it means, which no rounding changes.  0 in cells that hold none.
 * SPDX-License-Identifier: MIT */

kernel void lb_take_codes(const global LB_CODE *kept, const global uchar *flags, global scalar *out,
                          const uint i, const ulong first, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    const real x = lb_kept_at(kept, (int)i, lb_index(c));
    out[item] =
        (lb_flags_of(flags, c) & LB_CELL_SOLID) != 0 ? (scalar)0 : x / (scalar)LB_STORAGE_SCALE;
}

kernel void lb_put_codes(global LB_CODE *kept, const global scalar *from, const uint i,
                         const ulong first, const ulong count, const ulong noise_keys)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    lb_set_kept_at(kept, (int)i, lb_index(c), from[item] * (scalar)LB_STORAGE_SCALE,
                   lb_noise(c, 0, noise_keys));
}
