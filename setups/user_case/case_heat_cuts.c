/* case_heat_cuts.c - cells that the surfaces of bodies that conduct heat cut, where their walls are between cells.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "solids/cut_cells.h"
#include "user_case/case_state.h"

/* Number of the body that conducts, 0 of the fluid, -1 where there is no temperature. */
static int material_at(const struct own_case *s, const uint32_t at[3])
{
    const int conductor = lb_own_conductor_at(s, at);
    return conductor >= 0 ? conductor + 1 : lb_own_has_temperature(s, at) ? 0 : -1;
}

static double conductivity(const struct own_case *s, int material)
{
    return material == 0 ? 1.0 : s->heat.solids[material - 1].conductivity;
}

static bool is_curved(const struct own_case *s, int material)
{
    return material > 0 && s->bodies[material - 1].wall != NULL;
}

/* A neighbour in the box, whose ends are joined. */
static void step_to(const struct own_case *s, const uint32_t at[3], const int step[3],
                    uint32_t out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = (uint32_t)((int64_t)at[axis] + step[axis] + s->size[axis]) % s->size[axis];
}

/* Beyond the plane, that of the nearest neighbour whose centre is, and of those as near the farthest from it. */
static int material_beyond(const struct own_case *s, const uint32_t at[3],
                           const struct lb_heat_cut *cut)
{
    const double least = 0.05;
    double best = -HUGE_VAL;
    int found = -1;
    for (int n = 0; n < 27; n++) {
        const int step[3] = {n % 3 - 1, n / 3 % 3 - 1, s->dimensions == 3 ? n / 9 - 1 : 0};
        double beyond = -cut->distance, square = 0.0;
        uint32_t to[3];
        for (int axis = 0; axis < 3; axis++) {
            beyond += step[axis] * cut->normal[axis];
            square += step[axis] * step[axis];
        }
        if (beyond < least || beyond - 4.0 * square <= best) continue;
        best = beyond - 4.0 * square;
        step_to(s, at, step, to);
        found = material_at(s, to);
    }
    return found;
}

/* Whether a plane is between two materials, one of them of a body with such walls. */
static bool make_cut(const struct own_case *s, const struct lb_cut_cell *c, struct lb_heat_cut *out)
{
    const uint32_t at[3] = {(uint32_t)(c->cell % s->size[0]),
                            (uint32_t)(c->cell / s->size[0] % s->size[1]),
                            (uint32_t)(c->cell / s->size[0] / s->size[1])};
    const double slack = 1e-6,
                 side = (lb_own_members_at(s, at) >> c->surface & 1u) != 0 ? 1.0 : -1.0;
    const int here = material_at(s, at);
    *out = (struct lb_heat_cut){.cell = c->cell, .distance = fmax(side * c->place, 0.0)};
    for (int axis = 0; axis < 3; axis++)
        out->normal[axis] = side * c->normal[axis];
    if (here < 0 || side * c->place < -slack) return false; /* another face is nearer there */
    const int beyond = material_beyond(s, at, out);
    if (beyond < 0 || (!is_curved(s, here) && !is_curved(s, beyond))) return false;
    out->at = (uint8_t)here;
    out->beyond = (uint8_t)beyond;
    return fabs(conductivity(s, here) - conductivity(s, beyond)) > 0.0;
}

/* The first plane of each cell that is. */
static enum lb_status take(struct own_case *s, const struct lb_cut_cells *found,
                           struct lb_error *err)
{
    struct lb_heat_cut *cuts = malloc((found->count + 1) * sizeof *cuts);
    uint64_t count = 0;
    LB_NEED(cuts != NULL, LB_STATUS_FAILED, "no memory for surfaces of solids that conduct heat");
    for (uint64_t n = 0; n < found->count; n++)
        if (count == 0 || cuts[count - 1].cell != found->list[n].cell)
            count += make_cut(s, &found->list[n], &cuts[count]);
    s->heat.cuts = cuts;
    s->heat.numbers.cuts = cuts;
    s->heat.numbers.cut_count = count;
    return LB_STATUS_OK;
}

enum lb_status lb_own_cut_solids(struct own_case *s, struct lb_error *err)
{
    struct lb_wall_surface surfaces[LB_OWN_BODIES];
    struct lb_cut_cells found = {.list = NULL};
    bool is_wanted = false;
    for (int n = 0; n < s->body_count; n++) {
        surfaces[n] = lb_own_surface_of(&s->bodies[n]);
        is_wanted = is_wanted || (s->heat.solids[n].conductivity > 0.0 && is_curved(s, n + 1));
    }
    if (!is_wanted) return LB_STATUS_OK;
    enum lb_status st =
        lb_cut_cells_find(surfaces, s->body_count, s->size, s->dimensions, &found, err);
    if (st == LB_STATUS_OK) st = take(s, &found, err);
    lb_cut_cells_free(&found);
    return st;
}

/* --- walls of a temperature inside of solids -------------------------------------------------------- */

struct search {
    const struct own_case *s;
    const struct lb_wall_search *of_flow;
};

/* What conducts is as the fluid is to a flow. */
static void cell_at(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct search *w = state;
    w->of_flow->cell(w->of_flow->state, at, out);
    if (out->kind == LB_WALL_FLUID) out->kind = LB_WALL_NO_LINK;
    if (lb_own_conductor_at(w->s, at) >= 0) out->kind = LB_WALL_FLUID;
}

static bool is_wall(const void *state, uint32_t members)
{
    const struct own_case *s = ((const struct search *)state)->s;
    const int number = lb_own_solid_by(s, members);
    return number > s->body_count || (number > 0 && !(conductivity(s, number) > 0.0));
}

enum lb_status lb_own_wall_solids(struct own_case *s, const struct lb_wall_search *of_flow,
                                  struct lb_error *err)
{
    const struct search state = {s, of_flow};
    struct lb_wall_search search = *of_flow;
    if (s->heat.numbers.solids == NULL) return LB_STATUS_OK;
    search.lattice = s->dimensions == 2 ? lb_lattice_d2q5 : lb_lattice_find("d3q7");
    search.cell = cell_at;
    search.is_solid = is_wall;
    search.state = &state;
    search.is_renewal = true;
    search.finds_normals = false;
    LB_OK(lb_wall_links_make(&search, &s->heat.walls, err));
    s->heat.numbers.solid_links = s->heat.walls.links;
    s->heat.numbers.solid_link_count = s->heat.walls.walls.count;
    return LB_STATUS_OK;
}
