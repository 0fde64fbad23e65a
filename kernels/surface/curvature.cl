/* curvature.cl - the curvature of a free surface from the fill levels of a cube of 5^3 cells: the
 * plane of each interface cell is one piece of the surface, a paraboloid through the pieces has
 * the curvature.
 * Normal: Parker, Youngs (1992).  Planes and fit after Lehmann, Gekle, Computation 10, 21 (2022),
 * who take 3^3 cells and let the paraboloid go through the cell's own piece.  That is stiffer than
 * it should be: flows within a few cells move the fill levels until all cells find the same
 * curvature, and a drop stops swinging long before viscosity stops it.
 * docs/theory/free-surface.md
 * SPDX-License-Identifier: MIT */

#define LB_REACH 2 /* cells in each direction */
#define LB_SIDE (2 * LB_REACH + 1)
#define LB_FARTHEST (LB_D == 3 ? 6 : 8) /* squared; the corners of the cube count 2 % and less */

/* --- what is around a cell ------------------------------------------------------------------- */

/* One axis of the box as a cell sees it.  An index is the sum of parts, one of each axis, for the
 * lane axis, too. */
struct line {
    int at;
    uint size;
    LB_INDEX apart; /* in memory */
    bool has_lanes;
};

LB_INLINE struct line lb_line(const struct cell c, const int axis)
{
    struct line l;
    l.at = (int)(axis == 0 ? c.x : axis == 1 ? c.y : c.z);
    l.size = axis == 0 ? LB_NX : axis == 1 ? LB_NY : LB_NZ;
    l.apart = LB_V * (axis == 0 ? LB_APART_X : axis == 1 ? LB_APART_Y : LB_APART_Z);
    l.has_lanes = axis == LB_LANE_AXIS;
    return l;
}

/* The part of the cell that is `by` cells further on. */
LB_INLINE LB_INDEX lb_part(const struct line l, const int by)
{
    const uint at = lb_wrapped(l.at + by, l.size);
    const uint lane = l.has_lanes ? at / LB_SLAB : 0;
    return (LB_INDEX)(at - lane * LB_SLAB) * l.apart + lane;
}

/* Whether a wall is within reach, and one cell more: flags tell of those next to a cell. */
LB_INLINE bool lb_sees_walls(const global uchar *flags, const struct cell c, const bool sees_cut)
{
    uchar all = 0;
    for (int k = 0; LB_HAS_SOLID && k < (LB_D == 3 ? 27 : 9); k++) {
        const struct cell there =
            lb_moved(c, 2 * (k % 3 - 1), 2 * (k / 3 % 3 - 1), LB_D == 3 ? 2 * (k / 9 - 1) : 0);
        all |= flags[sees_cut ? lb_place_of(there) : lb_index(there)];
    }
    return (all & (LB_CELL_SOLID | LB_CELL_NEAR_SOLID)) != 0;
}

/* Walks along an axis; half-way walls reflect. */
LB_INLINE struct cell lb_walk(const global uchar *flags, struct cell c, const int axis, int steps)
{
    int way = steps < 0 ? -1 : 1;
    for (steps *= way; steps > 0; steps--) {
        const struct cell next =
            lb_moved(c, axis == 0 ? way : 0, axis == 1 ? way : 0, axis == 2 ? way : 0);
        if (LB_HAS_SOLID && (flags[lb_place_of(next)] & LB_CELL_SOLID) != 0)
            way = -way;
        else
            c = next;
    }
    return c;
}

/* Fill level at (x, y, z) from the cell.  A wall mirrors the fluid in front of it, which makes the
 * surface meet it at a right angle. */
LB_INLINE scalar lb_mirrored(const global scalar *fill, const global uchar *flags,
                             const struct cell c, const int x, const int y, const int z)
{
    struct cell there = lb_walk(flags, c, 0, x);
    there = lb_walk(flags, there, 1, y);
    there = lb_walk(flags, there, 2, z);
    return fill[lb_place_of(there)];
}

/* The same where no wall is near, but a cut. */
LB_INLINE scalar lb_fill_beside(const global scalar *fill, const struct cell c, const int x,
                                const int y, const int z)
{
    return fill[lb_place_of(lb_moved(c, x, y, z))];
}

struct direction {
    scalar x, y, z;
};

