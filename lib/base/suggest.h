/* suggest.h - the known name a mistyped word probably meant.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_SUGGEST_H
#define LB_BASE_SUGGEST_H

#include <stddef.h>

#include "base/status.h"

/* Of `names` (ends with NULL) the one nearest to `word` by edits, case aside; NULL if none is
 * near enough to be worth suggesting.  Names that are numbers are never suggested. */
const char *lb_suggest_name(const char *word, const char *const *names);

/* "; did you mean 'radius'?" or "" into `out`, which it returns. */
const char *lb_suggest_hint(const char *word, const char *const *names, char *out, size_t size);

/* The names, separated by spaces; cut if `out` is too small.  Returns `out`. */
const char *lb_names_join(const char *const *names, char *out, size_t size);

/* Position of `word` among `names`, case aside.  LB_STATUS_USAGE with `where` ("command line"),
 * `what` the names are ("lattice"), the nearest one and all of them; NULL for `err` is allowed. */
enum lb_status lb_suggest_find(const char *word, const char *const *names, const char *where,
                               const char *what, size_t *out, struct lb_error *err);

/* The same of a word that a key gives: "x-.kind=walls: it must be periodic, wall or slip; did you mean 'wall'?" */
enum lb_status lb_suggest_one_of(const char *key, const char *word, const char *const *names,
                                 int *out, struct lb_error *err);

/* LB_STATUS_USAGE: `word` is a list where one `what` is taken; `instead` is added to the
 * sentence. */
enum lb_status lb_suggest_refuse_list(const char *word, const char *where, const char *what,
                                      const char *instead, struct lb_error *err);

#endif
