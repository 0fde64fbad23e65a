/* word_list.h - lists on the command line: words separated by commas.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_WORD_LIST_H
#define LB_BASE_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { LB_WORD_SIZE = 256, LB_WORD_LIST_SIZE = 1024 };

/* `list`, or where it is "all", case aside, the words that `known` writes, into `out`, with
 * commas. */
const char *lb_word_list_of(const char *list, const char *(*known)(char *out, size_t size),
                            char out[LB_WORD_LIST_SIZE]);

/* Takes the next word off *list, which has been checked; false after the last. */
bool lb_word_list_next(const char **list, char word[LB_WORD_SIZE]);

/* LB_STATUS_USAGE if an item is empty or too long, as in "fp32," or "a,,b".  `where` begins the
 * message: "--precision". */
enum lb_status lb_word_list_check(const char *list, const char *where, struct lb_error *err);

#endif
