/* test_voxel_shape.c - areas, volumes, thin parts and gaps of solid cells that are drawn by hand.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "body/body_checks.h"
#include "body/voxel_surface.h"
#include "domain/ways.h"
#include "support/check.h"
#include "support/shapes.h"

/* Rows of a layer, the lowest y first: '.' free, '1' to '9' a body. */
static struct lb_voxels draw(const char *const *rows, uint32_t count, uint32_t layers,
                             uint8_t *cells)
{
    const uint32_t width = (uint32_t)strlen(rows[0]);
    struct lb_voxels v = {.begin = {2, 3, 0}, .size = {width, count, layers}, .number = cells};
    for (size_t n = 0; n < (size_t)width * count * layers; n++) {
        const char c = rows[n / width % count][n % width];
        cells[n] = (uint8_t)(c == '.' ? 0 : c - '0');
    }
    return v;
}

static void columns_and_cells_are_counted(void)
{
    static const char *const rows[] = {"11..", ".122", "...."};
    uint8_t cells[24];
    const struct lb_voxels v = draw(rows, 3, 2, cells);
    LB_CHECK_EQUAL_INT(lb_voxels_volume(&v, 0), 10);
    LB_CHECK_EQUAL_INT(lb_voxels_volume(&v, 1), 6);
    LB_CHECK_EQUAL_INT(lb_voxels_frontal_area(&v, 0, 0), 4);
    LB_CHECK_EQUAL_INT(lb_voxels_frontal_area(&v, 0, 2), 2);
    LB_CHECK_EQUAL_INT(lb_voxels_frontal_area(&v, 1, 0), 8);
    LB_CHECK_EQUAL_INT(lb_voxels_frontal_area(&v, 1, 1), 4);
    LB_CHECK_EQUAL_INT(lb_voxels_frontal_area(&v, 2, 0), 5);
}

/* Closed rectangles around all cells: volume and area are those of the cells. */
static void the_surface_encloses_the_cells(void)
{
    static const char *const rows[] = {"11..", ".1.2", "11.2"};
    uint8_t cells[24];
    struct lb_error err = {0};
    struct lb_mesh mesh;
    double low[3], high[3], centre[3];
    const struct lb_voxels v = draw(rows, 3, 2, cells);
    LB_CHECK_OK(lb_voxels_surface(&v, 1, &mesh, &err), &err);
    LB_CHECK_CLOSE(lb_mesh_volume(&mesh), 10, 1e-14);
    LB_CHECK_CLOSE(lb_mesh_area(&mesh), 10 + 24, 1e-14); /* above and below; round, 2 high */
    LB_CHECK_EQUAL_INT(mesh.triangle_count, 2 * (2 * 3 + 2 * 8));
    lb_mesh_bounds(&mesh, low, high);
    LB_CHECK(low[0] == 2 && high[0] == 4 && low[1] == 3 && high[1] == 6 && low[2] == 0 &&
             high[2] == 2);
    lb_mesh_free(&mesh);
    LB_CHECK_OK(lb_voxels_surface(&v, 2, &mesh, &err), &err);
    LB_CHECK_CLOSE(lb_mesh_volume(&mesh), 4, 1e-14);
    lb_mesh_centroid(&mesh, centre);
    LB_CHECK_CLOSE(centre[0], 5.5, 1e-14);
    LB_CHECK_CLOSE(centre[1], 5, 1e-14);
    lb_mesh_free(&mesh);
    LB_CHECK_OK(lb_voxels_surface(&v, 3, &mesh, &err), &err);
    LB_CHECK_EQUAL_INT(mesh.triangle_count, 0);
}

