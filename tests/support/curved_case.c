/* curved_case.c - links by formula.
 * SPDX-License-Identifier: MIT */
#include "support/curved_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- links --- */

static void neighbour(const struct lb_curved_case *k, const uint32_t at[2], const int c[2],
                      uint32_t out[2])
{
    for (int axis = 0; axis < 2; axis++)
        out[axis] = (uint32_t)((int)(at[axis] + k->size[axis]) - c[axis]) % k->size[axis];
}

static void add_links(struct lb_curved_case *k, const struct lb_lattice *l, const uint32_t at[2])
{
    const uint64_t before = k->walls.count;
    uint8_t body;
    if (k->is_solid(k, at, &body)) return;
    for (int i = 1; i < l->directions; i++) {
        const int c[2] = {l->c[i][0], l->c[i][1]};
        uint32_t behind[2];
        struct lb_curved_link link = {.cell = (uint64_t)at[1] * k->size[0] + at[0],
                                      .direction = (uint8_t)i};
        neighbour(k, at, c, behind);
        if (!k->is_solid(k, behind, &body)) continue;
        link.q = lb_curved_q(k->place(k, at, c, &link.speed));
        k->links[k->walls.count++] = link;
    }
    k->walls.cells += k->walls.count > before;
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_curved_case *k = state;
    const uint32_t at[2] = {x, y};
    (void)z;
    if (!k->is_solid(k, at, &out->number)) return;
    out->flags = LB_CELL_SOLID;
    if (out->number != 1 || !(k->rim > 0.0)) return;
    out->flags |= LB_CELL_MOVING;
    out->u[0] = -k->rim / k->inner * (y + 0.5 - k->centre[1]);
    out->u[1] = k->rim / k->inner * (x + 0.5 - k->centre[0]);
}

static enum lb_status make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                           const char *collision, double tau, struct lb_error *err)
{
    const struct lb_lattice *l = lb_lattice_find("d2q9");
    *c = (struct lb_case){.name = "walls",
                          .lattice = l,
                          .collision = lb_collision_find(collision),
                          .storage = lb_number_format_find("fp64"),
                          .arithmetic = LB_ARITHMETIC_FP64,
                          .shift = true,
                          .size = {k->size[0], k->size[1], 1},
                          .viscosity = (tau - 0.5) / 3.0,
                          .cell_kinds = LB_CELL_SOLID | (k->rim > 0.0 ? LB_CELL_MOVING : 0),
                          .bodies = k->bodies,
                          .body_count = 2,
                          .start = start,
                          .start_state = k};
    k->links = calloc((size_t)k->size[0] * k->size[1] * 8, sizeof *k->links);
    LB_NEED(k->links != NULL, LB_STATUS_FAILED, "no memory for links");
    k->walls.links = k->links;
    k->walls.rule = lb_wall_rule_find(rule);
    for (uint32_t y = 0; y < k->size[1]; y++)
        for (uint32_t x = 0; x < k->size[0]; x++)
            add_links(k, l, (const uint32_t[2]){x, y});
    if (k->walls.rule != NULL) c->curved = &k->walls; /* else half-way */
    return LB_STATUS_OK;
}

void lb_curved_case_free(struct lb_curved_case *k)
{
    free(k->links);
    k->links = NULL;
}

/* --- slits --- */

/* From the lower wall of the slit that a cell is in or above. */
static double height(const struct lb_curved_case *k, const uint32_t at[2])
{
    const double offset = 0.37;
    return fmod(k->normal[0] * at[0] + k->normal[1] * at[1] - offset + 100.0 * k->period,
                k->period);
}

static bool is_beyond_slit(const struct lb_curved_case *k, const uint32_t at[2], uint8_t *body)
{
    const double d = height(k, at);
    *body = 0;
    return d < 1e-9 || d > k->width - 1e-9;
}

