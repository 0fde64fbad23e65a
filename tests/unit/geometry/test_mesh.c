/* test_mesh.c - spheres and boxes have their known measures; broken meshes are refused by name.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/shapes.h"

static const double pi = 3.14159265358979323846;

static double side_length(const struct lb_mesh *mesh, const uint32_t *node)
{
    const double *a = mesh->position + 3 * node[0], *b = mesh->position + 3 * node[1];
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static void the_paper_s_sphere_has_its_triangles(void)
{
    struct lb_error err = {0};
    const double radius = 13.5;
    const double low[3] = {0, 0, 1}, high[3] = {128, 64, 191};
    struct lb_mesh mesh = lb_shape_sphere(4, radius, 64, 32, 96);
    struct lb_mesh_edges edges = {0};
    LB_CHECK_EQUAL_INT(mesh.triangle_count, 5120);
    LB_CHECK_EQUAL_INT(mesh.node_count, 2562);
    LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
    LB_CHECK_OK(lb_mesh_check_box(&mesh, low, high, &err), &err);
    LB_CHECK_NEAR(lb_mesh_volume(&mesh) / (4.0 / 3.0 * pi * radius * radius * radius), 0.9978,
                  5e-5);
    LB_CHECK_OK(lb_mesh_edges_create(&mesh, &edges, &err), &err);
    LB_CHECK_EQUAL_INT(edges.count, 7680); /* Euler: nodes - sides + triangles = 2 */
    double min = HUGE_VAL, max = 0.0;
    for (uint32_t e = 0; e < edges.count; e++) {
        min = fmin(min, side_length(&mesh, edges.node + 4 * e));
        max = fmax(max, side_length(&mesh, edges.node + 4 * e));
    }
    LB_CHECK_NEAR(min, 0.93, 0.005);
    LB_CHECK_NEAR(max, 1.12, 0.005);
    double worst = 0.0;
    for (size_t n = 0; n < mesh.node_count; n++) {
        const double *x = mesh.position + 3 * n;
        worst = fmax(worst, fabs(hypot(hypot(x[0] - 64, x[1] - 32), x[2] - 96) - radius));
    }
    LB_CHECK_NEAR(worst, 0.0, 1e-12);
    lb_mesh_edges_free(&edges);
    lb_mesh_free(&mesh);
}

/* An inscribed polyhedron misses volume and area by the square of its side. */
static void finer_spheres_converge_with_second_order(void)
{
    double volume_error[6], area_error[6];
    for (unsigned s = 0; s < 6; s++) {
        struct lb_error err = {0};
        struct lb_mesh mesh = lb_shape_sphere(s, 2.0, -1, 0, 5);
        LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
        volume_error[s] = 32.0 / 3.0 * pi - lb_mesh_volume(&mesh);
        area_error[s] = 16.0 * pi - lb_mesh_area(&mesh);
        lb_mesh_free(&mesh);
    }
    LB_CHECK_NEAR(log2(volume_error[4] / volume_error[5]), 2.0, 0.02);
    LB_CHECK_NEAR(log2(area_error[4] / area_error[5]), 2.0, 0.02);
    /* The icosahedron by its formulas, for radius 2: side a = R/sin(72 degrees). */
    double a = 2.0 / sin(0.4 * pi);
    LB_CHECK_CLOSE(32.0 / 3.0 * pi - volume_error[0], 5.0 / 12.0 * (3.0 + sqrt(5.0)) * a * a * a,
                   1e-13);
    LB_CHECK_CLOSE(16.0 * pi - area_error[0], 5.0 * sqrt(3.0) * a * a, 1e-13);
}

static void measures_do_not_depend_on_where_the_body_is(void)
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, shift[3] = {1e6, -2e6, 3e6};
    struct lb_mesh box = lb_shape_cuboid(2, 3, 5);
    double centroid[3];
    LB_CHECK_CLOSE(lb_mesh_volume(&box), 30, 1e-14);
    LB_CHECK_CLOSE(lb_mesh_area(&box), 62, 1e-14);
    lb_shape_map(&box, one, shift);
    LB_CHECK_CLOSE(lb_mesh_volume(&box), 30, 1e-8);
    LB_CHECK_CLOSE(lb_mesh_area(&box), 62, 1e-8);
    lb_mesh_centroid(&box, centroid);
    LB_CHECK_NEAR(centroid[0], 1e6 + 1.0, 1e-8);
    LB_CHECK_NEAR(centroid[1], -2e6 + 1.5, 1e-8);
    LB_CHECK_NEAR(centroid[2], 3e6 + 2.5, 1e-8);
    lb_mesh_free(&box);
}

