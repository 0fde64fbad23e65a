/* test_openings.c - inlets and outlets on the wall of a fluid: which cells they are, how large,
 * and what is refused.
 * SPDX-License-Identifier: MIT */
#include "domain/openings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "body/voxels.h"
#include "support/check.h"
#include "support/shapes.h"

enum { NX = 44, NY = 36, NZ = 34 };
static const uint32_t size[3] = {NX, NY, NZ};

/* A fluid that a mesh encloses. */
struct vessel {
    struct lb_mesh mesh;
    struct lb_voxels voxels;
    struct lb_openings openings;
};

static bool is_inside(const void *state, uint32_t x, uint32_t y, uint32_t z)
{
    return lb_voxels_at(state, x, y, z) != 0;
}

static void fill(struct vessel *v, const char *lattice)
{
    struct lb_error err = {0};
    struct lb_voxel_report report;
    const struct lb_voxel_body body = {.name = "v", .mesh = &v->mesh, .encloses_fluid = true};
    LB_CHECK_OK(lb_voxels_make(&body, 1, size, &v->voxels, &report, &err), &err);
    const struct lb_fluid_region region = {
        lb_lattice_find(lattice), {NX, NY, NZ}, is_inside, &v->voxels};
    lb_openings_init(&v->openings, &region);
}

static void empty(struct vessel *v)
{
    lb_openings_free(&v->openings);
    lb_voxels_free(&v->voxels);
    lb_mesh_free(&v->mesh);
}

static void make_pipe(struct vessel *v, const double from[3], const double to[3], double radius)
{
    v->mesh = lb_shape_pipe(from, to, radius, 128);
    fill(v, "d3q19");
}

static bool add(struct vessel *v, struct lb_patch patch)
{
    struct lb_error err = {0};
    if (patch.mesh == NULL) patch.mesh = &v->mesh;
    return LB_CHECK_OK(lb_openings_add(&v->openings, &patch, &err), &err);
}

static double polygon_area(double radius)
{
    return 64.0 * radius * radius * sin(2.0 * M_PI / 128.0);
}

/* --- along an axis ---------------------------------------------------------------------------- */

static const double low_end[3] = {6.0, 17.0, 16.0}, high_end[3] = {38.0, 17.0, 16.0};
enum { FIRST = 6, LAST = 37 };

/* Cell by cell: those behind the first and the last layer of the fluid. */
static void check_ends(struct vessel *v)
{
    uint64_t wrong = 0, cells = 0;
    for (uint32_t z = 0; z < NZ; z++)
        for (uint32_t y = 0; y < NY; y++)
            for (uint32_t x = 0; x < NX; x++) {
                const bool is_low = x == FIRST - 1 && is_inside(&v->voxels, FIRST, y, z);
                const bool is_high = x == LAST + 1 && is_inside(&v->voxels, LAST, y, z);
                wrong += lb_openings_at(&v->openings, x, y, z) != (is_low ? 0 : is_high ? 1 : -1);
                cells += is_low;
            }
    LB_CHECK_EQUAL_INT(wrong, 0);
    for (int n = 0; n < 2; n++) {
        const struct lb_opening *o = &v->openings.opening[n];
        LB_CHECK_EQUAL_INT(o->cells, cells);
        LB_CHECK_NEAR(o->link_area, (double)cells, 1e-9 * (double)cells);
        LB_CHECK_NEAR(o->normal[0], n == 0 ? 1.0 : -1.0, 0.0);
        LB_CHECK_NEAR(fabs(o->normal[1]) + fabs(o->normal[2]), 0.0, 0.0);
        LB_CHECK(o->links > 4 * cells && o->links < 5 * cells);
    }
}

static void the_ends_of_a_pipe_are_the_cells_behind_it(void)
{
    struct vessel v;
    make_pipe(&v, low_end, high_end, 7.3);
    if (add(&v, (struct lb_patch){.name = "in", .kind = LB_PATCH_PART, .part = "inlet"}) &&
        add(&v, (struct lb_patch){.name = "out", .kind = LB_PATCH_PART, .part = "outlet"})) {
        check_ends(&v);
        LB_CHECK_CLOSE(v.openings.opening[0].area, polygon_area(7.3), 1e-9);
        LB_CHECK_NEAR(v.openings.opening[1].centre[0], 38.0, 1e-9);
        LB_CHECK_NEAR(v.openings.opening[1].centre[2], 16.0, 1e-9);
    }
    empty(&v);
}