static double place_in_slit(const struct lb_curved_case *k, const uint32_t at[2], const int c[2],
                            double *speed)
{
    const double across = k->normal[0] * c[0] + k->normal[1] * c[1], d = height(k, at);
    *speed = 0.0;
    return across > 0.0 ? d / across : (k->width - d) / -across;
}

enum lb_status lb_slit_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                            const char *collision, int rise, int run, int repeats, double width,
                            double tau, double peak, struct lb_error *err)
{
    const double length = hypot(rise, run);
    *k = (struct lb_curved_case){.is_solid = is_beyond_slit,
                                 .place = place_in_slit,
                                 .bodies = {{.name = "one"}, {.name = "two"}},
                                 .size = {rise > 0 ? (uint32_t)(run * repeats) : 4,
                                          (uint32_t)((rise > 0 ? rise : 1) * repeats)},
                                 .normal = {-rise / length, run / length},
                                 .width = width,
                                 .period = repeats * (rise > 0 ? rise : 1) * run / length};
    LB_OK(make(k, c, rule, collision, tau, err));
    const double force = 8.0 * c->viscosity * peak / (width * width);
    c->force[0] = force * run / length;
    c->force[1] = force * rise / length;
    return LB_STATUS_OK;
}

double lb_slit_speed(const struct lb_curved_case *k, const struct lb_case *c, const uint32_t at[2])
{
    const double d = height(k, at);
    return hypot(c->force[0], c->force[1]) / (2.0 * c->viscosity) * d * (k->width - d);
}

/* --- gaps --- */

static double radius(const struct lb_curved_case *k, const uint32_t at[2], double way[2])
{
    for (int axis = 0; axis < 2; axis++)
        way[axis] = at[axis] + 0.5 - k->centre[axis];
    return hypot(way[0], way[1]);
}

static bool is_beyond_gap(const struct lb_curved_case *k, const uint32_t at[2], uint8_t *body)
{
    double way[2];
    const double r = radius(k, at, way);
    *body = r <= k->inner ? 1 : r >= k->outer ? 2 : 0;
    return *body != 0;
}

/* |way - q c| = r, the smaller q above 0. */
static double meet(const double way[2], const int c[2], double r)
{
    const double a = c[0] * c[0] + c[1] * c[1], b = way[0] * c[0] + way[1] * c[1];
    const double root = b * b - a * (way[0] * way[0] + way[1] * way[1] - r * r);
    if (root < 0.0) return 2.0;
    const double near = (b - sqrt(root)) / a;
    return near > 0.0 ? near : (b + sqrt(root)) / a;
}

static double place_in_gap(const struct lb_curved_case *k, const uint32_t at[2], const int c[2],
                           double *speed)
{
    double way[2];
    radius(k, at, way);
    const double inner = meet(way, c, k->inner), outer = meet(way, c, k->outer);
    const bool is_inner = inner > 0.0 && inner < outer;
    const double q = is_inner ? inner : outer;
    const double x = way[0] - q * c[0], y = way[1] - q * c[1];
    *speed = is_inner ? k->rim / k->inner * (x * c[1] - y * c[0]) : 0.0;
    return q;
}

enum lb_status lb_gap_make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                           const char *collision, double inner, double outer, double tau,
                           double rim, struct lb_error *err)
{
    const uint32_t side = (uint32_t)(2.0 * outer) + 5;
    const double x = side / 2 + 0.63, y = side / 2 + 0.79;
    *k = (struct lb_curved_case){.is_solid = is_beyond_gap,
                                 .place = place_in_gap,
                                 .bodies = {{"inner", {x, y, 0.0}}, {"outer", {x, y, 0.0}}},
                                 .size = {side, side},
                                 .centre = {x, y},
                                 .inner = inner,
                                 .outer = outer,
                                 .rim = rim};
    return make(k, c, rule, collision, tau, err);
}

double lb_gap_torque(const struct lb_curved_case *k, const struct lb_case *c)
{
    const double a = k->inner * k->inner, b = k->outer * k->outer;
    return -4.0 * acos(-1.0) * c->viscosity * k->rim / k->inner * a * b / (b - a);
}
