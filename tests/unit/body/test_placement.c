/* test_placement.c - where the corners of a body go, by hand.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>

#include "body/placement.h"
#include "support/check.h"
#include "support/shapes.h"

static struct lb_placement upright(double cells)
{
    return (struct lb_placement){.dimensions = 3,
                                 .flow = {.axis = 0, .sign = 1},
                                 .up = {.axis = 2, .sign = 1},
                                 .cells = cells,
                                 .at = {50, 60, 70}};
}

/* A cuboid of 4 x 2 x 1 in the file. */
static struct lb_placed place(const struct lb_placement *p, struct lb_mesh *mesh)
{
    struct lb_placed placed = {0};
    struct lb_error err = {0};
    *mesh = lb_shape_cuboid(4, 2, 1);
    LB_CHECK_OK(lb_placement_apply(p, "a.stl", mesh, 1, &placed, &err), &err);
    LB_CHECK(lb_mesh_volume(mesh) > 0); /* never mirrored */
    return placed;
}

static void check_node(const struct lb_mesh *mesh, size_t node, double x, double y, double z)
{
    LB_CHECK_NEAR(mesh->position[3 * node], x, 1e-12);
    LB_CHECK_NEAR(mesh->position[3 * node + 1], y, 1e-12);
    LB_CHECK_NEAR(mesh->position[3 * node + 2], z, 1e-12);
}

/* Node bits are the sides along x (1), y (2), z (4) of the file. */
static void a_body_is_scaled_and_put_by_its_centre(void)
{
    struct lb_mesh mesh;
    const struct lb_placement p = upright(8);
    struct lb_placed placed = place(&p, &mesh);
    LB_CHECK_NEAR(placed.scale, 2.0, 1e-15);
    check_node(&mesh, 0, 46, 58, 69);
    check_node(&mesh, 7, 54, 62, 71);
    double at[3];
    lb_placed_point(&placed, (const double[]){4, 2, 1}, at);
    LB_CHECK_NEAR(at[0], 54, 1e-12);
    lb_placed_move(&placed, (const double[]){1, 1, 1}, (const double[]){1, -2, 3}, &mesh, 1);
    check_node(&mesh, 7, 55, 60, 74);
    lb_placed_point(&placed, (const double[]){4, 2, 1}, at);
    LB_CHECK_NEAR(at[1], 60, 1e-12);
    LB_CHECK_NEAR(placed.high[2], 74, 1e-12);
    lb_placed_move(&placed, (const double[]){2, 2, 2}, (const double[]){0, 0, 1}, &mesh, 1);
    check_node(&mesh, 7, 110, 120, 149);
    lb_placed_point(&placed, (const double[]){4, 2, 1}, at);
    LB_CHECK_NEAR(at[2], 149, 1e-12);
    LB_CHECK_NEAR(placed.scale, 4.0, 1e-15);
    lb_mesh_free(&mesh);
}

/* The second 6 units behind the first: together 10 x 2 x 1, which get 20 cells. */
static void several_meshes_are_one_body(void)
{
    struct lb_mesh meshes[2] = {lb_shape_cuboid(4, 2, 1), lb_shape_cuboid(4, 2, 1)};
    const struct lb_placement p = upright(20);
    struct lb_placed placed = {0};
    struct lb_error err = {0};
    for (size_t n = 0; n < meshes[1].node_count; n++)
        meshes[1].position[3 * n] += 6.0;
    LB_CHECK_OK(lb_placement_apply(&p, "both", meshes, 2, &placed, &err), &err);
    LB_CHECK_NEAR(placed.scale, 2.0, 1e-15);
    LB_CHECK_NEAR(placed.file_high[0] - placed.file_low[0], 10.0, 1e-12);
    check_node(&meshes[0], 0, 40, 58, 69);
    check_node(&meshes[1], 0, 52, 58, 69);
    check_node(&meshes[1], 7, 60, 62, 71);
    lb_mesh_free(&meshes[0]);
    lb_mesh_free(&meshes[1]);
}

static void a_length_of_the_file_gives_the_scale(void)
{
    struct lb_mesh mesh;
    struct lb_placement p = upright(8);
    p.length = 1;
    LB_CHECK_NEAR(place(&p, &mesh).scale, 8.0, 1e-15);
    lb_mesh_free(&mesh);
}

/* flow=-y up=z: what has the lowest x is what has the highest y of the file; the side is up x flow:
 * z x -y = x. */
static void axes_of_the_file_become_stream_and_up(void)
{
    struct lb_mesh mesh;
    struct lb_placement p = upright(2);
    LB_CHECK(lb_signed_axis_parse("-y", &p.flow) && lb_signed_axis_parse("z", &p.up));
    place(&p, &mesh);
    check_node(&mesh, 0, 51, 58, 69.5); /* (0, 0, 0) */
    check_node(&mesh, 1, 51, 62, 69.5); /* (4, 0, 0) */
    check_node(&mesh, 2, 49, 58, 69.5); /* (0, 2, 0) */
    check_node(&mesh, 4, 51, 58, 70.5); /* (0, 0, 1) */
    lb_mesh_free(&mesh);
}

