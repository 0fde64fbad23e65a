/* test_whole_sum.c - sums of whole numbers in two words: exact, below 0 too, in any order, over ranks.
 * SPDX-License-Identifier: MIT */
#include "support/check.h"
#include "workspace/whole_sum.h"

static const int64_t units[] = {-1, INT64_C(1) << 40,   -(INT64_C(1) << 62), 12345, INT64_MAX,
                                -7, -(INT64_C(1) << 62)};
enum { COUNT = sizeof units / sizeof *units };

/* 2^40 + 12345 - 1 - 7 - 1, as the large ones cancel but for the last 1 */
static void the_sum_is_exact_in_any_order(void)
{
    for (int first = 0; first < COUNT; first++) {
        uint64_t sum[2] = {0, 0};
        for (int n = 0; n < COUNT; n++)
            lb_whole_add(sum, units[(first + n) % COUNT]);
        LB_CHECK(lb_whole_value(sum, 0) == 0x1p40 + 12336.0);
        LB_CHECK(lb_whole_value(sum, 20) == ldexp(0x1p40 + 12336.0, -20));
    }
}

static void what_is_below_nought_adds_over_ranks(void)
{
    uint64_t one[2] = {0, 0}, other[2] = {0, 0};
    lb_whole_add(one, -3);
    lb_whole_add(other, -(INT64_C(5) << 33));
    const uint64_t both[2] = {one[0] + other[0], one[1] + other[1]};
    LB_CHECK(lb_whole_value(both, 0) == -3.0 - 5.0 * 0x1p33);
}

int main(void)
{
    LB_TEST(the_sum_is_exact_in_any_order);
    LB_TEST(what_is_below_nought_adds_over_ranks);
    return lb_check_report();
}
