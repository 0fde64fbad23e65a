/* curved_case.c - links by formula.
 * SPDX-License-Identifier: MIT */
#include "support/curved_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct lb_curved_space lb_curved_space = {"d2q9", {0, 1, 2}, 1, 0.37};

/* --- links --- */

/* Along the axes of the flow. */
static void place_of(const struct lb_curved_case *k, const uint32_t cell[3], double at[3])
{
    for (int f = 0; f < 3; f++)
        at[f] = cell[k->space.axes[f]] + 0.5;
}

static bool is_solid_at(const struct lb_curved_case *k, const uint32_t cell[3], uint8_t *body)
{
    double at[3];
    place_of(k, cell, at);
    return k->is_solid(k, at, body);
}

static void add_gaps(struct lb_curved_case *k, const struct lb_lattice *l, const uint32_t cell[3]);

static void add_links(struct lb_curved_case *k, const struct lb_lattice *l, const uint32_t cell[3])
{
    const uint64_t before = k->walls.count;
    double at[3];
    uint8_t body;
    if (is_solid_at(k, cell, &body)) {
        if (body == 1 && k->round > 0) add_gaps(k, l, cell);
        return;
    }
    place_of(k, cell, at);
    for (int i = 1; i < l->directions; i++) {
        uint32_t behind[3];
        int c[3];
        struct lb_curved_link link = {
            .cell = ((uint64_t)cell[2] * k->size[1] + cell[1]) * k->size[0] + cell[0],
            .direction = (uint8_t)i};
        for (int axis = 0; axis < 3; axis++)
            behind[axis] =
                (uint32_t)((int)(cell[axis] + k->size[axis]) - l->c[i][axis]) % k->size[axis];
        if (!k->has_sheets && !is_solid_at(k, behind, &body)) continue;
        for (int f = 0; f < 3; f++)
            c[f] = l->c[i][k->space.axes[f]];
        const double q = k->place(k, at, c, &link.speed);
        if (k->has_sheets && !(q < 1.0)) continue;
        link.q = lb_curved_q(q);
        link.sheet = k->has_sheets;
        k->walls.sheets += k->has_sheets;
        k->links[k->walls.count++] = link;
    }
    k->walls.cells += k->walls.count > before;
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_curved_case *k = state;
    const uint32_t cell[3] = {x, y, z};
    double at[3];
    if (!is_solid_at(k, cell, &out->number)) return;
    out->flags = LB_CELL_SOLID;
    if (out->number != 1 || !(k->rim > 0.0)) return;
    place_of(k, cell, at);
    out->flags |= LB_CELL_MOVING;
    out->u[k->space.axes[0]] = -k->rim / k->inner * (at[1] - k->centre[1]);
    out->u[k->space.axes[1]] = k->rim / k->inner * (at[0] - k->centre[0]);
}

/* With a force along `along` of the flow; `size` is along its axes. */
static enum lb_status make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                           const char *collision, const uint32_t size[3], double tau, double force,
                           struct lb_error *err)
{
    const struct lb_lattice *l = lb_lattice_find(lb_curved_space.lattice);
    uint32_t cell[3];
    k->space = lb_curved_space;
    *c = (struct lb_case){.name = "walls",
                          .lattice = l,
                          .collision = lb_collision_find(collision),
                          .storage = lb_number_format_find("fp64"),
                          .arithmetic = LB_ARITHMETIC_FP64,
                          .shift = true,
                          .viscosity = (tau - 0.5) / 3.0,
                          .cell_kinds = LB_CELL_SOLID | (k->rim > 0.0 ? LB_CELL_MOVING : 0),
                          .bodies = k->bodies,
                          .body_count = 2,
                          .start = start,
                          .start_state = k};
    for (int f = 0; f < 3; f++) {
        const int axis = k->space.axes[f];
        k->size[axis] = c->size[axis] = size[f];
        c->force[axis] = force * k->along[f];
        k->bodies[0].centre[axis] = k->bodies[1].centre[axis] = k->centre[f];
    }
    k->links = calloc(lb_case_cell_count(c) * (uint64_t)l->directions, sizeof *k->links);
    k->gaps = calloc(lb_case_cell_count(c) * (uint64_t)l->directions, sizeof *k->gaps);
    LB_NEED(k->links != NULL && k->gaps != NULL, LB_STATUS_FAILED, "no memory for links");
    k->walls.links = k->links;
    k->walls.gaps = k->gaps;
    k->walls.rule = lb_wall_rule_find(rule);
    for (cell[2] = 0; cell[2] < c->size[2]; cell[2]++)
        for (cell[1] = 0; cell[1] < c->size[1]; cell[1]++)
            for (cell[0] = 0; cell[0] < c->size[0]; cell[0]++)
                add_links(k, l, cell);
    if (k->walls.rule != NULL) c->curved = &k->walls; /* else half-way */
    return LB_STATUS_OK;
}

