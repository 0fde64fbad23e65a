/* The rules for lanes and their axis, for devices that need not be there.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "layout/layout.h"
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

enum { SIDE = 160, SMALL_SIDE = 80 };

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

static struct lb_layout choose_with(const struct lb_case *c, const struct lb_layout_wishes *w,
                                    const struct lb_device_info *device)
{
    struct lb_layout l;
    lb_layout_choose(c, w, device, &l);
    return l;
}

static struct lb_layout choose(const struct lb_case *c, const struct lb_device_info *device)
{
    const struct lb_layout_wishes none = {0};
    return choose_with(c, &none, device);
}

static void slabs_avoid_walls_at_the_ends(void)
{
    const struct lb_device_info *const devices[] = {&gpu, &cpu};
    for (size_t n = 0; n < sizeof devices / sizeof *devices; n++) {
        struct lb_case c = make_case("fp32", start_duct);
        LB_CHECK_EQUAL_INT(choose(&c, devices[n]).lane_axis, 0);
        LB_CHECK_EQUAL_INT(choose(&c, devices[n]).row_axis, devices[n] == &cpu ? 1 : 0);
        c.size[0] = SIDE - 1; /* which no number of lanes divides */
        LB_CHECK_EQUAL_INT(choose(&c, devices[n]).lane_axis, 2);
        LB_CHECK_EQUAL_INT(choose(&c, devices[n]).row_axis, 0);
        c = make_case("fp32", start_obstacle);
        LB_CHECK_EQUAL_INT(choose(&c, devices[n]).lane_axis, 2);
        c.cell_kinds = 0; /* nobody is asked */
        c.start = NULL;
        LB_CHECK_EQUAL_INT(choose(&c, devices[n]).lane_axis, 2);
    }
}

/* Across gravity's axis, the steepest, only where no other can be cut. */
static void slabs_lie_side_by_side_under_a_surface(void)
{
    struct lb_case c = make_case("fp32", NULL);
    c.cell_kinds = 0;
    c.force[1] = -1e-4;
    c.force[2] = -2e-4;
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 2); /* a force alone changes nothing */
    c.surface.exists = true;
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 1);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lane_axis, 1);
    c.force[1] = 3e-4;
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 2);
    c.force[1] = 0.0;
    c.size[0] = c.size[1] = SIDE - 1;
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 2);
}

/* Eight lanes on the CPU, four on the GPU. */
static void tiny_slabs_of_a_cpu_avoid_nothing(void)
{
    struct lb_case c = make_case("fp32", start_duct);
    c.size[0] = 32;
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 0);
    c.size[0] = 24;
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 2);
    c.size[0] = 4;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lane_axis, 0);
    c = make_case("fp32", start_obstacle);
    c.size[2] = 8; /* there is nothing to avoid */
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).lane_axis, 2);
}

/* A duct's lanes lie along it; an obstacle is in one of them. */
static void small_boxes_of_a_gpu_mix_no_walls(void)
{
    struct lb_case c = make_case("fp32", start_obstacle);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 4); /* large */
    for (int axis = 0; axis < 3; axis++)
        c.size[axis] = SMALL_SIDE;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 1);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).arithmetic_lanes, 1);
    LB_CHECK(choose(&c, &cpu).lanes > 1);
    const struct lb_layout_wishes four = {.lanes = 4};
    LB_CHECK_EQUAL_INT(choose_with(&c, &four, &gpu).lanes, 4);
    c.streaming = LB_STREAMING_PULL; /* where one lane would not help */
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 4);
    c = make_case("fp32", start_duct);
    for (int axis = 0; axis < 3; axis++)
        c.size[axis] = SMALL_SIDE;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 4);
}

/* A membrane's cells are single lanes. */
static void a_gpu_computes_one_lane_beside_a_membrane(void)
{
    const struct lb_mesh mesh = {0};
    struct lb_markers markers = {.count = 12};
    struct lb_case c = make_case("fp32", start_duct);
    c.markers = &markers;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).arithmetic_lanes, 2); /* particles */
    markers.mesh = &mesh;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).arithmetic_lanes, 1);
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).arithmetic_lanes, choose(&c, &cpu).lanes);
    c.storage = lb_number_format_find("fp16c"); /* words of two codes */
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).arithmetic_lanes, 2);
}

