/* test_motion.c - which cells are made anew, and when.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "case/case.h"
#include "support/check.h"

/* From (2, 3, 0) to before (5, 7, 1) of the whole box. */
static const struct lb_motion motion = {.every = 4, .begin = {2, 3, 0}, .end = {5, 7, 1}};

static void places_count_x_fastest(void)
{
    struct lb_case c = {.motion = &motion};
    uint64_t place = 99, expected = 0;
    LB_CHECK_EQUAL_INT(lb_motion_cells(&motion), 12);
    for (uint32_t y = 3; y < 7; y++)
        for (uint32_t x = 2; x < 5; x++, expected++) {
            const uint32_t at[3] = {x, y, 0};
            LB_CHECK(lb_case_motion_place(&c, at, &place));
            LB_CHECK_EQUAL_INT(place, expected);
        }
    const uint32_t outside[][3] = {{1, 3, 0}, {5, 3, 0}, {2, 2, 0}, {2, 7, 0}, {2, 3, 1}};
    for (int n = 0; n < 5; n++)
        LB_CHECK(!lb_case_motion_place(&c, outside[n], &place));
    c.motion = NULL;
    LB_CHECK(!lb_case_motion_place(&c, outside[0], &place));
}

/* A part of the box from (3, 0, 0) on calls the cell before its first one -1, modulo 2^32. */
static void parts_count_from_their_first_cell(void)
{
    const struct lb_case c = {.motion = &motion, .cut = {.axes = 1, .origin = {3, 0, 0}}};
    uint64_t place = 99;
    const uint32_t before[3] = {UINT32_MAX, 4, 0}, first[3] = {0, 4, 0}, beyond[3] = {2, 4, 0};
    LB_CHECK(lb_case_motion_place(&c, before, &place));
    LB_CHECK_EQUAL_INT(place, 3);
    LB_CHECK(lb_case_motion_place(&c, first, &place));
    LB_CHECK_EQUAL_INT(place, 4);
    LB_CHECK(!lb_case_motion_place(&c, beyond, &place));
}

static void cells_are_made_anew_each_nth_step(void)
{
    for (uint64_t step = 0; step < 13; step++)
        LB_CHECK_EQUAL_INT(lb_motion_is_due(&motion, step), step == 4 || step == 8 || step == 12);
}

/* Of each two cells the box around both; of none an empty one. */
static void boxes_are_around_all_cells(void)
{
    uint8_t cells[12] = {0};
    uint32_t begin[3], end[3];
    lb_motion_box(&motion, cells, begin, end);
    LB_CHECK_EQUAL_INT(begin[0], end[0]);
    for (uint32_t i = 0; i < 12; i++)
        for (uint32_t k = 0; k <= i; k++) {
            const uint32_t one = 2 + i % 3, other = 2 + k % 3;
            memset(cells, 0, sizeof cells);
            cells[i] = cells[k] = 7;
            lb_motion_box(&motion, cells, begin, end);
            LB_CHECK_EQUAL_INT(begin[0], one < other ? one : other);
            LB_CHECK_EQUAL_INT(end[0], one < other ? other + 1 : one + 1);
            LB_CHECK(begin[1] == 3 + k / 3 && end[1] == 3 + i / 3 + 1);
            LB_CHECK(begin[2] == 0 && end[2] == 1);
        }
}

int main(void)
{
    LB_TEST(places_count_x_fastest);
    LB_TEST(parts_count_from_their_first_cell);
    LB_TEST(cells_are_made_anew_each_nth_step);
    LB_TEST(boxes_are_around_all_cells);
    return lb_check_report();
}
