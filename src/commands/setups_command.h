/* setups_command.h - `sluice setups`: what can be run, and with which parameters.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_SETUPS_COMMAND_H
#define LB_COMMANDS_SETUPS_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* `name` NULL: the list. */
enum lb_status lb_setups_print(FILE *out, const char *name, bool json, struct lb_error *err);

#endif
