/* test_means.c - means over time, fluctuations and stresses that the device keeps, against two
 * passes over the recorded samples in long double.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/lookup.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { NX = 8, NY = 6, NZ = 4, CELLS = NX * NY * NZ, SAMPLES = 60 };

static struct lb_device *device;

/* Numbers of all cells as the device has them. */
struct found {
    double rho[CELLS], u[3 * CELLS], products[LB_MEANS_PRODUCT_NUMBERS * CELLS];
};

static bool read_means(struct lb_solver *s, const struct lb_case *c, uint64_t samples,
                       struct found *out)
{
    struct lb_error err = {0};
    const struct lb_region all = {.end = {c->size[0], c->size[1], c->size[2]}};
    const enum lb_means_set set = LB_MEANS_OF_SETUP;
    bool fine = LB_CHECK_OK(
        lb_solver_read_means(s, set, LB_MEANS_DENSITY, samples, &all, out->rho, &err), &err);
    fine = fine &&
           LB_CHECK_OK(lb_solver_read_means(s, set, LB_MEANS_VELOCITY, samples, &all, out->u, &err),
                       &err);
    return fine && LB_CHECK_OK(lb_solver_read_means(s, set, LB_MEANS_PRODUCTS, samples, &all,
                                                    out->products, &err),
                               &err);
}

/* A sample after each step; where `recorded` is not NULL, rho and u of each cell at each. */
static bool sample(const struct lb_case *c, int samples, double *recorded, struct found *out)
{
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    static double rho[CELLS], u[3 * CELLS];
    const size_t cells = (size_t)lb_case_cell_count(c);
    const struct lb_region all = {.end = {c->size[0], c->size[1], c->size[2]}};
    bool fine = LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err);
    for (int n = 0; n < samples && fine; n++) {
        fine = LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err) &&
               LB_CHECK_OK(lb_solver_sample_means(s, LB_MEANS_OF_SETUP, (uint64_t)n + 1, &err),
                           &err) &&
               LB_CHECK_OK(lb_solver_read(s, &all, rho, u, &err), &err);
        for (size_t k = 0; k < cells && recorded != NULL; k++, recorded += 4) {
            recorded[0] = rho[k];
            memcpy(recorded + 1, u + 3 * k, 3 * sizeof *u);
        }
    }
    fine = fine && read_means(s, c, (uint64_t)samples, out);
    lb_solver_destroy(s);
    return fine;
}

static long double mean_of(const double *recorded, size_t apart, int samples)
{
    long double sum = 0.0L;
    for (int n = 0; n < samples; n++)
        sum += (long double)recorded[apart * (size_t)n];
    return sum / samples;
}

static long double product_of(const double *a, const double *b, size_t apart, int samples)
{
    const long double mean_a = mean_of(a, apart, samples), mean_b = mean_of(b, apart, samples);
    long double sum = 0.0L;
    for (int n = 0; n < samples; n++)
        sum += ((long double)a[apart * (size_t)n] - mean_a) *
               ((long double)b[apart * (size_t)n] - mean_b);
    return sum / samples;
}

/* Errors over the RMS of what fluctuates; rms[0] of the density, the rest of the velocity. */
static void check_cell(const double *recorded, size_t apart, int samples, const struct found *found,
                       size_t k, double allowed)
{
    static const int pairs[LB_MEANS_PRODUCT_NUMBERS][2] = {{0, 0}, {1, 1}, {2, 2}, {3, 3},
                                                           {1, 2}, {1, 3}, {2, 3}};
    const double *products = found->products + LB_MEANS_PRODUCT_NUMBERS * k;
    double rms[4];
    for (int a = 0; a < 4; a++) {
        rms[a] = sqrt((double)product_of(recorded + a, recorded + a, apart, samples));
        const double mean = a == 0 ? found->rho[k] : found->u[3 * k + (size_t)a - 1];
        LB_CHECK_NEAR(mean, (double)mean_of(recorded + a, apart, samples), allowed * rms[a]);
    }
    for (int p = 0; p < LB_MEANS_PRODUCT_NUMBERS; p++) {
        const int a = pairs[p][0], b = pairs[p][1];
        LB_CHECK_NEAR(products[p], (double)product_of(recorded + a, recorded + b, apart, samples),
                      2.0 * allowed * rms[a] * rms[b]);
    }
}

static void check(const struct lb_case *c, int samples, double allowed)
{
    static struct found found;
    const size_t cells = (size_t)lb_case_cell_count(c), apart = 4 * cells;
    double *recorded = malloc(apart * (size_t)samples * sizeof *recorded);
    LB_CHECK(recorded != NULL);
    if (recorded != NULL && sample(c, samples, recorded, &found))
        for (size_t k = 0; k < cells; k++)
            check_cell(recorded + 4 * k, apart, samples, &found, k, allowed);
    free(recorded);
}

