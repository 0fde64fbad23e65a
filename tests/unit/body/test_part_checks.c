/* test_part_checks.c - connected parts of meshes made of blocks: which way round they are, what their cells
 * keep of them, and what is said.  Expected are counts and areas of blocks, by hand.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "body/body_shapes.h"
#include "body/part_checks.h"
#include "body/silhouette.h"
#include "support/check.h"
#include "support/shapes.h"

static const uint32_t box[3] = {32, 20, 24};

/* Built of blocks, freed with the whole. */
static struct lb_mesh add(struct lb_mesh mesh, struct lb_mesh more)
{
    struct lb_mesh both = lb_shape_join(&mesh, &more);
    lb_mesh_free(&mesh);
    lb_mesh_free(&more);
    return both;
}

static struct lb_mesh block(double x, double y, double z, double to_x, double to_y, double to_z,
                            int turned)
{
    return lb_shape_block((const double[]){x, y, z}, (const double[]){to_x, to_y, to_z},
                          LB_SHAPE_ALL_FACES, turned);
}

/* 800 cells. */
static struct lb_mesh hull(int turned)
{
    return block(4, 4, 4, 24, 14, 8, turned);
}

struct looked {
    uint64_t cells;
    struct lb_part_reports parts;
    struct lb_body_notes notes;
};

static struct looked look(struct lb_mesh mesh, const uint32_t size[3])
{
    struct looked l = {0};
    struct lb_error err = {0};
    struct lb_voxels voxels;
    struct lb_voxel_report report;
    const struct lb_voxel_body body = {.name = "a.stl", .mesh = &mesh};
    LB_CHECK_OK(lb_voxels_make(&body, 1, size, &voxels, &report, &err), &err);
    LB_CHECK_OK(lb_part_reports_make(&body, &report, 1, size, &voxels, &l.parts, &err), &err);
    lb_part_reports_check(&l.parts, "a.stl", size, &l.notes);
    l.cells = report.cells;
    lb_voxels_free(&voxels);
    lb_mesh_free(&mesh);
    return l;
}

static void expect(struct looked l, uint64_t cells, const char *note)
{
    LB_CHECK_EQUAL_INT(l.cells, cells);
    LB_CHECK_EQUAL_INT(l.notes.count, *note != '\0');
    LB_CHECK_EQUAL_TEXT(l.notes.text[0], note);
    lb_part_reports_free(&l.parts);
}

static void parts_that_have_their_cells_are_passed_in_silence(void)
{
    expect(look(hull(0), box), 800, "");
    expect(look(add(hull(0), block(16, 6, 6, 22, 12, 16, 0)), box), 800 + 360 - 72, "");
    uint64_t centres = 0;
    for (int n = 0; n < 14 * 14 * 14; n++) {
        const double x = n % 14 - 6.5, y = n / 14 % 14 - 6.5, z = n / 196 - 6.5;
        centres += x * x + y * y + z * z < 49;
    }
    expect(look(lb_shape_sphere(5, 7, 15, 10, 12), box), centres, "");
}

static void a_part_between_two_layers_of_centres_is_missed(void)
{
    expect(look(add(hull(0), block(16, 8.6, 7.5, 24, 8.8, 18, 0)), box), 800,
           "1 of 2 parts of 'a.stl' (8 x 0.2 x 10.5 cells from (16, 8.6, 7.5) on) has no solid "
           "cell: what is thinner than a cell needs more cells per length, or thickness");
}

static void sheets_and_faces_in_both_senses_are_missed(void)
{
    struct lb_mesh sheets =
        lb_shape_block((const double[]){8, 6, 12}, (const double[]){20, 12, 16}, 3 << 4, 0);
    expect(look(add(hull(0), sheets), box), 800,
           "2 of 3 parts of 'a.stl' (12 x 6 x 4 cells from (8, 6, 12) on) have no solid cell: "
           "sheets do not close and enclose nothing; a solid body has closed surfaces");
    struct lb_mesh twice = add(block(16, 6, 10, 22, 12, 16, 0), block(16, 6, 10, 22, 12, 16, 1));
    for (size_t h = 36; h < 72; h++)
        twice.corner[h] -= 8; /* of the same nodes */
    twice.node_count = 8;
    expect(look(add(hull(0), twice), box), 800,
           "1 of 2 parts of 'a.stl' (6 x 6 x 6 cells from (16, 6, 10) on) has no solid cell: its "
           "faces are there in both senses and cancel; one of each two is needed");
}

