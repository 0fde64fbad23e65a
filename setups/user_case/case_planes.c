/* case_planes.c - flow, pressure and area of planes, inlets and outlets.
 * Over a cross-section of a steady flow the sum of rho u is the mass that flows through it, to round-off.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

/* --- planes of the file -------------------------------------------------------------------------------------- */

static size_t layer_cells(const struct own_case *s, int axis)
{
    size_t cells = 1;
    for (int k = 0; k < 3; k++)
        cells *= k == axis ? 1 : s->size[k];
    return cells;
}

/* Cells of the layer that are fluid and connected, over their sides, with the centre: the first two axes other than
 * the normal are `a`, the faster, and `b`. */
static enum lb_status flood(const struct own_case *s, struct lb_own_plane *p, int beside,
                            double *cells, struct lb_error *err)
{
    const int a = p->axis == 0 ? 1 : 0, b = p->axis == 2 ? 1 : 2;
    const uint32_t wide = s->size[a], high = s->size[b];
    size_t *stack = malloc(layer_cells(s, p->axis) * sizeof *stack), count = 0;
    uint32_t at[3];
    uint8_t *is_in = p->is_in[beside] = calloc(layer_cells(s, p->axis), 1);
    if (stack == NULL || is_in == NULL) free(stack);
    LB_NEED(stack != NULL && is_in != NULL, LB_STATUS_FAILED, "no memory for the plane '%s'",
            p->name);
    at[p->axis] = p->layer[beside];
    *cells = 0.0;
    stack[count++] = (size_t)(uint32_t)p->centre[b] * wide + (uint32_t)p->centre[a];
    is_in[stack[0]] = 1;
    while (count > 0) {
        const size_t k = stack[--count];
        *cells += 1.0;
        for (int side = 0; side < 4; side++) {
            const uint32_t i = (uint32_t)(k % wide), j = (uint32_t)(k / wide);
            at[a] = side == 0 ? (i + wide - 1) % wide : side == 1 ? (i + 1) % wide : i;
            at[b] = side == 2 ? (j + high - 1) % high : side == 3 ? (j + 1) % high : j;
            const size_t next = (size_t)at[b] * wide + at[a];
            if (is_in[next] != 0 || !lb_own_is_fluid(s, at)) continue;
            is_in[next] = 1;
            stack[count++] = next;
        }
    }
    free(stack);
    return LB_STATUS_OK;
}

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
        p->normal[axis] /= sqrt(square);
    return LB_STATUS_OK;
}

