/* A membrane on a device: its forces against the host's, the momentum of membrane and fluid, the
 * same bits in every run and layout, a capsule at rest.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "shared/alarm.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/marker_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIZE = 16, NODES = 162, NUMBERS = 3 * NODES }; /* two subdivisions */
static const double centre[3] = {8.2, 7.9, 8.4};
static struct lb_device *device;

static bool can_do(bool fp64)
{
    return !fp64 || lb_device_get_info(device)->fp64;
}

/* Any of the results may be NULL. */
static bool run(const struct lb_case *c, unsigned steps, double *position, double *force,
                struct lb_survey *survey)
{
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    bool fine = LB_CHECK_OK(lb_test_solver_create(c, device, &solver, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_advance(solver, steps, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_read_markers(solver, position, force, &err), &err);
    if (fine && survey != NULL) fine = LB_CHECK_OK(lb_solver_survey(solver, survey, &err), &err);
    lb_solver_destroy(solver);
    return fine;
}

static double largest(const double *numbers, size_t count)
{
    double max = 0.0;
    for (size_t n = 0; n < count; n++)
        max = fmax(max, fabs(numbers[n]));
    return max;
}

/* FP32: forces of small strains are differences of stresses of size G; round-off is relative to
 * them.  Beside walls so that the kernels are those of other checks in FP32. */
static void check_forces(struct lb_test_membrane *m, bool fp64, bool walls, int lanes)
{
    struct lb_case c;
    struct lb_marker_flow flow = {.walls = walls};
    struct lb_error err = {0};
    double force[NUMBERS], expected[NUMBERS], worst = 0.0;
    lb_marker_case_init(&c, &flow, &m->markers, SIZE, SIZE, SIZE, fp64, lanes);
    if (!can_do(fp64) || !run(&c, 0, NULL, force, NULL)) return;
    if (!LB_CHECK_OK(lb_membrane_forces(&m->mesh, &m->reference, &m->material, expected, &err),
                     &err))
        return;
    for (size_t n = 0; n < NUMBERS; n++)
        worst = fmax(worst, fabs(force[n] - expected[n]));
    LB_CHECK(largest(expected, NUMBERS) > 1e-5);
    LB_CHECK_NEAR(worst, 0.0, (fp64 ? 1e-10 : 2e-5) * largest(expected, NUMBERS));
}

/* Each law always in one arithmetic; with bending, below, in the other one. */
static void forces_are_those_of_the_host(void)
{
    for (const struct lb_membrane_law *const *law = lb_membrane_laws; *law != NULL; law++)
        for (int fp64 = 0; fp64 < 2; fp64++) {
            struct lb_test_membrane m;
            if (!LB_CHECK(
                    lb_test_membrane_create(&m, 2, 5.0, centre, 0.6, (*law)->name, "four-point")))
                return;
            const bool is_first = law == lb_membrane_laws;
            if (lb_check_runs(!fp64 && is_first)) check_forces(&m, false, true, 1);
            if (lb_check_runs(false)) check_forces(&m, fp64, false, 1);
            m.material.area_modulus = 0.0;
            if (lb_check_runs(fp64 && !is_first)) check_forces(&m, true, false, 4);
            lb_test_membrane_free(&m);
        }
}

/* Alone and with the rest; H is the small difference of normals, so its digits in FP32 are fewer. */
static void bending_is_that_of_the_host(void)
{
    static const struct {
        const char *law, *delta;
        double natural;
        bool alone, fp64, walls;
        int lanes;
        bool always;
    } of[] = {{"neo-hookean", "two-point", 1.0, false, true, false, 4, true},
              {"skalak", "four-point", 0.5, true, true, false, 4, true},
              {"skalak", "four-point", 0.0, false, false, true, 1, true},
              {"skalak", "four-point", 1.0, false, true, false, 1, false},
              {"neo-hookean", "four-point", 0.0, false, true, false, 1, false},
              {"skalak", "four-point", 0.0, true, false, false, 1, false},
              {"neo-hookean", "three-point", 1.0, false, false, false, 1, false}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        struct lb_test_membrane m;
        if (!lb_check_runs(of[k].always)) continue;
        if (!LB_CHECK(lb_test_membrane_create(&m, 2, 5.0, centre, 0.6, of[k].law, of[k].delta)))
            return;
        m.material.bending_modulus = 4e-3;
        m.material.natural_curvature = of[k].natural;
        if (of[k].alone)
            m.material.shear_modulus = m.material.area_modulus = m.material.volume_modulus = 0.0;
        check_forces(&m, of[k].fp64, of[k].walls, of[k].lanes);
        lb_test_membrane_free(&m);
    }
}

/* Of the energy that the host's definition of curvature gives, by moving single nodes. */
static void bending_is_minus_the_gradient_of_its_energy(void)
{
    struct lb_test_membrane m;
    struct lb_case c;
    struct lb_marker_flow flow = {0};
    double force[NUMBERS];
    const double step = 1e-4;
    if (!LB_CHECK(lb_test_membrane_create(&m, 2, 5.0, centre, 0.6, "skalak", "four-point"))) return;
    m.material.shear_modulus = m.material.area_modulus = m.material.volume_modulus = 0.0;
    m.material.bending_modulus = 4e-3;
    m.material.natural_curvature = 0.5;
    lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, true, 4);
    if (can_do(true) && run(&c, 0, NULL, force, NULL))
        for (size_t n = 0; n < NUMBERS; n += 7) {
            double energy[2];
            for (int side = 0; side < 2; side++) {
                struct lb_membrane_energies e;
                struct lb_error err = {0};
                m.mesh.position[n] += side == 0 ? step : -2.0 * step;
                LB_CHECK_OK(lb_membrane_energy(&m.mesh, &m.reference, &m.material, &e, &err), &err);
                energy[side] = e.bending;
            }
            m.mesh.position[n] += step;
            const double expected = -(energy[0] - energy[1]) / (2.0 * step);
            LB_CHECK_NEAR(force[n], expected, 1e-6 * largest(force, NUMBERS));
        }
    lb_test_membrane_free(&m);
}

/* The forces of a closed membrane have no sum, so the fluid gains no momentum; it does move. */
static void momentum_of_membrane_and_fluid_is_kept(void)
{
    for (int fp64 = 0; fp64 < 2; fp64++) {
        struct lb_test_membrane m;
        struct lb_case c;
        struct lb_marker_flow flow = {0};
        struct lb_survey survey;
        double moved[NUMBERS], way = 0.0;
        if (!lb_check_runs(fp64)) continue;
        if (!LB_CHECK(lb_test_membrane_create(&m, 2, 5.0, centre, 0.6, "neo-hookean", "two-point")))
            return;
        m.material.bending_modulus = 4e-3;
        m.material.natural_curvature = 1.0;
        lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, fp64, 4);
        if (can_do(fp64) && run(&c, 40, moved, NULL, &survey)) {
            for (size_t n = 0; n < NUMBERS; n++)
                way = fmax(way, fabs(moved[n] - m.mesh.position[n]));
            LB_CHECK(way > 1e-3);
            /* 4096 cells that move at 1e-3 and less, round-off of each at random */
            for (size_t a = 0; a < 3; a++)
                LB_CHECK_NEAR(survey.momentum[a], 0.0, fp64 ? 1e-13 : 1e-5);
        }
        lb_test_membrane_free(&m);
    }
}

