/* test_voxels.c - cells inside of bodies, against counts that geometry gives and an independent test of
 * single points.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "body/voxels.h"
#include "support/check.h"
#include "support/inside.h"
#include "support/shapes.h"

static const uint32_t box64[3] = {64, 64, 64};

struct made {
    struct lb_voxels voxels;
    struct lb_voxel_report report[3];
};

static struct made make(const struct lb_mesh *meshes, int count, const uint32_t box[3])
{
    struct made m = {0};
    struct lb_voxel_body bodies[3] = {0};
    struct lb_error err = {0};
    for (int n = 0; n < count; n++)
        bodies[n] = (struct lb_voxel_body){.name = "mesh", .mesh = &meshes[n]};
    LB_CHECK_OK(lb_voxels_make(bodies, count, box, &m.voxels, m.report, &err), &err);
    return m;
}

static uint64_t count_of(const struct lb_voxels *v, const uint32_t box[3], uint8_t number)
{
    uint64_t cells = 0;
    for (uint32_t z = 0; z < box[2]; z++)
        for (uint32_t y = 0; y < box[1]; y++)
            for (uint32_t x = 0; x < box[0]; x++)
                cells += lb_voxels_at(v, x, y, z) == number;
    return cells;
}

static void check_closed(const struct lb_voxel_report *r)
{
    LB_CHECK_EQUAL_INT(r->open_rows[0], 0);
    LB_CHECK_EQUAL_INT(r->open_rows[1], 0);
    LB_CHECK_EQUAL_INT(r->open_rows[2], 0);
    LB_CHECK_EQUAL_INT(r->disagreements, 0);
}

/* Cells that are not what the sphere says of their centres; between `inner` and `outer` radius are the
 * facets. */
static uint64_t misplaced(const struct lb_voxels *v, double inner, double outer, const double c[3])
{
    uint64_t wrong = 0;
    for (uint32_t z = 0; z < 64; z++)
        for (uint32_t y = 0; y < 64; y++)
            for (uint32_t x = 0; x < 64; x++) {
                const double r = hypot(hypot(x + 0.5 - c[0], y + 0.5 - c[1]), z + 0.5 - c[2]);
                const bool is_solid = lb_voxels_at(v, x, y, z) != 0;
                wrong += is_solid ? r > outer : r < inner;
            }
    return wrong;
}

/* Cells that are not what the winding number of their centre says, but for those beside the surface. */
static uint64_t different_cells(const struct lb_voxels *v, const struct lb_mesh *mesh,
                                const uint32_t box[3])
{
    uint64_t wrong = 0;
    for (uint32_t z = 0; z < box[2]; z++)
        for (uint32_t y = 0; y < box[1]; y++)
            for (uint32_t x = 0; x < box[0]; x++) {
                const double centre[3] = {x + 0.5, y + 0.5, z + 0.5};
                const bool inside = fabs(lb_test_winding(mesh, centre)) > 0.5;
                if (inside != (lb_voxels_at(v, x, y, z) != 0))
                    wrong += lb_test_distance(mesh, centre) > 1e-4;
            }
    return wrong;
}

static void a_sphere_is_solid_without_a_leak_wherever_it_lies(void)
{
    const double centres[3][3] = {{32.5, 32.5, 32.5}, {32.0, 32.0, 32.0}, {31.83, 32.29, 32.61}};
    for (int n = 0; n < 3; n++) {
        const double *c = centres[n];
        struct lb_mesh sphere = lb_shape_sphere(4, 20.3, c[0], c[1], c[2]);
        struct made m = make(&sphere, 1, box64);
        check_closed(&m.report[0]);
        LB_CHECK_EQUAL_INT(misplaced(&m.voxels, lb_test_distance(&sphere, c), 20.3 + 1e-4, c), 0);
        LB_CHECK_EQUAL_INT(m.report[0].cells, count_of(&m.voxels, box64, 1));
        lb_voxels_free(&m.voxels);
        lb_mesh_free(&sphere);
    }
}

