#pragma once
/* single_cells.cl - where single cells are, and what is kept of cells besides populations: for
 * everything but the plain step.
 * SPDX-License-Identifier: MIT */
/* Prescribed values: density, then the LB_D velocity components, one plane of cells each. */
#define LB_CELLS ((LB_INDEX)LB_NX * LB_NY * LB_NZ)
#define LB_PRESCRIBED(component) ((ulong)(component) * (LB_PLACES + LB_HALO))

/* What only cells near markers have, a few lanes of a vector as a rule: all first lanes together,
 * then all second ones, so that cells side by side are so in memory.  For the cell with index n
 * elsewhere. */
#define LB_NEAR_AT(n) ((LB_INDEX)((n) % LB_V) * LB_VECTORS + (LB_INDEX)((n) / LB_V))

/* Velocities near markers are also known of cells of the halo, which lie behind. */
#define LB_VELOCITY_AT(n) (LB_CUT == 0 || (n) < LB_PLACES ? LB_NEAR_AT(n) : (n))

/* Forces of markers on such cells: the components side by side, so that three additions to a cell
 * are one access to memory. */
#define LB_FORCE_AT(component, near) ((ulong)(near)*LB_D + (component))

/* Terms of moving walls: LB_V numbers for each population of each vector that has some. */
#define LB_TERM(number, i) (((ulong)(number)*LB_Q + (i)) * LB_V)

/* Cell number n counts x fastest. */
LB_INLINE struct cell lb_cell(const ulong n)
{
    struct cell c;
    c.x = (uint)(n % LB_NX);
    c.y = (uint)(n / LB_NX % LB_NY);
    c.z = (uint)(n / ((ulong)LB_NX * LB_NY));
    return c;
}

/* Cell number n, x fastest, of a box that begins at (bx, by, bz) and is ex x ey cells in
 * cross-section. */
LB_INLINE struct cell lb_cell_of_box(const uint bx, const uint by, const uint bz, const uint ex,
                                     const uint ey, const ulong n)
{
    struct cell c;
    c.x = bx + (uint)(n % ex);
    c.y = by + (uint)(n / ex % ey);
    c.z = bz + (uint)(n / ((ulong)ex * ey));
    return c;
}

/* Cell number `at` of a layer across axis `up`; of the other two axes, the lower one is fastest. */
LB_INLINE struct cell lb_cell_of_layer(const uint up, const uint layer, const ulong at)
{
    const uint fast = up == 0 ? LB_NY : LB_NX;
    const uint a = (uint)(at % fast), b = (uint)(at / fast);
    struct cell c;
    c.x = up == 0 ? layer : a;
    c.y = up == 1 ? layer : up == 0 ? a : b;
    c.z = up == 2 ? layer : b;
    return c;
}

/* One cell along an axis of `size` cells: back, nowhere or ahead. */
LB_INLINE uint lb_beside(const uint at, const int c, const uint size)
{
    return c > 0 ? lb_next(at, size) : c < 0 ? lb_previous(at, size) : at;
}

LB_INLINE struct cell lb_neighbour(const struct cell c, const int cx, const int cy, const int cz)
{
    struct cell n;
    n.x = lb_beside(c.x, cx, LB_NX);
    n.y = lb_beside(c.y, cy, LB_NY);
    n.z = lb_beside(c.z, cz, LB_NZ);
    return n;
}

/* The one index function: where cell c is in every array of the lane-interleaved layout. */
LB_INLINE LB_INDEX lb_index(const struct cell c)
{
    const uint along = LB_LANE_AXIS == 0 ? c.x : LB_LANE_AXIS == 1 ? c.y : c.z;
    const uint lane = along / LB_SLAB;
    const uint x = LB_LANE_AXIS == 0 ? along % LB_SLAB : c.x;
    const uint y = LB_LANE_AXIS == 1 ? along % LB_SLAB : c.y;
    const uint z = LB_LANE_AXIS == 2 ? along % LB_SLAB : c.z;
    return (z * LB_APART_Z + y * LB_APART_Y + x * LB_APART_X) * LB_V + lane;
}

/* Its inverse; of a place that is of no cell something outside of the box. */
LB_INLINE struct cell lb_cell_at(const LB_INDEX index)
{
    const uint lane = (uint)(index % LB_V);
    struct cell c = lb_vector_at(index / LB_V);
    if (LB_LANE_AXIS == 0) c.x += lane * LB_SLAB;
    if (LB_LANE_AXIS == 1) c.y += lane * LB_SLAB;
    if (LB_LANE_AXIS == 2) c.z += lane * LB_SLAB;
    return c;
}

LB_INLINE bool lb_is_cell(const struct cell c)
{
    return LB_LANE_AXIS == 0 ? c.x < LB_NX : LB_LANE_AXIS == 1 ? c.y < LB_NY : c.z < LB_NZ;
}

LB_INLINE uint lb_cells_along(const uint axis)
{
    return axis == 0 ? LB_NX : axis == 1 ? LB_NY : LB_NZ;
}

/* With constants to divide by. */
LB_INLINE uint lb_wrapped_along(const uint axis, const int at)
{
    return axis == 0   ? lb_wrapped(at, LB_NX)
           : axis == 1 ? lb_wrapped(at, LB_NY)
                       : lb_wrapped(at, LB_NZ);
}

#include "slot/box"

/* The cell at these places, which count in the whole box and need not be in it. */
LB_INLINE struct cell lb_cell_in_box(const int x, const int y, const int z)
{
    struct cell c;
    c.x = lb_cell_along(0, lb_begin_along(0, x), 0);
    c.y = lb_cell_along(1, lb_begin_along(1, y), 0);
    c.z = lb_cell_along(2, lb_begin_along(2, z), 0);
    return c;
}
