/* test_wall_links.c - where walls cross links: shapes and meshes against formulas, bodies that
 * overlap, joined ends.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/body_shapes.h"
#include "body/voxels.h"
#include "domain/wall_links.h"
#include "support/check.h"

enum { SIDE = 24 };

/* Up to two bodies; solid where either is, or, hollow, where neither is. */
struct scene {
    struct lb_wall_surface surface[2];
    struct lb_voxels voxels[2];          /* of meshes */
    const struct lb_wall_surface *moved; /* in place of `surface`; NULL: that itself */
    int count, dimensions;
    uint32_t width; /* of the box along x; 0: SIDE */
    bool is_hollow;
};

static bool is_inside(const struct scene *s, int k, const uint32_t at[3])
{
    const struct lb_wall_surface *f = &s->surface[k];
    double square = 0.0, along = 0.0, way[3];
    bool in_box = true;
    if (f->shape == LB_SURFACE_MESHES) return lb_voxels_at(&s->voxels[k], at[0], at[1], at[2]) != 0;
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = at[axis] + 0.5 - f->centre[axis];
        square += way[axis] * way[axis];
        along += way[axis] * f->axis[axis];
        in_box = in_box && at[axis] + 0.5 >= f->low[axis] && at[axis] + 0.5 < f->high[axis];
    }
    if (f->shape == LB_SURFACE_BOX) return in_box;
    if (f->shape == LB_SURFACE_SPHERE) return square <= f->radius * f->radius;
    return square - along * along <= f->radius * f->radius &&
           (f->length == 0.0 || fabs(along) <= 0.5 * f->length);
}

static bool is_solid(const void *state, uint32_t members)
{
    return (members == 0) == ((const struct scene *)state)->is_hollow;
}

static void cell(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct scene *s = state;
    for (int k = 0; k < s->count; k++)
        if (is_inside(s, k, at)) {
            out->members |= 1u << k;
            out->surface = (uint8_t)k;
        }
    out->kind = is_solid(s, out->members) ? LB_WALL_CURVED : LB_WALL_FLUID;
}

/* By cell, then direction, each once. */
static bool are_in_order(const struct lb_wall_links *w)
{
    uint64_t n = 1;
    while (n < w->walls.count && w->links[n - 1].cell * 32 + w->links[n - 1].direction <
                                     w->links[n].cell * 32 + w->links[n].direction)
        n++;
    return n == w->walls.count;
}

/* A device that finds the places itself gets the same links. */
static bool asks_are_of(const struct lb_wall_links *w, const struct lb_wall_search *search)
{
    struct lb_wall_links asked = {.links = NULL};
    struct lb_error err = {0};
    bool same = LB_CHECK_OK(lb_wall_links_ask(search, &asked, &err), &err) &&
                LB_CHECK_EQUAL_INT(asked.walls.count, w->walls.count);
    for (uint64_t n = 0; same && n < w->walls.count; n++)
        same = asked.links[n].cell == w->links[n].cell &&
               asked.links[n].direction == w->links[n].direction;
    lb_wall_links_free(&asked);
    return same;
}

static bool find(const struct scene *s, const char *lattice, struct lb_wall_links *out)
{
    struct lb_error err = {0};
    const uint32_t width = s->width > 0 ? s->width : SIDE;
    const struct lb_wall_search search = {.lattice = lb_lattice_find(lattice),
                                          .rule = lb_wall_rule_find("curved"),
                                          .size = {width, SIDE, s->dimensions == 3 ? SIDE : 1},
                                          .end = {width, SIDE, s->dimensions == 3 ? SIDE : 1},
                                          .surfaces = s->moved != NULL ? s->moved : s->surface,
                                          .count = s->count,
                                          .cell = cell,
                                          .is_solid = is_solid,
                                          .state = s,
                                          .finds_normals = true};
    return LB_CHECK_OK(lb_wall_links_make(&search, out, &err), &err) &&
           LB_CHECK(are_in_order(out)) && LB_CHECK(asks_are_of(out, &search));
}

static void place_of(const struct lb_curved_link *l, double q, const struct lb_lattice *lattice,
                     double out[3])
{
    const double at[3] = {(double)(l->cell % SIDE) + 0.5, (double)(l->cell / SIDE % SIDE) + 0.5,
                          (double)(l->cell / SIDE / SIDE) + 0.5};
    for (int axis = 0; axis < 3; axis++)
        out[axis] = at[axis] - q * lattice->c[l->direction][axis];
}

