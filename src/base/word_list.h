/* word_list.h - lists on the command line: words separated by commas.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_WORD_LIST_H
#define LB_BASE_WORD_LIST_H

#include <stdbool.h>

#include "base/status.h"

enum { LB_WORD_SIZE = 256 };

/* Takes the next word off *list, which has been checked; false after the last. */
bool lb_word_list_next(const char **list, char word[LB_WORD_SIZE]);

/* LB_STATUS_USAGE where an item is empty or too long, as in "fp32," or "a,,b".  `where` begins the
 * message: "--precision". */
enum lb_status lb_word_list_check(const char *list, const char *where, struct lb_error *err);

#endif
