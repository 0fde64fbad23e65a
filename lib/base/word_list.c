/* word_list.c - cuts lists at their commas.
 * SPDX-License-Identifier: MIT */
#include "base/word_list.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *lb_word_list_of(const char *list, const char *(*known)(char *out, size_t size),
                            char out[LB_WORD_LIST_SIZE])
{
    if (strcasecmp(list, "all") != 0) return list;
    known(out, LB_WORD_LIST_SIZE);
    for (char *c = out; *c != '\0'; c++)
        if (*c == ' ') *c = ',';
    return out;
}

bool lb_word_list_next(const char **list, char word[LB_WORD_SIZE])
{
    if (**list == '\0') return false;
    const size_t length = strcspn(*list, ",");
    snprintf(word, LB_WORD_SIZE, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ',' ? 1 : 0);
    return true;
}

enum lb_status lb_word_list_check(const char *list, const char *where, struct lb_error *err)
{
    for (const char *item = list;; item++) {
        const size_t length = strcspn(item, ",");
        if (length == 0)
            return lb_fail(err, LB_STATUS_USAGE, "%s: an item of the list '%.200s' is empty", where,
                           list);
        if (length >= LB_WORD_SIZE)
            return lb_fail(err, LB_STATUS_USAGE, "%s: an item of the list is too long: '%.40s...'",
                           where, item);
        item += length;
        if (*item == '\0') return LB_STATUS_OK;
    }
}
