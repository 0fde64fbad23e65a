/* test_cut_cells.c - cells that surfaces pass through: none is left out, planes are tangents, meshes have those of the
 * shapes that they are of.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solids/cut_cells.h"
#include "geometry/mesh.h"
#include "support/check.h"

enum { SIDE = 16 };

static const uint32_t size[3] = {SIDE, SIDE, SIDE};
static const double centre[3] = {8.13, 7.72, 8.31};

static struct lb_cut_cells find(const struct lb_wall_surface *s, int dimensions)
{
    struct lb_cut_cells out = {.list = NULL};
    struct lb_error err = {0};
    const uint32_t flat[3] = {SIDE, SIDE, 1};
    LB_CHECK_OK(lb_cut_cells_find(s, 1, dimensions == 3 ? size : flat, dimensions, &out, &err),
                &err);
    return out;
}

static const struct lb_cut_cell *find_in(const struct lb_cut_cells *in, uint64_t cell)
{
    for (uint64_t n = 0; n < in->count; n++)
        if (in->list[n].cell == cell) return &in->list[n];
    return NULL;
}

static struct lb_wall_surface sphere(double radius)
{
    struct lb_wall_surface s = {.shape = LB_SURFACE_SPHERE, .radius = radius};
    for (int axis = 0; axis < 3; axis++) {
        s.centre[axis] = centre[axis];
        s.low[axis] = centre[axis] - radius;
        s.high[axis] = centre[axis] + radius;
    }
    return s;
}

/* Negative outside. */
static double depth_in_sphere(double radius, const double p[3])
{
    double square = 0.0;
    for (int axis = 0; axis < 3; axis++)
        square += pow(p[axis] - centre[axis], 2);
    return radius - sqrt(square);
}

/* Whether the surface is between two corners of a cell, and by more than the tangent's curvature. */
static bool is_surely_cut(double radius, uint64_t cell)
{
    const double low[3] = {(double)(cell % SIDE), (double)(cell / SIDE % SIDE),
                           (double)(cell / SIDE / SIDE)};
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int corner = 0; corner < 8; corner++) {
        const double p[3] = {low[0] + (corner & 1), low[1] + (corner >> 1 & 1),
                             low[2] + (corner >> 2)};
        least = fmin(least, depth_in_sphere(radius, p));
        most = fmax(most, depth_in_sphere(radius, p));
    }
    return least < -0.08 && most > 0.08;
}

static void no_cell_of_a_sphere_is_left_out(void)
{
    const double radius = 5.4;
    const struct lb_wall_surface s = sphere(radius);
    struct lb_cut_cells found = find(&s, 3);
    int cut = 0;
    for (uint64_t cell = 0; cell < (uint64_t)SIDE * SIDE * SIDE; cell++) {
        const struct lb_cut_cell *c = find_in(&found, cell);
        const double p[3] = {(double)(cell % SIDE) + 0.5, (double)(cell / SIDE % SIDE) + 0.5,
                             (double)(cell / SIDE / SIDE) + 0.5};
        if (is_surely_cut(radius, cell)) LB_CHECK(c != NULL);
        cut += is_surely_cut(radius, cell);
        if (c == NULL) continue;
        LB_CHECK_NEAR(c->place, depth_in_sphere(radius, p), 1e-12);
        for (int axis = 0; axis < 3; axis++)
            LB_CHECK_NEAR(c->normal[axis] * (radius - c->place), p[axis] - centre[axis], 1e-12);
    }
    LB_CHECK(cut > 300);
    lb_cut_cells_free(&found);
}

static void turn_order(struct lb_mesh *m)
{
    for (uint32_t n = 0; n < m->triangle_count / 2; n++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t *a = &m->corner[3 * n + k],
                     *b = &m->corner[3 * (m->triangle_count - 1 - n) + k];
            const uint32_t kept = *a;
            *a = *b;
            *b = kept;
        }
}

