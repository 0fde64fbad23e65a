/* case_planes.c - flow, pressure and area of planes, inlets and outlets.
 * Over a cross-section of a steady flow the sum of rho u is the mass that flows through it, to round-off.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

/* --- planes of the file -------------------------------------------------------------------------------------- */

/* Of length 1.  Along an axis flow counts towards its upper end, whichever way the normal points. */
static enum lb_status read_normal(const struct own_case *s, struct lb_own_plane *p,
                                  struct lb_error *err)
{
    double square = 0.0;
    int axes = 0;
    const int count = lb_own_point(s, p->name, "normal", p->normal);
    for (int axis = 0; axis < 3; axis++) {
        square += p->normal[axis] * p->normal[axis];
        if (fabs(p->normal[axis]) > 0.0) {
            p->axis = axes == 0 ? axis : -1;
            axes++;
        }
    }
    LB_NEED(square > 0.0 && (s->dimensions == 3 || fabs(p->normal[2]) <= 0.0) && count >= 2,
            LB_STATUS_USAGE, "[plane %s]: normal=%s is no direction in %d dimensions", p->name,
            lb_own_text(s, p->name, "normal"), s->dimensions);
    for (int axis = 0; axis < 3; axis++)
        p->normal[axis] =
            p->axis >= 0 ? fabs(p->normal[axis] / sqrt(square)) : p->normal[axis] / sqrt(square);
    return LB_STATUS_OK;
}

/* Values of cells are those of their middles: between two layers they are interpolated, where there is fluid in both. */
static void choose_layers(const struct own_case *s, struct lb_own_plane *p, const uint32_t cell[3])
{
    const int axis = p->axis;
    const double off = p->centre[axis] - (cell[axis] + 0.5);
    const uint32_t size = s->size[axis];
    uint32_t next[3] = {cell[0], cell[1], cell[2]};
    next[axis] = off < 0.0 ? (cell[axis] + size - 1) % size : (cell[axis] + 1) % size;
    p->layer[0] = cell[axis];
    p->layer[1] = next[axis];
    const bool is_other = next[axis] != cell[axis]; /* not in a box of one layer */
    p->share = is_other && fabs(off) > 1e-9 && lb_own_is_fluid(s, next) ? fabs(off) : 0.0;
}

static enum lb_status read_plane(struct own_case *s, struct lb_own_plane *p, struct lb_error *err)
{
    uint32_t cell[3];
    LB_OK(read_normal(s, p, err));
    LB_NEED(lb_own_is_set(s, p->name, "centre"), LB_STATUS_USAGE, "[plane %s] needs centre= [L]",
            p->name);
    LB_OK(lb_own_place(s, p->name, "centre", p->centre, err));
    for (int axis = 0; axis < 3; axis++) {
        LB_NEED(p->centre[axis] >= 0.0 && p->centre[axis] < s->size[axis], LB_STATUS_USAGE,
                "[plane %s]: centre=%s is outside of the box", p->name,
                lb_own_text(s, p->name, "centre"));
        cell[axis] = (uint32_t)p->centre[axis];
    }
    LB_NEED(lb_own_is_fluid(s, cell), LB_STATUS_USAGE,
            "[plane %s]: centre=%s is in a wall, in cell (%u, %u, %u)", p->name,
            lb_own_text(s, p->name, "centre"), cell[0], cell[1], cell[2]);
    if (p->axis >= 0) choose_layers(s, p, cell);
    return lb_own_find_cells(s, p, cell, err);
}

enum lb_status lb_own_read_planes(struct own_case *s, struct lb_error *err)
{
    const char *names[LB_OWN_LINES];
    const int count = lb_own_named(s, "plane", names, LB_OWN_LINES);
    LB_NEED(count <= LB_OWN_LINES, LB_STATUS_USAGE, "there are %d planes; %d are possible", count,
            LB_OWN_LINES);
    for (int n = 0; n < count; n++) {
        s->planes[n].name = names[n];
        s->plane_count++;
        LB_OK(read_plane(s, &s->planes[n], err));
    }
    return LB_STATUS_OK;
}

/* --- measuring ----------------------------------------------------------------------------------------------- */

