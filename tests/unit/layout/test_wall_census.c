/* test_wall_census.c - cells beside walls are counted as they lie, and estimated in large boxes.
 * SPDX-License-Identifier: MIT */
#include "layout/wall_census.h"

#include "support/check.h"

/* A duct along x; the wall at the upper end of z moves. */
static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t last = *(const uint32_t *)state - 1;
    (void)x;
    if (y == 0 || y == last || z == 0 || z == last) out->flags = LB_CELL_SOLID;
    if (z == last) out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
}

static struct lb_wall_census census_of(uint32_t side, int lanes, enum lb_streaming streaming)
{
    const struct lb_case c = {.lattice = lb_lattice_find("d3q19"),
                              .storage = lb_number_format_find("fp32"),
                              .streaming = streaming,
                              .size = {side, side, side},
                              .cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING,
                              .start = start,
                              .start_state = &side};
    const struct lb_layout l = {.lanes = lanes, .lane_axis = 0};
    return lb_wall_census_take(&c, &l);
}

/* Of each plane of the duct (n - 2)^2 - (n - 4)^2 cells are beside walls; those of the uppermost
 * layer are beside the moving one.  Lanes along the duct have the same walls, so that the step
 * itself bounces in place. */
static void cells_of_a_duct_are_counted(void)
{
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        const uint64_t n = 24, beside = n * ((n - 2) * (n - 2) - (n - 4) * (n - 4));
        const struct lb_wall_census in_place = census_of(24, lanes, LB_STREAMING_IN_PLACE),
                                    pull = census_of(24, lanes, LB_STREAMING_PULL);
        LB_CHECK_EQUAL_INT(in_place.beside, beside);
        LB_CHECK_EQUAL_INT(in_place.bounced, 0);
        LB_CHECK_EQUAL_INT(in_place.moving, n * (n - 2) / (uint64_t)lanes);
        LB_CHECK_EQUAL_INT(in_place.bounded + in_place.kept, 0);
        LB_CHECK_EQUAL_INT(pull.beside, beside);
        LB_CHECK_EQUAL_INT(pull.bounced, beside);
    }
}

/* Of 512^3 cells a box needs at least 77 bytes each, so that a tenth of these lists is less than a
 * thousandth. */
static void large_boxes_are_estimated(void)
{
    const double n = 512.0;
    const struct lb_wall_census found = census_of(512, 4, LB_STREAMING_IN_PLACE);
    LB_CHECK_NEAR((double)found.beside / (n * (4.0 * n - 12.0)), 1.0, 0.1);
    LB_CHECK_NEAR((double)found.moving / (n * (n - 2.0) / 4.0), 1.0, 0.1);
}

static void walls_grow_as_surfaces_do(void)
{
    const struct lb_wall_census here = {.beside = 1000, .bounced = 500, .moving = 10};
    const struct lb_wall_census there = lb_wall_census_scaled(&here, 3, 1000, 8000);
    LB_CHECK_EQUAL_INT(there.beside, 4000);
    LB_CHECK_EQUAL_INT(there.bounced, 2000);
    LB_CHECK_EQUAL_INT(there.moving, 40);
    LB_CHECK_EQUAL_INT(lb_wall_census_scaled(&here, 2, 100, 400).beside, 2000);
}

int main(void)
{
    LB_TEST(cells_of_a_duct_are_counted);
    LB_TEST(large_boxes_are_estimated);
    LB_TEST(walls_grow_as_surfaces_do);
    return lb_check_report();
}
