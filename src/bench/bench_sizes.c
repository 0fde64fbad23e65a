/* bench_sizes.c - lists of box sizes.
 * SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>

#include "bench/bench_plan.h"
#include "base/word_list.h"
#include "base/number_text.h"

static const double longest_side = 1e5;

/* One item: 64, 64x64x32 or max.  NULL, or what is wrong with it. */
static const char *parse_item(const char *item, size_t length, struct lb_bench_size *out)
{
    *out = (struct lb_bench_size){.kind = LB_BENCH_SIZE_CELLS};
    if (length == 3 && strncasecmp(item, "max", length) == 0) {
        out->kind = LB_BENCH_SIZE_LARGEST;
        return NULL;
    }
    for (size_t at = 0; at <= length;) {
        const char *cross = memchr(item + at, 'x', length - at);
        const size_t digits = cross != NULL ? (size_t)(cross - item) - at : length - at;
        double side;
        if (out->components == 3) return "has more than three numbers";
        if (!lb_whole_parse(item + at, digits, &side))
            return "is neither a whole number (64), a box (480x480x394) nor max";
        if (side < LB_BENCH_LEAST_SIDE || side > longest_side)
            return "is out of range: sides go from 16 to 100000 cells";
        out->cells[out->components++] = (uint32_t)side;
        at += digits + 1;
    }
    return NULL;
}

enum lb_status lb_bench_sizes_parse(const char *text, struct lb_bench_size *out, size_t most,
                                    size_t *count, struct lb_error *err)
{
    *count = 0;
    const enum lb_status st = lb_word_list_check(text, "command line: sizes=", err);
    if (st != LB_STATUS_OK) return st;
    for (const char *item = text;; item++) {
        const size_t length = strcspn(item, ",");
        if (*count == most)
            return lb_fail(err, LB_STATUS_USAGE, "command line: sizes= takes at most %zu sizes",
                           most);
        const char *wrong = parse_item(item, length, &out[*count]);
        if (wrong != NULL)
            return lb_fail(err, LB_STATUS_USAGE,
                           "command line: sizes=%s: '%.*s' %s; write sizes=64,128,480x480x394 or "
                           "sizes=max",
                           text, (int)length, item, wrong);
        ++*count;
        item += length;
        if (*item == '\0') return LB_STATUS_OK;
    }
}

bool lb_bench_size_on(const struct lb_bench_size *size, const struct lb_lattice *lattice,
                      uint32_t cells[3])
{
    if (size->components != 1 && size->components != lattice->dimensions) return false;
    for (int axis = 0; axis < 3; axis++)
        cells[axis] = axis >= lattice->dimensions ? 1
                      : size->components == 1     ? size->cells[0]
                                                  : size->cells[axis];
    return true;
}
