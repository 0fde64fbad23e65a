/* What is free of the host's memory, from the text that Linux gives.
 * SPDX-License-Identifier: MIT */
#include "base/host.h"
#include "support/check.h"

static void the_row_of_available_memory_counts_in_kibibytes(void)
{
    LB_CHECK(lb_memory_parse("MemTotal:       8000 kB\nMemFree:         100 kB\n"
                             "MemAvailable:    300 kB\nBuffers:          10 kB\n") == 300 * 1024);
    LB_CHECK(lb_memory_parse("MemAvailable:   4000000000 kB\n") == 4096000000000u);
}

static void what_is_not_said_is_no_limit(void)
{
    LB_CHECK(lb_memory_parse("") == UINT64_MAX);
    LB_CHECK(lb_memory_parse("MemTotal: 8000 kB\n") == UINT64_MAX);
    LB_CHECK(lb_memory_parse("MemAvailable: some\n") == UINT64_MAX);
    LB_CHECK(lb_memory_parse("MemAvailable: 18446744073709551615 kB\n") == UINT64_MAX);
}

static void this_host_has_some(void)
{
    LB_CHECK(lb_memory_available() > 1024 * 1024);
}

int main(void)
{
    LB_TEST(the_row_of_available_memory_counts_in_kibibytes);
    LB_TEST(what_is_not_said_is_no_limit);
    LB_TEST(this_host_has_some);
    return lb_check_report();
}