static double q_of(const struct lb_curved_link *l)
{
    return (l->q + 1.0) * 0x1p-32;
}

/* How far from `centre` the wall is, across `axis`, along which it is the same. */
static double distance(const double at[3], const double centre[3], const double axis[3])
{
    double square = 0.0, along = 0.0;
    for (int k = 0; k < 3; k++) {
        square += pow(at[k] - centre[k], 2);
        along += (at[k] - centre[k]) * axis[k];
    }
    return sqrt(square - along * along);
}

/* |n . c| of a wall that is round about a centre, or an axis. */
static double across_round(const double at[3], const struct lb_wall_surface *f, const int c[3])
{
    double along = 0.0, part = 0.0;
    for (int k = 0; k < 3; k++)
        along += (at[k] - f->centre[k]) * f->axis[k];
    for (int k = 0; k < 3; k++)
        part += (at[k] - f->centre[k] - along * f->axis[k]) * c[k];
    return fabs(part) / distance(at, f->centre, f->axis);
}

/* All walls are at the radius, to the last place of q, and across links as round ones are; links along the axes have
 * the area of the surface. */
static void check_round(const struct scene *s, const char *lattice, double radius, double tolerance,
                        double turned)
{
    const struct lb_wall_surface *f = &s->surface[0];
    const bool is_cylinder = f->axis[2] == 1.0;
    const double exact = acos(-1.0) * (is_cylinder ? 2.0 * SIDE * radius : 4.0 * radius * radius);
    const struct lb_lattice *l = lb_lattice_find(lattice);
    struct lb_wall_links w;
    if (find(s, lattice, &w)) {
        double worst = 0.0, slope = 0.0, area = 0.0;
        for (uint64_t n = 0; n < w.walls.count; n++) {
            const int *c = l->c[w.links[n].direction];
            double at[3];
            place_of(&w.links[n], q_of(&w.links[n]), l, at);
            slope = fmax(slope, fabs((double)w.across[n] - across_round(at, f, c)));
            if (abs(c[0]) + abs(c[1]) + abs(c[2]) == 1) area += (double)w.across[n];
            worst =
                fmax(worst, fabs(distance(at, s->surface[0].centre, s->surface[0].axis) - radius));
        }
        LB_CHECK(worst < tolerance);
        LB_CHECK(slope < turned);
        LB_CHECK_CLOSE(area, exact, 3e-3);
        LB_CHECK_EQUAL_INT(w.guessed, 0);
    }
    lb_wall_links_free(&w);
}

static void round_shapes_are_exact(void)
{
    static const char *const lattices[] = {"d3q19", "d3q27"};
    for (int n = 0; n < 2; n++)
        for (int hollow = 0; hollow < 2; hollow++) {
            struct scene s = {.surface = {{.shape = LB_SURFACE_SPHERE,
                                           .centre = {11.8, 12.3, 12.1},
                                           .radius = 7.45}},
                              .count = 1,
                              .dimensions = 3,
                              .is_hollow = hollow == 1};
            check_round(&s, lattices[n], 7.45, 2e-5, 1e-5);
            s.surface[0].shape = LB_SURFACE_CYLINDER;
            s.surface[0].axis[2] = 1.0;
            check_round(&s, lattices[n], 7.45, 2e-5, 1e-5);
        }
}

