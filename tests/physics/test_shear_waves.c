/* A shear wave decays with the viscosity asked for, in every direction, with every collision
 * operator on every lattice that makes a fluid; and the two lattices that do not are off by the
 * known factors.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIDE = 40, FIRST_STEP = 40, LAST_STEP = 120 };
static const double pi = 3.14159265358979323846;
static const double viscosity = 0.03;
static struct lb_device *device;

/* Velocity along `across` (not normalised), varying along `wave`. */
struct shear_wave {
    int wave[3], across[3];
    double turn; /* 2 pi / side */
};

static double phase(const struct shear_wave *s, const uint32_t cell[3])
{
    double sum = 0.0;
    for (int a = 0; a < 3; a++)
        sum += s->turn * s->wave[a] * cell[a];
    return sum;
}

static void start_wave(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct shear_wave *s = state;
    for (int a = 0; a < 3; a++)
        out->u[a] = 1e-6 * s->across[a] * sin(phase(s, (uint32_t[]){x, y, z}));
}

static double amplitude(const struct shear_wave *s, const struct lb_case *c, const double *u)
{
    double sum = 0.0;
    for (uint32_t n = 0; n < lb_case_cell_count(c); n++) {
        const uint32_t cell[3] = {n % c->size[0], n / c->size[0] % c->size[1],
                                  n / (c->size[0] * c->size[1])};
        for (int a = 0; a < 3; a++)
            sum += s->across[a] * u[3 * (size_t)n + (size_t)a] * sin(phase(s, cell));
    }
    return sum;
}

/* Amplitude at FIRST_STEP over that at LAST_STEP. */
static enum lb_status run_wave(const struct shear_wave *s, const struct lb_case *c, double *ratio,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *solver = NULL;
    const struct lb_region box = {.end = {c->size[0], c->size[1], c->size[2]}};
    double *u = calloc(3 * (size_t)lb_case_cell_count(c), sizeof *u);
    LB_REQUIRE(u != NULL, LB_STATUS_FAILED, "no memory");
    LB_TRY(lb_test_solver_create(c, device, &solver, err));
    LB_TRY(lb_solver_advance(solver, FIRST_STEP, err));
    LB_TRY(lb_solver_read(solver, &box, NULL, u, err));
    *ratio = amplitude(s, c, u);
    LB_TRY(lb_solver_advance(solver, LAST_STEP - FIRST_STEP, err));
    LB_TRY(lb_solver_read(solver, &box, NULL, u, err));
    *ratio /= amplitude(s, c, u);
cleanup:
    lb_solver_destroy(solver);
    free(u);
    return st;
}

/* The viscosity that is seen, over the one asked for, by the wave that fits `times` into the box.
 * */
static double seen_by_wave(const char *lattice, const char *collision, const int wave[3],
                           const int across[3], int times)
{
    struct shear_wave s = {.turn = 2.0 * pi / SIDE};
    struct lb_error err = {0};
    double square = 0.0, ratio = 0.0;
    for (int a = 0; a < 3; a++) {
        s.wave[a] = times * wave[a];
        s.across[a] = across[a];
        square += s.turn * s.turn * s.wave[a] * s.wave[a];
    }
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const struct lb_case c = {.name = "shear wave",
                              .lattice = l,
                              .collision = lb_collision_find(collision),
                              .storage = lb_number_format_find("fp64"),
                              .arithmetic = LB_ARITHMETIC_FP64,
                              .shift = true,
                              .size = {SIDE, SIDE, l->dimensions == 3 ? SIDE : 1},
                              .viscosity = viscosity,
                              .start = start_wave,
                              .start_state = &s};
    if (!LB_CHECK_OK(run_wave(&s, &c, &ratio, &err), &err)) return 0.0;
    return log(ratio) / (square * (LAST_STEP - FIRST_STEP) * viscosity);
}

