/* tiles.cl - the program of the step where moments are kept, for GPUs: a group owns a tile of columns of cells
 * and marches along z.
 * In each plane every work-item collides one cell of the tile or of the rim around it, and puts the populations
 * that leave its column into local memory, which has room for two planes, so that one barrier a plane is
 * enough.  Those of the tile then take what comes to them: populations on their way down complete the plane
 * before, those within the plane are added to this one, and those on their way up begin the next.
 * Populations that come out of solid cells are 0; bounce_moments.cl adds what comes out of walls.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "core/simd.cl"
#include "slot/lattice"
#include "core/layout.cl"
#include "slot/rounding"
#include "slot/storage"
#include "core/inverse.cl"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "step/boundary.cl"
#include "core/alarm.cl"
#include "core/stress.cl"
#include "core/sponge.cl"
#include "slot/viscosity"
#include "slot/collide"
#include "core/collided.cl"

#if LB_V != 1 || LB_ROW_AXIS != 0
#error "a work-item is for one cell, and rows lie along x"
#endif

#define LB_WIDE (LB_TILE_ROW + 2)
#define LB_HIGH (LB_TILE_SLAB + 2)
#define LB_INNER (LB_TILE_ROW * LB_TILE_SLAB)

/* Populations that leave their column, in their order: all but the resting one and those along z, which
 * all velocity sets have as 5 and 6. */
#define LB_LEAVING (LB_D == 3 ? LB_Q - 3 : LB_Q - 1)
#define LB_LEAVES(cx, cy) ((cx) != 0 || (cy) != 0)
#define LB_PLACE_OF(i) ((LB_D == 3 && (i) > 6 ? (i)-3 : (i)-1) * LB_WIDE * LB_HIGH)

/* What the kernel gets. */
struct march {
    const global LB_CODE *from;
    global LB_CODE *to;
    const global uchar *flags;
    const global scalar *prescribed;
    global uint *alarm;
    uint step;
};

/* The column of a work-item: where it is in the tile, and whether it is of the tile, or of the rim. */
struct column {
    uint x, y; /* of the box */
    int at;    /* in local memory */
    bool is_inner, is_active;
};

/* Work-items of the tile come first, so that those side by side have cells side by side; then the rows of
 * the rim below and above, and its columns at the left and right. */
LB_INLINE struct column lb_column_of(const uint item, const uint x0, const uint y0)
{
    const uint wide = min((uint)LB_TILE_ROW, (uint)LB_NX - x0);
    const uint high = min((uint)LB_TILE_SLAB, (uint)LB_NY - y0);
    const uint rim = item - LB_INNER;
    uint x, y;
    struct column c;
    c.is_inner = item < LB_INNER;
    if (c.is_inner) {
        x = 1 + item % LB_TILE_ROW;
        y = 1 + item / LB_TILE_ROW;
        c.is_active = x <= wide && y <= high;
    } else if (rim < 2 * LB_WIDE) {
        x = rim % LB_WIDE;
        y = rim < LB_WIDE ? 0 : high + 1;
        c.is_active = x <= wide + 1;
    } else {
        y = 1 + (rim - 2 * LB_WIDE) % LB_TILE_SLAB;
        x = rim - 2 * LB_WIDE < LB_TILE_SLAB ? 0 : wide + 1;
        c.is_active = rim < 2 * (LB_WIDE + LB_TILE_SLAB) && y <= high;
    }
    c.is_inner = c.is_inner && c.is_active;
    c.x = lb_wrapped((int)(x0 + x) - 1, LB_NX);
    c.y = lb_wrapped((int)(y0 + y) - 1, LB_NY);
    c.at = (int)(y * LB_WIDE + x);
    return c;
}

/* What is read of a cell. */
struct cell_read {
    struct kept_codes codes;
    uchar flags; /* 0 where the step need not know them */
};

LB_INLINE struct cell_read lb_read_cell(const struct march s, const struct cell c)
{
    const LB_INDEX n = lb_index(c);
    struct cell_read r;
    r.codes = lb_load_codes(s.from, n);
    r.flags = LB_HAS_FLAGS ? s.flags[n] : (uchar)0;
    return r;
}

/* The populations that a cell sends, of the moments that it kept; `bad` becomes true where these are not those
 * of a fluid. */
