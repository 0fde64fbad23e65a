/* The step on a device against the host reference: every lattice with every collision operator,
 * in FP64 (those that share code; the others and FP32 in the matrix), with force and prescribed cells, and in
 * two dimensions in FP64 with walls; other storage formats, streamings and parameters in a selection; every model
 * of viscosity.
 * An operator or model that the reference does not know is a disagreement.
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
    /* Walls cost most of the time it takes to build a kernel: each operator meets them in two dimensions, each
     * lattice in test_step_features.c (in the matrix). */
    const bool with_walls = is_double && is_flat;
    const unsigned with = with_walls ? LB_WITH_ALL : LB_WITH_FORCE | LB_WITH_EQUILIBRIUM;
    lb_random_case_init(c, state, l, with, 6, is_flat ? 16 : 5, is_flat ? 1 : 8);
    c->collision = lb_collision_find(collision);
    c->storage = lb_number_format_find(storage);
    c->arithmetic = is_double ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
    lb_test_layout.lanes = 8;
}

/* MRT and RR have code for each lattice, the others for two dimensions and for three, which the tables below have,
 * TRT for the equilibrium of d3q13 too.  SRT in FP64 is test_step_features.c's. */
static bool is_of_the_lattice(const char *collision, const struct lb_lattice *l)
{
    if (l->dimensions == 2) return strcmp(collision, "srt") != 0;
    return strcmp(collision, "mrt") == 0 || strcmp(collision, "rr") == 0 ||
           (strcmp(collision, "trt") == 0 && l->directions == 13);
}

/* Each lattice with one operator that it can do, which take turns. */
static bool is_of_the_device(const struct lb_collision *o, const struct lb_lattice *const *l)
{
    ptrdiff_t possible = 0, at = 0;
    for (const struct lb_collision *const *k = lb_collisions; *k != NULL; k++) {
        if (*k == o) at = possible;
        possible += lb_collision_check(*k, *l, NULL) == LB_STATUS_OK;
    }
    return lb_collision_check(o, *l, NULL) == LB_STATUS_OK &&
           at == (l - lb_lattices + 1) % possible;
}

static void every_operator_agrees_on_every_lattice(void)
{
    for (const struct lb_collision *const *o = lb_collisions; *o != NULL; o++)
        for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
            for (int fp64 = 0; fp64 < 2; fp64++) {
                struct lb_case c;
                struct lb_random_state state;
                const enum lb_when when = fp64 == 0                           ? LB_SELDOM
                                          : is_of_the_device(*o, l)           ? LB_ALWAYS
                                          : is_of_the_lattice((*o)->name, *l) ? LB_NATIVELY
                                                                              : LB_SELDOM;
                make_case(&c, &state, *l, (*o)->name, fp64 != 0 ? "fp64" : "fp32");
                if (lb_case_runs(device, when) && lb_device_can_do(device, &c))
                    LB_CHECK(lb_steps_agree(device, &c));
            }
}

static void every_viscosity_model_agrees(void)
{
    for (const struct lb_viscosity_model *const *m = lb_viscosity_models; *m != NULL; m++)
        for (int is_double = 0; is_double < 2; is_double++) {
            struct lb_case c;
            struct lb_random_state state;
            make_case(&c, &state, lb_lattice_find("d3q19"),
                      (*m)->collisions != NULL ? (*m)->collisions : "trt",
                      is_double != 0 ? "fp64" : "fp32");
            c.viscosity_model = *m;
            for (int n = 0; n < LB_MAX_VISCOSITY_PARAMETERS; n++)
                c.viscosity_values[n] = 1.5 * (*m)->parameters[n].value;
            const bool is_plain = (*m)->law == NULL;
            const enum lb_when when = is_plain ? LB_NATIVELY : LB_ALWAYS; /* most tests are plain */
            if (lb_case_runs(device, is_plain == (is_double == 0) ? when : LB_SELDOM) &&
                lb_device_can_do(device, &c))
                LB_CHECK(lb_steps_agree(device, &c));
        }
}