/* The frontal area of a sphere is that of its circle, along any axis. */
static void a_sphere_has_its_area_and_volume(void)
{
    const uint32_t box[3] = {48, 48, 48};
    struct lb_mesh sphere = lb_shape_sphere(4, 20, 24.1, 23.8, 24.3);
    const struct lb_voxel_body body = {.name = "sphere", .mesh = &sphere};
    struct lb_voxels v;
    struct lb_voxel_report report;
    struct lb_thinness t;
    struct lb_error err = {0};
    struct lb_body_notes notes = {0};
    LB_CHECK_OK(lb_voxels_make(&body, 1, box, &v, &report, &err), &err);
    for (int axis = 0; axis < 3; axis++)
        LB_CHECK_CLOSE(lb_voxels_frontal_area(&v, axis, 1), 1256.6, 0.01);
    LB_CHECK_CLOSE(lb_voxels_volume(&v, 1), 33510, 0.005);
    LB_CHECK_OK(lb_voxels_thinness(&v, box, &t, &err), &err);
    LB_CHECK_EQUAL_INT(t.gap_cells[0] + t.gap_cells[1], 0); /* it is convex */
    lb_body_check_thinness(&t, &notes);
    LB_CHECK_EQUAL_INT(notes.count, 0);
    lb_voxels_free(&v);
    lb_mesh_free(&sphere);
}

static struct lb_thinness thinness(const struct lb_voxels *v, const uint32_t box[3])
{
    struct lb_thinness t;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_voxels_thinness(v, box, &t, &err), &err);
    return t;
}

static void check_place(const uint32_t at[3], uint32_t x, uint32_t y, uint32_t z)
{
    LB_CHECK(at[0] == x && at[1] == y && at[2] == z);
}

/* A block of 3 x 3 with a tail of one cell, and of two rows; the region begins at (2, 3). */
static void parts_are_as_thin_as_their_shortest_run(void)
{
    static const char *const rows[] = {"111...", "111111", "111...", "......", "111111", "111111"};
    const uint32_t box[3] = {20, 20, 1};
    uint8_t cells[36];
    const struct lb_voxels v = draw(rows, 6, 1, cells);
    const struct lb_thinness t = thinness(&v, box);
    LB_CHECK_EQUAL_INT(t.solid_cells, 24);
    LB_CHECK_EQUAL_INT(t.thin_cells[0], 3);
    LB_CHECK_EQUAL_INT(t.thin_cells[1], 12);
    check_place(t.thin_at, 5, 4, 0);
    LB_CHECK_EQUAL_INT(t.gap_cells[0], 3);
    LB_CHECK_EQUAL_INT(t.gap_cells[1], 6); /* beside the tail: two rows of three */
    check_place(t.gap_at, 2, 6, 0);
}

/* Of a layer of three dimensions every cell is a run of one across it. */
static void a_sheet_is_thin_along_the_third_axis(void)
{
    static const char *const rows[] = {"1111", "1111", "1111", "1111"};
    const uint32_t flat[3] = {20, 20, 1}, deep[3] = {20, 20, 20};
    uint8_t cells[48];
    struct lb_voxels v = draw(rows, 4, 1, cells);
    LB_CHECK_EQUAL_INT(thinness(&v, flat).thin_cells[0], 0);
    v.begin[2] = 5;
    LB_CHECK_EQUAL_INT(thinness(&v, deep).thin_cells[0], 16);
    v = draw(rows, 4, 2, cells);
    v.begin[2] = 5;
    LB_CHECK_EQUAL_INT(thinness(&v, deep).thin_cells[1], 32);
    v = draw(rows, 4, 3, cells);
    v.begin[2] = 5;
    LB_CHECK_EQUAL_INT(thinness(&v, deep).thin_cells[1], 0);
    memset(cells + 16, 0, 16);
    LB_CHECK_EQUAL_INT(thinness(&v, deep).gap_cells[0], 16);
    check_place(thinness(&v, deep).gap_at, 2, 3, 6);
}