/* Two blocks, and a web between them that lies between two layers of centres: an H lying on its side, cut out of
 * a plate of 6 cells. */
static void a_web_thinner_than_a_cell_is_missed(void)
{
    const double p[] = {4,  4,  12, 4,  12, 7.6, 20, 7.6, 20, 4,  28, 4,
                        28, 12, 20, 12, 20, 7.9, 12, 7.9, 12, 12, 4,  12};
    struct lb_mesh mesh;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_body_prism("a", p, 12, 2, (const double[]){4, 10}, &mesh, &err), &err);
    expect(look(mesh, box), 2 * 8 * 8 * 6,
           "the solid cells of 'a.stl' fall into 2 pieces: what joins them is thinner than a cell, "
           "and is lost");
    LB_CHECK_OK(lb_body_prism("a", p, 12, 2, (const double[]){4, 10}, &mesh, &err), &err);
    for (size_t n = 0; n < mesh.node_count; n++) /* a row of centres lies in the web */
        mesh.position[3 * n + 1] += 0.75;
    struct looked l = look(mesh, box);
    LB_CHECK_EQUAL_INT(l.parts.part[0].cell_pieces, 1);
    lb_part_reports_free(&l.parts);
}

/* In two dimensions a tail a tenth of a cell thick, half of the length. */
static void a_tail_thinner_than_a_cell_is_missed(void)
{
    const double p[] = {4, 4, 14, 4, 14, 6, 14, 6.15, 24, 6.15, 24, 6.25, 14, 6.25, 14, 8, 4, 8};
    const uint32_t flat[3] = {32, 20, 1};
    struct lb_mesh mesh;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_body_prism("a", p, 9, 2, (const double[]){-1, 2}, &mesh, &err), &err);
    struct looked l = look(mesh, flat);
    LB_CHECK_CLOSE(l.parts.part[0].volume, 41, 1e-12);
    LB_CHECK_CLOSE(l.parts.part[0].frontal, 4, 2e-3);
    LB_CHECK_EQUAL_INT(l.parts.part[0].frontal_cells, 4);
    expect(l, 40,
           "the solid cells of 'a.stl' end 10.0 cells before the mesh does at x+: what lies there "
           "is thinner than a cell");
}

/* A rod 3.3 cells wide has four rows of cells each way: 16 / 10.89 of its area. */
static void areas_and_volumes_that_are_off_are_said(void)
{
    struct looked l = look(block(4, 4.3, 4.3, 24, 7.6, 7.6, 0), box);
    LB_CHECK_EQUAL_INT(l.notes.count, 2);
    LB_CHECK_EQUAL_TEXT(l.notes.text[0],
                        "the solid cells of 'a.stl' have 47 % more volume than the mesh: 320 "
                        "instead of 217.8; more cells per length come closer");
    LB_CHECK(strstr(l.notes.text[1], "47 % more frontal area than the mesh: 16 instead of 10.") !=
             NULL);
    lb_part_reports_free(&l.parts);
    struct lb_body_notes notes = {0};
    lb_body_check_frontal(100, 104.9, &notes);
    LB_CHECK_EQUAL_INT(notes.count, 0);
    lb_body_check_frontal(100, 94.9, &notes);
    LB_CHECK_EQUAL_INT(notes.count, 1);
}

static void a_part_cut_off_by_the_box_is_not_short(void)
{
    expect(look(block(4, -8, 4, 24, 30, 8, 0), box), 20 * 20 * 4, "");
}

/* --- which way round ---------------------------------------------------------------------------- */

static uint32_t turn(struct lb_mesh *mesh, bool is_turned[4])
{
    struct lb_mesh_parts parts;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_mesh_parts_find(mesh, &parts, &err), &err);
    LB_CHECK(parts.count <= 4);
    const uint32_t count = lb_mesh_turn_outward(mesh, &parts, is_turned);
    lb_mesh_parts_free(&parts);
    return count;
}

static void a_part_that_lies_in_no_other_is_turned_outwards(void)
{
    bool is_turned[4];
    struct lb_mesh mesh = add(hull(0), block(16, 6, 6, 22, 12, 16, 1));
    LB_CHECK_EQUAL_INT(turn(&mesh, is_turned), 1);
    LB_CHECK(!is_turned[0] && is_turned[1]);
    expect(look(mesh, box), 800 + 360 - 72, "");
    mesh = add(hull(1), block(24, 4, 4, 28, 14, 24, 0)); /* as large: no volume decides for both */
    LB_CHECK_EQUAL_INT(turn(&mesh, is_turned), 1);
    LB_CHECK_CLOSE(lb_mesh_volume(&mesh), 1600, 1e-12);
    lb_mesh_free(&mesh);
}

