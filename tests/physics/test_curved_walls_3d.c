/* test_curved_walls_3d.c - walls that lie between cells in three dimensions against exact flows: those of two
 * dimensions in six orientations, slits across any normal, ducts, spheres; in formats of 16 bits; and mass.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/curved_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;
static const char *const rules[] = {"curved", "exact"};
static const struct lb_curved_space flat = {"d2q9", {0, 1, 2}, 1, 0.37};

static void name_space(const int axes[3])
{
    lb_curved_space = (struct lb_curved_space){"d3q19", {axes[0], axes[1], axes[2]}, 2, 0.37};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
}

/* Error of the velocity after `steps`; frees the case. */
static double error_after(struct lb_curved_case *k, struct lb_case *c, unsigned steps)
{
    struct lb_error err = {0};
    double error = HUGE_VAL;
    double *u = malloc(3 * lb_case_cell_count(c) * sizeof *u);
    if (LB_CHECK(u != NULL) && LB_CHECK_OK(lb_run_steps(device, c, steps, NULL, u, &err), &err))
        error = lb_curved_error(k, c, u);
    free(u);
    lb_curved_case_free(k);
    return error;
}

/* --- those of two dimensions --- */

static double slit(const char *rule)
{
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_slit_make(&k, &c, rule, "trt", 1, 2, 8, 4.6, 0.8, 1e-5, &err), &err))
        return HUGE_VAL;
    return error_after(&k, &c, 3000);
}

/* Off the exact one. */
static double torque(const char *rule, const char *storage, double inner, unsigned steps)
{
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_solver *s = NULL;
    struct lb_link_force groups[3];
    struct lb_error err = {0};
    double off = HUGE_VAL;
    if (LB_CHECK_OK(lb_gap_make(&k, &c, rule, "trt", 2, inner, 10.3, 0.8, 0.02, &err), &err)) {
        c.storage = lb_number_format_find(storage);
        c.arithmetic = c.storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
        double sum = 0.0;
        bool done = LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
                    LB_CHECK_OK(lb_solver_advance(s, steps, &err), &err);
        for (int n = 0; done && n < 64; n++) { /* formats round at random */
            done = LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err) &&
                   LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err);
            sum += groups[1].moment[lb_curved_space.axes[2]] / 64.0;
        }
        if (done) off = sum / lb_gap_torque(&k, &c) - 1.0;
    }
    lb_solver_destroy(s);
    lb_curved_case_free(&k);
    return off;
}

/* Populations of D2Q9 are sums of those of D3Q19 where nothing depends on the third axis. */
static void orientations_have_the_flows_of_two_dimensions(void)
{
    static const int axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 1, 0},
                                   {0, 2, 1}, {1, 0, 2}, {2, 0, 1}};
    for (int n = 0; n < 6; n++)
        for (int r = 0; r < 2; r++) {
            if (!lb_check_runs(n == 1 && r == 1)) continue;
            lb_curved_space = flat;
            lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
            const double slit_2d = slit(rules[r]), torque_2d = torque(rules[r], "fp64", 5.15, 1500);
            name_space(axes[n]);
            const double slit_3d = slit(rules[r]), torque_3d = torque(rules[r], "fp64", 5.15, 1500);
            printf("  %s axes %d%d%d: slit %.2e (%.2e), torque %+.3e (%+.3e)\n", rules[r],
                   axes[n][0], axes[n][1], axes[n][2], slit_3d, slit_2d, torque_3d, torque_2d);
            LB_CHECK_NEAR(slit_3d, slit_2d, 1e-9);
            LB_CHECK_NEAR(torque_3d, torque_2d, 1e-9);
            LB_CHECK(slit_3d < (r == 0 ? 0.02 : 0.2e-5) &&
                     fabs(torque_3d) < (r == 0 ? 1e-2 : 6e-4));
        }
}

static void oblique_slits_are_exact(void)
{
    static const struct {
        int normal[3], along[3];
        double width;
        bool always;
    } of[] = {{{1, 2, 3}, {3, 0, -1}, 2.6, true},  {{1, 1, 1}, {1, -1, 0}, 4.6, false},
              {{1, 1, 1}, {1, 1, -2}, 1.3, false}, {{1, 2, 0}, {0, 0, 1}, 4.6, false},
              {{2, 3, 0}, {3, -2, 0}, 1.3, false}, {{1, 0, 0}, {0, 1, 0}, 4.6, false},
              {{1, 2, 3}, {-5, 4, -1}, 1.3, false}};
    const int axes[3] = {0, 1, 2};
    name_space(axes);
    for (size_t n = 0; n < sizeof of / sizeof *of; n++) {
        struct lb_curved_case k;
        struct lb_case c;
        struct lb_error err = {0};
        if (!lb_check_runs(of[n].always)) continue;
        if (!LB_CHECK_OK(lb_oblique_slit_make(&k, &c, "exact", "trt", of[n].normal, of[n].along,
                                              of[n].width < 2.0 ? 12 : 18, of[n].width, 0.8, 1e-5,
                                              &err),
                         &err))
            continue;
        const double error = error_after(&k, &c, of[n].width < 2.0 ? 30000 : 4000);
        printf("  normal %d %d %d width %g: error %.2e\n", of[n].normal[0], of[n].normal[1],
               of[n].normal[2], of[n].width, error);
        LB_CHECK(error < 0.3e-5);
    }
}