/* The facets of an icosphere lie up to a share of the radius inside. */
static void a_mesh_is_where_its_triangles_are(void)
{
    struct scene s = {
        .surface = {{.shape = LB_SURFACE_MESHES, .centre = {11.8, 12.3, 12.1}, .mesh_count = 1}},
        .count = 1,
        .dimensions = 3};
    const uint32_t box[3] = {SIDE, SIDE, SIDE};
    struct lb_mesh mesh = {0};
    struct lb_voxel_report report;
    struct lb_error err = {0};
    struct lb_wall_links one, other;
    if (!LB_CHECK_OK(lb_mesh_icosphere(4, 7.45, s.surface[0].centre, &mesh, &err), &err)) return;
    const struct lb_voxel_body body = {.name = "sphere", .mesh = &mesh};
    s.surface[0].meshes = &mesh;
    if (LB_CHECK_OK(lb_voxels_make(&body, 1, box, &s.voxels[0], &report, &err), &err)) {
        const double side = lb_mesh_longest_side(&mesh);
        check_round(&s, "d3q19", 7.45, side * side / (6.0 * 7.45) + 2e-5, side / 7.45);
        find(&s, "d3q19", &one);
        for (uint32_t t = 0; t < mesh.triangle_count / 2; t++)
            for (int k = 0; k < 3; k++) {
                uint32_t *a = &mesh.corner[3 * (size_t)t + (size_t)k],
                         *b = &mesh.corner[3 * (size_t)(mesh.triangle_count - 1 - t) + (size_t)k];
                const uint32_t kept = *a;
                *a = *b;
                *b = kept;
            }
        find(&s, "d3q19", &other);
        if (LB_CHECK_EQUAL_INT(one.walls.count, other.walls.count))
            LB_CHECK(memcmp(one.links, other.links, one.walls.count * sizeof *one.links) == 0);
        lb_wall_links_free(&one);
        lb_wall_links_free(&other);
    }
    lb_voxels_free(&s.voxels[0]);
    lb_mesh_free(&mesh);
}

/* A cylinder with ends, tilted by what moved it or where it stands; `cells` are of the latter. */
static void what_moved_is_where_it_stands(void)
{
    const double c = cos(0.5), sine = sin(0.5);
    struct scene there = {.count = 1, .dimensions = 3};
    struct lb_wall_surface *f = &there.surface[0];
    *f = (struct lb_wall_surface){.shape = LB_SURFACE_CYLINDER,
                                  .centre = {12.1, 11.7, 12.4},
                                  .axis = {0.0, -sine, c},
                                  .radius = 4.3,
                                  .length = 9.7};
    struct lb_wall_links standing, moved;
    LB_CHECK(find(&there, "d3q19", &standing));
    struct lb_wall_surface was = *f;
    was.is_moved = true;
    memcpy(was.about, f->centre, sizeof was.about);
    memcpy(was.rotation, (const double[9]){1.0, 0.0, 0.0, 0.0, c, -sine, 0.0, sine, c},
           sizeof was.rotation);
    for (int axis = 0; axis < 3; axis++) {
        was.centre[axis] = was.from[axis] = 3.0 + axis;
        was.axis[axis] = axis == 2;
    }
    there.moved = &was;
    LB_CHECK(find(&there, "d3q19", &moved));
    LB_CHECK_EQUAL_INT(moved.guessed, 0);
    if (!LB_CHECK_EQUAL_INT(moved.walls.count, standing.walls.count)) return;
    double worst = 0.0;
    for (uint64_t n = 0; n < moved.walls.count; n++)
        worst = fmax(worst, fabs(q_of(&moved.links[n]) - q_of(&standing.links[n])));
    LB_CHECK(worst < 1e-8);
    lb_wall_links_free(&standing);
    lb_wall_links_free(&moved);
}

/* Faces of a box at 5.3 and 14.6, of large triangles and by formula. */
static void flat_walls_are_exact(void)
{
    const double point[8] = {5.3, 5.3, 14.6, 5.3, 14.6, 14.6, 5.3, 14.6}, ends[2] = {5.3, 14.6};
    struct scene s = {.surface = {{.shape = LB_SURFACE_BOX,
                                   .low = {5.3, 5.3, 5.3},
                                   .high = {14.6, 14.6, 14.6},
                                   .u = {0.01, 0.0, 0.0}}},
                      .count = 1,
                      .dimensions = 3};
    const uint32_t box[3] = {SIDE, SIDE, SIDE};
    struct lb_mesh mesh = {0};
    struct lb_voxel_report report;
    struct lb_error err = {0};
    struct lb_wall_links one, other;
    find(&s, "d3q27", &one);
    LB_CHECK_EQUAL_INT(one.guessed, 0);
    for (uint64_t n = 0; n < one.walls.count; n++) {
        const int *c = lb_lattice_find("d3q27")->c[one.links[n].direction];
        const double x = (double)(one.links[n].cell % SIDE) + 0.5;
        const bool is_face = c[1] == 0 && c[2] == 0;
        LB_CHECK(one.links[n].speed == 0.01 * c[0]);
        if (!is_face) continue;
        LB_CHECK_NEAR(q_of(&one.links[n]), c[0] < 0 ? 5.3 - x : x - 14.6, 1e-5);
    }
    if (LB_CHECK_OK(lb_body_prism("box", point, 4, 2, ends, &mesh, &err), &err)) {
        const struct lb_voxel_body body = {.name = "box", .mesh = &mesh};
        s.surface[0].shape = LB_SURFACE_MESHES;
        s.surface[0].meshes = &mesh;
        s.surface[0].mesh_count = 1;
        LB_CHECK_OK(lb_voxels_make(&body, 1, box, &s.voxels[0], &report, &err), &err);
        find(&s, "d3q27", &other);
        LB_CHECK_EQUAL_INT(other.guessed, 0);
        if (LB_CHECK_EQUAL_INT(one.walls.count, other.walls.count))
            for (uint64_t n = 0; n < one.walls.count; n++) {
                LB_CHECK_NEAR(q_of(&one.links[n]), q_of(&other.links[n]), 1e-9);
                LB_CHECK_NEAR(one.across[n], 1.0, 0.0);
                LB_CHECK_NEAR(other.across[n], 1.0, 1e-6);
            }
        lb_wall_links_free(&other);
    }
    lb_voxels_free(&s.voxels[0]);
    lb_mesh_free(&mesh);
    lb_wall_links_free(&one);
}

