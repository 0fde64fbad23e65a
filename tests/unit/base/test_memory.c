/* What is free of the host's memory, from the text that Linux gives.
 * SPDX-License-Identifier: MIT */
#include "base/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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

static void put(const char *root, const char *path, const char *text)
{
    char file[256];
    snprintf(file, sizeof file, "%s/%s", root, path);
    FILE *stream = fopen(file, "w");
    if (!LB_CHECK(stream != NULL)) return;
    fputs(text, stream);
    fclose(stream);
}

static void put_folder(const char *root, const char *path)
{
    char folder[256];
    snprintf(folder, sizeof folder, "%s/%s", root, path);
    LB_CHECK(mkdir(folder, 0777) == 0);
}

/* The tightest limit on the way up counts, and pages of files that would be given back do not. */
static void groups_limit_it(void)
{
    char root[] = "/tmp/sluice-groups-XXXXXX";
    char remove[300];
    if (!LB_CHECK(mkdtemp(root) != NULL)) return;
    put_folder(root, "jobs");
    put_folder(root, "jobs/one");
    put(root, "jobs/memory.max", "1000000\n");
    put(root, "jobs/memory.current", "700000\n");
    put(root, "jobs/memory.stat", "anon 5\ninactive_file 50000\n");
    put(root, "jobs/one/memory.max", "max\n");
    put(root, "jobs/one/memory.current", "600000\n");
    LB_CHECK_EQUAL_INT(lb_memory_of_groups("0::/jobs/one\n", root), 350000);
    put(root, "jobs/one/memory.max", "610000\n");
    LB_CHECK_EQUAL_INT(lb_memory_of_groups("0::/jobs/one\n", root), 10000);
    put(root, "jobs/one/memory.current", "700000\n");
    LB_CHECK_EQUAL_INT(lb_memory_of_groups("0::/jobs/one\n", root), 0);
    LB_CHECK(lb_memory_of_groups("0::/\n", root) == UINT64_MAX);
    LB_CHECK(lb_memory_of_groups("", root) == UINT64_MAX);
    put_folder(root, "memory");
    put_folder(root, "memory/old");
    put(root, "memory/old/memory.limit_in_bytes", "5000\n");
    put(root, "memory/old/memory.usage_in_bytes", "3000\n");
    LB_CHECK_EQUAL_INT(lb_memory_of_groups("7:cpu:/\n4:memory:/old\n0::/\n", root), 2000);
    snprintf(remove, sizeof remove, "rm -r '%s'", root);
    LB_CHECK(system(remove) == 0);
}

int main(void)
{
    LB_TEST(groups_limit_it);
    LB_TEST(the_row_of_available_memory_counts_in_kibibytes);
    LB_TEST(what_is_not_said_is_no_limit);
    LB_TEST(this_host_has_some);
    return lb_check_report();
}
