/* cut_cells.c - which cells a surface passes through: of shapes by formula, of meshes triangle by triangle.
 * SPDX-License-Identifier: MIT */
#include "solids/cut_cells.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/mesh.h"
#include "solids/vectors_internal.h"

/* A cell's farthest corner is less than that away from its centre. */
static const double reach = 0.8661;

struct triangle {
    double node[3][3], normal[3], low[3], high[3];
};

struct search {
    const struct lb_wall_surface *s;
    const uint32_t *size;
    int number, dimensions;
    struct lb_cut_cells *out;
    struct triangle triangle; /* of a mesh */
};

/* The normal lies in the plane of two dimensions; a plane that only touches the cell does not cut it. */
static bool is_cut(const struct lb_cut_cell *c)
{
    const double slack = 1e-9,
                 most = 0.5 * (fabs(c->normal[0]) + fabs(c->normal[1]) + fabs(c->normal[2]));
    return fabs(c->place) < most - slack;
}

static enum lb_status add(struct lb_cut_cells *out, const struct lb_cut_cell *c,
                          struct lb_error *err)
{
    if (!is_cut(c)) return LB_STATUS_OK;
    if (out->count == out->room) {
        const uint64_t room = out->room == 0 ? 4096 : 2 * out->room;
        struct lb_cut_cell *list = realloc(out->list, room * sizeof *list);
        LB_NEED(list != NULL, LB_STATUS_FAILED, "no memory for cells that surfaces cut");
        out->list = list;
        out->room = room;
    }
    out->list[out->count++] = *c;
    return LB_STATUS_OK;
}

/* --- shapes --- */

static void of_box(const struct lb_wall_surface *s, int dimensions, const double p[3],
                   struct lb_cut_cell *c)
{
    c->place = HUGE_VAL;
    for (int face = 0; face < 2 * dimensions; face++) {
        const int axis = face / 2;
        const double place = face % 2 == 0 ? p[axis] - s->low[axis] : s->high[axis] - p[axis];
        if (!(place < c->place)) continue;
        c->place = place;
        c->normal[0] = c->normal[1] = c->normal[2] = 0.0;
        c->normal[axis] = face % 2 == 0 ? -1.0 : 1.0;
    }
}

/* On the axis no surface is near. */
static void of_round(const struct lb_wall_surface *s, const double p[3], struct lb_cut_cell *c)
{
    const bool is_cylinder = s->shape == LB_SURFACE_CYLINDER;
    double way[3];
    for (int axis = 0; axis < 3; axis++)
        way[axis] = p[axis] - s->centre[axis];
    const double along = lb_dot(way, s->axis), end = 0.5 * s->length - fabs(along);
    for (int axis = 0; axis < 3 && is_cylinder; axis++)
        way[axis] -= along * s->axis[axis];
    const double length = sqrt(lb_dot(way, way)), side = s->radius - length;
    const bool is_end = is_cylinder && s->length > 0.0 && (end < side || !(length > 0.0));
    c->place = is_end ? end : side;
    for (int axis = 0; axis < 3; axis++)
        c->normal[axis] = is_end         ? copysign(s->axis[axis], along * s->axis[axis])
                          : length > 0.0 ? way[axis] / length
                                         : 0.0;
}

static enum lb_status meet_shape(const struct search *s, const double p[3], struct lb_cut_cell *c,
                                 struct lb_error *err)
{
    if (s->s->shape == LB_SURFACE_BOX)
        of_box(s->s, s->dimensions, p, c);
    else
        of_round(s->s, p, c);
    c->away = fabs(c->place);
    return add(s->out, c, err);
}

/* --- triangles --- */

/* Whether it has an area, and in two dimensions is a side. */
static bool read_triangle(const struct lb_mesh *mesh, uint32_t number, int dimensions,
                          struct triangle *t)
{
    double side[2][3];
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 3; k++)
            t->node[k][axis] =
                mesh->position[3 * (size_t)mesh->corner[3 * (size_t)number + (size_t)k] +
                               (size_t)axis];
        side[0][axis] = t->node[1][axis] - t->node[0][axis];
        side[1][axis] = t->node[2][axis] - t->node[0][axis];
        t->low[axis] = fmin(t->node[0][axis], fmin(t->node[1][axis], t->node[2][axis]));
        t->high[axis] = fmax(t->node[0][axis], fmax(t->node[1][axis], t->node[2][axis]));
    }
    lb_cross(side[0], side[1], t->normal);
    const double area = sqrt(lb_dot(t->normal, t->normal));
    for (int axis = 0; axis < 3 && area > 0.0; axis++)
        t->normal[axis] /= area;
    return area > 0.0 && (dimensions == 3 || fabs(t->normal[2]) < 0.5);
}