static bool run_layout(const struct lb_test_membrane *m, bool fp64, int lanes,
                       enum lb_streaming streaming, double *out)
{
    struct lb_case c;
    struct lb_marker_flow flow = {.shear = 1e-3, .along = 2, .middle = 8.0, .walls = true};
    lb_marker_case_init(&c, &flow, &m->markers, SIZE, SIZE, SIZE, fp64, lanes);
    c.streaming = streaming;
    return run(&c, 30, out, NULL, NULL);
}

/* Bit for bit: whole numbers add up to the same in any order.  One lane in place is what the others are held
 * against; in FP64 it is test_membrane_patches that always has some. */
static void all_layouts_and_runs_give_the_same_bits(void)
{
    static const struct {
        int lanes;
        enum lb_streaming streaming;
    } layouts[] = {{8, LB_STREAMING_PULL},
                   {8, LB_STREAMING_IN_PLACE},
                   {4, LB_STREAMING_PULL},
                   {1, LB_STREAMING_PULL},
                   {4, LB_STREAMING_IN_PLACE}};
    struct lb_test_membrane m;
    if (!LB_CHECK(lb_test_membrane_create(&m, 2, 5.0, centre, 0.6, "skalak", "four-point"))) return;
    m.material.bending_modulus = 4e-3;
    for (int fp64 = 0; fp64 < 2; fp64++) {
        double first[NUMBERS], other[NUMBERS];
        bool has_first = false;
        for (int k = 0; k < 5; k++) {
            if (!lb_check_runs(k == 0 && !fp64) || !can_do(fp64)) continue;
            if (!has_first && !run_layout(&m, fp64, 1, LB_STREAMING_IN_PLACE, first)) break;
            has_first = true;
            if (run_layout(&m, fp64, layouts[k].lanes, layouts[k].streaming, other))
                LB_CHECK(memcmp(first, other, sizeof first) == 0);
        }
    }
    lb_test_membrane_free(&m);
}

