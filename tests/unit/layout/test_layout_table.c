/* test_layout_table.c - layouts that must not change by themselves: which were chosen for some devices
 * and cases when the measured exceptions were a table in C, one by one and all together as a hash.
 * Who changes the rules or the exceptions on purpose changes the numbers here.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "layout/layout.h"
#include "support/check.h"

static const struct lb_device_info devices[] = {
    {.name = "an H200",
     .vendor = "NVIDIA Corporation",
     .type = LB_DEVICE_GPU,
     .native_float_width = 1,
     .memory = (uint64_t)140 << 30,
     .max_allocation = (uint64_t)140 << 30},
    {.name = "a GPU",
     .vendor = "somebody",
     .type = LB_DEVICE_GPU,
     .native_float_width = 1,
     .memory = (uint64_t)64 << 30,
     .max_allocation = (uint64_t)64 << 30},
    {.name = "a CPU of 4",
     .type = LB_DEVICE_CPU,
     .native_float_width = 4,
     .memory = (uint64_t)64 << 30,
     .max_allocation = (uint64_t)64 << 30},
    {.name = "a CPU of 8",
     .type = LB_DEVICE_CPU,
     .native_float_width = 8,
     .memory = (uint64_t)64 << 30,
     .max_allocation = (uint64_t)64 << 30},
    {.name = "a CPU of 16",
     .type = LB_DEVICE_CPU,
     .native_float_width = 16,
     .memory = (uint64_t)64 << 30,
     .max_allocation = (uint64_t)64 << 30},
};
enum { DEVICES = sizeof devices / sizeof *devices };

/* Walls at the ends of y and z, or a post in a corner. */
static void start_duct(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t *size = state;
    (void)x;
    if (y == 0 || y == size[1] - 1 || (size[2] > 1 && (z == 0 || z == size[2] - 1)))
        out->flags = LB_CELL_SOLID;
}

static void start_post(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state;
    if (x < 3 && y < 3 && z < 3) out->flags = LB_CELL_SOLID;
}

/* What a box has beside its size. */
struct box {
    const char *name;
    uint32_t size[3];
    uint8_t kinds;
    lb_start_function *start;
    double force;
    bool surface;
};
static const struct box boxes[] = {
    {"open", {64, 48, 400}, 0, NULL, 0.0, false},
    {"large", {400, 400, 400}, LB_CELL_SOLID, NULL, 0.0, false},
    {"odd", {127, 63, 31}, 0, NULL, 0.0, false},
    {"flat", {96, 20, 1}, LB_CELL_SOLID, start_duct, 0.0, false},
    {"duct", {32, 24, 24}, LB_CELL_SOLID, start_duct, 0.0, false},
    {"post", {24, 16, 16}, LB_CELL_SOLID, start_post, 0.0, false},
    {"moving", {64, 64, 64}, LB_CELL_SOLID | LB_CELL_MOVING, NULL, 0.0, false},
    {"forced", {64, 64, 64}, LB_CELL_SOLID, NULL, 1e-5, false},
    {"pool", {32, 32, 64}, LB_CELL_SOLID, start_duct, -1e-5, true},
};
enum { BOXES = sizeof boxes / sizeof *boxes };

static const struct lb_layout_wishes wishes[] = {
    {0},
    {.lanes = 4},
    {.lanes = 8, .arithmetic_lanes = 2},
    {.lanes = 16, .arithmetic_lanes = 16},
    {.group = 128},
    {.registers = 96},
    {.registers = LB_REGISTERS_ANY},
};
enum { WISHES = sizeof wishes / sizeof *wishes };

static struct lb_case make_case(const struct box *b, const struct lb_lattice *lattice,
                                const struct lb_collision *collision, enum lb_arithmetic arithmetic,
                                const struct lb_number_format *storage, enum lb_streaming streaming)
{
    struct lb_case c = {.name = b->name,
                        .lattice = lattice,
                        .collision = collision,
                        .storage = storage,
                        .arithmetic = arithmetic,
                        .streaming = streaming,
                        .shift = true,
                        .viscosity = 0.1,
                        .force = {0.0, 0.0, b->force},
                        .surface = {.exists = b->surface},
                        .cell_kinds = b->kinds,
                        .start = b->start,
                        .start_state = b->size};
    memcpy(c.size, b->size, sizeof c.size);
    return c;
}

