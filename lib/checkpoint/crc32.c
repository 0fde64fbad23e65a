/* crc32.c - CRC-32 of eight bytes at a time (Kounavis and Berry, 2005), about 2 GB/s; and by folding,
 * where the processor can, as fast as memory is read.
 * SPDX-License-Identifier: MIT */
#include "checkpoint/crc32.h"

#include <pthread.h>

#include "checkpoint/crc32_folded.h"

enum { SLICES = 8 };
static uint32_t table[SLICES][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
        table[0][byte] = crc;
    }
    for (int slice = 1; slice < SLICES; slice++)
        for (uint32_t byte = 0; byte < 256; byte++) {
            const uint32_t before = table[slice - 1][byte];
            table[slice][byte] = before >> 8 ^ table[0][before & 255u];
        }
}

static uint32_t word_at(const unsigned char *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* The register, which is not inverted, behind these bytes. */
static uint32_t look_up(uint32_t crc, const unsigned char *b, size_t count)
{
    for (; count >= SLICES; count -= SLICES, b += SLICES) {
        const uint32_t low = crc ^ word_at(b), high = word_at(b + 4);
        crc = table[7][low & 255u] ^ table[6][low >> 8 & 255u] ^ table[5][low >> 16 & 255u] ^
              table[4][low >> 24] ^ table[3][high & 255u] ^ table[2][high >> 8 & 255u] ^
              table[1][high >> 16 & 255u] ^ table[0][high >> 24];
    }
    for (; count > 0; count--)
        crc = crc >> 8 ^ table[0][(crc ^ *b++) & 255u];
    return crc;
}

uint32_t lb_crc32_by_table(uint32_t crc, const void *bytes, size_t count)
{
    pthread_once(&once, make_table);
    return ~look_up(~crc, bytes, count);
}

uint32_t lb_crc32(uint32_t crc, const void *bytes, size_t count)
{
    unsigned char rest[LB_CRC32_REST];
    const size_t blocks = count / LB_CRC32_BLOCK, folded = blocks * LB_CRC32_BLOCK;
    if (blocks == 0 || !lb_crc32_can_fold()) return lb_crc32_by_table(crc, bytes, count);
    pthread_once(&once, make_table);
    lb_crc32_fold(~crc, bytes, blocks, rest);
    crc = look_up(0, rest, sizeof rest);
    return ~look_up(crc, (const unsigned char *)bytes + folded, count - folded);
}
