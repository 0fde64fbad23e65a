/* planes.cl - moments in memory: each has a plane of LB_STRIDE numbers, so that those of cells side by side are
 * a vector of the arithmetic, wherever it begins.
 * SPDX-License-Identifier: MIT */
typedef real __attribute__((aligned(sizeof(scalar)))) loose_real;
typedef chunk __attribute__((aligned(sizeof(LB_CODE)))) loose_chunk;
typedef wide_flags __attribute__((aligned(1))) loose_flags;

/* Where plane k begins [codes]. */
LB_INLINE ulong lb_plane_of(const int k)
{
    const int floats = LB_CONSERVED_ARE_FLOATS ? LB_CONSERVED : 0;
    return (ulong)(k + floats) * LB_STRIDE;
}

/* Where code `k` of LB_KEPT_CODES is, whatever it is part of. */
LB_INLINE ulong lb_kept_code_at(const uint k, const ulong n)
{
    if (LB_CONSERVED_ARE_FLOATS && k < 2 * LB_CONSERVED)
        return 2 * (n + (ulong)(k / 2) * LB_STRIDE) + k % 2;
    return n + (ulong)k * LB_STRIDE;
}

LB_INLINE real lb_kept_at(const global LB_CODE *f, const int k, const ulong n)
{
    if (LB_CONSERVED_ARE_FLOATS && k < LB_CONSERVED)
        return *(const global loose_real *)((const global scalar *)f + n + (ulong)k * LB_STRIDE);
    return lb_decode(*(const global loose_chunk *)(f + n + lb_plane_of(k)));
}

LB_INLINE void lb_set_kept_at(global LB_CODE *f, const int k, const ulong n, const real x,
                              const struct noise noise)
{
    if (LB_CONSERVED_ARE_FLOATS && k < LB_CONSERVED)
        *(global loose_real *)((global scalar *)f + n + (ulong)k * LB_STRIDE) = x;
    else
        *(global loose_chunk *)(f + n + lb_plane_of(k)) = lb_encode(x, lb_noise_of(noise, k));
}

/* All of them, of the LB_W cells from index n on. */
LB_INLINE void lb_load_kept(real *kept, const global LB_CODE *f, const ulong n)
{
#define LOAD(k) kept[k] = lb_kept_at(f, k, n);
    LB_FOR_KEPT(LOAD)
#undef LOAD
}

LB_INLINE void lb_store_kept(global LB_CODE *f, const real *kept, const ulong n,
                             const struct noise noise)
{
    const struct noise all = lb_noise_if_finite(noise, kept[0]);
#define STORE(k) lb_set_kept_at(f, k, n, kept[k], all);
    LB_FOR_KEPT(STORE)
#undef STORE
}
