/* rows.cl - the step of a row of vectors, or of a part of one: how CPUs take it, where one vector is
 * one piece of the arithmetic.  What all vectors of a row share is worked out once, and vectors in
 * which there is nothing but fluid that streams and collides go a way of their own, two side by side
 * (row_pair.cl, row_pair_packed.cl).
 * All others are lb_step_vector's.  The bits are the same.
 * SPDX-License-Identifier: MIT */

/* All vectors of a row are at the end of a slab, or none. */
#if LB_ROW_AXIS == LB_LANE_AXIS
#error "a row lies along the lane axis"
#endif

/* Asks for the line of the cache eight lines behind `at`, where this plane goes on: in place to be
 * written, too (benchmarks/results, 22 November 2026).  Processors fetch ahead by themselves, but
 * not into the next page, and hardly of 19 planes at once; OpenCL C's prefetch() is empty in PoCL. */
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define LB_FETCH_AHEAD(at) __builtin_prefetch((const void *)((ulong)(at) + 8 * 64), LB_IN_PLACE, 3)
#else
#define LB_FETCH_AHEAD(at)
#endif

/* Of two vectors side by side both ask only where a line of the cache is one vector. */
#define LB_FETCHES_FOR_BOTH (sizeof(wide) >= 64)

/* Populations wait for the velocity where they came from and are decoded once more, where that takes
 * one instruction: there are more of them than registers. */
#ifdef LB_DECODES_AT_ONCE
#define LB_READS_TWICE true
#else
#define LB_READS_TWICE false
#endif

/* --- where populations are ---------------------------------------------------------------------- */

/* Components of a direction along the row's axis, and along x or y, whichever is not. */
#define LB_ALONG_ROW(cx, cy) (LB_ROW_AXIS == 0 ? (cx) : (cy))
#define LB_ACROSS_ROW(cx, cy) (LB_ROW_AXIS == 0 ? (cy) : (cx))
#define LB_ROWS (LB_ROW_AXIS == 0 ? LB_VECTORS_Y : LB_VECTORS_X) /* with the same z */

/* Where a row and those around it begin, by their place across it and in z (behind [0], here [1],
 * ahead [2]), for slots that an even step finds one further up [0], both find at the same place [1],
 * or an odd one further up [2]: what is added to these pointers is the same in all rows. */
struct row {
    global LB_CODE *at[3][3][3];
};

/* Offsets of the vectors behind [0], here [1] and ahead [2] in the row from its beginning. */
struct column {
    ulong at[3];
};

/* How much further on one behind and one ahead begins, along an axis of `count`; 64 bits wrap where
 * that is back. */
LB_INLINE ulong lb_step_behind(const uint at, const uint count, const ulong pitch)
{
    return ((ulong)lb_previous(at, count) - at) * pitch;
}

LB_INLINE ulong lb_step_ahead(const uint at, const uint count, const ulong pitch)
{
    return ((ulong)lb_next(at, count) - at) * pitch;
}

LB_INLINE struct row lb_row(global LB_CODE *f, const uint across, const uint z, const ulong parity)
{
    const ulong pitch = (ulong)LB_ROW * LB_V, plane = (ulong)LB_APART_Z * LB_V;
    const ulong beside[3] = {lb_step_behind(across, LB_ROWS, pitch), 0,
                             lb_step_ahead(across, LB_ROWS, pitch)};
    const ulong above[3] = {lb_step_behind(z, LB_VECTORS_Z, plane), 0,
                            lb_step_ahead(z, LB_VECTORS_Z, plane)};
    struct row r;
/* a loop would keep the pointers in memory */
#define ROW(a, b)                                                            \
    r.at[1][a][b] = f + (across * pitch + z * plane + beside[a] + above[b]); \
    r.at[0][a][b] = r.at[1][a][b] + (1 - parity) * LB_STRIDE;                \
    r.at[2][a][b] = r.at[1][a][b] + parity * LB_STRIDE
    ROW(0, 0);
    ROW(1, 0);
    ROW(2, 0);
    ROW(0, 1);
    ROW(1, 1);
    ROW(2, 1);
    ROW(0, 2);
    ROW(1, 2);
    ROW(2, 2);
#undef ROW
    return r;
}