/* Adds what the fill level at (x, y, z) tells of the normal.  4, 2, 1 for faces, edges and corners;
 * only their ratios matter. */
LB_INLINE void lb_tilt(struct direction *n, const scalar fill, const int x, const int y,
                       const int z)
{
    const scalar share = (scalar)(8 >> (abs(x) + abs(y) + abs(z))) * fill;
    n->x -= (scalar)x * share;
    n->y -= (scalar)y * share;
    n->z -= (scalar)z * share;
}

/* Unit vector out of the fluid; 0 where nothing tells. */
LB_INLINE struct direction lb_surface_normal(const global scalar *fill, const global uchar *flags,
                                             const struct cell c, const bool walls,
                                             const bool sees_cut)
{
    const int most = LB_D == 3 ? 1 : 0;
    struct direction n = {0, 0, 0};
    if (walls) {
        for (int k = 0; k < (LB_D == 3 ? 27 : 9); k++) {
            const int x = k % 3 - 1, y = k / 3 % 3 - 1, z = LB_D == 3 ? k / 9 - 1 : 0;
            lb_tilt(&n, lb_mirrored(fill, flags, c, x, y, z), x, y, z);
        }
    } else if (sees_cut) {
#pragma unroll
        for (int k = 0; k < (LB_D == 3 ? 27 : 9); k++) {
            const int x = k % 3 - 1, y = k / 3 % 3 - 1, z = LB_D == 3 ? k / 9 - 1 : 0;
            lb_tilt(&n, lb_fill_beside(fill, c, x, y, z), x, y, z);
        }
    } else {
        const struct line along_x = lb_line(c, 0), along_y = lb_line(c, 1), along_z = lb_line(c, 2);
        const LB_INDEX behind = lb_part(along_x, -1), here = lb_part(along_x, 0),
                       ahead = lb_part(along_x, 1);
        for (int z = -most; z <= most; z++) {
            const LB_INDEX layer = lb_part(along_z, z);
            for (int y = -1; y <= 1; y++) {
                const global scalar *row = fill + layer + lb_part(along_y, y);
                lb_tilt(&n, row[behind], -1, y, z);
                lb_tilt(&n, row[here], 0, y, z);
                lb_tilt(&n, row[ahead], 1, y, z);
            }
        }
    }
    const scalar squared = fma(n.x, n.x, fma(n.y, n.y, n.z * n.z));
    const scalar scale = squared > (scalar)1e-30 ? lb_inverse(lb_root(squared)) : (scalar)0;
    n.x *= scale;
    n.y *= scale;
    n.z *= scale;
    return n;
}

/* --- least squares ---------------------------------------------------------------------------
 * Loops are unrolled: only with constant indices do arrays stay in registers. */

#define LB_FIT (LB_D == 3 ? 6 : 3) /* height, slopes, curvatures */
#define LB_FIT_MOST 6

/* The lower triangle of the matrix, row by row, and the right side. */
struct fit {
    scalar matrix[LB_FIT_MOST * (LB_FIT_MOST + 1) / 2];
    scalar side[LB_FIT_MOST];
};

LB_INLINE void lb_fit_clear(struct fit *f)
{
#pragma unroll
    for (int i = 0; i < LB_FIT_MOST * (LB_FIT_MOST + 1) / 2; i++)
        f->matrix[i] = 0;
#pragma unroll
    for (int i = 0; i < LB_FIT_MOST; i++)
        f->side[i] = 0;
}

LB_INLINE void lb_fit_add(struct fit *f, const scalar weight, const scalar *terms,
                          const scalar height)
{
#pragma unroll
    for (int i = 0; i < LB_FIT; i++) {
        const scalar term = weight * terms[i];
#pragma unroll
        for (int j = 0; j <= i; j++)
            f->matrix[i * (i + 1) / 2 + j] = fma(term, terms[j], f->matrix[i * (i + 1) / 2 + j]);
        f->side[i] = fma(term, height, f->side[i]);
    }
}