/* Only NVIDIA's compiler is told how many registers it may use, and only where that was measured. */
static void registers_are_for_nvidia(void)
{
    struct lb_error err = {0};
    struct lb_device_info nvidia = gpu;
    struct lb_case c = make_case("fp16c", start_duct);
    snprintf(nvidia.vendor, sizeof nvidia.vendor, "NVIDIA Corporation");
    LB_CHECK_EQUAL_INT(choose(&c, &nvidia).registers, 0);
    c.collision = lb_collision_find("trt");
    LB_CHECK_EQUAL_INT(choose(&c, &nvidia).registers, 96); /* layouts/nvidia_h200.json */
    LB_CHECK_EQUAL_INT(choose(&c, &nvidia).lanes, choose(&c, &gpu).lanes);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).registers, 0);
    LB_CHECK_EQUAL_INT(choose(&c, &cpu).registers, 0);
    struct lb_case other = c;
    const struct lb_layout_wishes eight = {.lanes = 8}; /* other lanes than the rule's */
    LB_CHECK_EQUAL_INT(choose_with(&other, &eight, &nvidia).registers, 0);
    other.cell_kinds |= LB_CELL_MOVING;
    LB_CHECK_EQUAL_INT(choose(&other, &nvidia).registers, 0);
    other = c;
    struct lb_heat heat = {.diffusivity = 0.1};
    other.heat = &heat; /* rows of their own */
    LB_CHECK_EQUAL_INT(choose(&other, &nvidia).registers, 128);
    LB_CHECK_EQUAL_INT(choose(&other, &nvidia).group, 128);
    LB_CHECK_EQUAL_INT(choose(&other, &gpu).registers, 0);
    other = c;
    other.force[0] = 1e-6;
    LB_CHECK_EQUAL_INT(choose(&other, &nvidia).registers, 0);
    other = c;
    other.streaming = LB_STREAMING_PULL;
    LB_CHECK_EQUAL_INT(choose(&other, &nvidia).registers, 0);
    const struct lb_layout_wishes max = {.registers = 128}; /* taken where there is such a thing */
    struct lb_layout l = choose_with(&other, &max, &nvidia);
    LB_CHECK_EQUAL_INT(l.registers, 128);
    LB_CHECK_OK(lb_layout_check(&other, &l, &nvidia, &err), &err);
    l = choose_with(&other, &max, &gpu);
    LB_CHECK(lb_layout_check(&other, &l, &gpu, &err) == LB_STATUS_DEVICE);
    LB_CHECK(strstr(err.text, "--registers") != NULL);
    other = c;
    const struct lb_layout_wishes any = {.registers = LB_REGISTERS_ANY};
    LB_CHECK_EQUAL_INT(choose_with(&other, &any, &nvidia).registers, 0);
}

/* What was measured is made as it was, or as near to it as the box allows. */
static void a_layout_is_made_of_its_numbers_again(void)
{
    const struct lb_device_info *const devices[] = {&gpu, &cpu};
    const struct lb_layout_choice measured = {16, 4, 128, 96};
    for (size_t n = 0; n < sizeof devices / sizeof *devices; n++) {
        struct lb_case c = make_case("fp16c", start_duct);
        const struct lb_layout rule = choose(&c, devices[n]);
        const struct lb_layout_choice chosen = lb_layout_chosen(&rule);
        struct lb_layout l;
        lb_layout_make(&c, &chosen, devices[n], &l);
        LB_CHECK(l.lanes == rule.lanes && l.arithmetic_lanes == rule.arithmetic_lanes &&
                 l.lane_axis == rule.lane_axis && l.row_axis == rule.row_axis &&
                 l.stride == rule.stride && l.group == rule.group &&
                 l.registers == rule.registers && l.row_parts == rule.row_parts &&
                 l.turns == rule.turns);
        lb_layout_make(&c, &measured, devices[n], &l);
        LB_CHECK(l.lanes == 16 && l.arithmetic_lanes == 4 && l.group == 128 && l.registers == 96);
        c.size[0] = c.size[1] = c.size[2] = 12;
        LB_CHECK(lb_layout_divides(c.size, 4) && !lb_layout_divides(c.size, 8));
        lb_layout_make(&c, &measured, devices[n], &l);
        LB_CHECK(l.lanes == 4 && l.arithmetic_lanes == 4);
    }
}

