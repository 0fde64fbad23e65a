/* test_native_bits.c - the native device makes the bits of another one: what is compared with the reference on it
 * is the arithmetic of all devices.  Each operator, storages of each kind, one lane and vectors of them.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { STEPS = 7 };

static struct lb_device *native, *other;

struct combination {
    const char *lattice, *collision, *storage;
    enum lb_arithmetic arithmetic;
    unsigned with;
    int lanes;
};

static void check_bits(const struct combination *k)
{
    struct lb_case c;
    struct lb_random_state state;
    struct lb_error err = {0};
    const bool is_flat = lb_lattice_find(k->lattice)->dimensions == 2;
    lb_random_case_init(&c, &state, lb_lattice_find(k->lattice), k->with, 6, is_flat ? 16 : 5,
                        is_flat ? 1 : 8);
    c.collision = lb_collision_find(k->collision);
    c.storage = lb_number_format_find(k->storage);
    c.arithmetic = k->arithmetic;
    lb_test_layout.lanes = k->lanes;
    const size_t numbers = 4 * (size_t)lb_case_cell_count(&c);
    double *a = calloc(numbers, sizeof *a), *b = calloc(numbers, sizeof *b);
    LB_CHECK(a != NULL && b != NULL);
    if (a != NULL && b != NULL &&
        LB_CHECK_OK(lb_run_steps(native, &c, STEPS, a, a + numbers / 4, &err), &err) &&
        LB_CHECK_OK(lb_run_steps(other, &c, STEPS, b, b + numbers / 4, &err), &err)) {
        printf("  %s %s %s\n", k->lattice, k->collision, k->storage);
        LB_CHECK(memcmp(a, b, numbers * sizeof *a) == 0);
    }
    free(a);
    free(b);
}

static void steps_are_alike(void)
{
    static const struct combination table[] = {
        {"d2q9", "srt", "fp32", LB_ARITHMETIC_FP32, LB_WITH_ALL, 8},
        {"d2q9", "mrt", "fp64", LB_ARITHMETIC_FP64, LB_WITH_FORCE, 1},
        {"d3q13", "trt", "fp16s", LB_ARITHMETIC_FP32, LB_WITH_FORCE, 4},
        {"d2q9", "rlb", "p16_1s", LB_ARITHMETIC_FP32, LB_WITH_FORCE, 16},
        {"d3q19", "rr", "fp16c", LB_ARITHMETIC_FP32, LB_WITH_FORCE, 8},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        check_bits(table + k);
}

int main(void)
{
    struct lb_error err = {0};
    if (lb_device_open("native", &native, &err) != LB_STATUS_OK ||
        lb_device_open(NULL, &other, &err) != LB_STATUS_OK)
        return lb_check_skip(err.text);
    if (lb_device_is_native(other)) return lb_check_skip("there is no other device");
    if (!lb_device_get_info(other)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(steps_are_alike);
    lb_device_close(native);
    lb_device_close(other);
    return lb_check_report();
}
