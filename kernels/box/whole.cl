/* whole.cl - a box that is whole: its cells are where they are, and its ends are joined.
 * SPDX-License-Identifier: MIT */
#define LB_HALO 0
#define LB_CUT 0
#define LB_WHOLE_NX LB_NX
#define LB_WHOLE_NY LB_NY
#define LB_WHOLE_NZ LB_NZ
#define LB_WIDE_X LB_NX
#define LB_WIDE_Y LB_NY
#define LB_ORIGIN_X 0
#define LB_ORIGIN_Y 0
#define LB_ORIGIN_Z 0
#define LB_BEYOND_X 0
#define LB_BEYOND_Y 0
#define LB_BEYOND_Z 0

/* Where cell c of this box is in the whole box. */
LB_INLINE struct cell lb_in_whole(const struct cell c)
{
    return c;
}

/* Whether a vector has cells beside cuts. */
LB_INLINE bool lb_has_cells_beside_cuts(const LB_INDEX vector)
{
    return false;
}

/* Which cuts are between cell c and its neighbour: a bit for each axis. */
LB_INLINE uint lb_cuts_crossed(const struct cell c, const int cx, const int cy, const int cz)
{
    return 0;
}

/* Whether a neighbour of cell c is beyond a cut. */
LB_INLINE bool lb_is_beyond(const struct cell c, const struct cell neighbour)
{
    return false;
}

/* Where flags, numbers and prescribed values of the neighbour of cell c are. */
LB_INLINE LB_INDEX lb_neighbour_at(const struct cell c, const int cx, const int cy, const int cz)
{
    return lb_index(lb_neighbour(c, cx, cy, cz));
}

LB_INLINE LB_INDEX lb_place_beyond(const struct cell c, const struct cell neighbour)
{
    return lb_index(neighbour);
}

/* The cell some steps away, and where what is kept of it is. */
LB_INLINE struct cell lb_moved(const struct cell c, const int x, const int y, const int z)
{
    struct cell there;
    there.x = lb_wrapped((int)c.x + x, LB_NX);
    there.y = lb_wrapped((int)c.y + y, LB_NY);
    there.z = lb_wrapped((int)c.z + z, LB_NZ);
    return there;
}

LB_INLINE LB_INDEX lb_place_of(const struct cell c)
{
    return lb_index(c);
}

LB_INLINE struct cell lb_halo_cell(const LB_INDEX place) /* there is none */
{
    return lb_cell_at(place);
}

/* Along an axis, cell number i from number `first` on, which counts in the whole box and need not be in it. */
LB_INLINE uint lb_begin_along(const uint axis, const int first)
{
    return lb_wrapped_along(axis, first);
}

LB_INLINE uint lb_cell_along(const uint axis, const uint begin, const uint i)
{
    return lb_further(begin, i, lb_cells_along(axis));
}

LB_INLINE bool lb_is_own(const struct cell c)
{
    return true;
}

LB_INLINE bool lb_is_seen(const struct cell c)
{
    return true;
}

/* Whether a cell `reach` steps away along an axis may be beyond a cut. */
LB_INLINE bool lb_is_near_cut(const struct cell c, const uint reach)
{
    return false;
}

/* Rows along x beside the box: none is beyond a cut. */
LB_INLINE bool lb_row_is_beyond(const int y, const int z)
{
    return false;
}

LB_INLINE LB_INDEX lb_row_beyond(const int y, const int z)
{
    return 0;
}

/* Where the neighbour is in the whole box. */
LB_INLINE struct cell lb_neighbour_in_whole(const struct cell c, const int cx, const int cy,
                                            const int cz)
{
    return lb_neighbour(c, cx, cy, cz);
}
