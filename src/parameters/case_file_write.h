/* case_file_write.h - writes a run down as a case file: [case] what and how, [parameters] set,
 * [defaults] not set.  cli/case_file.h reads it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PARAMETERS_CASE_FILE_WRITE_H
#define LB_PARAMETERS_CASE_FILE_WRITE_H

#include "base/status.h"
#include "case/case.h"
#include "case/lookup.h"
#include "parameters/parameter.h"

/* `remark` stands in a comment on top: program, device. */
enum lb_status lb_case_file_write(const char *path, const char *remark, const struct lb_case *c,
                                  const struct lb_layout_wishes *layout,
                                  const struct lb_values *values, struct lb_error *err);

#endif