void lb_curved_case_free(struct lb_curved_case *k)
{
    free(k->links);
    free(k->gaps);
    k->links = NULL;
    k->gaps = NULL;
}

double lb_curved_error(const struct lb_curved_case *k, const struct lb_case *c, const double *u)
{
    double errors = 0.0, squares = 0.0;
    uint32_t cell[3];
    uint8_t body;
    for (cell[2] = 0; cell[2] < c->size[2]; cell[2]++)
        for (cell[1] = 0; cell[1] < c->size[1]; cell[1]++)
            for (cell[0] = 0; cell[0] < c->size[0]; cell[0]++, u += 3) {
                double at[3], exact[3];
                place_of(k, cell, at);
                if (k->is_solid(k, at, &body)) continue;
                k->velocity(k, c, at, exact);
                for (int f = 0; f < 3; f++) {
                    errors += pow(u[k->space.axes[f]] - exact[f], 2);
                    squares += exact[f] * exact[f];
                }
            }
    return sqrt(errors / squares);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void scale(const double v[3], double factor, double out[3])
{
    for (int f = 0; f < 3; f++)
        out[f] = factor * v[f];
}

/* Force over twice the viscosity. */
static double half_bend(const struct lb_case *c)
{
    return sqrt(dot(c->force, c->force)) / (2.0 * c->viscosity);
}

/* --- slits --- */

/* From the lower wall of the slit that a cell is in or above. */
static double height(const struct lb_curved_case *k, const double at[3])
{
    double from = -k->space.offset;
    for (int f = 0; f < 3; f++)
        from += k->normal[f] * (at[f] - 0.5);
    return fmod(from + 100.0 * k->period, k->period);
}

static bool is_beyond_slit(const struct lb_curved_case *k, const double at[3], uint8_t *body)
{
    const double d = height(k, at);
    *body = 0;
    return d < 1e-9 || d > k->width - 1e-9;
}

static double place_in_slit(const struct lb_curved_case *k, const double at[3], const int c[3],
                            double *speed)
{
    const double way[3] = {c[0], c[1], c[2]}, across = dot(k->normal, way), d = height(k, at);
    *speed = 0.0;
    return across > 0.0 ? d / across : (k->width - d) / -across;
}

static void velocity_in_slit(const struct lb_curved_case *k, const struct lb_case *c,
                             const double at[3], double u[3])
{
    const double d = height(k, at);
    scale(k->along, half_bend(c) * d * (k->width - d), u);
}

static struct lb_curved_case slit_of(const double normal[3], const double along[3], double width,
                                     double period)
{
    struct lb_curved_case k = {.is_solid = is_beyond_slit,
                               .place = place_in_slit,
                               .velocity = velocity_in_slit,
                               .bodies = {{.name = "one"}, {.name = "two"}},
                               .width = width,
                               .period = period};
    scale(normal, 1.0 / sqrt(dot(normal, normal)), k.normal);
    scale(along, 1.0 / sqrt(dot(along, along)), k.along);
    return k;
}

enum lb_status lb_slit_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                            const char *collision, int rise, int run, int repeats, double width,
                            double tau, double peak, struct lb_error *err)
{
    const double normal[3] = {-rise, run, 0}, along[3] = {run, rise, 0};
    const uint32_t size[3] = {rise > 0 ? (uint32_t)(run * repeats) : 4,
                              (uint32_t)((rise > 0 ? rise : 1) * repeats), lb_curved_space.deep};
    *k = slit_of(normal, along, width, repeats * (rise > 0 ? rise : 1) * run / hypot(rise, run));
    return make(k, c, rule, collision, size, tau, 8.0 * (tau - 0.5) / 3.0 * peak / (width * width),
                err);
}

enum lb_status lb_oblique_slit_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                                    const char *collision, const int normal[3], const int along[3],
                                    uint32_t side, double width, double tau, double peak,
                                    struct lb_error *err)
{
    const double n[3] = {normal[0], normal[1], normal[2]}, t[3] = {along[0], along[1], along[2]};
    const uint32_t size[3] = {side, side, side};
    *k = slit_of(n, t, width, side / sqrt(dot(n, n)));
    return make(k, c, rule, collision, size, tau, 8.0 * (tau - 0.5) / 3.0 * peak / (width * width),
                err);
}

/* --- sheets --- */

static bool is_nowhere(const struct lb_curved_case *k, const double at[3], uint8_t *body)
{
    (void)k;
    (void)at;
    *body = 0;
    return false;
}

