/* known_cases.h - the case files that come with the program, by name: docs/cases, installed beside it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_KNOWN_CASES_H
#define LB_CLI_KNOWN_CASES_H

#include <stdbool.h>

#include "base/status.h"
#include "io/file.h"

/* The path of the case's file; false if there is none of that name. */
bool lb_known_case_path(const char *name, char out[LB_PATH_SIZE]);

enum { LB_KNOWN_CASES = 64 };
struct lb_known_case {
    char name[48], summary[400]; /* how its file begins */
};
/* All of them, in the order of their names; how many, at most LB_KNOWN_CASES. */
int lb_known_cases(struct lb_known_case out[LB_KNOWN_CASES]);

#endif
