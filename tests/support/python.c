/* python.c - other people's readers, run as child processes.
 * SPDX-License-Identifier: MIT */
#include "support/python.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef LB_TEST_SOURCE_DIR
#define LB_TEST_SOURCE_DIR "."
#endif

int lb_run_python(const char *script, char *const arguments[])
{
    char path[4096], *all[15] = {"/usr/bin/python3", path};
    snprintf(path, sizeof path, "%s/tests/%s", LB_TEST_SOURCE_DIR, script);
    for (int i = 0; arguments[i] != NULL && i < 12; i++)
        all[i + 2] = arguments[i];
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execv(all[0], all);
        _exit(77);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}
