/* test_change.c - how far the flow is from what it was at the last look, against the velocities
 * that the solver shows.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "case/lookup.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { NX = 13, NY = 6, NZ = 5, NUMBERS = 3 * NX * NY * NZ, LOOKS = 4 };

static struct lb_device *device;

struct looks {
    double change[LOOKS], fastest[LOOKS];
};

/* Differences are rounded as the device's arithmetic rounds them. */
static void compare(const struct lb_case *c, const double *now, double *before, double *change,
                    double *fastest)
{
    *change = *fastest = 0.0;
    for (int n = 0; n < NUMBERS; n++) {
        const double apart = c->arithmetic == LB_ARITHMETIC_FP64
                                 ? now[n] - before[n]
                                 : (double)((float)now[n] - (float)before[n]);
        *change = fmax(*change, fabs(apart));
        *fastest = fmax(*fastest, fabs(now[n]));
        before[n] = now[n];
    }
}

static bool look(const struct lb_case *c, struct looks *out)
{
    static double u[NUMBERS], before[NUMBERS];
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    const struct lb_region all = {.end = {c->size[0], c->size[1], c->size[2]}};
    memset(u, 0, sizeof u);
    memset(before, 0, sizeof before);
    bool fine = LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err);
    for (int n = 0; n < LOOKS && fine; n++) {
        double change, fastest;
        fine = LB_CHECK_OK(lb_solver_advance(s, (uint64_t)n, &err), &err) &&
               LB_CHECK_OK(lb_solver_change(s, &out->change[n], &out->fastest[n], &err), &err) &&
               LB_CHECK_OK(lb_solver_read(s, &all, NULL, u, &err), &err);
        compare(c, u, before, &change, &fastest);
        LB_CHECK(out->change[n] == change && out->fastest[n] == fastest);
        LB_CHECK(change > 0.0);
    }
    lb_solver_destroy(s);
    return fine;
}

static struct lb_case random_case(struct lb_random_state *state, const char *lattice)
{
    struct lb_case c;
    const bool flat = strcmp(lattice, "d2q9") == 0;
    lb_random_case_init(&c, state, lb_lattice_find(lattice), LB_WITH_ALL, NX, NY, flat ? 1 : NZ);
    c.watches_change = true;
    return c;
}

static void it_is_that_of_the_velocities(void)
{
    static const char *const lattices[] = {"d2q9", "d3q19"}, *const formats[] = {"fp32", "fp16s"};
    struct lb_random_state state;
    struct looks looks;
    for (int n = 0; n < 2; n++) {
        struct lb_case c = random_case(&state, lattices[n]);
        if (lb_check_runs(n == 0) && lb_device_can_do(device, &c)) look(&c, &looks);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find(formats[n]);
        if (lb_check_runs(true)) look(&c, &looks);
        c.shows_mean = true;
        if (lb_check_runs(n == 0)) look(&c, &looks);
    }
}

static void layouts_have_the_same_bits(void)
{
    struct lb_random_state state;
    struct looks one, other;
    struct lb_case c = random_case(&state, "d2q9");
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    lb_test_layout.lanes = 1;
    c.streaming = LB_STREAMING_PULL;
    bool fine = look(&c, &one);
    lb_test_layout.lanes = 4;
    c.streaming = LB_STREAMING_IN_PLACE;
    fine = fine && look(&c, &other);
    LB_CHECK(fine && memcmp(&one, &other, sizeof one) == 0);
}

static void a_case_has_to_ask_for_it(void)
{
    struct lb_random_state state;
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    double change, fastest;
    struct lb_case c = random_case(&state, "d2q9");
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    c.watches_change = false;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    LB_CHECK_EQUAL_INT(lb_solver_change(s, &change, &fastest, &err), LB_STATUS_FAILED);
    lb_solver_destroy(s);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(it_is_that_of_the_velocities);
    LB_TEST(layouts_have_the_same_bits);
    LB_TEST(a_case_has_to_ask_for_it);
    lb_device_close(device);
    return lb_check_report();
}
