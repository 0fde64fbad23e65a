/* test_host.c - the processor's name, and the time.
 * SPDX-License-Identifier: MIT */
#include "base/host.h"

#include <stdio.h>

#include "support/check.h"

static void the_first_processor_is_named(void)
{
    char name[64];
    lb_host_processor_parse("processor\t: 0\nvendor_id\t: X\nmodel name\t: Some CPU @ 2 GHz\n"
                            "processor\t: 1\nmodel name\t: Other\n",
                            name, sizeof name);
    LB_CHECK_EQUAL_TEXT(name, "Some CPU @ 2 GHz");
    lb_host_processor_parse("Hardware : none of that\n", name, sizeof name);
    LB_CHECK_EQUAL_TEXT(name, "");
    lb_host_processor_parse("model name", name, sizeof name);
    LB_CHECK_EQUAL_TEXT(name, "");
    lb_host_processor_parse("model name : long", name, 3);
    LB_CHECK_EQUAL_TEXT(name, "lo");
}

static void the_time_is_iso_8601(void)
{
    char text[LB_TIME_TEXT_SIZE], end = 0;
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    lb_host_time(text);
    LB_CHECK_EQUAL_INT(sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d%c", &year, &month, &day, &hour,
                              &minute, &second, &end),
                       7);
    LB_CHECK(year >= 2024 && month >= 1 && month <= 12 && end == 'Z');
}

int main(void)
{
    LB_TEST(the_first_processor_is_named);
    LB_TEST(the_time_is_iso_8601);
    return lb_check_report();
}
