/* test_shell.c - the vectors beside cuts: how many they are, and that a device must have room for their list.
 * SPDX-License-Identifier: MIT */
#include "layout/shell.h"

#include "case/halo.h"
#include "layout/ledger.h"
#include "opencl/device.h"
#include "support/check.h"

enum { NX = 32, NY = 24, NZ = 16, LANES = 4 };

static const struct lb_device_info gpu = {.name = "a GPU",
                                          .type = LB_DEVICE_GPU,
                                          .native_float_width = 1,
                                          .memory = (uint64_t)64 << 30,
                                          .max_allocation = (uint64_t)64 << 30};

static struct lb_case make_case(unsigned cut)
{
    struct lb_case c = {.name = "shell",
                        .lattice = lb_lattice_find("d3q19"),
                        .collision = lb_collision_find("srt"),
                        .storage = lb_number_format_find("fp32"),
                        .arithmetic = LB_ARITHMETIC_FP32,
                        .shift = true,
                        .size = {NX, NY, NZ},
                        .viscosity = 0.1};
    c.cut.axes = cut;
    c.cut.whole[0] = NX;
    c.cut.whole[1] = NY;
    c.cut.whole[2] = 2 * NZ;
    return c;
}

/* By hand: vectors at an end of a cut axis, of rows a quarter of them; lanes lie along x. */
static uint64_t vectors(unsigned cut)
{
    const struct lb_case c = make_case(cut);
    const struct lb_layout l = {.lanes = LANES, .arithmetic_lanes = 1, .lane_axis = 0};
    return lb_shell_vectors(&c, &l);
}

static void vectors_beside_cuts_are_counted(void)
{
    enum { ROW = NX / LANES, END = ROW / 4 };
    const uint64_t across_x = 2 * END * NY * NZ, across_z = 2 * ROW * NY;
    LB_CHECK_EQUAL_INT(vectors(0), 0);
    LB_CHECK_EQUAL_INT(vectors(1), across_x);
    LB_CHECK_EQUAL_INT(vectors(4), across_z);
    LB_CHECK_EQUAL_INT(vectors(5), across_x + across_z - 4 * END * NY);
}

/* Of tiles the first and the last four slices, where nothing is added behind them and z alone is cut. */
static void tiles_at_the_ends_go_first(void)
{
    const struct lb_layout_wishes none = {0};
    struct lb_layout l;
    struct lb_case c = make_case(4);
    c.collision = lb_collision_find("rr");
    c.streaming = LB_STREAMING_MOMENTS;
    c.size[2] = 100;
    lb_layout_choose(&c, &none, &gpu, &l);
    const uint64_t tiles = (NX / l.tile[0]) * ((NY + l.tile[1] - 1) / l.tile[1]);
    const uint64_t chunks = (100 - 8 + l.chunk - 1) / l.chunk;
    LB_CHECK_EQUAL_INT(lb_shell_tiles(&c, &l), tiles);
    LB_CHECK_EQUAL_INT(lb_layout_items(&c, &l), tiles * (chunks + 2) * l.march_group);
    c.cut.axes = 6;
    lb_layout_choose(&c, &none, &gpu, &l);
    LB_CHECK_EQUAL_INT(lb_shell_tiles(&c, &l), 0);
    c.cut.axes = 4;
    c.cell_kinds = LB_CELL_SOLID;
    lb_layout_choose(&c, &none, &gpu, &l);
    LB_CHECK_EQUAL_INT(lb_shell_tiles(&c, &l), 0);
}

/* Memory with which the case fits, and without a byte of which it does not. */
static uint64_t least_memory(const struct lb_case *c, struct lb_layout *l)
{
    uint64_t low = 0, high = gpu.memory;
    const struct lb_layout_wishes none = {0};
    lb_layout_choose(c, &none, &gpu, l);
    while (high - low > 1) {
        struct lb_device_info device = gpu;
        device.memory = low + (high - low) / 2;
        if (lb_layout_fits(c, l, &device))
            high = device.memory;
        else
            low = device.memory;
    }
    return high;
}

static void the_list_needs_room(void)
{
    const struct lb_case whole = make_case(0), cut = make_case(4);
    struct lb_layout l;
    const uint64_t without = least_memory(&whole, &l), with = least_memory(&cut, &l);
    const uint64_t list = 2 * (NX * NY * NZ / (uint64_t)l.lanes) / NZ * sizeof(uint32_t);
    LB_CHECK(l.lane_axis != 2);
    const struct lb_ledger g = lb_ledger_of(&cut, &l, &gpu);
    const uint64_t pieces =
        lb_ledger_row_bytes(&g, LB_BUFFER_PIECES) + lb_ledger_row_bytes(&g, LB_BUFFER_PIECE_OF);
    LB_CHECK(pieces > 0);
    LB_CHECK_EQUAL_INT(with - without,
                       lb_halo_cells(&cut) + lb_layout_exchange_bytes(&cut) + list + pieces);
}

int main(void)
{
    LB_TEST(vectors_beside_cuts_are_counted);
    LB_TEST(tiles_at_the_ends_go_first);
    LB_TEST(the_list_needs_room);
    return lb_check_report();
}
