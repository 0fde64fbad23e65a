/* march.cl - the step where moments are kept, for CPUs: a work-item advances a tile of rows
 * along x, marching through z slice by slice.
 * It collides each row of a slice and a rim around it once, keeps the populations of two slices in a ring that
 * lies in the cache, and when a row's neighbours have collided, too, sums up what its cells find: ten numbers,
 * which go to the other copy.  Nothing waits for anybody.
 * Cells lie side by side along x, and so do the lanes of the arithmetic: what goes along x is found a number
 * further on, and rows are as long as the memory likes them.
 * Populations that come out of solid cells are 0; bounce_moments.cl adds what comes out of walls.
 * SPDX-License-Identifier: MIT */
#if LB_V != LB_W || LB_SLAB != 1
#error "lanes are cells side by side along x"
#endif

#define LB_IS_FLOAT(k) (LB_CONSERVED_ARE_FLOATS && (k) < LB_CONSERVED)

/* --- the ring ------------------------------------------------------------------------------------
 * Directions with the same components along y and z, a family of one to three, are needed the same number of
 * rows later.  Each family has as many rows as it must, so that what a row needs is at the place that the next
 * one fills, and the cache has it at hand. */

/* A row of a tile, with a vector on either side. */
#define LB_WIDE (LB_TILE_ROW + 2 * LB_W)
/* A row is complete when the row so many and one more after it has collided. */
#define LB_LAG (LB_D == 3 ? LB_TILE_SLAB + 2 : 0)
#define LB_RING (LB_Q * (LB_LAG + 2) * LB_WIDE)

#define LB_FAMILY(cy, cz) (3 * ((cz) + 1) + (cy) + 1)
#define LB_FOR_FAMILIES(DO) \
    DO(-1, -1) DO(0, -1) DO(1, -1) DO(-1, 0) DO(0, 0) DO(1, 0) DO(-1, 1) DO(0, 1) DO(1, 1)

/* Where each family has the next row, its first one, and the end. */
struct ring {
    local scalar *at[9], *first[9], *end[9];
};

/* Directions of a family whose component along x is below `cx`. */
LB_INLINE int lb_directions_before(const int cx, const int family)
{
    int count = family == LB_FAMILY(0, 0) && 0 < cx ? 1 : 0;
#define REST(numerator, denominator)
#define PAIR(i, x, y, z, numerator, denominator)        \
    if (family == LB_FAMILY(y, z) && (x) < cx) count++; \
    if (family == LB_FAMILY(-(y), -(z)) && -(x) < cx) count++;
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return count;
}

/* The population in direction (cx, cy, cz) of cell x of the next row. */
LB_INLINE local scalar *lb_in_ring(const struct ring r, const int cx, const int cy, const int cz,
                                   const long x)
{
    const int family = LB_FAMILY(cy, cz);
    return r.at[family] + (lb_directions_before(cx, family) * LB_WIDE + LB_W + x);
}

/* For tiles of `rows` rows. */
LB_INLINE struct ring lb_ring(local scalar *at, const uint rows)
{
    const int lag = LB_D == 3 ? (int)rows + 2 : 0;
    struct ring r;
#define FAMILY(cy, cz)                                                                        \
    r.at[LB_FAMILY(cy, cz)] = r.first[LB_FAMILY(cy, cz)] = at;                                \
    at += lb_directions_before(2, LB_FAMILY(cy, cz)) * LB_WIDE * (lag + 2 + (cy) + (cz)*lag); \
    r.end[LB_FAMILY(cy, cz)] = at;
    LB_FOR_FAMILIES(FAMILY)
#undef FAMILY
    return r;
}

LB_INLINE void lb_turn_ring(struct ring *r)
{
#define FAMILY(cy, cz)                                                                \
    r->at[LB_FAMILY(cy, cz)] += lb_directions_before(2, LB_FAMILY(cy, cz)) * LB_WIDE; \
    if (r->at[LB_FAMILY(cy, cz)] == r->end[LB_FAMILY(cy, cz)])                        \
        r->at[LB_FAMILY(cy, cz)] = r->first[LB_FAMILY(cy, cz)];
    LB_FOR_FAMILIES(FAMILY)
#undef FAMILY
}

/* --- a row collides ------------------------------------------------------------------------------ */

/* A row that may be outside of the box, and the place of its first cell. */
struct row {
    uint y, z;
    LB_INDEX first;
};

