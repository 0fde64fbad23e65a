/* tiles.cl - the step where moments are kept, for GPUs: a group owns a tile of columns of cells
 * and marches along z.
 * In each plane every work-item collides one cell of the tile or of the rim around it, and puts the populations
 * that leave its column into local memory, which has room for two planes, so that one barrier a plane is
 * enough.  Those of the tile then take what comes to them: populations on their way down complete the plane
 * before, those within the plane are added to this one, and those on their way up begin the next.
 * Populations that come out of solid cells are 0; bounce_moments.cl adds what comes out of walls.
 * Only tiles with cells whose kind matters read flags.
 * SPDX-License-Identifier: MIT */
#include "core/collided.cl"

#if LB_V != 1 || LB_ROW_AXIS != 0
#error "a work-item is for one cell, and rows lie along x"
#endif

#define LB_WIDE (LB_TILE_ROW + 2)
#define LB_HIGH (LB_TILE_SLAB + 2)
#define LB_INNER (LB_TILE_ROW * LB_TILE_SLAB)

#define LB_COLUMNS (LB_WIDE * LB_HIGH)

/* Columns beside one, (cx, cy) from it, each with the opposite one, numbered d and d + 1.  To each goes a population
 * within the plane, and two on their way up and down, which lie side by side; some velocity sets have only one
 * of the two kinds for some columns.  The resting population and those along z, which all velocity sets have
 * as 5 and 6, stay. */
#define LB_BESIDE(DO) DO(0, 1, 0) DO(2, 0, 1) DO(4, 1, 1) DO(6, 1, -1)
#define LB_HAS_LEVEL(cx, cy) (LB_Q != 15 || (cx) * (cy) == 0)
#define LB_HAS_SLANTED(cx, cy) (LB_D == 3 && (LB_Q == 27 || (LB_Q == 15) == ((cx) * (cy) != 0)))
#define LB_LEVELS (LB_Q == 15 ? 4 : 8)
#define LB_SLANTED (LB_D == 2 ? 0 : LB_Q == 27 ? 8 : 4)
#define LB_FIRST_SLANTED (LB_Q == 15 ? 4 : 0)
#define LB_PLANE ((LB_LEVELS + 2 * LB_SLANTED) * LB_COLUMNS)

#if LB_ARITHMETIC_FP64
typedef double2 real_pair;
#else
typedef float2 real_pair;
#endif

/* The column of a work-item: where it is in the tile, and whether it is of the tile, or of the rim.  Work-items
 * that are neither collide a cell, too, so that no branch is around it, and put it nowhere. */
struct column {
    uint x, y; /* of the box */
    int row;   /* the same as y, and beyond a cut -1 or LB_NY */
    int at;    /* in local memory */
    bool is_inner, is_active;
};

/* Work-items of the tile come first, so that those side by side have cells side by side; then the rows of
 * the rim below and above, and its columns at the left and right. */
LB_INLINE struct column lb_column(const uint item, const struct tile t)
{
    const uint wide = t.cells, high = t.rows, rim = item - LB_INNER;
    uint x, y;
    struct column c;
    c.is_inner = item < LB_INNER;
    if (c.is_inner) {
        x = 1 + item % LB_TILE_ROW;
        y = 1 + item / LB_TILE_ROW;
        c.is_inner = x <= wide && y <= high;
        c.is_active = c.is_inner;
    } else if (rim < 2 * LB_WIDE) {
        x = rim % LB_WIDE;
        y = rim < LB_WIDE ? 0 : high + 1;
        c.is_active = x <= wide + 1;
    } else {
        y = 1 + (rim - 2 * LB_WIDE) % LB_TILE_SLAB;
        x = rim - 2 * LB_WIDE < LB_TILE_SLAB ? 0 : wide + 1;
        c.is_active = rim < 2 * (LB_WIDE + LB_TILE_SLAB) && y <= high;
    }
    c.x = lb_wrapped((int)(t.x + min(x, wide + 1)) - 1, LB_NX);
    c.row = (int)(t.y + min(y, high + 1)) - 1;
    c.y = lb_wrapped(c.row, LB_NY);
    c.at = (int)(y * LB_WIDE + x);
    return c;
}

/* What is read of a cell. */
struct cell_read {
    struct kept_codes codes;
    uchar flags; /* 0 where the step need not know them */
};