/* Round-off of strains, 1e-7 of G, is all the force there is. */
static void a_capsule_at_rest_stays(void)
{
    for (int fp64 = 0; fp64 < 2; fp64++) {
        struct lb_test_membrane m;
        struct lb_case c;
        struct lb_marker_flow flow = {0};
        double moved[NUMBERS], force[NUMBERS], way = 0.0;
        if (!lb_check_runs(fp64)) continue;
        if (!LB_CHECK(lb_test_membrane_create(&m, 2, 5.0, centre, 0.0, "neo-hookean", "two-point")))
            return;
        m.material.bending_modulus = 4e-3;
        m.material.natural_curvature = 1.0;
        lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, fp64, 4);
        if (can_do(fp64) && run(&c, 100, moved, force, NULL)) {
            for (size_t n = 0; n < NUMBERS; n++)
                way = fmax(way, fabs(moved[n] - m.mesh.position[n]));
            LB_CHECK_NEAR(way, 0.0, fp64 ? 1e-10 : 1e-6);
            LB_CHECK_NEAR(largest(force, NUMBERS), 0.0,
                          m.material.shear_modulus * (fp64 ? 1e-10 : 4e-6));
        }
        lb_test_membrane_free(&m);
    }
}

/* A triangle without area has no forces that are numbers; fixed point would make them 0. */
static void a_torn_membrane_raises_the_alarm(void)
{
    for (int torn = 0; torn < 2; torn++) {
        struct lb_test_membrane m;
        struct lb_case c;
        struct lb_marker_flow flow = {.walls = true};
        struct lb_survey survey = {0};
        if (!LB_CHECK(
                lb_test_membrane_create(&m, 2, 5.0, centre, 0.1, "neo-hookean", "four-point")))
            return;
        const uint32_t *k = m.mesh.corner + 3 * 100;
        for (size_t a = 0; torn && a < 3; a++)
            m.mesh.position[3 * k[1] + a] = m.mesh.position[3 * k[0] + a];
        lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, false, 1);
        if (run(&c, 3, NULL, NULL, &survey)) {
            LB_CHECK_EQUAL_INT(survey.alarm, torn ? LB_ALARM_MARKER : 0);
            LB_CHECK_EQUAL_INT(survey.alarm_step, 0);
        }
        lb_test_membrane_free(&m);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_marker_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(forces_are_those_of_the_host);
    LB_TEST_MATRIX(bending_is_that_of_the_host);
    LB_TEST(bending_is_minus_the_gradient_of_its_energy);
    LB_TEST_MATRIX(momentum_of_membrane_and_fluid_is_kept);
    LB_TEST_MATRIX(all_layouts_and_runs_give_the_same_bits);
    LB_TEST_MATRIX(a_capsule_at_rest_stays);
    LB_TEST(a_torn_membrane_raises_the_alarm);
    lb_device_close(device);
    return lb_check_report();
}
