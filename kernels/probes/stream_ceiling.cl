/* stream_ceiling.cl - the least that a step in place can take: 19 planes, as D3Q19 has populations,
 * every word of each read once and written once where it lies, and no arithmetic at all.
 * Each launch hands every plane's words to the next plane, so that none of it can be left out, and
 * where each word is after any number of launches is known.
 * SPDX-License-Identifier: MIT */
#define LB_PLANES 19
/* clang-format off */
#define LB_EVERY_PLANE(DO) \
    DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) \
    DO(15) DO(16) DO(17) DO(18)
/* clang-format on */

#define LOAD_PLANE(i) const LB_STREAM_WORD w##i = words[n + (i)*stride];
#define STORE_PLANE(i) words[n + ((i) + 1) % LB_PLANES * stride] = w##i;
#define STREAM                            \
    {                                     \
        const ulong n = get_global_id(0); \
        if (n >= items) return;           \
        LB_EVERY_PLANE(LOAD_PLANE)        \
        LB_EVERY_PLANE(STORE_PLANE)       \
    }

/* clang-format off */
#define LB_STREAM_WORD uint2
kernel void lb_stream_8(global LB_STREAM_WORD *words, const ulong items, const ulong stride) STREAM
#undef LB_STREAM_WORD
#define LB_STREAM_WORD uint4
kernel void lb_stream_16(global LB_STREAM_WORD *words, const ulong items, const ulong stride) STREAM
#undef LB_STREAM_WORD
#define LB_STREAM_WORD uint8
kernel void lb_stream_32(global LB_STREAM_WORD *words, const ulong items, const ulong stride) STREAM
#undef LB_STREAM_WORD
#define LB_STREAM_WORD uint16
kernel void lb_stream_64(global LB_STREAM_WORD *words, const ulong items, const ulong stride) STREAM
#undef LB_STREAM_WORD
    /* clang-format on */

    /* The number at `index` of plane `plane` at the start: differs between planes and places. */
    static inline uint lb_stream_number(const ulong index, const uint plane)
{
    return (uint)index * 19u + plane;
}

kernel void lb_stream_fill(global uint *words, const ulong items, const ulong stride)
{
    const ulong n = get_global_id(0);
    if (n >= items) return;
    for (uint plane = 0; plane < LB_PLANES; plane++)
        words[n + plane * stride] = lb_stream_number(n, plane);
}

/* Counts the numbers that are not where `launches` should have brought them. */
kernel void lb_stream_check(global uint *words, const ulong items, const ulong stride,
                            const uint launches, global uint *wrong)
{
    const ulong n = get_global_id(0);
    if (n >= items) return;
    for (uint plane = 0; plane < LB_PLANES; plane++)
        if (words[n + (plane + launches) % LB_PLANES * stride] != lb_stream_number(n, plane))
            atomic_inc(wrong);
}