/* Values of cells are those of their middles: between two layers they are interpolated, where there is fluid in both. */
static enum lb_status choose_layers(const struct own_case *s, struct lb_own_plane *p,
                                    const uint32_t cell[3], struct lb_error *err)
{
    const int axis = p->axis;
    const double off = p->centre[axis] - (cell[axis] + 0.5);
    const uint32_t size = s->size[axis];
    uint32_t next[3] = {cell[0], cell[1], cell[2]};
    double cells[2];
    next[axis] = off < 0.0 ? (cell[axis] + size - 1) % size : (cell[axis] + 1) % size;
    p->layer[0] = cell[axis];
    p->layer[1] = next[axis];
    p->share = fabs(off) > 1e-9 && lb_own_is_fluid(s, next) ? fabs(off) : 0.0;
    LB_OK(flood(s, p, 0, &cells[0], err));
    p->cells = cells[0];
    if (!(p->share > 0.0)) return LB_STATUS_OK;
    LB_OK(flood(s, p, 1, &cells[1], err));
    p->cells += p->share * (cells[1] - cells[0]);
    return LB_STATUS_OK;
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
    if (p->axis < 0) return lb_own_read_slab(s, p, cell, err);
    return choose_layers(s, p, cell, err);
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

/* Over the cells of a layer that are in `is_in`, or all fluid ones where that is NULL. */
static enum lb_status measure(const struct own_case *s, struct lb_run *run, int axis,
                              uint32_t layer, const uint8_t *is_in, struct lb_own_through *out,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    const size_t cells = layer_cells(s, axis);
    struct lb_region region = {{0, 0, 0}, {s->size[0], s->size[1], s->size[2]}};
    uint32_t at[3];
    double *rho = calloc(5 * cells, sizeof *rho), *u = rho + cells, *t = u + 3 * cells;
    *out = (struct lb_own_through){0};
    LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for a layer of %zu cells", cells);
    region.begin[axis] = at[axis] = layer;
    region.end[axis] = layer + 1;
    LB_TRY(lb_own_read_flow(s, run, &region, rho, u, t, err));
    size_t k = 0;
    for (at[b] = 0; at[b] < s->size[b]; at[b]++)
        for (at[a] = 0; at[a] < s->size[a]; at[a]++, k++) {
            if (is_in != NULL ? is_in[k] == 0 : !lb_own_is_fluid(s, at)) continue;
            out->flow += rho[k] * u[3 * k + (size_t)axis];
            out->speed += u[3 * k + (size_t)axis];
            out->pressure += rho[k] - 1.0;
            out->heat += rho[k] * u[3 * k + (size_t)axis] * t[k];
            out->cells += 1.0;
        }
cleanup:
    free(rho);
    return st;
}

static double between(double one, double other, double share)
{
    return one + share * (other - one);
}

static enum lb_status measure_layers(const struct own_case *s, struct lb_run *run,
                                     const struct lb_own_plane *p, struct lb_own_through *out,
                                     struct lb_error *err)
{
    struct lb_own_through beside;
    LB_OK(measure(s, run, p->axis, p->layer[0], p->is_in[0], out, err));
    if (!(p->share > 0.0)) return LB_STATUS_OK;
    LB_OK(measure(s, run, p->axis, p->layer[1], p->is_in[1], &beside, err));
    out->flow = between(out->flow, beside.flow, p->share);
    out->speed = between(out->speed, beside.speed, p->share);
    out->pressure = between(out->pressure, beside.pressure, p->share);
    out->heat = between(out->heat, beside.heat, p->share);
    out->cells = between(out->cells, beside.cells, p->share);
    return LB_STATUS_OK;
}

enum lb_status lb_own_measure_planes(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    for (int n = 0; n < s->plane_count; n++) {
        struct lb_own_plane *p = &s->planes[n];
        struct lb_own_through t;
        LB_OK(p->axis < 0 ? lb_own_measure_slab(s, run, p, &t, err)
                          : measure_layers(s, run, p, &t, err));
        p->flow = t.flow;
        p->speed = t.speed / t.cells;
        p->pressure = t.pressure / t.cells * s->sound_speed_squared;
        p->temperature = s->heat.middle + s->heat.range * t.heat / t.flow;
    }
    return LB_STATUS_OK;
}

/* Mean pressure of the fluid cells beside the cells of a patch. */
static enum lb_status read_patch(const struct own_case *s, struct lb_run *run, int patch,
                                 double *out, struct lb_error *err)
{
    const struct lb_opening *p = &s->patches.opening[patch];
    struct lb_region region;
    size_t count = 1, k = 0;
    double sum = 0.0, cells = 0.0;
    uint32_t at[3], behind[3];
    for (int axis = 0; axis < 3; axis++) {
        region.begin[axis] = p->begin[axis] > 0 ? p->begin[axis] - 1 : 0;
        region.end[axis] = (uint32_t)fmin(s->size[axis], p->begin[axis] + p->size[axis] + 1.0);
        count *= region.end[axis] - region.begin[axis];
    }
    double *rho = malloc(count * sizeof *rho);
    LB_NEED(rho != NULL, LB_STATUS_FAILED, "no memory for the cells of [%s]", p->name);
    const enum lb_status st = lb_solver_read(lb_run_solver(run), &region, rho, NULL, err);
    for (at[2] = region.begin[2]; at[2] < region.end[2] && st == LB_STATUS_OK; at[2]++)
        for (at[1] = region.begin[1]; at[1] < region.end[1]; at[1]++)
            for (at[0] = region.begin[0]; at[0] < region.end[0]; at[0]++, k++) {
                for (int axis = 0; axis < 3; axis++)
                    behind[axis] = at[axis] - (uint32_t)(int32_t)lround(p->normal[axis]);
                if (lb_openings_at(&s->patches, behind[0], behind[1], behind[2]) != patch ||
                    !lb_own_is_fluid(s, at))
                    continue;
                sum += rho[k] - 1.0;
                cells += 1.0;
            }
    free(rho);
    *out = cells > 0.0 ? sum / cells * s->sound_speed_squared : 0.0;
    return st;
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
        s->flow_sum += in;
        s->flow_in += fmax(0.0, in);
    }
    for (int n = 0; n < s->opening_count && st == LB_STATUS_OK; n++) {
        struct lb_own_opening *o = &s->openings[n];
        const int axis = o->face / 2;
        struct lb_own_through t = {.cells = 1.0};
        const double in = all[1 + s->body_count + o->boundary].mass;
        o->flow = o->is_inlet ? in : -in;
        if (o->patch >= 0) {
            st = read_patch(s, run, o->patch, &o->pressure, err);
            continue;
        }
        st = measure(s, run, axis, o->face % 2 == 0 ? 1 : s->size[axis] - 2, NULL, &t, err);
        o->pressure = t.pressure / t.cells * s->sound_speed_squared;
    }
    free(all);
    return st;
}
