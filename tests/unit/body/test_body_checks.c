/* test_body_checks.c - each sentence about a body that is not what the user meant, and that it is not
 * said of one that is.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "body/body_checks.h"
#include "body/mesh_faults.h"
#include "support/check.h"
#include "support/shapes.h"

static const uint32_t box[3] = {40, 30, 20};

/* What is said of meshes in that order: the failure, or the notes. */
struct said {
    enum lb_status status;
    struct lb_error err;
    struct lb_body_notes notes;
    unsigned faces;
};

static struct said say(const struct lb_mesh *meshes, int count, bool accepts_holes)
{
    struct said s = {0};
    struct lb_voxel_body bodies[2] = {0};
    struct lb_voxel_report reports[2];
    struct lb_voxels v;
    for (int n = 0; n < count; n++)
        bodies[n] = (struct lb_voxel_body){
            .name = n == 0 ? "a.stl" : "b.stl", .mesh = &meshes[n], .accepts_holes = accepts_holes};
    LB_CHECK_OK(lb_voxels_make(bodies, count, box, &v, reports, &s.err), &s.err);
    for (int n = 0; n < count && s.status == LB_STATUS_OK; n++)
        s.status = lb_body_check(&bodies[n], &reports[n], box, &s.notes, &s.err);
    if (s.status == LB_STATUS_OK)
        s.status = lb_body_check_faces(&bodies[0], &reports[0], box, 1u << 4, &s.err);
    s.faces = lb_body_touched_faces(&reports[0], box);
    lb_voxels_free(&v);
    return s;
}

static struct lb_mesh cuboid(double x, double y, double z, double at)
{
    struct lb_mesh mesh = lb_shape_cuboid(x, y, z);
    lb_shape_map(&mesh, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){at, at, at});
    return mesh;
}

static void expect(struct lb_mesh mesh, enum lb_status status, const char *sentence)
{
    const struct said s = say(&mesh, 1, false);
    LB_CHECK_EQUAL_INT(s.status, status);
    LB_CHECK_EQUAL_TEXT(status != LB_STATUS_OK ? s.err.text : s.notes.text[0], sentence);
    LB_CHECK_EQUAL_INT(s.notes.count, status == LB_STATUS_OK && *sentence != '\0');
    lb_mesh_free(&mesh);
}

static void a_sound_body_is_passed_in_silence(void)
{
    expect(cuboid(9, 8, 7, 3), LB_STATUS_OK, "");
    expect(lb_shape_sphere(3, 8, 15, 15, 10), LB_STATUS_OK, "");
}

static void a_body_of_the_wrong_size_is_refused(void)
{
    expect(
        cuboid(0.4, 0.2, 0.1, 3.6), LB_STATUS_USAGE,
        "the body 'a.stl' has no solid cell: it is 0.4 x 0.2 x 0.1 cells; is its unit right? More "
        "cells per length make it larger, and what is thinner than a cell needs thickness");
    expect(cuboid(4000, 2000, 1000, -400), LB_STATUS_USAGE,
           "the body 'a.stl' fills the whole box of 40 x 30 x 20 cells: it is 4000 x 2000 x 1000 "
           "cells; is its unit right?");
}

/* The unit of a body of many cells is right: it is sheets, or faces that cancel, or thin. */
static void a_body_without_cells_says_why(void)
{
    const double low[3] = {4, 4, 4}, high[3] = {16, 10, 8};
    expect(lb_shape_block(low, high, 3 << 4, 0), LB_STATUS_USAGE,
           "the body 'a.stl' has no solid cell: it is 12 x 6 x 4 cells; sheets do not close and "
           "enclose nothing; a solid body has closed surfaces");
    struct lb_mesh a = lb_shape_block(low, high, LB_SHAPE_ALL_FACES, 0);
    struct lb_mesh b = lb_shape_block(low, high, LB_SHAPE_ALL_FACES, 1);
    struct lb_mesh twice = lb_shape_join(&a, &b);
    for (size_t h = 36; h < 72; h++)
        twice.corner[h] -= 8;
    twice.node_count = 8;
    lb_mesh_free(&a);
    lb_mesh_free(&b);
    expect(
        twice, LB_STATUS_USAGE,
        "the body 'a.stl' has no solid cell: it is 12 x 6 x 4 cells; its faces are there in both "
        "senses and cancel; one of each two is needed");
    expect(cuboid(12, 0.2, 10, 3.6), LB_STATUS_USAGE,
           "the body 'a.stl' has no solid cell: it is 12 x 0.2 x 10 cells; what is thinner than a "
           "cell needs more cells per length, or thickness");
}

