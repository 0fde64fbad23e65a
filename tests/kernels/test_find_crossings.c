/* test_find_crossings.c - where a device finds the walls of bodies: bit by bit what the host finds, shapes and meshes,
 * moved and at rest, that overlap, are cut, or lie beside the ends of the box, in whole boxes and in parts.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/voxels.h"
#include "decomposition/subdomain.h"
#include "domain/wall_links.h"
#include "opencl/device.h"
#include "solver/solver_internal.h"
#include "support/check.h"
#include "support/shapes.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIDE = 24, MOST = 8, KNOWN_APART = 7 };

static struct lb_device *device;

/* What a test looks at; bit k of the words: of surface k. */
struct bodies {
    const char *lattice;
    int count, dimensions;
    struct lb_wall_surface surface[MOST];
    struct lb_mesh mesh[MOST];
    struct lb_voxels voxels[MOST];
    uint32_t moving, fluid, cuts;
    bool is_hollow;
};

/* --- which cells are solid -------------------------------------------------------------------- */

static void to_its_place(const struct lb_wall_surface *f, double p[3])
{
    double at[3];
    if (!f->is_moved) return;
    for (int a = 0; a < 3; a++) {
        at[a] = f->from[a];
        for (int n = 0; n < 3; n++)
            at[a] += f->rotation[3 * n + a] * (p[n] - f->about[n]);
    }
    memcpy(p, at, sizeof at);
}

static bool shape_has(const struct lb_wall_surface *f, int dimensions, const double place[3])
{
    double p[3] = {place[0], place[1], place[2]}, square = 0.0, along = 0.0;
    bool in_box = true;
    to_its_place(f, p);
    for (int a = 0; a < 3; a++) {
        const double way = p[a] - f->centre[a];
        square += way * way;
        along += way * f->axis[a];
        in_box = in_box && (a >= dimensions || (p[a] >= f->low[a] && p[a] < f->high[a]));
    }
    if (f->shape == LB_SURFACE_BOX) return in_box;
    if (f->shape == LB_SURFACE_SPHERE) return square <= f->radius * f->radius;
    return square - along * along <= f->radius * f->radius &&
           (f->length == 0.0 || fabs(along) <= 0.5 * f->length);
}

static bool has(const struct bodies *b, int k, const uint32_t at[3])
{
    const struct lb_wall_surface *f = &b->surface[k];
    const double place[3] = {at[0] + 0.5, at[1] + 0.5, at[2] + 0.5};
    if (f->shape == LB_SURFACE_MESHES) return lb_voxels_at(&b->voxels[k], at[0], at[1], at[2]) != 0;
    return shape_has(f, b->dimensions, place);
}

static bool is_solid(const void *state, uint32_t members)
{
    const struct bodies *b = state;
    bool solid = b->is_hollow && (members & b->fluid) == 0;
    for (int k = 0; k < b->count; k++)
        if ((members & ~b->fluid & ~b->moving & 1u << k) != 0) solid = (b->cuts & 1u << k) == 0;
    return solid || (members & b->moving) != 0;
}

static void cell(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct bodies *b = state;
    for (int k = 0; k < b->count; k++)
        if (has(b, k, at)) {
            out->members |= 1u << k;
            out->surface = (uint8_t)k;
        }
    out->kind = is_solid(b, out->members) ? LB_WALL_CURVED : LB_WALL_FLUID;
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t at[3] = {x % SIDE, y % SIDE, z % SIDE};
    struct lb_wall_cell found = {LB_WALL_NO_LINK, 0, 0};
    cell(state, at, &found);
    if (found.kind != LB_WALL_CURVED) return;
    out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
    out->number = 1;
}

/* --- links ------------------------------------------------------------------------------------ */

static bool find(const struct bodies *b, bool only_asks, struct lb_wall_links *out)
{
    struct lb_error err = {0};
    const uint32_t depth = b->dimensions == 3 ? SIDE : 1;
    const struct lb_wall_search search = {.lattice = lb_lattice_find(b->lattice),
                                          .rule = lb_wall_rule_find("curved"),
                                          .size = {SIDE, SIDE, depth},
                                          .end = {SIDE, SIDE, depth},
                                          .surfaces = b->surface,
                                          .count = b->count,
                                          .cell = cell,
                                          .is_solid = is_solid,
                                          .state = b};
    return LB_CHECK_OK((only_asks ? lb_wall_links_ask : lb_wall_links_make)(&search, out, &err),
                       &err) &&
           LB_CHECK(out->walls.count > 0) && LB_CHECK_EQUAL_INT(out->guessed, 0);
}