/* The same for an infinitely long wave: the lattice's error falls with the square of the length. */
static double seen_viscosity(const char *lattice, const char *collision, const int wave[3],
                             const int across[3])
{
    const double of_long = seen_by_wave(lattice, collision, wave, across, 1);
    return (4.0 * of_long - seen_by_wave(lattice, collision, wave, across, 2)) / 3.0;
}

static const int axis[3] = {1, 0, 0}, edge[3] = {1, 1, 0}, corner[3] = {1, 1, 1};
static const int across_axis[3] = {0, 1, 0}, across_edge[3] = {1, -1, 0}, upright[3] = {0, 0, 1};

static void check_fluid(const char *lattice, const char *collision)
{
    const bool is_flat = lb_lattice_find(lattice)->dimensions == 2;
    printf("  %s %s\n", lattice, collision);
    LB_CHECK_CLOSE(seen_viscosity(lattice, collision, axis, across_axis), 1.0, 1e-3);
    LB_CHECK_CLOSE(seen_viscosity(lattice, collision, edge, across_edge), 1.0, 1e-3);
    if (is_flat) return;
    LB_CHECK_CLOSE(seen_viscosity(lattice, collision, edge, upright), 1.0, 1e-3);
    LB_CHECK_CLOSE(seen_viscosity(lattice, collision, corner, across_edge), 1.0, 1e-3);
}

static void viscosity_is_the_same_in_all_directions(void)
{
    static const struct {
        const char *lattice,
            *always; /* with test_vortex_convergence each operator meets a lattice */
    } rows[] = {{"d2q9", "rr"}, {"d3q15", ""}, {"d3q19", "trt"}, {"d3q27", ""}};
    enum { ROWS = sizeof rows / sizeof *rows };
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        size_t k = 0;
        while (k < ROWS && strcmp(rows[k].lattice, (*l)->name) != 0)
            k++;
        if (strcmp((*l)->name, "d3q7") == 0 || strcmp((*l)->name, "d3q13") == 0)
            continue; /* below */
        for (const struct lb_collision *const *c = lb_collisions; *c != NULL; c++) {
            const char *always = k < ROWS ? rows[k].always : NULL;
            if (lb_collision_check(*c, *l, NULL) == LB_STATUS_OK &&
                lb_check_runs(always == NULL || strcmp((*c)->name, always) == 0))
                check_fluid((*l)->name, (*c)->name);
        }
    }
}

static void d3q13_is_a_fluid_under_mrt(void)
{
    check_fluid("d3q13", "mrt");
}

/* Its fourth moments w c_a^2 c_b^2 are 1/6 where isotropy needs 1/9. */
static void d3q13_is_anisotropic_under_srt_and_trt(void)
{
    static const char *const collisions[] = {"srt", "trt"};
    for (int k = 0; k < 2; k++) {
        const char *name = collisions[k];
        if (!lb_check_runs(k == 0)) continue;
        LB_CHECK_CLOSE(seen_viscosity("d3q13", name, axis, across_axis), 1.5, 1e-3);
        LB_CHECK_CLOSE(seen_viscosity("d3q13", name, edge, across_edge), 0.75, 1e-3);
        LB_CHECK_CLOSE(seen_viscosity("d3q13", name, corner, across_edge), 1.0, 1e-3);
    }
}

/* Without directions off the axes no shear stress can be carried. */
static void d3q7_carries_no_shear_stress(void)
{
    LB_CHECK_NEAR(seen_viscosity("d3q7", "srt", axis, across_axis), 0.0, 1e-6);
    LB_CHECK_CLOSE(seen_viscosity("d3q7", "srt", edge, across_edge), 2.0, 1e-3);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(viscosity_is_the_same_in_all_directions);
    LB_TEST(d3q13_is_a_fluid_under_mrt);
    LB_TEST_MATRIX(d3q13_is_anisotropic_under_srt_and_trt);
    LB_TEST(d3q7_carries_no_shear_stress);
    lb_device_close(device);
    return lb_check_report();
}
