/* test_membrane.c - forces against the energy's differences and against tensions by hand.
 * SPDX-License-Identifier: MIT */
#include "membrane/membrane.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/shapes.h"

static const double pi = 3.14159265358979323846;

/* A membrane, its reference and its forces. */
struct body {
    struct lb_mesh mesh;
    struct lb_membrane_reference reference;
    double *force;
};

static struct body body_of(struct lb_mesh mesh)
{
    struct lb_error err = {0};
    struct body body = {.mesh = mesh};
    LB_CHECK_OK(lb_membrane_reference_create(&mesh, &body.reference, &err), &err);
    body.force = calloc(3 * (size_t)mesh.node_count, sizeof *body.force);
    return body;
}

static void free_body(struct body *body)
{
    lb_mesh_free(&body->mesh);
    lb_membrane_reference_free(&body->reference);
    free(body->force);
}

static void update(struct body *body, const struct lb_membrane_material *material)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_membrane_forces(&body->mesh, &body->reference, material, body->force, &err),
                &err);
}

static double energy_of(const struct body *body, const struct lb_membrane_material *material)
{
    struct lb_error err = {0};
    struct lb_membrane_energies e = {0};
    if (lb_membrane_energy(&body->mesh, &body->reference, material, &e, &err) != LB_STATUS_OK)
        return (double)NAN;
    return e.strain + e.area + e.volume + e.bending;
}

static double largest(const struct body *body)
{
    double max = 0.0;
    for (size_t i = 0; i < 3 * (size_t)body->mesh.node_count; i++)
        max = fmax(max, isfinite(body->force[i]) ? fabs(body->force[i]) : HUGE_VAL);
    return max;
}

/* Net force and torque, the largest component of the six. */
static double largest_sum(const struct body *body)
{
    double sum[6] = {0}, max = 0.0;
    for (size_t n = 0; n < body->mesh.node_count; n++) {
        const double *x = body->mesh.position + 3 * n, *f = body->force + 3 * n;
        for (size_t i = 0; i < 3; i++) {
            sum[i] += f[i];
            sum[3 + i] += x[(i + 1) % 3] * f[(i + 2) % 3] - x[(i + 2) % 3] * f[(i + 1) % 3];
        }
    }
    for (int i = 0; i < 6; i++)
        max = fmax(max, fabs(sum[i]));
    return max;
}

/* One part alone, or all of them. */
static struct lb_membrane_material materials[] = {
    {.shear_modulus = 0.7},
    {.shear_modulus = 0.7, .area_resistance = 3.0},
    {.area_modulus = 1.3},
    {.volume_modulus = 0.9},
    {.bending_modulus = 0.4, .natural_curvature = 0.0},
    {.bending_modulus = 0.4, .natural_curvature = 1.0},
    {.shear_modulus = 0.7,
     .area_resistance = 1.5,
     .area_modulus = 1.3,
     .volume_modulus = 0.9,
     .bending_modulus = 0.4,
     .natural_curvature = 0.3},
};
enum { MATERIAL_COUNT = sizeof materials / sizeof materials[0] };

static struct body shaken_sphere(void)
{
    static const double stretch[9] = {1.3, 0.2, -0.1, 0.0, 0.8, 0.3, 0.15, 0.0, 1.05};
    static const double shift[3] = {7, 5, 9};
    struct body body = body_of(lb_shape_sphere(2, 3.0, 0, 0, 0));
    lb_shape_map(&body.mesh, stretch, shift);
    lb_shape_shake(&body.mesh, 0.08, 4711);
    return body;
}

static void check_gradient(struct body *body, const struct lb_membrane_material *material)
{
    const double h = 2e-5;
    double worst = 0.0;
    update(body, material);
    for (size_t i = 0; i < 3 * (size_t)body->mesh.node_count; i++) {
        double keep = body->mesh.position[i];
        body->mesh.position[i] = keep + h;
        double above = energy_of(body, material);
        body->mesh.position[i] = keep - h;
        double below = energy_of(body, material);
        body->mesh.position[i] = keep;
        double difference = fabs(body->force[i] + (above - below) / (2.0 * h));
        worst = fmax(worst, isfinite(difference) ? difference : HUGE_VAL);
    }
    printf("    force against energy: %.1e of the largest\n", worst / largest(body));
    LB_CHECK(largest(body) > 1e-3);
    LB_CHECK_NEAR(worst / largest(body), 0.0, 1e-6);
    LB_CHECK_NEAR(largest_sum(body) / largest(body), 0.0, 1e-10);
}