enum lb_status lb_own_measure_planes(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    for (int n = 0; n < s->plane_count; n++) {
        struct lb_own_plane *p = &s->planes[n];
        struct lb_own_through t;
        LB_OK(lb_own_measure_cells(s, run, p, &t, err));
        p->flow = t.flow;
        p->speed = t.speed / t.cells;
        p->pressure = t.pressure / t.cells * s->sound_speed_squared;
        p->temperature = s->heat.middle + s->heat.range * t.heat / t.flow;
    }
    return LB_STATUS_OK;
}

static bool is_beside(const struct own_case *s, const uint32_t at[3], int patch)
{
    const double *normal = s->patches.opening[patch].normal;
    uint32_t behind[3];
    for (int axis = 0; axis < 3; axis++)
        behind[axis] = at[axis] - (uint32_t)(int32_t)lround(normal[axis]);
    return lb_openings_at(&s->patches, behind[0], behind[1], behind[2]) == patch;
}

/* Mean over the region's fluid cells; those beside the cells of a patch, unless it is -1. */
static enum lb_status read_pressure(const struct own_case *s, struct lb_run *run,
                                    const struct lb_region *r, int patch, double *out,
                                    struct lb_error *err)
{
    const size_t count = lb_own_cells_in(r);
    uint32_t at[3];
    double sum = 0.0, cells = 0.0;
    double *rho = malloc(count * sizeof *rho);
    LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for %zu cells beside an opening", count);
    const enum lb_status st = lb_solver_read(lb_run_solver(run), r, rho, NULL, err);
    for (at[2] = r->begin[2]; at[2] < r->end[2] && st == LB_STATUS_OK; at[2]++)
        for (at[1] = r->begin[1]; at[1] < r->end[1]; at[1]++)
            for (at[0] = r->begin[0]; at[0] < r->end[0]; at[0]++) {
                if (!lb_own_is_fluid(s, at) || (patch >= 0 && !is_beside(s, at, patch))) continue;
                sum += rho[lb_own_number_in(r, at)] - 1.0;
                cells += 1.0;
            }
    free(rho);
    *out = cells > 0.0 ? sum / cells * s->sound_speed_squared : 0.0;
    return st;
}

struct lb_region lb_own_region_beside(const struct own_case *s, const struct lb_own_opening *o)
{
    struct lb_region r = {{0, 0, 0}, {s->size[0], s->size[1], s->size[2]}};
    if (o->patch < 0) {
        r.begin[o->face / 2] = o->face % 2 == 0 ? 1 : s->size[o->face / 2] - 2;
        r.end[o->face / 2] = r.begin[o->face / 2] + 1;
        return r;
    }
    const struct lb_opening *p = &s->patches.opening[o->patch];
    for (int axis = 0; axis < 3; axis++) {
        r.begin[axis] = p->begin[axis] > 0 ? p->begin[axis] - 1 : 0;
        r.end[axis] = (uint32_t)fmin(s->size[axis], p->begin[axis] + p->size[axis] + 1.0);
    }
    return r;
}

/* The mass that comes through the links of each opening in this step, and the pressure beside it. */
enum lb_status lb_own_measure_openings(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    const uint32_t groups = lb_case_force_groups(lb_run_case(run));
    if (s->boundary_count == 0) return LB_STATUS_OK;
    struct lb_link_force *all = calloc(groups, sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "no memory for the flows of openings");
    enum lb_status st = lb_solver_forces(lb_run_solver(run), all, NULL, err);
    s->flow_sum = s->flow_in = 0.0;
    for (int n = 0; n < s->boundary_count; n++) {
        const double in = all[1 + s->body_count + n].mass;
        s->boundary_flow[n] = in;
        s->flow_sum += in;
        s->flow_in += fmax(0.0, in);
    }
    for (int n = 0; n < s->flow_count && st == LB_STATUS_OK; n++) {
        struct lb_own_opening *o = &s->openings[n];
        const struct lb_region beside = lb_own_region_beside(s, o);
        const double in = all[1 + s->body_count + o->boundary].mass;
        o->flow = o->is_inlet ? in : -in;
        st = read_pressure(s, run, &beside, o->patch, &o->pressure, err);
    }
    free(all);
    return st;
}