LB_INLINE void lb_collide_cell(real *h, const struct march s, const struct cell c,
                               const struct cell_read r, bool *bad)
{
    const uchar flags = r.flags;
    lb_decode_codes(h, r.codes);
    struct moments m = lb_moments(h, lb_body_force());
    if (LB_HAS_SPONGE) m.damping = lb_sponge(c, 0);
    const bool is_solid = LB_HAS_SOLID ? (flags & LB_CELL_SOLID) != 0 : false;
    *bad |= !(m.rho > (real)(0)) & !is_solid;
    lb_collide(h, m);
    if (LB_HAS_EQUILIBRIUM && (flags & LB_CELL_EQUILIBRIUM) != 0)
        lb_equilibrium_cells(h, flags, s.prescribed, lb_place(lb_index(c)), 0);
    if (!is_solid) return;
#define REST(numerator, denominator) h[0] = (real)(0);
#define PAIR(i, cx, cy, cz, numerator, denominator) h[i] = h[i + 1] = (real)(0);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE void lb_put_leaving(local real *plane, const int at, const real *h)
{
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    if (LB_LEAVES(cx, cy)) {                        \
        plane[LB_PLACE_OF(i) + at] = h[i];          \
        plane[LB_PLACE_OF(i + 1) + at] = h[i + 1];  \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
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

/* A population, or a pair of opposite ones: their sum, and their difference. */
LB_INLINE void lb_add_pair(struct summed *s, const int cx, const int cy, const real sum,
                           const real difference)
{
    s->all += sum;
    s->x = lb_add(s->x, cx, difference);
    s->y = lb_add(s->y, cy, difference);
    s->xx = lb_add(s->xx, cx * cx, sum);
    s->yy = lb_add(s->yy, cy * cy, sum);
    s->xy = lb_add(s->xy, cx * cy, sum);
}

/* Of the populations that come to a column within the plane (along 0), or from it go up or down; `h` are the
 * column's own, of which those along z stay in it. */
LB_INLINE struct summed lb_arriving(const local real *plane, const int at, const real *h,
                                    const int along)
{
    struct summed s = lb_no_sum();
#define ARRIVING(i, cx, cy) \
    (LB_LEAVES(cx, cy) ? plane[LB_PLACE_OF(i) + at - (cx) - (cy)*LB_WIDE] : h[i])
#define REST(numerator, denominator) \
    if (along == 0) lb_add_pair(&s, 0, 0, h[0], h[0]);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                  \
    if ((cz) == along) {                                                             \
        const real one = ARRIVING(i, cx, cy);                                        \
        const real other = along == 0 ? ARRIVING(i + 1, -(cx), -(cy)) : -LB_NOTHING; \
        if (along == 0)                                                              \
            lb_add_pair(&s, cx, cy, one + other, one - other);                       \
        else                                                                         \
            lb_add_pair(&s, cx, cy, one, one);                                       \
    } else if (-(cz) == along) {                                                     \
        const real one = ARRIVING(i + 1, -(cx), -(cy));                              \
        lb_add_pair(&s, -(cx), -(cy), one, one);                                     \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef ARRIVING
    return s;
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

LB_INLINE void lb_finish_cell(const struct march s, const struct cell c, const struct waiting w,
                              const struct summed down)
{
    const struct summed all = lb_sum_of(w.sum, down);
    const struct conserved moments = {all.all, all.x, all.y, w.up - down.all};
    const struct stress p = {all.xx, all.yy,          w.up + down.all,
                             all.xy, w.up_y - down.y, w.up_x - down.x};
    real kept[LB_KEPT];
    lb_set_kept(kept, moments, p);
    lb_store_kept(s.to, kept, lb_index(c), lb_noise(c, 0, s.step));
}

/* Planes first to end of a tile; in two dimensions there is one.  Planes are numbered from the one below. */
LB_INLINE void lb_march(local real *planes, const struct march s, const struct column column,
                        const uint first, const uint end)
{
    const uint count = LB_D == 3 ? end - first + 2 : 1;
    struct summed up = lb_no_sum();
    struct waiting before = lb_waiting(up, up);
    struct cell_read next;
    bool bad = false;
    struct cell c = {column.x, column.y, LB_D == 3 ? lb_wrapped((int)first - 1, LB_NZ) : 0};
    if (column.is_active) next = lb_read_cell(s, c);
    for (uint k = 0; k < count; k++) {
        local real *plane = planes + (k & 1) * (LB_LEAVING * LB_WIDE * LB_HIGH);
        const struct cell_read now = next;
        real h[LB_Q];
        struct cell above = c, below = c;
        above.z = lb_next(c.z, LB_NZ);
        below.z = lb_previous(c.z, LB_NZ);
        if (column.is_active && k + 1 < count) next = lb_read_cell(s, above);
        if (column.is_active) {
            lb_collide_cell(h, s, c, now, &bad);
            lb_put_leaving(plane, column.at, h);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (column.is_inner) {
            if (LB_D == 3 && k >= 2)
                lb_finish_cell(s, below, before, lb_arriving(plane, column.at, h, -1));
            before = lb_waiting(up, lb_arriving(plane, column.at, h, 0));
            if (LB_D == 3) up = lb_arriving(plane, column.at, h, 1);
            if (LB_D == 2) lb_finish_cell(s, c, before, lb_no_sum());
        }
        c = above;
    }
    if (bad) lb_raise_alarm(s.alarm, LB_ALARM_DENSITY, s.step);
}

kernel __attribute__((reqd_work_group_size(LB_MARCH_GROUP, 1, 1))) void
lb_step(const global LB_CODE *restrict from, global LB_CODE *restrict to,
        const global uchar *restrict flags, const global scalar *restrict prescribed,
        global uint *restrict alarm, const uint step)
{
    local real planes[2 * LB_LEAVING * LB_WIDE * LB_HIGH];
    const struct march s = {from, to, flags, prescribed, alarm, step};
    const uint tiles_x = (LB_NX + LB_TILE_ROW - 1) / LB_TILE_ROW;
    const uint tiles_y = (LB_NY + LB_TILE_SLAB - 1) / LB_TILE_SLAB;
    const uint group = (uint)get_group_id(0), tile = group % (tiles_x * tiles_y);
    const uint first = group / (tiles_x * tiles_y) * LB_CHUNK;
    const struct column column = lb_column_of((uint)get_local_id(0), tile % tiles_x * LB_TILE_ROW,
                                              tile / tiles_x * LB_TILE_SLAB);
    lb_march(planes, s, column, first, min(first + LB_CHUNK, (uint)LB_NZ));
}
