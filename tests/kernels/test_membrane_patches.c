/* The kernel that takes a membrane patch by patch: against the separate kernels that other markers
 * need, against the host, against itself with other patches.
 * A particle that does nothing, beside the membrane, makes it one for the separate kernels.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/marker_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIZE = 16, NODES = 162, NUMBERS = 3 * NODES, MAX_CELLS = 48 * 15 * 18 };
static const double centre[3] = {8.2, 7.9, 8.4};
static struct lb_device *device;
static bool fp64;

struct result {
    double position[NUMBERS + 3], before[NUMBERS + 3]; /* at the end; a step before */
    double force[NUMBERS + 3];
    double u[3 * MAX_CELLS];
};
static struct result first, other;

static bool run(const struct lb_case *c, unsigned steps, struct result *r)
{
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    const struct lb_region box = {.end = {c->size[0], c->size[1], c->size[2]}};
    bool fine = LB_CHECK_OK(lb_test_solver_create(c, device, &solver, &err), &err);
    if (fine && steps > 0) {
        fine = LB_CHECK_OK(lb_solver_advance(solver, steps - 1, &err), &err);
        fine = fine && LB_CHECK_OK(lb_solver_read_markers(solver, r->before, NULL, &err), &err);
        fine = fine && LB_CHECK_OK(lb_solver_advance(solver, 1, &err), &err);
    }
    fine = fine && LB_CHECK_OK(lb_solver_read_markers(solver, r->position, r->force, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_read(solver, &box, NULL, r->u, &err), &err);
    lb_solver_destroy(solver);
    return fine;
}

static double apart(const double *a, const double *b, size_t count)
{
    double worst = 0.0;
    for (size_t n = 0; n < count; n++)
        worst = fmax(worst, fabs(a[n] - b[n]));
    return worst;
}

static double largest(const double *numbers, size_t count)
{
    double max = 0.0;
    for (size_t n = 0; n < count; n++)
        max = fmax(max, fabs(numbers[n]));
    return max;
}

static double tolerance(double in_fp64, double in_fp32)
{
    return fp64 ? in_fp64 : in_fp32;
}

/* A passive particle behind the nodes in `position`, which must have room for it. */
static struct lb_markers with_particle(const struct lb_test_membrane *m, double *position)
{
    struct lb_markers markers = m->markers;
    const size_t numbers = 3 * (size_t)m->mesh.node_count;
    memcpy(position, m->mesh.position, numbers * sizeof *position);
    for (size_t a = 0; a < 3; a++)
        position[numbers + a] = 2.5;
    markers.position = position;
    markers.count = m->mesh.node_count + 1;
    return markers;
}

/* --- against the separate kernels ------------------------------------------------------------ */

/* Without the parts whose pressure and tension are a step behind, both do the same. */
static void compare(struct lb_test_membrane *m, struct lb_marker_flow flow, uint32_t nx,
                    uint32_t ny, uint32_t nz, unsigned steps)
{
    struct lb_case c;
    double position[NUMBERS + 3];
    const size_t numbers = 3 * (size_t)m->mesh.node_count;
    const struct lb_markers markers = with_particle(m, position);
    lb_marker_case_init(&c, &flow, &m->markers, nx, ny, nz, fp64, 4);
    if (!run(&c, steps, &first)) return;
    lb_marker_case_init(&c, &flow, &markers, nx, ny, nz, fp64, 4);
    if (!run(&c, steps, &other)) return;
    const double max = largest(first.force, numbers);
    LB_CHECK(apart(first.position, m->mesh.position, numbers) > 1e-4);
    LB_CHECK(max > 1e-5);
    LB_CHECK_NEAR(apart(first.position, other.position, numbers), 0.0, tolerance(1e-11, 1e-6));
    LB_CHECK_NEAR(apart(first.force, other.force, numbers), 0.0, tolerance(1e-9, 2e-4) * max);
    LB_CHECK_NEAR(apart(first.u, other.u, 3 * (size_t)nx * ny * nz), 0.0, tolerance(1e-12, 1e-6));
}

static void patches_and_separate_kernels_agree(void)
{
    static const char *const deltas[] = {"four-point", "three-point", "two-point"};
    for (int k = 0; k < (fp64 ? 3 : 1); k++) {
        struct lb_test_membrane m;
        const struct lb_marker_flow flow = {.shear = 1e-3, .along = 2, .middle = 8.0};
        if (!lb_check_runs(fp64 && k == 0)) continue;
        if (!LB_CHECK(lb_test_membrane_create(&m, 2, 5.0, centre, 0.6, "skalak", deltas[k])))
            return;
        m.material.volume_modulus = m.material.area_modulus = 0.0;
        compare(&m, flow, SIZE, SIZE, SIZE, 20);
        lb_test_membrane_free(&m);
    }
}

/* In a box that lanes cut along x, as they cannot cut the others; rows then lie along y on CPUs.  Both membranes
 * in it have the same kernels. */
static bool create_long(struct lb_test_membrane *m, const double middle[3], double stir)
{
    if (!LB_CHECK(lb_test_membrane_create(m, 1, 5.0, middle, stir, "neo-hookean", "four-point")))
        return false;
    m->material.volume_modulus = m->material.area_modulus = 0.0;
    return true;
}

static void compare_in_long_box(struct lb_test_membrane *m, struct lb_marker_flow flow,
                                unsigned steps)
{
    flow.walls = true;
    compare(m, flow, 48, 15, 18, steps);
}

/* Nodes down to 0.6 cells above the floor: some of their cells are wall. */
static void walls_and_lanes_along_x_are_the_same_to_both(void)
{
    struct lb_test_membrane m;
    const double low[3] = {8.2, 7.9, 6.8};
    const struct lb_marker_flow flow = {.shear = 2e-3, .along = 2, .middle = 8.0};
    if (!create_long(&m, low, 0.2)) return;
    compare_in_long_box(&m, flow, 20);
    lb_test_membrane_free(&m);
}

/* 42 nodes along 45 cells are three patches of 15 cells or more, and their stencils stick out: longer than the box
 * in which forces are added up. */
static void stretched_patches_are_right(void)
{
    struct lb_test_membrane m;
    const struct lb_marker_flow flow = {.u = {0.01, 0.02, 0.0}};
    if (!create_long(&m, centre, 0.1)) return;
    for (size_t n = 0; n < m.mesh.node_count; n++)
        m.mesh.position[3 * n] = 24.0 + 4.5 * (m.mesh.position[3 * n] - centre[0]);
    compare_in_long_box(&m, flow, 5);
    lb_test_membrane_free(&m);
}

static void a_membrane_may_leave_through_a_side(void)
{
    struct lb_test_membrane m;
    const double corner[3] = {5.7, 5.8, 5.9};
    const struct lb_marker_flow flow = {.u = {-0.1, -0.08, -0.06}};
    if (!LB_CHECK(lb_test_membrane_create(&m, 2, 5.0, corner, 0.3, "skalak", "four-point"))) return;
    m.material.volume_modulus = m.material.area_modulus = 0.0;
    compare(&m, flow, SIZE, SIZE, SIZE, 60);
    LB_CHECK(first.position[0] < 1.0);
    lb_test_membrane_free(&m);
}

/* --- against the host ------------------------------------------------------------------------ */

static bool host_forces(struct lb_test_membrane *m, const double *position, double *force)
{
    struct lb_error err = {0};
    struct lb_mesh now = m->mesh;
    double copy[NUMBERS];
    memcpy(copy, position, sizeof copy);
    now.position = copy;
    return LB_CHECK_OK(lb_membrane_forces(&now, &m->reference, &m->material, force, &err), &err);
}

static double stretch_of(const struct lb_test_membrane *m, const double *position, bool area)
{
    struct lb_mesh now = m->mesh;
    double copy[NUMBERS];
    memcpy(copy, position, sizeof copy);
    now.position = copy;
    return area ? lb_mesh_area(&now) / m->reference.area - 1.0
                : lb_mesh_volume(&now) / m->reference.volume - 1.0;
}

/* The host's forces of one part of the energy, its pressure or tension made that of the shape one
 * step before. */
static bool add_lagged(struct lb_test_membrane *m, bool area, double *sum)
{
    const struct lb_membrane_material all = m->material;
    double force[NUMBERS];
    m->material.shear_modulus = 0.0;
    if (area)
        m->material.volume_modulus = 0.0;
    else
        m->material.area_modulus = 0.0;
    const bool fine = host_forces(m, first.position, force);
    const double lag = stretch_of(m, first.before, area) / stretch_of(m, first.position, area);
    for (size_t n = 0; n < NUMBERS; n++)
        sum[n] += lag * force[n];
    m->material = all;
    return fine;
}

/* The same material in all checks without walls. */
static bool create_stiff(struct lb_test_membrane *m, const char *law, double stir)
{
    if (!LB_CHECK(lb_test_membrane_create(m, 2, 5.0, centre, stir, law, "four-point")))
        return false;
    m->material.area_modulus = 0.3;
    return true;
}

/* In a flow, volume and area are known from the step before; the difference shows here.  Each law in
 * one arithmetic. */
static void forces_in_a_flow_are_those_of_the_host(void)
{
    struct lb_test_membrane m;
    struct lb_case c;
    struct lb_marker_flow flow = {.shear = 4e-3, .along = 2, .middle = 8.0, .walls = !fp64};
    double expected[NUMBERS], at_once[NUMBERS];
    if (!create_stiff(&m, fp64 ? "skalak" : "neo-hookean", 0.6)) return;
    lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, fp64, fp64 ? 4 : 1);
    if (run(&c, 12, &first) && host_forces(&m, first.position, at_once)) {
        const struct lb_membrane_material all = m.material;
        m.material.volume_modulus = m.material.area_modulus = 0.0;
        const bool fine = host_forces(&m, first.position, expected);
        m.material = all;
        if (fine && add_lagged(&m, false, expected) && add_lagged(&m, true, expected)) {
            const double max = largest(expected, NUMBERS);
            LB_CHECK_NEAR(apart(first.force, expected, NUMBERS), 0.0, tolerance(1e-10, 2e-5) * max);
            LB_CHECK(!fp64 || apart(first.force, at_once, NUMBERS) > 1e-6 * max);
        }
    }
    lb_test_membrane_free(&m);
}

