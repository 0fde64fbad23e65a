/* The step on a device against the host reference: every lattice with every collision operator,
 * in FP64 with walls, prescribed cells and force, in FP32 with force and prescribed cells; other
 * storage formats, streamings and parameters in a selection.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

static void make_case(struct lb_case *c, struct lb_random_state *state, const struct lb_lattice *l,
                      const char *collision, const char *storage)
{
    const bool is_flat = l->dimensions == 2;
    const bool is_double = strcmp(storage, "fp64") == 0;
    /* Walls cost most of the time it takes to build a kernel, and here they change nothing. */
    const unsigned with = is_double ? LB_WITH_ALL : LB_WITH_FORCE | LB_WITH_EQUILIBRIUM;
    lb_random_case_init(c, state, l, with, 6, is_flat ? 16 : 5, is_flat ? 1 : 8);
    c->collision = lb_collision_find(collision);
    c->storage = lb_number_format_find(storage);
    c->arithmetic = is_double ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
    lb_test_layout.lanes = 8;
}

static void compare_every_lattice(const char *collision, const char *storage)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        struct lb_case c;
        struct lb_random_state state;
        make_case(&c, &state, *l, collision, storage);
        if (lb_device_can_do(device, &c)) LB_CHECK(lb_steps_agree(device, &c));
    }
}

static void srt_agrees_in_single_precision(void)
{
    compare_every_lattice("srt", "fp32");
}

static void trt_agrees_in_double_precision(void)
{
    compare_every_lattice("trt", "fp64");
}

static void trt_agrees_in_single_precision(void)
{
    compare_every_lattice("trt", "fp32");
}

static void mrt_agrees_in_double_precision(void)
{
    compare_every_lattice("mrt", "fp64");
}

static void mrt_agrees_in_single_precision(void)
{
    compare_every_lattice("mrt", "fp32");
}

/* Scales other than 1, codes of 16 bits, without shift, populations in two copies. */
static void other_storage_and_streaming_agree(void)
{
    static const struct {
        const char *lattice, *collision, *storage;
        bool shift;
        enum lb_streaming streaming;
        int lanes;
    } table[] = {
        {"d2q9", "trt", "fp16s", true, LB_STREAMING_PULL, 16},
        {"d2q9", "mrt", "int16s", true, LB_STREAMING_IN_PLACE, 4},
        {"d3q13", "mrt", "fp16s", true, LB_STREAMING_IN_PLACE, 4},
        {"d3q15", "mrt", "fp16c", true, LB_STREAMING_PULL, 2},
        {"d3q19", "trt", "fp16c", true, LB_STREAMING_IN_PLACE, 8},
        {"d3q19", "mrt", "int16s", false, LB_STREAMING_PULL, 8},
        {"d3q19", "mrt", "fp32", false, LB_STREAMING_IN_PLACE, 1},
        {"d3q27", "trt", "p16_1s", true, LB_STREAMING_PULL, 1},
        {"d3q27", "mrt", "fp16s", true, LB_STREAMING_IN_PLACE, 2},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        struct lb_case c;
        struct lb_random_state state;
        make_case(&c, &state, lb_lattice_find(table[k].lattice), table[k].collision,
                  table[k].storage);
        c.shift = table[k].shift;
        c.streaming = table[k].streaming;
        lb_test_layout.lanes = table[k].lanes;
        LB_CHECK(lb_steps_agree(device, &c));
    }
}

/* A force is computed along its own axes only: one or two of them; all three are above. */
static void forces_along_some_axes_agree(void)
{
    static const struct {
        const char *collision;
        bool along[3];
    } table[] = {
        {"srt", {true, false, true}},  {"srt", {false, true, true}},  {"srt", {false, false, true}},
        {"trt", {true, false, true}},  {"trt", {false, true, false}}, {"mrt", {true, false, false}},
        {"mrt", {false, true, false}}, {"mrt", {false, false, true}}, {"mrt", {true, true, false}},
        {"mrt", {true, false, true}},  {"mrt", {false, true, true}},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        struct lb_case c;
        struct lb_random_state state;
        lb_random_case_init(&c, &state, lb_lattice_find("d3q19"), LB_WITH_FORCE, 6, 5, 4);
        c.collision = lb_collision_find(table[k].collision);
        c.storage = lb_number_format_find("fp32");
        c.arithmetic = LB_ARITHMETIC_FP32;
        lb_test_layout.lanes = 1;
        for (int axis = 0; axis < 3; axis++)
            if (!table[k].along[axis]) c.force[axis] = 0.0;
        LB_CHECK(lb_steps_agree(device, &c));
    }
}

/* The magic parameter and the rates arrive where they belong. */
static void chosen_rates_agree(void)
{
    struct lb_case c;
    struct lb_random_state state;
    make_case(&c, &state, lb_lattice_find("d3q15"), "trt", "fp64");
    if (!lb_device_can_do(device, &c)) return;
    c.magic = 1.0 / 12.0;
    LB_CHECK(lb_steps_agree(device, &c));
    make_case(&c, &state, lb_lattice_find("d3q27"), "mrt", "fp64");
    static const struct lb_chosen_rate rates[] = {{"e", 0.8},   {"q", 0.9},   {"m", 1.1},
                                                  {"m3", 0.7},  {"eps", 1.3}, {"pi", 1.5},
                                                  {"pi2", 1.2}, {"t5", 0.6},  {"t6", 1.7}};
    memcpy(c.rates, rates, sizeof rates);
    LB_CHECK(lb_steps_agree(device, &c));
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(srt_agrees_in_single_precision);
    LB_TEST(trt_agrees_in_double_precision);
    LB_TEST(trt_agrees_in_single_precision);
    LB_TEST(mrt_agrees_in_double_precision);
    LB_TEST(mrt_agrees_in_single_precision);
    LB_TEST(other_storage_and_streaming_agree);
    LB_TEST(forces_along_some_axes_agree);
    LB_TEST(chosen_rates_agree);
    lb_device_close(device);
    return lb_check_report();
}
