/* mesh_scan.h - lines, words and numbers of a text file that may hold anything.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_MESH_SCAN_H
#define LB_GEOMETRY_MESH_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Initialise with path, at, end and where wanted `comments` and `continues`; the text need not end
 * with a zero. */
struct lb_scan {
    const char *path;
    const char *at, *end;
    bool comments;  /* '#' ends a line */
    bool continues; /* a '\' at a line's end joins the next one */
    size_t line;    /* of the words now read, from 1 */
    const char *line_end;
    size_t breaks; /* line breaks passed */
};

/* Part of the text, without a zero behind it. */
struct lb_word {
    const char *text;
    size_t length;
};

/* Where the text begins: behind a byte-order mark (UTF-8), if there is one. */
const char *lb_scan_start(const char *bytes, size_t size);

/* Moves to the next line that has a word; false at the end of the text.  Lines may end with LF,
 * CR LF or CR. */
bool lb_scan_line(struct lb_scan *scan);

/* The next word of this line; false if there is none. */
bool lb_scan_word(struct lb_scan *scan, struct lb_word *word);

/* All that is left of this line, without blanks around it; length 0 if nothing is. */
struct lb_word lb_scan_rest(struct lb_scan *scan);

/* In any case. */
bool lb_word_is(struct lb_word word, const char *text);

/* The word as a whole number; `what` names it. */
enum lb_status lb_scan_integer(const struct lb_scan *scan, struct lb_word word, const char *what,
                               long long *value, struct lb_error *err);

/* The word as a decimal number that is finite. */
enum lb_status lb_scan_number(const struct lb_scan *scan, struct lb_word word, const char *what,
                              double *value, struct lb_error *err);

/* The next three words of this line as the coordinates of a point: decimal numbers that are
 * finite. */
enum lb_status lb_scan_point(struct lb_scan *scan, double position[3], struct lb_error *err);

/* "file, line 7: <sentence>" */
enum lb_status lb_scan_fail(const struct lb_scan *scan, struct lb_error *err, const char *format,
                            ...) LB_PRINTF_LIKE(3, 4);

/* Makes any word fit for a message: at most `size` - 1 characters, what cannot be printed as '?'. */
const char *lb_word_show(struct lb_word word, char *out, size_t size);

#endif
