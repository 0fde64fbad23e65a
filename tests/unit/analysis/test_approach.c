/* test_approach.c - tails of sums of exponentials are not underestimated; where a number turns, it goes on.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "analysis/approach.h"
#include "support/check.h"

enum { LOOKS = 4000 };
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

int main(void)
{
    LB_TEST(one_exponential_is_told_exactly);
    LB_TEST(a_slow_part_is_waited_for);
    LB_TEST(a_line_has_no_end);
    LB_TEST(few_numbers_tell_nothing);
    return lb_check_report();
}
