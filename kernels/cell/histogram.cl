/* histogram.cl - counts the populations by their size.  A program of its own: few runs ask for it.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "core/elementary.cl"
#include "shared/histogram_bins.h"

/* The bin of x: LB_BINS_PER_OCTAVE for each factor of two of |x| from 2^LB_LEAST_OCTAVE on, bin 0
 * for what is less; the bins of negative numbers follow those of positive ones. */
LB_INLINE uint lb_bin(const scalar x)
{
    const float octaves = lb_log2((float)fabs(x)) - (float)LB_LEAST_OCTAVE;
    const int bin = 1 + (int)floor(clamp(octaves * LB_BINS_PER_OCTAVE, -1.0f, LB_BINS - 2.0f));
    return (uint)bin + (x < 0 ? LB_BINS : 0);
}

LB_INLINE void lb_count(global uint *plain, global uint *shifted, const real h, const scalar weight)
{
    const scalar f = h / (scalar)LB_STORAGE_SCALE;
    atomic_inc(plain + lb_bin(LB_SHIFT ? f + weight : f));
    atomic_inc(shifted + lb_bin(LB_SHIFT ? f : f - weight));
}

/* Counts the populations of `count` cells of the memory order from `first` on: 2 LB_BINS bins of
 * f_i, then as many of f_i - w_i.  The host keeps `count` small enough for 32 bits. */
kernel void lb_histogram(const global LB_CODE *f, const global uchar *flags,
                         const global scalar *prescribed, global uint *bins, const ulong first,
                         const ulong count, const uint step, const global uint *pieces,
                         const global uint *piece_of, const global LB_CARRIED_CODE *sent)
{
    const struct sent_codes beyond = {pieces, piece_of, sent};
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_at((LB_INDEX)(first + item));
    const uchar here = lb_flags_of(flags, c);
    if (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM | LB_CELL_GAS)) return;
    real h[LB_Q];
    lb_seen(h, f, flags, prescribed, beyond, c, here, step & 1u);
    global uint *shifted = bins + 2 * LB_BINS;
#define REST(numerator, denominator) \
    lb_count(bins, shifted, h[0], (scalar)(numerator) / (scalar)(denominator));
#define PAIR(i, cx, cy, cz, numerator, denominator)                             \
    lb_count(bins, shifted, h[i], (scalar)(numerator) / (scalar)(denominator)); \
    lb_count(bins, shifted, h[i + 1], (scalar)(numerator) / (scalar)(denominator));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
