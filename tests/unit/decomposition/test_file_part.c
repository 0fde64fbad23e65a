/* test_file_part.c - parts of a field's file have all points, neighbours a layer in common, and the cells that
 * they take are had by one rank each: all by enumeration.
 * SPDX-License-Identifier: MIT */
#include "decomposition/file_part.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static const int grids[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {2, 2, 1},
                               {2, 1, 2}, {1, 2, 2}, {2, 2, 2}, {3, 2, 1}, {5, 1, 1}};
static const uint32_t sizes[][3] = {{16, 16, 32}, {17, 5, 11}, {5, 2, 2}, {7, 3, 1}};

static bool holds(const struct lb_cell_box *box, const int64_t at[3])
{
    for (int a = 0; a < 3; a++)
        if (at[a] < box->begin[a] || at[a] >= box->end[a]) return false;
    return true;
}

/* A cell between the centres of eight points (four in 2D) is drawn by one part that has them all: so readers
 * find each cell once. */
static void check_cells_between(const uint32_t whole[3], const int grid[3], int ranks)
{
    int64_t at[3];
    for (at[2] = 0; at[2] < (whole[2] > 1 ? whole[2] - 1 : 1); at[2]++)
        for (at[1] = 0; at[1] < whole[1] - 1; at[1]++)
            for (at[0] = 0; at[0] < whole[0] - 1; at[0]++) {
                const int64_t last[3] = {at[0] + 1, at[1] + 1, whole[2] > 1 ? at[2] + 1 : 0};
                int count = 0;
                for (int rank = 0; rank < ranks; rank++) {
                    struct lb_decomposition d;
                    lb_decomposition_init(&d, whole, grid, rank, 0);
                    const struct lb_cell_box part = lb_file_part(&d);
                    count += holds(&part, at) && holds(&part, last);
                }
                if (count != 1) LB_CHECK_EQUAL_INT(count, 1);
            }
}

/* Ranks that have the cell `at`, moved by whole boxes. */
static int count_owners(const uint32_t whole[3], const int grid[3], int ranks, const int64_t at[3])
{
    int count = 0;
    for (int rank = 0; rank < ranks; rank++)
        for (int image = 0; image < LB_IMAGES; image++) {
            struct lb_decomposition d;
            lb_decomposition_init(&d, whole, grid, rank, 0);
            const struct lb_cell_box own = lb_cells_of(&d, image);
            if (!holds(&own, at)) continue;
            for (int a = 0; a < 3; a++) {
                const int64_t inside = (at[a] + whole[a]) % whole[a];
                if (inside < d.origin[a] || inside >= d.origin[a] + d.size[a]) return -1;
            }
            count++;
        }
    return count;
}

/* Of the cells around its points, each is had once, and none is missing. */
static void check_needed(const uint32_t whole[3], const int grid[3], int ranks, int rank)
{
    struct lb_decomposition d;
    int64_t at[3];
    long wrong = 0;
    lb_decomposition_init(&d, whole, grid, rank, 0);
    const struct lb_cell_box part = lb_file_part(&d), cells = lb_cells_with_neighbours(part, whole);
    for (int a = 0; a < 3; a++) {
        LB_CHECK(part.begin[a] == d.origin[a]);
        LB_CHECK(part.end[a] <= whole[a] && part.end[a] >= d.origin[a] + d.size[a]);
        LB_CHECK(cells.begin[a] == part.begin[a] - (whole[a] > 1));
        LB_CHECK(cells.end[a] == part.end[a] + (whole[a] > 1));
    }
    for (at[2] = cells.begin[2]; at[2] < cells.end[2]; at[2]++)
        for (at[1] = cells.begin[1]; at[1] < cells.end[1]; at[1]++)
            for (at[0] = cells.begin[0]; at[0] < cells.end[0]; at[0]++)
                wrong += count_owners(whole, grid, ranks, at) != 1;
    LB_CHECK_EQUAL_INT(wrong, 0);
}

static void parts_have_all_points_and_the_cells_that_they_take(void)
{
    struct lb_error err = {0};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
            const int *grid = grids[g], ranks = grid[0] * grid[1] * grid[2];
            if (lb_decomposition_check(sizes[s], grid, &err) != LB_STATUS_OK) continue;
            check_cells_between(sizes[s], grid, ranks);
            for (int rank = 0; rank < ranks; rank++)
                check_needed(sizes[s], grid, ranks, rank);
        }
}

static void boxes_that_only_touch_have_nothing_in_common(void)
{
    const struct lb_cell_box a = {{0, 0, 0}, {4, 4, 4}}, beside = {{4, 0, 0}, {8, 4, 4}},
                             across = {{-2, 3, 1}, {2, 9, 3}};
    struct lb_cell_box common;
    LB_CHECK(!lb_cells_meet(&a, &beside, &common));
    LB_CHECK(lb_cells_meet(&a, &across, &common));
    LB_CHECK(common.begin[0] == 0 && common.begin[1] == 3 && common.begin[2] == 1);
    LB_CHECK(common.end[0] == 2 && common.end[1] == 4 && common.end[2] == 3);
    LB_CHECK_EQUAL_INT(lb_cells_count(&common), 4);
}

int main(void)
{
    LB_TEST(parts_have_all_points_and_the_cells_that_they_take);
    LB_TEST(boxes_that_only_touch_have_nothing_in_common);
    return lb_check_report();
}
