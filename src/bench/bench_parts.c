/* bench_parts.c - reads parts=, scaling= and --split, and cuts boxes.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/number_text.h"
#include "base/word_list.h"
#include "decomposition/grid_choice.h"

static enum lb_status parse_count(const char *word, int before, int *out, struct lb_error *err)
{
    double count;
    LB_NEED(lb_whole_parse(word, strlen(word), &count) && count >= 1.0 &&
                count <= LB_BENCH_MAX_PARTS,
            LB_STATUS_USAGE,
            "command line: parts=: '%s' is no number of parts from 1 to %d; write parts=1,2,4",
            word, LB_BENCH_MAX_PARTS);
    LB_NEED((int)count > before, LB_STATUS_USAGE,
            "command line: parts= goes from the fewest up, and %d stands behind %d", (int)count,
            before);
    *out = (int)count;
    return LB_STATUS_OK;
}

static enum lb_status parse_counts(const char *text, bool is_weak, struct lb_bench_parts *out,
                                   size_t max, size_t *count, struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    LB_OK(lb_word_list_check(text, "command line: parts=", err));
    for (int before = 0; lb_word_list_next(&text, word); before = out[(*count)++].count) {
        LB_NEED(*count < max, LB_STATUS_USAGE, "command line: parts= takes at most %zu items", max);
        out[*count] = (struct lb_bench_parts){.is_weak = is_weak, .split = "auto"};
        LB_OK(parse_count(word, before, &out[*count].count, err));
    }
    return LB_STATUS_OK;
}

/* Its form is lb_grid_read's to check. */
static enum lb_status check_split(const struct lb_bench_parts *parts, struct lb_error *err)
{
    int grid[3];
    if (sscanf(parts->split, "%4dx%4dx%4d", &grid[0], &grid[1], &grid[2]) != 3) return LB_STATUS_OK;
    const long long made = (long long)grid[0] * grid[1] * grid[2];
    LB_NEED(
        made == parts->count, LB_STATUS_USAGE,
        "--split %s: these are %lld parts, and parts= asks for %d; name a grid for each number, "
        "as in parts=1,2 --split 1x1x1,1x1x2, or auto",
        parts->split, made, parts->count);
    return LB_STATUS_OK;
}

static enum lb_status parse_splits(const char *text, struct lb_bench_parts *out, size_t count,
                                   struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    size_t items = 0;
    LB_OK(lb_word_list_check(text, "--split", err));
    for (const char *rest = text; lb_word_list_next(&rest, word); items++) {
        LB_NEED(strlen(word) < LB_BENCH_SPLIT_SIZE, LB_STATUS_USAGE,
                "--split %s: the numbers of subdomains along x, y and z are wanted, as in 1x2x2, "
                "or auto",
                word);
        if (items < count) snprintf(out[items].split, sizeof out[items].split, "%.15s", word);
    }
    LB_NEED(items == count || items == 1, LB_STATUS_USAGE,
            "--split %s: these are %zu grids, and parts= has %zu number%s; one for each is wanted, "
            "as in parts=1,2 --split 1x1x1,1x1x2, or auto",
            text, items, count, count == 1 ? "" : "s");
    for (size_t n = items; n < count; n++)
        memcpy(out[n].split, out[0].split, sizeof out[n].split);
    for (size_t n = 0; n < count; n++)
        LB_OK(check_split(&out[n], err));
    return LB_STATUS_OK;
}

enum lb_status lb_bench_parts_parse(const char *counts, const char *scaling, const char *splits,
                                    struct lb_bench_parts *out, size_t max, size_t *count,
                                    struct lb_error *err)
{
    const bool is_weak = strcmp(scaling, "weak") == 0;
    *count = 0;
    LB_NEED(is_weak || strcmp(scaling, "strong") == 0, LB_STATUS_USAGE,
            "command line: scaling=%s is neither weak (size= is the box of a part) nor strong "
            "(size= is the whole box)",
            scaling);
    LB_OK(parse_counts(counts, is_weak, out, max, count, err));
    return splits != NULL ? parse_splits(splits, out, *count, err) : LB_STATUS_OK;
}

/* In a row, each part has two neighbours at most and sends least. */
static void line_up(int count, const struct lb_lattice *lattice, int grid[3])
{
    for (int a = 0; a < 3; a++)
        grid[a] = a == lattice->dimensions - 1 ? count : 1;
}

enum lb_status lb_bench_parts_cut(const struct lb_bench_parts *parts,
                                  const struct lb_lattice *lattice, unsigned axes, uint32_t size[3],
                                  int grid[3], struct lb_error *err)
{
    const struct lb_grid_limits limits = {axes, 1};
    const bool by_itself = strcmp(parts->split, "auto") == 0;
    uint32_t whole[3]; /* where it is weak, as large as any grid can make it */
    for (int a = 0; a < 3; a++) {
        const bool grows = parts->is_weak && a < lattice->dimensions;
        whole[a] = grows ? size[a] * (uint32_t)parts->count : size[a];
        grid[a] = 1;
    }
    if (parts->count == 0 || (parts->count == 1 && by_itself)) return LB_STATUS_OK;
    if (parts->is_weak && by_itself)
        line_up(parts->count, lattice, grid);
    else
        LB_OK(lb_grid_read(parts->split, whole, parts->count, lattice, &limits, grid, err));
    for (int a = 0; a < 3 && parts->is_weak; a++)
        size[a] *= (uint32_t)grid[a];
    return LB_STATUS_OK;
}

const char *lb_bench_scaling_name(const struct lb_bench_parts *parts)
{
    return parts->is_weak ? "weak" : "strong";
}