/* --- against itself -------------------------------------------------------------------------- */

/* Forces on nodes are the same to the bit, as each is summed up in one place; what cells get is
 * added up in other orders. */
static void patches_of_any_size_give_the_same(void)
{
    static const uint32_t sizes[] = {13, 5, 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (unsigned steps = 0; steps < 30; steps += 20) {
            struct lb_test_membrane m;
            struct lb_case c;
            struct lb_marker_flow flow = {.shear = 1e-3, .along = 2, .middle = 8.0};
            if (!create_stiff(&m, "skalak", 0.6)) return;
            lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, fp64, 4);
            bool fine = run(&c, steps, &first);
            m.markers.patch_nodes = sizes[k];
            fine = fine && run(&c, steps, &other);
            lb_test_membrane_free(&m);
            if (!fine) return;
            const double max = largest(first.force, NUMBERS);
            LB_CHECK_NEAR(apart(first.u, other.u, 3 * (size_t)SIZE * SIZE * SIZE), 0.0,
                          tolerance(1e-14, 1e-6));
            LB_CHECK_NEAR(apart(first.position, other.position, NUMBERS), 0.0,
                          tolerance(1e-11, 1e-6));
            LB_CHECK_NEAR(apart(first.force, other.force, NUMBERS), 0.0,
                          steps == 0 ? 0.0 : tolerance(1e-9, 2e-4) * max);
        }
}