/* Walls on all sides of a box whose size is the state. */
static void start_closed(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t *size = state, at[3] = {x, y, z};
    for (int axis = 0; axis < 3; axis++)
        if (at[axis] == 0 || at[axis] == size[axis] - 1) out->flags = LB_CELL_SOLID;
}

static void check_places(const struct lb_case *c, const struct lb_layout *l)
{
    uint32_t at[3], found[3];
    for (at[2] = 0; at[2] < c->size[2]; at[2] += 7)
        for (at[1] = 0; at[1] < c->size[1]; at[1] += 5)
            for (at[0] = 0; at[0] < c->size[0]; at[0]++) {
                const uint64_t index = lb_layout_index_of(c, l, at);
                LB_CHECK(index < lb_layout_places(c, l));
                lb_layout_cell_at(c, l, index, found);
                if (memcmp(at, found, sizeof at) != 0) LB_CHECK(false);
            }
}

/* 130 and 131 cells: of eight lanes 136 places, of sixteen 144. */
static void an_axis_between_walls_is_filled_up(void)
{
    struct lb_case c = make_case("fp16s", start_closed);
    c.size[0] = 129, c.size[1] = 130, c.size[2] = 131;
    c.start_state = c.size;
    const struct lb_layout l = choose(&c, &gpu);
    LB_CHECK(l.lanes == 8 && l.lane_axis == 2 && lb_layout_slab(&c, &l) == 17);
    LB_CHECK(lb_layout_places(&c, &l) == 129 * 130 * 136 && l.stride >= 129 * 130 * 136);
    check_places(&c, &l);
    const struct lb_layout_wishes sixteen = {.lanes = 16};
    const struct lb_layout wide = choose_with(&c, &sixteen, &cpu);
    LB_CHECK(wide.lanes == 16 && wide.lane_axis == 2 && lb_layout_slab(&c, &wide) == 9);
    check_places(&c, &wide);
    c.size[0] = 1029,
    c.size[2] = 17; /* seven places more are too many for a GPU along z, not along y */
    LB_CHECK(choose(&c, &gpu).lanes == 8 && choose(&c, &gpu).lane_axis == 1);
    c.size[0] = 1032; /* what is divided is not filled up */
    LB_CHECK(choose(&c, &gpu).lane_axis == 0);
}

/* Where populations may go round, a filled slab would take them elsewhere. */
static void other_axes_are_not_filled_up(void)
{
    struct lb_case c = make_case("fp16s", start_closed);
    const uint32_t other[3] = {99, 99, 99};
    c.size[0] = c.size[1] = c.size[2] = 131;
    c.start_state = other; /* closed at the low ends only */
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 1);
    c.start_state = c.size;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 8);
    c.surface.exists = true;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 1);
    c.surface.exists = false;
    c.cut.axes = 4; /* z is cut, and y takes its place */
    memcpy(c.cut.whole, c.size, sizeof c.size);
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lane_axis, 1);
    c.cut.axes = 7;
    LB_CHECK_EQUAL_INT(choose(&c, &gpu).lanes, 1);
}

static unsigned asked; /* how often for the start of a cell */

static void count_calls(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    start_obstacle(state, x, y, z, out);
    asked++;
}

