/* membench.cl - bandwidth probes: words read, written and copied in three patterns.  Each work-item
 * handles LB_WORDS words:
 *   coalesced   word n of each of LB_WORDS planes: neighbouring work-items touch neighbouring words
 *   shifted     the same one word further on, as streaming along x shifts it: groups of work-items
 *               straddle the lines of memory
 *   strided     LB_WORDS consecutive words: neighbouring work-items are that far apart
 * Memory holds consecutive numbers from `stamp` on, so that the sum of what a work-item reads is
 * known without reading; every wrong sum is counted.  docs/theory/roofline.md.
 * SPDX-License-Identifier: MIT
 *
 * The host (src/measure/bandwidth.c) prints before this:
 *   LB_WORD                  type of a word
 *   LB_NUMBER, LB_NUMBERS    type and count of the numbers in it
 *   LB_COUNTED               the word 0, 1, 2, ...
 *   LB_ANY(m)                whether any number of a comparison is true
 */
#if !defined(LB_WORD) || !defined(LB_NUMBER) || !defined(LB_NUMBERS) || !defined(LB_COUNTED) || \
    !defined(LB_ANY)
#error "the word is missing: LB_WORD, LB_NUMBER, LB_NUMBERS, LB_COUNTED, LB_ANY"
#endif

#define LB_WORDS 16
/* clang-format off */
#define LB_EVERY_WORD(DO, at) \
    DO(0, at) DO(1, at) DO(2, at) DO(3, at) DO(4, at) DO(5, at) DO(6, at) DO(7, at) DO(8, at) \
    DO(9, at) DO(10, at) DO(11, at) DO(12, at) DO(13, at) DO(14, at) DO(15, at)
/* clang-format on */

/* Planes lie some whole lines further apart than they are long: never in the same cache sets. */
#define LB_PLANE (items + 4352 / sizeof(LB_WORD))

/* Index of a work-item's word i, and the sum of all its indices. */
#define LB_COALESCED(i) ((i)*LB_PLANE + n)
#define LB_SHIFTED(i) ((i)*LB_PLANE + n + 1)
#define LB_STRIDED(i) (n * LB_WORDS + (i))
#define LB_COUNT_TO_15 120
#define LB_COALESCED_SUM (LB_WORDS * n + LB_COUNT_TO_15 * LB_PLANE)
#define LB_SHIFTED_SUM (LB_WORDS * (n + 1) + LB_COUNT_TO_15 * LB_PLANE)
#define LB_STRIDED_SUM (LB_WORDS * LB_WORDS * n + LB_COUNT_TO_15)

/* The word at `index`, modulo what its numbers hold; and the sum of LB_WORDS of them. */
static inline LB_WORD lb_word(const ulong index, const ulong stamp)
{
    return (LB_WORD)((LB_NUMBER)(index * LB_NUMBERS + stamp)) + LB_COUNTED;
}

static inline LB_WORD lb_sum(const ulong indices, const ulong stamp)
{
    return (LB_WORD)((LB_NUMBER)(indices * LB_NUMBERS + LB_WORDS * stamp)) +
           (LB_WORD)((LB_NUMBER)LB_WORDS) * LB_COUNTED;
}

#define ADD_WORD(i, at) sum += words[at(i)];
#define STORE_WORD(i, at) words[at(i)] = lb_word(at(i), stamp);
#define COPY_WORD(i, at) words[target + at(i)] = words[at(i)];

#define READ(at)                                                       \
    {                                                                  \
        const ulong n = get_global_id(0);                              \
        if (n >= items) return;                                        \
        LB_WORD sum = (LB_WORD)(0);                                    \
        words += target;                                               \
        LB_EVERY_WORD(ADD_WORD, at)                                    \
        if (LB_ANY(sum != lb_sum(at##_SUM, stamp))) atomic_inc(wrong); \
    }

#define WRITE(at)                         \
    {                                     \
        const ulong n = get_global_id(0); \
        if (n >= items) return;           \
        LB_EVERY_WORD(STORE_WORD, at)     \
    }

/* clang-format off */
kernel void lb_read_coalesced(global LB_WORD *words, const ulong items, const ulong stamp,
                              const ulong target, global uint *wrong)
READ(LB_COALESCED)

kernel void lb_read_shifted(global LB_WORD *words, const ulong items, const ulong stamp,
                            const ulong target, global uint *wrong)
READ(LB_SHIFTED)

kernel void lb_read_strided(global LB_WORD *words, const ulong items, const ulong stamp,
                            const ulong target, global uint *wrong)
READ(LB_STRIDED)

kernel void lb_write_coalesced(global LB_WORD *words, const ulong items, const ulong stamp,
                               const ulong target, global uint *wrong)
WRITE(LB_COALESCED)

kernel void lb_write_shifted(global LB_WORD *words, const ulong items, const ulong stamp,
                             const ulong target, global uint *wrong)
WRITE(LB_SHIFTED)

kernel void lb_write_strided(global LB_WORD *words, const ulong items, const ulong stamp,
                             const ulong target, global uint *wrong)
WRITE(LB_STRIDED)
    /* clang-format on */

    /* From the front of the memory to `target` words further back. */
    kernel void lb_copy_words(global LB_WORD *words, const ulong items, const ulong stamp,
                              const ulong target, global uint *wrong)
{
    const ulong n = get_global_id(0);
    if (n >= items) return;
    LB_EVERY_WORD(COPY_WORD, LB_COALESCED)
}
