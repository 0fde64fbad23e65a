/* crc32_share.c - zeros behind a checksum multiply it by a power of x modulo the polynomial.
 * SPDX-License-Identifier: MIT */
#include "checkpoint/crc32_share.h"

#include "checkpoint/crc32.h"

/* The highest power of x is in the lowest bit. */
static const uint32_t polynomial = 0xEDB88320u, one = 0x80000000u, x_8 = 0x00800000u;

static uint32_t product(uint32_t a, uint32_t b)
{
    uint32_t sum = 0;
    for (uint32_t bit = one; bit != 0; bit >>= 1) {
        if ((a & bit) != 0) sum ^= b;
        b = b >> 1 ^ ((b & 1u) != 0 ? polynomial : 0u);
    }
    return sum;
}

/* x^(8 count) */
static uint32_t factor_of(uint64_t count)
{
    uint32_t factor = one, square = x_8;
    for (; count > 0; count >>= 1) {
        if ((count & 1u) != 0) factor = product(factor, square);
        square = product(square, square);
    }
    return factor;
}

void lb_crc32_share_add(struct lb_crc32_share *s, const void *bytes, size_t count)
{
    s->sum = ~lb_crc32(~s->sum, bytes, count);
}

/* Gaps between rows are alike. */
void lb_crc32_share_skip(struct lb_crc32_share *s, uint64_t count)
{
    if (s->sum == 0 || count == 0) return;
    if (count != s->gap) {
        s->gap = count;
        s->factor = factor_of(count);
    }
    s->sum = product(s->sum, s->factor);
}

uint32_t lb_crc32_of_shares(const uint32_t *sums, size_t count, uint64_t size)
{
    uint32_t sum = product(0xFFFFFFFFu, factor_of(size)); /* what a checksum begins with */
    for (size_t n = 0; n < count; n++)
        sum ^= sums[n];
    return ~sum;
}
