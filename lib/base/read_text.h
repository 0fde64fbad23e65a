/* read_text.h - files that are read: ordinary ones, a whole stream as text, what a name ends with.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_READ_TEXT_H
#define LB_BASE_READ_TEXT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* An ordinary file, for reading: a pipe may never end, or never begin.  NULL: *why says why. */
FILE *lb_open_ordinary(const char *path, const char **why);

/* What the stream still holds, zero-terminated, for free(); NULL, and errno says why, if it cannot
 * be read, is longer than 256 MiB, or there is no memory. */
char *lb_read_text(FILE *stream);

/* The next line without its end, zero-terminated, in *line, which grows as getline's does; its
 * length, or -1 at the end of the stream or if it cannot be read.  A line of more than
 * LB_LINE_MAX bytes is not kept: LB_LINE_TOO_LONG. */
enum { LB_LINE_MAX = 1 << 20, LB_LINE_TOO_LONG = -2 };
ssize_t lb_read_line(FILE *stream, char **line, size_t *size);

/* Whether a text, as a path, ends with ".stl", or whatever `ending` is, in letters of either case, and has
 * something before it. */
bool lb_text_ends_with(const char *path, const char *ending);

#endif