/* The slit that a place is in: its ends. */
static void ends_of(const struct lb_curved_case *k, double d, double *low, double *high)
{
    *low = d < k->width ? 0.0 : k->width;
    *high = d < k->width ? k->width : k->period;
}

static double place_of_sheet(const struct lb_curved_case *k, const double at[3], const int c[3],
                             double *speed)
{
    const double way[3] = {c[0], c[1], c[2]}, across = dot(k->normal, way), d = height(k, at);
    double low, high;
    *speed = 0.0;
    ends_of(k, d, &low, &high);
    return fabs(across) < 1e-9 ? 2.0 : across > 0.0 ? (d - low) / across : (high - d) / -across;
}

static void velocity_between_sheets(const struct lb_curved_case *k, const struct lb_case *c,
                                    const double at[3], double u[3])
{
    const double d = height(k, at);
    double low, high;
    ends_of(k, d, &low, &high);
    scale(k->along, half_bend(c) * (d - low) * (high - d), u);
}

enum lb_status lb_sheets_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                              const char *collision, int rise, int run, int repeats, double width,
                              double tau, double peak, struct lb_error *err)
{
    const double normal[3] = {-rise, run, 0}, along[3] = {run, rise, 0};
    const uint32_t size[3] = {rise > 0 ? (uint32_t)(run * repeats) : 4,
                              (uint32_t)((rise > 0 ? rise : 1) * repeats), lb_curved_space.deep};
    const double period = repeats * (rise > 0 ? rise : 1) * run / hypot(rise, run);
    const double widest = fmax(width, period - width);
    *k = slit_of(normal, along, width, period);
    k->is_solid = is_nowhere;
    k->place = place_of_sheet;
    k->velocity = velocity_between_sheets;
    k->has_sheets = true;
    return make(k, c, rule, collision, size, tau,
                8.0 * (tau - 0.5) / 3.0 * peak / (widest * widest), err);
}

/* --- gaps --- */

static double radius(const struct lb_curved_case *k, const double at[3], double way[3])
{
    for (int f = 0; f < 3; f++)
        way[f] = f < k->round ? at[f] - k->centre[f] : 0.0;
    return sqrt(dot(way, way));
}

static bool is_beyond_gap(const struct lb_curved_case *k, const double at[3], uint8_t *body)
{
    double way[3];
    const double r = radius(k, at, way);
    *body = r <= k->inner ? 1 : r >= k->outer ? 2 : 0;
    return *body != 0;
}

/* |way - q c| = r, the smaller q above 0. */
static double meet(const struct lb_curved_case *k, const double way[3], const int direction[3],
                   double r)
{
    const double c[3] = {direction[0], direction[1], k->round > 2 ? direction[2] : 0};
    const double a = dot(c, c), b = dot(way, c);
    const double root = b * b - a * (dot(way, way) - r * r);
    if (root < 0.0 || a == 0.0) return 2.0;
    const double near = (b - sqrt(root)) / a;
    return near > 0.0 ? near : (b + sqrt(root)) / a;
}

static double place_in_gap(const struct lb_curved_case *k, const double at[3], const int c[3],
                           double *speed)
{
    double way[3];
    radius(k, at, way);
    const double inner = meet(k, way, c, k->inner), outer = meet(k, way, c, k->outer);
    const bool is_inner = inner > 0.0 && inner < outer;
    const double q = is_inner ? inner : outer;
    const double x = way[0] - q * c[0], y = way[1] - q * c[1];
    *speed = is_inner ? k->rim / k->inner * (x * c[1] - y * c[0]) : 0.0;
    return q;
}

/* Out of the inner body right into the outer one. */
static void add_gaps(struct lb_curved_case *k, const struct lb_lattice *l, const uint32_t cell[3])
{
    double at[3], way[3];
    place_of(k, cell, at);
    radius(k, at, way);
    for (int i = 1; i < l->directions; i++) {
        double there[3], speed;
        uint8_t body;
        int c[3];
        for (int f = 0; f < 3; f++) {
            c[f] = l->c[i][k->space.axes[f]];
            there[f] = at[f] - c[f];
        }
        if (!k->is_solid(k, there, &body) || body != 2) continue;
        const double q = meet(k, way, c, k->inner);
        speed = k->rim / k->inner * ((way[0] - q * c[0]) * c[1] - (way[1] - q * c[1]) * c[0]);
        k->gaps[k->walls.gap_count++] = (struct lb_gap_link){
            .cell = ((uint64_t)cell[2] * k->size[1] + cell[1]) * k->size[0] + cell[0],
            .shear = -speed / (meet(k, way, c, k->outer) - q),
            .direction = (uint8_t)i,
            .body = 1,
            .behind = 2};
    }
}

