/* layout.cl - where a cell is in memory.
 * The lane axis is cut into LB_V slabs; cell (x, y, s + l * slab) along it is lane l of vector (x,
 * y, s), at ((z * vectors_y + y) * vectors_x + x) * LB_V + l       in vector coordinates,
 * with x and y exchanged where rows of vectors lie along y, and population i of it LB_STRIDE * i
 * codes further on.  docs/memory-layout.md has the picture.
 * SPDX-License-Identifier: MIT */

#define LB_VECTORS_X (LB_LANE_AXIS == 0 ? (LB_NX + LB_V - 1) / LB_V : LB_NX)
#define LB_VECTORS_Y (LB_LANE_AXIS == 1 ? (LB_NY + LB_V - 1) / LB_V : LB_NY)
#define LB_VECTORS_Z (LB_LANE_AXIS == 2 ? (LB_NZ + LB_V - 1) / LB_V : LB_NZ)
#define LB_VECTORS ((LB_INDEX)LB_VECTORS_X * LB_VECTORS_Y * LB_VECTORS_Z)
#define LB_ROW (LB_ROW_AXIS == 0 ? LB_VECTORS_X : LB_VECTORS_Y)

/* Vectors from one to the next along each axis. */
#define LB_APART_X ((LB_INDEX)(LB_ROW_AXIS == 0 ? 1 : LB_ROW))
#define LB_APART_Y ((LB_INDEX)(LB_ROW_AXIS == 0 ? LB_ROW : 1))
#define LB_APART_Z ((LB_INDEX)LB_VECTORS_X * LB_VECTORS_Y)

/* The only place where coordinates wrap round: along an axis of `size` cells, vectors or rows, all
 * numbered from 0. */
LB_INLINE uint lb_next(const uint at, const uint size)
{
    return at == size - 1 ? 0 : at + 1;
}

LB_INLINE uint lb_previous(const uint at, const uint size)
{
    return at == 0 ? size - 1 : at - 1;
}

/* `by` further on, by <= size. */
LB_INLINE uint lb_further(const uint at, const uint by, const uint size)
{
    const uint to = at + by;
    return to < size ? to : to - size;
}

/* Any place, however far outside. */
LB_INLINE uint lb_wrapped(const int at, const uint size)
{
    if (at >= 0 && at < (int)size) return (uint)at;
    const int rest = at % (int)size;
    return (uint)(rest < 0 ? rest + (int)size : rest);
}

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