/* Solves in place (L D L^T); what the pieces leave open stays 0. */
LB_INLINE void lb_fit_solve(struct fit *f)
{
    scalar per_pivot[LB_FIT_MOST];
#pragma unroll
    for (int j = 0; j < LB_FIT; j++) {
        const scalar whole = f->matrix[j * (j + 1) / 2 + j];
        scalar pivot = whole;
#pragma unroll
        for (int k = 0; k < j; k++) {
            const scalar l = f->matrix[j * (j + 1) / 2 + k];
            pivot = fma(-l, l * per_pivot[k], pivot);
        }
        const bool counts = pivot > fmax((scalar)1e-4 * whole, (scalar)1e-30);
        per_pivot[j] = counts ? lb_inverse(pivot) : (scalar)0;
#pragma unroll
        for (int i = j + 1; i < LB_FIT; i++) {
            scalar sum = f->matrix[i * (i + 1) / 2 + j];
#pragma unroll
            for (int k = 0; k < j; k++)
                sum = fma(-f->matrix[i * (i + 1) / 2 + k],
                          f->matrix[j * (j + 1) / 2 + k] * per_pivot[k], sum);
            f->matrix[i * (i + 1) / 2 + j] = sum;
        }
    }
#pragma unroll
    for (int i = 0; i < LB_FIT; i++)
#pragma unroll
        for (int k = 0; k < i; k++)
            f->side[i] =
                fma(-f->matrix[i * (i + 1) / 2 + k] * per_pivot[k], f->side[k], f->side[i]);
#pragma unroll
    for (int i = LB_FIT - 1; i >= 0; i--) {
        f->side[i] *= per_pivot[i];
#pragma unroll
        for (int k = i + 1; k < LB_FIT; k++)
            f->side[i] =
                fma(-f->matrix[k * (k + 1) / 2 + i] * per_pivot[i], f->side[k], f->side[i]);
    }
}

/* --- pieces of the surface -------------------------------------------------------------------- */

/* A cell's surroundings in columns: m counts along the axis that the normal is nearest to, out of
 * the fluid; u and v along the other two.  In two dimensions there is no v. */
struct sight {
    struct cell c;
    int axis, way; /* of m */
    struct line across_u, across_v;
    bool walls, sees_cut;
    struct direction n, s, t; /* normal, tangents, in (u, v, m) */
    struct plane plane;       /* of a cell that the surface crosses */
};

LB_INLINE struct sight lb_sight(const struct cell c, const struct direction n, const bool walls,
                                const bool sees_cut)
{
    const scalar x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const int u = LB_D == 2 ? 1 - axis : axis == 2 ? 0 : axis + 1;
    const int v = LB_D == 2 ? 2 : axis == 0 ? 2 : axis - 1;
    const scalar along = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    struct sight s;
    s.c = c;
    s.axis = axis;
    s.way = along > (scalar)0 ? 1 : -1;
    s.across_u = lb_line(c, u);
    s.across_v = lb_line(c, v);
    s.walls = walls;
    s.sees_cut = sees_cut;
    s.n.x = u == 0 ? n.x : u == 1 ? n.y : n.z;
    s.n.y = v == 0 ? n.x : v == 1 ? n.y : n.z;
    s.n.z = fabs(along);
    const scalar scale = lb_inverse(lb_root(fma(s.n.x, s.n.x, s.n.z * s.n.z))); /* at most sqrt 3 */
    s.s = (struct direction){-s.n.z * scale, 0, s.n.x * scale};
    s.t.x = s.n.y * s.s.z;
    s.t.y = fma(s.n.z, s.s.x, -s.n.x * s.s.z);
    s.t.z = -s.n.y * s.s.x;
    s.plane = lb_plane(n.x, n.y, n.z);
    return s;
}

LB_INLINE scalar lb_along(const struct direction d, const int u, const int v, const int m)
{
    return fma((scalar)u, d.x, fma((scalar)v, d.y, (scalar)m * d.z));
}

/* Columns go from one cell below the reach to one above it */
#define LB_COLUMN (LB_SIDE + 2)

/* The parts of the indices of a column's cells. */
LB_INLINE void lb_column_parts(LB_INDEX *part, const struct sight s)
{
    const struct line upward = lb_line(s.c, s.axis);
#pragma unroll
    for (int k = 0; k < LB_COLUMN; k++)
        part[k] = lb_part(upward, s.way * (k - LB_REACH - 1));
}