/* Whatever lies in another part keeps its sense relative to that. */
static void a_hollow_stays_one(void)
{
    bool is_turned[4];
    for (int turned = 0; turned < 2; turned++) {
        struct lb_mesh mesh = add(hull(turned), block(8, 6, 5, 20, 12, 7, !turned));
        LB_CHECK_EQUAL_INT(turn(&mesh, is_turned), turned ? 2 : 0);
        LB_CHECK_CLOSE(lb_mesh_volume(&mesh), 800 - 144, 1e-12);
        expect(look(mesh, box), 800 - 144,
               "144 cells are free inside of 1 of 2 parts of 'a.stl' (12 x 6 x 2 cells from (8, 6, "
               "5) on), which is the other way round than the part around it: a hollow, if that is "
               "meant");
        mesh = add(hull(turned), block(8, 6, 5, 20, 12, 7, turned));
        LB_CHECK_EQUAL_INT(turn(&mesh, is_turned), turned ? 2 : 0);
        LB_CHECK_CLOSE(lb_mesh_volume(&mesh), 800 + 144, 1e-12);
        lb_mesh_free(&mesh);
    }
}

/* In the box of the other, but not in it. */
/* A valve whose stem reaches out of the port: 4 x 4 cells, two deep in the fluid, four above it. */
static void what_is_inside_out_is_taken_from_fluid(void)
{
    struct lb_error err = {0};
    struct lb_voxels voxels;
    struct lb_voxel_report report;
    for (int turned = 0; turned < 2; turned++) {
        struct lb_mesh mesh = add(hull(turned), block(10, 6, 6, 14, 10, 12, !turned));
        const struct lb_voxel_body port = {"port.stl", &mesh, .encloses_fluid = true};
        LB_CHECK(lb_mesh_turn_whole(&mesh) == (turned == 1));
        LB_CHECK_OK(lb_voxels_make(&port, 1, box, &voxels, &report, &err), &err);
        LB_CHECK_EQUAL_INT(report.cells, 800 - 32);
        LB_CHECK_EQUAL_INT(report.disagreements, 0);
        LB_CHECK_EQUAL_INT(report.open_rows[0] + report.open_rows[1] + report.open_rows[2], 0);
        LB_CHECK(lb_voxels_at(&voxels, 10, 6, 5) != 0 && lb_voxels_at(&voxels, 10, 6, 6) == 0);
        lb_voxels_free(&voxels);
        lb_mesh_free(&mesh);
    }
}

/* Volumes of fluid that overlap are one. */
static void volumes_of_fluid_are_united(void)
{
    struct lb_error err = {0};
    struct lb_voxels voxels;
    struct lb_voxel_report report;
    struct lb_mesh mesh = add(hull(0), block(20, 4, 4, 28, 14, 8, 0));
    const struct lb_voxel_body ducts = {"ducts.stl", &mesh, .encloses_fluid = true};
    LB_CHECK_OK(lb_voxels_make(&ducts, 1, box, &voxels, &report, &err), &err);
    LB_CHECK_EQUAL_INT(report.cells, 24 * 10 * 4);
    lb_voxels_free(&voxels);
    lb_mesh_free(&mesh);
}

static void parts_keep_their_names(void)
{
    struct lb_error err = {0};
    struct lb_mesh_parts parts;
    struct lb_mesh mesh = add(hull(0), block(26, 4, 4, 28, 14, 8, 0)), copy, named = {0};
    char names[2][LB_MESH_NAME_BYTES] = {"hull", "tail"};
    uint16_t of[24];
    for (int t = 0; t < 24; t++)
        of[t] = (uint16_t)(t < 12 ? 1 : t % 3);
    named.names = (struct lb_mesh_names){2, names, of};
    uint32_t same[24];
    for (uint32_t t = 0; t < 24; t++)
        same[t] = t;
    LB_CHECK_OK(lb_mesh_copy_names(&named, same, &mesh, &err), &err);
    LB_CHECK_OK(lb_mesh_parts_find(&mesh, &parts, &err), &err);
    if (LB_CHECK_OK(lb_mesh_part_copy(&mesh, &parts, 1, &copy, &err), &err))
        for (uint32_t t = 0; t < 12; t++)
            LB_CHECK_EQUAL_INT(lb_mesh_name_of(&copy, t), (int)of[parts.triangle[12 + t]] - 1);
    lb_mesh_free(&copy);
    lb_mesh_parts_free(&parts);
    lb_mesh_free(&mesh);
}