static bool run_layout(const struct lb_test_membrane *m, int lanes, enum lb_streaming streaming,
                       struct result *out)
{
    struct lb_case c;
    struct lb_marker_flow flow = {.shear = 1e-3, .along = 2, .middle = 8.0};
    lb_marker_case_init(&c, &flow, &m->markers, SIZE, SIZE, SIZE, fp64, lanes);
    c.streaming = streaming;
    return run(&c, 30, out);
}

/* One lane in place is what the others are held against; in FP32 it is test_membrane_device that always has
 * some. */
static void all_layouts_and_runs_give_the_same_bits(void)
{
    static const struct {
        int lanes;
        enum lb_streaming streaming;
    } layouts[] = {{4, LB_STREAMING_IN_PLACE},
                   {8, LB_STREAMING_PULL},
                   {1, LB_STREAMING_PULL},
                   {8, LB_STREAMING_IN_PLACE}};
    struct lb_test_membrane m;
    bool has_first = false;
    if (!create_stiff(&m, "skalak", 0.6)) return;
    for (int k = 0; k < 4; k++) {
        if (!lb_check_runs(fp64 && k == 0)) continue;
        if (!has_first && !run_layout(&m, 1, LB_STREAMING_IN_PLACE, &first)) break;
        has_first = true;
        if (!run_layout(&m, layouts[k].lanes, layouts[k].streaming, &other)) break;
        LB_CHECK(memcmp(first.position, other.position, NUMBERS * sizeof(double)) == 0);
        LB_CHECK(memcmp(first.force, other.force, NUMBERS * sizeof(double)) == 0);
    }
    lb_test_membrane_free(&m);
}