LB_INLINE struct cell_read lb_read_cell(const struct march s, const LB_INDEX n,
                                        const bool has_flags)
{
    struct cell_read r;
    r.codes = lb_load_codes(s.from, n);
    r.flags = has_flags ? s.flags[n] : (uchar)0;
    return r;
}

/* Bits of a density, so that those of all normal positive numbers are less than LB_POSITIVE, of none else. */
#if LB_ARITHMETIC_FP64
#define LB_POSITIVE 0x7FF00000u
LB_INLINE uint lb_density_bits(const real rho)
{
    return (uint)(as_ulong(rho) >> 32) - 1u;
}
#else
#define LB_POSITIVE 0x7F800000u
LB_INLINE uint lb_density_bits(const real rho)
{
    return as_uint(rho) - 1u;
}
#endif

/* No populations come out of a solid cell: of a fluid at rest these are 0 where LB_SHIFT. */
LB_INLINE void lb_empty(real *h, struct force *f)
{
    const real none = (real)(0);
#define EMPTY(k) h[k] = none;
    LB_FOR_KEPT(EMPTY)
#undef EMPTY
    f->x = f->y = f->z = none;
}

LB_INLINE void lb_take_populations(real *h)
{
#define REST(numerator, denominator) h[0] = (real)(0);
#define PAIR(i, cx, cy, cz, numerator, denominator) h[i] = h[i + 1] = (real)(0);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* The populations that a cell sends, of the moments that it kept; `worst` is the largest of lb_density_bits. */
LB_INLINE void lb_collide_cell(real *h, const struct march s, const struct cell c, const LB_INDEX n,
                               const uchar flags, const bool has_flags, uint *worst)
{
    const bool is_solid = LB_HAS_SOLID && has_flags ? (flags & LB_CELL_SOLID) != 0 : false;
    struct force f = lb_body_force(0);
    if (LB_SHIFT && is_solid) lb_empty(h, &f);
    struct moments m = lb_moments(h, f);
    if (LB_HAS_SPONGE) m.damping = lb_sponge(c, 0);
    m.law = s.law;
    *worst = is_solid ? *worst : max(*worst, lb_density_bits(m.rho));
    lb_collide(h, m);
    if (LB_HAS_EQUILIBRIUM && has_flags && (flags & LB_CELL_EQUILIBRIUM) != 0)
        lb_equilibrium_cells(h, flags, s.prescribed, lb_place(n), 0);
    if (!LB_SHIFT && is_solid) lb_take_populations(h);
}

/* The population along a direction that is known at compile time. */
LB_INLINE real lb_along(const real *h, const int x, const int y, const int z)
{
    real along = (real)(0);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)        \
    if (x == (cx) && y == (cy) && z == (cz)) along = h[i]; \
    if (x == -(cx) && y == -(cy) && z == -(cz)) along = h[i + 1];
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return along;
}

/* Where a column has what goes to column d beside it. */
LB_INLINE local real *lb_level(local real *plane, const int d, const int at)
{
    return plane + (2 * LB_SLANTED + d) * LB_COLUMNS + at;
}

LB_INLINE local real_pair *lb_slanted(local real *plane, const int d, const int at)
{
    return (local real_pair *)plane + (d - LB_FIRST_SLANTED) * LB_COLUMNS + at;
}

LB_INLINE void lb_put_leaving(local real *plane, const int at, const real *h)
{
#define PUT(d, cx, cy)                                                          \
    if (LB_HAS_LEVEL(cx, cy)) *lb_level(plane, d, at) = lb_along(h, cx, cy, 0); \
    if (LB_HAS_SLANTED(cx, cy))                                                 \
        *lb_slanted(plane, d, at) = (real_pair)(lb_along(h, cx, cy, 1), lb_along(h, cx, cy, -1));
#define BOTH(d, cx, cy) PUT(d, cx, cy) PUT(d + 1, -(cx), -(cy))
    LB_BESIDE(BOTH)
#undef BOTH
#undef PUT
}

/* Sums over the populations that come to a column and have the same component along z: with that they are all
 * ten moments. */
struct summed {
    real all, x, y, xx, yy, xy;
};

LB_INLINE struct summed lb_no_sum(void)
{
    const real none = LB_NOTHING;
    const struct summed s = {none, none, none, none, none, none};
    return s;
}

LB_INLINE struct summed lb_sum_of(struct summed s, const struct summed t)
{
    s.all += t.all;
    s.x += t.x;
    s.y += t.y;
    s.xx += t.xx;
    s.yy += t.yy;
    s.xy += t.xy;
    return s;
}

