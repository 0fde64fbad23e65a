/* python.h - other people's readers, run as child processes: they may crash on a broken file.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_PYTHON_H
#define LB_TESTS_PYTHON_H

/* Runs `script` (a path below tests/) with up to 12 arguments, ended by NULL.  Returns its exit
 * status: 77 where there is no Python, -1 where it did not end by itself. */
int lb_run_python(const char *script, char *const arguments[]);

#endif