/* The wall is that of the union: no link ends at a surface within the other body. */
static void bodies_that_overlap_are_their_union(void)
{
    for (int hollow = 0; hollow < 2; hollow++) {
        const struct scene s = {
            .surface = {{.shape = LB_SURFACE_SPHERE, .centre = {9.2, 12.0, 12.0}, .radius = 5.3},
                        {.shape = LB_SURFACE_SPHERE, .centre = {14.1, 12.0, 12.0}, .radius = 5.6}},
            .count = 2,
            .dimensions = 3,
            .is_hollow = hollow == 1};
        const double none[3] = {0.0};
        struct lb_wall_links w;
        double worst = 0.0;
        if (find(&s, "d3q19", &w))
            for (uint64_t n = 0; n < w.walls.count; n++) {
                double at[3];
                place_of(&w.links[n], q_of(&w.links[n]), lb_lattice_find("d3q19"), at);
                worst = fmax(worst, fabs(fmin(distance(at, s.surface[0].centre, none) - 5.3,
                                              distance(at, s.surface[1].centre, none) - 5.6)));
            }
        LB_CHECK(worst < 2e-4);
        lb_wall_links_free(&w);
    }
}

/* A gap of one cell between two boxes has pairs; across the joined ends, too; a body that ends
 * at them is cut there. */
static void gaps_and_joined_ends(void)
{
    struct scene s = {
        .surface = {{.shape = LB_SURFACE_BOX, .low = {0.2, 3.0, 0.0}, .high = {11.1, 20.0, 1.0}},
                    {.shape = LB_SURFACE_BOX, .low = {12.3, 3.0, 0.0}, .high = {23.0, 20.0, 1.0}}},
        .count = 2,
        .dimensions = 2};
    struct lb_wall_links w;
    if (find(&s, "d2q9", &w)) {
        LB_CHECK(w.pairs >= 2 * 2 * 17);
        LB_CHECK_EQUAL_INT(w.guessed, 0);
        for (uint64_t n = 0; n < w.walls.count; n++) {
            const uint64_t x = w.links[n].cell % SIDE, y = w.links[n].cell / SIDE;
            const int *c = lb_lattice_find("d2q9")->c[w.links[n].direction];
            if (x != 23 || y != 10 || c[1] != 0) continue;
            LB_CHECK_NEAR(q_of(&w.links[n]), c[0] < 0 ? 0.7 : 0.5, 1e-5);
        }
    }
    lb_wall_links_free(&w);
    s.surface[0].low[0] = -4.0; /* as if it went on */
    if (find(&s, "d2q9", &w)) LB_CHECK(w.guessed > 0);
    lb_wall_links_free(&w);
}

