/* Flows that the grid hardly holds do not diverge with the recursive regularised collision, and lose
 * energy all the time, as flows without a force do: the double shear layers of Minion & Brown, J.
 * Comput. Phys. 138, 734 (1997), and Taylor-Green vortices that turn turbulent.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static const double pi = 3.14159265358979323846;
static struct lb_device *device;

struct flow {
    double side, u0;
};

/* Two layers of shear, 1/80 of the side thick, and a wave of 1/20 of their speed across. */
static void start_layers(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct flow *s = state;
    const double along = (x + 0.5) / s->side, across = (y + 0.5) / s->side;
    const double distance = across <= 0.5 ? across - 0.25 : 0.75 - across;
    (void)z;
    out->u[0] = s->u0 * tanh(80.0 * distance);
    out->u[1] = 0.05 * s->u0 * sin(2.0 * pi * (along + 0.25));
}

static void start_vortices(const void *state, uint32_t x, uint32_t y, uint32_t z,
                           struct lb_cell *out)
{
    const struct flow *s = state;
    const double k = 2.0 * pi / s->side, kx = k * (x + 0.5), ky = k * (y + 0.5), kz = k * (z + 0.5);
    out->u[0] = s->u0 * sin(kx) * cos(ky) * cos(kz);
    out->u[1] = -s->u0 * cos(kx) * sin(ky) * cos(kz);
    out->rho =
        1.0 + 3.0 / 16.0 * s->u0 * s->u0 * (cos(2.0 * kx) + cos(2.0 * ky)) * (cos(2.0 * kz) + 2.0);
}

static struct lb_case make_case(const char *lattice, const char *collision, const struct flow *flow,
                                double viscosity, lb_start_function *start)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const uint32_t side = (uint32_t)flow->side;
    return (struct lb_case){.name = "stability",
                            .lattice = l,
                            .collision = lb_collision_find(collision),
                            .storage = lb_number_format_find("fp64"),
                            .arithmetic = LB_ARITHMETIC_FP64,
                            .shift = true,
                            .size = {side, side, l->dimensions == 3 ? side : 1},
                            .viscosity = viscosity,
                            .start = start,
                            .start_state = flow};
}

/* The start is an equilibrium: until the stress of the flow is there, in the first span, the energy may
 * rise. */
enum { SPANS = 20 };
struct outcome {
    bool diverged;
    double energies[SPANS + 1]; /* kinetic, in that at the start */
    double speed_max;           /* at the end of any span, in u0 */
};

static enum lb_status run_flow(const struct lb_case *c, double u0, uint64_t steps,
                               struct outcome *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *solver = NULL;
    struct lb_survey survey;
    double start = 0.0;
    *out = (struct outcome){0};
    LB_TRY(lb_test_solver_create(c, device, &solver, err));
    for (int n = 0; n <= SPANS && !out->diverged; n++) {
        if (n > 0) LB_TRY(lb_solver_advance(solver, steps / SPANS, err));
        LB_TRY(lb_solver_survey(solver, &survey, err));
        if (n == 0) start = survey.energy;
        out->energies[n] = survey.energy / start;
        out->speed_max = fmax(out->speed_max, survey.speed_max / u0);
        out->diverged = survey.non_finite > 0 || survey.alarm != 0;
    }
cleanup:
    lb_solver_destroy(solver);
    return st;
}

static struct outcome outcome_of(const struct lb_case *c, double u0, double length, double times)
{
    struct outcome out;
    struct lb_error err = {0};
    LB_CHECK_OK(run_flow(c, u0, (uint64_t)(times * length / u0), &out, &err), &err);
    printf("  %s %s, %u cells, u0 %g: %s, energy %.4g, fastest %.3g u0\n", c->lattice->name,
           c->collision->name, c->size[0], u0, out.diverged ? "diverges" : "stays",
           out.energies[SPANS], out.speed_max);
    return out;
}

static void check_decay(const struct outcome *o, int spans, double speed_max)
{
    LB_CHECK(!o->diverged);
    for (int n = 2; n <= spans; n++)
        LB_CHECK(o->energies[n] < o->energies[n - 1]);
    LB_CHECK(o->speed_max < speed_max);
}

/* For twice the time that a layer takes to cross the box: then the vortices have rolled up. */
static struct outcome run_layers(const char *collision, double side, double u0)
{
    const struct flow flow = {side, u0};
    const struct lb_case c = make_case("d2q9", collision, &flow, u0 * side / 30000.0, start_layers);
    return outcome_of(&c, u0, side, 2.0);
}

/* At first viscosity takes 1.5 % of the layers' energy in the time of a crossing, later less; from when
 * they have rolled up on, sound at u0 = 0.2 (Mach 0.6 between the vortices) swings by as much as is lost.
 * Spots are faster than twice the flow. */
static void shear_layers_roll_up(void)
{
    static const struct {
        double side, u0;
        bool always;
    } rows[] = {{64.0, 0.2, true}, {64.0, 0.04, false}, {128.0, 0.04, false}, {128.0, 0.2, false}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (!lb_check_runs(rows[k].always)) continue;
        const struct outcome o = run_layers("rr", rows[k].side, rows[k].u0);
        check_decay(&o, SPANS / 2, 2.0);
        LB_CHECK(o.energies[SPANS] > 0.9 && o.energies[SPANS] < o.energies[SPANS / 2]);
    }
}

/* 32 cells are a fifth of what the eddies need: the energy goes early and may not come back. */
static void vortices_turn_turbulent(void)
{
    const struct flow flow = {32.0, 0.05};
    const double length = flow.side / (2.0 * pi);
    const struct lb_case c =
        make_case("d3q19", "rr", &flow, flow.u0 * length / 1600.0, start_vortices);
    if (!lb_check_runs(false)) return;
    const struct outcome o = outcome_of(&c, flow.u0, length, 20.0);
    check_decay(&o, SPANS, 1.1);
    LB_CHECK(o.energies[SPANS] > 0.0 && o.energies[SPANS] < 0.5);
}

/* Else the flows above would not tell. */
static void one_relaxation_time_diverges_in_them(void)
{
    if (!lb_check_runs(false)) return;
    const struct outcome o = run_layers("srt", 64.0, 0.2);
    LB_CHECK(o.diverged);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(shear_layers_roll_up);
    LB_TEST_MATRIX(vortices_turn_turbulent);
    LB_TEST_MATRIX(one_relaxation_time_diverges_in_them);
    lb_device_close(device);
    return lb_check_report();
}
