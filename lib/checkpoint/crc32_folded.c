/* crc32_folded.c - four lanes of 16 bytes, each multiplied by a power of x modulo the polynomial and added
 * to what lies that many bits further on (Gopal et al., Fast CRC computation for generic polynomials
 * using PCLMULQDQ, Intel, 2009).
 * SPDX-License-Identifier: MIT */
#include "checkpoint/crc32_folded.h"

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#include <wmmintrin.h>

enum { LANES = LB_CRC32_BLOCK / LB_CRC32_REST };

/* x^n modulo the polynomial, n in bits, the highest power in the lowest bit as in the checksum; one bit
 * further up, since the product of two numbers so laid out has its lowest bit missing. */
static const long long x_544 = 0x154442bd4, x_480 = 0x1c6e41596; /* 512 bits, more or less 32 */
static const long long x_160 = 0x1751997d0, x_96 = 0x0ccaa009e;  /* 128 bits */

bool lb_crc32_can_fold(void)
{
    return __builtin_cpu_supports("pclmul") != 0;
}

__attribute__((target("pclmul"))) static __m128i fold(__m128i lane, __m128i by, __m128i next)
{
    const __m128i low = _mm_clmulepi64_si128(lane, by, 0x00);
    const __m128i high = _mm_clmulepi64_si128(lane, by, 0x11);
    return _mm_xor_si128(next, _mm_xor_si128(low, high));
}

__attribute__((target("pclmul"))) void lb_crc32_fold(uint32_t crc, const void *bytes, size_t blocks,
                                                     unsigned char rest[LB_CRC32_REST])
{
    const __m128i *next = bytes; /* need not be aligned: read by loadu */
    const __m128i by_block = _mm_set_epi64x(x_480, x_544), by_lane = _mm_set_epi64x(x_96, x_160);
    __m128i lane[LANES];
    for (int n = 0; n < LANES; n++)
        lane[n] = _mm_loadu_si128(next++);
    lane[0] = _mm_xor_si128(lane[0], _mm_cvtsi32_si128((int)crc));
    for (; blocks > 1; blocks--)
        for (int n = 0; n < LANES; n++)
            lane[n] = fold(lane[n], by_block, _mm_loadu_si128(next++));
    for (int n = 1; n < LANES; n++)
        lane[n] = fold(lane[n - 1], by_lane, lane[n]);
    _mm_storeu_si128((__m128i *)(void *)rest, lane[LANES - 1]);
}

#else

bool lb_crc32_can_fold(void)
{
    return false;
}

void lb_crc32_fold(uint32_t crc, const void *bytes, size_t blocks,
                   unsigned char rest[LB_CRC32_REST])
{
    (void)crc, (void)bytes, (void)blocks, (void)rest;
}

#endif