static void forces_are_the_slope_of_the_energy_without_sum_or_torque(void)
{
    struct body body = shaken_sphere();
    for (const struct lb_membrane_law *const *law = lb_membrane_laws; *law != NULL; law++)
        for (int m = 0; m < MATERIAL_COUNT; m++) {
            materials[m].law = *law;
            check_gradient(&body, &materials[m]);
        }
    free_body(&body);
}

static void a_body_that_only_moved_and_turned_is_at_rest(void)
{
    static const double shift[3] = {-3, 11, 40};
    double turn[9];
    lb_shape_rotation(1, -2, 0.5, 1.1, turn);
    struct body body = body_of(lb_shape_cuboid(2, 3, 4)),
                sphere = body_of(lb_shape_sphere(3, 5.0, 8, 8, 8));
    struct lb_membrane_material all = materials[MATERIAL_COUNT - 1];
    all.natural_curvature = 1.0;
    for (const struct lb_membrane_law *const *law = lb_membrane_laws; *law != NULL; law++) {
        all.law = *law;
        update(&body, &all);
        LB_CHECK_NEAR(largest(&body), 0.0, 1e-14);
    }
    lb_shape_map(&body.mesh, turn, shift);
    lb_shape_map(&sphere.mesh, turn, shift);
    for (const struct lb_membrane_law *const *law = lb_membrane_laws; *law != NULL; law++) {
        all.law = *law;
        update(&body, &all);
        LB_CHECK_NEAR(largest(&body), 0.0, 1e-12);
        update(&sphere, &all);
        LB_CHECK_NEAR(largest(&sphere), 0.0, 1e-12);
        LB_CHECK_NEAR(energy_of(&sphere, &all), 0.0, 1e-12);
    }
    free_body(&body);
    free_body(&sphere);
}

/* Tension [force per present length] along the first axis. */
static double neo_hookean_tension(double g, double l1, double l2)
{
    return g / (l1 * l2) * (l1 * l1 - 1.0 / (l1 * l1 * l2 * l2));
}

static double skalak_tension(double g, double c, double l1, double l2)
{
    double j = l1 * l2;
    return g / j * (l1 * l1 * (l1 * l1 - 1.0) + c * j * j * (j * j - 1.0));
}

/* A sheet of 2 x 1.5, both sides: what pulls its right end and its upper end. */
static void check_tensions(const char *law, double c, double l1, double l2, double first,
                           double second)
{
    struct lb_membrane_material material = {
        .law = lb_membrane_law_find(law), .shear_modulus = 0.3, .area_resistance = c};
    const double stretch[9] = {l1, 0, 0, 0, l2, 0, 0, 0, 1}, shift[3] = {1, 2, 3};
    struct body body = body_of(lb_shape_sheet(2, 1.5));
    LB_CHECK(material.law != NULL);
    lb_shape_map(&body.mesh, stretch, shift);
    update(&body, &material);
    const double *f = body.force;
    LB_CHECK_NEAR(f[3] + f[6], -2.0 * first * 1.5 * l2, 1e-13);
    LB_CHECK_NEAR(f[7] + f[10], -2.0 * second * 2.0 * l1, 1e-13);
    LB_CHECK_NEAR(f[4] + f[7], 0.0, 1e-14); /* no shear */
    free_body(&body);
}

