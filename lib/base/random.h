/* random.h - random numbers that are a function of a seed and of what they are for: no state, so
 * that number n is the same in any order, on any device.
 * Philox4x32-10: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC 2011).
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_RANDOM_H
#define LB_BASE_RANDOM_H

#include <stdint.h>

enum { LB_RANDOM_WORDS = 4 };

/* The cipher: 4 words that look random for each counter and key. */
void lb_random_philox(const uint32_t counter[LB_RANDOM_WORDS], const uint32_t key[2],
                      uint32_t out[LB_RANDOM_WORDS]);

/* Four numbers between 0 and 1, both excluded, evenly spread in steps of 2^-32: set `number` of
 * stream `stream` of the seed.  Streams keep different uses of a seed apart. */
void lb_random_uniform(uint64_t seed, uint32_t stream, uint64_t number,
                       double out[LB_RANDOM_WORDS]);

#endif
