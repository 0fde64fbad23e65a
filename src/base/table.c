/* table.c - a growing table of numbers.
 * SPDX-License-Identifier: MIT */
#include "base/table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static enum lb_status grow(struct lb_table *table, struct lb_error *err)
{
    const size_t capacity = table->capacity == 0 ? 256 : 2 * table->capacity;
    if (capacity > SIZE_MAX / sizeof(double) / table->columns)
        return lb_fail(err, LB_STATUS_FAILED, "a table of %zu rows is too large", capacity);
    double *numbers = realloc(table->numbers, capacity * table->columns * sizeof *numbers);
    if (numbers == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for a table of %zu rows", capacity);
    table->numbers = numbers;
    table->capacity = capacity;
    return LB_STATUS_OK;
}

enum lb_status lb_table_add(struct lb_table *table, const double *row, struct lb_error *err)
{
    if (table->rows == table->capacity) {
        const enum lb_status st = grow(table, err);
        if (st != LB_STATUS_OK) return st;
    }
    memcpy(table->numbers + table->rows * table->columns, row, table->columns * sizeof *row);
    table->rows++;
    return LB_STATUS_OK;
}

void lb_table_clear(struct lb_table *table)
{
    free(table->numbers);
    table->numbers = NULL;
    table->rows = 0;
    table->capacity = 0;
}