static void tensions_are_those_of_the_laws(void)
{
    const double g = 0.3;
    const double stretches[5] = {0.7, 0.95, 1.1, 1.5, 2.5};
    for (int i = 0; i < 5; i++) {
        double l = stretches[i], narrow = 1.0 / sqrt(l); /* without tension across */
        check_tensions("neo-hookean", 0, l, narrow, g * sqrt(l) * (l * l - 1.0 / l) / l, 0.0);
        double both = g * (1.0 - 1.0 / pow(l, 6.0)); /* equal in all directions */
        check_tensions("neo-hookean", 0, l, l, both, both);
        check_tensions("neo-hookean", 0, l, 1.2, neo_hookean_tension(g, l, 1.2),
                       neo_hookean_tension(g, 1.2, l));
        check_tensions("skalak", 2.0, l, 1.2, skalak_tension(g, 2.0, l, 1.2),
                       skalak_tension(g, 2.0, 1.2, l));
        check_tensions("skalak", 0.5, l, l, skalak_tension(g, 0.5, l, l),
                       skalak_tension(g, 0.5, l, l));
    }
}

/* Small strains: a sheet pulled along one axis answers with Young's modulus E_s = 3 G and narrows
 * by half as much (neo-Hookean); E_s = 2 G (1 + nu) with nu = C/(1 + C) (Skalak). */
static void small_strains_know_young_s_modulus(void)
{
    const double e = 1e-5;
    for (const struct lb_membrane_law *const *law = lb_membrane_laws; *law != NULL; law++) {
        double c = 2.0, nu = (*law)->has_area_resistance ? c / (1.0 + c) : 0.5;
        struct lb_membrane_material material = {
            .law = *law, .shear_modulus = 1.0, .area_resistance = c};
        const double stretch[9] = {1.0 + e, 0, 0, 0, 1.0 - nu * e, 0, 0, 0, 1}, shift[3] = {0};
        struct body body = body_of(lb_shape_sheet(1, 1));
        lb_shape_map(&body.mesh, stretch, shift);
        update(&body, &material);
        double pull = -(body.force[3] + body.force[6]) / 2.0;
        double across = -(body.force[7] + body.force[10]) / 2.0;
        LB_CHECK_CLOSE(pull / e, 2.0 * (1.0 + nu), 1e-4);
        LB_CHECK_NEAR(across / e, 0.0, 1e-4);
        free_body(&body);
    }
}

/* The swollen sphere is pulled back by a pressure k_V (V/V0 - 1) and by Laplace's 2 T/R. */
static void whole_area_and_volume_pull_a_swollen_sphere_back(void)
{
    static const double swell[9] = {1.1, 0, 0, 0, 1.1, 0, 0, 0, 1.1}, shift[3] = {0};
    struct body body = body_of(lb_shape_sphere(4, 10.0, 0, 0, 0));
    struct lb_membrane_material material = {.law = lb_membrane_laws[0], .volume_modulus = 2.0};
    lb_shape_map(&body.mesh, swell, shift);
    for (int pass = 0; pass < 2; pass++) {
        double expected = -2.0 * (1.331 - 1.0), sum = 0.0;
        if (pass == 1) {
            material.volume_modulus = 0.0;
            material.area_modulus = 3.0;
            expected = -2.0 * 3.0 * (1.21 - 1.0) / 11.0;
        }
        update(&body, &material);
        for (size_t i = 0; i < 3 * (size_t)body.mesh.node_count; i++)
            sum += body.force[i] * body.mesh.position[i] / 11.0;
        LB_CHECK_CLOSE(sum / lb_mesh_area(&body.mesh), expected, 2e-3);
    }
    free_body(&body);
}

/* The integral of the mean curvature of a convex body of edges is half the sum of length times
 * outer angle (Steiner): 3 pi s for a cube. */
static void the_mean_curvature_of_a_box_is_steiner_s(void)
{
    struct body body = body_of(lb_shape_cuboid(2, 3, 5));
    double curvature[8], area[8], integral = 0.0, surface = 0.0;
    lb_membrane_curvature(&body.mesh, &body.reference.edges, curvature, area);
    for (int n = 0; n < 8; n++) {
        integral += curvature[n] * area[n];
        surface += area[n];
    }
    LB_CHECK_CLOSE(integral, pi * (2 + 3 + 5), 1e-13);
    LB_CHECK_CLOSE(surface, 62.0, 1e-13);
    free_body(&body);
}

/* Helfrich: E_b/2 times the integral of (2 H)^2 is 8 pi E_b on every sphere.
 * Where six triangles meet H is 1/R.  Where five do, five isosceles triangles with 72 degrees at the
 * tip give M = 5/4 l^2 tan(36)/R and A = 5/6 l^2 sin(72): with A a third of the triangles, Juelicher's
 * curvature is too large by 1.1459 at these 12 nodes, on every mesh. */
