/* case_file.h - a run written down: [case] what and how, [parameters] set, [defaults] not set.
 * The file that a run leaves in its output folder (parameters/case_file_write.h) runs again as
 * it is.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_CASE_FILE_H
#define LB_CLI_CASE_FILE_H

#include <stddef.h>

#include "base/status.h"
#include "parameters/parameter.h"

struct lb_case_file; /* opaque */

/* LB_STATUS_FAILED if it cannot be read, LB_STATUS_USAGE with file:line where it is unclear. */
enum lb_status lb_case_file_read(const char *path, struct lb_case_file **out, struct lb_error *err);
void lb_case_file_destroy(struct lb_case_file *file); /* NULL is allowed */

/* The text of a key of [case] (setup, lattice, collision, precision, rounding, shift, streaming,
 * lanes, device), NULL if it is not there or `file` is NULL; `where` gets "case.ini:5". */
const char *lb_case_file_text(const struct lb_case_file *file, const char *key, char *where,
                              size_t size);

/* LB_STATUS_USAGE: the file names no setup, or first that it has a section which every setup
 * lacks. */
enum lb_status lb_case_file_without_setup(const struct lb_case_file *file, struct lb_error *err);

/* Sets the parameters; `file` may be NULL. */
enum lb_status lb_case_file_apply(const struct lb_case_file *file, struct lb_values *values,
                                  struct lb_error *err);

#endif
