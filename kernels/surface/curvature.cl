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

/* The cell x, y, z further on. */
LB_INLINE uint lb_wrapped(const uint at, const int by, const int size)
{
    int to = (int)at + by;
    while (to < 0)
        to += size;
    while (to >= size)
        to -= size;
    return (uint)to;
}

LB_INLINE struct cell lb_shifted(const struct cell c, const int x, const int y, const int z)
{
    struct cell there;
    there.x = lb_wrapped(c.x, x, LB_NX);
    there.y = lb_wrapped(c.y, y, LB_NY);
    there.z = lb_wrapped(c.z, z, LB_NZ);
    return there;
}

LB_INLINE bool lb_is_wall(const global uchar *flags, const struct cell c)
{
    return (flags[lb_index(c)] & LB_CELL_SOLID) != 0;
}

#define LB_FARTHEST_STEP (LB_REACH + 1) /* along an axis: a neighbour of the cube's */
#define LB_STEPS (2 * LB_FARTHEST_STEP + 1)

/* What a cell sees of those around it.  Whether walls are among them is a constant of the functions
 * below, so that the way without walls is short: on a GPU its loops must fit the caches for code. */
struct sight {
    struct cell c;
    /* Parts of the index that cells up to LB_FARTHEST_STEP away have along x, y, z: an index is
     * their sum, for the lane axis, too. */
    LB_INDEX x[LB_STEPS], y[LB_STEPS], z[LB_STEPS];
};

LB_INLINE LB_INDEX lb_seen(const struct sight s, const int x, const int y, const int z)
{
    return s.x[x + LB_FARTHEST_STEP] + s.y[y + LB_FARTHEST_STEP] + s.z[z + LB_FARTHEST_STEP];
}

LB_INLINE struct sight lb_sight(const struct cell c)
{
    struct sight s;
    s.c = c;
    for (int k = 0; k < LB_STEPS; k++) {
        const int by = k - LB_FARTHEST_STEP;
        const struct cell x = {lb_wrapped(c.x, by, LB_NX), 0, 0};
        const struct cell y = {0, lb_wrapped(c.y, by, LB_NY), 0};
        const struct cell z = {0, 0, lb_wrapped(c.z, by, LB_NZ)};
        s.x[k] = lb_index(x);
        s.y[k] = lb_index(y);
        s.z[k] = lb_index(z);
    }
    return s;
}

LB_INLINE bool lb_sees_walls(const global uchar *flags, const struct sight s)
{
    uchar all = 0;
    for (int k = 0; LB_HAS_SOLID && k < 27; k++)
        all |= flags[lb_seen(s, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)];
    return (all & (LB_CELL_SOLID | LB_CELL_NEAR_SOLID)) != 0;
}

/* Walks along an axis; half-way walls reflect. */
LB_INLINE struct cell lb_walk(const global uchar *flags, struct cell c, const int axis, int steps)
{
    int way = steps < 0 ? -1 : 1;
    for (steps *= way; steps > 0; steps--) {
        const struct cell next =
            lb_shifted(c, axis == 0 ? way : 0, axis == 1 ? way : 0, axis == 2 ? way : 0);
        if (lb_is_wall(flags, next))
            way = -way;
        else
            c = next;
    }
    return c;
}

/* Fill level at (x, y, z) from the cell.  A wall mirrors the fluid in front of it, which makes the
 * surface meet it at a right angle. */
LB_INLINE scalar lb_fill_seen(const global scalar *fill, const global uchar *flags,
                              const struct sight s, const bool walls, const int x, const int y,
                              const int z)
{
    if (!walls) return fill[lb_seen(s, x, y, z)];
    struct cell there = lb_walk(flags, s.c, 0, x);
    there = lb_walk(flags, there, 1, y);
    there = lb_walk(flags, there, 2, z);
    return fill[lb_index(there)];
}

struct direction {
    scalar x, y, z;
};