/* Of the k-th vector, which is not the first or last of a row, and of any. */
LB_INLINE struct column lb_column(const uint k)
{
    const ulong at = (ulong)k * LB_V;
    const struct column c = {{at - LB_V, at, at + LB_V}};
    return c;
}

LB_INLINE struct column lb_any_column(const uint k)
{
    const struct column c = {
        {(ulong)lb_previous(k, LB_ROW) * LB_V, (ulong)k * LB_V, (ulong)lb_next(k, LB_ROW) * LB_V}};
    return c;
}

/* The vector at (cx, cy, cz) from column c of row r in the slot SLOT(i, parity): one register,
 * another one and a constant. */
#define LB_ADDRESS(r, c, SLOT, i, cx, cy, cz)                                   \
    ((r).at[SLOT(i, 1) - SLOT(i, 0) + 1][LB_ACROSS_ROW(cx, cy) + 1][(cz) + 1] + \
     ((c).at[LB_ALONG_ROW(cx, cy) + 1] +                                        \
      (ulong)min((int)SLOT(i, 0), (int)SLOT(i, 1)) * LB_STRIDE))
#define LB_SLOT_OF_REST(i, parity) 0

/* `end`: -1, 1 in the first or last row of a slab, whose neighbours are in other lanes; `along`:
 * how far along the lane axis the place is. */
LB_INLINE wide lb_turned_in(wide w, const int along, const int end)
{
    LB_TURN_HOME(w, along, (end < 0), (end > 0))
    return w;
}

LB_INLINE wide lb_turned_out(wide w, const int along, const int end)
{
    LB_TURN_OUT(w, along, (end < 0), (end > 0))
    return w;
}

LB_INLINE real lb_take(const global LB_CODE *at, const int along, const int end,
                       const bool fetches_ahead)
{
    if (fetches_ahead) LB_FETCH_AHEAD(at);
    return lb_decode(lb_turned_in(*(const global wide *)at, along, end));
}

LB_INLINE void lb_give(global LB_CODE *at, const int along, const int end, const wide w)
{
    *(global wide *)at = lb_turned_out(w, along, end);
}

#define LB_TAKE(r, c, SLOT, i, at, cx, cy, cz, end, fetches_ahead)            \
    lb_take(LB_ADDRESS(r, c, SLOT, i, (at) * (cx), (at) * (cy), (at) * (cz)), \
            LB_ALONG_LANES((at) * (cx), (at) * (cy), (at) * (cz)), end, fetches_ahead)
#define LB_GIVE(r, c, SLOT, i, at, cx, cy, cz, end, w)                        \
    lb_give(LB_ADDRESS(r, c, SLOT, i, (at) * (cx), (at) * (cy), (at) * (cz)), \
            LB_ALONG_LANES((at) * (cx), (at) * (cy), (at) * (cz)), end, w)

/* Where a row is, and when: what noise and sponge of its vectors depend on. */
struct row_place {
    uint across, z, step;
    ulong noise_keys;
    const global scalar *drive, *law;
};

LB_INLINE struct cell lb_vector_of_row(const struct row_place r, const uint k)
{
    const struct cell c = {LB_ROW_AXIS == 0 ? k : r.across, LB_ROW_AXIS == 0 ? r.across : k, r.z};
    return c;
}

LB_INLINE struct noise lb_noise_at(const struct row_place r, const uint k)
{
    return lb_noise(lb_vector_of_row(r, k), 0, r.noise_keys);
}

LB_INLINE struct moments lb_moments_at(const real *h, const struct row_place r, const uint k)
{
    struct moments m = lb_moments(h, lb_body_force(r.drive));
    m.damping = lb_sponge(lb_vector_of_row(r, k), 0);
    m.law = r.law;
    return m;
}

/* --- one vector, or two ------------------------------------------------------------------------- */

