/* columns.cl - the surface as observers see it from the side and from above.
 * SPDX-License-Identifier: MIT */

/* Which cells of layers across axis `up`, from layer `first` on, are wet: one bit for each of 32
 * cells of a row, the first in the lowest, as many words a row as it takes (struct lb_layers).
 * `count` words from word `skip` on. */
kernel void lb_wet_cells(const global uchar *flags, global uint *out, const uint up,
                         const uint first, const ulong skip, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const uint length = up == 0 ? LB_NY : LB_NX, rows = up == 2 ? LB_NY : LB_NZ;
    const uint words = (length + 31) / 32;
    const ulong row = (skip + item) / words;
    const uint begin = (uint)(skip + item - row * words) * 32;
    const uint left = length - begin, cells = left < 32 ? left : 32;
    struct cell c = lb_cell_of_layer(up, first + (uint)(row / rows), (row % rows) * length + begin);
    uint wet = 0;
    for (uint k = 0; k < cells; k++) {
        const bool dry = (flags[lb_index(c)] & (LB_CELL_GAS | LB_CELL_SOLID)) != 0;
        wet |= dry ? 0u : 1u << k;
        if (up == 0)
            c.y++;
        else
            c.x++;
    }
    out[item] = wet;
}

/* Two heights of each of `count` columns along axis `up`, from the bottom of the whole box [cells]: of
 * what stands on the floor without a gap, and of whatever is highest.  Where the column is all
 * wall, -1.  Third, whether all that is no wall stands: 1, else 0.  Of the other two axes, the lower one is fastest;
 * column `skip` is the first.  Of a box whose layer 0 is layer `below` of the whole one, `under` has the three of the
 * columns up to there. */
kernel void lb_columns(const global uchar *flags, const global scalar *fill, global scalar *out,
                       const uint up, const ulong skip, const ulong count, const uint below,
                       const global scalar *under)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const uint size = up == 0 ? LB_NX : up == 1 ? LB_NY : LB_NZ;
    scalar standing = -1, top = -1;
    bool stands = true;
    if (below > 0) {
        standing = under[3 * (skip + item)];
        top = under[3 * (skip + item) + 1];
        stands = under[3 * (skip + item) + 2] > (scalar)0;
    }
    for (uint layer = 0; layer < size; layer++) {
        const LB_INDEX n = lb_index(lb_cell_of_layer(up, layer, skip + item));
        const uchar here = flags[n];
        if (here & LB_CELL_SOLID) continue;
        if (standing < 0) standing = top = (scalar)(below + layer); /* the floor */
        const bool dry = (here & LB_CELL_GAS) != 0;
        stands = stands && !dry;
        if (stands) standing += fill[n];
        if (!dry) top = (scalar)(below + layer) + fill[n];
    }
    out[3 * item] = standing;
    out[3 * item + 1] = top;
    out[3 * item + 2] = stands ? (scalar)1 : (scalar)0;
}
