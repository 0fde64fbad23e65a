/* roofline_command.h - `sluice roofline`: operations and bytes of the step kernels, set against what
 * the device computes and moves at best.  What is counted: docs/theory/roofline.md.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_ROOFLINE_COMMAND_H
#define LB_COMMANDS_ROOFLINE_COMMAND_H

#include "base/status.h"

struct lb_options;

/* Lattice, collision and precision may be lists; by default D3Q19, every collision operator and
 * every precision that the device has.  Prints a table or one JSON object; --output gets both and a
 * chart.  --no-measure counts only. */
enum lb_status lb_roofline_run(const struct lb_options *o, struct lb_error *err);

#endif