/* What comes from opposite columns, by (cx, cy) and back. */
LB_INLINE void lb_add_opposite(struct summed *s, const int cx, const int cy, const real one,
                               const real other)
{
    const real sum = one + other, difference = one - other;
    s->all += sum;
    s->x = lb_add(s->x, cx, difference);
    s->y = lb_add(s->y, cy, difference);
    s->xx = lb_add(s->xx, cx * cx, sum);
    s->yy = lb_add(s->yy, cy * cy, sum);
    s->xy = lb_add(s->xy, cx * cy, sum);
}

/* Of the populations that come to a column within the plane; `h` are its own. */
LB_INLINE struct summed lb_arriving_level(local real *plane, const int at, const real *h)
{
    struct summed s = lb_no_sum();
    s.all += h[0];
#define ADD(d, cx, cy)                                                             \
    if (LB_HAS_LEVEL(cx, cy))                                                      \
        lb_add_opposite(&s, cx, cy, *lb_level(plane, d, at - (cx) - (cy)*LB_WIDE), \
                        *lb_level(plane, d + 1, at + (cx) + (cy)*LB_WIDE));
    LB_BESIDE(ADD)
#undef ADD
    return s;
}

/* Adds those that from it go up and down. */
LB_INLINE void lb_arriving_slanted(struct summed *up, struct summed *down, local real *plane,
                                   const int at, const real *h)
{
    up->all += h[5];
    down->all += h[6];
#define ADD(d, cx, cy)                                                               \
    if (LB_HAS_SLANTED(cx, cy)) {                                                    \
        const real_pair one = *lb_slanted(plane, d, at - (cx) - (cy)*LB_WIDE);       \
        const real_pair other = *lb_slanted(plane, d + 1, at + (cx) + (cy)*LB_WIDE); \
        lb_add_opposite(up, cx, cy, one.x, other.x);                                 \
        lb_add_opposite(down, cx, cy, one.y, other.y);                               \
    }
    LB_BESIDE(ADD)
#undef ADD
}

/* Of a plane that waits for what comes down: sums of what has come up and within it, and what of the first is
 * to be known alone. */
struct waiting {
    struct summed sum;
    real up, up_x, up_y;
};

LB_INLINE struct waiting lb_waiting(const struct summed up, const struct summed within)
{
    const struct waiting w = {lb_sum_of(up, within), up.all, up.x, up.y};
    return w;
}

LB_INLINE void lb_finish_cell(const struct march s, const struct cell c, const LB_INDEX n,
                              const struct waiting w, const struct summed down)
{
    const struct summed all = lb_sum_of(w.sum, down);
    const struct conserved moments = {all.all, all.x, all.y, w.up - down.all};
    const struct stress p = {all.xx, all.yy,          w.up + down.all,
                             all.xy, w.up_y - down.y, w.up_x - down.x};
    real kept[LB_KEPT];
    lb_set_kept(kept, moments, p);
    lb_store_kept(s.to, kept, n, lb_noise(c, 0, s.noise_keys));
}

/* A cell of the column, and its place.  Beside a cut z goes from -1 to LB_NZ. */
struct level {
    uint z;
    LB_INDEX n;
};

LB_INLINE struct level lb_level_beside_cuts(const struct column column, const int z)
{
    const struct cell c = {column.x, column.y, lb_wrapped(z, LB_NZ)};
    struct level l;
    l.z = (uint)z;
    l.n = lb_row_is_beyond(column.row, z) ? lb_row_beyond(column.row, z) + column.x : lb_index(c);
    return l;
}

LB_INLINE struct level lb_level_above(const struct level l, const struct column column)
{
    if (LB_CUT != 0) return lb_level_beside_cuts(column, (int)l.z + 1);
    const bool is_last = l.z == LB_NZ - 1;
    const struct level above = {is_last ? 0 : l.z + 1,
                                is_last ? l.n - LB_APART_Z * (LB_NZ - 1) : l.n + LB_APART_Z};
    return above;
}

LB_INLINE struct level lb_first_level(const struct tile t, const struct column column)
{
    if (LB_CUT != 0) return lb_level_beside_cuts(column, LB_D == 3 ? (int)t.first - 1 : 0);
    const uint z = LB_D == 3 ? lb_previous(t.first, LB_NZ) : 0;
    const struct cell c = {column.x, column.y, z};
    const struct level l = {z, lb_index(c)};
    return l;
}