static void a_body_outside_of_the_box_is_refused(void)
{
    expect(
        cuboid(9, 8, 7, 22), LB_STATUS_USAGE,
        "the body 'a.stl' is outside of the box: along z it goes from 22 to 29 cells, the box from "
        "0 to 20");
    expect(cuboid(9, 8, 7, -10), LB_STATUS_USAGE,
           "the body 'a.stl' is outside of the box: along x it goes from -10 to -1 cells, the box "
           "from 0 to 40");
}

/* The lower face across z is the one that is allowed. */
static void a_body_at_a_face_is_refused_where_it_must_not_be(void)
{
    struct lb_mesh mesh = cuboid(9, 8, 7, 0.2);
    mesh.position[0] = mesh.position[6] = mesh.position[12] = mesh.position[18] = 2;
    for (size_t n = 0; n < 8; n++)
        mesh.position[3 * n + 1] += 2;
    LB_CHECK_EQUAL_INT(say(&mesh, 1, false).faces, 1 << 4);
    LB_CHECK_EQUAL_INT(say(&mesh, 1, false).status, LB_STATUS_OK);
    lb_mesh_free(&mesh);
    expect(
        cuboid(9, 27, 7, 3), LB_STATUS_USAGE,
        "the body 'a.stl' touches the face y+ of the box: along y it goes from 3 to 30 cells, the "
        "box from 0 to 30; there must be fluid between them");
    expect(
        cuboid(9, 8, 7, -1), LB_STATUS_USAGE,
        "the body 'a.stl' touches the face x- of the box: along x it goes from -1 to 8 cells, the "
        "box from 0 to 40; there must be fluid between them");
}

static void a_prism_may_touch_the_sides_across_it(void)
{
    const uint32_t flat[3] = {20, 20, 1};
    const struct lb_voxel_body body = {.name = "a.csv"};
    struct lb_voxel_report r = {.cells = 9, .begin = {3, 3, 0}, .end = {6, 6, 1}};
    struct lb_error err = {0};
    LB_CHECK_OK(lb_body_check_faces(&body, &r, flat, 0, &err), &err);
    r.begin[1] = 0;
    LB_CHECK_EQUAL_INT(lb_body_check_faces(&body, &r, flat, 0, &err), LB_STATUS_USAGE);
}

/* --- holes ------------------------------------------------------------------------------------ */

static void remove_triangle(struct lb_mesh *mesh, size_t triangle)
{
    const size_t last = --mesh->triangle_count;
    memcpy(mesh->corner + 3 * triangle, mesh->corner + 3 * last, 3 * sizeof *mesh->corner);
}

/* Without triangle 2, which is at the upper z: of 64 rows those with
 * i + j < 7, and perhaps those on the diagonal. */
static struct lb_mesh open_cube(void)
{
    struct lb_mesh mesh = cuboid(8, 8, 8, 4);
    remove_triangle(&mesh, 2);
    return mesh;
}