static struct lb_layout choose(const struct lb_case *c, const struct lb_layout_wishes *w,
                               const struct lb_device_info *device)
{
    struct lb_layout l;
    lb_layout_choose(c, w, device, &l);
    return l;
}

/* "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns 1" */
static void describe(const struct lb_layout *l, char *out, size_t size)
{
    snprintf(out, size, "V=%d W=%d axis %d row %d stride %llu group %u registers %d parts %u %s",
             l->lanes, l->arithmetic_lanes, l->lane_axis, l->row_axis,
             (unsigned long long)l->stride, l->group, l->registers, l->row_parts,
             l->turns ? "turns" : "straight");
}

static unsigned long long hash_text(unsigned long long hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3ull;
    return hash;
}

/* Every format with the arithmetic that it allows, both streamings, all wishes. */
static unsigned long long hash_formats(unsigned long long hash, const struct box *b,
                                       const struct lb_lattice *lattice,
                                       const struct lb_collision *collision,
                                       const struct lb_device_info *device)
{
    static const char *const formats[] = {"fp64",   "fp32",   "fp16",   "fp16s", "fp16c",
                                          "p16_0s", "p16_1s", "p16_2c", "int16s"};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        for (int n = 0; n < 4 * WISHES; n++) {
            char text[256];
            const bool fp64 = n % 2 != 0;
            const struct lb_number_format *f = lb_number_format_find(formats[k]);
            if (!(fp64 ? f->with_fp64 : f->with_fp32)) continue;
            const struct lb_case c =
                make_case(b, lattice, collision, fp64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32, f,
                          n / 2 % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL);
            const struct lb_layout l = choose(&c, &wishes[n / 4], device);
            describe(&l, text, sizeof text);
            hash = hash_text(hash, text);
        }
    return hash;
}

static unsigned long long hash_device(const struct lb_device_info *device)
{
    static const char *const lattices[] = {"d2q9", "d3q15", "d3q19", "d3q27"};
    static const char *const collisions[] = {"srt", "trt", "mrt"};
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (int b = 0; b < BOXES; b++)
        for (int l = 0; l < 4; l++)
            for (int k = 0; k < 3; k++)
                hash = hash_formats(hash, &boxes[b], lb_lattice_find(lattices[l]),
                                    lb_collision_find(collisions[k]), device);
    return hash;
}

static void all_layouts_are_those_of_before(void)
{
    static const unsigned long long before[DEVICES] = {
        0x38a710d148fe4c33ull, 0x6a89bd50bf73b895ull, 0xbc8599869afd2825ull,
        0xce520973d9c00a55ull, 0xb6a92fc2859d0925ull,
    };
    for (int d = 0; d < DEVICES; d++) {
        const unsigned long long now = hash_device(&devices[d]);
        if (!LB_CHECK(now == before[d])) printf("  %s: 0x%016llx\n", devices[d].name, now);
    }
}

struct row {
    int device, box;
    const char *lattice, *collision, *storage, *layout;
};

