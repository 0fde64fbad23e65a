/* stencil_rows.cl - the stencil of a marker, a row of cells for each work-item; the way that the fluid moves it.
 * SPDX-License-Identifier: MIT */
#define LB_ROWS (LB_D == 3 ? LB_DELTA_POINTS * LB_DELTA_POINTS : LB_DELTA_POINTS)
#define LB_MARKERS_PER_GROUP (LB_MARKER_GROUP / LB_ROWS)

/* One row of a stencil: its cells, and the weight of each. */
struct row {
    struct cell cell[LB_DELTA_POINTS];
    scalar weight[LB_DELTA_POINTS];
};

/* Where the stencil begins along an axis, for lb_cell_along, and the weights along it. */
LB_INLINE uint lb_along_axis(const long position, const uint axis, scalar *weight)
{
    return lb_begin_along(axis, lb_weights(position, weight));
}

/* Weight number `at` without an index into registers. */
LB_INLINE scalar lb_pick(const scalar *weight, const uint at)
{
    scalar picked = weight[0];
    for (uint k = 1; k < LB_DELTA_POINTS; k++)
        picked = k == at ? weight[k] : picked;
    return picked;
}

LB_INLINE void lb_row(const global long *position, const uint marker, const uint number,
                      struct row *out)
{
    const uint j = number % LB_DELTA_POINTS, k = number / LB_DELTA_POINTS;
    scalar weight[LB_DELTA_POINTS];
    uint first = lb_along_axis(position[3 * marker + 1], 1, weight);
    const uint y = lb_cell_along(1, first, j);
    scalar across = lb_pick(weight, j);
    uint z = 0;
    if (LB_D == 3) {
        first = lb_along_axis(position[3 * marker + 2], 2, weight);
        z = lb_cell_along(2, first, k);
        across *= lb_pick(weight, k);
    }
    first = lb_along_axis(position[3 * marker], 0, weight);
    for (uint i = 0; i < LB_DELTA_POINTS; i++) {
        out->cell[i].x = lb_cell_along(0, first, i);
        out->cell[i].y = y;
        out->cell[i].z = z;
        out->weight[i] = across * weight[i];
    }
}

LB_INLINE bool lb_is_there(const global long *position, const uint marker)
{
    return marker < LB_MARKERS && position[3 * marker] != LB_RETIRED;
}

/* Which cells of the row, of those that are seen, have no fluid: bit i. */
LB_INLINE uint lb_idle_cells(const struct row *row, const global uchar *flags)
{
    uint idle = 0;
    for (uint i = 0; i < LB_DELTA_POINTS; i++)
        if (lb_is_seen(row->cell[i]) && (flags[lb_place_of(row->cell[i])] & LB_IDLE_CELL) != 0)
            idle |= 1u << i;
    return idle;
}

/* What the weights of a marker's cells are to be raised by: one over the sum of those of cells with
 * fluid; 0 where there is next to none.  Work-items of the marker's rows meet here. */
LB_INLINE scalar lb_raise(const struct row *row, const uint idle, local scalar *part,
                          const bool active)
{
    const uint item = (uint)get_local_id(0);
    scalar share = 0;
    for (uint i = 0; active && i < LB_DELTA_POINTS; i++)
        if ((idle >> i & 1u) == 0) share += row->weight[i];
    part[item] = share;
    barrier(CLK_LOCAL_MEM_FENCE);
    share = 0;
    for (uint n = 0; active && n < LB_ROWS; n++)
        share += part[item / LB_ROWS * LB_ROWS + n];
    return lb_raised(share);
}

/* The way of a marker in a step, as its velocity in 2^-LB_VELOCITY_BITS, times what its weights are raised by; a part
 * for each of its rows, which meet in `part` and are added as whole numbers.  Then work-item number 0 has it. */
LB_INLINE void lb_find_way(const struct row *row, const uint idle, const global four *velocity,
                           const scalar factor, local long *part, const bool active, long *way)
{
    const uint item = (uint)get_local_id(0);
    four u = 0;
    for (uint i = 0; active && i < LB_DELTA_POINTS; i++) {
        if (LB_HAS_IDLE_CELLS && (idle >> i & 1u) != 0) continue;
        const LB_INDEX at = lb_place_of(row->cell[i]);
        u = fma((four)(row->weight[i]), velocity[LB_VELOCITY_AT(at)], u);
    }
    u *= factor * LB_UNIT(LB_VELOCITY_BITS);
    part[3 * item] = convert_long_sat_rte(u.x);
    part[3 * item + 1] = convert_long_sat_rte(u.y);
    part[3 * item + 2] = convert_long_sat_rte(u.z);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); /* positions were read, and change now */
    for (uint a = 0; a < LB_D; a++) {
        way[a] = 0;
        for (uint n = 0; active && item % LB_ROWS == 0 && n < LB_ROWS; n++)
            way[a] += part[3 * (item + n) + a];
    }
}

/* Where a marker gets with `u`, a velocity in 2^-LB_VELOCITY_BITS, and with which it goes on.  In gas, which resists
 * nothing, it flies on as it did, and falls. */
LB_INLINE void lb_move(const global long *position, const global long *flight,
                       const global uchar *flags, long *u, const bool flies, long *to, long *flown)
{
    const scalar pull[3] = {(scalar)LB_FORCE_X, (scalar)LB_FORCE_Y, (scalar)LB_FORCE_Z};
    const int surplus = LB_VELOCITY_BITS - LB_POSITION_BITS;
    long from[3] = {0, 0, 0}, way[3] = {0, 0, 0};
    for (uint a = 0; a < LB_D; a++) {
        if (LB_HAS_SURFACE && flies)
            u[a] = flight[a] + convert_long_sat_rte(pull[a] * LB_UNIT(LB_VELOCITY_BITS));
        from[a] = position[a];
        way[a] = (u[a] + (1l << (surplus - 1))) >> surplus;
    }
    if (LB_HAS_SOLID) lb_keep_out(flags, from, way);
    for (uint a = 0; a < LB_D; a++) {
        to[a] = from[a] + way[a];
        flown[a] = way[a] == 0 ? 0 : u[a];
    }
}