LB_INLINE struct row lb_row(const int y, const int z)
{
    struct row r;
    r.y = lb_wrapped(y, LB_NY);
    r.z = lb_wrapped(z, LB_NZ);
    r.first = lb_row_is_beyond(y, z) ? lb_row_beyond(y, z) : ((LB_INDEX)r.z * LB_NY + r.y) * LB_NX;
    return r;
}

/* Whether a row sends there: all of a tile do, those of its rim only `inward` along y. */
#define LB_IS_SENT(inward, cy) ((inward) == 0 || (cy) == (inward))

#define LB_SEND(r, inward, cx, cy, cz, x, h) \
    if (LB_IS_SENT(inward, cy)) *(local loose_real *)lb_in_ring(r, cx, cy, cz, x) = (h);

/* Cells of walls send nothing, prescribed ones their equilibrium, and not what fluid would have sent. */
LB_INLINE void lb_correct(const struct ring r, const struct march s, const wide_flags flags,
                          const ulong n, const long x, const int inward)
{
    const mask solid = lb_piece_with(flags, LB_CELL_SOLID, 0);
    const mask is_given = lb_piece_with(flags, LB_CELL_EQUILIBRIUM, 0);
    real h[LB_Q];
#define TAKE(cx, cy, cz) \
    (LB_IS_SENT(inward, cy) ? *(local loose_real *)lb_in_ring(r, cx, cy, cz, x) : (real)(0))
#define REST(numerator, denominator) h[0] = TAKE(0, 0, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    h[i] = TAKE(cx, cy, cz);                        \
    h[i + 1] = TAKE(-(cx), -(cy), -(cz));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef TAKE
    if (LB_HAS_EQUILIBRIUM) {
#define GIVEN(component) *(const global loose_real *)(s.prescribed + (LB_PRESCRIBED(component) + n))
        const real uz = LB_D == 3 ? GIVEN(3) : (real)(0);
        lb_give_equilibrium(h, is_given, GIVEN(0), GIVEN(1), GIVEN(2), uz);
#undef GIVEN
    }
#define REST(numerator, denominator) LB_SEND(r, inward, 0, 0, 0, x, solid ? (real)(0) : h[0])
#define PAIR(i, cx, cy, cz, numerator, denominator)             \
    LB_SEND(r, inward, cx, cy, cz, x, solid ? (real)(0) : h[i]) \
    LB_SEND(r, inward, -(cx), -(cy), -(cz), x, solid ? (real)(0) : h[i + 1])
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Asks for the lines eight further on: rows.cl says why. */
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define LB_FETCH_AHEAD(at) __builtin_prefetch((const void *)((ulong)(at) + 8 * 64), 0, 3)
#else
#define LB_FETCH_AHEAD(at)
#endif

/* Once a line, where vectors are shorter. */
LB_INLINE void lb_fetch_ahead(const global LB_CODE *f, const ulong n, const long x)
{
#define AHEAD(k)                                                                          \
    if (x * (LB_IS_FLOAT(k) ? sizeof(scalar) : sizeof(LB_CODE)) % 64 == 0)                \
        LB_FETCH_AHEAD(LB_IS_FLOAT(k)                                                     \
                           ? (ulong)((const global scalar *)f + n + (ulong)(k)*LB_STRIDE) \
                           : (ulong)(f + n + lb_plane_of(k)));
    LB_FOR_KEPT(AHEAD)
#undef AHEAD
}

/* The cells at x of a tile's row, whose first has index n. */
LB_INLINE void lb_send(const struct ring r, const struct march s, const struct row row,
                       const ulong n, const long x, const int inward, mask *bad)
{
    real kept[LB_KEPT];
    lb_fetch_ahead(s.from, n, x);
    lb_load_kept(kept, s.from, n);
    struct moments m = lb_moments(kept, lb_body_force(0));
    if (LB_HAS_SPONGE) {
        const struct cell c = {(uint)(n - row.first), row.y, row.z};
        m.damping = lb_sponge(c, 0);
    }
    m.law = s.law;
    const struct collision c = lb_collision(kept, m);
#define REST(numerator, denominator)                               \
    {                                                              \
        real h;                                                    \
        lb_collide_rest(c, LB_WEIGHT(numerator, denominator), &h); \
        LB_SEND(r, inward, 0, 0, 0, x, h)                          \
    }
#define PAIR(i, cx, cy, cz, numerator, denominator)                                          \
    {                                                                                        \
        real along, against;                                                                 \
        lb_collide_pair(c, cx, cy, cz, LB_WEIGHT(numerator, denominator), &along, &against); \
        LB_SEND(r, inward, cx, cy, cz, x, along)                                             \
        LB_SEND(r, inward, -(cx), -(cy), -(cz), x, against)                                  \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    mask is_bad = !(m.rho > (real)(0));
    if (LB_HAS_FLAGS) {
        const wide_flags flags = *(const global loose_flags *)(s.flags + n);
        if (lb_any_with(flags, LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) {
            lb_correct(r, s, flags, n, x, inward);
            is_bad = is_bad && !lb_piece_with(flags, LB_CELL_SOLID, 0);
        }
    }
    *bad |= is_bad;
}

/* Where the box is no wider than a tile, a row's first cell is beside its last. */
#define LB_IS_WHOLE_ROW (LB_TILE_ROW >= LB_NX)

LB_INLINE void lb_send_around(const struct ring r, const int inward)
{
#define AROUND(cx, cy, cz)                                                      \
    if (LB_IS_SENT(inward, cy) && (cx) > 0)                                     \
        *lb_in_ring(r, cx, cy, cz, -1) = *lb_in_ring(r, cx, cy, cz, LB_NX - 1); \
    if (LB_IS_SENT(inward, cy) && (cx) < 0)                                     \
        *lb_in_ring(r, cx, cy, cz, LB_NX) = *lb_in_ring(r, cx, cy, cz, 0);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) AROUND(cx, cy, cz) AROUND(-(cx), -(cy), -(cz))
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef AROUND
}

/* Where a tile's vectors begin along x: the last one may share cells with the one before. */
LB_INLINE uint lb_at_most_last(const uint x, const struct tile b)
{
    return (LB_NX | LB_TILE_ROW) % LB_W == 0 ? x : min(x, b.cells - LB_W);
}

LB_INLINE void lb_collide_row(const struct ring r, const struct march s, const struct tile b,
                              const struct row row, const int inward)
{
    const ulong first = (ulong)row.first + b.x;
    mask bad = (mask)(0);
    for (uint k = 0; k < b.cells; k += LB_W) {
        const uint x = lb_at_most_last(k, b);
        lb_send(r, s, row, first + x, x, inward, &bad);
    }
    if (LB_IS_WHOLE_ROW) {
        lb_send_around(r, inward);
    } else {
        const uint end = b.x + b.cells;
        lb_send(r, s, row, row.first + (b.x == 0 ? LB_NX : b.x) - LB_W, -LB_W, inward, &bad);
        lb_send(r, s, row, row.first + (end == LB_NX ? 0 : end), b.cells, inward, &bad);
    }
    if (lb_any(bad)) lb_raise_alarm(s.alarm, LB_ALARM_DENSITY, s.step);
}

/* --- a row is complete ---------------------------------------------------------------------------- */

/* What a row keeps is written in pieces of lines side by side; in a box that the caches do not hold past these,
 * where the compiler knows how: lines that are written are not read first then. */
#define LB_OUT_BYTES 32
#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define LB_PASS_CACHE(to, x) __builtin_nontemporal_store(x, to)
#endif
#endif
#ifdef LB_PASS_CACHE
#define LB_PASSES_CACHE \
    (LB_WRITES_PAST_CACHES & ((LB_NX | LB_TILE_ROW) * sizeof(LB_CODE) % LB_OUT_BYTES == 0))
#else
#define LB_PASSES_CACHE 0
#define LB_PASS_CACHE(to, x) *(to) = (x)
#endif

/* A row of a tile before it goes to memory, moment by moment. */
struct out {
    local uchar *at;
};
#define LB_OUT_PITCH (LB_TILE_ROW * sizeof(scalar) + LB_OUT_BYTES)

LB_INLINE void lb_put_out(const struct out out, const real *kept, const uint x,
                          const struct noise noise)
{
    const struct noise all = lb_noise_if_finite(noise, kept[0]);
#define PUT(k)                                                       \
    {                                                                \
        local uchar *at = out.at + (k)*LB_OUT_PITCH;                 \
        if (LB_IS_FLOAT(k))                                          \
            *(local loose_real *)((local scalar *)at + x) = kept[k]; \
        else                                                         \
            *(local loose_chunk *)((local LB_CODE *)at + x) =        \
                lb_encode(kept[k], lb_noise_of(all, k));             \
    }
    LB_FOR_KEPT(PUT)
#undef PUT
}

LB_INLINE void lb_write_out(const struct out out, global LB_CODE *f, const ulong n,
                            const uint cells){
#define WRITE(k)                                                                                   \
    {                                                                                              \
        const uint bytes = LB_IS_FLOAT(k) ? sizeof(scalar) : sizeof(LB_CODE);                      \
        const local float8 *at = (const local float8 *)(out.at + (k)*LB_OUT_PITCH);                \
        global float8 *to = LB_IS_FLOAT(k)                                                         \
                                ? (global float8 *)((global scalar *)f + n + (ulong)(k)*LB_STRIDE) \
                                : (global float8 *)(f + n + lb_plane_of(k));                       \
        const uint end = cells * bytes / LB_OUT_BYTES;                                             \
        uint i = 0;                                                                                \
        for (; i + 4 <= end; i += 4) {                                                             \
            LB_PASS_CACHE(to + i, at[i]);                                                          \
            LB_PASS_CACHE(to + i + 1, at[i + 1]);                                                  \
            LB_PASS_CACHE(to + i + 2, at[i + 2]);                                                  \
            LB_PASS_CACHE(to + i + 3, at[i + 3]);                                                  \
        }                                                                                          \
        for (; i < end; i++)                                                                       \
            LB_PASS_CACHE(to + i, at[i]);                                                          \
    }
    LB_FOR_KEPT(WRITE)
#undef WRITE
}

/* Other cores may see what was written past the caches. */
LB_INLINE void lb_end_writing(void)
{
#if defined(__clang__) && defined(__SSE__)
    __builtin_ia32_sfence();
#endif
}

LB_INLINE void lb_finish_row(const struct ring r, const struct out out, const struct march s,
                             const struct tile b, const struct row row)
{
    const ulong first = (ulong)row.first + b.x;
    for (uint k = 0; k < b.cells; k += LB_W) {
        const uint x = lb_at_most_last(k, b);
        real h[LB_Q], kept[LB_KEPT];
#define TAKE(cx, cy, cz) *(local loose_real *)lb_in_ring(r, cx, cy, cz, (long)x - (cx))
#define REST(numerator, denominator) h[0] = TAKE(0, 0, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    h[i] = TAKE(cx, cy, cz);                        \
    h[i + 1] = TAKE(-(cx), -(cy), -(cz));
        LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef TAKE
        const struct cell c = {b.x + x, row.y, row.z};
        const struct noise noise = lb_noise(c, 0, s.noise_keys);
        lb_keep(kept, h);
        if (LB_PASSES_CACHE)
            lb_put_out(out, kept, x, noise);
        else
            lb_store_kept(s.to, kept, first + x, noise);
    }
    if (LB_PASSES_CACHE) lb_write_out(out, s.to, first, b.cells);
}

/* Slices `first` to `end` of a tile, row by row: when one has collided, the one before it in the slice before has
 * all its neighbours. */
LB_INLINE void lb_march(struct ring r, const struct out out, const struct march s,
                        const struct tile b, const int first, const int end)
{
    const int rim = LB_D == 3 ? 1 : 0, last = (int)b.rows + 1;
    for (int z = first - rim; z < end + rim; z++) {
        for (int y = 0; y <= last; y++) {
            const struct row row = lb_row((int)b.y + y - 1, z);
            if (y == 0)
                lb_collide_row(r, s, b, row, 1);
            else if (y == last)
                lb_collide_row(r, s, b, row, -1);
            else
                lb_collide_row(r, s, b, row, 0);
            lb_turn_ring(&r);
            if (y >= 2 && z >= first + rim)
                lb_finish_row(r, out, s, b, lb_row((int)b.y + y - 2, z - rim));
        }
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
lb_step(const global LB_CODE *restrict from, global LB_CODE *restrict to,
        const global uchar *restrict flags, const global scalar *restrict prescribed,
        const global scalar *restrict law, global uint *restrict alarm, const uint step,
        const ulong noise_keys)
{
    local scalar at[LB_RING];
    local float8 at_out[LB_PASSES_CACHE ? LB_KEPT * LB_OUT_PITCH / LB_OUT_BYTES : 1];
    const struct out out = {(local uchar *)at_out};
    const struct march s = {from, to, flags, prescribed, law, alarm, step, noise_keys};
    const struct tile b = lb_tile((uint)get_group_id(0));
    lb_march(lb_ring(at, b.rows), out, s, b, (int)b.first, (int)b.end);
    if (LB_PASSES_CACHE) lb_end_writing();
}