static void a_sphere_has_its_curvature_and_helfrich_s_energy(void)
{
    const double radii[2] = {1.0, 13.5};
    const double expected[2] = {1.0, 1.5 * tan(0.2 * pi) / sin(0.4 * pi)}; /* by six, by five */
    for (int i = 0; i < 2; i++) {
        struct lb_error err = {0};
        struct body body = body_of(lb_shape_sphere(4, radii[i], 0, 0, 0));
        struct lb_membrane_material material = {.law = lb_membrane_laws[0], .bending_modulus = 0.5};
        struct lb_mesh_adjacency adjacency = {0};
        double worst[2] = {0};
        LB_CHECK_CLOSE(energy_of(&body, &material), 8.0 * pi * 0.5, 1e-3);
        LB_CHECK_OK(lb_mesh_adjacency_create(&body.mesh, &adjacency, &err), &err);
        for (uint32_t n = 0; n < body.mesh.node_count; n++) {
            bool five = adjacency.start[n + 1] - adjacency.start[n] == 5;
            double error = fabs(body.reference.curvature[n] * radii[i] - expected[five]);
            worst[five] = fmax(worst[five], error);
        }
        LB_CHECK_NEAR(worst[false], 0.0, 0.01);
        LB_CHECK_NEAR(worst[true], 0.0, 1e-3);
        lb_mesh_adjacency_free(&adjacency);
        free_body(&body);
    }
}

/* A dent bends inwards: its curvature is negative, with the size of the bump's. */
static void bumps_and_dents_have_opposite_signs(void)
{
    struct body box = body_of(lb_shape_cuboid(2, 2, 2));
    double curvature[8], area[8];
    lb_membrane_curvature(&box.mesh, &box.reference.edges, curvature, area);
    LB_CHECK(curvature[7] > 0.0);
    const double inwards[3] = {0.1, 0.1, 0.1};
    memcpy(box.mesh.position + 3 * 7, inwards, sizeof inwards);
    lb_membrane_curvature(&box.mesh, &box.reference.edges, curvature, area);
    LB_CHECK(curvature[7] < 0.0);
    free_body(&box);
}

static void laws_are_found_by_name(void)
{
    LB_CHECK(lb_membrane_law_find("rubber") == NULL);
    for (const struct lb_membrane_law *const *law = lb_membrane_laws; *law != NULL; law++) {
        LB_CHECK(lb_membrane_law_find((*law)->name) == *law);
        struct lb_membrane_strain_energy rest = (*law)->energy(0.0, 0.0, 1.0);
        LB_CHECK_NEAR(rest.w, 0.0, 0.0);
        LB_CHECK_NEAR(rest.w1 + rest.w2, 0.0, 0.0);
    }
}

static void an_open_mesh_is_no_membrane(void)
{
    struct lb_error err = {0};
    struct lb_membrane_reference reference = {0};
    struct lb_mesh mesh = lb_shape_cuboid(1, 1, 1);
    mesh.triangle_count = 11;
    LB_CHECK_EQUAL_INT(lb_membrane_reference_create(&mesh, &reference, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "not closed") != NULL);
    LB_CHECK(reference.inverse == NULL && reference.edges.node == NULL);
    lb_mesh_free(&mesh);
}

int main(void)
{
    LB_TEST(forces_are_the_slope_of_the_energy_without_sum_or_torque);
    LB_TEST(a_body_that_only_moved_and_turned_is_at_rest);
    LB_TEST(tensions_are_those_of_the_laws);
    LB_TEST(small_strains_know_young_s_modulus);
    LB_TEST(whole_area_and_volume_pull_a_swollen_sphere_back);
    LB_TEST(the_mean_curvature_of_a_box_is_steiner_s);
    LB_TEST(a_sphere_has_its_curvature_and_helfrich_s_energy);
    LB_TEST(bumps_and_dents_have_opposite_signs);
    LB_TEST(laws_are_found_by_name);
    LB_TEST(an_open_mesh_is_no_membrane);
    return lb_check_report();
}