LB_INLINE void lb_take_all(real *h, const struct row from, const struct column c, const int end,
                           const bool ahead)
{
#define REST(numerator, denominator) \
    h[0] = LB_TAKE(from, c, LB_SLOT_OF_REST, 0, 0, 0, 0, 0, end, ahead);
#define PAIR(i, cx, cy, cz, numerator, denominator)                               \
    h[i] = LB_TAKE(from, c, LB_LOAD_SLOT, i, LB_LOAD_AT, cx, cy, cz, end, ahead); \
    h[i + 1] =                                                                    \
        LB_TAKE(from, c, LB_LOAD_OPPOSITE_SLOT, i, LB_LOAD_OPPOSITE_AT, cx, cy, cz, end, ahead);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* lb_collide_and_give collides the populations of a vector and stores them. */
#include "slot/row_end"

/* Leaves everything as it is and returns false where a density is not positive: lb_step_vector asks
 * why. */
LB_INLINE bool lb_advance(const struct row from, const struct row to, const struct column c,
                          const int end, const struct row_place place, const uint k)
{
    real h[LB_Q];
    lb_take_all(h, from, c, end, true);
    struct moments m = lb_moments_at(h, place, k);
    if (!lb_is_positive(m.rho)) return false;
    lb_limit_speed(&m);
    lb_collide_and_give(h, m, from, to, c, end, place, k);
    return true;
}

/* lb_advance_two does the same for two vectors side by side. */
#include "slot/row_pair"

/* --- the row ------------------------------------------------------------------------------------ */

/* Advances pairs of vectors from the k-th of a row on, as long as both are plain and their densities
 * positive, and returns the first vector not advanced.  `first`: the number of the row's first. */
LB_INLINE uint lb_advance_pairs(const struct step s, const struct row from, const struct row to,
                                const LB_INDEX first, uint k, const uint stop, const int end,
                                const struct row_place place)
{
    /* compilers that cannot foresee k keep one register for it, not one for each pointer and k */
    volatile uint one = 1;
    const uint last = LB_ROW - 1;
    while (k > 0 && k + 1 < stop && k + 1 < last && lb_is_plain(s, first + k) &&
           lb_is_plain(s, first + k + 1) && lb_advance_two(from, to, k, end, place))
        k += 2 * one;
    return k;
}

#define LB_ROW_PART ((LB_ROW + LB_ROW_PARTS - 1) / LB_ROW_PARTS)

/* Advances part number `item` of all rows. */
LB_INLINE void lb_step_row(const struct step s, const LB_INDEX item)
{
    const LB_INDEX line = item / LB_ROW_PARTS, first = line * LB_ROW;
    const uint across = (uint)(line % LB_ROWS), z = (uint)(line / LB_ROWS);
    const uint part = (uint)(item % LB_ROW_PARTS) * LB_ROW_PART;
    const uint stop = min(part + LB_ROW_PART, (uint)LB_ROW);
    const uint layer = LB_LANE_AXIS == 2 ? z : across;
    const int end = layer == 0 ? -1 : layer == LB_SLAB - 1 ? 1 : 0;
    const struct row to = lb_row(s.to, across, z, s.step & 1u);
    const struct row from =
        LB_IN_PLACE ? to : lb_row((global LB_CODE *)s.from, across, z, s.step & 1u);
    const struct row_place place = {across, z, s.step, s.noise_keys, s.drive, s.law};
    uint k = part;
    while (k < stop) {
        if (LB_SLAB > 1)
            k = end < 0   ? lb_advance_pairs(s, from, to, first, k, stop, -1, place)
                : end > 0 ? lb_advance_pairs(s, from, to, first, k, stop, 1, place)
                          : lb_advance_pairs(s, from, to, first, k, stop, 0, place);
        if (k == stop) return;
        bool is_done = false;
        if (LB_SLAB > 1 && lb_is_plain(s, first + k)) {
            const struct column c = lb_any_column(k);
            is_done = end < 0   ? lb_advance(from, to, c, -1, place, k)
                      : end > 0 ? lb_advance(from, to, c, 1, place, k)
                                : lb_advance(from, to, c, 0, place, k);
        }
        if (!is_done) lb_step_vector(s, first + k);
        k++;
    }
}
