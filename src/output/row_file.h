/* row_file.h - a table whose rows are appended to their file while the run goes on; in the end the
 * file is written anew, as a whole.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_ROW_FILE_H
#define LB_OUTPUT_ROW_FILE_H

#include "output/output.h"

struct lb_row_file {
    FILE *stream;   /* NULL: not open */
    size_t written; /* rows */
    bool failed;    /* told, and left alone */
};

/* Once a second; `clock` is when it was true last. */
bool lb_row_file_is_due(const struct lb_output_services *s, double clock);
/* The rows that are not in the file yet; their loss is told and does not end the run. */
void lb_row_file_append(struct lb_row_file *file, struct lb_output_services *s, const char *name,
                        const char *columns, const struct lb_table *t);
void lb_row_file_close(struct lb_row_file *file);

#endif