/* Triangles of some 0.3 cells lie within 0.003 cells of the sphere.  The same list in any order of them. */
static void meshes_have_the_planes_of_shapes(void)
{
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_mesh_icosphere(5, 5.4, centre, &mesh, &err), &err)) return;
    const struct lb_wall_surface shape = sphere(5.4),
                                 s = {.shape = LB_SURFACE_MESHES, .meshes = &mesh, .mesh_count = 1};
    struct lb_cut_cells of_mesh = find(&s, 3), of_shape = find(&shape, 3);
    uint64_t cells = 0, missing = 0;
    for (uint64_t n = 0; n < of_shape.count; n++) {
        const struct lb_cut_cell *c = &of_shape.list[n], *m = find_in(&of_mesh, c->cell);
        missing += m == NULL;
        if (m == NULL) continue;
        cells++;
        LB_CHECK_NEAR(m->place, c->place, 0.02);
        LB_CHECK_NEAR(m->away, fabs(c->place), 0.02);
        for (int axis = 0; axis < 3; axis++)
            LB_CHECK_NEAR(m->normal[axis], c->normal[axis], 0.06);
    }
    LB_CHECK(cells > 400 && missing < cells / 20); /* those that a tangent hardly cuts */
    turn_order(&mesh);
    struct lb_cut_cells turned = find(&s, 3);
    LB_CHECK_EQUAL_INT(turned.count, of_mesh.count);
    for (uint64_t n = 0; n < turned.count && turned.count == of_mesh.count; n++)
        LB_CHECK(turned.list[n].cell == of_mesh.list[n].cell &&
                 memcmp(turned.list[n].normal, of_mesh.list[n].normal,
                        sizeof turned.list[n].normal) == 0);
    lb_cut_cells_free(&turned);
    lb_cut_cells_free(&of_mesh);
    lb_cut_cells_free(&of_shape);
    lb_mesh_free(&mesh);
}

/* Faces between cells cut none; others a layer of cells each, and where two meet the nearer one is the plane. */
static void boxes_have_their_nearest_face(void)
{
    const struct lb_wall_surface s = {
        .shape = LB_SURFACE_BOX, .low = {3.0, 4.3, 0.0}, .high = {9.8, 10.0, 1.0}};
    struct lb_cut_cells found = find(&s, 2);
    const struct lb_cut_cell *low = find_in(&found, 4 * SIDE + 5),
                             *high = find_in(&found, 7 * SIDE + 9),
                             *corner = find_in(&found, 4 * SIDE + 9);
    LB_CHECK(find_in(&found, 7 * SIDE + 3) == NULL && find_in(&found, 7 * SIDE + 2) == NULL);
    LB_CHECK(find_in(&found, 9 * SIDE + 5) == NULL && find_in(&found, 12 * SIDE + 5) == NULL);
    if (!LB_CHECK(low != NULL && high != NULL && corner != NULL)) return;
    LB_CHECK_NEAR(low->place, 0.2, 1e-12);
    LB_CHECK_NEAR(low->normal[1], -1.0, 0.0);
    LB_CHECK_NEAR(high->place, 0.3, 1e-12);
    LB_CHECK_NEAR(high->normal[0], 1.0, 0.0);
    LB_CHECK_NEAR(corner->place, 0.2, 1e-12);
    LB_CHECK_NEAR(corner->normal[1], -1.0, 0.0);
    lb_cut_cells_free(&found);
}

/* A cylinder along z that ends between cells. */
static void cylinders_have_ends(void)
{
    struct lb_wall_surface s = {.shape = LB_SURFACE_CYLINDER,
                                .axis = {0.0, 0.0, 1.0},
                                .radius = 4.2,
                                .length = 7.0,
                                .low = {3.93, 3.52, 4.81},
                                .high = {12.33, 11.92, 11.81}};
    memcpy(s.centre, centre, sizeof s.centre);
    struct lb_cut_cells found = find(&s, 3);
    const struct lb_cut_cell *end = find_in(&found, (11 * SIDE + 7) * SIDE + 8),
                             *other = find_in(&found, (4 * SIDE + 7) * SIDE + 8),
                             *side = find_in(&found, (8 * SIDE + 7) * SIDE + 12);
    if (!LB_CHECK(end != NULL && other != NULL && side != NULL)) return;
    LB_CHECK_NEAR(end->place, 0.31, 1e-12);
    LB_CHECK_NEAR(end->normal[2], 1.0, 0.0);
    LB_CHECK_NEAR(other->place, -0.31, 1e-12);
    LB_CHECK_NEAR(other->normal[2], -1.0, 0.0);
    LB_CHECK_NEAR(side->place, 4.2 - hypot(12.5 - 8.13, 7.5 - 7.72), 1e-12);
    LB_CHECK_NEAR(side->normal[2], 0.0, 0.0);
    lb_cut_cells_free(&found);
}

int main(void)
{
    LB_TEST(no_cell_of_a_sphere_is_left_out);
    LB_TEST(meshes_have_the_planes_of_shapes);
    LB_TEST(boxes_have_their_nearest_face);
    LB_TEST(cylinders_have_ends);
    return lb_check_report();
}