/* A point beside it, its plane, a disc, and boxes that cut nothing off say the same. */
static void an_opening_can_be_said_in_many_ways(void)
{
    const struct lb_patch near = {.name = "in", .kind = LB_PATCH_NEAR, .at = {2.0, 18.0, 19.0}},
                          plane = {.name = "out",
                                   .kind = LB_PATCH_PLANE,
                                   .at = {38.0, 0.0, 0.0},
                                   .normal = {2.0, 0.0, 0.0}},
                          disc = {.name = "in",
                                  .kind = LB_PATCH_DISC,
                                  .at = {6.0, 17.0, 16.0},
                                  .normal = {-1.0, 0.0, 0.0},
                                  .radius = 7.3};
    struct vessel v;
    make_pipe(&v, low_end, high_end, 7.3);
    if (add(&v, near) && add(&v, plane)) check_ends(&v);
    empty(&v);
    make_pipe(&v, low_end, high_end, 7.3);
    if (add(&v, disc) && add(&v, plane)) check_ends(&v);
    LB_CHECK_CLOSE(v.openings.opening[0].area, M_PI * 7.3 * 7.3, 1e-9);
    empty(&v);
}

/* A duct of 10 x 8 cells, and a part of its lower wall. */
static void a_box_takes_what_is_in_it(void)
{
    const struct lb_patch end = {.name = "end",
                                 .kind = LB_PATCH_BOX,
                                 .at = {5.0, 10.0, 12.0},
                                 .to = {5.0, 20.0, 20.0}},
                          floor_part = {.name = "floor",
                                        .kind = LB_PATCH_BOX,
                                        .at = {12.0, 11.0, 11.5},
                                        .to = {18.0, 15.0, 12.5}};
    struct vessel v;
    v.mesh = lb_shape_block((const double[]){5, 10, 12}, (const double[]){35, 20, 20},
                            LB_SHAPE_ALL_FACES, 0);
    fill(&v, "d3q27");
    if (add(&v, end) && add(&v, floor_part)) {
        const struct lb_opening *o = v.openings.opening;
        LB_CHECK_EQUAL_INT(o[0].cells, 80);
        LB_CHECK_NEAR(o[0].link_area, 80.0, 1e-9);
        LB_CHECK_NEAR(o[0].area, 80.0, 1e-9);
        LB_CHECK_NEAR(o[0].normal[0], 1.0, 0.0);
        LB_CHECK_EQUAL_INT(o[1].cells, 24);
        LB_CHECK_NEAR(o[1].normal[2], 1.0, 0.0);
        LB_CHECK_NEAR(o[1].link_area, 24.0, 1e-9);
        LB_CHECK_EQUAL_INT(lb_openings_at(&v.openings, 12, 11, 11), 1);
        LB_CHECK_EQUAL_INT(lb_openings_at(&v.openings, 18, 11, 11), -1);
    }
    empty(&v);
}

/* --- in any direction ------------------------------------------------------------------------- */

/* Of links that go through the end of the pipe out of the fluid, all but those beside the rim
 * lead to the opening, which no others do; a velocity of 1 lets in the area. */
