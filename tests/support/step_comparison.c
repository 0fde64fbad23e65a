/* step_comparison.c - solver and reference side by side, with tolerances from round-off.
 * SPDX-License-Identifier: MIT */
#include "support/step_comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "reference/reference.h"
#include "support/test_solver.h"

struct lb_device *lb_open_test_device(struct lb_error *err)
{
    struct lb_device *device = NULL;
    return lb_device_open(getenv("SLUICE_DEVICE"), &device, err) == LB_STATUS_OK ? device : NULL;
}

struct lb_device *lb_open_marker_device(struct lb_error *err)
{
    struct lb_device *device = lb_open_test_device(err);
    if (device == NULL || lb_device_get_info(device)->int64_atomics) return device;
    lb_device_close(device);
    lb_fail(err, LB_STATUS_DEVICE, "the device has no 64-bit atomics");
    return NULL;
}

bool lb_device_is_native(const struct lb_device *device)
{
    return strcmp(lb_device_get_info(device)->name, "native") == 0;
}

bool lb_case_runs(const struct lb_device *device, enum lb_when when)
{
    return lb_check_runs(when == LB_ALWAYS || (when == LB_NATIVELY && lb_device_is_native(device)));
}

bool lb_device_can_do(const struct lb_device *device, const struct lb_case *c)
{
    if (lb_collision_check(c->collision, c->lattice, NULL) != LB_STATUS_OK) return false;
    return c->arithmetic != LB_ARITHMETIC_FP64 || lb_device_get_info(device)->fp64;
}