/* Looking at the flow brings nothing forward that is not there already. */
static void looking_changes_nothing(void)
{
    struct lb_test_membrane m;
    struct lb_case c;
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    struct lb_marker_flow flow = {.shear = 1e-3, .along = 2, .middle = 8.0};
    double looked[NUMBERS];
    if (!create_stiff(&m, "skalak", 0.6)) return;
    lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, fp64, 4);
    if (run(&c, 10, &first) &&
        LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) {
        for (int step = 0; step < 10; step++) {
            struct lb_survey survey;
            LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err);
            LB_CHECK_OK(lb_solver_read_markers(solver, looked, other.force, &err), &err);
            LB_CHECK_OK(lb_solver_advance(solver, 1, &err), &err);
        }
        LB_CHECK_OK(lb_solver_read_markers(solver, looked, NULL, &err), &err);
        LB_CHECK(memcmp(looked, first.position, sizeof looked) == 0);
    }
    lb_solver_destroy(solver);
    lb_test_membrane_free(&m);
}

/* --- against mechanics ----------------------------------------------------------------------- */

/* At step 0 an observer of a fluid at rest sees half of the force in each cell.  A closed membrane's
 * forces have neither sum nor torque, and spreading keeps both. */
static void spreading_keeps_force_and_torque(void)
{
    struct lb_test_membrane m;
    struct lb_case c;
    struct lb_marker_flow flow = {0};
    double sum[3] = {0}, torque[3] = {0}, size = 0.0;
    if (!create_stiff(&m, "skalak", 0.5)) return;
    lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, fp64, 4);
    if (run(&c, 0, &first)) {
        for (size_t n = 0; n < SIZE * SIZE * SIZE; n++) {
            const double f[3] = {2.0 * first.u[3 * n], 2.0 * first.u[3 * n + 1],
                                 2.0 * first.u[3 * n + 2]};
            const double r[3] = {(double)(n % SIZE) + 0.5 - centre[0],
                                 (double)(n / SIZE % SIZE) + 0.5 - centre[1],
                                 (double)(n / SIZE / SIZE) + 0.5 - centre[2]};
            for (size_t a = 0; a < 3; a++) {
                const size_t b = (a + 1) % 3, d = (a + 2) % 3;
                sum[a] += f[a];
                torque[a] += r[b] * f[d] - r[d] * f[b];
                size += fabs(f[a]);
            }
        }
        LB_CHECK(size > 0.01);
        for (size_t a = 0; a < 3; a++) {
            LB_CHECK_NEAR(sum[a], 0.0, tolerance(1e-13, 1e-6) * size);
            LB_CHECK_NEAR(torque[a], 0.0, tolerance(1e-12, 1e-5) * size);
        }
    }
    lb_test_membrane_free(&m);
}

static void momentum_is_kept(void)
{
    struct lb_test_membrane m;
    struct lb_case c;
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    struct lb_survey survey;
    struct lb_marker_flow flow = {0};
    if (!create_stiff(&m, "skalak", 0.6)) return;
    lb_marker_case_init(&c, &flow, &m.markers, SIZE, SIZE, SIZE, fp64, 4);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, 40, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err) &&
        LB_CHECK_OK(lb_solver_read_markers(solver, first.position, NULL, &err), &err)) {
        LB_CHECK(apart(first.position, m.mesh.position, NUMBERS) > 1e-3);
        for (size_t a = 0; a < 3; a++)
            LB_CHECK_NEAR(survey.momentum[a], 0.0, tolerance(1e-13, 1e-5));
    }
    lb_solver_destroy(solver);
    lb_test_membrane_free(&m);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_marker_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    /* what tells the formats apart in both, the rest in the one that sees more */
    for (int wide = 0; wide <= lb_device_get_info(device)->fp64; wide++) {
        fp64 = wide != 0;
        LB_TEST_MATRIX(patches_and_separate_kernels_agree);
        LB_TEST(forces_in_a_flow_are_those_of_the_host);
        LB_TEST_MATRIX(all_layouts_and_runs_give_the_same_bits);
    }
    LB_TEST(walls_and_lanes_along_x_are_the_same_to_both);
    LB_TEST(stretched_patches_are_right);
    LB_TEST(a_membrane_may_leave_through_a_side);
    LB_TEST(patches_of_any_size_give_the_same);
    LB_TEST(looking_changes_nothing);
    LB_TEST(spreading_keeps_force_and_torque);
    LB_TEST(momentum_is_kept);
    lb_device_close(device);
    return lb_check_report();
}
