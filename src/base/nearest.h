/* nearest.h - the known name a mistyped word probably meant.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_NEAREST_H
#define LB_BASE_NEAREST_H

#include <stddef.h>

/* Of `names` (ends with NULL) the one nearest to `word` by edits, case aside; NULL where none is
 * near enough to be worth suggesting.  Names that are numbers are never suggested. */
const char *lb_nearest_name(const char *word, const char *const *names);

/* "; did you mean 'radius'?" or "" into `out`, which it returns. */
const char *lb_nearest_hint(const char *word, const char *const *names, char *out, size_t size);

/* The names, separated by spaces; cut where `out` is too small.  Returns `out`. */
const char *lb_names_join(const char *const *names, char *out, size_t size);

#endif
