/* subdomain.cl - a box that is a subdomain of a larger one.  Its ends are joined for populations only, which
 * the exchange then brings to where they belong; what else is known of the cells beyond a cut is in the
 * halo, behind the cells (lib/case/halo.h).
 * SPDX-License-Identifier: MIT
 *
 * The host prints:
 *
 *   LB_CUT                   bit a: along axis a its ends are cuts
 *   LB_ORIGIN_X, _Y, _Z      its first cell in the whole box
 *   LB_WHOLE_NX, _NY, _NZ    cells of the whole box
 *   LB_HALO                  cells around it of which flags and prescribed values are known, rounded up
 *   LB_HALO_DEPTH            how many of them are beyond each end of a cut axis
 */

/* Cells along each axis with those of the halo, and where the layers across each axis begin. */
#define LB_BEYOND_X ((LB_CUT & 1) != 0 ? LB_HALO_DEPTH : 0)
#define LB_BEYOND_Y ((LB_CUT & 2) != 0 ? LB_HALO_DEPTH : 0)
#define LB_BEYOND_Z ((LB_CUT & 4) != 0 ? LB_HALO_DEPTH : 0)
#define LB_WIDE_X (LB_NX + 2 * LB_BEYOND_X)
#define LB_WIDE_Y (LB_NY + 2 * LB_BEYOND_Y)
#define LB_WIDE_Z (LB_NZ + 2 * LB_BEYOND_Z)
#define LB_LAYER_X ((LB_INDEX)LB_WIDE_Y * LB_WIDE_Z)
#define LB_LAYER_Y ((LB_INDEX)LB_WIDE_X * LB_WIDE_Z)
#define LB_LAYER_Z ((LB_INDEX)LB_WIDE_X * LB_WIDE_Y)
#define LB_HALO_X LB_PLACES
#define LB_HALO_Y (LB_HALO_X + 2 * LB_BEYOND_X * LB_LAYER_X)
#define LB_HALO_Z (LB_HALO_Y + 2 * LB_BEYOND_Y * LB_LAYER_Y)

/* Where cell c of this box is in the whole box. */
LB_INLINE struct cell lb_in_whole(const struct cell c)
{
    struct cell w = c;
    w.x += LB_ORIGIN_X;
    w.y += LB_ORIGIN_Y;
    w.z += LB_ORIGIN_Z;
    return w;
}

LB_INLINE bool lb_is_at_end(const uint at, const uint count)
{
    return at == 0 || at == count - 1;
}

LB_INLINE bool lb_has_cells_beside_cuts(const LB_INDEX vector)
{
    const struct cell c = lb_vector_at(vector);
    bool is_beside = false;
    if ((LB_CUT & 1) != 0) is_beside |= lb_is_at_end(c.x, LB_VECTORS_X);
    if ((LB_CUT & 2) != 0) is_beside |= lb_is_at_end(c.y, LB_VECTORS_Y);
    if ((LB_CUT & 4) != 0) is_beside |= lb_is_at_end(c.z, LB_VECTORS_Z);
    return is_beside;
}

/* Which end of a cut axis a step from `at` leaves: -1, 1, or 0 for neither. */
LB_INLINE int lb_leaves(const uint at, const int c, const uint size, const bool is_cut)
{
    if (!is_cut) return 0;
    return c < 0 && at == 0 ? -1 : c > 0 && at == size - 1 ? 1 : 0;
}

#define LB_LEAVES_X(c, cx) lb_leaves((c).x, cx, LB_NX, (LB_CUT & 1) != 0)
#define LB_LEAVES_Y(c, cy) lb_leaves((c).y, cy, LB_NY, (LB_CUT & 2) != 0)
#define LB_LEAVES_Z(c, cz) lb_leaves((c).z, cz, LB_NZ, (LB_CUT & 4) != 0)

/* Which cuts are between cell c and its neighbour: a bit for each axis. */
LB_INLINE uint lb_cuts_crossed(const struct cell c, const int cx, const int cy, const int cz)
{
    return (LB_LEAVES_X(c, cx) != 0 ? 1u : 0u) | (LB_LEAVES_Y(c, cy) != 0 ? 2u : 0u) |
           (LB_LEAVES_Z(c, cz) != 0 ? 4u : 0u);
}

LB_INLINE bool lb_is_apart(const uint at, const uint other, const bool is_cut)
{
    return is_cut && (at > other ? at - other : other - at) > 1;
}

/* Whether a neighbour of cell c, of which memory has the cell at the other end in its place, is beyond a cut.
 * Needs three cells along cut axes. */
LB_INLINE bool lb_is_beyond(const struct cell c, const struct cell neighbour)
{
    return lb_is_apart(c.x, neighbour.x, (LB_CUT & 1) != 0) ||
           lb_is_apart(c.y, neighbour.y, (LB_CUT & 2) != 0) ||
           lb_is_apart(c.z, neighbour.z, (LB_CUT & 4) != 0);
}

/* The step along an axis of `size` cells that leads to `other`, whose ends are joined. */
LB_INLINE int lb_step_to(const uint at, const uint other, const uint size)
{
    return other == at ? 0 : other == lb_next(at, size) ? 1 : -1;
}