static struct lb_case random_case(struct lb_random_state *state, const char *lattice)
{
    struct lb_case c;
    const bool flat = strcmp(lattice, "d2q9") == 0;
    lb_random_case_init(&c, state, lb_lattice_find(lattice), LB_WITH_ALL, NX, NY, flat ? 1 : NZ);
    c.means[LB_MEANS_OF_SETUP] = LB_MEANS_WITH_STRESSES;
    return c;
}

static void they_are_those_of_the_samples(void)
{
    static const char *const lattices[] = {"d2q9", "d3q19"};
    static const char *const formats[] = {"fp32", "fp16s"};
    struct lb_random_state state;
    for (int n = 0; n < 2; n++) {
        struct lb_case c = random_case(&state, lattices[n]);
        if (lb_check_runs(n == 0) && lb_device_can_do(device, &c)) check(&c, SAMPLES, 1e-13);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find(formats[n]);
        if (lb_check_runs(true)) check(&c, SAMPLES, 3e-6);
        c.shows_mean = true;
        if (lb_check_runs(n == 0)) check(&c, SAMPLES, 3e-6);
    }
}

static void they_are_those_of_a_flow_in_moments(void)
{
    struct lb_random_state state;
    struct lb_case c;
    lb_random_case_init(&c, &state, lb_lattice_find("d3q19"), LB_WITH_FORCE | LB_WITH_MOVING, NX,
                        NY, NZ);
    c.means[LB_MEANS_OF_SETUP] = LB_MEANS_WITH_STRESSES;
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    c.streaming = LB_STREAMING_MOMENTS;
    c.collision = lb_collision_find("rr");
    check(&c, SAMPLES, 3e-6);
}

/* A wave that is slow to decay on a stream: fluctuations of a thousandth of the mean. */
static void start_wave(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const double k = 2.0 * acos(-1.0) / NX;
    (void)state, (void)y, (void)z;
    out->u[0] = 0.1;
    out->u[1] = 1e-4 * sin(k * x);
}

static void digits_are_not_lost_behind_many_samples(void)
{
    struct lb_random_state state;
    struct lb_case c = random_case(&state, "d2q9");
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    c.collision = lb_collision_find("trt");
    c.viscosity = 1e-4;
    c.force[0] = c.force[1] = 0.0;
    c.cell_kinds = 0;
    c.start = start_wave;
    check(&c, 4000, 1e-5);
}

static void layouts_have_the_same_bits(void)
{
    static struct found one, other;
    struct lb_random_state state;
    struct lb_case c = random_case(&state, "d2q9");
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    lb_test_layout.lanes = 1;
    c.streaming = LB_STREAMING_PULL;
    bool fine = sample(&c, 9, NULL, &one);
    lb_test_layout.lanes = 4;
    c.streaming = LB_STREAMING_IN_PLACE;
    fine = fine && sample(&c, 9, NULL, &other);
    LB_CHECK(fine && memcmp(&one, &other, sizeof one) == 0);
}

static void sets_are_kept_only_where_they_are_asked_for(void)
{
    struct lb_random_state state;
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    struct lb_case c = random_case(&state, "d2q9");
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    LB_CHECK_EQUAL_INT(lb_solver_sample_means(s, LB_MEANS_OF_RUN, 1, &err), LB_STATUS_FAILED);
    lb_solver_destroy(s);
    LB_CHECK_EQUAL_INT(lb_means_planes(&c, LB_MEANS_OF_RUN), 0);
    LB_CHECK_EQUAL_INT(lb_means_planes(&c, LB_MEANS_OF_SETUP), 2 * 3 + 4);
    c.means[LB_MEANS_OF_RUN] = LB_MEANS_FLOW;
    c.lattice = lb_lattice_find("d3q27");
    LB_CHECK_EQUAL_INT(lb_means_planes(&c, LB_MEANS_OF_RUN), 2 * 4);
    LB_CHECK_EQUAL_INT(lb_means_planes(&c, LB_MEANS_OF_SETUP), 2 * 4 + 7);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(they_are_those_of_the_samples);
    LB_TEST(they_are_those_of_a_flow_in_moments);
    LB_TEST(digits_are_not_lost_behind_many_samples);
    LB_TEST(layouts_have_the_same_bits);
    LB_TEST(sets_are_kept_only_where_they_are_asked_for);
    lb_device_close(device);
    return lb_check_report();
}
