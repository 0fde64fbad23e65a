/* test_subdomains.c - a box that is cut into subdomains, each a solver of its own, has the density and
 * velocity of the whole box in every cell and step, to the last bit.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/rounding.h"
#include "decomposition/subdomain.h"
#include "opencl/device.h"
#include "modules/immersed.h"
#include "solver/halo_exchange.h"
#include "support/check.h"
#include "support/marker_case.h"
#include "support/pipe_case.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"
#include "support/test_solver.h"

enum {
    MOST_RANKS = 8,
    STEPS = 4,
    STEPS_OF_SURFACE = 80,
    MOST_SIDE = 16,
    MOST_CELLS = MOST_SIDE * MOST_SIDE * MOST_SIDE
};

static struct lb_device *device;

struct fields {
    double rho[MOST_CELLS], u[3 * MOST_CELLS];
    double temperature[MOST_CELLS]; /* where there is one; or fill levels */
};

struct rank {
    struct lb_decomposition d;
    struct lb_subdomain part;
    struct lb_solver *solver;
    const char *sent;
};

struct ranks {
    int count;
    struct rank rank[MOST_RANKS];
};

static enum lb_status create(struct rank *r, const struct lb_case *whole, struct lb_error *err)
{
    lb_subdomain_init(&r->part, whole, &r->d);
    LB_OK(lb_test_solver_create(&r->part.c, device, &r->solver, err));
    return lb_solver_join(r->solver, &r->d, err);
}

static void destroy(struct ranks *all)
{
    for (int n = 0; n < all->count; n++)
        lb_solver_destroy(all->rank[n].solver);
}

/* The message of `from` that rank number `to` expects. */
static const char *message_of(const struct rank *from, int to)
{
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(from->solver);
    for (int n = 0; n < plan->sends; n++)
        if (plan->send[n].rank == to)
            return from->sent + plan->send[n].begin * lb_solver_code_bytes(from->solver);
    return NULL;
}

static enum lb_status deliver(struct ranks *all, int to, struct lb_error *err)
{
    struct rank *r = all->rank + to;
    char *received = NULL;
    LB_OK(lb_solver_received(r->solver, &received, err));
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(r->solver);
    const uint64_t bytes = lb_solver_code_bytes(r->solver);
    for (int n = 0; n < plan->receives; n++) {
        const struct lb_message *m = plan->receive + n;
        const char *sent = message_of(all->rank + m->rank, to);
        if (LB_CHECK(sent != NULL)) memcpy(received + m->begin * bytes, sent, m->count * bytes);
    }
    return LB_STATUS_OK;
}

/* What the ranks tell of markers, one behind the other, is given to all. */
static enum lb_status share_round(struct ranks *all, int round, struct lb_error *err)
{
    static char rows[MOST_CELLS * 5 * sizeof(double)];
    uint64_t total = 0, bytes;
    const void *mine;
    for (int n = 0; n < all->count; n++) {
        LB_OK(lb_solver_pack_markers(all->rank[n].solver, round, &mine, &bytes, err));
        if (bytes > 0 && LB_CHECK(total + bytes <= sizeof rows)) {
            memcpy(rows + total, mine, bytes);
            total += bytes;
        }
    }
    for (int n = 0; n < all->count; n++)
        LB_OK(lb_solver_unpack_markers(all->rank[n].solver, round, rows, total, err));
    return LB_STATUS_OK;
}

static enum lb_status share_markers(struct ranks *all, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int round = 0; round < LB_MARKER_ROUNDS && st == LB_STATUS_OK; round++)
        st = share_round(all, round, err);
    return st;
}

static enum lb_status exchange(struct ranks *all, struct lb_error *err)
{
    for (int n = 0; n < all->count; n++)
        LB_OK(lb_solver_pack(all->rank[n].solver, &all->rank[n].sent, err));
    for (int n = 0; n < all->count; n++) {
        LB_OK(deliver(all, n, err));
        LB_OK(lb_solver_unpack(all->rank[n].solver, err));
    }
    return share_markers(all, err);
}

static enum lb_status advance(struct ranks *all, struct lb_error *err)
{
    do {
        for (int n = 0; n < all->count; n++)
            LB_OK(lb_solver_advance(all->rank[n].solver, 1, err));
        LB_OK(exchange(all, err));
    } while (lb_solver_is_within_step(all->rank[0].solver));
    return LB_STATUS_OK;
}

static enum lb_status read(struct lb_solver *s, const struct lb_case *c,
                           const struct lb_region *region, struct fields *out, struct lb_error *err)
{
    LB_OK(lb_solver_read(s, region, out->rho, out->u, err));
    if (c->surface.exists) return lb_solver_read_fill(s, region, out->temperature, err);
    return c->heat == NULL ? LB_STATUS_OK
                           : lb_solver_read_temperature(s, region, out->temperature, err);
}

/* Number of numbers of a subdomain that differ from those of its cells in the whole box. */
static enum lb_status differences(const struct rank *r, const struct fields *whole, long *count,
                                  struct lb_error *err)
{
    static struct fields mine;
    const uint32_t *size = r->d.size;
    const struct lb_region region = {{0, 0, 0}, {size[0], size[1], size[2]}};
    LB_OK(read(r->solver, &r->part.c, &region, &mine, err));
    size_t n = 0;
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t x = 0; x < size[0]; x++, n++) {
                const size_t at =
                    ((z + r->d.origin[2]) * r->d.whole[1] + y + r->d.origin[1]) * r->d.whole[0] +
                    x + r->d.origin[0];
                *count += memcmp(mine.rho + n, whole->rho + at, sizeof(double)) != 0;
                *count += memcmp(mine.u + 3 * n, whole->u + 3 * at, 3 * sizeof(double)) != 0;
                *count +=
                    memcmp(mine.temperature + n, whole->temperature + at, sizeof(double)) != 0;
            }
    return LB_STATUS_OK;
}