static void each_corner_is_found_at_its_node_in_rising_order(void)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = lb_shape_sphere(3, 1, 0, 0, 0);
    struct lb_mesh_adjacency adjacency = {0};
    LB_CHECK_OK(lb_mesh_adjacency_create(&mesh, &adjacency, &err), &err);
    LB_CHECK_EQUAL_INT(adjacency.start[0], 0);
    LB_CHECK_EQUAL_INT(adjacency.start[mesh.node_count], 3 * mesh.triangle_count);
    int fives = 0, sixes = 0, wrong = 0;
    for (uint32_t n = 0; n < mesh.node_count; n++) {
        uint32_t count = adjacency.start[n + 1] - adjacency.start[n];
        fives += count == 5;
        sixes += count == 6;
        for (uint32_t i = adjacency.start[n]; i < adjacency.start[n + 1]; i++) {
            wrong += mesh.corner[adjacency.entry[i]] != n;
            wrong += i > adjacency.start[n] && adjacency.entry[i] <= adjacency.entry[i - 1];
        }
    }
    LB_CHECK_EQUAL_INT(fives, 12);
    LB_CHECK_EQUAL_INT(sixes, mesh.node_count - 12);
    LB_CHECK_EQUAL_INT(wrong, 0);
    lb_mesh_adjacency_free(&adjacency);
    lb_mesh_free(&mesh);
}

static void sides_know_their_two_triangles(void)
{
    struct lb_error err = {0};
    struct lb_mesh box = lb_shape_cuboid(1, 1, 1);
    struct lb_mesh_edges edges = {0};
    LB_CHECK_OK(lb_mesh_edges_create(&box, &edges, &err), &err);
    LB_CHECK_EQUAL_INT(edges.count, 18);
    int found = 0;
    for (uint32_t e = 0; e < edges.count; e++) {
        const uint32_t *n = edges.node + 4 * e;
        for (uint32_t h = 0; h < 36; h++) {
            uint32_t t = h / 3 * 3, a = box.corner[h], b = box.corner[t + (h + 1) % 3],
                     c = box.corner[t + (h + 2) % 3];
            found += a == n[0] && b == n[1] && c == n[2];
            found += a == n[1] && b == n[0] && c == n[3];
        }
    }
    LB_CHECK_EQUAL_INT(found, 36);
    lb_mesh_edges_free(&edges);
    lb_mesh_free(&box);
}

/* The sentence holds both words. */
static void check_words(const struct lb_error *err, const char *first, const char *second)
{
    if (!LB_CHECK(strstr(err->text, first) != NULL && strstr(err->text, second) != NULL))
        printf("    wanted '%s' and '%s' in: %s\n", first, second, err->text);
}

static void check_refused(const struct lb_mesh *mesh, const char *first, const char *second)
{
    struct lb_error err = {0};
    LB_CHECK(lb_mesh_check(mesh, &err) != LB_STATUS_OK);
    check_words(&err, first, second);
}

static void numbers_that_are_none_are_refused(void)
{
    struct lb_mesh box = lb_shape_cuboid(1, 1, 1);
    box.position[3 * 5 + 1] = (double)NAN;
    check_refused(&box, "y coordinate of node 5", "nan");
    box.position[3 * 5 + 1] = -HUGE_VAL;
    check_refused(&box, "y coordinate of node 5", "inf");
    box.position[3 * 5 + 1] = 0.0;
    box.corner[7] = 8;
    check_refused(&box, "triangle 3 of 12 has a corner at node 8", "0 to 7");
    box.triangle_count = 3;
    check_refused(&box, "3 triangles", "four");
    lb_mesh_free(&box);
}

static void triangles_without_area_are_refused(void)
{
    struct lb_mesh box = lb_shape_cuboid(1, 1, 1);
    box.corner[3 * 4 + 2] = box.corner[3 * 4];
    check_refused(&box, "triangle 5 of 12 (corners (0, 0, 0), (1, 0, 0), (0, 0, 0))", "same node");
    lb_mesh_free(&box);
    box = lb_shape_cuboid(1, 1, 1);
    memcpy(box.position + 3 * 7, box.position + 3 * 5, 3 * sizeof(double));
    check_refused(&box, "triangle 4 of 12 (corners (1, 0, 1), (1, 0, 1), (0, 1, 1))", "no area");
    lb_mesh_free(&box);
}

