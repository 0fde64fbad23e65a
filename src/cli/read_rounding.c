/* read_rounding.c - a list of ways of rounding.
 * SPDX-License-Identifier: MIT */
#include "cli/read_rounding.h"

#include "base/word_list.h"
#include "case/lookup.h"

enum { MAX_ROUNDINGS = 8 };

enum lb_status lb_read_roundings(const char *text, const char *where, struct lb_precision *formats,
                                 size_t *count, size_t max, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_rounding *roundings[MAX_ROUNDINGS];
    char word[LB_WORD_SIZE], all[LB_WORD_LIST_SIZE];
    size_t ways = 0, total = 0;
    text = lb_word_list_of(text, lb_lookup_known_roundings, all);
    LB_TRY(lb_word_list_check(text, where, err));
    while (lb_word_list_next(&text, word)) {
        LB_REQUIRE(ways < MAX_ROUNDINGS, LB_STATUS_USAGE, "%s takes at most %d words", where,
                   MAX_ROUNDINGS);
        LB_TRY(lb_lookup_rounding(word, where, &roundings[ways++], err));
    }
    for (size_t n = 0; n < *count; n++)
        total += lb_precision_rounds(&formats[n]) ? ways : 1;
    LB_REQUIRE(total <= max, LB_STATUS_USAGE, "%s: with each way of rounding more than %zu formats",
               where, max);
    size_t at = total; /* from the end, so that nothing is overwritten before it is read */
    for (size_t n = *count; n-- > 0;) {
        const struct lb_precision format = formats[n];
        for (size_t way = lb_precision_rounds(&format) ? ways : 1; way-- > 0;) {
            formats[--at] = format;
            formats[at].rounding = roundings[way];
        }
    }
    *count = total;
cleanup:
    return st;
}
