/* rounding.c - the table of ways to round.
 * SPDX-License-Identifier: MIT */
#include "case/rounding.h"

#include <stddef.h>

#include "base/random.h"

static const struct lb_rounding nearest = {"nearest", "", " rounded to nearest",
                                           "rounding/nearest.cl", NULL};
static const struct lb_rounding stochastic = {
    "stochastic", ", stochastic", " rounded stochastically", "rounding/stochastic.cl", NULL};
static const struct lb_rounding conserving = {
    "conserving", ", conserving", " rounded so that mass and momentum stay",
    "rounding/stochastic.cl", "conserve/error_feedback.cl"};

const struct lb_rounding *const lb_roundings[] = {&nearest, &stochastic, &conserving, NULL};
const struct lb_rounding *const lb_rounding_default = &stochastic;

enum { STREAM_OF_NOISE = 0x6E6F6973 }; /* keeps the seed's uses apart */

/* The finalizer of MurmurHash3 (Appleby), a bijection. */
static uint32_t mix(uint32_t k)
{
    k = (k ^ k >> 16) * UINT32_C(0x85EBCA6B);
    k = (k ^ k >> 13) * UINT32_C(0xC2B2AE35);
    return k ^ k >> 16;
}

uint64_t lb_noise_keys(uint64_t seed, uint32_t step)
{
    const uint32_t counter[LB_RANDOM_WORDS] = {STREAM_OF_NOISE};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t offset[LB_RANDOM_WORDS];
    lb_random_philox(counter, key, offset);
    const uint64_t second = mix(step * UINT32_C(0x9E3779B9) + offset[1]);
    return second << 32 | mix(step * UINT32_C(0x89E18285) + offset[0]);
}