/* From p to the side from a to b, squared. */
static double to_side(const double p[3], const double a[3], const double b[3])
{
    double way[3], from[3];
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = b[axis] - a[axis];
        from[axis] = p[axis] - a[axis];
    }
    const double part = fmin(fmax(lb_dot(from, way) / lb_dot(way, way), 0.0), 1.0);
    for (int axis = 0; axis < 3; axis++)
        from[axis] -= part * way[axis];
    return lb_dot(from, from);
}

/* From p, `place` from the plane, to the triangle. */
static double to_triangle(const struct triangle *t, const double p[3], double place)
{
    bool is_above = true;
    double nearest = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const double *a = t->node[k], *b = t->node[(k + 1) % 3];
        double way[3], from[3], turned[3];
        for (int axis = 0; axis < 3; axis++) {
            way[axis] = b[axis] - a[axis];
            from[axis] = p[axis] - a[axis];
        }
        lb_cross(way, from, turned);
        is_above = is_above && lb_dot(turned, t->normal) >= 0.0;
        nearest = fmin(nearest, to_side(p, a, b));
    }
    return is_above ? fabs(place) : sqrt(nearest);
}

static enum lb_status meet_triangle(const struct search *s, const double p[3],
                                    struct lb_cut_cell *c, struct lb_error *err)
{
    const struct triangle *t = &s->triangle;
    double from[3];
    for (int axis = 0; axis < 3; axis++) {
        from[axis] = t->node[0][axis] - p[axis];
        c->normal[axis] = t->normal[axis];
    }
    c->place = lb_dot(from, t->normal);
    if (fabs(c->place) > reach) return LB_STATUS_OK;
    c->away = to_triangle(t, p, c->place);
    return c->away > reach ? LB_STATUS_OK : add(s->out, c, err);
}

/* --- cells --- */

typedef enum lb_status (*meet)(const struct search *s, const double p[3], struct lb_cut_cell *c,
                               struct lb_error *err);

/* Those whose centres are in reach of the extent. */
static enum lb_status go_over(const struct search *s, const double low[3], const double high[3],
                              meet meet_cell, struct lb_error *err)
{
    uint32_t begin[3], end[3], at[3];
    for (int axis = 0; axis < 3; axis++) {
        const double size = s->size[axis];
        const bool is_flat = axis >= s->dimensions;
        begin[axis] = is_flat ? 0 : (uint32_t)fmin(fmax(floor(low[axis] - 1.0), 0.0), size);
        end[axis] = is_flat ? 1 : (uint32_t)fmin(fmax(ceil(high[axis] + 1.0), 0.0), size);
    }
    for (at[2] = begin[2]; at[2] < end[2]; at[2]++)
        for (at[1] = begin[1]; at[1] < end[1]; at[1]++)
            for (at[0] = begin[0]; at[0] < end[0]; at[0]++) {
                const double p[3] = {at[0] + 0.5, at[1] + 0.5, at[2] + 0.5};
                struct lb_cut_cell c = {.surface = s->number};
                c.cell = ((uint64_t)at[2] * s->size[1] + at[1]) * s->size[0] + at[0];
                LB_OK(meet_cell(s, p, &c, err));
            }
    return LB_STATUS_OK;
}

static enum lb_status find_meshes(struct search *s, struct lb_error *err)
{
    for (int m = 0; m < s->s->mesh_count; m++)
        for (uint32_t n = 0; n < s->s->meshes[m].triangle_count; n++)
            if (read_triangle(&s->s->meshes[m], n, s->dimensions, &s->triangle))
                LB_OK(go_over(s, s->triangle.low, s->triangle.high, meet_triangle, err));
    return LB_STATUS_OK;
}

static int compare(double a, double b)
{
    return a < b ? -1 : a > b;
}

/* The same whatever the order of triangles. */
static int by_cell(const void *a, const void *b)
{
    const struct lb_cut_cell *c = a, *d = b;
    if (c->cell != d->cell) return c->cell < d->cell ? -1 : 1;
    int order = compare(c->away, d->away);
    if (order == 0) order = compare((double)c->surface, (double)d->surface);
    for (int axis = 0; axis < 3 && order == 0; axis++)
        order = compare(c->normal[axis], d->normal[axis]);
    return order;
}

enum lb_status lb_cut_cells_find(const struct lb_wall_surface *surfaces, int count,
                                 const uint32_t size[3], int dimensions, struct lb_cut_cells *out,
                                 struct lb_error *err)
{
    for (int n = 0; n < count; n++) {
        const struct lb_wall_surface *f = &surfaces[n];
        struct search s = {f, size, n, dimensions, out, {.low = {0.0}}};
        LB_OK(f->shape == LB_SURFACE_MESHES ? find_meshes(&s, err)
                                            : go_over(&s, f->low, f->high, meet_shape, err));
    }
    if (out->count > 1) qsort(out->list, out->count, sizeof *out->list, by_cell);
    return LB_STATUS_OK;
}

void lb_cut_cells_free(struct lb_cut_cells *c)
{
    free(c->list);
    *c = (struct lb_cut_cells){.list = NULL};
}