/* Forces on all groups of links: those of the subdomains are added.  Masses, whole numbers, are rounded once. */
static enum lb_status compare_forces(struct ranks *all, struct lb_solver *whole,
                                     const struct lb_case *c, struct lb_error *err)
{
    enum { NUMBERS = 6, MOST_GROUPS = 8 };
    const double tolerance = lb_device_get_info(device)->fp64 ? 1e-10 : 1e-2;
    struct lb_link_force expected[MOST_GROUPS], part[MOST_GROUPS];
    double sum[MOST_GROUPS][NUMBERS] = {{0.0}}, mass[MOST_GROUPS] = {0.0}, most = 0.0;
    const uint32_t groups = lb_case_force_groups(c);
    if (!LB_CHECK(groups <= MOST_GROUPS)) return LB_STATUS_OK;
    LB_OK(lb_solver_forces(whole, expected, NULL, err));
    for (int n = 0; n < all->count; n++) {
        LB_OK(lb_solver_forces(all->rank[n].solver, part, NULL, err));
        for (uint32_t g = 0; g < groups; g++) {
            for (int k = 0; k < NUMBERS; k++)
                sum[g][k] += k < 3 ? part[g].force[k] : part[g].moment[k - 3];
            mass[g] += part[g].mass;
        }
    }
    for (uint32_t g = 0; g < groups; g++) {
        LB_CHECK_NEAR(mass[g], expected[g].mass, 1e-15 * fmax(1.0, fabs(mass[g])));
        most = fmax(most, fabs(mass[g]));
    }
    LB_CHECK(c->boundary_count == 0 || most > 1e-3);
    for (uint32_t g = 0; g < groups; g++)
        for (int k = 0; k < NUMBERS; k++)
            LB_CHECK_NEAR(sum[g][k], k < 3 ? expected[g].force[k] : expected[g].moment[k - 3],
                          tolerance);
    return LB_STATUS_OK;
}

/* All ranks have all markers, and the same as one device. */
static enum lb_status compare_markers(struct ranks *all, struct lb_solver *whole, uint32_t count,
                                      struct lb_error *err)
{
    enum { MOST_MARKERS = 200 };
    static double expected[2][3 * MOST_MARKERS], mine[2][3 * MOST_MARKERS];
    if (!LB_CHECK(count <= MOST_MARKERS)) return LB_STATUS_OK;
    LB_OK(lb_solver_read_markers(whole, expected[0], expected[1], err));
    for (int n = 0; n < all->count; n++) {
        LB_OK(lb_solver_read_markers(all->rank[n].solver, mine[0], mine[1], err));
        for (int k = 0; k < 2; k++)
            LB_CHECK(memcmp(mine[k], expected[k], 3 * count * sizeof(double)) == 0);
    }
    return LB_STATUS_OK;
}

/* What walls gave: whole numbers, that add to the same. */
static enum lb_status compare_heat(struct ranks *all, struct lb_solver *whole, int groups,
                                   struct lb_error *err)
{
    double expected[LB_HEAT_MOST_GROUPS], part[LB_HEAT_MOST_GROUPS],
        sum[LB_HEAT_MOST_GROUPS] = {0.0};
    LB_OK(lb_solver_heat_given(whole, expected, err));
    for (int n = 0; n < all->count; n++) {
        LB_OK(lb_solver_heat_given(all->rank[n].solver, part, err));
        for (int k = 0; k < groups; k++)
            sum[k] += part[k];
    }
    for (int k = 0; k < groups; k++)
        LB_CHECK_NEAR(sum[k], expected[k], 0.0);
    LB_CHECK(fabs(expected[0]) > 1e-3 && fabs(expected[groups - 1]) > 1e-3);
    LB_CHECK(fabs(expected[1]) > 1e-3 || fabs(expected[LB_HEAT_FACES]) > 1e-3);
    return LB_STATUS_OK;
}

static enum lb_status compare(struct ranks *all, struct lb_solver *whole, const struct lb_case *c,
                              long *count, struct lb_error *err)
{
    static struct fields expected;
    const struct lb_region box = {{0, 0, 0}, {c->size[0], c->size[1], c->size[2]}};
    LB_OK(exchange(all, err));
    const int steps = c->surface.exists ? STEPS_OF_SURFACE : STEPS;
    for (int step = 0; step <= steps; step++) {
        LB_OK(read(whole, c, &box, &expected, err));
        for (int n = 0; n < all->count; n++)
            LB_OK(differences(all->rank + n, &expected, count, err));
        LB_OK(lb_solver_advance(whole, 1, err));
        LB_OK(advance(all, err));
    }
    if (c->heat != NULL) LB_OK(compare_heat(all, whole, lb_heat_groups(c), err));
    return c->markers != NULL ? compare_markers(all, whole, c->markers->count, err) : LB_STATUS_OK;
}

#define IN_PLACE LB_STREAMING_IN_PLACE
#define PULL LB_STREAMING_PULL

/* How a subdomain is laid out and stepped. */
struct way {
    int lanes, arithmetic; /* 0: by the rules */
    bool shell_first;      /* must come of it, on all devices */
};

/* The whole box has one lane.  `forces`: those on links are compared, too; they have kernels of their own. */
static void cut(const struct lb_case *c, const int grid[3], unsigned looped, struct way way,
                bool forces)
{
    enum lb_status st;
    static struct ranks all;
    struct lb_solver *whole = NULL;
    struct lb_error err = {0};
    long count = 0;
    all = (struct ranks){.count = grid[0] * grid[1] * grid[2]};
    lb_test_layout.lanes = 1;
    LB_TRY(lb_test_solver_create(c, device, &whole, &err));
    lb_test_layout.lanes = way.lanes;
    lb_test_layout.arithmetic_lanes = way.arithmetic;
    for (int n = 0; n < all.count; n++) {
        lb_decomposition_init(&all.rank[n].d, c->size, grid, n, looped);
        LB_TRY(create(all.rank + n, c, &err));
        LB_CHECK(!way.shell_first || lb_solver_overlaps(all.rank[n].solver));
    }
    LB_TRY(compare(&all, whole, c, &count, &err));
    if (forces) LB_TRY(compare_forces(&all, whole, c, &err));
cleanup:
    LB_CHECK_OK(st, &err);
    if (!LB_CHECK_EQUAL_INT(count, 0)) {
        char words[256];
        lb_case_in_words(c, words, sizeof words);
        printf("  %s as %dx%dx%d\n", words, grid[0], grid[1], grid[2]);
    }
    destroy(&all);
    lb_solver_destroy(whole);
}

/* Walls at the ends of x and y, where they are whole vectors beside fluid, and beyond cuts; all walls are of
 * two bodies or of none. */
struct duct {
    lb_start_function *inside;
    const void *state;
    bool has_opening;
};

