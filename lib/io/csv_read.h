/* csv_read.h - columns of numbers from a table with a header row, as lb_csv_write leaves them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_CSV_READ_H
#define LB_IO_CSV_READ_H

#include <stddef.h>

#include "base/status.h"

/* The columns of these names, row by row: *out[row * count + column]; caller frees with free().
 * LB_STATUS_FAILED names the file and what is wrong with it: a column that is not there, a row that
 * is too short, a field that is no number. */
enum lb_status lb_csv_read(const char *path, const char *const *names, size_t count, double **out,
                           size_t *rows, struct lb_error *err);

/* How many names the first row has; 0 where there is none, or no file. */
size_t lb_csv_columns(const char *path);

#endif
