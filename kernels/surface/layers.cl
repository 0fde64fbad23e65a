/* layers.cl - the surface as observers see it from the side and from above.
 * SPDX-License-Identifier: MIT */

/* One byte for each of `count` cells of the box that begins at (bx, by, bz) and is ex x ey cells in
 * cross-section, from the box's cell number `skip` on: 0 where it is dry, else `least` and more, up
 * to `full`, with the fill level. */
kernel void lb_wet_cells(const global uchar *flags, const global scalar *fill, global uchar *out,
                         const uint bx, const uint by, const uint bz, const uint ex, const uint ey,
                         const ulong skip, const ulong count, const uint least, const uint full)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, skip + item);
    const LB_INDEX at = lb_index(c);
    const bool dry = (flags[at] & (LB_CELL_GAS | LB_CELL_SOLID)) != 0;
    const scalar range = (scalar)(full - least);
    out[item] = dry ? (uchar)0 : (uchar)(least + (uint)rint(fill[at] * range));
}

/* Two heights of each of `count` columns along axis `up`, from the bottom of the box [cells]: of
 * what stands on the floor without a gap, and of whatever is highest.  Where the column is all
 * wall, -1.  Of the other two axes, the lower one is fastest; column `skip` is the first. */
kernel void lb_columns(const global uchar *flags, const global scalar *fill, global scalar *out,
                       const uint up, const ulong skip, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const uint size = up == 0 ? LB_NX : up == 1 ? LB_NY : LB_NZ;
    scalar standing = -1, top = -1;
    bool stands = true;
    for (uint layer = 0; layer < size; layer++) {
        const LB_INDEX n = lb_index(lb_cell_of_layer(up, layer, skip + item));
        const uchar here = flags[n];
        if (here & LB_CELL_SOLID) continue;
        if (standing < 0) standing = top = (scalar)layer; /* the floor */
        const bool dry = (here & LB_CELL_GAS) != 0;
        stands = stands && !dry;
        if (stands) standing += fill[n];
        if (!dry) top = (scalar)layer + fill[n];
    }
    out[2 * item] = standing;
    out[2 * item + 1] = top;
}