static void start_duct(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct duct *d = state;
    d->inside(d->state, x, y, z, out);
    if (y == 0) out->flags = LB_CELL_SOLID;
    if (x == 0) out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
    out->number = (out->flags & LB_CELL_SOLID) != 0 ? (uint8_t)((x + z) % 3) : 0;
}

static void add_duct(struct lb_case *c, struct duct *d)
{
    static const struct lb_body bodies[2] = {{"one", {3.5, 2.0, 1.0}}, {"other", {9.0, 11.5, 7.0}}};
    *d = (struct duct){c->start, c->start_state, false};
    c->start = start_duct;
    c->start_state = d;
    c->bodies = bodies;
    c->body_count = 2;
}

/* Drops and dams whose surface crosses cuts, turns, and meets walls there, also single ones. */
static void surfaces_are_the_same_across_cuts(void)
{
    static const struct {
        const char *lattice, *storage;
        enum lb_streaming streaming;
        enum lb_surface_shape shape;
        int grid[3];
        struct way way;
        enum lb_when when;
        bool has_lone_walls;
    } cases[] = {
        {"d2q9", "fp64", IN_PLACE, LB_SHAPE_DAM, {2, 1, 1}, {0, 0, false}, LB_ALWAYS, true},
        {"d2q9", "fp32", PULL, LB_SHAPE_DROP, {2, 2, 1}, {2, 0, true}, LB_NATIVELY, false},
        {"d3q19", "fp32", IN_PLACE, LB_SHAPE_DROP, {1, 1, 2}, {0, 0, false}, LB_SELDOM, false},
        {"d3q19", "fp16s", IN_PLACE, LB_SHAPE_DAM, {1, 2, 2}, {1, 0, true}, LB_NATIVELY, true},
        {"d3q27", "fp64", PULL, LB_SHAPE_DAM, {2, 2, 2}, {0, 0, false}, LB_SELDOM, false},
        {"d3q19", "bfp12", IN_PLACE, LB_SHAPE_DAM, {2, 1, 2}, {1, 0, true}, LB_SELDOM, false},
        {"d3q19", "fp64", IN_PLACE, LB_SHAPE_DAM, {3, 1, 1}, {0, 0, false}, LB_SELDOM, false},
        {"d3q15", "p16_1s", PULL, LB_SHAPE_DROP, {1, 4, 1}, {2, 0, false}, LB_SELDOM, false},
        {"d3q19", "mx8", IN_PLACE, LB_SHAPE_DROP, {2, 2, 2}, {0, 0, false}, LB_SELDOM, false},
        {"d3q19", "fix16x", IN_PLACE, LB_SHAPE_DROP, {2, 1, 1}, {0, 0, false}, LB_SELDOM, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct lb_case c;
        struct lb_surface_state state;
        if (!lb_case_runs(device, cases[k].when)) continue;
        if (lb_lattice_find(cases[k].lattice)->dimensions == 3)
            lb_surface_case_init(&c, &state, cases[k].lattice, cases[k].shape, 16, 12, 16);
        else
            lb_surface_case_init(&c, &state, cases[k].lattice, cases[k].shape, 48, 40, 1);
        if (cases[k].shape == LB_SHAPE_DROP) {
            state.radius = 5.0;
            memcpy(state.u, (double[3]){0.04, -0.03, state.dimensions == 3 ? 0.05 : 0.0},
                   sizeof state.u);
        }
        c.storage = lb_number_format_find(cases[k].storage);
        if (c.storage->bits != 64) c.arithmetic = LB_ARITHMETIC_FP32;
        c.streaming = cases[k].streaming;
        state.has_lone_walls = cases[k].has_lone_walls;
        cut(&c, cases[k].grid, 0, cases[k].way, false);
    }
}

/* A tunnel: outer cells on all faces, those of x first, and walls scattered in it; a flat one has no belt, and the
 * top is at the end of y. */
enum { INLET, OUTLET, SLIP, TOP, BELT, BOUNDARIES };

struct tunnel {
    lb_start_function *inside;
    const void *state;
    uint32_t size[3];
    double profile[MOST_SIDE * MOST_SIDE]; /* over y and z */
    struct lb_boundary boundaries[BOUNDARIES];
};

static void start_tunnel(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct tunnel *t = state;
    t->inside(t->state, x, y, z, out);
    const bool is_flat = t->size[2] == 1;
    const int number = x == 0                ? INLET
                       : x == t->size[0] - 1 ? OUTLET
                       : y == 0              ? SLIP
                       : y == t->size[1] - 1 ? (is_flat ? TOP : SLIP)
                       : is_flat             ? -1
                       : z == 0              ? BELT
                       : z == t->size[2] - 1 ? TOP
                                             : -1;
    if (number < 0) return;
    out->flags = LB_CELL_BOUNDARY;
    out->number = (uint8_t)number;
}

static void add_tunnel(struct lb_case *c, struct tunnel *t, const char *inlet, const char *outlet,
                       bool has_profiles)
{
    const double u = 0.05;
    const struct lb_profile_box profile = {
        {0, 0, 0}, {1, c->size[1], c->size[2]}, has_profiles ? t->profile : NULL};
    *t = (struct tunnel){.inside = c->start, .state = c->start_state};
    memcpy(t->size, c->size, sizeof t->size);
    for (int k = 0; k < MOST_SIDE * MOST_SIDE; k++)
        t->profile[k] = 0.5 + 0.07 * (k % 23);
    t->boundaries[INLET] =
        (struct lb_boundary){lb_boundary_condition_find(inlet), 1.0, {u, 0.0, 0.0}, profile};
    t->boundaries[OUTLET] =
        (struct lb_boundary){lb_boundary_condition_find(outlet), 1.0, {0.0}, {.factor = NULL}};
    t->boundaries[SLIP] =
        (struct lb_boundary){lb_boundary_condition_find("slip"), 1.0, {0.0}, {.factor = NULL}};
    t->boundaries[BELT] = (struct lb_boundary){
        lb_boundary_condition_find("wall"), 1.0, {u, 0.0, 0.0}, {.factor = NULL}};
    t->boundaries[TOP] = (struct lb_boundary){lb_boundary_condition_find(inlet),
                                              1.0,
                                              {u, 0.0, 0.0},
                                              lb_profile_box_along(0, c->size[0], profile.factor)};
    c->boundaries = t->boundaries;
    c->boundary_count = c->size[2] == 1 ? BELT : BOUNDARIES;
    c->cell_kinds |= LB_CELL_SOLID;
    c->start = start_tunnel;
    c->start_state = t;
}

static void add_sponge(struct lb_case *c)
{
    c->sponge = (struct lb_sponge){0.5 * c->size[0] - 1.25, 0.4 * c->size[0]};
}

/* A velocity at the inlet in place of a stream and a pressure in place of an outlet look further inside; the pairs of
 * the rows are spread, too.  With profiles or a sponge each part has texts of its own. */
static void boundaries_are_the_same_beside_cuts(void)
{
    enum { PROFILES = 1, SPONGE = 2, FORCES = 4, BOTH = PROFILES | FORCES };
    static const struct {
        const char *lattice, *storage;
        enum lb_streaming streaming;
        struct way way;
        int grid[3];
        bool velocity, pressure;
        unsigned with;
        enum lb_when when;
    } rows[] = {
        {"d2q9",
         "fp32",
         IN_PLACE,
         {2, 0, true},
         {2, 1, 1},
         false,
         false,
         PROFILES | SPONGE,
         LB_ALWAYS},
        {"d3q15", "fp16s", IN_PLACE, {1, 0, true}, {1, 2, 2}, true, false, 0, LB_NATIVELY},
        {"d2q9", "mx8", PULL, {2, 0, true}, {2, 2, 1}, true, true, FORCES, LB_NATIVELY},
        {"d3q19", "fp16s", IN_PLACE, {1, 0, true}, {1, 2, 2}, true, true, BOTH, LB_SELDOM},
        {"d2q9", "bfp12", PULL, {1, 0, true}, {2, 2, 1}, true, true, FORCES, LB_SELDOM},
        {"d2q9", "fp32", PULL, {1, 0, true}, {2, 2, 1}, true, true, FORCES, LB_SELDOM},
        {"d3q19", "fp32", IN_PLACE, {2, 0, true}, {2, 2, 1}, false, false, BOTH, LB_SELDOM},
        {"d3q27", "fp16s", PULL, {1, 0, true}, {1, 2, 2}, false, false, BOTH, LB_SELDOM},
        {"d2q9", "fp64", PULL, {4, 0, false}, {2, 1, 1}, false, false, BOTH, LB_SELDOM},
        {"d3q15", "fp64", IN_PLACE, {1, 0, true}, {2, 2, 2}, false, false, BOTH, LB_SELDOM},
        {"d2q9", "fp16c", IN_PLACE, {2, 0, false}, {3, 2, 1}, false, false, BOTH, LB_SELDOM},
        {"d3q27", "fp64", IN_PLACE, {2, 0, false}, {2, 2, 2}, true, true, BOTH, LB_SELDOM},
        {"d3q15", "fp16c", PULL, {1, 0, true}, {1, 3, 1}, true, true, BOTH, LB_SELDOM},
        {"d3q13", "p16_1s", IN_PLACE, {1, 0, true}, {2, 1, 2}, true, true, BOTH, LB_SELDOM},
        {"d3q19", "fp64", PULL, {4, 0, false}, {1, 1, 2}, true, true, BOTH, LB_SELDOM},
        {"d2q9", "p16_1s", IN_PLACE, {4, 0, false}, {1, 4, 1}, true, true, BOTH, LB_SELDOM},
        {"d3q7", "fp16s", PULL, {2, 0, false}, {2, 2, 1}, true, true, BOTH, LB_SELDOM},
        {"d3q13", "fp32", PULL, {1, 0, true}, {1, 2, 2}, true, true, BOTH, LB_SELDOM},
        {"d3q15", "fp32", IN_PLACE, {2, 0, true}, {1, 4, 2}, true, true, BOTH, LB_SELDOM},
        {"d3q27", "fp16c", IN_PLACE, {1, 0, true}, {1, 2, 2}, true, true, BOTH, LB_SELDOM},
        {"d3q19", "bfp12", IN_PLACE, {2, 0, true}, {1, 2, 2}, true, true, BOTH, LB_SELDOM},
        {"d3q27", "mx8", PULL, {1, 0, true}, {2, 2, 1}, true, true, BOTH, LB_SELDOM},
        {"d3q15", "bfp12", PULL, {4, 0, false}, {2, 2, 1}, true, true, BOTH, LB_SELDOM},
        {"d2q9", "mx8", IN_PLACE, {1, 0, true}, {3, 2, 1}, false, false, BOTH, LB_SELDOM},
        {"d2q9", "bfp12", PULL, {4, 0, false}, {4, 1, 1}, true, true, BOTH, LB_SELDOM},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct lb_random_state state;
        struct tunnel tunnel;
        const struct lb_lattice *l = lb_lattice_find(rows[n].lattice);
        if (!lb_case_runs(device, rows[n].when)) continue;
        lb_random_case_init(&c, &state, l, LB_WITH_SOLID | LB_WITH_FORCE, 16, 12,
                            l->dimensions == 2 ? 1 : 8);
        c.storage = lb_number_format_find(rows[n].storage);
        c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
        c.streaming = rows[n].streaming;
        add_tunnel(&c, &tunnel, rows[n].velocity ? "velocity" : "freestream",
                   rows[n].pressure ? "pressure" : "outlet", (rows[n].with & PROFILES) != 0);
        if ((rows[n].with & SPONGE) != 0) add_sponge(&c);
        if (lb_device_can_do(device, &c))
            cut(&c, rows[n].grid, 0, rows[n].way, (rows[n].with & FORCES) != 0);
    }
}

/* All walls are between cells, anywhere, and slide; sheets may be between any two fluid cells. */
struct curved {
    struct lb_curved_walls walls;
    struct lb_curved_link links[MOST_CELLS * (LB_MAX_DIRECTIONS - 1)];
    float across[MOST_CELLS * (LB_MAX_DIRECTIONS - 1)];
};

static uint8_t flags_at(const struct lb_case *c, const uint32_t at[3], const int away[3])
{
    struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
    uint32_t n[3];
    for (int axis = 0; axis < 3; axis++)
        n[axis] = (uint32_t)((int)(at[axis] + c->size[axis]) + away[axis]) % c->size[axis];
    c->start(c->start_state, n[0], n[1], n[2], &cell);
    return cell.flags;
}

/* The same at both ends of a link. */
static bool has_sheet(const struct lb_case *c, const uint32_t at[3], int i)
{
    const int *d = c->lattice->c[i % 2 == 1 ? i : i - 1];
    uint32_t first[3];
    for (int axis = 0; axis < 3; axis++)
        first[axis] = (uint32_t)((int)(at[axis] + c->size[axis]) - (i % 2 == 1 ? d[axis] : 0)) %
                      c->size[axis];
    return lb_random_number(9, first[0], first[1], first[2], (uint32_t)(i + 1) / 2) > 0.8;
}

static void add_cell_links(struct curved *w, const struct lb_case *c, uint64_t cell,
                           bool has_sheets)
{
    const int none[3] = {0, 0, 0};
    const uint64_t before = w->walls.count;
    const uint32_t at[3] = {(uint32_t)(cell % c->size[0]),
                            (uint32_t)(cell / c->size[0] % c->size[1]),
                            (uint32_t)(cell / c->size[0] / c->size[1])};
    if (flags_at(c, at, none) != LB_CELL_FLUID) return;
    for (int i = 1; i < c->lattice->directions; i++) {
        const int *d = c->lattice->c[i], behind[3] = {-d[0], -d[1], -d[2]};
        const uint8_t there = flags_at(c, at, behind);
        const bool is_sheet = has_sheets && there == LB_CELL_FLUID && has_sheet(c, at, i);
        if (!is_sheet && ((there & LB_CELL_SOLID) == 0 || LB_IS_BOUNDARY(there))) continue;
        w->walls.sheets += is_sheet;
        w->across[w->walls.count] = 0.1F * (float)i;
        w->links[w->walls.count++] = (struct lb_curved_link){
            .cell = cell,
            .speed = 0.02 * lb_random_number(7, at[0], at[1], at[2], (uint32_t)i),
            .q = lb_curved_q(0.5 + 0.5 * lb_random_number(5, at[0], at[1], at[2], (uint32_t)i)),
            .direction = (uint8_t)i,
            .sheet = is_sheet ? (uint8_t)(1 + i % 2) : 0};
    }
    w->walls.cells += w->walls.count > before;
}

static void add_curved(struct lb_case *c, struct curved *w, const char *rule, bool has_sheets)
{
    w->walls = (struct lb_curved_walls){
        .rule = lb_wall_rule_find(rule), .links = w->links, .across = w->across};
    for (uint64_t cell = 0; cell < lb_case_cell_count(c); cell++)
        add_cell_links(w, c, cell, has_sheets);
    c->curved = &w->walls;
}

static void walls_between_cells_are_the_same_beside_cuts(void)
{
    static const struct {
        const char *lattice, *storage, *rule;
        enum lb_streaming streaming;
        struct way way;
        int grid[3];
        bool boundaries;
        enum lb_when when;
        bool sheets;
    } rows[] = {
        {"d3q19", "fp16s", "exact", IN_PLACE, {2, 0, true}, {2, 2, 1}, false, LB_SELDOM, true},
        {"d2q9", "fp16c", "curved", PULL, {4, 0, false}, {4, 1, 1}, true, LB_ALWAYS, true},
        {"d3q27", "fp32", "curved", PULL, {1, 0, true}, {1, 2, 2}, true, LB_SELDOM, true},
        {"d2q9", "fp64", "exact", IN_PLACE, {1, 0, true}, {2, 2, 1}, false, LB_ALWAYS, true},
        {"d2q9", "bfp12", "exact", IN_PLACE, {2, 0, true}, {2, 2, 1}, true, LB_NATIVELY, true},
        {"d2q9", "mx8", "curved", PULL, {4, 0, false}, {4, 1, 1}, true, LB_SELDOM, true},
        {"d3q19", "mx8", "exact", IN_PLACE, {1, 0, true}, {1, 2, 2}, false, LB_SELDOM, true},
        {"d3q27", "bfp12", "curved", PULL, {2, 0, false}, {1, 2, 2}, true, LB_SELDOM, true},
        {"d2q9", "fp32", "exact", IN_PLACE, {2, 0, true}, {2, 2, 1}, false, LB_SELDOM, false},
        {"d3q19", "fp16s", "curved", PULL, {1, 0, true}, {1, 2, 2}, false, LB_SELDOM, false},
        {"d3q19", "fp32", "exact", IN_PLACE, {1, 0, true}, {2, 1, 2}, true, LB_SELDOM, false},
        {"d3q27", "fp64", "exact", PULL, {2, 0, false}, {2, 2, 1}, false, LB_SELDOM, false},
        {"d3q15", "fp16c", "curved", IN_PLACE, {1, 0, true}, {1, 3, 1}, true, LB_SELDOM, false},
        {"d3q27", "fp32", "curved", PULL, {1, 0, false}, {2, 1, 2}, true, LB_NATIVELY, false},
        {"d2q9", "fp64", "curved", PULL, {4, 0, false}, {2, 1, 1}, true, LB_SELDOM, false},
        {"d2q9", "bfp12", "exact", IN_PLACE, {2, 0, true}, {2, 2, 1}, true, LB_NATIVELY, false},
        {"d2q9", "mx8", "exact", PULL, {1, 0, true}, {4, 1, 1}, false, LB_SELDOM, false},
        {"d3q19", "mx8", "curved", PULL, {1, 0, true}, {1, 2, 2}, false, LB_SELDOM, false},
        {"d3q19", "bfp12", "curved", IN_PLACE, {4, 0, false}, {2, 1, 2}, true, LB_SELDOM, false},
    };
    static struct curved walls;
    static const struct lb_body bodies[2] = {{"one", {3.5, 2.0, 1.0}}, {"other", {9.0, 11.5, 7.0}}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct lb_random_state state;
        struct tunnel tunnel;
        const struct lb_lattice *l = lb_lattice_find(rows[n].lattice);
        if (!lb_case_runs(device, rows[n].when)) continue;
        lb_random_case_init(&c, &state, l, LB_WITH_SOLID | LB_WITH_FORCE | LB_WITH_MOVING, 16, 12,
                            l->dimensions == 2 ? 1 : 8);
        c.storage = lb_number_format_find(rows[n].storage);
        c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
        c.streaming = rows[n].streaming;
        if (rows[n].boundaries) add_tunnel(&c, &tunnel, "velocity", "outlet", false);
        c.bodies = bodies;
        c.body_count = rows[n].sheets ? 2 : 0;
        add_curved(&c, &walls, rows[n].rule, rows[n].sheets);
        if (lb_device_can_do(device, &c)) cut(&c, rows[n].grid, 0, rows[n].way, true);
    }
}

/* A wall across x, hot on one side and cold on the other, whose links cross cuts, and pillars, of a body; in some
 * an opening behind the cut across x; in some walls are between cells, where pillars may have a temperature. */
static void start_heated(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct duct *d = state;
    d->inside(d->state, x, y, z, out);
    out->flags = x == 0 || (y == 0 && z % 3 == 0) ? LB_CELL_SOLID : LB_CELL_FLUID;
    out->number = x != 0 && out->flags == LB_CELL_SOLID;
    if (d->has_opening && x == 6) {
        out->flags = LB_CELL_BOUNDARY;
        out->number = 0;
    }
    out->temperature = lb_random_number(9, x, y, z, 0) - 0.5;
}

static void temperatures_are_the_same_across_cuts(void)
{
    static const struct lb_heat_wall at_opening = {LB_HEAT_OPEN, 0.4},
                                     of_pillars = {LB_HEAT_FLUX, 0.01}, warm = {LB_HEAT_FIXED, 0.3};
    static struct curved walls;
    struct lb_heat heat = {
        .diffusivity = 0.05,
        .buoyancy = {0.0, 1e-3, 0.0},
        .walls = {{LB_HEAT_FIXED, 0.5}, {LB_HEAT_FIXED, -0.5}},
        .boundaries = &at_opening,
    };
    const struct lb_boundary opening = {.condition = lb_boundary_condition_find("pressure"),
                                        .rho = 1.0};
    static const struct lb_body pillars = {"pillars", {0.0, 0.0, 0.0}};
    static const struct {
        const char *lattice, *storage;
        enum lb_streaming streaming;
        int grid[3];
        enum lb_when when;
        bool has_curved;
    } cases[] = {
        {"d3q19", "fp16s", IN_PLACE, {2, 2, 1}, LB_NATIVELY, false},
        {"d2q9", "fp32", PULL, {3, 1, 1}, LB_ALWAYS, false},
        {"d3q27", "fp32", IN_PLACE, {2, 1, 2}, LB_SELDOM, false},
        {"d3q19", "fp16c", PULL, {2, 2, 2}, LB_SELDOM, false},
        {"d2q9", "fp16s", IN_PLACE, {2, 2, 1}, LB_SELDOM, false},
        {"d2q9", "fp32", IN_PLACE, {6, 1, 1}, LB_ALWAYS, true},
        {"d3q19", "fp16s", PULL, {3, 1, 1}, LB_NATIVELY, true},
        {"d3q19", "fp16c", PULL, {1, 4, 2}, LB_SELDOM, true},
        {"d2q9", "fp32", PULL, {4, 1, 1}, LB_SELDOM, true},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct lb_case c;
        struct lb_random_state state;
        struct duct d;
        if (!lb_case_runs(device, cases[k].when)) continue;
        const struct lb_lattice *l = lb_lattice_find(cases[k].lattice);
        lb_random_case_init(&c, &state, l, LB_WITH_NOTHING, 12, 8, l->dimensions == 3 ? 8 : 1);
        d = (struct duct){c.start, c.start_state, k % 2 == 0};
        c.boundaries = &opening;
        c.boundary_count = d.has_opening;
        c.bodies = &pillars;
        c.body_count = 1;
        c.storage = lb_number_format_find(cases[k].storage);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.rounding = lb_rounding_default;
        c.streaming = cases[k].streaming;
        c.cell_kinds = LB_CELL_SOLID;
        c.start = start_heated;
        c.start_state = &d;
        heat.bodies = cases[k].has_curved && k % 2 != 0 ? &warm : &of_pillars;
        c.heat = &heat;
        if (cases[k].has_curved) add_curved(&c, &walls, "curved", false);
        cut(&c, cases[k].grid, 0, (struct way){k == 0 ? 4 : 0, 0, false}, false);
    }
}

/* Steps that depend on where a cell is. */
static void add_places(struct lb_case *c)
{
    add_sponge(c);
    const bool is_conserving = strcmp(c->storage->name, "fp16c") == 0;
    if (c->storage->bits == 16) c->rounding = lb_roundings[is_conserving ? 2 : 1];
    if (!c->storage->shares_exponents) c->alternating_every = 16;
}

/* Each row has lattice, format, streaming, lanes, grid, whether there are walls, and whether the place in the
 * whole box counts, for rounding and a sponge, so that each part has texts of its own; the pairs of them are spread
 * over the rows. */
static void subdomains_are_the_whole_box(void)
{
    static const struct {
        const char *lattice, *storage;
        enum lb_streaming streaming;
        struct way way;
        int grid[3];
        bool walls, places, forces;
        enum lb_when when;
    } rows[] = {
        {"d3q19", "fp32", IN_PLACE, {4, 0, false}, {2, 1, 2}, true, false, true, LB_NATIVELY},
        {"d3q7", "fp16s", PULL, {1, 0, true}, {1, 2, 2}, false, true, false, LB_ALWAYS},
        {"d3q7", "bfp12", IN_PLACE, {4, 0, false}, {2, 1, 2}, true, false, true, LB_ALWAYS},
        {"d2q9", "mx8", PULL, {2, 0, true}, {2, 2, 1}, true, false, true, LB_SELDOM},
        {"d2q9", "fp16s", PULL, {1, 0, true}, {2, 2, 1}, false, true, false, LB_SELDOM},
        {"d3q27", "fp64", IN_PLACE, {1, 0, true}, {2, 3, 1}, true, true, true, LB_SELDOM},
        {"d3q7", "fp32", PULL, {2, 0, false}, {3, 1, 2}, true, true, true, LB_SELDOM},
        {"d3q13", "fp16c", IN_PLACE, {2, 0, true}, {1, 2, 1}, true, true, true, LB_SELDOM},
        {"d3q15", "p16_1s", IN_PLACE, {1, 0, true}, {1, 4, 1}, true, false, true, LB_SELDOM},
        {"d3q19", "fp64", PULL, {4, 0, false}, {4, 1, 1}, true, true, true, LB_SELDOM},
        {"d3q27", "fp32", IN_PLACE, {4, 2, true}, {2, 1, 1}, true, false, true, LB_SELDOM},
        {"d2q9", "fp16s", PULL, {4, 0, false}, {4, 2, 1}, true, true, true, LB_SELDOM},
        {"d3q15", "fp64", PULL, {1, 0, true}, {2, 2, 2}, true, false, true, LB_SELDOM},
        {"d3q19", "bfp12", IN_PLACE, {4, 0, false}, {2, 1, 2}, true, true, true, LB_SELDOM},
        {"d3q27", "mx8", IN_PLACE, {1, 0, true}, {2, 2, 2}, true, true, true, LB_SELDOM},
        {"d3q15", "bfp12", PULL, {8, 0, false}, {1, 3, 1}, true, true, true, LB_SELDOM},
        {"d3q13", "mx8", IN_PLACE, {4, 0, false}, {4, 1, 1}, false, true, false, LB_SELDOM},
        {"d3q7", "bfp12", PULL, {1, 0, true}, {1, 2, 2}, true, false, true, LB_SELDOM},
        {"d2q9", "bfp12", IN_PLACE, {16, 8, false}, {4, 2, 1}, true, true, true, LB_SELDOM},
        {"d3q27", "bfp12", IN_PLACE, {4, 2, false}, {1, 2, 2}, false, false, false, LB_SELDOM},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct lb_random_state state;
        struct duct duct;
        const unsigned with = rows[n].walls ? LB_WITH_ALL : LB_WITH_FORCE | LB_WITH_EQUILIBRIUM;
        const struct lb_lattice *l = lb_lattice_find(rows[n].lattice);
        if (!lb_case_runs(device, rows[n].when)) continue;
        lb_random_case_init(&c, &state, l, with, 16, 12, l->dimensions == 2 ? 1 : 8);
        c.storage = lb_number_format_find(rows[n].storage);
        c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
        c.streaming = rows[n].streaming;
        if (rows[n].walls) add_duct(&c, &duct);
        if (rows[n].places) add_places(&c);
        if (lb_device_can_do(device, &c)) cut(&c, rows[n].grid, 0, rows[n].way, rows[n].forces);
    }
}

/* A pipe across the box, whose inlet and outlet are stairs of cells, cut through both of them
 * and between them. */
static void openings_are_the_same_beside_cuts(void)
{
    static const uint32_t size[3] = {16, 14, 12};
    static struct lb_pipe pipe;
    const double from[3] = {3.2, 4.1, 6.0}, to[3] = {12.7, 9.6, 6.0};
    struct lb_error err = {0};
    struct lb_case c;
    if (LB_CHECK_OK(lb_pipe_make(&pipe, &c, size, from, to, 3.6, 0.05, &err), &err))
        cut(&c, (const int[3]){2, 2, 1}, 0, (struct way){1, 0, false}, true);
    lb_pipe_free(&pipe);
}

/* Wherever it is cut, what a subdomain that is its own neighbour receives is what it sent: across each axis,
 * with lanes along a cut one and across it, with walls on both sides of cuts. */
static void a_subdomain_can_be_its_own_neighbour(void)
{
    static const int one[3] = {1, 1, 1};
    static const struct {
        const char *lattice, *storage;
        uint32_t size[3];
        unsigned looped;
        struct way way;
        bool walls, forces;
        enum lb_when when;
    } rows[] = {
        {"d3q19", "fp64", {8, 12, 6}, 7, {1, 1, true}, true, true, LB_SELDOM},
        {"d3q7", "fp64", {8, 12, 6}, 4, {4, 1, true}, false, false, LB_ALWAYS},
        {"d3q19", "fp64", {8, 12, 6}, 7, {4, 2, true}, true, true, LB_SELDOM},
        {"d3q19",
         "fp32",
         {16, 12, 8},
         7,
         {2, 1, true},
         true,
         false,
         LB_NATIVELY}, /* which is a whole box above */
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct lb_random_state state;
        struct duct duct;
        if (!lb_case_runs(device, rows[n].when)) continue;
        lb_random_case_init(&c, &state, lb_lattice_find(rows[n].lattice),
                            rows[n].walls ? LB_WITH_ALL : LB_WITH_FORCE, rows[n].size[0],
                            rows[n].size[1], rows[n].size[2]);
        c.storage = lb_number_format_find(rows[n].storage);
        c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
        if (rows[n].walls) add_duct(&c, &duct);
        cut(&c, one, rows[n].looped, rows[n].way, rows[n].forces);
    }
}

/* A membrane around the corners of subdomains, patch by patch, or with bending, or in pieces at the sides of the
 * box; and particles that are pulled. */
static void markers_are_the_same_across_cuts(void)
{
    static const struct {
        bool bends, walls, fp64, particles;
        double x;
        struct way way;
        int grid[3];
        enum lb_when when;
    } rows[] = {
        {false, true, false, false, 15.8, {1, 0, true}, {2, 2, 2}, LB_ALWAYS},
        {false, true, false, false, 8.2, {2, 0, false}, {2, 2, 1}, LB_SELDOM},
        {true, true, true, false, 8.2, {4, 0, false}, {1, 2, 2}, LB_SELDOM},
        {false, false, true, false, 15.8, {1, 0, true}, {2, 2, 2}, LB_SELDOM},
        {true, false, false, false, 15.8, {2, 0, false}, {3, 1, 1}, LB_SELDOM},
        {false, true, true, true, 8.2, {8, 0, false}, {1, 2, 2}, LB_SELDOM},
        {false, false, false, true, 15.8, {1, 0, true}, {2, 1, 1}, LB_SELDOM},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        const double centre[3] = {rows[n].x, 7.9, 8.4};
        static double force[3 * 200];
        struct lb_test_membrane m;
        struct lb_marker_flow flow = {
            .u = {0.03, -0.02, 0.01}, .shear = 0.01, .along = 2, .middle = 8.0};
        struct lb_case c;
        if (!lb_case_runs(device, rows[n].when) ||
            (rows[n].fp64 && !lb_device_get_info(device)->fp64))
            continue;
        if (!LB_CHECK(lb_test_membrane_create(&m, 2, 4.0, centre, 0.6, "skalak", "four-point")))
            return;
        m.material.bending_modulus = rows[n].bends ? 4e-3 : 0.0;
        flow.walls = rows[n].walls;
        if (rows[n].particles) {
            for (uint32_t k = 0; k < 3 * m.markers.count; k++)
                force[k] = 1e-3 * lb_random_number(5, k, 0, 0, 0);
            m.markers.mesh = NULL;
            m.markers.force = force;
        }
        for (uint32_t k = 0; k < m.markers.count; k++)
            if (m.mesh.position[3 * k] > 16.0) m.mesh.position[3 * k] = 16.0;
        lb_marker_case_init(&c, &flow, &m.markers, 16, 16, 16, rows[n].fp64, 1);
        cut(&c, rows[n].grid, 0, rows[n].way, false);
        lb_test_membrane_free(&m);
    }
}

/* Cuts are walls of a list, whose own slots are exchanged: forces tell what was sent there. */
static void lists_are_the_same_beside_cuts(void)
{
    static const struct {
        int grid[3], lanes;
        const char *storage;
    } rows[] = {{{2, 1, 1}, 1, "fp16s"},
                {{2, 2, 2}, 8, "fp32"},
                {{1, 2, 2}, 4, "fp16c"},
                {{2, 1, 2}, 1, "fp32"}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_check_runs(n == 0)) continue;
        lb_random_case_init(&c, &state, lb_lattice_find("d3q19"), LB_WITH_FORCE | LB_WITH_SOLID, 12,
                            8, 6);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find(rows[n].storage);
        c.rounding = lb_rounding_default;
        c.streaming = LB_STREAMING_LIST;
        c.shows_mean = true;
        cut(&c, rows[n].grid, 0, (struct way){rows[n].lanes, 0, false}, true);
    }
}

