/* command_line.h - a command line as one text.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_SUPPORT_COMMAND_LINE_H
#define LB_TESTS_SUPPORT_COMMAND_LINE_H

#include "cli/options.h"

/* The options of what stands behind `sluice `, split at blanks.  They point into a copy of the text, which
 * lasts until the next call. */
enum lb_status lb_test_parse(const char *text, struct lb_options *out, struct lb_error *err);

#endif