/* Of rows of cells, also along the axis of a cylinder, and beside it. */
static void lines_are_inside_where_cells_are(void)
{
    static const double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.6, 0.8, 0.0}};
    static const double c[3] = {-1.0, 0.0, 0.0};
    for (int n = 0; n < 6; n++) {
        struct scene s = {.surface = {{.shape = LB_SURFACE_CYLINDER,
                                       .centre = {12.1, 11.7, 12.3},
                                       .radius = 5.2,
                                       .length = n < 3 ? 0.0 : 9.1}},
                          .count = 1,
                          .dimensions = 3};
        int wrong = 0;
        memcpy(s.surface[0].axis, axes[n % 3], sizeof axes[0]);
        for (uint32_t k = 0; k < SIDE * SIDE; k++) {
            const double p[3] = {0.5, k % SIDE + 0.5, k / SIDE + 0.5};
            const struct lb_inside in = lb_wall_surface_inside(&s.surface[0], 3, p, c);
            for (uint32_t x = 0; x < SIDE; x++)
                wrong += is_inside(&s, 0, (const uint32_t[3]){x, k % SIDE, k / SIDE}) !=
                         (in.from <= x && x <= in.to);
        }
        LB_CHECK_EQUAL_INT(wrong, 0);
    }
}

/* The ends of a box one cell wide are the same cell, and each link is there once. */
static void a_box_may_be_one_cell_wide(void)
{
    const struct scene s = {
        .surface = {{.shape = LB_SURFACE_BOX, .low = {0.0, 5.0, 5.0}, .high = {1.0, 10.0, 10.0}}},
        .count = 1,
        .dimensions = 3,
        .width = 1};
    struct lb_wall_links w;
    if (find(&s, "d3q19", &w)) LB_CHECK_EQUAL_INT(w.walls.count, 4 * (5 + 2 * 5 + 9));
    lb_wall_links_free(&w);
}

/* No fluid cell lies in a gap of a third of a cell: all links of its sides go across, each once. */
static void links_go_across_narrow_gaps(void)
{
    const struct scene s = {
        .surface = {{.shape = LB_SURFACE_BOX,
                     .low = {2.0, 3.0, 0.0},
                     .high = {11.1, 20.0, 1.0},
                     .u = {0.001, 0.02, 0.0}},
                    {.shape = LB_SURFACE_BOX, .low = {11.45, 3.0, 0.0}, .high = {20.0, 20.0, 1.0}}},
        .count = 2,
        .dimensions = 2};
    struct lb_wall_links w;
    if (find(&s, "d2q9", &w)) {
        LB_CHECK_EQUAL_INT(w.walls.gap_count, 17 + 2 * 16);
        for (uint64_t n = 0; n < w.walls.gap_count; n++) {
            const struct lb_gap_link *g = &w.gaps[n];
            const int *c = lb_lattice_find("d2q9")->c[g->direction];
            const double slides = c[0] * 0.001 + c[1] * 0.02;
            LB_CHECK_EQUAL_INT(g->body + g->behind, 3);
            LB_CHECK_NEAR(g->shear, (g->behind == 1 ? slides : -slides) / 0.35, 1e-9);
        }
    }
    lb_wall_links_free(&w);
}

static void speed_is_that_of_the_walls_place(void)
{
    const struct scene s = {.surface = {{.shape = LB_SURFACE_CYLINDER,
                                         .centre = {12.1, 11.7, 0.0},
                                         .about = {12.1, 11.7, 0.0},
                                         .axis = {0.0, 0.0, 1.0},
                                         .radius = 6.2,
                                         .u = {0.0, 0.02, 0.0},
                                         .spin = {0.0, 0.0, 0.003}}},
                            .count = 1,
                            .dimensions = 2};
    struct lb_wall_links w;
    if (find(&s, "d2q9", &w))
        for (uint64_t n = 0; n < w.walls.count; n++) {
            const int *c = lb_lattice_find("d2q9")->c[w.links[n].direction];
            double at[3];
            place_of(&w.links[n], q_of(&w.links[n]), lb_lattice_find("d2q9"), at);
            const double u = -0.003 * (at[1] - 11.7), v = 0.02 + 0.003 * (at[0] - 12.1);
            LB_CHECK_NEAR(w.links[n].speed, c[0] * u + c[1] * v, 1e-7);
        }
    lb_wall_links_free(&w);
}

int main(void)
{
    LB_TEST(round_shapes_are_exact);
    LB_TEST(a_mesh_is_where_its_triangles_are);
    LB_TEST(what_moved_is_where_it_stands);
    LB_TEST(flat_walls_are_exact);
    LB_TEST(bodies_that_overlap_are_their_union);
    LB_TEST(gaps_and_joined_ends);
    LB_TEST(lines_are_inside_where_cells_are);
    LB_TEST(a_box_may_be_one_cell_wide);
    LB_TEST(links_go_across_narrow_gaps);
    LB_TEST(speed_is_that_of_the_walls_place);
    return lb_check_report();
}
