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

struct lb_csv_table {
    double *numbers; /* numbers[row * columns + column], for free() */
    size_t rows, columns;
    size_t names; /* of the first row, of columns that were not asked for as well */
};

/* The same, of the first `needed` columns alone where one of those behind them is not there. */
enum lb_status lb_csv_read_table(const char *path, const char *const *names, size_t needed,
                                 size_t count, struct lb_csv_table *out, struct lb_error *err);

#endif