/* A wing across the sides is not thin where it is cut off, nor is the way round it a gap. */
static void what_the_box_cuts_off_goes_on(void)
{
    static const char *const rows[] = {"1111.", "1111.", "1111.", "1111.", "1111."};
    const uint32_t box[3] = {7, 8, 1};
    uint8_t cells[25];
    struct lb_voxels v = draw(rows, 5, 1, cells);
    LB_CHECK_EQUAL_INT(thinness(&v, box).gap_cells[0], 0);
    v.size[1] = 1;
    v.begin[1] = 7; /* the last row of the box */
    LB_CHECK_EQUAL_INT(thinness(&v, box).thin_cells[0] + thinness(&v, box).thin_cells[1], 0);
    v.begin[1] = 6;
    LB_CHECK_EQUAL_INT(thinness(&v, box).thin_cells[0], 4);
}

/* Up is y; the lowest layer of the box is the ground.  Columns of 1, 0, 2, 3 and no free cells below. */
static void gaps_to_the_ground_are_columns_below_a_body(void)
{
    static const char *const rows[] = {".1...", "11...", "111..", "1111."};
    uint8_t cells[20];
    struct lb_voxels v = draw(rows, 4, 1, cells);
    struct lb_thinness t = {0};
    v.begin[1] = 1;
    lb_voxels_ground_gaps(&v, 1, &t);
    LB_CHECK_EQUAL_INT(t.ground_cells[0], 1);
    LB_CHECK_EQUAL_INT(t.ground_cells[1], 2);
    LB_CHECK_EQUAL_INT(t.shadow_cells, 4);
    check_place(t.ground_at, 2, 1, 0);
    v.begin[1] =
        2; /* the gap of one becomes one of two, and there is one of one below the second */
    lb_voxels_ground_gaps(&v, 1, &t);
    LB_CHECK_EQUAL_INT(t.ground_cells[0], 1);
    LB_CHECK_EQUAL_INT(t.ground_cells[1], 2);
    check_place(t.ground_at, 3, 1, 0);
    v.begin[1] = 4;
    lb_voxels_ground_gaps(&v, 1, &t);
    LB_CHECK_EQUAL_INT(t.ground_cells[0] + t.ground_cells[1], 0);
}

static void notes_say_how_much_and_where(void)
{
    const struct lb_thinness t = {.solid_cells = 100,
                                  .thin_cells = {2, 10},
                                  .gap_cells = {0, 7},
                                  .thin_at = {4, 5, 6},
                                  .gap_at = {7, 8, 9},
                                  .ground_cells = {3, 4},
                                  .ground_at = {1, 2, 1},
                                  .shadow_cells = 69};
    struct lb_thinness wide = t;
    struct lb_body_notes notes = {0};
    wide.shadow_cells = 70;
    lb_body_check_thinness(&wide, &notes);
    LB_CHECK_EQUAL_INT(notes.count, 2);
    notes.count = 0;
    lb_body_check_thinness(&t, &notes);
    LB_CHECK_EQUAL_INT(notes.count, 3);
    LB_CHECK_EQUAL_TEXT(
        notes.text[0],
        "12 % of the solid cells are in parts thinner than 3 cells, the thinnest of 1 "
        "at (4, 5, 6): more cells per length would resolve them");
    LB_CHECK_EQUAL_TEXT(notes.text[1],
                        "7 cells are in gaps narrower than 3 cells, the narrowest of 2 "
                        "at (7, 8, 9): the flow there is not resolved");
    LB_CHECK_EQUAL_TEXT(notes.text[2],
                        "7 cells are between the body and the ground in gaps narrower than 3 "
                        "cells, the narrowest of 1 at (1, 2, 1): more cells per length or a larger "
                        "clearance= is needed");
}

/* --- passages --------------------------------------------------------------------------------- */