static void open_and_twisted_meshes_are_refused(void)
{
    struct lb_mesh box = lb_shape_cuboid(1, 1, 1);
    box.triangle_count = 11; /* nodes 3, 7, 5 are missing */
    check_refused(&box, "not closed", "no triangle on its other side");
    box.triangle_count = 12;
    box.corner[3 * 11] = 7;
    box.corner[3 * 11 + 1] = 3;
    check_refused(&box, "triangle 12 of 12 (corners (1, 1, 1), (1, 1, 0), (1, 0, 1))",
                  "wrong order");
    box.corner[3 * 11] = 1; /* the same triangle as number 10 */
    check_refused(&box, "3 triangles instead of two",
                  "triangle 11 of 12 (corners (1, 0, 0), (1, 1, 0)");
    lb_mesh_free(&box);
}

/* One mesh of two boxes, the second behind the first. */
static struct lb_mesh two_boxes(double gap)
{
    struct lb_error err = {0};
    struct lb_mesh one = lb_shape_cuboid(1, 1, 1), two = {0};
    LB_CHECK_OK(lb_mesh_create(16, 24, &two, &err), &err);
    for (size_t i = 0; i < 24; i++) {
        two.position[i] = one.position[i];
        two.position[24 + i] = one.position[i] + 1.0 + gap;
    }
    for (size_t i = 0; i < 36; i++) {
        two.corner[i] = one.corner[i];
        two.corner[36 + i] = one.corner[i] + 8;
    }
    lb_mesh_free(&one);
    return two;
}

static void several_pieces_are_fine_unless_one_is_inside_out(void)
{
    struct lb_error err = {0};
    struct lb_mesh two = two_boxes(0.5);
    LB_CHECK_OK(lb_mesh_check(&two, &err), &err);
    for (size_t t = 12; t < 24; t++) {
        uint32_t keep = two.corner[3 * t];
        two.corner[3 * t] = two.corner[3 * t + 1];
        two.corner[3 * t + 1] = keep;
    }
    check_refused(&two, "12 triangles that begins with triangle 13 of 24", "inside out");
    lb_mesh_free(&two);
}

static void pieces_that_share_a_node_or_leave_one_alone_are_refused(void)
{
    struct lb_mesh two = two_boxes(0.0);
    for (size_t i = 36; i < 72; i++)
        if (two.corner[i] == 8) two.corner[i] = 7; /* both lie at (1, 1, 1) */
    check_refused(&two, "meet in one point, (1, 1, 1), a corner of triangle 13", "a little apart");
    lb_mesh_free(&two);
    two = two_boxes(1.0);
    two.triangle_count = 12;
    check_refused(&two, "node 8", "no triangle");
    lb_mesh_free(&two);
}

static void meshes_outside_of_the_box_are_refused(void)
{
    struct lb_error err = {0};
    const double low[3] = {-0.1, -0.1, -0.1}, high[3] = {2.1, 3.1, 5.1}, touched[3] = {2.1, 3.1, 5};
    struct lb_mesh box = lb_shape_cuboid(2, 3, 5);
    LB_CHECK_OK(lb_mesh_check_box(&box, low, high, &err), &err);
    LB_CHECK_EQUAL_INT(lb_mesh_check_box(&box, low, touched, &err), LB_STATUS_USAGE);
    check_words(&err, "the corner (0, 0, 5) of triangle 3 of 12 (corners (0, 0, 5), (2, 0, 5),",
                "-0.1 to 5 along z");
    err = (struct lb_error){0};
    box.position[0] = -0.25;
    LB_CHECK_EQUAL_INT(lb_mesh_check_box(&box, low, high, &err), LB_STATUS_USAGE);
    check_words(&err, "the corner (-0.25, 0, 0) of triangle 1 of 12", "along x");
    lb_mesh_free(&box);
}

/* Each triangle with corners of its own, shifted by up to `noise`. */
static struct lb_mesh soup_of(const struct lb_mesh *mesh, double noise)
{
    struct lb_error err = {0};
    struct lb_mesh soup = {0};
    LB_CHECK_OK(lb_mesh_create(3 * mesh->triangle_count, mesh->triangle_count, &soup, &err), &err);
    for (uint32_t h = 0; h < soup.node_count; h++) {
        memcpy(soup.position + 3 * h, mesh->position + 3 * mesh->corner[h], 3 * sizeof(double));
        soup.corner[h] = h;
    }
    lb_shape_shake(&soup, noise, 7);
    return soup;
}

static void sides_that_lie_together_with_other_nodes_are_told_from_holes(void)
{
    struct lb_error err = {0};
    struct lb_mesh box = lb_shape_cuboid(1, 1, 1);
    for (int i = 0; i < 2; i++) {
        struct lb_mesh soup = soup_of(&box, i == 0 ? 0.0 : 1e-7);
        check_refused(&soup, "not closed", "another side is in the same place");
        lb_mesh_free(&soup);
    }
    box.triangle_count = 11;
    LB_CHECK(lb_mesh_check(&box, &err) != LB_STATUS_OK);
    LB_CHECK(strstr(err.text, "another side") == NULL);
    lb_mesh_free(&box);
}

