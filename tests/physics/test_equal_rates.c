/* With one rate for all moments, MRT and TRT are SRT; with the rate 1 for all but the second ones it is
 * the regularised operator.  SRT and the latter are the host reference's.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "reference/reference.h"
#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

enum { NX = 6, NY = 4, NZ = 4, CELLS = NX * NY * NZ, STEPS = 10 };
static struct lb_device *device;

struct fields {
    double rho[CELLS], u[3 * CELLS];
};

static bool run(const struct lb_case *c, struct fields *out)
{
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_run_steps(device, c, STEPS, out->rho, out->u, &err), &err);
}

static bool run_on_host(const struct lb_case *c, struct fields *out)
{
    struct lb_error err = {0};
    struct lb_reference *r = NULL;
    if (!LB_CHECK_OK(lb_reference_create(c, false, &r, &err), &err)) return false;
    lb_reference_advance(r, STEPS);
    lb_reference_read(r, out->rho, out->u);
    lb_reference_destroy(r);
    return true;
}

static void make_case(const struct lb_lattice *l, struct lb_case *c, struct lb_random_state *state)
{
    lb_random_case_init(c, state, l, LB_WITH_FORCE, NX, l->dimensions == 2 ? NY * NZ : NY,
                        l->dimensions == 2 ? 1 : NZ);
}

/* Every free rate becomes that of the stress. */
static void equalise(struct lb_case *c)
{
    int count = 0;
    for (const struct lb_rate *r = c->lattice->rates; r->group != NULL; r++)
        if (r->shear <= 0.0)
            c->rates[count++] = (struct lb_chosen_rate){r->group, 1.0 / lb_case_relaxation_time(c)};
}

static double largest_difference(const struct fields *a, const struct fields *b)
{
    double largest = 0.0;
    for (int n = 0; n < CELLS; n++)
        largest = fmax(largest, fabs(a->rho[n] - b->rho[n]));
    for (int n = 0; n < 3 * CELLS; n++)
        largest = fmax(largest, fabs(a->u[n] - b->u[n]));
    return largest;
}

/* All lattices but d3q13, whose MRT has an equilibrium of its own and two rates for the stress. */
static bool compare_with_srt(const struct lb_lattice *l, const char *collision, double *apart)
{
    struct lb_case c;
    struct lb_random_state state;
    struct fields srt, other;
    make_case(l, &c, &state);
    if (!run_on_host(&c, &srt)) return false;
    c.collision = lb_collision_find(collision);
    const double half = lb_case_relaxation_time(&c) - 0.5;
    c.magic = half * half;
    equalise(&c);
    if (!run(&c, &other)) return false;
    *apart = largest_difference(&srt, &other);
    return true;
}

static void mrt_with_equal_rates_is_srt(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        double apart;
        if ((*l)->equilibrium != NULL || !lb_check_runs((*l)->directions != 27)) continue;
        if (compare_with_srt(*l, "mrt", &apart)) LB_CHECK_NEAR(apart, 0.0, 1e-12);
    }
}

static void trt_with_equal_rates_is_srt(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        double apart;
        if ((*l)->dimensions == 3 && (*l)->directions != 19) continue;
        if (!lb_check_runs((*l)->dimensions == 2)) continue;
        if (compare_with_srt(*l, "trt", &apart)) LB_CHECK_NEAR(apart, 0.0, 1e-12);
    }
}

/* The trace of the second moments relaxes with the rest of them. */
static void mrt_without_other_moments_is_regularised(void)
{
    static const char *const lattices[] = {"d2q9", "d3q15", "d3q19", "d3q27"};
    for (int k = 0; k < 4; k++) {
        struct lb_case c;
        struct lb_random_state state;
        struct fields mrt, regularised;
        int count = 0;
        if (!lb_check_runs(k == 1)) continue;
        make_case(lb_lattice_find(lattices[k]), &c, &state);
        c.collision = lb_collision_find("rlb");
        if (!run_on_host(&c, &regularised)) return;
        c.collision = lb_collision_find("mrt");
        for (const struct lb_rate *r = c.lattice->rates; r->group != NULL; r++)
            if (r->shear <= 0.0)
                c.rates[count++] = (struct lb_chosen_rate){
                    r->group, strcmp(r->group, "e") == 0 ? 1.0 / lb_case_relaxation_time(&c) : 1.0};
        if (!run(&c, &mrt)) return;
        LB_CHECK_NEAR(largest_difference(&mrt, &regularised), 0.0, 1e-12);
    }
}

/* The default rates are others: the two must not agree by chance.  On the host; test_step_collisions.c holds the
 * device's MRT and TRT to it. */
static void default_rates_differ_from_srt(void)
{
    static const char *const names[] = {"trt", "mrt"};
    struct lb_case c;
    struct lb_random_state state;
    struct fields srt, other;
    make_case(lb_lattice_find("d3q19"), &c, &state);
    if (!run_on_host(&c, &srt)) return;
    for (int k = 0; k < 2; k++) {
        c.collision = lb_collision_find(names[k]);
        if (run_on_host(&c, &other)) LB_CHECK(largest_difference(&srt, &other) > 1e-4);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(mrt_with_equal_rates_is_srt);
    LB_TEST_MATRIX(trt_with_equal_rates_is_srt);
    LB_TEST_MATRIX(mrt_without_other_moments_is_regularised);
    LB_TEST(default_rates_differ_from_srt);
    lb_device_close(device);
    return lb_check_report();
}
