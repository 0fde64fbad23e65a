/* gunzip.h - the bytes of a gzip stream (RFC 1952) within a file, one behind the other.
 * SPDX-License-Identifier: MIT */
#ifndef LB_VOLUME_GUNZIP_H
#define LB_VOLUME_GUNZIP_H

#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

/* Deflate makes at most so many bytes of one: of two bits a match of 258. */
enum { LB_GUNZIP_MOST_OF_BYTE = 1032 };

struct lb_gunzip;

/* `stream` and `path` are borrowed.  LB_STATUS_USAGE where this program was built without zlib. */
enum lb_status lb_gunzip_open(FILE *stream, const char *path, struct lb_gunzip **out,
                              struct lb_error *err);
void lb_gunzip_close(struct lb_gunzip *g); /* NULL is fine */

/* Begins where the stream of the file is. */
enum lb_status lb_gunzip_begin(struct lb_gunzip *g, struct lb_error *err);
/* The next `count` bytes; LB_STATUS_USAGE with a sentence where the file is cut short or damaged. */
enum lb_status lb_gunzip_read(struct lb_gunzip *g, unsigned char *out, size_t count,
                              struct lb_error *err);
/* Nothing more is there, and the checksum is that of what was read. */
enum lb_status lb_gunzip_end(struct lb_gunzip *g, struct lb_error *err);

#endif