/* Tiles that cuts pass by, of rows that are no multiple of one; all kinds of cells. */
static void moments_are_the_same_beside_cuts(void)
{
    enum { FLAGS = LB_WITH_ALL, SPONGE = 16 };
    static const struct {
        const char *lattice, *storage, *collision;
        enum lb_arithmetic arithmetic;
        int rounding, grid[3];
        unsigned with, looped;
        enum lb_when when;
    } rows[] = {
        {"d3q19", "fp16s", "rr", LB_ARITHMETIC_FP32, 1, {1, 2, 2}, FLAGS, 0, LB_ALWAYS},
        {"d2q9", "fp32", "rlb", LB_ARITHMETIC_FP32, 0, {1, 3, 1}, FLAGS, 0, LB_NATIVELY},
        {"d3q27", "fp64", "rr", LB_ARITHMETIC_FP64, 0, {1, 1, 2}, SPONGE, 0, LB_NATIVELY},
        {"d3q15", "fp16c", "rlb", LB_ARITHMETIC_FP32, 0, {1, 2, 2}, FLAGS, 0, LB_SELDOM},
        {"d3q19", "fp16s", "rr", LB_ARITHMETIC_FP32, 0, {1, 4, 1}, 0, 0, LB_NATIVELY},
        {"d3q19", "fp32", "rr", LB_ARITHMETIC_FP32, 0, {1, 1, 1}, FLAGS, 4, LB_SELDOM},
        {"d3q27", "p16_1s", "rr", LB_ARITHMETIC_FP32, 1, {1, 2, 4}, FLAGS, 0, LB_SELDOM},
        {"d2q9", "fp16s", "rlb", LB_ARITHMETIC_FP32, 1, {1, 2, 1}, FLAGS | SPONGE, 2, LB_SELDOM},
        {"d3q15", "fp64", "rlb", LB_ARITHMETIC_FP64, 0, {1, 2, 1}, FLAGS, 4, LB_SELDOM},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct lb_case c;
        struct lb_random_state state;
        const struct lb_lattice *l = lb_lattice_find(rows[n].lattice);
        if (!lb_case_runs(device, rows[n].when)) continue;
        const bool is_long = (rows[n].with & FLAGS) == 0; /* its ends go first on GPUs */
        lb_random_case_init(&c, &state, l, rows[n].with & FLAGS, is_long ? 7 : 14, is_long ? 8 : 12,
                            l->dimensions == 2 ? 1
                            : is_long          ? 70
                                               : 8);
        c.arithmetic = rows[n].arithmetic;
        c.storage = lb_number_format_find(rows[n].storage);
        c.collision = lb_collision_find(rows[n].collision);
        c.rounding = lb_roundings[rows[n].rounding];
        c.streaming = LB_STREAMING_MOMENTS;
        if ((rows[n].with & SPONGE) != 0) add_sponge(&c);
        cut(&c, rows[n].grid, rows[n].looped, (struct way){0, 0, false}, rows[n].with != 0);
    }
}

