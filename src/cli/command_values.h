/* command_values.h - the key=value arguments of a command that has a table of its own.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_COMMAND_VALUES_H
#define LB_CLI_COMMAND_VALUES_H

#include "cli/options.h"
#include "parameters/parameter.h"

/* The table's defaults and what the command line sets; the caller destroys *out, also on failure.
 * `table` must outlive it. */
enum lb_status lb_command_values(const struct lb_options *o, const struct lb_parameter *table,
                                 struct lb_values **out, struct lb_error *err);

#endif
