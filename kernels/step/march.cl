/* march.cl - the program of the step where moments are kept, for CPUs: a work-item advances a tile of columns
 * of vectors, marching through it slice by slice.
 * It collides each vector of a slice and a rim around it once, keeps the populations of three slices at a time
 * in a ring that lies in the cache, and when a slice's neighbours have collided, too, sums up what its cells
 * find: ten numbers, which go to the other copy.  Nothing waits for anybody.
 * Populations that come out of solid cells are 0; bounce_moments.cl adds what comes out of walls.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "core/simd.cl"
#include "slot/lattice"
#include "core/layout.cl"
#include "slot/rounding"
#include "slot/storage"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "step/boundary.cl"
#include "core/alarm.cl"
#include "core/stress.cl"
#include "core/sponge.cl"
#include "slot/viscosity"
#include "slot/collide"
#include "core/collided.cl"

#if LB_V != LB_W || LB_ROW_AXIS == LB_LANE_AXIS
#error "a vector is one piece of the arithmetic, and rows do not lie along the lane axis"
#endif

/* The axis of the march, and how long it is. */
#define LB_MARCH_AXIS (3 - LB_ROW_AXIS - LB_LANE_AXIS)
#define LB_MARCH (LB_MARCH_AXIS == 1 ? LB_VECTORS_Y : LB_VECTORS_Z)
#define LB_APART_MARCH (LB_MARCH_AXIS == 1 ? LB_APART_Y : LB_APART_Z)
#define LB_APART_SLAB (LB_LANE_AXIS == 0 ? LB_APART_X : LB_LANE_AXIS == 1 ? LB_APART_Y : LB_APART_Z)
#define LB_APART_ROW (LB_ROW_AXIS == 0 ? LB_APART_X : LB_APART_Y)

/* Components of a direction along the row, the lane axis and the march. */
#define LB_OF_ROW(cx, cy, cz) (LB_ROW_AXIS == 0 ? (cx) : (cy))
#define LB_OF_MARCH(cx, cy, cz) (LB_MARCH_AXIS == 1 ? (cy) : (cz))

/* A slice of a tile with its rim: LB_TILE_ROW vectors of rows, LB_TILE_SLAB along the lane axis. */
#define LB_WIDE (LB_TILE_ROW + 2)
#define LB_HIGH (LB_TILE_SLAB + 2)

/* The ring: what a direction against the march is needed of one slice, of one across it of two, of one along
 * it of three; of a pair that makes four.  In two dimensions there is no march. */
#define LB_SLICES(along) (LB_D == 3 ? 2 + (along) : 1)
#define LB_PAIR_PLANES (LB_D == 3 ? 4 : 2)
#define LB_REST_PLANES (LB_D == 3 ? 2 : 1)
#define LB_RING_PLANES (LB_REST_PLANES + (LB_Q - 1) / 2 * LB_PAIR_PLANES)
#define LB_RING (LB_RING_PLANES * LB_WIDE * LB_HIGH)
#define LB_FIRST_PLANE(i) (LB_REST_PLANES + ((i)-1) / 2 * LB_PAIR_PLANES)

/* Which of its planes a slice has: slice k has number k modulo 1, 2, 3. */
struct turn {
    uint two, three;
};
#define LB_TURN(t, along) (LB_D == 2 || (along) < 0 ? 0 : (along) == 0 ? (t).two : (t).three)

/* Of a place in the ring, the populations of all planes. */
#define LB_RING_AT(at, i, along, t) ((at)[LB_FIRST_PLANE(i) + LB_TURN(t, along)])
#define LB_RING_OPPOSITE_AT(at, i, along, t) \
    ((at)[LB_FIRST_PLANE(i) + LB_SLICES(along) + LB_TURN(t, -(along))])

/* What the kernel gets. */
struct march {
    const global LB_CODE *from;
    global LB_CODE *to;
    const global uchar *flags;
    const global scalar *prescribed;
    global uint *alarm;
    uint step;
};

