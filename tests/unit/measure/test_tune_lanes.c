/* Which layouts are timed: the rules' first, each of them possible, and the box they are timed in.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "opencl/device.h"
#include "measure/tune.h"
#include "measure/tune_measure.h"
#include "support/check.h"

static const struct lb_device_info cpu = {.type = LB_DEVICE_CPU,
                                          .native_float_width = 8,
                                          .compute_units = 2,
                                          .fp64 = true,
                                          .cache = 32u << 20,
                                          .memory = 16ull << 30,
                                          .max_allocation = 4ull << 30};
static const struct lb_device_info gpu = {.type = LB_DEVICE_GPU,
                                          .native_float_width = 1,
                                          .compute_units = 132,
                                          .fp64 = true,
                                          .cache = 50u << 20,
                                          .memory = 140ull << 30,
                                          .max_allocation = 35ull << 30};

static struct lb_case box(const char *storage, uint32_t nx, uint32_t ny, uint32_t nz)
{
    return (struct lb_case){.lattice = lb_lattice_find(nz > 1 ? "d3q19" : "d2q9"),
                            .collision = lb_collisions[0],
                            .storage = lb_number_format_find(storage),
                            .shift = true,
                            .size = {nx, ny, nz}};
}

static size_t list(const struct lb_case *c, const struct lb_device_info *d,
                   struct lb_layout_choice *out)
{
    const struct lb_layout_wishes none = {0};
    struct lb_layout layout;
    lb_layout_choose(c, &none, d, &layout);
    const struct lb_layout_choice rule = lb_layout_chosen(&layout);
    const size_t count = lb_tune_list_lanes(c, d, &rule, out);
    LB_CHECK(count >= 1 && count <= LB_TUNE_MAX_LAYOUTS);
    for (size_t n = 0; n < count; n++) {
        LB_CHECK(lb_tune_layout_is_sound(&out[n]));
        for (size_t m = 0; m < n; m++)
            LB_CHECK(out[m].lanes != out[n].lanes ||
                     out[m].arithmetic_lanes != out[n].arithmetic_lanes);
    }
    return count;
}

static bool has(const struct lb_layout_choice *l, size_t count, int lanes, int arithmetic_lanes)
{
    bool found = false;
    for (size_t n = 0; n < count; n++)
        found = found || (l[n].lanes == lanes && l[n].arithmetic_lanes == arithmetic_lanes);
    return found;
}

static void the_rules_layout_comes_first(void)
{
    struct lb_layout_choice l[LB_TUNE_MAX_LAYOUTS];
    const struct lb_case c = box("fp16s", 256, 256, 256);
    size_t count = list(&c, &cpu, l);
    LB_CHECK_EQUAL_INT(l[0].lanes, 8);
    LB_CHECK_EQUAL_INT(l[0].arithmetic_lanes, 8);
    LB_CHECK(has(l, count, 16, 8) && has(l, count, 16, 16) && has(l, count, 4, 4));
    count = list(&c, &gpu, l);
    LB_CHECK_EQUAL_INT(l[0].lanes, 8);
    LB_CHECK_EQUAL_INT(l[0].arithmetic_lanes, 2);
    LB_CHECK(has(l, count, 4, 2) && has(l, count, 2, 2));
}

static void start_post(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state;
    if (x < 4 && y < 4 && z < 4) out->flags = LB_CELL_SOLID;
}

/* One lane is for walls of the case, which the box that is timed does not have. */
static void one_lane_for_walls_stays(void)
{
    struct lb_layout_choice l[LB_TUNE_MAX_LAYOUTS];
    struct lb_case c = box("fp32", 64, 64, 64);
    c.cell_kinds = LB_CELL_SOLID;
    c.start = start_post;
    LB_CHECK_EQUAL_INT(list(&c, &gpu, l), 1);
    LB_CHECK_EQUAL_INT(l[0].lanes, 1);
}

static void start_inside(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t *size = state;
    LB_CHECK(x < size[0] && y < size[1] && z < size[2]);
    out->flags = y == 0 || z == 0 ? LB_CELL_SOLID : LB_CELL_FLUID;
}

/* The box of the measurement is a cube, which is wider than a long case. */
static void no_cell_outside_the_case_is_asked_for(void)
{
    const struct lb_device_info *const devices[] = {&gpu, &cpu};
    for (size_t n = 0; n < sizeof devices / sizeof *devices; n++) {
        struct lb_layout_choice l[LB_TUNE_MAX_LAYOUTS];
        struct lb_case c = box("fp32", 1u << 20, 32, 32);
        uint32_t size[3];
        c.cell_kinds = LB_CELL_SOLID;
        c.start = start_inside;
        c.start_state = c.size;
        lb_tune_box(&c, devices[n], size);
        LB_CHECK(size[1] > c.size[1] && size[2] > c.size[2]);
        LB_CHECK(list(&c, devices[n], l) > 1);
    }
}

/* 12 along the only axes that can be divided: no 8, no 16. */
static void lanes_that_no_axis_has_are_left_out(void)
{
    struct lb_layout_choice l[LB_TUNE_MAX_LAYOUTS];
    const struct lb_case c = box("fp32", 12, 12, 12);
    const size_t count = list(&c, &cpu, l);
    for (size_t n = 0; n < count; n++)
        LB_CHECK(l[n].lanes <= 4);
    const struct lb_case odd = box("fp32", 511, 513, 255);
    LB_CHECK_EQUAL_INT(list(&odd, &cpu, l), 1);
    LB_CHECK_EQUAL_INT(l[0].lanes, 1);
}

/* Small cases are timed in their own box, others in one that is larger than the caches. */
static void the_box_is_no_larger_than_the_case(void)
{
    uint32_t size[3];
    struct lb_case c = box("fp32", 40, 24, 16);
    lb_tune_box(&c, &cpu, size);
    LB_CHECK(size[0] == 40 && size[1] == 24 && size[2] == 16);
    c = box("fp32", 1000, 1000, 1000);
    lb_tune_box(&c, &cpu, size);
    const double bytes = lb_case_bytes_per_cell(&c) * size[0] * size[1] * size[2];
    LB_CHECK(size[0] == size[1] && size[1] == size[2] && size[0] % 16 == 0);
    LB_CHECK(bytes > 3.0 * (double)cpu.cache && bytes < 0.13 * (double)cpu.memory);
    c = box("fp32", 30000, 30000, 1);
    lb_tune_box(&c, &gpu, size);
    LB_CHECK(size[0] == size[1] && size[2] == 1);
    LB_CHECK(lb_case_bytes_per_cell(&c) * size[0] * size[1] > 9e8);
}

/* Ten minutes at a bandwidth that no such device has. */
static void only_long_runs_are_long(void)
{
    const struct lb_case c = box("fp32", 256, 256, 256); /* 2.57e9 bytes a step */
    LB_CHECK(!lb_tune_is_long(&c, &cpu, 1000));
    LB_CHECK(lb_tune_is_long(&c, &cpu, 20000));
    LB_CHECK(!lb_tune_is_long(&c, &gpu, 1000000));
    LB_CHECK(lb_tune_is_long(&c, &gpu, 3000000));
    LB_CHECK(!lb_tune_is_long(&c, &gpu, 0));
}

int main(void)
{
    LB_TEST(the_rules_layout_comes_first);
    LB_TEST(one_lane_for_walls_stays);
    LB_TEST(no_cell_outside_the_case_is_asked_for);
    LB_TEST(lanes_that_no_axis_has_are_left_out);
    LB_TEST(the_box_is_no_larger_than_the_case);
    LB_TEST(only_long_runs_are_long);
    return lb_check_report();
}
