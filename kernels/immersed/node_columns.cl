/* node_columns.cl - the stencil of a membrane's node, a column of cells along z for each work-item, and how it drifts:
 * for subdomains what membrane_patches.cl does for whole boxes, number for number.
 * SPDX-License-Identifier: MIT */
struct column {
    struct cell cell[LB_DELTA_POINTS];
    scalar weight[LB_DELTA_POINTS];
    scalar across; /* weight of all of them along x and y */
};

/* Column `number` of a node at (x, y, z). */
LB_INLINE void lb_column(const long x, const long y, const long z, const uint number,
                         struct column *out)
{
    const uint i = number % LB_DELTA_POINTS, j = number / LB_DELTA_POINTS;
    struct cell c;
    uint first = lb_along_axis(x, 0, out->weight);
    out->across = lb_pick(out->weight, i);
    c.x = lb_cell_along(0, first, i);
    first = lb_along_axis(y, 1, out->weight);
    out->across *= lb_pick(out->weight, j);
    c.y = lb_cell_along(1, first, j);
    first = lb_along_axis(z, 2, out->weight);
    for (uint k = 0; k < LB_DELTA_POINTS; k++) {
        c.z = lb_cell_along(2, first, k);
        out->cell[k] = c;
    }
}

/* The weights of its cells with fluid, all if there are no walls. */
LB_INLINE scalar lb_wet_weight(const struct column *of, const global uchar *flags,
                               const bool is_near, const uint k)
{
    const bool is_wall = is_near && (flags[lb_place_of(of->cell[k])] & LB_CELL_SOLID) != 0;
    return is_wall ? (scalar)0 : of->weight[k];
}

LB_INLINE scalar lb_weigh_share(const struct column *of, const global uchar *flags)
{
    scalar share = 0;
    for (uint k = 0; k < LB_DELTA_POINTS; k++)
        share += lb_wet_weight(of, flags, true, k);
    return of->across * share;
}

/* The column's part of the velocity, and of the share of cells with fluid. */
LB_INLINE void lb_weigh_velocities(const struct column *of, const global uchar *flags,
                                   const global four *velocity, const bool is_near,
                                   local scalar *part)
{
    four u = 0;
    for (uint k = 0; k < LB_DELTA_POINTS; k++)
        u = fma((four)(lb_wet_weight(of, flags, is_near, k)),
                velocity[LB_VELOCITY_AT(lb_place_of(of->cell[k]))], u);
    part[0] = of->across * u.x;
    part[1] = of->across * u.y;
    part[2] = of->across * u.z;
    if (is_near) part[3] = lb_weigh_share(of, flags);
}

/* Number `which` of the parts of all columns, in their order. */
LB_INLINE scalar lb_sum_columns(const local scalar *part, const uint which)
{
    scalar sum = part[which];
    for (uint n = 1; n < LB_ROWS; n++)
        sum += part[4 * n + which];
    return sum;
}

/* Where the node gets. */
LB_INLINE void lb_move_node(const local scalar *part, const global long *from,
                            const global uchar *flags, const bool is_near, const uint moves,
                            long *to)
{
    long start[3], way[3];
    const scalar factor = is_near ? lb_raised(lb_sum_columns(part, 3)) : (scalar)1;
    for (uint a = 0; a < 3; a++) {
        const scalar u = lb_sum_columns(part, a);
        start[a] = from[a];
        way[a] = moves
                     ? convert_long_sat_rte((is_near ? u * factor : u) * LB_UNIT(LB_POSITION_BITS))
                     : 0;
    }
    if (is_near) lb_keep_out(flags, start, way);
    for (uint a = 0; a < 3; a++)
        to[a] = start[a] + way[a];
}
