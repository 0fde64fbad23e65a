/* compare_command.h - `sluice compare`: which number format may I use?
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_COMPARE_COMMAND_H
#define LB_COMMANDS_COMPARE_COMMAND_H

#include <stdio.h>

#include "base/status.h"

struct lb_options;

/* As lb_compare (study/compare.h), or its cases alone. */
enum lb_status lb_compare_command(const struct lb_options *o, FILE *out, struct lb_error *err);

#endif