static bool is_beside(const struct lb_wall_links *w, uint64_t n, uint64_t other)
{
    return other < w->walls.count && w->links[other].cell == w->links[n].cell &&
           w->links[other].direction == lb_opposite_of(w->links[n].direction);
}

/* Some links of which it is said where the wall is, as it is of those that do not change. */
static void make_some_known(struct lb_wall_links *asks, struct lb_wall_links *expected)
{
    for (uint64_t n = 0; n < asks->walls.count; n += KNOWN_APART) {
        struct lb_curved_link *l = &expected->links[n];
        uint64_t bits;
        if (is_beside(asks, n, n - 1) || is_beside(asks, n, n + 1)) continue;
        l->q ^= 0x5555u;
        l->speed = 0.25 + 0x1p-40 * (double)n;
        memcpy(&bits, &l->speed, sizeof bits);
        asks->asks[n] =
            (struct lb_wall_ask){{l->q, (uint32_t)bits, LB_ASK_KNOWN, (uint32_t)(bits >> 32)}};
    }
}

static void compare(const struct lb_case *c, const struct lb_wall_links *expected)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    const uint64_t count = expected->walls.count;
    uint64_t own = 0, wrong = 0;
    uint32_t *q = calloc(count, sizeof *q), at[3];
    double *speed = calloc(count, sizeof *speed);
    for (uint64_t n = 0; n < count; n++)
        own += lb_case_own_place(c, expected->links[n].cell, at);
    LB_CHECK(own > 0 && q != NULL && speed != NULL);
    if (LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err) &&
        LB_CHECK_OK(lb_buffer_read(s->w.buffers[LB_BUFFER_CURVED_Q], 0, own * sizeof *q, q, &err),
                    &err) &&
        LB_CHECK_OK(lb_buffer_read(s->w.buffers[LB_BUFFER_CURVED_SPEED], 0, own * sizeof *speed,
                                   speed, &err),
                    &err)) {
        for (uint64_t n = 0, k = 0; n < count; n++) {
            if (!lb_case_own_place(c, expected->links[n].cell, at)) continue;
            wrong += q[k] != expected->links[n].q || speed[k] != expected->links[n].speed;
            k++;
        }
        LB_CHECK_EQUAL_INT(wrong, 0);
    }
    lb_solver_destroy(s);
    free(q);
    free(speed);
}

/* The whole box, and both halves of it along each axis. */
static void compare_parts(const struct lb_case *c, const struct lb_wall_links *expected)
{
    compare(c, expected);
    for (int axis = 0; axis < c->lattice->dimensions; axis++)
        for (int half = 0; half < 2; half++) {
            const int grid[3] = {axis == 0 ? 2 : 1, axis == 1 ? 2 : 1, axis == 2 ? 2 : 1};
            struct lb_decomposition place;
            struct lb_subdomain part;
            lb_decomposition_init(&place, c->size, grid, half, 0);
            lb_subdomain_init(&part, c, &place);
            compare(&part.c, expected);
        }
}

static void check(struct bodies *b)
{
    struct lb_wall_links expected = {.links = NULL}, asks = {.links = NULL};
    if (find(b, false, &expected) && find(b, true, &asks) &&
        LB_CHECK_EQUAL_INT(asks.walls.count, expected.walls.count)) {
        make_some_known(&asks, &expected);
        const struct lb_wall_scene scene = {.surfaces = b->surface,
                                            .count = b->count,
                                            .moving = b->moving,
                                            .fluid = b->fluid,
                                            .cuts = b->cuts,
                                            .is_hollow = b->is_hollow,
                                            .asks = asks.asks};
        const struct lb_body body = {.name = "all"};
        const struct lb_case c = {.name = "bodies",
                                  .lattice = lb_lattice_find(b->lattice),
                                  .collision = lb_collision_find("trt"),
                                  .storage = lb_number_format_find("fp64"),
                                  .arithmetic = LB_ARITHMETIC_FP64,
                                  .shift = true,
                                  .size = {SIDE, SIDE, b->dimensions == 3 ? SIDE : 1},
                                  .viscosity = 0.1,
                                  .cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING,
                                  .bodies = &body,
                                  .body_count = 1,
                                  .curved = &asks.walls,
                                  .start = start,
                                  .start_state = b};
        asks.walls.scene = &scene;
        compare_parts(&c, &expected);
    }
    lb_wall_links_free(&expected);
    lb_wall_links_free(&asks);
    for (int k = 0; k < b->count; k++) {
        lb_voxels_free(&b->voxels[k]);
        lb_mesh_free(&b->mesh[k]);
    }
}

