/* test_bench_point.c - a point is described with the walls that it will have, on devices that need
 * not be there.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_point.h"

#include "opencl/device.h"
#include "support/check.h"

static const struct lb_device_info gpu = {.name = "a GPU",
                                          .type = LB_DEVICE_GPU,
                                          .native_float_width = 1,
                                          .fp64 = true,
                                          .memory = (uint64_t)64 << 30,
                                          .max_allocation = (uint64_t)64 << 30};
static const struct lb_device_info cpu = {.name = "a CPU",
                                          .type = LB_DEVICE_CPU,
                                          .native_float_width = 8,
                                          .fp64 = true,
                                          .memory = (uint64_t)64 << 30,
                                          .max_allocation = (uint64_t)64 << 30};

static struct lb_bench_record describe(const struct lb_device_info *device, uint32_t length,
                                       bool walls)
{
    struct lb_error err = {0};
    struct lb_bench_record r = {0};
    const struct lb_bench_choice choice = {
        .lattice = lb_lattice_find("d3q19"),
        .collision = lb_collision_find("srt"),
        .size = {.kind = LB_BENCH_SIZE_CELLS, .components = 3, .cells = {length, 64, 64}},
        .walls = walls,
        .streaming = LB_STREAMING_IN_PLACE,
        .shift = true,
        .precision = {.arithmetic = LB_ARITHMETIC_FP32, .storage = lb_number_format_find("fp32")}};
    LB_CHECK_OK(lb_bench_point_describe(&choice, device, &r, &err), &err);
    LB_CHECK(r.skipped[0] == '\0');
    return r;
}

/* A duct that can only be cut across its walls has one lane on a GPU. */
static void lanes_are_those_beside_the_walls(void)
{
    LB_CHECK_EQUAL_INT(describe(&gpu, 63, true).lanes, 1);
    LB_CHECK_EQUAL_INT(describe(&gpu, 63, false).lanes, 4);
    LB_CHECK_EQUAL_INT(describe(&gpu, 64, true).lanes, 4);
    LB_CHECK_EQUAL_INT(describe(&cpu, 63, true).lanes, 8);
}

int main(void)
{
    LB_TEST(lanes_are_those_beside_the_walls);
    return lb_check_report();
}
