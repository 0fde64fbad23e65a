/* layout.cl - where a cell is in memory.
 * The lane axis is cut into LB_V slabs; cell (x, y, s + l * slab) along it is lane l of vector (x,
 * y, s), at
 *     ((z * vectors_y + y) * vectors_x + x) * LB_V + l       in vector coordinates,
 * with x and y exchanged where rows of vectors lie along y, and population i of it LB_STRIDE * i
 * codes further on.  docs/architecture.md has the picture.
 * SPDX-License-Identifier: MIT */
#include "core/periodic.cl"

#define LB_VECTORS_X (LB_LANE_AXIS == 0 ? LB_NX / LB_V : LB_NX)
#define LB_VECTORS_Y (LB_LANE_AXIS == 1 ? LB_NY / LB_V : LB_NY)
#define LB_VECTORS_Z (LB_LANE_AXIS == 2 ? LB_NZ / LB_V : LB_NZ)
#define LB_VECTORS ((LB_INDEX)LB_VECTORS_X * LB_VECTORS_Y * LB_VECTORS_Z)
#define LB_ROW (LB_ROW_AXIS == 0 ? LB_VECTORS_X : LB_VECTORS_Y)
#define LB_SLAB (LB_LANE_AXIS == 0 ? LB_VECTORS_X : LB_LANE_AXIS == 1 ? LB_VECTORS_Y : LB_VECTORS_Z)

/* Vectors from one to the next along each axis. */
#define LB_APART_X ((LB_INDEX)(LB_ROW_AXIS == 0 ? 1 : LB_ROW))
#define LB_APART_Y ((LB_INDEX)(LB_ROW_AXIS == 0 ? LB_ROW : 1))
#define LB_APART_Z ((LB_INDEX)LB_VECTORS_X * LB_VECTORS_Y)

/* Prescribed values: density, then the LB_D velocity components, one plane of cells each. */
#define LB_CELLS ((LB_INDEX)LB_NX * LB_NY * LB_NZ)
#define LB_PRESCRIBED(component) ((ulong)(component) * (LB_CELLS + LB_HALO))

/* What only cells near markers have, a few lanes of a vector as a rule: all first lanes together,
 * then all second ones, so that cells side by side are so in memory.  For the cell with index n
 * elsewhere. */
#define LB_NEAR_AT(n) ((LB_INDEX)((n) % LB_V) * LB_VECTORS + (LB_INDEX)((n) / LB_V))

/* Forces of markers on such cells: the components side by side, so that three additions to a cell
 * are one access to memory. */
#define LB_FORCE_AT(component, near) ((ulong)(near)*LB_D + (component))

/* Terms of moving walls: LB_V numbers for each population of each vector that has some. */
#define LB_TERM(number, i) (((ulong)(number)*LB_Q + (i)) * LB_V)

struct cell {
    uint x, y, z;
};

/* The vector with this number, in vector coordinates. */
LB_INLINE struct cell lb_vector_at(const LB_INDEX vector)
{
    struct cell c;
    c.x = (uint)(vector / LB_APART_X % LB_VECTORS_X);
    c.y = (uint)(vector / LB_APART_Y % LB_VECTORS_Y);
    c.z = (uint)(vector / LB_APART_Z);
    return c;
}

/* --- vectors: the step kernel ---------------------------------------------------------------- */

/* Offsets of the vectors behind [0], here [1] and ahead [2] in each direction; their sum is an
 * index. */
struct place {
    LB_INDEX x[3], y[3], z[3];
    bool first,
        last; /* the vector is first or last in its slab: its neighbour is in another lane */
};

LB_INLINE struct place lb_place(const LB_INDEX vector)
{
    const struct cell c = lb_vector_at(vector);
    const uint x = c.x, y = c.y, z = c.z;
    const uint s = LB_LANE_AXIS == 0 ? x : LB_LANE_AXIS == 1 ? y : z;
    const LB_INDEX ax = LB_APART_X * LB_V, ay = LB_APART_Y * LB_V, az = LB_APART_Z * LB_V;
    struct place p;
    p.x[0] = lb_previous(x, LB_VECTORS_X) * ax;
    p.x[1] = x * ax;
    p.x[2] = lb_next(x, LB_VECTORS_X) * ax;
    p.y[0] = lb_previous(y, LB_VECTORS_Y) * ay;
    p.y[1] = y * ay;
    p.y[2] = lb_next(y, LB_VECTORS_Y) * ay;
    p.z[0] = lb_previous(z, LB_VECTORS_Z) * az;
    p.z[1] = z * az;
    p.z[2] = lb_next(z, LB_VECTORS_Z) * az;
    p.first = s == 0;
    p.last = s == LB_SLAB - 1;
    return p;
}

/* Index of the vector at (cx, cy, cz) from p. */
#define LB_AT(p, cx, cy, cz) ((p).x[(cx) + 1] + (p).y[(cy) + 1] + (p).z[(cz) + 1])

/* Component of a direction along the lane axis. */
#define LB_ALONG_LANES(cx, cy, cz) (LB_LANE_AXIS == 0 ? (cx) : LB_LANE_AXIS == 1 ? (cy) : (cz))

/* Populations read `along` the lane axis from a vector that is the first or last of its slab, their
 * lanes brought home; and sent out, to be written there. */
#define LB_TURN_HOME(w, along, first, last)                           \
    if (LB_V > 1 && (along) > 0 && (last)) w = LB_CODES_FROM_NEXT(w); \
    if (LB_V > 1 && (along) < 0 && (first)) w = LB_CODES_FROM_PREVIOUS(w);
#define LB_TURN_OUT(w, along, first, last)                                \
    if (LB_V > 1 && (along) > 0 && (last)) w = LB_CODES_FROM_PREVIOUS(w); \
    if (LB_V > 1 && (along) < 0 && (first)) w = LB_CODES_FROM_NEXT(w);

/* The same at (cx, cy, cz) from p. */
#define LB_CODES_HOME(w, p, cx, cy, cz) \
    LB_TURN_HOME(w, LB_ALONG_LANES(cx, cy, cz), (p).first, (p).last)
#define LB_CODES_OUT(w, p, cx, cy, cz) \
    LB_TURN_OUT(w, LB_ALONG_LANES(cx, cy, cz), (p).first, (p).last)

/* --- single cells: everything but the step kernel --------------------------------------------- */

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

/* Its inverse. */
LB_INLINE struct cell lb_cell_at(const LB_INDEX index)
{
    const uint lane = (uint)(index % LB_V);
    struct cell c = lb_vector_at(index / LB_V);
    if (LB_LANE_AXIS == 0) c.x += lane * LB_SLAB;
    if (LB_LANE_AXIS == 1) c.y += lane * LB_SLAB;
    if (LB_LANE_AXIS == 2) c.z += lane * LB_SLAB;
    return c;
}

#include "slot/box"