/* Planes that a tile reads: its own, the one below and the one above; in two dimensions there is one. */
LB_INLINE uint lb_planes_of(const struct tile t)
{
    return LB_D == 3 ? t.end - t.first + 2 : 1;
}

/* Planes are numbered from the one below.  What the next one needs is on its way while work-items wait for each
 * other; the loop is unrolled by two, so that nothing is copied from register to register. */
LB_INLINE void lb_march(local real *planes, const struct march s, const struct tile tile,
                        const struct column column, const bool has_flags)
{
    const uint count = lb_planes_of(tile);
    struct summed up = lb_no_sum();
    struct waiting before = lb_waiting(up, up);
    uint worst = 0;
    struct level here = lb_first_level(tile, column), below = here;
    struct cell_read next = lb_read_cell(s, here.n, has_flags);
#pragma unroll 2
    for (uint k = 0; k < count; k++) {
        local real *plane = planes + (k & 1) * LB_PLANE;
        const struct level above = lb_level_above(here, column);
        const struct cell c = {column.x, column.y, here.z}, lower = {column.x, column.y, below.z};
        real h[LB_Q];
        const uchar kind = next.flags;
        lb_decode_codes(h, next.codes);
        lb_collide_cell(h, s, c, here.n, kind, has_flags, &worst);
        if (column.is_active) lb_put_leaving(plane, column.at, h);
        next = lb_read_cell(s, k + 1 < count ? above.n : here.n, has_flags);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (column.is_inner) {
            struct summed down = lb_no_sum(), next_up = down;
            if (LB_D == 3) lb_arriving_slanted(&next_up, &down, plane, column.at, h);
            if (LB_D == 3 && k >= 2) lb_finish_cell(s, lower, below.n, before, down);
            before = lb_waiting(up, lb_arriving_level(plane, column.at, h));
            if (LB_D == 2) lb_finish_cell(s, c, here.n, before, lb_no_sum());
            up = next_up;
        }
        below = here;
        here = above;
    }
    if (worst >= LB_POSITIVE) lb_raise_alarm(s.alarm, LB_ALARM_DENSITY, s.step);
}

/* NVIDIA's assembler ignores a limit of registers where a kernel says how large its groups are. */
#ifdef __NV_CL_C_VERSION
#define LB_TILE_KERNEL kernel
#else
#define LB_TILE_KERNEL kernel __attribute__((reqd_work_group_size(LB_MARCH_GROUP, 1, 1)))
#endif

/* A subdomain's groups at both ends of z go first (lib/layout/tiles.c). */
#if LB_CUT != 0
#define LB_AND_FIRST_GROUP , const uint first_group
#define LB_FIRST_GROUP first_group
#else
#define LB_AND_FIRST_GROUP
#define LB_FIRST_GROUP 0u
#endif

LB_TILE_KERNEL void lb_step(const global LB_CODE *restrict from, global LB_CODE *restrict to,
                            const global uchar *restrict flags,
                            const global uchar *restrict tile_flags,
                            const global scalar *restrict prescribed,
                            const global scalar *restrict law, global uint *restrict alarm,
                            const uint step, const ulong noise_keys LB_AND_FIRST_GROUP)
{
    local real planes[2 * LB_PLANE] __attribute__((aligned(sizeof(real_pair))));
    const struct march s = {from, to, flags, prescribed, law, alarm, step, noise_keys};
    const uint group = LB_FIRST_GROUP + (uint)get_group_id(0);
    const struct tile tile = lb_tile(group);
    const struct column column = lb_column((uint)get_local_id(0), tile);
    if (LB_HAS_FLAGS && tile_flags[group] != 0)
        lb_march(planes, s, tile, column, true);
    else
        lb_march(planes, s, tile, column, false);
}

/* The flags that the step must know of any cell that a tile reads. */
LB_TILE_KERNEL void lb_find_tile_flags(const global uchar *restrict flags,
                                       global uchar *restrict tile_flags)
{
    local uint any;
    uint mine = 0;
    const uint group = (uint)get_group_id(0), item = (uint)get_local_id(0);
    const struct tile tile = lb_tile(group);
    const struct column column = lb_column(item, tile);
    struct level here = lb_first_level(tile, column);
    if (item == 0) any = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < lb_planes_of(tile); k++) {
        mine |= flags[here.n] & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM);
        here = lb_level_above(here, column);
    }
    if (mine != 0) atomic_or(&any, mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) tile_flags[group] = (uchar)any;
}
