/* field_rows.h - goes through a box of cells piece by piece; a field in one cell, and its mean.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_FIELD_ROWS_H
#define LB_IO_FIELD_ROWS_H

#include "io/field.h"

/* Rows along x that are read together, whole layers or a part of one: cells [begin, end). */
struct lb_field_rows {
    uint32_t begin[3], end[3];
};

/* All rows of the source. */
struct lb_field_rows lb_field_all_rows(const struct lb_field_source *source);

/* Those from row *row of `all` on, counted along y, then z, as many as a piece holds; *row
 * becomes the one behind them.  False if there are none left.  `needs`: enum lb_field_need. */
bool lb_field_next_rows(const struct lb_field_source *source, const struct lb_field_rows *all,
                        uint64_t *row, unsigned needs, struct lb_field_rows *out);

/* Reads them, and the cells around them where `needs` wants these.  Discard the piece, after a
 * failure, too. */
enum lb_status lb_field_read_rows(const struct lb_field_source *source,
                                  const struct lb_field_rows *rows, unsigned needs,
                                  struct lb_field_piece *out, struct lb_error *err);

/* The components of a field in one cell. */
enum lb_status lb_field_value(const struct lb_field_source *source, const struct lb_field *field,
                              const uint32_t cell[3], double out[LB_FIELD_COMPONENTS],
                              struct lb_error *err);

/* Their means over all cells that are no walls; NaN if there are none. */
enum lb_status lb_field_mean(const struct lb_field_source *source, const struct lb_field *field,
                             double out[LB_FIELD_COMPONENTS], struct lb_error *err);

#endif
