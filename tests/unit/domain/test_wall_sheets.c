/* test_wall_sheets.c - which links sheets cross, and where: planes of any slope, each link once and
 * from both sides, cells that lie in the sheet, joined ends, layers, cuts.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "domain/sheet_meshes.h"
#include "domain/wall_links.h"
#include "support/check.h"

enum { SIDE = 12 };

static const double no_cut[3] = {-1.0, -1.0, -1.0};

struct scene {
    struct lb_mesh meshes[2];
    struct lb_wall_surface surface[2];
    int count;
    double cut[3];        /* what is within 2 of it is taken away from the first sheet */
    uint32_t solid_below; /* layers of z */
};

static bool is_solid(const void *state, uint32_t members)
{
    (void)state;
    return members != 0;
}

static void cell(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct scene *s = state;
    out->kind = at[2] < s->solid_below ? LB_WALL_NO_LINK : LB_WALL_FLUID;
}

static bool is_cut_out(const void *state, int surface, const double place[3])
{
    const struct scene *s = state;
    double square = 0.0;
    for (int axis = 0; axis < 3; axis++)
        square += pow(place[axis] - s->cut[axis], 2);
    return surface == 0 && square < 4.0;
}

static bool find(struct scene *s, struct lb_wall_links *out)
{
    struct lb_error err = {0};
    for (int k = 0; k < s->count; k++) {
        s->surface[k].meshes = &s->meshes[k];
        s->surface[k].mesh_count = 1;
        s->surface[k].is_sheet = true;
    }
    const struct lb_wall_search search = {.lattice = lb_lattice_find("d3q27"),
                                          .rule = lb_wall_rule_find("curved"),
                                          .size = {SIDE, SIDE, SIDE},
                                          .begin = {SIDE, SIDE, SIDE},
                                          .end = {SIDE, SIDE, SIDE},
                                          .surfaces = s->surface,
                                          .count = s->count,
                                          .cell = cell,
                                          .is_solid = is_solid,
                                          .is_cut_out = is_cut_out,
                                          .state = s,
                                          .finds_normals = true};
    return LB_CHECK_OK(lb_wall_links_make(&search, out, &err), &err);
}

static void end(struct scene *s, struct lb_wall_links *w)
{
    for (int k = 0; k < s->count; k++)
        lb_mesh_free(&s->meshes[k]);
    lb_wall_links_free(w);
}

/* Heights of the plane z = high + slope (x - 6), over the whole box and beyond. */
static struct scene plane(double high, double slope)
{
    struct scene s = {.count = 1};
    struct lb_error err = {0};
    const double low[3] = {-20.0, -20.0, high}, to[3] = {32.0, 32.0, high};
    for (int axis = 0; axis < 3; axis++)
        s.cut[axis] = no_cut[axis] * 100.0;
    if (LB_CHECK_OK(lb_sheet_plate(low, to, &s.meshes[0], &err), &err))
        for (int n = 0; n < 4; n++)
            s.meshes[0].position[3 * n + 2] += slope * (s.meshes[0].position[3 * n] - 6.0);
    return s;
}

static void place_of(const struct lb_curved_link *l, double at[3])
{
    at[0] = (double)(l->cell % SIDE) + 0.5;
    at[1] = (double)(l->cell / SIDE % SIDE) + 0.5;
    at[2] = (double)(l->cell / SIDE / SIDE) + 0.5;
}

/* How far a place is above the plane, and its change along c. */
static double above(const double at[3], double high, double slope)
{
    return at[2] - high - slope * (at[0] - 6.0);
}

/* Far from the ends of the box, which are joined: a link is there if and only if the signs of its
 * ends differ, with q by the formula. */
