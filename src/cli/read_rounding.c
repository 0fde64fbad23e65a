/* read_rounding.c - a list of ways of rounding.
 * SPDX-License-Identifier: MIT */
#include "cli/read_rounding.h"

#include "base/word_list.h"
#include "case/lookup.h"

enum { MAX_ROUNDINGS = 8 };

struct ways {
    const struct lb_rounding *way[MAX_ROUNDINGS];
    size_t count;
};

static enum lb_status read_ways(const char *text, const char *where, struct ways *out,
                                struct lb_error *err)
{
    char word[LB_WORD_SIZE], all[LB_WORD_LIST_SIZE];
    text = lb_word_list_of(text, lb_lookup_known_roundings, all);
    LB_OK(lb_word_list_check(text, where, err));
    for (out->count = 0; lb_word_list_next(&text, word); out->count++) {
        LB_NEED(out->count < MAX_ROUNDINGS, LB_STATUS_USAGE, "%s takes at most %d words", where,
                MAX_ROUNDINGS);
        LB_OK(lb_lookup_rounding(word, where, &out->way[out->count], err));
    }
    return LB_STATUS_OK;
}

/* Those of `asked` that are for the format; at least one is, or it says why the first is not. */
static enum lb_status ways_of(const struct lb_precision *format, const struct ways *asked,
                              struct ways *out, struct lb_error *err)
{
    struct lb_precision p = *format;
    const size_t count = lb_precision_rounds(format) ? asked->count : 1;
    out->count = 0;
    for (size_t n = 0; n < count; n++) {
        p.rounding = asked->way[n];
        if (lb_precision_check(&p, NULL) == LB_STATUS_OK) out->way[out->count++] = p.rounding;
    }
    p.rounding = asked->way[0];
    return out->count > 0 ? LB_STATUS_OK : lb_precision_check(&p, err);
}

enum lb_status lb_read_roundings(const char *text, const char *where, struct lb_precision *formats,
                                 size_t *count, size_t max, struct lb_error *err)
{
    struct ways asked, own;
    size_t total = 0;
    LB_OK(read_ways(text, where, &asked, err));
    for (size_t n = 0; n < *count; n++) {
        LB_OK(ways_of(&formats[n], &asked, &own, err));
        total += own.count;
    }
    LB_NEED(total <= max, LB_STATUS_USAGE, "%s: with each way of rounding more than %zu formats",
            where, max);
    size_t at = total; /* from the end, so that nothing is overwritten before it is read */
    for (size_t n = *count; n-- > 0;) {
        const struct lb_precision format = formats[n];
        LB_OK(ways_of(&format, &asked, &own, err));
        for (size_t way = own.count; way-- > 0;) {
            formats[--at] = format;
            formats[at].rounding = own.way[way];
        }
    }
    *count = total;
    return LB_STATUS_OK;
}