/* Once for all cells of a box, beside samples of its sides. */
static void cells_are_asked_once(void)
{
    struct lb_case c = make_case("fp32", count_calls);
    c.size[0] = c.size[1] = c.size[2] = 100;
    c.cell_kinds = LB_CELL_SOLID;
    c.start = count_calls;
    asked = 0;
    LB_CHECK(choose(&c, &gpu).lanes >= 1);
    LB_CHECK(asked <= 1000000 + 10000);
}

/* Numbers by hand: D3Q19 in FP32, four lanes, indices of four bytes. */
static void lists_of_walls_are_counted_before_they_are_made(void)
{
    struct lb_error err = {0};
    struct lb_device_info device = gpu;
    struct lb_case c = make_case("fp32", start_duct);
    const struct lb_layout l = choose(&c, &gpu);
    const uint64_t vectors = (uint64_t)SIDE * SIDE * SIDE / 4;
    const uint64_t still = 1000 * (4 + 4 + 4); /* all cells, those to bounce, their links */
    const uint64_t moving = still + 4 * vectors + 10 * 4 + 10 * 4 * 19 * 4;
    LB_CHECK_EQUAL_INT(l.lanes, 4);
    LB_CHECK(lb_layout_vectors(&c, &l) == vectors);
    LB_CHECK(lb_layout_wall_bytes(&c, &l, 1000, 0) == still);
    LB_CHECK(lb_layout_wall_bytes(&c, &l, 1000, 10) == moving);
    device.memory = 1000 + moving;
    LB_CHECK_EQUAL_INT(lb_layout_check_walls(&c, &l, &device, 1000, 1000, 10, &err), LB_STATUS_OK);
    LB_CHECK_EQUAL_INT(lb_layout_check_walls(&c, &l, &device, 1001, 1000, 10, &err),
                       LB_STATUS_DEVICE);
    LB_CHECK(strstr(err.text, "1000 cells beside walls") != NULL);
    device.max_allocation = 10 * 4 * 19 * 4 - 1;
    LB_CHECK_EQUAL_INT(lb_layout_check_walls(&c, &l, &device, 1000, 1000, 10, NULL),
                       LB_STATUS_DEVICE);
}

/* A device that has the memory, but in smaller buffers, can hold the box in parts. */
static void parts_have_a_buffer_each(void)
{
    struct lb_error err = {0};
    struct lb_device_info device = gpu;
    struct lb_case c = make_case("fp32", start_duct);
    const struct lb_layout l = choose(&c, &gpu);
    device.max_allocation = lb_layout_population_bytes(&c, &l) / 3;
    LB_CHECK_EQUAL_INT(lb_layout_check(&c, &l, &device, &err), LB_STATUS_DEVICE);
    LB_CHECK(strstr(err.text, "name it 4 times") != NULL);
    err = (struct lb_error){0};
    device.memory = device.max_allocation;
    LB_CHECK_EQUAL_INT(lb_layout_check(&c, &l, &device, &err), LB_STATUS_DEVICE);
    LB_CHECK(strstr(err.text, "--devices") == NULL);
}

/* Tiles of moments on a CPU, however little local memory there is, and however long the rows are. */
static void tiles_of_moments_are_found(void)
{
    struct lb_case c = make_case("fp32", NULL);
    struct lb_device_info device = cpu;
    const struct lb_layout_wishes none = {0};
    c.streaming = LB_STREAMING_MOMENTS;
    c.collision = lb_collision_find("rlb");
    c.cell_kinds = 0;
    device.compute_units = 2;
    for (device.local_memory = 32 << 10; device.local_memory <= 1 << 20; device.local_memory *= 2)
        for (c.size[0] = 2; c.size[0] <= 300; c.size[0]++) {
            const struct lb_layout l = choose_with(&c, &none, &device);
            LB_CHECK(l.tile[0] > 0 && l.tile[1] > 0 && l.chunk > 0);
        }
}

/* Tiles of moments on a GPU: by hand from 48 KB of local memory, 65536 registers for three groups, and the fewest
 * planes that groups take one after the other. */