static void check_plane(double high, double slope)
{
    const struct lb_lattice *l = lb_lattice_find("d3q27");
    struct scene s = plane(high, slope);
    struct lb_wall_links w;
    long expected = 0, found = 0;
    double worst = 0.0;
    if (!find(&s, &w)) return;
    for (uint64_t n = 0; n < w.walls.count; n++) {
        const struct lb_curved_link *one = &w.walls.links[n];
        const int *c = l->c[one->direction];
        double at[3], behind[3];
        place_of(one, at);
        for (int axis = 0; axis < 3; axis++)
            behind[axis] = at[axis] - c[axis];
        if (fmin(fmin(at[0], at[1]), at[2]) < 3.0 || fmax(fmax(at[0], at[1]), at[2]) > 9.0)
            continue;
        found++;
        const double here = above(at, high, slope), there = above(behind, high, slope);
        worst = fmax(worst, fabs((one->q + 1.0) * 0x1p-32 - here / (here - there)));
        LB_CHECK_EQUAL_INT(one->sheet, 1);
    }
    for (int z = 3; z < 9; z++)
        for (int y = 3; y < 9; y++)
            for (int x = 3; x < 9; x++)
                for (int i = 1; i < l->directions; i++) {
                    const double at[3] = {x + 0.5, y + 0.5, z + 0.5},
                                 behind[3] = {at[0] - l->c[i][0], at[1] - l->c[i][1],
                                              at[2] - l->c[i][2]};
                    const double here = above(at, high + 1e-9, slope),
                                 there = above(behind, high + 1e-9, slope);
                    expected += (here > 0.0) != (there > 0.0);
                }
    LB_CHECK(worst < 1e-6 + 1e-9 && expected > 0);
    LB_CHECK_EQUAL_INT(found, expected);
    LB_CHECK_EQUAL_INT(w.walls.sheets, w.walls.count);
    LB_CHECK(w.walls.across == NULL); /* of each link, or of none */
    LB_CHECK_EQUAL_INT(w.walls.count, 2 * w.sheet_links[0]);
    end(&s, &w);
}

static void planes_are_where_they_are(void)
{
    check_plane(6.0, 0.0);
    check_plane(6.3, 0.0);
    check_plane(6.5, 0.0); /* in the centres of cells */
    check_plane(6.13, 0.5);
    check_plane(6.5, 0.5);
    check_plane(6.0, 1.0); /* along links, through centres */
    check_plane(6.37, -1.7);
}

/* All links through a plane over the periodic box: 9 directions up, and as many down, from each
 * of its cells; a plate that ends with the box is whole. */
static void ends_are_joined(void)
{
    static const double heights[] = {6.0, 6.3, 0.0, 0.2, 11.9, 12.0};
    for (int n = 0; n < 6; n++) {
        struct scene s = {.count = 1};
        struct lb_wall_links w;
        struct lb_error err = {0};
        const double low[3] = {0.0, 0.0, heights[n]}, high[3] = {SIDE, SIDE, heights[n]};
        s.cut[0] = -100.0;
        LB_CHECK_OK(lb_sheet_plate(low, high, &s.meshes[0], &err), &err);
        if (find(&s, &w)) LB_CHECK_EQUAL_INT(w.walls.count, 18 * SIDE * SIDE);
        end(&s, &w);
    }
}

/* Two layers within one link: each end has the one that it comes to first. */
static void of_layers_each_side_has_its_own(void)
{
    struct scene s = plane(6.2, 0.0), other = plane(6.4, 0.0);
    struct lb_wall_links w;
    s.count = 2;
    s.meshes[1] = other.meshes[0];
    s.surface[0].u[0] = 0.01;
    s.surface[1].u[0] = 0.02;
    if (!find(&s, &w)) return;
    for (uint64_t n = 0; n < w.walls.count; n++) {
        const struct lb_curved_link *one = &w.walls.links[n];
        const int *c = lb_lattice_find("d3q27")->c[one->direction];
        double at[3];
        place_of(one, at);
        const bool is_above = at[2] > 6.0 && at[2] < 7.0;
        LB_CHECK_EQUAL_INT(one->sheet, is_above ? 2 : 1);
        LB_CHECK_NEAR((one->q + 1.0) * 0x1p-32, is_above ? 0.1 : 0.7, 1e-6);
        LB_CHECK_NEAR(one->speed, (is_above ? 0.02 : 0.01) * c[0], 1e-15);
        if (at[2] != 5.5) LB_CHECK_NEAR(at[2], 6.5, 1e-12);
    }
    LB_CHECK_EQUAL_INT(w.walls.count, 18 * SIDE * SIDE);
    end(&s, &w);
}

