/* test_thin_walls.c - sheets without a cell inside against exact flows: each slit between two of
 * them has its parabola, straight and inclined, in two dimensions and in three.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/rounding.h"
#include "opencl/device.h"
#include "support/check.h"
#include "support/curved_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

struct slits {
    const char *rule, *collision;
    int rise, run, repeats;
    double width, offset, tau, peak;
    enum lb_streaming streaming;
};

/* The error of the velocity once the slowest transient, exp(-pi^2 nu t / width^2), is at round-
 * off; in FP64, or in `storage` with FP32 and noise. */
static double run_in(const char *storage, const struct slits *s)
{
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_error err = {0};
    double error = HUGE_VAL;
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    lb_curved_space.offset = s->offset;
    if (!LB_CHECK_OK(lb_sheets_make(&k, &c, s->rule, s->collision, s->rise, s->run, s->repeats,
                                    s->width, s->tau, s->peak, &err),
                     &err))
        return error;
    c.streaming = s->streaming;
    if (storage != NULL) {
        c.storage = lb_number_format_find(storage);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.rounding = lb_roundings[1];
    }
    const double widest = fmax(s->width, k.period - s->width);
    const double settles = widest * widest / (9.87 * c.viscosity) + 1.0 / lb_wall_settling(&c);
    double *u = malloc(3 * lb_case_cell_count(&c) * sizeof *u);
    if (LB_CHECK(u != NULL) &&
        LB_CHECK_OK(lb_run_steps(device, &c, (unsigned)fmax(4000.0, 36.0 * settles), NULL, u, &err),
                    &err))
        error = lb_curved_error(&k, &c, u);
    printf("  %s %s slope %d/%d widths %g, %g offset %g tau %g u %g streaming %d: error %.2e\n",
           s->rule, s->collision, s->rise, s->run, s->width, k.period - s->width, s->offset, s->tau,
           s->peak, (int)s->streaming, error);
    free(u);
    lb_curved_case_free(&k);
    return error;
}

static double run(const struct slits *s)
{
    return run_in(NULL, s);
}

/* What is left of `exact` is inertia, over the peak: as between solid cells. */
static void both_sides_are_exact(void)
{
    static const struct {
        struct slits s;
        double bar;
        bool always;
    } of[] = {
        /* one sheet halfway between cells, and at 0.3 from one side, 0.7 from the other */
        {{"exact", "trt", 0, 1, 8, 0.0, 0.5, 0.8, 1e-3, LB_STREAMING_IN_PLACE}, 1e-4, true},
        {{"exact", "trt", 0, 1, 8, 0.0, 0.3, 0.8, 1e-3, LB_STREAMING_IN_PLACE}, 1e-4, true},
        {{"exact", "rr", 0, 1, 9, 4.6, 0.3, 0.8, 1e-3, LB_STREAMING_PULL}, 1e-4, true},
        {{"exact", "rr", 0, 1, 9, 4.6, 0.3, 0.8, 1e-3, LB_STREAMING_MOMENTS}, 1e-4, true},
        /* inclined */
        {{"exact", "trt", 1, 2, 12, 4.6, 0.37, 0.8, 1e-5, LB_STREAMING_IN_PLACE}, 0.2, true},
        {{"exact", "trt", 1, 3, 8, 0.0, 0.37, 0.8, 1e-5, LB_STREAMING_PULL}, 0.2, true},
        {{"exact", "srt", 2, 3, 6, 4.6, 0.37, 0.8, 1e-5, LB_STREAMING_IN_PLACE}, 0.2, false},
        {{"exact", "rr", 2, 3, 6, 4.6, 0.37, 0.8, 1e-5, LB_STREAMING_MOMENTS}, 0.2, false},
        /* 1.3 cells between two sheets: links of both directions are solved together */
        {{"exact", "trt", 1, 2, 8, 1.3, 0.37, 0.8, 1e-5, LB_STREAMING_IN_PLACE}, 0.3, true},
    };
    for (size_t n = 0; n < sizeof of / sizeof *of; n++)
        if (lb_check_runs(of[n].always)) LB_CHECK(run(&of[n].s) < of[n].bar * of[n].s.peak);
}

/* Halfway between cells both rules of half-way bounce back are exact, with Lambda = 3/16. */
static void halfway_sheets_are_exact(void)
{
    const struct slits s = {"curved", "trt", 0, 1, 8, 0.0, 0.5, 0.8, 1e-3, LB_STREAMING_IN_PLACE};
    LB_CHECK(run(&s) < 1e-9);
}

static void curved_sheets_are_of_second_order(void)
{
    struct slits s = {"curved", "trt", 1, 2, 10, 0.0, 0.37, 0.8, 1e-5, LB_STREAMING_IN_PLACE};
    const double coarse = run(&s);
    s.repeats = 20;
    const double fine = run(&s);
    LB_CHECK(coarse < 0.05 && fine < coarse / 3.0);
}

/* What remains is noise: 4e-4 to 8e-4 of twelve bits, 1e-2 of eight. */
static void shared_exponents_have_the_same_flows(void)
{
    static const struct {
        const char *rule, *storage;
        int rise, run, repeats;
        double bar;
    } of[] = {
        {"exact", "bfp12", 1, 2, 10, 1.5e-3},
        {"curved", "bfp12", 1, 2, 20, 2.5e-3}, /* 5.1e-3 at half of it */
        {"exact", "mx8", 0, 1, 10, 3e-2},
    };
    for (size_t n = 0; n < sizeof of / sizeof *of; n++) {
        const struct slits s = {of[n].rule, "trt", of[n].rise, of[n].run, of[n].repeats,
                                0.0,        0.37,  0.8,        0.02,      LB_STREAMING_IN_PLACE};
        LB_CHECK(run_in(of[n].storage, &s) < of[n].bar);
    }
}

static void in_three_dimensions_they_are_those_of_two(void)
{
    const struct lb_curved_space flat = lb_curved_space;
    const struct slits s = {"exact", "trt", 1, 2, 8, 4.6, 0.37, 0.8, 1e-5, LB_STREAMING_IN_PLACE};
    lb_curved_space = (struct lb_curved_space){"d3q19", {2, 0, 1}, 2, 0.37};
    LB_CHECK(run(&s) < 0.2 * s.peak);
    lb_curved_space = flat;
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(both_sides_are_exact);
    LB_TEST(halfway_sheets_are_exact);
    LB_TEST(curved_sheets_are_of_second_order);
    LB_TEST(shared_exponents_have_the_same_flows);
    LB_TEST(in_three_dimensions_they_are_those_of_two);
    lb_device_close(device);
    return lb_check_report();
}
