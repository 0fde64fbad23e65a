/* point_table.h - points in a plane from what programs write them as: tables and airfoil files.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_POINT_TABLE_H
#define LB_IO_POINT_TABLE_H

#include <stddef.h>

#include "base/status.h"

/* The points of a closed outline in their order, out[2 * n + 0..1]; caller frees with free().
 *
 * A table has its columns between commas, semicolons, tabs or blanks; behind semicolons, tabs and blanks
 * a comma may stand in numbers for their point.  x and y are the columns of these names (X and Y, too) in the
 * first row, or, where that is of numbers, the first two.  With blanks the first line may be a title: then
 * points go round the section (Selig's order), or the numbers of both sides come first, and points go
 * from the nose to the tail on each (Lednicer's).  '#' begins a line that is passed over.
 *
 * LB_STATUS_FAILED names the file, the line and what is wrong. */
enum lb_status lb_point_table_read(const char *path, double **out, size_t *count,
                                   struct lb_error *err);

#endif