static void tiles_of_a_gpu_follow_from_its_numbers(void)
{
    static const struct {
        const char *lattice, *storage;
        bool fp64;
        uint32_t side, units;
        uint64_t local;
        size_t max_group;
        uint32_t high, group;
        int registers;
        uint32_t chunk;
    } rows[] = {
        {"d3q19", "fp32", false, 512, 132, 48 << 10, 1024, 8, 352, 56, 64},
        {"d3q19", "fp16s", false, 512, 132, 48 << 10, 1024, 9, 384, 56, 57},
        {"d3q19", "fp64", true, 256, 132, 48 << 10, 1024, 3, 192, 112, 64},
        {"d3q27", "fp64", true, 256, 132, 48 << 10, 1024, 1, 128, 168, 64},
        {"d3q19", "fp32", false, 256, 132, 48 << 10, 256, 5, 256, 80, 32},
        {"d3q19", "fp32", false, 256, 132, 32 << 10, 1024, 5, 256, 80, 32},
        {"d3q19", "fp32", false, 64, 0, 48 << 10, 1024, 8, 352, 56, 32},
        {"d3q19", "fp32", false, 64, 132, 0, 0, 8, 352, 56, 16},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct lb_case c = make_case(rows[k].storage, NULL);
        struct lb_device_info device = gpu;
        c.streaming = LB_STREAMING_MOMENTS;
        c.lattice = lb_lattice_find(rows[k].lattice);
        c.collision = lb_collision_find("rlb");
        c.cell_kinds = 0;
        c.arithmetic = rows[k].fp64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
        c.size[0] = c.size[1] = c.size[2] = rows[k].side;
        snprintf(device.vendor, sizeof device.vendor, "NVIDIA Corporation");
        device.fp64 = true;
        device.compute_units = rows[k].units;
        device.local_memory = rows[k].local;
        device.max_work_group = rows[k].max_group;
        const struct lb_layout l = choose(&c, &device);
        LB_CHECK_EQUAL_INT((long)l.tile[0], 32);
        LB_CHECK_EQUAL_INT((long)l.tile[1], (long)rows[k].high);
        LB_CHECK_EQUAL_INT((long)l.march_group, (long)rows[k].group);
        LB_CHECK_EQUAL_INT(l.registers, rows[k].registers);
        LB_CHECK_EQUAL_INT((long)l.chunk, (long)rows[k].chunk);
    }
}

static void a_gpu_with_room_for_no_tile_is_refused(void)
{
    struct lb_error err = {0};
    struct lb_case c = make_case("fp32", NULL);
    struct lb_device_info device = gpu;
    c.streaming = LB_STREAMING_MOMENTS;
    c.collision = lb_collision_find("rlb");
    c.cell_kinds = 0;
    device.max_work_group = 64;
    const struct lb_layout l = choose(&c, &device);
    LB_CHECK_EQUAL_INT(lb_layout_check(&c, &l, &device, &err), LB_STATUS_DEVICE);
    LB_CHECK(strstr(err.text, "--streaming in-place") != NULL);
}

int main(void)
{
    LB_TEST(tiles_of_moments_are_found);
    LB_TEST(tiles_of_a_gpu_follow_from_its_numbers);
    LB_TEST(a_gpu_with_room_for_no_tile_is_refused);
    LB_TEST(parts_have_a_buffer_each);
    LB_TEST(slabs_avoid_walls_at_the_ends);
    LB_TEST(slabs_lie_side_by_side_under_a_surface);
    LB_TEST(tiny_slabs_of_a_cpu_avoid_nothing);
    LB_TEST(small_boxes_of_a_gpu_mix_no_walls);
    LB_TEST(a_gpu_computes_one_lane_beside_a_membrane);
    LB_TEST(registers_are_for_nvidia);
    LB_TEST(a_layout_is_made_of_its_numbers_again);
    LB_TEST(an_axis_between_walls_is_filled_up);
    LB_TEST(other_axes_are_not_filled_up);
    LB_TEST(cells_are_asked_once);
    LB_TEST(lists_of_walls_are_counted_before_they_are_made);
    return lb_check_report();
}
