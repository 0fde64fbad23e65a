/* random.c - Philox4x32-10.
 * SPDX-License-Identifier: MIT */
#include "base/random.h"

#include <string.h>

enum { ROUNDS = 10 };
/* multipliers, and what the key grows by: the golden ratio and sqrt(3) - 1 */
static const uint32_t first_factor = 0xD2511F53u, second_factor = 0xCD9E8D57u;
static const uint32_t first_weyl = 0x9E3779B9u, second_weyl = 0xBB67AE85u;

void lb_random_philox(const uint32_t counter[LB_RANDOM_WORDS], const uint32_t key[2],
                      uint32_t out[LB_RANDOM_WORDS])
{
    uint32_t c[LB_RANDOM_WORDS], k[2] = {key[0], key[1]};
    memcpy(c, counter, sizeof c);
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t a = (uint64_t)first_factor * c[0], b = (uint64_t)second_factor * c[2];
        const uint32_t next[LB_RANDOM_WORDS] = {(uint32_t)(b >> 32) ^ c[1] ^ k[0], (uint32_t)b,
                                                (uint32_t)(a >> 32) ^ c[3] ^ k[1], (uint32_t)a};
        memcpy(c, next, sizeof c);
        k[0] += first_weyl;
        k[1] += second_weyl;
    }
    memcpy(out, c, sizeof c);
}

void lb_random_uniform(uint64_t seed, uint32_t stream, uint64_t number, double out[LB_RANDOM_WORDS])
{
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    const uint32_t counter[LB_RANDOM_WORDS] = {(uint32_t)number, (uint32_t)(number >> 32), stream,
                                               0};
    uint32_t words[LB_RANDOM_WORDS];
    lb_random_philox(counter, key, words);
    for (int n = 0; n < LB_RANDOM_WORDS; n++)
        out[n] = (words[n] + 0.5) / 4294967296.0;
}