/* Laws that thin and thicken most, far from the shear rate of reference. */
static void extreme_laws_agree(void)
{
    static const struct {
        const char *model;
        double values[LB_MAX_VISCOSITY_PARAMETERS];
        bool is_double;
    } table[] = {
        {"power-law", {1e-4, 0.2, 1e-6, 1e5}, true},
        {"power-law", {0.5, 3.0, 1e-6, 1e5}, true},
        {"carreau", {1e-3, 0.2, 3.0, 1e-6}, true},
        {"carreau", {1e-2, 0.4, 3.0, 1e-3}, false},
        {"herschel-bulkley", {1e-4, 0.4, 50.0, 1e-6, 1e5}, true},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        struct lb_case c;
        struct lb_random_state state;
        make_case(&c, &state, lb_lattice_find("d2q9"), "trt", table[k].is_double ? "fp64" : "fp32");
        c.viscosity_model = lb_viscosity_model_find(table[k].model);
        memcpy(c.viscosity_values, table[k].values, sizeof c.viscosity_values);
        const enum lb_when when = table[k].is_double ? LB_NATIVELY : LB_ALWAYS;
        if (lb_case_runs(device, when) && lb_device_can_do(device, &c))
            LB_CHECK(lb_steps_agree(device, &c));
    }
}

/* In layers along x, which may be the lanes' axis, and in rows of CPUs; with every operator, as they
 * work out their other rates from the cell's. */
static void sponges_agree(void)
{
    static const struct {
        const char *lattice, *collision, *storage, *model;
        uint32_t size[3];
        int lanes;
        enum lb_when when;
    } table[] = {
        {"d3q7", "srt", "fp32", "constant", {16, 5, 6}, 8, LB_NATIVELY},
        {"d3q19", "mrt", "fp64", "constant", {5, 6, 8}, 4, LB_SELDOM},
        {"d2q9", "trt", "fp16c", "constant", {12, 16, 1}, 8, LB_NATIVELY},
        {"d2q9", "rr", "fp16s", "smagorinsky", {32, 6, 1}, 4, LB_ALWAYS},
        {"d2q9", "trt", "fp32", "herschel-bulkley", {32, 6, 1}, 8, LB_ALWAYS},
        {"d3q27", "rr", "fp64", "smagorinsky", {6, 4, 4}, 1, LB_SELDOM},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_case_runs(device, table[k].when)) continue;
        lb_random_case_init(&c, &state, lb_lattice_find(table[k].lattice), LB_WITH_FORCE,
                            table[k].size[0], table[k].size[1], table[k].size[2]);
        c.collision = lb_collision_find(table[k].collision);
        c.storage = lb_number_format_find(table[k].storage);
        const bool is_double = strcmp(table[k].storage, "fp64") == 0;
        c.arithmetic = is_double ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
        c.viscosity_model = lb_viscosity_model_find(table[k].model);
        for (int n = 0; n < LB_MAX_VISCOSITY_PARAMETERS; n++)
            c.viscosity_values[n] = 1.2 * c.viscosity_model->parameters[n].value;
        c.sponge = (struct lb_sponge){0.5 * table[k].size[0] - 1.25, 0.4 * table[k].size[0]};
        lb_test_layout.lanes = table[k].lanes;
        LB_CHECK(lb_device_can_do(device, &c) && lb_steps_agree(device, &c));
    }
}