/* Two axes outvote the third beside a hole. */
static void missing_triangles_open_rows_and_spoil_few_cells(void)
{
    const double c[3] = {31.83, 32.29, 32.61};
    struct lb_mesh sphere = lb_shape_sphere(4, 20.3, c[0], c[1], c[2]);
    const double inner = lb_test_distance(&sphere, c);
    for (size_t n = 0; n < 8; n++) /* eight of them become points */
        for (size_t k = 1; k < 3; k++)
            sphere.corner[3 * (640 * n + 17) + k] = sphere.corner[3 * (640 * n + 17)];
    struct made m = make(&sphere, 1, box64);
    const struct lb_voxel_report *r = &m.report[0];
    const uint64_t open = r->open_rows[0] + r->open_rows[1] + r->open_rows[2];
    LB_CHECK(open > 0 && open < 60);
    LB_CHECK(r->disagreements > 0 && r->disagreements < 42 * open);
    LB_CHECK(misplaced(&m.voxels, inner, 20.3 + 1e-4, c) <= 4);
    LB_CHECK_EQUAL_INT(r->open_at[r->open_axis], 0);
    lb_voxels_free(&m.voxels);
    lb_mesh_free(&sphere);
}

/* From 20.5 to 40.5: every face through centres, of which one side belongs to the box. */
static void a_box_through_centres_has_as_many_cells_as_its_volume(void)
{
    const double no_shift[3] = {0, 0, 0};
    for (int turn = 0; turn < 4; turn++) {
        double a[9], shift[3] = {30.5, 30.5, 30.5};
        struct lb_mesh box = lb_shape_cuboid(20, 20, 20);
        lb_shape_map(&box, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){-10, -10, -10});
        lb_shape_rotation(0, turn % 2, turn % 2 == 0, acos(-1.0) / 2 * turn, a);
        lb_shape_map(&box, a, no_shift);
        for (size_t i = 0; i < 24; i++)
            box.position[i] = round(box.position[i]) + shift[0];
        struct made m = make(&box, 1, box64);
        check_closed(&m.report[0]);
        LB_CHECK_EQUAL_INT(m.report[0].cells, 8000);
        for (int k = 0; k < 3; k++)
            LB_CHECK_EQUAL_INT(m.report[0].end[k] - m.report[0].begin[k], 20);
        lb_voxels_free(&m.voxels);
        lb_mesh_free(&box);
    }
}

static struct lb_mesh cuboid_at(double size, double low)
{
    struct lb_mesh box = lb_shape_cuboid(size, size, size);
    lb_shape_map(&box, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){low, low, low});
    return box;
}

/* Faces through centres along one axis, or none: no leak, and no centre on the wrong side. */
static void a_box_turned_by_any_angle_is_its_inside(void)
{
    const double angles[] = {45, 30};
    for (int n = 0; n < 2; n++) {
        double a[9];
        struct lb_mesh box = cuboid_at(20, -10);
        lb_shape_rotation(0, 0, 1, angles[n] * acos(-1.0) / 180, a);
        lb_shape_map(&box, a, (double[]){30.5, 30.5, 30.5});
        struct made m = make(&box, 1, box64);
        check_closed(&m.report[0]);
        /* 2 n^2 + 2 n + 1 points of the lattice have |i| + |j| <= n: here 10 sqrt(2) */
        if (n == 0) LB_CHECK_EQUAL_INT(m.report[0].cells, 20 * 421);
        LB_CHECK_EQUAL_INT(different_cells(&m.voxels, &box, box64), 0);
        lb_voxels_free(&m.voxels);
        lb_mesh_free(&box);
    }
}

/* Two of 17^3 cells with 11^3 in common: in one mesh, and as two bodies, of which the first keeps them. */
static void bodies_that_overlap_are_their_union(void)
{
    struct lb_mesh boxes[2] = {cuboid_at(17, 10.5), cuboid_at(17, 16.5)};
    struct lb_mesh both = lb_shape_join(&boxes[0], &boxes[1]);
    struct made one = make(&both, 1, box64), two = make(boxes, 2, box64);
    check_closed(&one.report[0]);
    LB_CHECK_EQUAL_INT(one.report[0].cells, 8495);
    LB_CHECK_EQUAL_INT(count_of(&two.voxels, box64, 1), 4913);
    LB_CHECK_EQUAL_INT(count_of(&two.voxels, box64, 2), 4913 - 1331);
    LB_CHECK_EQUAL_INT(two.report[1].cells, 4913);
    LB_CHECK_EQUAL_INT(two.report[1].shared_cells, 1331);
    LB_CHECK_EQUAL_INT(two.report[0].shared_cells, 0);
    lb_voxels_free(&one.voxels);
    lb_voxels_free(&two.voxels);
    for (int n = 0; n < 2; n++)
        lb_mesh_free(&boxes[n]);
    lb_mesh_free(&both);
}

