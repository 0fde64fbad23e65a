/* delta_stencil.cl - the cells that a marker acts on along an axis, their weights, and how a force gets
 * to a cell.
 * SPDX-License-Identifier: MIT */

/* A point in a stencil's first cell: half the stencil's length, less half a cell, before the
 * marker. */
LB_INLINE long lb_stencil_begin(const long position)
{
    return position - ((long)(LB_DELTA_POINTS - 1) << (LB_POSITION_BITS - 1));
}

/* First cell of the stencil, not wrapped. */
LB_INLINE int lb_first_cell(const long position)
{
    return (int)(lb_stencil_begin(position) >> LB_POSITION_BITS);
}

/* That, and the weights along the axis. */
LB_INLINE int lb_weights(const long position, scalar *weight)
{
    const long from = lb_stencil_begin(position);
    const long first = from >> LB_POSITION_BITS;
    const scalar behind = (scalar)(from - (first << LB_POSITION_BITS));
    lb_delta(behind * ((scalar)1 / LB_UNIT(LB_POSITION_BITS)), weight);
    return (int)first;
}

LB_INLINE void lb_add_force(global long *force, const uint component, const LB_INDEX at,
                            const scalar f)
{
    if (component >= LB_D) return;
    atom_add(force + LB_FORCE_AT(component, LB_NEAR_AT(at)),
             convert_long_sat_rte(f * LB_UNIT(LB_FORCE_BITS)));
}

/* Whether the fixed-point numbers of cells can hold the force; NaN cannot, and would be 0. */
LB_INLINE bool lb_fits(const scalar f)
{
    return fabs(f) < (scalar)(1ul << (63 - LB_FORCE_BITS));
}

/* What the weights of a marker's cells are to be raised by, where `share` is the sum of those of
 * cells with fluid; 0 where there is next to none. */
LB_INLINE scalar lb_raised(const scalar share)
{
    return share > (scalar)1e-3 ? (scalar)1 / share : (scalar)0;
}
