/* Couette and plane Poiseuille flow between half-way walls, eight cells apart: where the walls are
 * depends on the collision operator in a known way.
 * The steady profile is the parabola plus G/(2 nu) (4/3 magic - 1/4), with magic (tau - 1/2)^2 for
 * a single relaxation time: Ginzburg, d'Humieres, Phys. Rev. E 68, 066614 (2003).
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { WIDTH = 8, LAYERS = WIDTH + 2, COLUMNS = 2 };
/* Slow: with several rates the squares of the velocity bend the profile by a part in 1e5 at 0.1. */
static const double wall_speed = 1e-5, peak_speed = 1e-5;
static struct lb_device *device;

static void place_walls(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const bool *is_moving = state;
    (void)x, (void)z;
    if (y > 0 && y <= WIDTH) return;
    out->flags = LB_CELL_SOLID;
    if (!*is_moving || y == 0) return;
    out->flags |= LB_CELL_MOVING;
    out->u[0] = wall_speed;
}

static const bool moving = true, resting = false;

static struct lb_case channel(const char *lattice, const char *collision, double tau,
                              const bool *is_moving)
{
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    return (struct lb_case){.name = "channel",
                            .lattice = lb_lattice_find(lattice),
                            .collision = lb_collision_find(collision),
                            .storage = lb_number_format_find("fp64"),
                            .arithmetic = LB_ARITHMETIC_FP64,
                            .shift = true,
                            .size = {COLUMNS, LAYERS, 1},
                            .viscosity = (tau - 0.5) / 3.0,
                            .cell_kinds = LB_CELL_SOLID | (*is_moving ? LB_CELL_MOVING : 0),
                            .start = place_walls,
                            .start_state = is_moving};
}

/* Velocities of the layers after all transients: the slowest decays as exp(-nu (pi/8)^2 t). */
static bool run_channel(const struct lb_case *c, double ux[LAYERS])
{
    double u[3 * COLUMNS * LAYERS];
    struct lb_error err = {0};
    const unsigned steps = (unsigned)(250.0 / c->viscosity);
    if (!LB_CHECK_OK(lb_run_steps(device, c, steps, NULL, u, &err), &err)) return false;
    for (size_t y = 0; y < LAYERS; y++)
        ux[y] = u[3 * COLUMNS * y];
    return true;
}

static void check_couette(const char *lattice, const char *collision)
{
    const struct lb_case c = channel(lattice, collision, 0.8, &moving);
    double ux[LAYERS];
    if (!run_channel(&c, ux)) return;
    for (int y = 1; y <= WIDTH; y++)
        LB_CHECK_NEAR(ux[y], wall_speed * (y - 0.5) / WIDTH, 1e-11 * wall_speed);
}

static void couette_flow_is_a_straight_line(void)
{
    for (const struct lb_collision *const *c = lb_collisions; *c != NULL; c++) {
        const bool has_parabola = strcmp((*c)->name, "srt") == 0; /* below, always */
        if (lb_check_runs(!has_parabola)) check_couette("d2q9", (*c)->name);
        if (lb_check_runs(false)) check_couette("d3q19", (*c)->name);
    }
}

/* Checks the profile against parabola and slip; returns the error of the flow rate. */
static double check_poiseuille(struct lb_case *c, double magic)
{
    const double scale = peak_speed / 16.0; /* G / (2 nu) in a channel of 8 cells */
    double ux[LAYERS], flow = 0.0, exact_flow = 0.0;
    c->force[0] = 2.0 * c->viscosity * scale;
    if (!run_channel(c, ux)) return (double)INFINITY;
    for (int y = 1; y <= WIDTH; y++) {
        const double parabola = scale * (16.0 - (y - 4.5) * (y - 4.5));
        LB_CHECK_NEAR(ux[y], parabola + scale * (4.0 / 3.0 * magic - 0.25), 1e-11 * peak_speed);
        flow += ux[y];
        exact_flow += parabola;
    }
    return flow / exact_flow - 1.0;
}

static void srt_has_the_known_slip(void)
{
    static const struct {
        double tau, error, tolerance; /* published: percents with so many digits */
    } table[] = {{0.55, -0.023, 5e-4}, {1.0, 0.0078, 5e-5}, {2.0, 0.256, 5e-4}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (!lb_check_runs(k == 2)) continue;
        struct lb_case c = channel("d2q9", "srt", table[k].tau, &resting);
        const double half = table[k].tau - 0.5;
        LB_CHECK_NEAR(check_poiseuille(&c, half * half), table[k].error, table[k].tolerance);
    }
}

static void trt_is_exact_at_every_relaxation_time(void)
{
    static const double taus[] = {0.55, 1.0, 2.0};
    for (size_t k = 0; k < sizeof taus / sizeof *taus; k++) {
        if (!lb_check_runs(k == 0)) continue; /* with another magic parameter, 0.8 always is, too */
        struct lb_case c = channel("d2q9", "trt", taus[k], &resting);
        LB_CHECK_NEAR(check_poiseuille(&c, 3.0 / 16.0), 0.0, 1e-11);
    }
}

static void trt_is_exact_on_every_fluid_lattice(void)
{
    static const char *const lattices[] = {"d3q15", "d3q19", "d3q27"};
    for (size_t k = 0; k < sizeof lattices / sizeof *lattices; k++) {
        if (!lb_check_runs(false)) continue; /* under MRT, below, D3Q19 always is */
        struct lb_case c = channel(lattices[k], "trt", 0.7, &resting);
        LB_CHECK_NEAR(check_poiseuille(&c, 3.0 / 16.0), 0.0, 1e-11);
    }
}

static void trt_has_the_slip_of_its_magic_parameter(void)
{
    struct lb_case c = channel("d2q9", "trt", 0.8, &resting);
    c.magic = 1.0 / 12.0;
    check_poiseuille(&c, c.magic);
}

/* Odd moments relax as under TRT: then the walls are where they are under TRT. */
static void mrt_is_exact_with_odd_rates_of_the_magic_parameter(void)
{
    struct lb_case c = channel("d3q19", "mrt", 0.7, &resting);
    c.rates[0] = (struct lb_chosen_rate){"q", lb_case_odd_rate(&c)};
    c.rates[1] = (struct lb_chosen_rate){"m", lb_case_odd_rate(&c)};
    LB_CHECK_NEAR(check_poiseuille(&c, 3.0 / 16.0), 0.0, 1e-11);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(couette_flow_is_a_straight_line);
    LB_TEST_MATRIX(srt_has_the_known_slip);
    LB_TEST_MATRIX(trt_is_exact_at_every_relaxation_time);
    LB_TEST_MATRIX(trt_is_exact_on_every_fluid_lattice);
    LB_TEST(trt_has_the_slip_of_its_magic_parameter);
    LB_TEST(mrt_is_exact_with_odd_rates_of_the_magic_parameter);
    lb_device_close(device);
    return lb_check_report();
}
