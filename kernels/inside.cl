/* inside.cl - the short way through the step kernel: a vector inside its slab, or two side by side,
 * for which there is nothing to do but stream and collide.  No lane turns, and one vector is one
 * piece of the arithmetic.
 * For CPUs, where nearly all vectors are such: the other way takes up to half as many instructions
 * again, for indices, and for numbers that do not fit into 16 or 32 registers beside the rest.
 * SPDX-License-Identifier: MIT */

/* Asks for the line of the cache eight lines behind `at`, where this plane goes on: in place to be
 * written, too (benchmarks/results, 22 November 2026).  Processors fetch ahead by themselves, but
 * not into the next page, and hardly of 19 planes at once; OpenCL C's prefetch() is empty in PoCL. */
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define LB_FETCH_AHEAD(at) __builtin_prefetch((const void *)((ulong)(at) + 8 * 64), LB_IN_PLACE, 3)
#else
#define LB_FETCH_AHEAD(at)
#endif

/* Offsets of the vectors behind [0], here [1] and ahead [2] in each direction, as in struct place;
 * but all of what `here` is lies in z[1], and 64 bits wrap where a step goes back: a step is one
 * constant or the other, and along the lane axis no choice at all. */
struct near {
    ulong x[3], y[3], z[3];
};

/* Two vectors side by side at once, where conversions take many instructions: while the processor
 * waits for the velocity of one, it decodes the other.  Not beside markers: there a work-item may
 * clear the link word that the other of the pair has yet to read. */
#ifdef LB_ENCODES_PAIRS
#define LB_IN_PAIRS (LB_VECTORS_X % 2 == 0 && !LB_HAS_MARKERS)
#else
#define LB_IN_PAIRS false
#endif

/* No instruction, but memory's order to the compiler, which would work out the codes of all
 * populations before it stores the first, and keep them on the stack so long. */
LB_INLINE void lb_keep_order(void)
{
#ifdef LB_ENCODES_PAIRS
    if (LB_IN_PAIRS) __atomic_signal_fence(__ATOMIC_SEQ_CST);
#endif
}

LB_INLINE ulong lb_step_behind(const uint at, const uint count, const ulong pitch)
{
    return at == 0 ? (count - 1) * pitch : -pitch;
}

LB_INLINE ulong lb_step_ahead(const uint at, const uint count, const ulong pitch)
{
    return at == count - 1 ? -((count - 1) * pitch) : pitch;
}

LB_INLINE struct near lb_near(const uint x, const uint y, const uint z, const ulong here)
{
    const ulong row = (ulong)LB_VECTORS_X * LB_V;
    const ulong plane = row * LB_VECTORS_Y;
    struct near n;
    n.x[0] = lb_step_behind(x, LB_VECTORS_X, LB_V);
    n.x[1] = 0;
    n.x[2] = lb_step_ahead(x, LB_VECTORS_X, LB_V);
    n.y[0] = lb_step_behind(y, LB_VECTORS_Y, row);
    n.y[1] = 0;
    n.y[2] = lb_step_ahead(y, LB_VECTORS_Y, row);
    n.z[0] = here + lb_step_behind(z, LB_VECTORS_Z, plane);
    n.z[1] = here;
    n.z[2] = here + lb_step_ahead(z, LB_VECTORS_Z, plane);
    return n;
}

LB_INLINE real lb_take(const global LB_CODE *f, const ulong slot, const struct near n, const int cx,
                       const int cy, const int cz, const bool fetches_ahead)
{
    const global LB_CODE *at = f + slot * LB_STRIDE + LB_AT(n, cx, cy, cz);
    if (fetches_ahead) LB_FETCH_AHEAD(at);
    return lb_decode(*(const global wide *)at);
}

LB_INLINE global wide *lb_there(global LB_CODE *f, const ulong slot, const struct near n,
                                const int cx, const int cy, const int cz)
{
    return (global wide *)(f + slot * LB_STRIDE + LB_AT(n, cx, cy, cz));
}

