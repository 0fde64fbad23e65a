/* read_text.h - a whole stream as text.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_READ_TEXT_H
#define LB_BASE_READ_TEXT_H

#include <stdio.h>

/* What the stream still holds, zero-terminated, for free(); NULL, and errno says why, where it cannot
 * be read or there is no memory. */
char *lb_read_text(FILE *stream);

#endif