/* A crumpled ball that goes through itself. */
static struct lb_mesh crumpled(uint64_t seed, unsigned subdivisions)
{
    double a[9];
    struct lb_mesh mesh = lb_shape_sphere(subdivisions, 7, 0, 0, 0);
    lb_shape_shake(&mesh, 2.0, seed);
    lb_shape_rotation(1, 2, 3, 0.7 + (double)seed, a);
    lb_shape_map(&mesh, a, (double[]){12.1, 11.7, 12.4});
    return mesh;
}

/* Where the mesh goes round a point by its solid angles: another way, in double precision. */
static void cells_are_solid_where_the_mesh_goes_round_them(void)
{
    const uint32_t box[3] = {24, 24, 24};
    for (unsigned n = 0; n < 4; n++) {
        struct lb_mesh mesh = crumpled(n + 1, n % 2 == 0 ? 1 : 2);
        struct made m = make(&mesh, 1, box);
        check_closed(&m.report[0]);
        LB_CHECK(m.report[0].cells > 500);
        LB_CHECK_EQUAL_INT(different_cells(&m.voxels, &mesh, box), 0);
        for (size_t t = 0; t < mesh.triangle_count; t++) { /* inside out it is the same */
            const uint32_t corner = mesh.corner[3 * t];
            mesh.corner[3 * t] = mesh.corner[3 * t + 1];
            mesh.corner[3 * t + 1] = corner;
        }
        struct made turned = make(&mesh, 1, box);
        LB_CHECK_EQUAL_INT(turned.report[0].cells, m.report[0].cells);
        LB_CHECK_EQUAL_INT(different_cells(&turned.voxels, &mesh, box), 0);
        lb_voxels_free(&turned.voxels);
        lb_voxels_free(&m.voxels);
        lb_mesh_free(&mesh);
    }
}

/* With all corners at centres and middles of sides, everything lies on something. */
static void a_mesh_on_the_lattice_has_no_leak(void)
{
    const uint32_t box[3] = {24, 24, 24};
    for (unsigned n = 0; n < 40; n++) {
        struct lb_mesh mesh = crumpled(n + 10, 1 + n % 2);
        for (size_t i = 0; i < 3 * (size_t)mesh.node_count; i++)
            mesh.position[i] = round(2 * mesh.position[i]) / 2;
        struct made m = make(&mesh, 1, box);
        check_closed(&m.report[0]);
        lb_voxels_free(&m.voxels);
        lb_mesh_free(&mesh);
    }
}

/* Over all six faces of a box of 24: the cells of the whole body that are in it. */
static void a_body_across_the_border_is_cut_off_there(void)
{
    const uint32_t small[3] = {24, 24, 24}, large[3] = {64, 64, 64};
    const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double shifts[3][3] = {{-10, 0, 9}, {12, -11, 0}, {0, 10, -9}};
    for (int n = 0; n < 3; n++) {
        const double *by = shifts[n];
        struct lb_mesh mesh = crumpled(3, 2);
        lb_shape_map(&mesh, one, by);
        struct made part = make(&mesh, 1, small);
        lb_shape_map(&mesh, one, (double[]){20, 20, 20});
        struct made whole = make(&mesh, 1, large);
        uint64_t wrong = 0;
        for (uint32_t z = 0; z < 24; z++)
            for (uint32_t y = 0; y < 24; y++)
                for (uint32_t x = 0; x < 24; x++)
                    wrong += lb_voxels_at(&part.voxels, x, y, z) !=
                             lb_voxels_at(&whole.voxels, x + 20, y + 20, z + 20);
        LB_CHECK_EQUAL_INT(wrong, 0);
        check_closed(&part.report[0]);
        LB_CHECK(part.report[0].cells > 100 && part.report[0].cells < whole.report[0].cells);
        lb_voxels_free(&part.voxels);
        lb_voxels_free(&whole.voxels);
        lb_mesh_free(&mesh);
    }
}

