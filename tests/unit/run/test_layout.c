/* The rules for lanes and their axis, for devices that need not be there.
 * SPDX-License-Identifier: MIT */
#include "cl/device.h"
#include "run/layout.h"
#include "support/check.h"

static const struct lb_device_info gpu = {.name = "a GPU",
                                          .type = LB_DEVICE_GPU,
                                          .native_float_width = 1,
                                          .memory = (uint64_t)64 << 30,
                                          .max_allocation = (uint64_t)64 << 30};
static const struct lb_device_info cpu = {.name = "a CPU",
                                          .type = LB_DEVICE_CPU,
                                          .native_float_width = 8,
                                          .memory = (uint64_t)64 << 30,
                                          .max_allocation = (uint64_t)64 << 30};

enum { SIDE = 160 };

/* Walls at the ends of y and z. */
static void start_duct(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state;
    (void)x;
    if (y == 0 || y == SIDE - 1 || z == 0 || z == SIDE - 1) out->flags = LB_CELL_SOLID;
}

/* A small obstacle in the middle of a side does not close it. */
static void start_obstacle(const void *state, uint32_t x, uint32_t y, uint32_t z,
                           struct lb_cell *out)
{
    (void)state;
    if (z < 9 && x / 40 == 1 && y / 40 == 1) out->flags = LB_CELL_SOLID;
}

static struct lb_case make_case(const char *storage, lb_start_function *start)
{
    return (struct lb_case){.name = "rules",
                            .lattice = lb_lattice_find("d3q19"),
                            .collision = lb_collision_find("srt"),
                            .storage = lb_number_format_find(storage),
                            .arithmetic = LB_ARITHMETIC_FP32,
                            .shift = true,
                            .size = {SIDE, SIDE, SIDE},
                            .viscosity = 0.1,
                            .cell_kinds = LB_CELL_SOLID,
                            .start = start};
}

static struct lb_layout choose(const struct lb_case *c, const struct lb_device_info *device)
{
    struct lb_layout l;
    lb_layout_choose(c, device, &l);
    return l;
}

static void slabs_of_a_gpu_avoid_walls_at_the_ends(void)
{
    struct lb_case c = make_case("fp32", start_duct);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lane_axis, 0);
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 2);
    c.size[0] = SIDE - 1; /* which no number of lanes divides */
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lane_axis, 2);
    c = make_case("fp32", start_obstacle);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lane_axis, 2);
    c.cell_kinds = 0; /* nobody is asked */
    c.start = NULL;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lane_axis, 2);
}

/* Registers for one lane at a time. */
static void crowded_kernels_take_one_lane(void)
{
    const struct lb_markers markers = {.count = 1};
    struct lb_case c = make_case("fp32", start_duct);
    c.markers = &markers;
    c.collision = lb_collision_find("mrt");
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).arithmetic_lanes, 1);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 2);
    c.markers = NULL;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).arithmetic_lanes, 2);
}

int main(void)
{
    LB_TEST(slabs_of_a_gpu_avoid_walls_at_the_ends);
    LB_TEST(crowded_kernels_take_one_lane);
    return lb_check_report();
}
