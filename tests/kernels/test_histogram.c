/* test_histogram.c - the device's histogram of a state whose populations are known.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "case/case.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/test_solver.h"

enum { NX = 16, NY = 12, SOLID_CELLS = NX };

static struct lb_device *device;

/* Fluid of density 2 at rest above a row of wall: f_i = 2 w_i, so f_i - w_i = w_i. */
static void start_dense(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state, (void)x, (void)z;
    out->rho = 2.0;
    if (y == 0) out->flags = LB_CELL_SOLID;
}

static struct lb_case dense_case(bool shift)
{
    return (struct lb_case){.name = "dense",
                            .lattice = lb_lattice_find("d2q9"),
                            .collision = lb_collision_find("srt"),
                            .storage = lb_number_format_find("fp32"),
                            .shift = shift,
                            .size = {NX, NY, 1},
                            .viscosity = 1.0 / 6.0,
                            .cell_kinds = LB_CELL_SOLID,
                            .start = start_dense};
}

/* Counts in the bins that hold `value`: the limits must enclose it. */
static uint64_t count_of(const struct lb_histogram *h, int which, double value)
{
    uint64_t count = 0;
    for (int bin = 0; bin < LB_BINS; bin++) {
        double low, high;
        lb_histogram_limits(bin, &low, &high);
        if (low <= value && value < high) count += h->counts[which][bin];
    }
    return count;
}

static uint64_t sum_of(const struct lb_histogram *h, int which)
{
    uint64_t sum = 0;
    for (int n = 0; n < 2 * LB_BINS; n++)
        sum += h->counts[which][n];
    return sum;
}

static void check_dense(bool shift)
{
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    struct lb_histogram *h = calloc(1, sizeof *h);
    const struct lb_case c = dense_case(shift);
    const uint64_t cells = (uint64_t)NX * NY - SOLID_CELLS;
    LB_CHECK(h != NULL);
    LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err);
    if (h != NULL && s != NULL) {
        LB_CHECK_OK(lb_solver_histogram(s, h, &err), &err);
        const double weights[3] = {4.0 / 9.0, 1.0 / 9.0, 1.0 / 36.0};
        const uint64_t directions[3] = {1, 4, 4};
        for (int n = 0; n < 3; n++) {
            /* a hair above: 4/9 and its like are no float */
            const double w = weights[n] * (1.0 + 1e-6);
            LB_CHECK_EQUAL_INT(count_of(h, 0, 2.0 * w), directions[n] * cells);
            LB_CHECK_EQUAL_INT(count_of(h, 1, w), directions[n] * cells);
        }
        LB_CHECK_EQUAL_INT(sum_of(h, 0), 9 * cells);
        LB_CHECK_EQUAL_INT(sum_of(h, 1), 9 * cells);
    }
    lb_solver_destroy(s);
    free(h);
}

static void populations_of_a_dense_fluid_fall_into_their_bins(void)
{
    check_dense(true);
    check_dense(false);
}

static void bins_are_quarter_octaves_without_gaps(void)
{
    double end_before = 0.0;
    for (int bin = 0; bin < LB_BINS; bin++) {
        double low, high;
        lb_histogram_limits(bin, &low, &high);
        LB_CHECK(low == end_before);
        if (bin > 0) LB_CHECK_CLOSE(high / low, pow(2.0, 0.25), 1e-12);
        end_before = high;
    }
    LB_CHECK(end_before == 16.0);
}

int main(void)
{
    struct lb_error err = {0};
    LB_TEST(bins_are_quarter_octaves_without_gaps);
    if (lb_device_open(getenv("SLUICE_DEVICE"), &device, &err) != LB_STATUS_OK)
        return lb_check_skip(err.text);
    LB_TEST(populations_of_a_dense_fluid_fall_into_their_bins);
    lb_device_close(device);
    return lb_check_report();
}