/* Scales other than 1, codes of 16 bits, without shift, populations in two copies. */
static void other_storage_and_streaming_agree(void)
{
    static const struct {
        const char *lattice, *collision, *storage;
        bool shift;
        enum lb_streaming streaming;
        int lanes;
        enum lb_when when;
    } table[] = {
        {"d2q9", "trt", "fp16s", true, LB_STREAMING_PULL, 16, LB_SELDOM},
        {"d2q9", "mrt", "int16s", true, LB_STREAMING_IN_PLACE, 4, LB_SELDOM},
        {"d2q9", "trt", "fix16x", true, LB_STREAMING_IN_PLACE, 8, LB_SELDOM},
        {"d3q13", "mrt", "fp16s", true, LB_STREAMING_IN_PLACE, 4, LB_SELDOM},
        {"d3q13", "mrt", "fix16x", true, LB_STREAMING_PULL, 1, LB_NATIVELY},
        {"d3q15", "mrt", "fp16c", true, LB_STREAMING_PULL, 2, LB_SELDOM},
        {"d3q19", "trt", "fp16c", true, LB_STREAMING_IN_PLACE, 8, LB_SELDOM},
        {"d3q19", "mrt", "int16s", false, LB_STREAMING_PULL, 8, LB_SELDOM},
        {"d3q19", "mrt", "fp32", false, LB_STREAMING_IN_PLACE, 1, LB_NATIVELY},
        {"d3q27", "trt", "p16_1s", true, LB_STREAMING_PULL, 1, LB_SELDOM},
        {"d3q27", "mrt", "fp16s", true, LB_STREAMING_IN_PLACE, 2, LB_SELDOM},
        {"d2q9", "rr", "fp32", false, LB_STREAMING_PULL, 1, LB_ALWAYS},
        {"d3q19", "rr", "fp16s", true, LB_STREAMING_IN_PLACE, 8, LB_NATIVELY},
        {"d3q27", "rr", "fp16c", true, LB_STREAMING_PULL, 4, LB_SELDOM},
        {"d3q15", "rlb", "fp16s", true, LB_STREAMING_IN_PLACE, 1, LB_NATIVELY},
        {"d2q9", "rlb", "fp32", false, LB_STREAMING_PULL, 1, LB_SELDOM},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_case_runs(device, table[k].when)) continue;
        make_case(&c, &state, lb_lattice_find(table[k].lattice), table[k].collision,
                  table[k].storage);
        c.shift = table[k].shift;
        c.streaming = table[k].streaming;
        lb_test_layout.lanes = table[k].lanes;
        LB_CHECK(lb_steps_agree(device, &c));
    }
}

/* A force is computed along its own axes only: one, or two of them in the matrix; all three are above. */
static void forces_along_some_axes_agree(void)
{
    static const struct {
        const char *collision;
        bool along[3];
        enum lb_when when;
    } table[] = {
        {"mrt", {true, false, false}, LB_SELDOM},   {"mrt", {false, true, false}, LB_ALWAYS},
        {"mrt", {false, false, true}, LB_NATIVELY}, {"rlb", {true, false, false}, LB_NATIVELY},
        {"trt", {false, true, false}, LB_NATIVELY}, {"rr", {false, true, false}, LB_NATIVELY},
        {"srt", {false, false, true}, LB_ALWAYS},   {"srt", {true, false, true}, LB_SELDOM},
        {"srt", {false, true, true}, LB_SELDOM},    {"trt", {true, false, true}, LB_SELDOM},
        {"mrt", {true, true, false}, LB_SELDOM},    {"mrt", {true, false, true}, LB_SELDOM},
        {"mrt", {false, true, true}, LB_SELDOM},    {"rlb", {false, true, true}, LB_SELDOM},
        {"rr", {true, false, true}, LB_SELDOM},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_case_runs(device, table[k].when)) continue;
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
    c.magic = 1.0 / 12.0;
    if (lb_case_runs(device, LB_NATIVELY) && lb_device_can_do(device, &c))
        LB_CHECK(lb_steps_agree(device, &c));
    make_case(&c, &state, lb_lattice_find("d3q27"), "mrt", "fp64");
    static const struct lb_chosen_rate rates[] = {{"e", 0.8},   {"q", 0.9},   {"m", 1.1},
                                                  {"m3", 0.7},  {"eps", 1.3}, {"pi", 1.5},
                                                  {"pi2", 1.2}, {"t5", 0.6},  {"t6", 1.7}};
    memcpy(c.rates, rates, sizeof rates);
    if (lb_case_runs(device, LB_ALWAYS) && lb_device_can_do(device, &c))
        LB_CHECK(lb_steps_agree(device, &c));
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(every_operator_agrees_on_every_lattice);
    LB_TEST_MATRIX(every_viscosity_model_agrees);
    LB_TEST_MATRIX(extreme_laws_agree);
    LB_TEST_MATRIX(sponges_agree);
    LB_TEST_MATRIX(other_storage_and_streaming_agree);
    LB_TEST_MATRIX(forces_along_some_axes_agree);
    LB_TEST_MATRIX(chosen_rates_agree);
    lb_device_close(device);
    return lb_check_report();
}
