/* run_command.h - `sluice run`: one run, or the study that its values ask for.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_RUN_COMMAND_H
#define LB_COMMANDS_RUN_COMMAND_H

#include <stdio.h>

#include "base/status.h"

struct lb_options;

/* The whole command: summary or JSON on `out`.  Besides failures, LB_STATUS_VERDICT, _DIVERGED,
 * _INTERRUPTED and _TERMINATED are results: the files are written. */
enum lb_status lb_run_command(const struct lb_options *o, FILE *out, struct lb_error *err);

#endif
