/* Taylor-Green vortices on two resolutions, refined as diffusion asks (same relaxation time, half
 * the velocity): the error falls fourfold, with every collision operator on every lattice that
 * makes a fluid.  In 3D the box is one cell thin; the coarse vortices are in the box of the fine ones four times,
 * so that the kernels are the same.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { COARSE = 16, FINE = 32 };
static const double pi = 3.14159265358979323846;
static struct lb_device *device;

struct vortices {
    double k, u0;
    double decay; /* of the velocity since the start */
};

/* The exact flow, also as a start state: at time 0 the decay is 1. */
static void exact_flow(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct vortices *s = state;
    const double kx = s->k * (x + 0.5), ky = s->k * (y + 0.5);
    (void)z;
    out->u[0] = s->decay * s->u0 * cos(kx) * sin(ky);
    out->u[1] = -s->decay * s->u0 * sin(kx) * cos(ky);
    out->rho = 1.0 - 0.75 * s->u0 * s->u0 * s->decay * s->decay * (cos(2.0 * kx) + cos(2.0 * ky));
}

static double relative_error(const struct lb_case *c, const struct vortices *s, const double *u)
{
    double difference = 0.0, square = 0.0;
    for (uint32_t n = 0; n < lb_case_cell_count(c); n++) {
        struct lb_cell exact = {0};
        exact_flow(s, n % c->size[0], n / c->size[0], 0, &exact);
        for (int a = 0; a < 2; a++) {
            const double d = u[3 * (size_t)n + (size_t)a] - exact.u[a];
            difference += d * d;
            square += exact.u[a] * exact.u[a];
        }
    }
    return sqrt(difference / square);
}

/* After the velocity has fallen by e. */
static double error_at(const char *lattice, const char *collision, uint32_t side)
{
    struct vortices s = {.k = 2.0 * pi / side, .u0 = 0.64 / side, .decay = 1.0};
    struct lb_error err = {0};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    const struct lb_case c = {.name = "vortices",
                              .lattice = lb_lattice_find(lattice),
                              .collision = lb_collision_find(collision),
                              .storage = lb_number_format_find("fp64"),
                              .arithmetic = LB_ARITHMETIC_FP64,
                              .shift = true,
                              .size = {FINE, FINE, 1},
                              .viscosity = 0.1,
                              .start = exact_flow,
                              .start_state = &s};
    const double rate = 2.0 * c.viscosity * s.k * s.k;
    const unsigned steps = (unsigned)lround(1.0 / rate);
    double error = (double)INFINITY;
    double *u = calloc(3 * (size_t)FINE * FINE, sizeof *u);
    if (LB_CHECK(u != NULL) && LB_CHECK_OK(lb_run_steps(device, &c, steps, NULL, u, &err), &err)) {
        s.decay = exp(-rate * steps);
        error = relative_error(&c, &s, u);
    }
    free(u);
    return error;
}

static void check_order(const char *lattice, const char *collision)
{
    const double coarse = error_at(lattice, collision, COARSE);
    const double fine = error_at(lattice, collision, FINE);
    printf("  %s %s: %.3e, %.3e\n", lattice, collision, coarse, fine);
    LB_CHECK(fine < 0.02);
    LB_CHECK_NEAR(log2(coarse / fine), 2.0, 0.1);
}

/* In three dimensions each lattice but one always meets an operator; in two all others, new ones too, do. */
static const struct {
    const char *lattice, *always;
} in_space[] = {{"d3q15", "trt"}, {"d3q19", "mrt"}, {"d3q27", ""}};
enum { IN_SPACE = sizeof in_space / sizeof *in_space };

static void check_in_plane(const struct lb_collision *c)
{
    bool is_met = false;
    for (size_t k = 0; k < IN_SPACE; k++)
        is_met = is_met || strcmp(in_space[k].always, c->name) == 0;
    if (lb_check_runs(!is_met)) check_order("d2q9", c->name);
}

static void errors_fall_with_the_square_of_the_cell_size(void)
{
    for (const struct lb_collision *const *c = lb_collisions; *c != NULL; c++)
        check_in_plane(*c);
    for (size_t k = 0; k < IN_SPACE; k++)
        for (const struct lb_collision *const *c = lb_collisions; *c != NULL; c++)
            if (lb_collision_check(*c, lb_lattice_find(in_space[k].lattice), NULL) ==
                    LB_STATUS_OK &&
                lb_check_runs(strcmp((*c)->name, in_space[k].always) == 0))
                check_order(in_space[k].lattice, (*c)->name);
}

static void so_do_those_of_d3q13_under_mrt(void)
{
    if (lb_check_runs(false)) check_order("d3q13", "mrt");
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(errors_fall_with_the_square_of_the_cell_size);
    LB_TEST_MATRIX(so_do_those_of_d3q13_under_mrt);
    lb_device_close(device);
    return lb_check_report();
}
