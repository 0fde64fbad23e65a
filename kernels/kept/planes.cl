/* planes.cl - moments in memory: each has a plane of LB_STRIDE numbers, so that those of cells side by side are
 * a vector of the arithmetic.
 * SPDX-License-Identifier: MIT */

/* Where plane k begins [codes]. */
LB_INLINE ulong lb_plane_of(const int k)
{
    const int floats = LB_CONSERVED_ARE_FLOATS ? LB_CONSERVED : 0;
    return (ulong)(k + floats) * LB_STRIDE;
}

LB_INLINE real lb_kept_at(const global LB_CODE *f, const int k, const ulong n)
{
    if (LB_CONSERVED_ARE_FLOATS && k < LB_CONSERVED)
        return *(const global real *)((const global scalar *)f + ((ulong)k * LB_STRIDE + n));
    return lb_decode(*(const global chunk *)(f + (lb_plane_of(k) + n)));
}

LB_INLINE void lb_set_kept_at(global LB_CODE *f, const int k, const ulong n, const real x,
                              const struct noise noise)
{
    if (LB_CONSERVED_ARE_FLOATS && k < LB_CONSERVED)
        *(global real *)((global scalar *)f + ((ulong)k * LB_STRIDE + n)) = x;
    else
        *(global chunk *)(f + (lb_plane_of(k) + n)) = lb_encode(x, lb_noise_of(noise, k));
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