static void coordinates_too_large_or_small_for_areas_are_refused_as_such(void)
{
    static const double still_fine[] = {1e-49, 1e-20, 1e20, 1e49};
    static const double shift[3] = {0};
    for (size_t i = 0; i < 4; i++) {
        const double scale = still_fine[i], a[9] = {scale, 0, 0, 0, scale, 0, 0, 0, scale};
        struct lb_error err = {0};
        struct lb_mesh ball = lb_shape_sphere(3, 1, 0, 0, 0);
        lb_shape_map(&ball, a, shift);
        LB_CHECK_OK(lb_mesh_check(&ball, &err), &err);
        lb_mesh_free(&ball);
    }
    struct lb_mesh box = lb_shape_cuboid(1e300, 1, 1);
    check_refused(&box, "the x coordinate 1e+300 of triangle 1 of 12", "too large");
    lb_mesh_free(&box);
    box = lb_shape_cuboid(1e-200, 1e-200, 2e-200);
    check_refused(&box, "too small", "z coordinates go from 0 to 2e-200");
    lb_mesh_free(&box);
}

static void spheres_that_cannot_be_are_refused(void)
{
    struct lb_error err = {0};
    struct lb_mesh mesh = {0};
    const double centre[3] = {0};
    LB_CHECK_EQUAL_INT(lb_mesh_icosphere(9, 1.0, centre, &mesh, &err), LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "9 subdivisions") != NULL);
    LB_CHECK_EQUAL_INT(lb_mesh_icosphere(2, 0.0, centre, &mesh, &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_INT(lb_mesh_icosphere(2, (double)NAN, centre, &mesh, &err), LB_STATUS_USAGE);
    LB_CHECK(mesh.position == NULL && mesh.node_count == 0);
}

static void pieces_and_sides_are_counted_and_measured(void)
{
    struct lb_error err = {0};
    uint32_t pieces = 0;
    struct lb_mesh box = lb_shape_cuboid(2, 3, 6), two = {0};
    LB_CHECK_OK(lb_mesh_count_pieces(&box, &pieces, &err), &err);
    LB_CHECK_EQUAL_INT(pieces, 1);
    LB_CHECK_CLOSE(lb_mesh_longest_side(&box), sqrt(9.0 + 36.0), 1e-15); /* a diagonal */
    /* the same box twice, its nodes in turn: neighbours in the list are no neighbours in space */
    LB_CHECK_OK(lb_mesh_create(16, 24, &two, &err), &err);
    for (size_t n = 0; n < 16; n++)
        for (size_t a = 0; a < 3; a++)
            two.position[3 * n + a] = box.position[3 * (n / 2) + a] + (n % 2 == 0 ? 0.0 : 10.0);
    for (size_t h = 0; h < 72; h++)
        two.corner[h] = 2 * box.corner[h % 36] + (h < 36 ? 0 : 1);
    LB_CHECK_OK(lb_mesh_check(&two, &err), &err);
    LB_CHECK_OK(lb_mesh_count_pieces(&two, &pieces, &err), &err);
    LB_CHECK_EQUAL_INT(pieces, 2);
    LB_CHECK_CLOSE(lb_mesh_longest_side(&two), sqrt(45.0), 1e-14);
    lb_mesh_free(&box);
    lb_mesh_free(&two);
}

int main(void)
{
    LB_TEST(the_paper_s_sphere_has_its_triangles);
    LB_TEST(finer_spheres_converge_with_second_order);
    LB_TEST(measures_do_not_depend_on_where_the_body_is);
    LB_TEST(each_corner_is_found_at_its_node_in_rising_order);
    LB_TEST(sides_know_their_two_triangles);
    LB_TEST(numbers_that_are_none_are_refused);
    LB_TEST(triangles_without_area_are_refused);
    LB_TEST(open_and_twisted_meshes_are_refused);
    LB_TEST(several_pieces_are_fine_unless_one_is_inside_out);
    LB_TEST(pieces_that_share_a_node_or_leave_one_alone_are_refused);
    LB_TEST(meshes_outside_of_the_box_are_refused);
    LB_TEST(sides_that_lie_together_with_other_nodes_are_told_from_holes);
    LB_TEST(coordinates_too_large_or_small_for_areas_are_refused_as_such);
    LB_TEST(pieces_and_sides_are_counted_and_measured);
    LB_TEST(spheres_that_cannot_be_are_refused);
    return lb_check_report();
}
