/* process.h - runs another program: text in, text out.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_PROCESS_H
#define LB_BASE_PROCESS_H

#include <stdbool.h>

#include "base/status.h"

/* Whether an executable file of that name is in one of the folders of PATH. */
bool lb_process_exists(const char *program);

/* Runs `arguments` (the program first, NULL last; found in PATH), gives it `input` and waits.
 * Caller frees *output, all that it wrote to its standard output, which ends with 0.
 * LB_STATUS_FAILED where it cannot run or ends with another exit code than 0; the message holds the
 * first line that it wrote to its standard error. */
enum lb_status lb_process_run(const char *const *arguments, const char *input, char **output,
                              struct lb_error *err);

#endif