LB_INLINE void lb_take_all(real *h, const global LB_CODE *f, const struct near n,
                           const ulong parity, const bool fetches_ahead)
{
#define REST(numerator, denominator) h[0] = lb_take(f, 0, n, 0, 0, 0, fetches_ahead);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                        \
    h[i] = lb_take(f, LB_LOAD_SLOT(i, parity), n, LB_LOAD_AT * (cx), LB_LOAD_AT * (cy),    \
                   LB_LOAD_AT * (cz), fetches_ahead);                                      \
    h[i + 1] = lb_take(f, LB_LOAD_OPPOSITE_SLOT(i, parity), n, LB_LOAD_OPPOSITE_AT * (cx), \
                       LB_LOAD_OPPOSITE_AT * (cy), LB_LOAD_OPPOSITE_AT * (cz), fetches_ahead);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* A pair at once where a format converts two registers in fewer operations than twice one. */
LB_INLINE void lb_give_both(global wide *one, global wide *other, const real h, const real opposite)
{
#ifdef LB_ENCODES_PAIRS
    const struct chunk_pair p = lb_encode_pair(h, opposite);
    *one = p.a;
    *other = p.b;
#else
    *one = lb_encode(h);
    *other = lb_encode(opposite);
#endif
    lb_keep_order();
}

LB_INLINE void lb_give_all(const real *h, global LB_CODE *f, const struct near n,
                           const ulong parity)
{
#define REST(numerator, denominator) *lb_there(f, 0, n, 0, 0, 0) = lb_encode(h[0]);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                             \
    lb_give_both(lb_there(f, LB_STORE_SLOT(i, parity), n, LB_STORE_AT *(cx), LB_STORE_AT *(cy), \
                          LB_STORE_AT *(cz)),                                                   \
                 lb_there(f, LB_STORE_OPPOSITE_SLOT(i, parity), n, LB_STORE_OPPOSITE_AT *(cx),  \
                          LB_STORE_OPPOSITE_AT *(cy), LB_STORE_OPPOSITE_AT *(cz)),              \
                 h[i], h[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Whether there is nothing in a vector but fluid that streams and collides. */
LB_INLINE bool lb_is_plain(const LB_INDEX vector, const global uchar *flags,
                           const global uint *links)
{
    if (LB_HAS_LINKS && links[vector] != 0) return false;
    if (!(LB_HAS_EQUILIBRIUM | LB_HAS_SURFACE)) return true;
    const wide_flags here = *(const global wide_flags *)(flags + (ulong)vector * LB_V);
    return !lb_any_with(here, LB_CELL_EQUILIBRIUM | LB_CELL_GAS);
}

/* Advances `vector` by one step if it is one of those; else leaves everything as it is.  Of a pair,
 * the first one's work-item advances both. */
LB_INLINE bool lb_step_inside(const global LB_CODE *from, global LB_CODE *to,
                              const global uchar *flags, const LB_INDEX vector, const uint step,
                              const global uint *links, global uint *alarm)
{
    const LB_INDEX line = vector / LB_VECTORS_X;
    const uint x = (uint)(vector - line * LB_VECTORS_X);
    const uint z = (uint)(line / LB_VECTORS_Y);
    const uint y = (uint)(line - (LB_INDEX)z * LB_VECTORS_Y);
    const uint s = LB_LANE_AXIS == 0 ? x : LB_LANE_AXIS == 1 ? y : z;
    if (s == 0 || s == LB_SLAB - 1) return false;
    if (!lb_is_plain(vector, flags, links)) return false;
    /* across x the first vector of a row is at the slab's end: its neighbour begins the pairs */
    const bool is_second = LB_IN_PAIRS && ((LB_LANE_AXIS == 0 ? x - 1 : x) & 1u) != 0;
    if (LB_IN_PAIRS && !lb_is_plain(is_second ? vector - 1 : vector + 1, flags, links))
        return false;
    if (is_second) return true;

    const global LB_CODE *source = LB_IN_PLACE ? to : from;
    const ulong parity = step & 1u;
    struct near n = lb_near(x, y, z, (ulong)vector * LB_V);
    real h[LB_Q];
    if (!LB_IN_PAIRS) {
        lb_take_all(h, source, n, parity, true);
        struct moments m = lb_moments(h, lb_body_force());
        if (!LB_HOLDS_NAN && lb_any(!(m.rho > (real)(0)))) return false; /* the long way asks why */
        if (LB_HAS_SURFACE) lb_limit_speed(&m);
        lb_collide(h, m);
        lb_give_all(h, to, n, parity);
        return true;
    }
    struct near o = n; /* of the second one, also from the first one's place */
    n.x[2] = LB_V;
    o.x[0] = 0;
    o.x[1] = LB_V;
    o.x[2] = LB_V + lb_step_ahead(x + 1, LB_VECTORS_X, LB_V);
    real g[LB_Q];
    lb_take_all(h, source, n, parity, true);
    const struct moments m =
        lb_checked_moments(h, lb_body_force(), flags, alarm, step, lb_place(vector), 0);
    lb_take_all(g, source, o, parity, false);
    const struct moments w =
        lb_checked_moments(g, lb_body_force(), flags, alarm, step, lb_place(vector + 1), 0);
    lb_collide(h, m);
    lb_give_all(h, to, n, parity);
    lb_collide(g, w);
    lb_give_all(g, to, o, parity);
    return true;
}
