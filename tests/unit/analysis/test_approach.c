/* test_approach.c - tails of sums of exponentials are not underestimated; where a number turns, it goes on.  In noise
 * that lasts, a known limit is within the error that is told as often as is said, and without noise nothing is found
 * sooner.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "analysis/approach.h"
#include "base/random.h"
#include "support/check.h"

enum { LOOKS = 4000, SEEDS = 300 };
static const double turn = 6.28318530717958647693;
static double numbers[2 * LOOKS];

/* 1 + a exp(-t / fast) + b exp(-t / slow), in the first of two columns. */
static void fill(double a, double fast, double b, double slow)
{
    for (int n = 0; n < LOOKS; n++)
        numbers[2 * n] = 1.0 + a * exp(-n / fast) + b * exp(-n / slow);
}

static size_t first_below(double tail)
{
    size_t count = 1;
    while (count < LOOKS && !(lb_approach_tail(numbers, count, 2) < tail))
        count++;
    return count;
}

static void one_exponential_is_told_exactly(void)
{
    fill(-1.0, 50.0, 0.0, 1.0);
    /* quarters of 40 and 80: changes fall by exp(-0.8) and exp(-1.6), which are between the limits */
    for (size_t count = 163; count <= 243; count += 80)
        LB_CHECK_NEAR(lb_approach_tail(numbers, count, 2) /
                          (fabs(numbers[2 * count - 2] - 1.0) / numbers[2 * count - 2]),
                      1.0, 1e-9);
}

static void a_slow_part_is_waited_for(void)
{
    static const double fast[] = {3.0, 20.0, 60.0}, slow[] = {100.0, 250.0};
    for (int f = 0; f < 3; f++)
        for (int s = 0; s < 2; s++) {
            fill(-1.5, fast[f], 0.5, slow[s]);
            const size_t count = first_below(1e-4);
            LB_CHECK(count < LOOKS);
            LB_CHECK(fabs(numbers[2 * count - 2] - 1.0) < 2e-4);
        }
}

static void a_line_has_no_end(void)
{
    for (int n = 0; n < LOOKS; n++)
        numbers[2 * n] = 1.0 + 1e-6 * n;
    LB_CHECK(lb_approach_tail(numbers, LOOKS, 2) > 1e-3);
}

static void few_numbers_tell_nothing(void)
{
    fill(0.0, 1.0, 0.0, 1.0);
    LB_CHECK(isnan(lb_approach_tail(numbers, 11, 2)));
    LB_CHECK_NEAR(lb_approach_tail(numbers, 12, 2), 0.0, 0.0);
}

/* Box and Muller. */
static double normal(uint64_t seed, uint64_t n)
{
    double u[LB_RANDOM_WORDS];
    lb_random_uniform(seed, 1, n, u);
    return sqrt(-2.0 * log(u[0])) * cos(turn * u[1]);
}

/* On the numbers, of that standard deviation; what is left of it after `lasts` looks is 1/e.  Times go into the second
 * column. */
static void add_noise(uint64_t seed, double deviation, double lasts)
{
    const double kept = lasts > 0.0 ? exp(-1.0 / lasts) : 0.0;
    double x = normal(seed, LOOKS);
    for (int n = 0; n < LOOKS; n++) {
        numbers[2 * n] += deviation * x;
        numbers[2 * n + 1] = 21.0 * n;
        x = kept * x + sqrt(1.0 - kept * kept) * normal(seed, (uint64_t)n);
    }
}

static struct lb_approach find(size_t count, bool is_noisy)
{
    const struct lb_signal s = {numbers + 1, numbers, count, 2};
    struct lb_approach_kept kept = {0};
    struct lb_approach out;
    lb_approach_find(&s, is_noisy, &kept, &out);
    return out;
}

/* At one of every `apart` looks, and from 80 on. */
static size_t first_found(double tail, size_t apart, struct lb_approach *out)
{
    size_t count = 80;
    for (*out = find(count, true); count < LOOKS && !(out->left <= tail); *out = find(count, true))
        count += apart;
    return count;
}

/* 1, approached as 0.3 exp(-t / 50), in noise larger than the tail that is asked for: how often the limit is within the
 * error, and the largest distance. */
static double share_within(double deviation, double lasts, double *farthest)
{
    struct lb_approach a;
    double within = 0.0;
    *farthest = 0.0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        fill(-0.7, 5.0, -0.3, 50.0);
        add_noise(seed, deviation, lasts);
        LB_CHECK(first_found(2e-4, 8, &a) < LOOKS);
        within += (fabs(a.value - 1.0) <= a.error) / (double)SEEDS;
        *farthest = fmax(*farthest, fabs(a.value - 1.0));
        LB_CHECK(a.is_mean ? a.error <= 4e-4 * fabs(a.value) : lasts > 20.0);
    }
    return within;
}

