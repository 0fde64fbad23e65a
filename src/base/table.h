/* table.h - a growing table of numbers: what a setup records while a case runs.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_TABLE_H
#define LB_BASE_TABLE_H

#include <stddef.h>

#include "base/status.h"

/* Initialise with {.columns = n}.  Row after row: numbers[row * columns + column]. */
struct lb_table {
    double *numbers;
    size_t rows;
    size_t columns;
    size_t capacity; /* rows there is room for */
};

/* Copies `row` (columns numbers) behind the last one. */
enum lb_status lb_table_add(struct lb_table *table, const double *row, struct lb_error *err);

/* Forgets the rows and frees the memory; harmless on {0}. */
void lb_table_clear(struct lb_table *table);

#endif