/* Of one cell, whose links are pairs, and of two. */
static void gaps_are_told(void)
{
    static const struct {
        double low, high;
        uint64_t pairs;
    } of[] = {{6.3, 7.4, 18 * SIDE * SIDE}, {6.4, 7.6, 0}};
    for (int n = 0; n < 2; n++) {
        struct scene s = plane(of[n].low, 0.0), other = plane(of[n].high, 0.0);
        struct lb_wall_links w;
        s.count = 2;
        s.meshes[1] = other.meshes[0];
        if (!find(&s, &w)) return;
        LB_CHECK_EQUAL_INT(w.pairs, of[n].pairs);
        LB_CHECK_NEAR(w.narrowest, of[n].high - of[n].low, 1e-8);
        end(&s, &w);
    }
}

static void halfway_sheets_are_halfway(void)
{
    struct scene s = plane(6.2, 0.1);
    struct lb_wall_links w;
    s.surface[0].is_halfway = true;
    if (!find(&s, &w)) return;
    for (uint64_t n = 0; n < w.walls.count; n++)
        LB_CHECK_EQUAL_INT(w.walls.links[n].q, lb_curved_q(0.5));
    LB_CHECK(w.walls.count > 0);
    end(&s, &w);
}

/* What is cut out, and what ends in a cell that is no fluid. */
static void some_links_are_left(void)
{
    struct scene s = plane(6.2, 0.0);
    struct lb_wall_links w;
    s.cut[0] = s.cut[1] = 6.0;
    s.cut[2] = 6.2;
    if (find(&s, &w)) {
        for (uint64_t n = 0; n < w.walls.count; n++) {
            double at[3];
            place_of(&w.walls.links[n], at);
            const int *c = lb_lattice_find("d3q27")->c[w.walls.links[n].direction];
            const double q = (w.walls.links[n].q + 1.0) * 0x1p-32;
            LB_CHECK(hypot(at[0] - q * c[0] - 6.0, at[1] - q * c[1] - 6.0) > 2.0 - 1e-5);
        }
        LB_CHECK(w.walls.count > 0 && w.walls.count < 18 * SIDE * SIDE);
    }
    lb_wall_links_free(&w);
    s.solid_below = 6;
    if (find(&s, &w)) LB_CHECK_EQUAL_INT(w.walls.count, 0);
    end(&s, &w);
}

/* A disc cuts what passes within its radius, and its area is that of the circle. */
static void a_disc_is_round(void)
{
    struct scene s = {.count = 1};
    struct lb_wall_links w;
    struct lb_error err = {0};
    const double centre[3] = {6.0, 6.0, 6.0}, axis[3] = {0.0, 0.6, 0.8};
    s.cut[0] = -100.0;
    if (!LB_CHECK_OK(lb_sheet_disc(centre, axis, 4.0, &s.meshes[0], &err), &err)) return;
    LB_CHECK_NEAR(lb_mesh_area(&s.meshes[0]), 16.0 * acos(-1.0), 1e-3 * 16.0);
    if (!find(&s, &w)) return;
    for (uint64_t n = 0; n < w.walls.count; n++) {
        double at[3], square = 0.0, along = 0.0;
        place_of(&w.walls.links[n], at);
        const int *c = lb_lattice_find("d3q27")->c[w.walls.links[n].direction];
        for (int k = 0; k < 3; k++) {
            const double d = at[k] - (w.walls.links[n].q + 1.0) * 0x1p-32 * c[k] - centre[k];
            square += d * d;
            along += d * axis[k];
        }
        LB_CHECK(square < 16.0 + 1e-4 && fabs(along) < 1e-5);
    }
    LB_CHECK(w.walls.count > 300);
    end(&s, &w);
}

static void closed_meshes_are_refused(void)
{
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    const double centre[3] = {0.0, 0.0, 0.0};
    if (!LB_CHECK_OK(lb_mesh_icosphere(1, 3.0, centre, &mesh, &err), &err)) return;
    LB_CHECK_EQUAL_INT(lb_sheet_check(&mesh, "ball", &err), LB_STATUS_USAGE);
    mesh.triangle_count--;
    err = (struct lb_error){0};
    LB_CHECK_OK(lb_sheet_check(&mesh, "ball", &err), &err);
    lb_mesh_free(&mesh);
}

int main(void)
{
    LB_TEST(planes_are_where_they_are);
    LB_TEST(ends_are_joined);
    LB_TEST(of_layers_each_side_has_its_own);
    LB_TEST(gaps_are_told);
    LB_TEST(halfway_sheets_are_halfway);
    LB_TEST(some_links_are_left);
    LB_TEST(a_disc_is_round);
    LB_TEST(closed_meshes_are_refused);
    return lb_check_report();
}
