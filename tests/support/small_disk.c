/* small_disk.c - by the limit on file sizes.
 * SPDX-License-Identifier: MIT */
#include "support/small_disk.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "io/file.h"

static struct rlimit before;

void lb_small_disk_begin(unsigned long bytes)
{
    signal(SIGXFSZ, SIG_IGN); /* the write shall fail, not the process */
    getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit small = {.rlim_cur = bytes, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
}

void lb_small_disk_end(void)
{
    setrlimit(RLIMIT_FSIZE, &before);
}

bool lb_nothing_is_left_of(const char *path)
{
    char temporary[LB_PATH_SIZE];
    return lb_file_temporary_name(path, temporary, sizeof temporary, NULL) == LB_STATUS_OK &&
           access(path, F_OK) != 0 && access(temporary, F_OK) != 0;
}