static void holes_beyond_a_tenth_are_refused_unless_accepted(void)
{
    struct lb_mesh mesh = open_cube();
    const struct said refused = say(&mesh, 1, false), accepted = say(&mesh, 1, true);
    LB_CHECK_EQUAL_INT(refused.status, LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(
        refused.err.text,
        "the mesh 'a.stl' has holes: of 192 rows of cells that meet it 28 enter it and do not come "
        "out, the first along z at x = 4, y = 4; 0 of 512 solid cells were decided by two axes of "
        "three; up to a tenth of the rows and a third of the cells would be accepted, or any "
        "number "
        "with holes=accept; 3 sides have one triangle instead of two, the first of triangle 4 of "
        "11 "
        "(corners (12, 4, 12), (12, 12, 12), (4, 12, 12))");
    LB_CHECK_EQUAL_INT(accepted.status, LB_STATUS_OK);
    LB_CHECK_EQUAL_INT(accepted.notes.count, 1);
    lb_mesh_free(&mesh);
}

/* Takes out the triangles at the lower, and perhaps at the upper, end of x. */
static struct lb_mesh without_ends(double size, bool both)
{
    struct lb_mesh mesh = cuboid(2 * size, size, size, 1);
    for (size_t t = mesh.triangle_count; t-- > 0;) {
        int low = 0, high = 0;
        for (size_t k = 0; k < 3; k++) {
            low += mesh.position[3 * (size_t)mesh.corner[3 * t + k]] == 1;
            high += mesh.position[3 * (size_t)mesh.corner[3 * t + k]] > 1;
        }
        if (low == 3 || (both && high == 3)) remove_triangle(&mesh, t);
    }
    return mesh;
}

/* A cup has as large a hole on every lattice: 1 of 5 rows through a box of 2 x 1 x 1 meets it. */
static void holes_are_as_large_at_every_resolution(void)
{
    for (int size = 2; size <= 18; size += 4) {
        struct lb_mesh cup = without_ends(size, false);
        const struct said s = say(&cup, 1, false);
        char part[64];
        LB_CHECK_EQUAL_INT(s.status, LB_STATUS_USAGE);
        snprintf(part, sizeof part, "of %d rows of cells that meet it %d enter it", 5 * size * size,
                 size * size);
        LB_CHECK(strstr(s.err.text, part) != NULL);
        lb_mesh_free(&cup);
    }
}

/* Rows along x meet nothing: no row is open, and all cells are solid by two axes alone. */
static void a_tube_without_lids_is_refused(void)
{
    for (int size = 4; size <= 16; size += 6) {
        struct lb_mesh duct = without_ends(size, true);
        const struct said refused = say(&duct, 1, false), accepted = say(&duct, 1, true);
        char part[160];
        snprintf(
            part, sizeof part,
            "of %d rows of cells that meet it %d contradict the rows along the other two axes, "
            "the first along x at y = 1, z = 1; %d of %d solid cells",
            5 * size * size, size * size, 2 * size * size * size, 2 * size * size * size);
        LB_CHECK_EQUAL_INT(refused.status, LB_STATUS_USAGE);
        LB_CHECK(strstr(refused.err.text, part) != NULL);
        LB_CHECK(strstr(refused.err.text, "; 8 sides have one triangle instead of two") != NULL);
        LB_CHECK_EQUAL_INT(accepted.status, LB_STATUS_OK);
        LB_CHECK(strstr(accepted.notes.text[0], part) != NULL);
        lb_mesh_free(&duct);
    }
}

static void few_open_rows_are_noted(void)
{
    struct lb_mesh mesh = lb_shape_sphere(2, 8, 15, 15, 10);
    remove_triangle(&mesh, 100);
    const struct said s = say(&mesh, 1, false);
    LB_CHECK_EQUAL_INT(s.status, LB_STATUS_OK);
    LB_CHECK_EQUAL_INT(s.notes.count, 1);
    LB_CHECK(strstr(s.notes.text[0], "the mesh 'a.stl' has holes: ") == s.notes.text[0]);
    LB_CHECK(
        strstr(s.notes.text[0],
               " were decided by two axes of three; 3 sides have one triangle instead of two") !=
        NULL);
    lb_mesh_free(&mesh);
}

static void a_triangle_that_is_turned_is_found(void)
{
    struct lb_mesh mesh = lb_shape_sphere(2, 8, 15, 15, 10);
    struct lb_mesh_faults f;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_mesh_faults_find(&mesh, &f, NULL, &err), &err);
    LB_CHECK_EQUAL_INT(f.open_sides + f.turned_sides + f.crowded_sides, 0);
    uint32_t *corner = mesh.corner + 3 * 100, first = corner[0];
    corner[0] = corner[1];
    corner[1] = first;
    LB_CHECK_OK(lb_mesh_faults_find(&mesh, &f, NULL, &err), &err);
    LB_CHECK_EQUAL_INT(f.turned_sides, 3);
    LB_CHECK_EQUAL_INT(f.open_sides + f.crowded_sides, 0);
    const struct said s = say(&mesh, 1, false);
    LB_CHECK_EQUAL_INT(s.status, LB_STATUS_OK);
    LB_CHECK(strstr(s.notes.text[0],
                    "; 3 sides have two triangles that are turned against each other, "
                    "the first of triangle ") != NULL);
    memcpy(corner, mesh.corner + 3 * 101, 3 * sizeof *corner); /* now 101 is there twice */
    LB_CHECK_OK(lb_mesh_faults_find(&mesh, &f, NULL, &err), &err);
    LB_CHECK(f.crowded_sides + f.turned_sides > 0 && f.open_sides > 0);
    lb_mesh_free(&mesh);
}

