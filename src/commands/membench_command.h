/* membench_command.h - `sluice membench`: how fast a device's memory is, by pattern and width of
 * access, and without a flow.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_MEMBENCH_COMMAND_H
#define LB_COMMANDS_MEMBENCH_COMMAND_H

#include "base/status.h"

struct lb_options;

/* Values: size= bytes, batches=.  Prints a table, or one JSON object; --output gets the object, the
 * table as CSV and a chart.  No figure is printed whose memory does not hold what it should. */
enum lb_status lb_membench_run(const struct lb_options *o, struct lb_error *err);

#endif