/* Angles that turn the corners of a plate of 4 x 2 x 1 by quarters and thirds. */
static void pitch_raises_the_nose(void)
{
    struct lb_mesh mesh;
    struct lb_placement p = upright(4);
    p.pitch = 30;
    place(&p, &mesh);
    const double c = sqrt(0.75), s = 0.5; /* nose at (-2, ., -1/2) from the centre */
    check_node(&mesh, 0, 50 - 2 * c - 0.5 * s, 59, 70 + 2 * s - 0.5 * c);
    check_node(&mesh, 7, 50 + 2 * c + 0.5 * s, 61, 70 - 2 * s + 0.5 * c);
    lb_mesh_free(&mesh);
}

static void yaw_turns_the_nose_to_higher_y(void)
{
    struct lb_mesh mesh;
    struct lb_placement p = upright(4);
    p.yaw = 90;
    place(&p, &mesh);
    check_node(&mesh, 0, 49, 62, 69.5); /* (-2, -1) goes to (-1, 2) */
    check_node(&mesh, 1, 49, 58, 69.5);
    lb_mesh_free(&mesh);
}

static void roll_lowers_the_side_at_higher_y(void)
{
    struct lb_mesh mesh;
    struct lb_placement p = upright(4);
    p.roll = 90;
    place(&p, &mesh);
    check_node(&mesh, 2, 48, 59.5, 69); /* (y, z) = (1, -1/2) goes to (-1/2, -1) */
    check_node(&mesh, 4, 48, 60.5, 71); /* (-1, 1/2) goes to (1/2, 1) */
    lb_mesh_free(&mesh);
}

/* First roll, then pitch, then yaw, all by 90 degrees: a point (x, y, z) from the centre goes to
 * (x, z, -y), then (-y, z, -x) by pitch (x, y, z) -> (z, y, -x), then (z, y, -x) by yaw
 * (x, y, z) -> (y, -x, z): the same as pitch alone. */
static void angles_come_in_the_order_of_flight(void)
{
    struct lb_mesh mesh, pitched;
    struct lb_placement p = upright(4);
    p.pitch = p.yaw = p.roll = 90;
    place(&p, &mesh);
    p.yaw = p.roll = 0;
    place(&p, &pitched);
    for (size_t n = 0; n < 8; n++)
        check_node(&mesh, n, pitched.position[3 * n], pitched.position[3 * n + 1],
                   pitched.position[3 * n + 2]);
    check_node(&pitched, 1, 49.5, 59, 68); /* (2, -1, -1/2) goes to (-1/2, -1, -2) */
    lb_mesh_free(&mesh);
    lb_mesh_free(&pitched);
}

static void in_two_dimensions_a_body_is_a_prism_across_the_layer(void)
{
    struct lb_mesh mesh;
    struct lb_placement p = upright(4);
    p.dimensions = 2;
    p.up = (struct lb_signed_axis){.axis = 1, .sign = 1};
    p.pitch = 90;
    place(&p, &mesh);
    check_node(&mesh, 0, 49, 62, -1); /* the nose, (-2, -1), goes up to (-1, 2) */
    check_node(&mesh, 5, 49, 58, 2);
    lb_mesh_free(&mesh);
}

static void refuse(const struct lb_placement *p, double x, double z, const char *sentence)
{
    struct lb_mesh mesh = lb_shape_cuboid(x, 2, z);
    struct lb_placed placed;
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_placement_apply(p, "a.stl", &mesh, 1, &placed, &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text, sentence);
    lb_mesh_free(&mesh);
}

static void what_cannot_be_placed_is_refused(void)
{
    struct lb_placement p = upright(4);
    refuse(&p, 0, 1,
           "the body 'a.stl' has no length along its x axis, where the stream goes: it extends "
           "0 x 2 x 1; another axis with flow=, or a length, would be right");
    p.up.axis = 0;
    refuse(&p, 4, 1,
           "flow and up of 'a.stl' are both along the file's x axis; they must be two axes, as in "
           "flow=x up=z");
    p.dimensions = 2;
    p.up.axis = 2;
    refuse(&p, 4, 1,
           "flow and up of 'a.stl' must be along the file's x and y axes in two dimensions");
    p.up.axis = 1;
    refuse(&p, 4, 0,
           "the body 'a.stl' has no thickness across the stream and up: an outline for two "
           "dimensions is a .csv file");
    p.yaw = 5;
    refuse(&p, 4, 1,
           "a body in two dimensions can only be pitched; yaw is 5 and roll is 0, but must be 0");
    LB_CHECK(!lb_signed_axis_parse("xy", &p.up) && !lb_signed_axis_parse("", &p.up) &&
             !lb_signed_axis_parse("-", &p.up) && !lb_signed_axis_parse("--x", &p.up));
}

int main(void)
{
    LB_TEST(a_body_is_scaled_and_put_by_its_centre);
    LB_TEST(several_meshes_are_one_body);
    LB_TEST(a_length_of_the_file_gives_the_scale);
    LB_TEST(axes_of_the_file_become_stream_and_up);
    LB_TEST(pitch_raises_the_nose);
    LB_TEST(yaw_turns_the_nose_to_higher_y);
    LB_TEST(roll_lowers_the_side_at_higher_y);
    LB_TEST(angles_come_in_the_order_of_flight);
    LB_TEST(in_two_dimensions_a_body_is_a_prism_across_the_layer);
    LB_TEST(what_cannot_be_placed_is_refused);
    return lb_check_report();
}