/* Unit vector out of the fluid; 0 where nothing tells. */
LB_INLINE struct direction lb_surface_normal(const global scalar *fill, const global uchar *flags,
                                             const struct sight s, const bool walls)
{
    struct direction n = {0, 0, 0};
    for (int k = 0; k < (LB_D == 3 ? 27 : 9); k++) {
        const int x = k % 3 - 1, y = k / 3 % 3 - 1, z = LB_D == 3 ? k / 9 - 1 : 0;
        const int far = abs(x) + abs(y) + abs(z);
        if (far == 0) continue;
        /* 4, 2, 1 for faces, edges and corners; only their ratios matter */
        const scalar share = (scalar)(8 >> far) * lb_fill_seen(fill, flags, s, walls, x, y, z);
        n.x -= (scalar)x * share;
        n.y -= (scalar)y * share;
        n.z -= (scalar)z * share;
    }
    const scalar squared = fma(n.x, n.x, fma(n.y, n.y, n.z * n.z));
    const scalar scale = squared > (scalar)0 ? (scalar)1 / sqrt(squared) : (scalar)0;
    n.x *= scale;
    n.y *= scale;
    n.z *= scale;
    return n;
}

/* The tangents that make a frame with the normal. */
LB_INLINE void lb_tangents(const struct direction n, struct direction *s, struct direction *t)
{
    if (LB_D == 2) {
        *s = (struct direction){-n.y, n.x, 0};
        *t = (struct direction){0, 0, 1};
        return;
    }
    /* across the least component, so that the product is not small */
    const scalar x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    if (x <= y && x <= z)
        *s = (struct direction){0, n.z, -n.y};
    else if (y <= z)
        *s = (struct direction){-n.z, 0, n.x};
    else
        *s = (struct direction){n.y, -n.x, 0};
    const scalar scale = (scalar)1 / sqrt(fma(s->x, s->x, fma(s->y, s->y, s->z * s->z)));
    s->x *= scale;
    s->y *= scale;
    s->z *= scale;
    t->x = fma(n.y, s->z, -n.z * s->y);
    t->y = fma(n.z, s->x, -n.x * s->z);
    t->z = fma(n.x, s->y, -n.y * s->x);
}

LB_INLINE scalar lb_along(const struct direction d, const int x, const int y, const int z)
{
    return fma((scalar)x, d.x, fma((scalar)y, d.y, (scalar)z * d.z));
}

/* --- least squares --------------------------------------------------------------------------- */

#define LB_FIT (LB_D == 3 ? 6 : 3) /* height, slopes, curvatures */
#define LB_FIT_MOST 6

/* The lower triangle of the matrix, row by row, and the right side. */
struct fit {
    scalar matrix[LB_FIT_MOST * (LB_FIT_MOST + 1) / 2];
    scalar side[LB_FIT_MOST];
};

LB_INLINE void lb_fit_clear(struct fit *f)
{
    for (int i = 0; i < LB_FIT_MOST * (LB_FIT_MOST + 1) / 2; i++)
        f->matrix[i] = 0;
    for (int i = 0; i < LB_FIT_MOST; i++)
        f->side[i] = 0;
}

LB_INLINE void lb_fit_add(struct fit *f, const scalar weight, const scalar *terms,
                          const scalar height)
{
    for (int i = 0; i < LB_FIT; i++) {
        const scalar term = weight * terms[i];
        for (int j = 0; j <= i; j++)
            f->matrix[i * (i + 1) / 2 + j] = fma(term, terms[j], f->matrix[i * (i + 1) / 2 + j]);
        f->side[i] = fma(term, height, f->side[i]);
    }
}

/* Solves in place (L D L^T); what the pieces leave open stays 0. */
LB_INLINE void lb_fit_solve(struct fit *f)
{
    scalar per_pivot[LB_FIT_MOST];
    for (int j = 0; j < LB_FIT; j++) {
        const scalar whole = f->matrix[j * (j + 1) / 2 + j];
        scalar pivot = whole;
        for (int k = 0; k < j; k++) {
            const scalar l = f->matrix[j * (j + 1) / 2 + k];
            pivot = fma(-l, l * per_pivot[k], pivot);
        }
        per_pivot[j] = pivot > (scalar)1e-4 * whole ? (scalar)1 / pivot : (scalar)0;
        for (int i = j + 1; i < LB_FIT; i++) {
            scalar sum = f->matrix[i * (i + 1) / 2 + j];
            for (int k = 0; k < j; k++)
                sum = fma(-f->matrix[i * (i + 1) / 2 + k],
                          f->matrix[j * (j + 1) / 2 + k] * per_pivot[k], sum);
            f->matrix[i * (i + 1) / 2 + j] = sum;
        }
    }
    for (int i = 0; i < LB_FIT; i++)
        for (int k = 0; k < i; k++)
            f->side[i] =
                fma(-f->matrix[i * (i + 1) / 2 + k] * per_pivot[k], f->side[k], f->side[i]);
    for (int i = LB_FIT - 1; i >= 0; i--) {
        f->side[i] *= per_pivot[i];
        for (int k = i + 1; k < LB_FIT; k++)
            f->side[i] =
                fma(-f->matrix[k * (k + 1) / 2 + i] * per_pivot[i], f->side[k], f->side[i]);
    }
}

