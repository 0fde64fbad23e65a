/* wrapped.h - text for people in lines of at most 80 columns.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_WRAPPED_H
#define LB_IO_WRAPPED_H

#include <stdio.h>

enum { LB_LINE_COLUMNS = 80 };

/* `term`, and `text` beside it from `column` on, or below it where the term is too long. */
void lb_print_entry(FILE *out, int column, const char *term, const char *text);

/* Paragraphs, filled anew, and lists of indented lines: "  term   text".  A line that begins in the column
 * where the text of the line before does goes on with it. */
void lb_print_wrapped(FILE *out, const char *text);

#endif