/* Cell (u, v, m) of a cell's surroundings: how far along the axes of the box. */
LB_INLINE int3 lb_steps_to(const struct sight s, const int u, const int v, const int m)
{
    const int along = s.way * m;
    return (int3)(s.axis == 0                ? along
                  : LB_D == 2 || s.axis == 2 ? u
                                             : v,
                  s.axis == 1   ? along
                  : s.axis == 0 ? u
                                : v,
                  LB_D == 2     ? 0
                  : s.axis == 2 ? along
                  : s.axis == 0 ? v
                                : u);
}

LB_INLINE void lb_column(scalar *column, const LB_INDEX *part, const global scalar *fill,
                         const global uchar *flags, const struct sight s, const int u, const int v)
{
    if (s.walls) {
        for (int k = 0; k < LB_COLUMN; k++) {
            const int3 to = lb_steps_to(s, u, v, k - LB_REACH - 1);
            const scalar mirrored = lb_mirrored(fill, flags, s.c, to.x, to.y, to.z);
#pragma unroll
            for (int j = 0; j < LB_COLUMN; j++)
                column[j] = j == k ? mirrored : column[j];
        }
    } else if (s.sees_cut) {
#pragma unroll
        for (int k = 0; k < LB_COLUMN; k++) {
            const int3 to = lb_steps_to(s, u, v, k - LB_REACH - 1);
            column[k] = lb_fill_beside(fill, s.c, to.x, to.y, to.z);
        }
    } else {
        const global scalar *foot = fill + lb_part(s.across_u, u) + lb_part(s.across_v, v);
#pragma unroll
        for (int k = 0; k < LB_COLUMN; k++)
            column[k] = foot[part[k]];
    }
}

/* The part of a line inside its cell: its middle along the tangent, from the foot of the normal
 * through the cell's centre, and the square of its length. */
struct chord {
    scalar middle, squared;
};

LB_INLINE struct chord lb_chord(const scalar nx, const scalar ny, const scalar offset)
{
    /* at the tangent (-ny, nx), x is offset nx - t ny and y is offset ny + t nx */
    const scalar far = (scalar)4, least = (scalar)1e-6; /* parallel to the sides */
    const scalar x = offset * nx, y = offset * ny;
    const scalar per_nx = fabs(nx) > least ? lb_inverse(nx) : (scalar)0;
    const scalar per_ny = fabs(ny) > least ? lb_inverse(ny) : (scalar)0;
    const scalar across = fabs(ny) > least ? (scalar)0.5 * fabs(per_ny) : far;
    const scalar upward = fabs(nx) > least ? (scalar)0.5 * fabs(per_nx) : far;
    const scalar cx = x * per_ny, cy = -y * per_nx;
    const scalar low = fmax(cx - across, cy - upward), high = fmin(cx + across, cy + upward);
    const scalar length = fmax(high - low, (scalar)0);
    struct chord c;
    c.middle = (scalar)0.5 * (low + high);
    c.squared = length * length;
    return c;
}

/* exp(-r^2/2) */
LB_INLINE scalar lb_nearness(const int squared)
{
    return squared == 0   ? (scalar)1
           : squared == 1 ? (scalar)0.60653065971263342
           : squared == 2 ? (scalar)0.36787944117144233
           : squared == 4 ? (scalar)0.1353352832366127
           : squared == 5 ? (scalar)0.0820849986238988
                          : (scalar)0.018315638888734179; /* 8 */
}

/* Adds the piece of the cell at (u, v, m).  A cell that is nearly empty or nearly full knows
 * little of where the surface is, and nothing at all where the surface only passes it by: a piece
 * counts the less, the smaller it is.  In two dimensions it counts with the mean of the parabola
 * over it, which is what a fill level tells; in three as its middle point. */
LB_INLINE void lb_fit_piece(struct fit *f, const struct sight s, const scalar fill,
                            const scalar near, const int u, const int v, const int m)
{
    const scalar offset = lb_plane_offset(s.plane, fill);
    const scalar height = lb_along(s.n, u, v, m) + offset;
    const scalar p = lb_along(s.s, u, v, m);
    if (LB_D == 3) {
        const scalar q = lb_along(s.t, u, v, m);
        const scalar off = (scalar)2 * offset * s.plane.per_length; /* 1: at a corner */
        const scalar size = fma(-off, off, (scalar)1);
        const scalar terms[LB_FIT_MOST] = {1, p, q, p * p, q * q, p * q};
        lb_fit_add(f, near * size * size, terms, height);
    } else {
        const struct chord piece = lb_chord(s.n.x, s.n.z, offset);
        const scalar at = p + piece.middle;
        const scalar square = fma(piece.squared, (scalar)(1.0 / 12.0), at * at);
        const scalar terms[LB_FIT_MOST] = {1, at, square, 0, 0, 0};
        lb_fit_add(f, near * piece.squared * piece.squared, terms, height);
    }
}

