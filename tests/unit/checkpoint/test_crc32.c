/* The checksum: that of others, in whatever pieces, at whatever place, and by every way that there is.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "checkpoint/crc32.h"
#include "checkpoint/crc32_share.h"
#include "support/check.h"

typedef uint32_t checksum(uint32_t, const void *, size_t);
static checksum *const ways[] = {lb_crc32, lb_crc32_by_table};
enum { WAYS = 2, PLACES = 65, LENGTHS = 400 };

static unsigned char bytes[PLACES + LENGTHS];

static void fill(void)
{
    for (size_t n = 0; n < sizeof bytes; n++)
        bytes[n] = (unsigned char)(n * n >> 3 ^ n * 89);
}

static uint32_t with_one_more(uint32_t crc, unsigned char byte)
{
    crc = ~crc ^ byte;
    for (int bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
    return ~crc;
}

/* As zlib has them; the first is the check value of the catalogue of CRCs. */
static void the_checksum_is_that_of_others(void)
{
    const size_t million = 1000000;
    char *letters = malloc(million), same[32];
    if (!LB_CHECK(letters != NULL)) return;
    memset(letters, 'a', million);
    for (int way = 0; way < WAYS; way++) {
        LB_CHECK_EQUAL_INT(ways[way](0, "123456789", 9), 0xCBF43926u);
        LB_CHECK_EQUAL_INT(ways[way](0, "", 0), 0);
        LB_CHECK_EQUAL_INT(ways[way](0, letters, 1), 0xE8B7BE43u);
        LB_CHECK_EQUAL_INT(ways[way](0, letters, million), 0xDC25BFBCu);
        memset(same, 0, sizeof same);
        LB_CHECK_EQUAL_INT(ways[way](0, same, sizeof same), 0x190A55ADu);
        memset(same, 0xFF, sizeof same);
        LB_CHECK_EQUAL_INT(ways[way](0, same, sizeof same), 0xFF6CAB0Bu);
    }
    free(letters);
}

static void every_length_at_every_place_is_that_of_single_bits(void)
{
    for (size_t place = 0; place < PLACES; place++) {
        uint32_t expected = 0;
        for (size_t length = 0; length < LENGTHS; length++) {
            for (int way = 0; way < WAYS; way++)
                LB_CHECK_EQUAL_INT(ways[way](0, bytes + place, length), expected);
            expected = with_one_more(expected, bytes[place + length]);
        }
    }
}

static void pieces_give_that_of_the_whole(void)
{
    const uint32_t whole = lb_crc32_by_table(0, bytes, sizeof bytes);
    for (int way = 0; way < WAYS; way++)
        for (size_t cut = 0; cut <= sizeof bytes; cut++) {
            const uint32_t first = ways[way](0, bytes, cut);
            LB_CHECK_EQUAL_INT(ways[way](first, bytes + cut, sizeof bytes - cut), whole);
        }
}

/* In turns, of lengths that are alike, as rows are, or not; one has nothing at all. */
static void shares_give_that_of_the_whole(void)
{
    enum { SHARES = 4 };
    for (size_t length = 1; length < 40; length++) {
        struct lb_crc32_share shares[SHARES] = {{0}};
        uint32_t sums[SHARES];
        size_t turn = 0;
        for (size_t at = 0, count; at < sizeof bytes; at += count, turn++) {
            count = length < 20 ? length : length + turn % 3;
            if (count > sizeof bytes - at) count = sizeof bytes - at;
            for (size_t n = 0; n < SHARES; n++)
                if (n == turn % 3)
                    lb_crc32_share_add(&shares[n], bytes + at, count);
                else
                    lb_crc32_share_skip(&shares[n], count);
        }
        for (size_t n = 0; n < SHARES; n++)
            sums[n] = shares[n].sum;
        LB_CHECK_EQUAL_INT(lb_crc32_of_shares(sums, SHARES, sizeof bytes),
                           lb_crc32_by_table(0, bytes, sizeof bytes));
    }
}

int main(void)
{
    fill();
    LB_TEST(the_checksum_is_that_of_others);
    LB_TEST(every_length_at_every_place_is_that_of_single_bits);
    LB_TEST(pieces_give_that_of_the_whole);
    LB_TEST(shares_give_that_of_the_whole);
    return lb_check_report();
}