/* A step along an axis, counted from the halo's first cell. */
LB_INLINE uint lb_beside_in_halo(const uint at, const int c, const uint size, const bool is_cut)
{
    return is_cut ? (uint)((int)at + c + LB_HALO_DEPTH) : lb_beside(at, c, size);
}

/* Where the first layer beyond an end of an axis is, of layers of that size. */
LB_INLINE LB_INDEX lb_first_layer(const int end, const LB_INDEX layer)
{
    return (end > 0 ? LB_HALO_DEPTH : LB_HALO_DEPTH - 1) * layer;
}

/* Where flags, numbers and prescribed values of the neighbour of cell c are. */
LB_INLINE LB_INDEX lb_neighbour_at(const struct cell c, const int cx, const int cy, const int cz)
{
    const int left_x = LB_LEAVES_X(c, cx), left_y = LB_LEAVES_Y(c, cy), left_z = LB_LEAVES_Z(c, cz);
    const LB_INDEX x = lb_beside_in_halo(c.x, cx, LB_NX, (LB_CUT & 1) != 0);
    const LB_INDEX y = lb_beside_in_halo(c.y, cy, LB_NY, (LB_CUT & 2) != 0);
    const LB_INDEX z = lb_beside_in_halo(c.z, cz, LB_NZ, (LB_CUT & 4) != 0);
    if (left_x != 0) return LB_HALO_X + lb_first_layer(left_x, LB_LAYER_X) + z * LB_WIDE_Y + y;
    if (left_y != 0) return LB_HALO_Y + lb_first_layer(left_y, LB_LAYER_Y) + z * LB_WIDE_X + x;
    if (left_z != 0) return LB_HALO_Z + lb_first_layer(left_z, LB_LAYER_Z) + y * LB_WIDE_X + x;
    return lb_index(lb_neighbour(c, cx, cy, cz));
}

/* The cell some steps from one of the box or of the halo: along cut axes it may be of the halo, whose cells count
 * from -LB_HALO_DEPTH. */
LB_INLINE struct cell lb_moved(const struct cell c, const int x, const int y, const int z)
{
    struct cell there;
    there.x = (LB_CUT & 1) != 0 ? c.x + (uint)x : lb_wrapped((int)c.x + x, LB_NX);
    there.y = (LB_CUT & 2) != 0 ? c.y + (uint)y : lb_wrapped((int)c.y + y, LB_NY);
    there.z = (LB_CUT & 4) != 0 ? c.z + (uint)z : lb_wrapped((int)c.z + z, LB_NZ);
    return there;
}

/* The number of its layer across an axis, of those of the halo: 0 is the farthest one below the box. */
LB_INLINE LB_INDEX lb_layer_of(const uint at, const uint size)
{
    return at < size + LB_HALO_DEPTH ? at - size + LB_HALO_DEPTH : at + LB_HALO_DEPTH;
}

/* Where what is kept of it is. */
LB_INLINE LB_INDEX lb_place_of(const struct cell c)
{
    const LB_INDEX x = c.x + LB_BEYOND_X, y = c.y + LB_BEYOND_Y, z = c.z + LB_BEYOND_Z;
    if (c.x >= LB_NX) return LB_HALO_X + lb_layer_of(c.x, LB_NX) * LB_LAYER_X + z * LB_WIDE_Y + y;
    if (c.y >= LB_NY) return LB_HALO_Y + lb_layer_of(c.y, LB_NY) * LB_LAYER_Y + z * LB_WIDE_X + x;
    if (c.z >= LB_NZ) return LB_HALO_Z + lb_layer_of(c.z, LB_NZ) * LB_LAYER_Z + y * LB_WIDE_X + x;
    return lb_index(c);
}

LB_INLINE uint lb_beyond_layer(const LB_INDEX layer, const uint size)
{
    return layer < LB_HALO_DEPTH ? (uint)layer - LB_HALO_DEPTH
                                 : size + ((uint)layer - LB_HALO_DEPTH);
}

/* The cell of place n of the halo; of one that only rounds up something outside. */
LB_INLINE struct cell lb_halo_cell(const LB_INDEX place)
{
    struct cell c;
    LB_INDEX n = place - LB_PLACES;
    const LB_INDEX of_x = 2 * LB_BEYOND_X * LB_LAYER_X, of_y = 2 * LB_BEYOND_Y * LB_LAYER_Y;
    if (n < of_x) {
        c.x = lb_beyond_layer(n / LB_LAYER_X, LB_NX);
        c.y = (uint)(n % LB_LAYER_X % LB_WIDE_Y) - LB_BEYOND_Y;
        c.z = (uint)(n % LB_LAYER_X / LB_WIDE_Y) - LB_BEYOND_Z;
    } else if (n < of_x + of_y) {
        n -= of_x;
        c.x = (uint)(n % LB_LAYER_Y % LB_WIDE_X) - LB_BEYOND_X;
        c.y = lb_beyond_layer(n / LB_LAYER_Y, LB_NY);
        c.z = (uint)(n % LB_LAYER_Y / LB_WIDE_X) - LB_BEYOND_Z;
    } else {
        n -= of_x + of_y;
        c.x = (uint)(n % LB_LAYER_Z % LB_WIDE_X) - LB_BEYOND_X;
        c.y = (uint)(n % LB_LAYER_Z / LB_WIDE_X) - LB_BEYOND_Y;
        c.z = lb_beyond_layer(n / LB_LAYER_Z, LB_NZ);
    }
    return c;
}