void lb_case_in_words(const struct lb_case *c, char *out, size_t size)
{
    char precision[32];
    lb_case_precision_name(c, precision, sizeof precision);
    const bool force = c->force[0] != 0.0 || c->force[1] != 0.0 || c->force[2] != 0.0;
    snprintf(out, size, "%s %s %s %s %s V=%d %ux%ux%u%s%s%s%s", c->lattice->name,
             c->collision->name, c->streaming == LB_STREAMING_PULL ? "pull" : "in-place", precision,
             c->shift ? "shift" : "no-shift", lb_test_layout.lanes, c->size[0], c->size[1],
             c->size[2], force ? " force" : "",
             (c->cell_kinds & LB_CELL_SOLID) != 0 ? " solid" : "",
             (c->cell_kinds & LB_CELL_MOVING) != 0 ? " moving" : "",
             (c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0 ? " equilibrium" : "");
}

static struct lb_region whole_box(const struct lb_case *c)
{
    return (struct lb_region){.end = {c->size[0], c->size[1], c->size[2]}};
}

enum lb_status lb_run_steps(struct lb_device *device, const struct lb_case *c, unsigned steps,
                            double *rho, double *u, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_region box = whole_box(c);
    struct lb_solver *solver = NULL;
    LB_TRY(lb_test_solver_create(c, device, &solver, err));
    LB_TRY(lb_solver_advance(solver, steps, err));
    LB_TRY(lb_solver_read(solver, &box, rho, u, err));
cleanup:
    lb_solver_destroy(solver);
    return st;
}

/* Both sides of one comparison. */
struct sides {
    const struct lb_case *c;
    struct lb_solver *solver;
    struct lb_reference *reference;
    size_t cell_count;
    double *rho, *u;                   /* of the device */
    double *expected_rho, *expected_u; /* of the reference */
};

static void close_sides(struct sides *s)
{
    lb_solver_destroy(s->solver);
    lb_reference_destroy(s->reference);
    free(s->rho);
    free(s->u);
    free(s->expected_rho);
    free(s->expected_u);
}

static enum lb_status open_sides(struct sides *s, struct lb_device *device, const struct lb_case *c,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *s = (struct sides){.c = c, .cell_count = (size_t)lb_case_cell_count(c)};
    s->rho = calloc(s->cell_count, sizeof *s->rho);
    s->u = calloc(3 * s->cell_count, sizeof *s->u);
    s->expected_rho = calloc(s->cell_count, sizeof *s->expected_rho);
    s->expected_u = calloc(3 * s->cell_count, sizeof *s->expected_u);
    LB_REQUIRE(s->rho != NULL && s->u != NULL && s->expected_rho != NULL && s->expected_u != NULL,
               LB_STATUS_FAILED, "no memory for the comparison");
    LB_TRY(lb_reference_create(c, true, &s->reference, err));
    LB_TRY(lb_test_solver_create(c, device, &s->solver, err));
    LB_REQUIRE(lb_test_layout.lanes == 0 || lb_solver_lanes(s->solver) == lb_test_layout.lanes,
               LB_STATUS_FAILED, "asked for %d lanes, got %d", lb_test_layout.lanes,
               lb_solver_lanes(s->solver));
cleanup:
    return st;
}

/* A NaN exceeds every tolerance. */
static bool is_within(double difference, double tolerance)
{
    return fabs(difference) <= tolerance;
}

static bool cell_is_within(const struct sides *s, size_t n, double rho_tolerance,
                           double u_tolerance)
{
    const bool solid = (lb_reference_cells(s->reference)[n].flags & LB_CELL_SOLID) != 0;
    bool within = solid || is_within(s->rho[n] - s->expected_rho[n], rho_tolerance);
    for (size_t a = 0; a < 3; a++)
        within = within && is_within(s->u[3 * n + a] - s->expected_u[3 * n + a], u_tolerance);
    return within;
}

/* Counts the cells outside of the tolerances; `first` is the first of them. */
static size_t count_outside(const struct sides *s, double rho_tolerance, double u_tolerance,
                            size_t *first)
{
    size_t outside = 0;
    for (size_t n = 0; n < s->cell_count; n++) {
        if (cell_is_within(s, n, rho_tolerance, u_tolerance)) continue;
        if (outside == 0) *first = n;
        outside++;
    }
    return outside;
}

static void print_cell(const struct sides *s, unsigned step, size_t outside, size_t n,
                       double tolerance)
{
    char words[256];
    lb_case_in_words(s->c, words, sizeof words);
    const size_t nx = s->c->size[0];
    const size_t ny = s->c->size[1];
    printf("  %s\n  step %u: %zu of %zu cells differ by more than %.3g, first (%zu, %zu, %zu), "
           "flags %d:\n",
           words, step, outside, s->cell_count, tolerance, n % nx, n / nx % ny, n / (nx * ny),
           lb_reference_cells(s->reference)[n].flags);
    printf("    rho  %.17g  expected %.17g  apart by %.3g\n", s->rho[n], s->expected_rho[n],
           fabs(s->rho[n] - s->expected_rho[n]));
    for (size_t a = 0; a < 3; a++)
        printf("    u_%c  %.17g  expected %.17g  apart by %.3g\n", "xyz"[a], s -> u[3 * n + a],
               s -> expected_u[3 * n + a], fabs(s->u[3 * n + a] - s->expected_u[3 * n + a]));
}

static double round_off(const struct lb_case *c)
{
    return c->arithmetic == LB_ARITHMETIC_FP64 ? 0x1p-53 : 0x1p-24;
}

static bool compare(const struct sides *s, unsigned step)
{
    const double e = round_off(s->c);
    const double of_device = e * lb_reference_magnitude(s->reference);
    const double of_reference = 0x1p-53; /* it sums plain populations, of magnitude 1 */
    const double arithmetic = 8.0 * (of_device + of_reference) * (step + 2.0);
    const double storage = 4.0 * lb_reference_rounding(s->reference) * (step + 1.0);
    size_t first = 0;
    size_t outside = count_outside(s, arithmetic + storage + e, arithmetic + storage, &first);
    if (outside > 0) {
        print_cell(s, step, outside, first, arithmetic + storage);
        return false;
    }
    if (step > 0 || s->c->storage->epsilon < 256.0 * e) return true;
    outside = count_outside(s, arithmetic + e, arithmetic, &first);
    if (4 * outside <= s->cell_count) return true;
    print_cell(s, step, outside, first, arithmetic);
    return false;
}

bool lb_steps_agree(struct lb_device *device, const struct lb_case *c)
{
    static const unsigned stops[] = {0, 1, 2, 7};
    enum lb_status st = LB_STATUS_OK;
    struct lb_error error = {0};
    struct lb_error *err = &error;
    struct sides s;
    const struct lb_region box = whole_box(c);
    bool agree = true;
    unsigned step = 0;
    LB_TRY(open_sides(&s, device, c, err));
    for (size_t k = 0; k < sizeof stops / sizeof *stops && agree; k++) {
        LB_TRY(lb_solver_advance(s.solver, stops[k] - step, err));
        lb_reference_advance(s.reference, stops[k] - step);
        step = stops[k];
        LB_TRY(lb_solver_read(s.solver, &box, s.rho, s.u, err));
        lb_reference_read(s.reference, s.expected_rho, s.expected_u);
        agree = compare(&s, step);
    }
cleanup:
    if (st != LB_STATUS_OK) {
        char words[256];
        lb_case_in_words(c, words, sizeof words);
        printf("  %s: %s\n", words, error.text);
    }
    close_sides(&s);
    return st == LB_STATUS_OK && agree;
}

bool lb_random_steps_agree(struct lb_device *device, const char *lattice, unsigned with,
                           const uint32_t size[3], int lanes, enum lb_streaming streaming)
{
    struct lb_case c;
    struct lb_random_state state;
    lb_random_case_init(&c, &state, lb_lattice_find(lattice), with, size[0], size[1], size[2]);
    c.streaming = streaming;
    lb_test_layout.lanes = lanes;
    if (!lb_device_get_info(device)->fp64) {
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find("fp32");
    }
    return lb_steps_agree(device, &c);
}