/* --- order --- */

/* 0: a pipe, 1: a triangle, 2: spheres; in D3Q19, once the flow is steady. */
static double error_of(int flow, const char *rule, double radius)
{
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_error err = {0};
    const double width = flow == 2 ? 0.5 * radius : flow == 1 ? 1.5 * radius : 1.2 * radius;
    const enum lb_status st =
        flow == 2 ? lb_gap_make(&k, &c, rule, "trt", 3, 0.5 * radius, radius, 0.8, 0.001, &err)
                  : lb_duct_make(&k, &c, rule, flow == 1, radius, 0.8, 1e-4, &err);
    if (!LB_CHECK_OK(st, &err)) return HUGE_VAL;
    return error_after(&k, &c, (unsigned)fmax(1000.0, 14.0 * width * width / 0.987));
}

static void errors_are_of_second_order(void)
{
    static const char *const names[] = {"pipe", "triangle", "spheres"};
    static const double radii[3][2] = {{5.2, 10.4}, {4.3, 8.6}, {5.3, 10.6}};
    const int axes[3] = {1, 2, 0};
    name_space(axes);
    for (int flow = 0; flow < 3; flow++)
        for (int r = 0; r < 2; r++) {
            if (!lb_check_runs(r == 0 && flow == 2)) continue;
            const double coarse = error_of(flow, rules[r], radii[flow][0]),
                         fine = error_of(flow, rules[r], radii[flow][1]);
            printf("  %s %s: %.2e, %.2e, order %.2f\n", names[flow], rules[r], coarse, fine,
                   log2(coarse / fine));
            const bool is_exact = flow == 0 && r == 1; /* a parabola */
            LB_CHECK(fine < (is_exact ? 1e-5 : 0.03) && (is_exact || log2(coarse / fine) > 1.9));
        }
}

/* --- formats and mass --- */

static void formats_of_16_bits_have_the_torque_of_fp32(void)
{
    static const char *const formats[] = {"fp16s", "fp16c"};
    static const double gaps[] = {1.2, 1.5, 2.1, 3.0};
    lb_curved_space = flat;
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    for (int n = 0; n < 4; n++)
        for (int r = 0; r < 2; r++) {
            if (!lb_check_runs(n == 0 && r == 0)) continue;
            const double full = torque(rules[r], "fp32", 10.3 - gaps[n], 6000);
            for (int f = 0; f < 2; f++) {
                const double off = torque(rules[r], formats[f], 10.3 - gaps[n], 6000);
                printf("  %s gap %g: torque %+.2e, fp32 %+.2e\n", rules[r], gaps[n], off, full);
                LB_CHECK_NEAR(off, full, 1e-2);
            }
        }
}

/* Over 10^4 steps between spheres; what `exact` keeps settles slowly. */
static void closed_boxes_keep_their_mass(void)
{
    const int axes[3] = {0, 1, 2};
    name_space(axes);
    for (int r = 0; r < 2; r++) {
        struct lb_curved_case k;
        struct lb_case c;
        struct lb_solver *s = NULL;
        struct lb_error err = {0};
        double drift;
        if (!lb_check_runs(r == 0)) continue;
        if (LB_CHECK_OK(lb_gap_make(&k, &c, rules[r], "trt", 3, 2.6, 5.3, 0.8, 0.02, &err), &err) &&
            LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
            LB_CHECK_OK(lb_test_mass_gain(s, 10000, &drift, &err), &err)) {
            printf("  %s: mass %+.1e\n", rules[r], drift);
            LB_CHECK(fabs(drift) < (r == 0 ? 1e-11 : 1e-8));
        }
        lb_solver_destroy(s);
        lb_curved_case_free(&k);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(orientations_have_the_flows_of_two_dimensions);
    LB_TEST_MATRIX(oblique_slits_are_exact);
    LB_TEST_MATRIX(errors_are_of_second_order);
    LB_TEST_MATRIX(formats_of_16_bits_have_the_torque_of_fp32);
    LB_TEST_MATRIX(closed_boxes_keep_their_mass);
    lb_device_close(device);
    return lb_check_report();
}