static void in_two_dimensions_a_prism_is_its_section(void)
{
    const uint32_t box[3] = {24, 24, 1};
    struct lb_mesh mesh = lb_shape_cuboid(7, 5, 3);
    lb_shape_map(&mesh, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){4.2, 6.2, -1});
    struct made m = make(&mesh, 1, box);
    check_closed(&m.report[0]);
    LB_CHECK_EQUAL_INT(m.report[0].cells, 35);
    LB_CHECK_EQUAL_INT(count_of(&m.voxels, box, 1), 35);
    LB_CHECK(lb_voxels_at(&m.voxels, 4, 6, 0) == 1 && lb_voxels_at(&m.voxels, 3, 6, 0) == 0);
    lb_voxels_free(&m.voxels);
    lb_mesh_free(&mesh);
}

/* Beyond 16384 cells positions have fewer bits. */
static void a_body_far_along_a_long_box_has_its_cells(void)
{
    const uint32_t box[3] = {3000000, 4, 4};
    struct lb_mesh mesh = lb_shape_cuboid(100, 2, 2);
    lb_shape_map(&mesh, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){2999950.25, 1, 1});
    struct made m = make(&mesh, 1, box);
    check_closed(&m.report[0]);
    LB_CHECK_EQUAL_INT(m.report[0].cells, 50 * 4);
    LB_CHECK_EQUAL_INT(m.report[0].begin[0], 2999950);
    LB_CHECK_EQUAL_INT(m.report[0].end[0], 3000000);
    LB_CHECK_EQUAL_INT(lb_voxels_at(&m.voxels, 2999999, 1, 1), 1);
    LB_CHECK_EQUAL_INT(lb_voxels_at(&m.voxels, 0, 1, 1), 0);
    lb_voxels_free(&m.voxels);
    lb_mesh_free(&mesh);
}

static void refuse(const struct lb_mesh *mesh, int count, const char *sentence)
{
    static struct lb_voxel_body bodies[LB_MAX_VOXEL_BODIES + 1];
    static struct lb_voxel_report reports[LB_MAX_VOXEL_BODIES + 1];
    struct lb_voxels voxels;
    struct lb_error err = {0};
    for (int n = 0; n <= LB_MAX_VOXEL_BODIES; n++)
        bodies[n] = (struct lb_voxel_body){.name = "a.stl", .mesh = mesh};
    LB_CHECK_EQUAL_INT(lb_voxels_make(bodies, count, box64, &voxels, reports, &err),
                       LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text, sentence);
    LB_CHECK(voxels.number == NULL);
}

static void positions_that_have_no_cell_are_refused(void)
{
    struct lb_mesh mesh = lb_shape_cuboid(7, 5, 3);
    const struct lb_mesh nothing = {0};
    refuse(&mesh, 256, "256 bodies are too many; there may be up to 255");
    refuse(&nothing, 1, "the body 'a.stl' has no triangle");
    mesh.position[3] = 5e6;
    refuse(
        &mesh, 1,
        "the body 'a.stl' goes from 0 to 5e+06 cells along x; positions must be between -4194304 "
        "and 4194304 cells");
    mesh.position[4] = (double)NAN;
    refuse(&mesh, 1,
           "the y coordinate of node 1 (counted from 0) of the body 'a.stl' is nan, not a finite "
           "number");
    lb_mesh_free(&mesh);
}

int main(void)
{
    LB_TEST(a_sphere_is_solid_without_a_leak_wherever_it_lies);
    LB_TEST(missing_triangles_open_rows_and_spoil_few_cells);
    LB_TEST(a_box_through_centres_has_as_many_cells_as_its_volume);
    LB_TEST(a_box_turned_by_any_angle_is_its_inside);
    LB_TEST(bodies_that_overlap_are_their_union);
    LB_TEST(cells_are_solid_where_the_mesh_goes_round_them);
    LB_TEST(a_mesh_on_the_lattice_has_no_leak);
    LB_TEST(a_body_across_the_border_is_cut_off_there);
    LB_TEST(in_two_dimensions_a_prism_is_its_section);
    LB_TEST(a_body_far_along_a_long_box_has_its_cells);
    LB_TEST(positions_that_have_no_cell_are_refused);
    return lb_check_report();
}