/* --- pieces of the surface -------------------------------------------------------------------- */

/* The part of a line inside its cell: its middle along the tangent, from the foot of the normal
 * through the cell's centre, and the square of its length. */
struct chord {
    scalar middle, squared;
};

LB_INLINE struct chord lb_chord(const struct direction n, const scalar offset)
{
    /* at the tangent (-n.y, n.x), x is offset n.x - t n.y and y is offset n.y + t n.x */
    const scalar far = (scalar)4, least = (scalar)1e-6; /* parallel to the sides */
    const scalar x = offset * n.x, y = offset * n.y;
    const scalar across = fabs(n.y) > least ? (scalar)0.5 / fabs(n.y) : far;
    const scalar upward = fabs(n.x) > least ? (scalar)0.5 / fabs(n.x) : far;
    const scalar cx = fabs(n.y) > least ? x / n.y : (scalar)0;
    const scalar cy = fabs(n.x) > least ? -y / n.x : (scalar)0;
    const scalar low = fmax(cx - across, cy - upward), high = fmin(cx + across, cy + upward);
    const scalar length = fmax(high - low, (scalar)0);
    struct chord c;
    c.middle = (scalar)0.5 * (low + high);
    c.squared = length * length;
    return c;
}

struct frame {
    struct direction n, s, t; /* normal out of the fluid, tangents */
    struct plane plane;
};

/* exp(-r^2/2) for r^2 up to LB_FARTHEST */
constant scalar lb_nearness[] = {(scalar)1,
                                 (scalar)0.60653065971263342,
                                 (scalar)0.36787944117144233,
                                 (scalar)0.22313016014842982,
                                 (scalar)0.1353352832366127,
                                 (scalar)0.0820849986238988,
                                 (scalar)0.049787068367863944,
                                 (scalar)0.030197383422318501,
                                 (scalar)0.018315638888734179};

/* Adds the piece of the cell at (x, y, z).  A cell that is nearly empty or nearly full knows
 * little of where the surface is, and nothing at all where the surface only passes it by: a piece
 * counts the less, the smaller it is.  In two dimensions it counts with the mean of the parabola
 * over it, which is what a fill level tells; in three as its middle point. */
LB_INLINE void lb_fit_piece(struct fit *f, const struct frame r, const scalar fill, const int x,
                            const int y, const int z)
{
    const scalar offset = lb_plane_offset(r.plane, fill);
    const scalar height = lb_along(r.n, x, y, z) + offset;
    const scalar near = lb_nearness[x * x + y * y + z * z];
    const scalar p = lb_along(r.s, x, y, z);
    if (LB_D == 3) {
        const scalar q = lb_along(r.t, x, y, z);
        const scalar off = (scalar)2 * offset / r.plane.length; /* 1: at a corner */
        const scalar size = fma(-off, off, (scalar)1);
        const scalar terms[LB_FIT_MOST] = {1, p, q, p * p, q * q, p * q};
        lb_fit_add(f, near * size * size, terms, height);
    } else {
        const struct chord piece = lb_chord(r.n, offset);
        const scalar m = p + piece.middle;
        const scalar square = fma(piece.squared, (scalar)1 / (scalar)12, m * m);
        const scalar terms[LB_FIT_MOST] = {1, m, square, 0, 0, 0};
        lb_fit_add(f, near * piece.squared * piece.squared, terms, height);
    }
}