static void a_limit_in_noise_is_within_its_error(void)
{
    static const double deviation[] = {4e-4, 4e-4, 1e-3}, lasts[] = {0.0, 8.0, 0.0};
    double farthest;
    for (int n = 0; n < 3; n++) {
        LB_CHECK(share_within(deviation[n], lasts[n], &farthest) > 0.92);
        LB_CHECK(farthest < 5e-4);
    }
}

/* For half as long as the approach itself. */
static void noise_that_lasts_is_seen(void)
{
    double farthest;
    LB_CHECK(share_within(2e-4, 25.0, &farthest) > 0.9);
}

/* Looked for in noise, an approach without it is not found before it is there. */
static void without_noise_nothing_is_found_sooner(void)
{
    struct lb_approach a;
    fill(-1.2, 20.0, 0.2, 100.0);
    add_noise(1, 0.0, 0.0);
    LB_CHECK(first_found(1e-4, 1, &a) == first_below(1e-4));
    LB_CHECK(!a.is_mean && fabs(a.value - 1.0) < 2e-4 && fabs(a.value - 1.0) <= a.error);
    LB_CHECK_NEAR(a.left, lb_approach_tail(numbers, first_below(1e-4), 2), 0.0);
}

/* What alternates hides the tail of the last look, and is not in the means. */
static void means_of_an_exponential_tell_the_limit(void)
{
    fill(-1.0, 40.0, 0.0, 1.0);
    add_noise(1, 0.0, 0.0);
    LB_CHECK(!find(160, true).is_mean);
    for (int n = 0; n < LOOKS; n++)
        numbers[2 * n] += n % 2 == 0 ? 0.1 : -0.1;
    const struct lb_approach a = find(160, true);
    LB_CHECK(a.is_mean);
    LB_CHECK_NEAR(a.left * a.value, 1.0 - a.value, 1e-9);
    LB_CHECK(!find(160, false).is_mean);
}

static void a_line_in_noise_has_no_end(void)
{
    struct lb_approach a;
    for (int n = 0; n < LOOKS; n++)
        numbers[2 * n] = 1.0 + 1e-5 * n;
    add_noise(2, 3e-5, 0.0);
    LB_CHECK(first_found(1e-4, 8, &a) == LOOKS);
}

/* Of a mean at each look one would be right by chance. */
static void a_mean_is_found_now_and_then(void)
{
    fill(0.0, 1.0, 0.0, 1.0);
    add_noise(3, 1e-3, 0.0);
    for (size_t count = 81; count < 1000; count++)
        if (count % (count < 128 ? 8 : count < 256 ? 16 : count < 512 ? 32 : 64) != 0)
            LB_CHECK_NEAR(find(count, true).value, find(count - 1, true).value, 0.0);
    LB_CHECK(fabs(find(960, true).value - find(895, true).value) > 0.0);
    LB_CHECK(!find(79, true).is_mean && isnan(find(11, true).left));
}

/* Between two of its looks it is kept: other numbers there are not asked for. */
static void a_mean_is_kept(void)
{
    const struct lb_signal s = {numbers + 1, numbers, 645, 2},
                           more = {numbers + 1, numbers, 650, 2},
                           most = {numbers + 1, numbers, 704, 2};
    struct lb_approach_kept kept = {0};
    struct lb_approach first, again;
    fill(0.0, 1.0, 0.0, 1.0);
    add_noise(3, 1e-3, 0.0);
    lb_approach_find(&s, true, &kept, &first);
    for (int n = 400; n < 500; n++)
        numbers[2 * n] += 1.0;
    lb_approach_find(&more, true, &kept, &again);
    LB_CHECK(again.is_mean);
    LB_CHECK_NEAR(again.value, first.value, 0.0);
    for (int n = 400; n < 500; n++)
        numbers[2 * n] -= 1.0;
    lb_approach_find(&most, true, &kept, &again);
    LB_CHECK(again.is_mean);
    LB_CHECK_NEAR(again.value, find(704, true).value, 0.0);
    LB_CHECK(fabs(again.value - first.value) > 0.0);
}

int main(void)
{
    LB_TEST(one_exponential_is_told_exactly);
    LB_TEST(a_slow_part_is_waited_for);
    LB_TEST(a_line_has_no_end);
    LB_TEST(few_numbers_tell_nothing);
    LB_TEST(a_limit_in_noise_is_within_its_error);
    LB_TEST(noise_that_lasts_is_seen);
    LB_TEST(without_noise_nothing_is_found_sooner);
    LB_TEST(means_of_an_exponential_tell_the_limit);
    LB_TEST(a_line_in_noise_has_no_end);
    LB_TEST(a_mean_is_found_now_and_then);
    LB_TEST(a_mean_is_kept);
    return lb_check_report();
}
