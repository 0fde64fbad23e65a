/* process_internal.h - how both ways of running another program start it and wait for it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PROCESS_PROCESS_INTERNAL_H
#define LB_PROCESS_PROCESS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The file of a program that was started by that name: a path, or found in PATH. */
bool lb_process_of_name(const char *name, char *out, size_t size);

/* With these files as its standard input, output and error, and no other that is open here,
 * which from now on no program inherits; `own_group`: a terminal's signals do not come to it.
 * 0, or what is wrong, as in errno. */
int lb_process_spawn(const char *const *arguments, const int files[3], bool own_group,
                     pid_t *child);

/* Waits for its end; *state is for WIFEXITED and the like.  False if there is no such child. */
bool lb_process_await(pid_t child, int *state);

#endif
