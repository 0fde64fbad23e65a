/* test_read_text.c - endings of paths.
 * SPDX-License-Identifier: MIT */
#include "base/read_text.h"

#include "support/check.h"

static void endings_are_of_either_case(void)
{
    LB_CHECK(lb_text_ends_with("in/car.stl", ".stl"));
    LB_CHECK(lb_text_ends_with("CAR.STL", ".stl"));
    LB_CHECK(!lb_text_ends_with("car.stl.gz", ".stl"));
    LB_CHECK(!lb_text_ends_with("stl", ".stl"));
    LB_CHECK(!lb_text_ends_with(".stl", ".stl"));
    LB_CHECK(!lb_text_ends_with("", ".stl"));
}

int main(void)
{
    LB_TEST(endings_are_of_either_case);
    return lb_check_report();
}