/* Where no density is meant to be positive. */
LB_INLINE bool lb_is_bad(const real rho, const wide_flags flags)
{
    const mask solid = LB_HAS_SOLID ? lb_piece_with(flags, LB_CELL_SOLID, 0) : (mask)(0);
    return lb_any(!(rho > (real)(0)) && !solid);
}

/* Cells of walls send nothing. */
LB_INLINE void lb_silence(real *h, const mask solid)
{
#define REST(numerator, denominator) h[0] = solid ? (real)(0) : h[0];
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    h[i] = solid ? (real)(0) : h[i];                \
    h[i + 1] = solid ? (real)(0) : h[i + 1];
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* The populations that the cells of a vector send. */
LB_INLINE void lb_collide_vector(real *h, const struct march s, const LB_INDEX vector)
{
    const ulong n = (ulong)vector * LB_V;
    lb_load_kept(h, s.from, n);
    struct moments m = lb_moments(h, lb_body_force());
    if (LB_HAS_SPONGE) m.damping = lb_sponge(lb_vector_at(vector), 0);
    const wide_flags flags =
        LB_HAS_FLAGS ? *(const global wide_flags *)(s.flags + n) : (wide_flags)(0);
    if (lb_is_bad(m.rho, flags)) lb_raise_alarm(s.alarm, LB_ALARM_DENSITY, s.step);
    lb_collide(h, m);
    if (!LB_HAS_FLAGS || !lb_any_with(flags, LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) return;
    if (LB_HAS_EQUILIBRIUM) lb_equilibrium_cells(h, flags, s.prescribed, lb_place(vector), 0);
    if (LB_HAS_SOLID) lb_silence(h, lb_piece_with(flags, LB_CELL_SOLID, 0));
}

/* Beyond the end of a slab cells are those of the neighbouring lane. */
LB_INLINE real lb_turned(const real x, const int end)
{
    if (LB_V == 1 || end == 0) return x;
    return end < 0 ? LB_FROM_PREVIOUS_LANE(x) : LB_FROM_NEXT_LANE(x);
}

LB_INLINE void lb_put_in_ring(local real *at, const real *h, const struct turn t, const int end)
{
#define REST(numerator, denominator) at[LB_D == 3 ? t.two : 0] = lb_turned(h[0], end);
#define PAIR(i, cx, cy, cz, numerator, denominator)                       \
    LB_RING_AT(at, i, LB_OF_MARCH(cx, cy, cz), t) = lb_turned(h[i], end); \
    LB_RING_OPPOSITE_AT(at, i, LB_OF_MARCH(cx, cy, cz), t) = lb_turned(h[i + 1], end);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* What the cells of a vector find; `t` are the turns of the slices behind, here and ahead. */
LB_INLINE void lb_take_from_ring(real *h, const local real *at, const struct turn *t)
{
#define BESIDE(cx, cy, cz) \
    (LB_RING_PLANES * (LB_OF_ROW(cx, cy, cz) + LB_WIDE * LB_ALONG_LANES(cx, cy, cz)))
#define REST(numerator, denominator) h[0] = at[LB_D == 3 ? t[1].two : 0];
#define PAIR(i, cx, cy, cz, numerator, denominator)                                     \
    h[i] = LB_RING_AT(at - BESIDE(cx, cy, cz), i, LB_OF_MARCH(cx, cy, cz),              \
                      t[1 - LB_OF_MARCH(cx, cy, cz)]);                                  \
    h[i + 1] = LB_RING_OPPOSITE_AT(at + BESIDE(cx, cy, cz), i, LB_OF_MARCH(cx, cy, cz), \
                                   t[1 + LB_OF_MARCH(cx, cy, cz)]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef BESIDE
}

/* A tile: where it begins, and how far it reaches, along rows and the lane axis. */
struct tile {
    uint row, slab, rows, slabs;
};

/* Number of the vector at (row, slab, march), which may be one outside of the box each. */
LB_INLINE LB_INDEX lb_vector_around(const int row, const int slab, const uint march)
{
    return lb_wrapped(row, LB_ROW) * LB_APART_ROW + lb_wrapped(slab, LB_SLAB) * LB_APART_SLAB +
           march * LB_APART_MARCH;
}

LB_INLINE void lb_collide_slice(local real *ring, const struct march s, const struct tile b,
                                const uint march, const struct turn t)
{
    for (int y = -1; y <= (int)b.slabs; y++) {
        const int slab = (int)b.slab + y, end = slab < 0 ? -1 : slab >= (int)LB_SLAB ? 1 : 0;
        for (int x = -1; x <= (int)b.rows; x++) {
            real h[LB_Q];
            lb_collide_vector(h, s, lb_vector_around((int)b.row + x, slab, march));
            local real *at = ring + LB_RING_PLANES * ((y + 1) * LB_WIDE + x + 1);
            if (end == 0)
                lb_put_in_ring(at, h, t, 0);
            else if (end < 0)
                lb_put_in_ring(at, h, t, -1);
            else
                lb_put_in_ring(at, h, t, 1);
        }
    }
}

LB_INLINE void lb_finish_slice(const local real *ring, const struct march s, const struct tile b,
                               const uint march, const struct turn *t)
{
    for (uint y = 0; y < b.slabs; y++) {
        for (uint x = 0; x < b.rows; x++) {
            const LB_INDEX vector = lb_vector_around((int)(b.row + x), (int)(b.slab + y), march);
            real h[LB_Q], kept[LB_KEPT];
            lb_take_from_ring(h, ring + LB_RING_PLANES * ((y + 1) * LB_WIDE + x + 1), t);
            lb_keep(kept, h);
            lb_store_kept(s.to, kept, (ulong)vector * LB_V,
                          lb_noise(lb_vector_at(vector), 0, s.step));
        }
    }
}

LB_INLINE struct turn lb_turn_of(const uint slice)
{
    const struct turn t = {slice % 2, slice % 3};
    return t;
}

/* Slices `first` to `end` of a tile; slice k of the box is number k + 3 of the ring, so that none is
 * negative. */
LB_INLINE void lb_march(local real *ring, const struct march s, const struct tile b,
                        const uint first, const uint end)
{
    if (LB_D == 2) {
        const struct turn t[3] = {{0, 0}, {0, 0}, {0, 0}};
        lb_collide_slice(ring, s, b, 0, t[0]);
        lb_finish_slice(ring, s, b, 0, t);
        return;
    }
    for (uint k = first + 2; k <= end + 3; k++) {
        lb_collide_slice(ring, s, b, lb_wrapped((int)k - 3, LB_MARCH), lb_turn_of(k));
        if (k < first + 4) continue;
        const struct turn t[3] = {lb_turn_of(k - 2), lb_turn_of(k - 1), lb_turn_of(k)};
        lb_finish_slice(ring, s, b, k - 4, t);
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
lb_step(const global LB_CODE *restrict from, global LB_CODE *restrict to,
        const global uchar *restrict flags, const global scalar *restrict prescribed,
        global uint *restrict alarm, const uint step)
{
    local real ring[LB_RING];
    const struct march s = {from, to, flags, prescribed, alarm, step};
    const uint tiles_row = (LB_ROW + LB_TILE_ROW - 1) / LB_TILE_ROW;
    const uint tiles_slab = (LB_SLAB + LB_TILE_SLAB - 1) / LB_TILE_SLAB;
    const uint item = (uint)get_group_id(0);
    struct tile b;
    b.row = item % tiles_row * LB_TILE_ROW;
    b.slab = item / tiles_row % tiles_slab * LB_TILE_SLAB;
    b.rows = min((uint)LB_TILE_ROW, (uint)LB_ROW - b.row);
    b.slabs = min((uint)LB_TILE_SLAB, (uint)LB_SLAB - b.slab);
    const uint first = item / (tiles_row * tiles_slab) * LB_CHUNK;
    lb_march(ring, s, b, first, min(first + LB_CHUNK, (uint)LB_MARCH));
}