/* Adds the pieces of a column; those that look the other way, as on the far side of a film, are not
 * of the same surface. */
LB_INLINE void lb_fit_column(struct fit *f, const scalar *column, const struct sight s, const int u,
                             const int v)
{
    uint crossed = 0; /* bit k: cell k of the column */
#pragma unroll
    for (int k = 1; k < LB_COLUMN - 1; k++) {
        const int m = k - LB_REACH - 1;
        const bool counts = u * u + v * v + m * m <= LB_FARTHEST && column[k] > (scalar)0 &&
                            column[k] < (scalar)1 && column[k + 1] < column[k - 1];
        crossed |= counts ? 1u << k : 0u;
    }
    const scalar near = lb_nearness(u * u + v * v);
    for (; crossed != 0; crossed &= crossed - 1) {
        const int k = (int)popcount((crossed & -crossed) - 1u), m = k - LB_REACH - 1;
        scalar fill = column[1];
#pragma unroll
        for (int j = 2; j < LB_COLUMN - 1; j++) {
            const scalar there = column[j];
            fill = j == k ? there : fill;
        }
        lb_fit_piece(f, s, fill, near * lb_nearness(m * m), u, v, m);
    }
}

LB_INLINE void lb_fit_pieces(struct fit *f, const global scalar *fill, const global uchar *flags,
                             const struct sight s)
{
    LB_INDEX part[LB_COLUMN];
    scalar column[LB_COLUMN] = {0};
    lb_column_parts(part, s);
    const int most = LB_D == 3 ? LB_REACH : 0;
#pragma unroll 1
    for (int v = -most; v <= most; v++) {
#pragma unroll 1
        for (int u = -LB_REACH; u <= LB_REACH; u++) {
            if (u * u + v * v > LB_FARTHEST) continue;
            lb_column(column, part, fill, flags, s, u, v);
            lb_fit_column(f, column, s, u, v);
        }
    }
}

LB_INLINE scalar lb_per_cubed_length(const scalar squared)
{
    const scalar least = fmin(squared, (scalar)1e20); /* its cube is a float */
    return lb_inverse(least * lb_root(least));
}

/* Whether that of cell c depends on cells beyond a cut. */
LB_INLINE bool lb_sees_cut(const struct cell c)
{
    return lb_is_near_cut(c, LB_REACH + 1);
}

/* The sum of both principal curvatures [1/cells]; in two dimensions there is one.  Negative for a
 * drop. */
LB_INLINE scalar lb_curvature(const global scalar *fill, const global uchar *flags,
                              const struct cell c, const bool sees_cut)
{
    const bool walls = LB_HAS_SOLID && lb_sees_walls(flags, c, sees_cut);
    const struct direction n = lb_surface_normal(fill, flags, c, walls, sees_cut);
    if (n.x == (scalar)0 && n.y == (scalar)0 && n.z == (scalar)0) return 0;
    struct fit f;
    lb_fit_clear(&f);
    lb_fit_pieces(&f, fill, flags, lb_sight(c, n, walls, sees_cut));
    lb_fit_solve(&f);
    scalar sum;
    if (LB_D == 3) {
        const scalar h = f.side[1], i = f.side[2], a = f.side[3], b = f.side[4], ab = f.side[5];
        sum = (scalar)2 * (a * fma(i, i, (scalar)1) + b * fma(h, h, (scalar)1) - ab * h * i) *
              lb_per_cubed_length(fma(h, h, fma(i, i, (scalar)1)));
    } else {
        sum = (scalar)2 * f.side[2] * lb_per_cubed_length(fma(f.side[1], f.side[1], (scalar)1));
    }
    const scalar most = LB_D == 3 ? (scalar)2 : (scalar)1; /* a drop of one cell's radius */
    return clamp(sum, -most, most);
}
