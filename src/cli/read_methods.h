/* read_methods.h - lattice, collision operator, formats, streaming and layout, or lists of them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_READ_METHODS_H
#define LB_CLI_READ_METHODS_H

#include "base/status.h"
#include "cli/options.h"
#include "study/study_request.h"

struct lb_case_file;

/* Of the command line, else the case file, else the setup's.  Lists belong to the command line;
 * `is_compared`: without one of formats there are all of them.  LB_STATUS_USAGE names the word. */
enum lb_status lb_read_methods(const struct lb_options *o, const struct lb_case_file *file,
                               bool is_compared, struct lb_study_request *out,
                               struct lb_error *err);

#endif