static void a_part_beside_another_in_its_box_is_turned(void)
{
    bool is_turned[4];
    struct lb_mesh ball = lb_shape_sphere(3, 8, 16, 10, 12);
    struct lb_mesh mesh = add(ball, block(9, 3, 5, 10, 4, 6, 1));
    LB_CHECK_EQUAL_INT(turn(&mesh, is_turned), 1);
    LB_CHECK(is_turned[1]);
    lb_mesh_free(&mesh);
}

static void a_mesh_inside_out_is_turned(void)
{
    bool is_turned[4];
    struct lb_mesh mesh = lb_shape_sphere(2, 8, 15, 15, 10);
    const double volume = lb_mesh_volume(&mesh);
    LB_CHECK_EQUAL_INT(turn(&mesh, is_turned), 0);
    for (size_t t = 0; t < mesh.triangle_count; t++) {
        const uint32_t corner = mesh.corner[3 * t];
        mesh.corner[3 * t] = mesh.corner[3 * t + 2];
        mesh.corner[3 * t + 2] = corner;
    }
    mesh.triangle_count--; /* open, too */
    LB_CHECK_EQUAL_INT(turn(&mesh, is_turned), 1);
    LB_CHECK_CLOSE(lb_mesh_volume(&mesh), volume, 1e-2);
    lb_mesh_free(&mesh);
}

/* --- shadows -------------------------------------------------------------------------------------- */

static void a_shadow_counts_once_whatever_lies_behind(void)
{
    struct lb_error err = {0};
    double area[3];
    struct lb_mesh meshes[2] = {block(0, 0, 0, 2, 3, 5, 0), block(10, 1, 1, 12, 2, 7, 1)};
    for (int axis = 0; axis < 3; axis++)
        LB_CHECK_OK(lb_mesh_silhouette(meshes, 2, axis, &area[axis], &err), &err);
    LB_CHECK_CLOSE(area[0], 15 + 2, 3e-3);
    LB_CHECK_CLOSE(area[1], 10 + 12, 3e-3);
    LB_CHECK_CLOSE(area[2], 6 + 2, 3e-3);
    lb_mesh_free(&meshes[0]);
    lb_mesh_free(&meshes[1]);
    struct lb_mesh ball = lb_shape_sphere(5, 7, 1e3, -2e3, 5);
    LB_CHECK_OK(lb_mesh_silhouette(&ball, 1, 1, area, &err), &err);
    LB_CHECK_CLOSE(area[0], 153.938, 2e-3); /* 49 pi */
    lb_mesh_free(&ball);
    struct lb_mesh flat = lb_shape_sheet(3, 4);
    LB_CHECK_OK(lb_mesh_silhouette(&flat, 1, 2, area, &err), &err);
    LB_CHECK_CLOSE(area[0], 12, 1e-12);
    LB_CHECK_OK(lb_mesh_silhouette(&flat, 1, 0, area, &err), &err);
    LB_CHECK_EQUAL_INT(area[0], 0);
    lb_mesh_free(&flat);
}

int main(void)
{
    LB_TEST(parts_that_have_their_cells_are_passed_in_silence);
    LB_TEST(a_part_between_two_layers_of_centres_is_missed);
    LB_TEST(sheets_and_faces_in_both_senses_are_missed);
    LB_TEST(a_web_thinner_than_a_cell_is_missed);
    LB_TEST(a_tail_thinner_than_a_cell_is_missed);
    LB_TEST(areas_and_volumes_that_are_off_are_said);
    LB_TEST(a_part_cut_off_by_the_box_is_not_short);
    LB_TEST(a_part_that_lies_in_no_other_is_turned_outwards);
    LB_TEST(a_hollow_stays_one);
    LB_TEST(what_is_inside_out_is_taken_from_fluid);
    LB_TEST(volumes_of_fluid_are_united);
    LB_TEST(parts_keep_their_names);
    LB_TEST(a_part_beside_another_in_its_box_is_turned);
    LB_TEST(a_mesh_inside_out_is_turned);
    LB_TEST(a_shadow_counts_once_whatever_lies_behind);
    return lb_check_report();
}