static void velocity_in_gap(const struct lb_curved_case *k, const struct lb_case *c,
                            const double at[3], double u[3])
{
    double way[3];
    const double r = radius(k, at, way), a = pow(k->inner, k->round), b = pow(k->outer, k->round);
    const double rate = k->rim / k->inner * a / (b - a) * (b / pow(r, k->round) - 1.0);
    (void)c;
    u[0] = -rate * way[1];
    u[1] = rate * way[0];
    u[2] = 0.0;
}

enum lb_status lb_gap_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                           const char *collision, int round, double inner, double outer, double tau,
                           double rim, struct lb_error *err)
{
    const uint32_t side = (uint32_t)(2.0 * outer) + 5,
                   size[3] = {side, side, round > 2 ? side : lb_curved_space.deep};
    *k = (struct lb_curved_case){
        .is_solid = is_beyond_gap,
        .place = place_in_gap,
        .velocity = velocity_in_gap,
        .bodies = {{.name = "inner"}, {.name = "outer"}},
        .centre = {side / 2 + 0.63, side / 2 + 0.79, round > 2 ? side / 2 + 0.71 : 0.0},
        .inner = inner,
        .outer = outer,
        .rim = rim,
        .round = round};
    return make(k, c, rule, collision, size, tau, 0.0, err);
}

double lb_gap_torque(const struct lb_curved_case *k, const struct lb_case *c)
{
    const int *axes = k->space.axes;
    const double a = pow(k->inner, k->round), b = pow(k->outer, k->round);
    const double deep = k->round > 2 ? 2.0 : c->size[axes[2]];
    const double sign = (axes[1] - axes[0] + 3) % 3 == 1 ? -1.0 : 1.0; /* of the permutation */
    return sign * 4.0 * deep * acos(-1.0) * c->viscosity * k->rim / k->inner * a * b / (b - a);
}

/* --- ducts --- */

static void velocity_in_pipe(const struct lb_curved_case *k, const struct lb_case *c,
                             const double at[3], double u[3])
{
    double way[3];
    const double r = radius(k, at, way);
    scale(k->along, 0.5 * half_bend(c) * (k->outer * k->outer - r * r), u);
}

/* Into the triangle, across its side number n. */
static void inwards(int n, double out[3])
{
    const double angle = acos(-1.0) * (17.0 / 180.0 + 2.0 * n / 3.0);
    out[0] = cos(angle);
    out[1] = sin(angle);
    out[2] = 0.0;
}

static double from_side(const struct lb_curved_case *k, const double at[3], int n)
{
    double way[3], into[3];
    radius(k, at, way);
    inwards(n, into);
    return k->outer + dot(way, into);
}

static bool is_beyond_sides(const struct lb_curved_case *k, const double at[3], uint8_t *body)
{
    *body = 0;
    return fmin(from_side(k, at, 0), fmin(from_side(k, at, 1), from_side(k, at, 2))) <= 1e-9;
}

static double place_in_triangle(const struct lb_curved_case *k, const double at[3], const int c[3],
                                double *speed)
{
    const double way[3] = {c[0], c[1], c[2]};
    double q = 1.0, into[3];
    *speed = 0.0;
    for (int n = 0; n < 3; n++) {
        inwards(n, into);
        if (dot(into, way) > 0.0) q = fmin(q, from_side(k, at, n) / dot(into, way));
    }
    return q;
}

/* The three distances add up to three radii, and the Laplacian of their product is minus that. */
static void velocity_in_triangle(const struct lb_curved_case *k, const struct lb_case *c,
                                 const double at[3], double u[3])
{
    const double product = from_side(k, at, 0) * from_side(k, at, 1) * from_side(k, at, 2);
    scale(k->along, 2.0 * half_bend(c) * product / (3.0 * k->outer), u);
}

enum lb_status lb_duct_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                            bool is_triangle, double radius_in, double tau, double peak,
                            struct lb_error *err)
{
    const uint32_t side = (uint32_t)((is_triangle ? 4.0 : 2.0) * radius_in) + 5,
                   size[3] = {side, side, lb_curved_space.deep};
    *k = (struct lb_curved_case){.is_solid = is_triangle ? is_beyond_sides : is_beyond_gap,
                                 .place = is_triangle ? place_in_triangle : place_in_gap,
                                 .velocity = is_triangle ? velocity_in_triangle : velocity_in_pipe,
                                 .bodies = {{.name = "one"}, {.name = "two"}},
                                 .along = {0.0, 0.0, 1.0},
                                 .centre = {side / 2 + 0.63, side / 2 + 0.79, 0.0},
                                 .inner = -1.0,
                                 .outer = radius_in,
                                 .round = 2};
    return make(k, c, rule, "trt", size, tau,
                (is_triangle ? 3.0 : 4.0) * (tau - 0.5) / 3.0 * peak / (radius_in * radius_in),
                err);
}
