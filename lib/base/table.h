/* table.h - a growing table of numbers: what a setup records while a case runs.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_TABLE_H
#define LB_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Initialise with {.columns = n}.  Row after row: numbers[row * columns + column].  One of more than
 * LB_TABLE_IN_MEMORY bytes goes into a file without a name in `folder`, so that a table that grows
 * for days takes up the disk and not the memory. */
enum { LB_TABLE_IN_MEMORY = 16 << 20 };
struct lb_table {
    double *numbers;
    size_t rows;
    size_t columns;
    size_t capacity;    /* rows there is room for */
    const char *folder; /* borrowed; NULL: always in memory */
    bool is_in_file;
    int file;
};

/* Copies `row` (columns numbers) behind the last one. */
enum lb_status lb_table_add(struct lb_table *table, const double *row, struct lb_error *err);

/* Forgets the rows, frees the memory and closes the file; harmless on {0}. */
void lb_table_clear(struct lb_table *table);

#endif