/* Whether a cell `reach` steps away along an axis may be beyond a cut. */
LB_INLINE bool lb_is_near_cut(const struct cell c, const uint reach)
{
    return ((LB_CUT & 1) != 0 && (c.x < reach || c.x + reach >= LB_NX)) ||
           ((LB_CUT & 2) != 0 && (c.y < reach || c.y + reach >= LB_NY)) ||
           ((LB_CUT & 4) != 0 && (c.z < reach || c.z + reach >= LB_NZ));
}

/* Along an axis, cell number i from number `first` on, which counts in the whole box and need not be in it: own cells
 * count from 0, those of the halo are less, or as many as there are and more; all others are farther. */
LB_INLINE uint lb_begin_along(const uint axis, const int first)
{
    if ((LB_CUT >> axis & 1) == 0) return lb_wrapped_along(axis, first);
    return axis == 0   ? lb_wrapped(first - LB_ORIGIN_X, LB_WHOLE_NX)
           : axis == 1 ? lb_wrapped(first - LB_ORIGIN_Y, LB_WHOLE_NY)
                       : lb_wrapped(first - LB_ORIGIN_Z, LB_WHOLE_NZ);
}

LB_INLINE uint lb_cell_along(const uint axis, const uint begin, const uint i)
{
    const uint size = lb_cells_along(axis);
    const uint whole = axis == 0 ? LB_WHOLE_NX : axis == 1 ? LB_WHOLE_NY : LB_WHOLE_NZ;
    if ((LB_CUT >> axis & 1) == 0) return lb_further(begin, i, size);
    const uint at = lb_further(begin, i, whole);
    return at >= size + LB_HALO_DEPTH ? at - whole : at;
}

LB_INLINE bool lb_is_own(const struct cell c)
{
    return c.x < LB_NX && c.y < LB_NY && c.z < LB_NZ;
}

/* How far beyond an end of an axis. */
LB_INLINE uint lb_beyond_by(const uint at, const uint size)
{
    return at < size ? 0 : at < size + LB_HALO_DEPTH ? at - size + 1 : 0 - at;
}

/* How far from the box, along the axis along which it is farthest. */
LB_INLINE uint lb_distance_of(const struct cell c)
{
    const uint x = lb_beyond_by(c.x, LB_NX), y = lb_beyond_by(c.y, LB_NY),
               z = lb_beyond_by(c.z, LB_NZ);
    return max(max(x, y), z);
}

/* Whether it is of the box or of its halo. */
LB_INLINE bool lb_is_seen(const struct cell c)
{
    return lb_distance_of(c) <= LB_HALO_DEPTH;
}

/* Rows along x beside the box, at y from -1 to LB_NY and z likewise, where x is not cut. */
LB_INLINE bool lb_row_is_beyond(const int y, const int z)
{
    return ((LB_CUT & 2) != 0 && (y < 0 || y >= LB_NY)) ||
           ((LB_CUT & 4) != 0 && (z < 0 || z >= LB_NZ));
}

/* The place of the first cell of one that is beyond a cut. */
LB_INLINE LB_INDEX lb_row_beyond(const int y, const int z)
{
    const LB_INDEX in_y = lb_wrapped(y + LB_BEYOND_Y, LB_WIDE_Y),
                   in_z = lb_wrapped(z + LB_BEYOND_Z, LB_WIDE_Z);
    if ((LB_CUT & 2) != 0 && (y < 0 || y >= LB_NY))
        return LB_HALO_Y + lb_first_layer(y, LB_LAYER_Y) + in_z * LB_WIDE_X;
    return LB_HALO_Z + lb_first_layer(z, LB_LAYER_Z) + in_y * LB_WIDE_X;
}

/* The same of a neighbour that memory has in its place; needs three cells along cut axes. */
LB_INLINE LB_INDEX lb_place_beyond(const struct cell c, const struct cell neighbour)
{
    return lb_neighbour_at(c, lb_step_to(c.x, neighbour.x, LB_NX),
                           lb_step_to(c.y, neighbour.y, LB_NY),
                           lb_step_to(c.z, neighbour.z, LB_NZ));
}

/* Where the neighbour is in the whole box. */
LB_INLINE struct cell lb_neighbour_in_whole(const struct cell c, const int cx, const int cy,
                                            const int cz)
{
    const struct cell w = lb_in_whole(c);
    struct cell n;
    n.x = lb_beside(w.x, cx, LB_WHOLE_NX);
    n.y = lb_beside(w.y, cy, LB_WHOLE_NY);
    n.z = lb_beside(w.z, cz, LB_WHOLE_NZ);
    return n;
}