static void bodies_in_the_same_cells_are_noted(void)
{
    struct lb_mesh meshes[2] = {cuboid(8, 8, 8, 4), cuboid(8, 8, 8, 4)};
    LB_CHECK_EQUAL_TEXT(say(meshes, 2, false).notes.text[0],
                        "all 512 cells of the body 'b.stl' are in bodies before it as well: is it "
                        "there twice?");
    for (size_t n = 0; n < 8; n++)
        meshes[1].position[3 * n] += 6;
    LB_CHECK_EQUAL_TEXT(
        say(meshes, 2, false).notes.text[0],
        "128 of the 512 cells of the body 'b.stl' are in bodies before it as well, and "
        "count there");
    lb_mesh_free(&meshes[0]);
    lb_mesh_free(&meshes[1]);
}

static void lengths_of_no_car_are_noted(void)
{
    const double car[3] = {4.2, 1.8, 1.4};
    struct lb_body_notes notes = {0};
    lb_body_check_unit("car.stl", car, 1, &notes);
    LB_CHECK_EQUAL_INT(notes.count, 0);
    lb_body_check_unit("car.stl", car, 0.001, &notes);
    LB_CHECK_EQUAL_TEXT(
        notes.text[0],
        "'car.stl' extends 4.2 x 1.8 x 1.4 in its file, which is 0.0042 x 0.0018 x "
        "0.0014 m with a unit of 0.001 m; with one of 1 m it would be 4.2 x 1.8 x 1.4 "
        "m");
    lb_body_check_unit("car.stl", (const double[]){4200, 1800, 1400}, 1, &notes);
    LB_CHECK_EQUAL_TEXT(
        notes.text[1],
        "'car.stl' extends 4200 x 1800 x 1400 in its file, which is 4200 x 1800 x 1400 "
        "m with a unit of 1 m; with one of 0.001 m it would be 4.2 x 1.8 x 1.4 m");
    for (int n = 0; n < 2 * LB_BODY_MAX_NOTES; n++)
        lb_body_note(&notes, "%d", n);
    LB_CHECK_EQUAL_INT(notes.count, LB_BODY_MAX_NOTES);
}

int main(void)
{
    LB_TEST(a_sound_body_is_passed_in_silence);
    LB_TEST(a_body_of_the_wrong_size_is_refused);
    LB_TEST(a_body_without_cells_says_why);
    LB_TEST(a_body_outside_of_the_box_is_refused);
    LB_TEST(a_body_at_a_face_is_refused_where_it_must_not_be);
    LB_TEST(a_prism_may_touch_the_sides_across_it);
    LB_TEST(holes_beyond_a_tenth_are_refused_unless_accepted);
    LB_TEST(holes_are_as_large_at_every_resolution);
    LB_TEST(a_tube_without_lids_is_refused);
    LB_TEST(few_open_rows_are_noted);
    LB_TEST(a_triangle_that_is_turned_is_found);
    LB_TEST(bodies_in_the_same_cells_are_noted);
    LB_TEST(lengths_of_no_car_are_noted);
    return lb_check_report();
}