static void some_layouts_are_those_of_before(void)
{
    static const struct row rows[] = {
        {0, 1, "d3q19", "srt", "fp32",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {0, 1, "d3q19", "srt", "fp16s",
         "V=8 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {0, 1, "d3q15", "trt", "fp16",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {0, 1, "d3q15", "mrt", "fp16",
         "V=8 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {0, 1, "d3q15", "srt", "fp16c",
         "V=8 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {0, 1, "d3q15", "srt", "p16_0s",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 96 parts 0 turns"},
        {0, 1, "d3q15", "trt", "p16_2c",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 96 parts 0 turns"},
        {0, 1, "d3q19", "mrt", "fp16s",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 128 parts 0 turns"},
        {0, 1, "d3q19", "trt", "fp16c",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 96 parts 0 turns"},
        {0, 1, "d3q27", "srt", "fp16",
         "V=8 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {0, 1, "d3q27", "trt", "p16_1s",
         "V=2 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {0, 1, "d3q27", "srt", "p16_2c",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 128 parts 0 turns"},
        {0, 6, "d3q19", "trt", "fp16c",
         "V=4 W=2 axis 2 row 0 stride 262144 group 64 registers 0 parts 0 turns"},
        {0, 5, "d3q19", "srt", "fp32",
         "V=1 W=1 axis 2 row 0 stride 6144 group 64 registers 0 parts 0 turns"},
        {0, 8, "d3q19", "srt", "fp32",
         "V=4 W=2 axis 0 row 0 stride 65536 group 64 registers 0 parts 0 turns"},
        {1, 1, "d3q19", "trt", "fp16c",
         "V=4 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {1, 1, "d3q15", "mrt", "fp16s",
         "V=8 W=2 axis 2 row 0 stride 64000000 group 64 registers 0 parts 0 turns"},
        {1, 2, "d3q19", "srt", "fp32",
         "V=1 W=1 axis 2 row 0 stride 248064 group 64 registers 0 parts 0 turns"},
        {1, 4, "d3q19", "srt", "fp32",
         "V=4 W=2 axis 0 row 0 stride 18432 group 64 registers 0 parts 0 turns"},
        {2, 0, "d3q19", "srt", "fp32",
         "V=4 W=4 axis 2 row 0 stride 1229072 group 64 registers 0 parts 1 straight"},
        {3, 1, "d3q19", "srt", "fp16c",
         "V=8 W=8 axis 2 row 0 stride 64000544 group 64 registers 0 parts 6 straight"},
        {3, 4, "d3q19", "srt", "fp32",
         "V=8 W=8 axis 0 row 1 stride 18704 group 64 registers 0 parts 1 straight"},
        {3, 3, "d2q9", "srt", "fp32",
         "V=8 W=8 axis 0 row 1 stride 2192 group 64 registers 0 parts 1 straight"},
        {4, 0, "d3q27", "mrt", "fp16s",
         "V=16 W=16 axis 2 row 0 stride 1229344 group 64 registers 0 parts 1 straight"},
        {4, 8, "d3q19", "srt", "fp32",
         "V=16 W=16 axis 1 row 0 stride 65808 group 64 registers 0 parts 1 straight"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        const struct row *r = &rows[n];
        char text[256];
        const struct lb_case c =
            make_case(&boxes[r->box], lb_lattice_find(r->lattice), lb_collision_find(r->collision),
                      LB_ARITHMETIC_FP32, lb_number_format_find(r->storage), LB_STREAMING_IN_PLACE);
        const struct lb_layout l = choose(&c, &wishes[0], &devices[r->device]);
        describe(&l, text, sizeof text);
        LB_CHECK_EQUAL_TEXT(text, r->layout);
    }
}

/* A law takes arithmetic, so fewer lanes for more groups in flight; with a force, which the plain rows are not for. */
static void laws_have_rows_of_their_own(void)
{
    struct lb_case c =
        make_case(&boxes[7], lb_lattice_find("d3q19"), lb_collision_find("trt"), LB_ARITHMETIC_FP32,
                  lb_number_format_find("fp16s"), LB_STREAMING_IN_PLACE);
    struct lb_layout plain = choose(&c, &wishes[0], &devices[0]);
    c.viscosity_model = lb_viscosity_model_find("power-law");
    struct lb_layout law = choose(&c, &wishes[0], &devices[0]);
    LB_CHECK(plain.lanes == 8 && plain.registers == 0);
    LB_CHECK(law.lanes == 4 && law.group == 64 && law.registers == 104);
    law = choose(&c, &wishes[0], &devices[1]);
    LB_CHECK(law.lanes == 4 && law.registers == 0);
}

int main(void)
{
    LB_TEST(laws_have_rows_of_their_own);
    LB_TEST(some_layouts_are_those_of_before);
    LB_TEST(all_layouts_are_those_of_before);
    return lb_check_report();
}
