/* test_random.c - Philox4x32-10 against its authors' known answers; the numbers made of it against
 * the moments of an even spread.
 * SPDX-License-Identifier: MIT */
#include "base/random.h"

#include <math.h>

#include "support/check.h"

/* The file kat_vectors of Random123, the authors' library: philox4x32, 10 rounds. */
static void known_answers(void)
{
    static const struct {
        uint32_t counter[4], key[2], answer[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}},
        {{0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu},
         {0xffffffffu, 0xffffffffu},
         {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}},
        {{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u},
         {0xa4093822u, 0x299f31d0u},
         {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}},
    };
    for (unsigned n = 0; n < sizeof known / sizeof *known; n++) {
        uint32_t out[4];
        lb_random_philox(known[n].counter, known[n].key, out);
        for (int word = 0; word < 4; word++)
            LB_CHECK_EQUAL_INT(out[word], known[n].answer[word]);
    }
}

/* Mean 1/2 and variance 1/12, each to five of its standard errors; so are products of two numbers,
 * of one block and of two that follow each other. */
static void numbers_are_spread_evenly(void)
{
    enum { BLOCKS = 100000 };
    double sum[4] = {0}, square = 0.0, product = 0.0, next = 0.0, before = 0.0;
    for (uint64_t n = 0; n < BLOCKS; n++) {
        double x[4];
        lb_random_uniform(1, 0, n, x);
        for (int k = 0; k < 4; k++) {
            LB_CHECK(x[k] > 0.0 && x[k] < 1.0);
            sum[k] += x[k] - 0.5;
        }
        square += (x[0] - 0.5) * (x[0] - 0.5);
        product += (x[0] - 0.5) * (x[1] - 0.5);
        next += (x[0] - 0.5) * before;
        before = x[0] - 0.5;
    }
    const double root = sqrt((double)BLOCKS);
    for (int k = 0; k < 4; k++)
        LB_CHECK_NEAR(sum[k] / BLOCKS, 0.0, 5.0 * sqrt(1.0 / 12.0) / root);
    LB_CHECK_NEAR(square / BLOCKS, 1.0 / 12.0, 5.0 * sqrt(1.0 / 180.0) / root);
    LB_CHECK_NEAR(product / BLOCKS, 0.0, 5.0 / 12.0 / root);
    LB_CHECK_NEAR(next / BLOCKS, 0.0, 5.0 / 12.0 / root);
}

static void seeds_and_streams_differ(void)
{
    double a[4], b[4], c[4], again[4];
    lb_random_uniform(1, 0, 7, a);
    lb_random_uniform(2, 0, 7, b);
    lb_random_uniform(1, 1, 7, c);
    lb_random_uniform(1, 0, 7, again);
    for (int k = 0; k < 4; k++) {
        LB_CHECK(a[k] != b[k]);
        LB_CHECK(a[k] != c[k]);
        LB_CHECK(a[k] == again[k]);
    }
}

int main(void)
{
    LB_TEST(known_answers);
    LB_TEST(numbers_are_spread_evenly);
    LB_TEST(seeds_and_streams_differ);
    return lb_check_report();
}