static void check_direction(const double from[3], const double way[3], double length)
{
    const double radius = 9.2, to[3] = {from[0] + length * way[0], from[1] + length * way[1],
                                        from[2] + length * way[2]};
    struct vessel v;
    uint64_t leaks = 0, wrong = 0;
    make_pipe(&v, from, to, radius);
    const struct lb_lattice *l = lb_lattice_find("d3q19");
    if (add(&v, (struct lb_patch){.name = "in", .kind = LB_PATCH_PART, .part = "inlet"})) {
        const struct lb_opening *o = &v.openings.opening[0];
        for (int a = 0; a < 3; a++)
            LB_CHECK_NEAR(o->normal[a], way[a], 1e-6);
        LB_CHECK_CLOSE(o->area, polygon_area(radius), 1e-9);
        if (!LB_CHECK_CLOSE(o->link_area, o->area, 0.02))
            printf("  along (%g, %g, %g)\n", way[0], way[1], way[2]);
        for (uint32_t z = 1; z + 1 < NZ; z++)
            for (uint32_t y = 1; y + 1 < NY; y++)
                for (uint32_t x = 1; x + 1 < NX; x++) {
                    const double d[3] = {x + 0.5 - from[0], y + 0.5 - from[1], z + 0.5 - from[2]};
                    const double along = d[0] * way[0] + d[1] * way[1] + d[2] * way[2];
                    const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along;
                    const bool is_fluid = is_inside(&v.voxels, x, y, z);
                    bool touches = false;
                    for (int i = 1; i < 19 && !is_fluid; i++)
                        touches = touches ||
                                  is_inside(&v.voxels, x + (uint32_t)l->c[i][0],
                                            y + (uint32_t)l->c[i][1], z + (uint32_t)l->c[i][2]);
                    const int n = lb_openings_at(&v.openings, x, y, z);
                    wrong += n == 0 && (is_fluid || !touches || along > 1e-3 || along < -1.42);
                    leaks += n < 0 && touches && along < -1e-3 && r2 < pow(radius - 1.0, 2.0);
                }
        LB_CHECK_EQUAL_INT(wrong, 0);
        LB_CHECK_EQUAL_INT(leaks, 0);
    }
    empty(&v);
}

static void a_pipe_may_have_any_direction(void)
{
    static const double ways[][3] = {
        {1, 0, 0},      {0, -1, 0},        {0.8660254037844386, 0.5, 0},
        {0.6, -0.8, 0}, {0.48, 0.6, 0.64}, {-0.48, 0.64, -0.6}};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        double from[3];
        for (int a = 0; a < 3; a++)
            from[a] = 0.5 * size[a] - 9.0 * ways[k][a] + 0.13;
        check_direction(from, ways[k], 15.0);
    }
}

/* The cap of a sphere, which is stairs: what a velocity across it lets in is its projection, but
 * for half a cell along the rim. */
static void a_box_may_hold_stairs(void)
{
    struct vessel v;
    v.mesh = lb_shape_sphere(5, 12.0, 20.0, 17.0, 16.0);
    fill(&v, "d3q19");
    if (add(&v, (struct lb_patch){.name = "in",
                                  .kind = LB_PATCH_BOX,
                                  .at = {7.0, 4.0, 3.0},
                                  .to = {11.0, 30.0, 29.0}})) {
        const struct lb_opening *o = &v.openings.opening[0];
        LB_CHECK_NEAR(o->normal[0], 1.0, 0.0);
        const double r2 = 12.0 * 12.0 - 9.0 * 9.0;
        LB_CHECK_NEAR(o->link_area, M_PI * r2, 0.5 * 2.0 * M_PI * sqrt(r2));
        LB_CHECK(o->size[0] >= 3);
    }
    empty(&v);
}

