/* test_voxels.c - cells inside of bodies, against counts that geometry gives and an independent test of
 * single points.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

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

int main(void)
{
    LB_TEST(a_sphere_is_solid_without_a_leak_wherever_it_lies);
    LB_TEST(missing_triangles_open_rows_and_spoil_few_cells);
    LB_TEST(a_box_through_centres_has_as_many_cells_as_its_volume);
    return lb_check_report();
}