/* Whether the surface at (x, y, z) looks the same way as the cell's own, not the other way, as on
 * the far side of a film. */
LB_INLINE bool lb_looks_alike(const global scalar *fill, const global uchar *flags,
                              const struct sight s, const bool walls, const struct direction n,
                              const int x, const int y, const int z)
{
    const scalar ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    const int axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
    const scalar along = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    const int way = along > (scalar)0 ? 1 : -1;
    const int dx = axis == 0 ? way : 0, dy = axis == 1 ? way : 0, dz = axis == 2 ? way : 0;
    return lb_fill_seen(fill, flags, s, walls, x + dx, y + dy, z + dz) <
           lb_fill_seen(fill, flags, s, walls, x - dx, y - dy, z - dz);
}

#define LB_CUBE (LB_SIDE * LB_SIDE * (LB_D == 3 ? LB_SIDE : 1))

/* First those are listed that count, then they are fitted: cells side by side on a GPU have theirs
 * in other places, but nearly as many. */
LB_INLINE void lb_fit_pieces(struct fit *f, const global scalar *fill, const global uchar *flags,
                             const struct sight s, const bool walls, const struct frame r)
{
    uchar piece[LB_CUBE];
    uint count = 0;
    for (int k = 0; k < LB_CUBE; k++) {
        const int x = k % LB_SIDE - LB_REACH, y = k / LB_SIDE % LB_SIDE - LB_REACH;
        const int z = LB_D == 3 ? k / (LB_SIDE * LB_SIDE) - LB_REACH : 0;
        if (x * x + y * y + z * z > LB_FARTHEST) continue;
        const scalar there = lb_fill_seen(fill, flags, s, walls, x, y, z);
        if (there > (scalar)0 && there < (scalar)1 &&
            lb_looks_alike(fill, flags, s, walls, r.n, x, y, z))
            piece[count++] = (uchar)k;
    }
    for (uint n = 0; n < count; n++) {
        const int k = piece[n];
        const int x = k % LB_SIDE - LB_REACH, y = k / LB_SIDE % LB_SIDE - LB_REACH;
        const int z = LB_D == 3 ? k / (LB_SIDE * LB_SIDE) - LB_REACH : 0;
        lb_fit_piece(f, r, lb_fill_seen(fill, flags, s, walls, x, y, z), x, y, z);
    }
}

LB_INLINE scalar lb_curvature_seen(const global scalar *fill, const global uchar *flags,
                                   const struct sight s, const bool walls)
{
    struct frame r;
    r.n = lb_surface_normal(fill, flags, s, walls);
    if (r.n.x == (scalar)0 && r.n.y == (scalar)0 && r.n.z == (scalar)0) return 0;
    lb_tangents(r.n, &r.s, &r.t);
    r.plane = lb_plane(r.n.x, r.n.y, r.n.z);
    struct fit f;
    lb_fit_clear(&f);
    lb_fit_pieces(&f, fill, flags, s, walls, r);
    lb_fit_solve(&f);
    scalar sum;
    if (LB_D == 3) {
        const scalar h = f.side[1], i = f.side[2], a = f.side[3], b = f.side[4], ab = f.side[5];
        const scalar slope = fma(h, h, fma(i, i, (scalar)1));
        sum = (scalar)2 * (a * fma(i, i, (scalar)1) + b * fma(h, h, (scalar)1) - ab * h * i) /
              (slope * sqrt(slope));
    } else {
        const scalar slope = fma(f.side[1], f.side[1], (scalar)1);
        sum = (scalar)2 * f.side[2] / (slope * sqrt(slope));
    }
    const scalar most = LB_D == 3 ? (scalar)2 : (scalar)1; /* a drop of one cell's radius */
    return clamp(sum, -most, most);
}

/* The sum of both principal curvatures [1/cells]; in two dimensions there is one.  Negative for a
 * drop. */
LB_INLINE scalar lb_curvature(const global scalar *fill, const global uchar *flags,
                              const struct cell c)
{
    const struct sight s = lb_sight(c);
    return lb_sees_walls(flags, s) ? lb_curvature_seen(fill, flags, s, true)
                                   : lb_curvature_seen(fill, flags, s, false);
}