/* The rows lie along y, or where `up` is 2 along z. */
static bool is_open(const char *const *rows, uint32_t count, int up, int axis, bool is_periodic)
{
    uint8_t cells[64];
    struct lb_error err = {0};
    const bool periodic[3] = {is_periodic, is_periodic, is_periodic};
    struct lb_voxels v = draw(rows, count, 1, cells);
    v.begin[0] = v.begin[1] = 0;
    v.size[1] = up == 1 ? count : 1;
    v.size[2] = up == 2 ? count : 1;
    const enum lb_status st = lb_ways_check_passage(&v, v.size, axis, periodic, &err);
    LB_CHECK(st == LB_STATUS_OK || st == LB_STATUS_USAGE);
    return st == LB_STATUS_OK;
}

static void a_way_through_is_found_round_corners(void)
{
    static const char *const bent[] = {"..111...", "1.111.11", "1.....11", "11111111"};
    static const char *const shut[] = {"..111...", "1.111.11", "1.1...11", "11111111"};
    static const char *const slanted[] = {"...1", "..1.", ".1..", "1..."};
    for (int up = 1; up < 3; up++) {
        LB_CHECK(is_open(bent, 4, up, 0, false) && !is_open(bent, 4, up, up, false));
        LB_CHECK(!is_open(shut, 4, up, 0, false));
        LB_CHECK(!is_open(slanted, 4, up, 0, false)); /* over an edge is no way */
    }
}

static void a_way_through_may_lead_over_periodic_sides(void)
{
    static const char *const sides[] = {"...1", "1111", "1111", "1..."};
    static const char *const ends[] = {"11.", ".1.", ".11"};
    for (int up = 1; up < 3; up++) {
        LB_CHECK(!is_open(sides, 4, up, 0, false) && is_open(sides, 4, up, 0, true));
        LB_CHECK(!is_open(ends, 3, up, up, false) && is_open(ends, 3, up, up, true));
        LB_CHECK(!is_open(sides, 4, up, up, true)); /* not over the faces themselves */
    }
}

/* Two plates with a hole each, in layers of their own. */
static void a_way_through_leads_along_all_axes(void)
{
    uint8_t cells[4 * 3 * 3] = {0};
    const uint32_t box[3] = {4, 3, 3};
    const bool none[3] = {false, false, false};
    struct lb_voxels v = {.size = {4, 3, 3}, .number = cells};
    struct lb_error err = {0};
    for (size_t n = 0; n < 9; n++)
        cells[4 * n + 1] = cells[4 * n + 3] = 1;
    LB_CHECK_EQUAL_INT(lb_ways_check_passage(&v, box, 0, none, &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text,
                        "there is no way through the box from its face x- to x+: solid cells close "
                        "its 4 x 3 x 3 cells; a smaller body or a larger box would be right");
    cells[1] = cells[4 * 8 + 3] = 0;
    LB_CHECK_OK(lb_ways_check_passage(&v, box, 0, none, &err), NULL);
    LB_CHECK_OK(lb_ways_check_passage(&v, box, 1, none, &err), NULL);
    LB_CHECK_OK(lb_ways_check_passage(&v, box, 2, none, &err), NULL);
    v.size[0] = 0; /* no body in the box */
    LB_CHECK_OK(lb_ways_check_passage(&v, box, 0, none, &err), NULL);
}

int main(void)
{
    LB_TEST(columns_and_cells_are_counted);
    LB_TEST(the_surface_encloses_the_cells);
    LB_TEST(a_sphere_has_its_area_and_volume);
    LB_TEST(parts_are_as_thin_as_their_shortest_run);
    LB_TEST(a_sheet_is_thin_along_the_third_axis);
    LB_TEST(what_the_box_cuts_off_goes_on);
    LB_TEST(gaps_to_the_ground_are_columns_below_a_body);
    LB_TEST(notes_say_how_much_and_where);
    LB_TEST(a_way_through_is_found_round_corners);
    LB_TEST(a_way_through_may_lead_over_periodic_sides);
    LB_TEST(a_way_through_leads_along_all_axes);
    return lb_check_report();
}