/* A channel 12 wide at an angle of 30 degrees: area and links are its width. */
static void in_two_dimensions_z_does_not_count(void)
{
    static const double turned[9] =
        {0.8660254037844386, -0.5, 0, 0.5, 0.8660254037844386, 0, 0, 0, 1},
                        shift[3] = {14.1, 4.2, 0.0};
    const uint32_t flat[3] = {NX, NY, 1};
    struct vessel v;
    struct lb_error err = {0};
    struct lb_voxel_report report;
    v.mesh = lb_shape_block((const double[]){0, 0, -1}, (const double[]){24, 12, 2},
                            LB_SHAPE_ALL_FACES, 0);
    lb_shape_map(&v.mesh, turned, shift);
    const struct lb_voxel_body body = {.name = "v", .mesh = &v.mesh, .encloses_fluid = true};
    LB_CHECK_OK(lb_voxels_make(&body, 1, flat, &v.voxels, &report, &err), &err);
    const struct lb_fluid_region region = {
        lb_lattice_find("d2q9"), {NX, NY, 1}, is_inside, &v.voxels};
    lb_openings_init(&v.openings, &region);
    const double middle[2] = {14.1 - 3.0, 4.2 + 6.0 * 0.8660254037844386};
    if (add(&v, (struct lb_patch){.name = "in",
                                  .kind = LB_PATCH_NEAR,
                                  .at = {middle[0] - 2.0, middle[1] - 1.0}})) {
        const struct lb_opening *o = &v.openings.opening[0];
        LB_CHECK_CLOSE(o->area, 12.0, 1e-9);
        LB_CHECK_CLOSE(o->link_area, 12.0, 0.06);
        LB_CHECK_NEAR(o->normal[0], 0.8660254037844386, 1e-9);
        LB_CHECK_NEAR(o->normal[1], 0.5, 1e-9);
    }
    empty(&v);
}

/* --- what is refused -------------------------------------------------------------------------- */

static void expect_refusal(struct lb_patch patch, bool named, const char *sentence)
{
    struct vessel v;
    struct lb_error err = {0};
    make_pipe(&v, low_end, high_end, 7.3);
    if (!named) v.mesh.names.count = 0;
    patch.mesh = &v.mesh;
    patch.name = "[inlet new]";
    add(&v, (struct lb_patch){.name = "[inlet old]",
                              .kind = LB_PATCH_PLANE,
                              .at = {6.0, 0.0, 0.0},
                              .normal = {1.0, 0.0, 0.0}});
    LB_CHECK_EQUAL_INT(lb_openings_add(&v.openings, &patch, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, sentence) != NULL)) printf("  said: %s\n", err.text);
    empty(&v);
}

static void what_is_no_opening_is_said(void)
{
    const struct lb_patch part = {.kind = LB_PATCH_PART, .part = "inlets"},
                          disc = {.kind = LB_PATCH_DISC,
                                  .at = {6.0, 17.0, 16.0},
                                  .normal = {1.0, 0.0, 0.0},
                                  .radius = 3.0};
    struct lb_patch other = disc, plane = {.kind = LB_PATCH_PLANE, .at = {50.0, 0.0, 0.0}};
    plane.normal[0] = 1.0;
    expect_refusal(part, true,
                   "[inlet new]: its mesh has no part 'inlets'; it has wall, inlet, outlet");
    expect_refusal(part, false, "[inlet new]: its mesh has no names of parts");
    expect_refusal(plane, true, "no triangle with an area is there");
    expect_refusal(
        disc, true,
        "the openings [inlet old] and [inlet new] overlap: they share 32 of the 32 cells");
    other.at[0] = 3.0;
    expect_refusal(
        other, true,
        "[inlet new]: no fluid flows through the opening at (3, 17, 16), which is inside of a "
        "solid: its area is 0, and the nearest fluid cell is (6, 16, 15), 3.57 cells away");
    other.at[0] = 14.0;
    expect_refusal(other, true, "which is inside of the fluid");
    other.radius = 0.0;
    expect_refusal(other, true, "a disc needs a normal and a radius");
    expect_refusal((struct lb_patch){.kind = LB_PATCH_PART, .part = "wall"}, true,
                   "face so many ways");
    struct lb_patch near = {.kind = LB_PATCH_NEAR, .at = {-40.0, 17.0, 16.0}};
    expect_refusal(near, true, "near= is 46 cells away from it, and ");
    near.unit = 4.0;
    expect_refusal(near, true, "near= is 11.5 L away from it, and ");
}

int main(void)
{
    LB_TEST(the_ends_of_a_pipe_are_the_cells_behind_it);
    LB_TEST(an_opening_can_be_said_in_many_ways);
    LB_TEST(a_box_takes_what_is_in_it);
    LB_TEST(a_pipe_may_have_any_direction);
    LB_TEST(a_box_may_hold_stairs);
    LB_TEST(in_two_dimensions_z_does_not_count);
    LB_TEST(what_is_no_opening_is_said);
    return lb_check_report();
}