static void check_refusal(const struct lb_case *c, unsigned axes, const char *sentence)
{
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_subdomain_check(c, axes, &err), LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, sentence) != NULL);
}

static void what_needs_the_whole_box_is_refused(void)
{
    struct lb_case c;
    struct lb_random_state state;
    lb_random_case_init(&c, &state, lb_lattice_find("d3q19"), LB_WITH_ALL, 8, 4, 6);
    LB_CHECK_OK(lb_subdomain_check(&c, 7, &(struct lb_error){0}), NULL);
    c.surface.exists = true;
    LB_CHECK_OK(lb_subdomain_check(&c, 7, &(struct lb_error){0}), NULL);
    lb_random_case_init(&c, &state, lb_lattice_find("d3q19"), LB_WITH_NOTHING, 8, 4, 6);
    c.streaming = LB_STREAMING_MOMENTS;
    LB_CHECK_OK(lb_subdomain_check(&c, 6, &(struct lb_error){0}), NULL);
    check_refusal(&c, 1, "which cannot be cut across x: its rows along x stay whole");
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(subdomains_are_the_whole_box);
    LB_TEST_MATRIX(walls_between_cells_are_the_same_beside_cuts);
    LB_TEST_MATRIX(boundaries_are_the_same_beside_cuts);
    LB_TEST(openings_are_the_same_beside_cuts);
    LB_TEST_MATRIX(a_subdomain_can_be_its_own_neighbour);
    LB_TEST_MATRIX(lists_are_the_same_beside_cuts);
    LB_TEST_MATRIX(moments_are_the_same_beside_cuts);
    LB_TEST_MATRIX(markers_are_the_same_across_cuts);
    LB_TEST_MATRIX(temperatures_are_the_same_across_cuts);
    LB_TEST_MATRIX(surfaces_are_the_same_across_cuts);
    LB_TEST(what_needs_the_whole_box_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
