/* test_bench_parts.c - numbers of parts, and the boxes that they make.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_parts.h"

#include <string.h>

#include "support/check.h"

enum { MAX = 4 };

static enum lb_status parse(const char *counts, const char *splits, struct lb_bench_parts out[MAX],
                            size_t *count, struct lb_error *err)
{
    *err = (struct lb_error){0};
    return lb_bench_parts_parse(counts, "weak", splits, out, MAX, count, err);
}

static void words_are_understood(void)
{
    struct lb_bench_parts p[MAX];
    struct lb_error err;
    size_t count;
    LB_CHECK_OK(parse("1,2,8", NULL, p, &count, &err), &err);
    LB_CHECK_EQUAL_INT(count, 3);
    LB_CHECK(p[0].count == 1 && p[1].count == 2 && p[2].count == 8 && p[2].is_weak);
    LB_CHECK_EQUAL_TEXT(p[2].split, "auto");
    LB_CHECK_OK(parse("1,2,8", "auto,1x2x1,2x2x2", p, &count, &err), &err);
    LB_CHECK_EQUAL_TEXT(p[1].split, "1x2x1");
    LB_CHECK_EQUAL_TEXT(p[2].split, "2x2x2");
    LB_CHECK_OK(parse("2,4", "auto", p, &count, &err), &err);
    LB_CHECK_EQUAL_TEXT(p[1].split, "auto");
}

static void wrong_words_are_named(void)
{
    static const struct {
        const char *counts, *splits, *part;
    } wrong[] = {{"1,", NULL, "is empty"},
                 {"0", NULL, "'0' is no number of parts"},
                 {"65", NULL, "'65'"},
                 {"two", NULL, "'two'"},
                 {"1.5", NULL, "'1.5'"},
                 {"4,2", NULL, "2 stands behind 4"},
                 {"2,2", NULL, "2 stands behind 2"},
                 {"1,2,3,4,5", NULL, "at most 4"},
                 {"2,4", "1x1x2", "asks for 4"},
                 {"2,4", "1x1x2,1x1x4,1x1x8", "these are 3 grids"},
                 {"2", "1111111111111111x1x1", "1x2x2"}};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        struct lb_bench_parts p[MAX];
        struct lb_error err;
        size_t count;
        LB_CHECK_EQUAL_INT(parse(wrong[n].counts, wrong[n].splits, p, &count, &err),
                           LB_STATUS_USAGE);
        if (!LB_CHECK(strstr(err.text, wrong[n].part) != NULL))
            LB_CHECK_EQUAL_TEXT(err.text, wrong[n].part);
    }
}

/* The box that `size` becomes, in cells and parts along each axis. */
static bool is_cut(struct lb_bench_parts p, const char *lattice, uint32_t side,
                   const uint32_t *whole, const int *cut)
{
    struct lb_error err = {0};
    uint32_t size[3] = {side, side, strcmp(lattice, "d2q9") == 0 ? 1 : side};
    int grid[3];
    LB_CHECK_OK(lb_bench_parts_cut(&p, lb_lattice_find(lattice), 7, size, grid, &err), &err);
    return memcmp(size, whole, sizeof size) == 0 && memcmp(grid, cut, sizeof grid) == 0;
}

static void weak_boxes_grow(void)
{
    const struct lb_bench_parts row = {4, true, "auto"}, given = {4, true, "1x2x2"},
                                one = {1, true, "auto"}, whole = {2, false, "auto"}, none = {0};
    LB_CHECK(is_cut(row, "d3q19", 32, (uint32_t[]){32, 32, 128}, (int[]){1, 1, 4}));
    LB_CHECK(is_cut(row, "d2q9", 32, (uint32_t[]){32, 128, 1}, (int[]){1, 4, 1}));
    LB_CHECK(is_cut(given, "d3q19", 32, (uint32_t[]){32, 64, 64}, (int[]){1, 2, 2}));
    LB_CHECK(is_cut(one, "d3q19", 32, (uint32_t[]){32, 32, 32}, (int[]){1, 1, 1}));
    LB_CHECK(is_cut(whole, "d3q19", 32, (uint32_t[]){32, 32, 32}, (int[]){1, 1, 2}));
    LB_CHECK(is_cut(none, "d3q19", 32, (uint32_t[]){32, 32, 32}, (int[]){1, 1, 1}));
}

static void boxes_that_cannot_be_cut_are_refused(void)
{
    struct lb_error err = {0};
    uint32_t size[3] = {16, 16, 1};
    int grid[3];
    const struct lb_bench_parts deep = {2, true, "1x1x2"}, many = {32, false, "1x32x1"};
    const struct lb_lattice *lattice = lb_lattice_find("d2q9");
    LB_CHECK_EQUAL_INT(lb_bench_parts_cut(&deep, lattice, 7, size, grid, &err), LB_STATUS_USAGE);
    err = (struct lb_error){0};
    LB_CHECK_EQUAL_INT(lb_bench_parts_cut(&many, lattice, 7, size, grid, &err), LB_STATUS_USAGE);
}

int main(void)
{
    LB_TEST(words_are_understood);
    LB_TEST(wrong_words_are_named);
    LB_TEST(weak_boxes_grow);
    LB_TEST(boxes_that_cannot_be_cut_are_refused);
    return lb_check_report();
}