static void take_mesh(struct bodies *b, int k, struct lb_mesh mesh)
{
    const uint32_t box[3] = {SIDE, SIDE, b->dimensions == 3 ? SIDE : 1};
    struct lb_voxel_report report;
    struct lb_error err = {0};
    b->mesh[k] = mesh;
    const struct lb_voxel_body body = {.name = "mesh", .mesh = &b->mesh[k]};
    b->surface[k].shape = LB_SURFACE_MESHES;
    b->surface[k].meshes = &b->mesh[k];
    b->surface[k].mesh_count = 1;
    LB_CHECK_OK(lb_voxels_make(&body, 1, box, &b->voxels[k], &report, &err), &err);
}

static void turn(struct lb_wall_surface *f, double angle, double x, double y, double z)
{
    f->is_moved = true;
    lb_shape_rotation(0.3, z == 0.0 ? 0.0 : -0.2, 1.0, angle, f->rotation);
    if (z == 0.0) lb_shape_rotation(0.0, 0.0, 1.0, angle, f->rotation);
    memcpy(f->about, (const double[3]){x, y, z}, sizeof f->about);
    memcpy(f->spin, (const double[3]){z == 0.0 ? 0.0 : 0.002, 0.0, 0.003}, sizeof f->spin);
}

/* --- tests ------------------------------------------------------------------------------------ */

/* A ball, a box and a rod that moved, a mesh that did and one at rest, of which a ball is cut out, and a ball beside the
 * ends of the box. */
static void bodies_of_all_kinds_have_the_hosts_links(void)
{
    static const char *const lattices[] = {"d3q19", "d3q27", "d3q15"};
    for (int n = 0; n < 3; n++) {
        struct bodies b = {
            .lattice = lattices[n],
            .count = 7,
            .dimensions = 3,
            .moving = 0x0f,
            .cuts = 0x20,
            .surface = {
                {.shape = LB_SURFACE_SPHERE, .radius = 4.3, .u = {0.01, -0.02, 0.005}},
                {.shape = LB_SURFACE_BOX, .low = {-3.0, -2.0, -2.5}, .high = {3.1, 2.2, 2.4}},
                {.shape = LB_SURFACE_CYLINDER,
                 .axis = {0.0, 0.6, 0.8},
                 .radius = 2.2,
                 .length = 9.3}}};
        turn(&b.surface[0], 0.7, 8.1, 8.4, 7.7);
        turn(&b.surface[1], 0.5, 12.3, 10.2, 9.1);
        turn(&b.surface[2], 1.1, 17.4, 6.3, 16.2);
        take_mesh(&b, 3, lb_shape_sphere(3, 3.7, 7.2, 17.3, 20.1));
        b.surface[3].is_moved = true;
        memcpy(b.surface[3].spin, (const double[3]){0.001, 0.002, 0.0}, sizeof b.surface[3].spin);
        take_mesh(&b, 4,
                  lb_shape_block((const double[3]){14.0, 14.25, 3.1},
                                 (const double[3]){21.5, 21.0, 12.7}, LB_SHAPE_ALL_FACES, 0));
        b.surface[5] = (struct lb_wall_surface){
            .shape = LB_SURFACE_SPHERE, .centre = {16.2, 17.5, 12.1}, .radius = 3.4};
        b.surface[6] = (struct lb_wall_surface){
            .shape = LB_SURFACE_SPHERE, .centre = {2.7, 21.2, 3.2}, .radius = 2.6};
        check(&b);
    }
}

/* A box that turns, and a mesh with a gap of one cell to it, within what is hollow. */
static void in_two_dimensions_and_in_hollow_bodies(void)
{
    struct bodies b = {
        .lattice = "d2q9",
        .count = 3,
        .dimensions = 2,
        .moving = 0x6,
        .fluid = 0x1,
        .is_hollow = true,
        .surface = {{.shape = LB_SURFACE_CYLINDER,
                     .centre = {12.1, 11.8, 0.0},
                     .axis = {0.0, 0.0, 1.0},
                     .radius = 10.7,
                     .spin = {0.0, 0.0, 0.001},
                     .about = {12.1, 11.8, 0.0}},
                    {.shape = LB_SURFACE_BOX, .low = {-4.0, -2.3, 0.0}, .high = {3.0, 2.0, 1.0}}}};
    turn(&b.surface[1], 0.4, 9.4, 9.7, 0.0);
    take_mesh(&b, 2,
              lb_shape_block((const double[3]){13.7, 6.2, -1.0}, (const double[3]){17.3, 15.1, 2.0},
                             LB_SHAPE_ALL_FACES, 0));
    check(&b);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(bodies_of_all_kinds_have_the_hosts_links);
    LB_TEST(in_two_dimensions_and_in_hollow_bodies);
    lb_device_close(device);
    return lb_check_report();
}
