/* wall_faces.c - finds faces of walls, and fits the flow in front of them.
 * SPDX-License-Identifier: MIT */
#include "analysis/wall_faces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/periodic.h"
#include "shared/cell_flags.h"

/* Of the sphere of cells that tell the normal; of the cylinder in front of a face with the cells of
 * a fit, across and along [cells]. */
static const double near = 2.0, sphere = 3.0, across = 2.0, along = 2.25;
static const double least_distance = 0.2;

static uint8_t flags_at(const struct lb_walls *w, const int64_t at[3])
{
    uint64_t index = 0;
    for (int axis = 2; axis >= 0; axis--)
        index = index * w->size[axis] + (uint64_t)lb_wrapped(at[axis], w->size[axis]);
    return w->flags[index];
}

static bool is_wall(uint8_t flags)
{
    return (flags & LB_CELL_SOLID) != 0 && !LB_IS_BOUNDARY(flags);
}

static bool is_fluid(uint8_t flags)
{
    return (flags & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM | LB_CELL_GAS)) == 0;
}

/* --- faces ------------------------------------------------------------------------------------ */

struct list {
    struct lb_wall_face *faces;
    size_t count, room;
};

static enum lb_status append(struct list *l, const struct lb_wall_face *face, struct lb_error *err)
{
    if (l->count == l->room) {
        const size_t room = l->room == 0 ? 4096 : 2 * l->room;
        struct lb_wall_face *faces = realloc(l->faces, room * sizeof *faces);
        LB_NEED(faces != NULL, LB_STATUS_FAILED, "no memory for the faces of %zu cells", room);
        l->faces = faces;
        l->room = room;
    }
    l->faces[l->count++] = *face;
    return LB_STATUS_OK;
}

static enum lb_status look_around(const struct lb_walls *w, lb_wall_number *number,
                                  const void *context, const uint32_t cell[3], struct list *l,
                                  struct lb_error *err)
{
    for (int n = 0; n < 2 * w->dimensions; n++) {
        const int axis = n / 2, way = n % 2 == 0 ? -1 : 1;
        int64_t at[3] = {cell[0], cell[1], cell[2]};
        at[axis] = lb_wrapped(at[axis] + way, w->size[axis]);
        if (!is_wall(flags_at(w, at))) continue;
        const uint8_t body = number(context, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
        const struct lb_wall_face face = {
            {cell[0], cell[1], cell[2]}, (int8_t)axis, (int8_t)way, body};
        if (body != 0) LB_OK(append(l, &face, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_wall_faces_find(const struct lb_walls *walls, lb_wall_number *number,
                                  const void *context, struct lb_wall_face **out, size_t *count,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct list l = {0};
    const uint8_t *flags = walls->flags;
    uint32_t at[3];
    for (at[2] = 0; at[2] < walls->size[2]; at[2]++)
        for (at[1] = 0; at[1] < walls->size[1]; at[1]++)
            for (at[0] = 0; at[0] < walls->size[0]; at[0]++)
                if (is_fluid(*flags++)) LB_TRY(look_around(walls, number, context, at, &l, err));
    *out = l.faces;
    *count = l.count;
    l.faces = NULL;
cleanup:
    free(l.faces);
    return st;
}

/* --- links ------------------------------------------------------------------------------------ */

/* Before 0 or behind: where it is in the order of faces. */
static int order_of(const uint32_t a[3], const uint32_t b[3])
{
    for (int axis = 2; axis >= 0; axis--)
        if (a[axis] != b[axis]) return a[axis] < b[axis] ? -1 : 1;
    return 0;
}

/* The first face of a cell, or where it would be. */
static size_t first_at(const struct lb_wall_face *faces, size_t count, const uint32_t cell[3])
{
    size_t low = 0;
    while (count > 0) {
        const size_t half = count / 2;
        if (order_of(faces[low + half].cell, cell) < 0) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

/* Whether a face of a cell at one corner of the link's box, to which `turned` says how to come from
 * `cell`, is between two cells of it. */
static bool is_inside(const struct lb_wall_face *f, const int c[3], unsigned turned)
{
    const int way = (turned >> f->axis & 1u) != 0 ? c[f->axis] : -c[f->axis];
    return c[f->axis] != 0 && f->way == way;
}

/* The nearest of those looked at so far. */
struct best {
    const struct lb_walls *walls;
    const struct lb_wall_face *faces;
    size_t count, at; /* `count`: there is none */
    int64_t square;   /* of how far it is */
};

static void consider(struct best *b, size_t n, const uint32_t cell[3], uint8_t body)
{
    int64_t square = 0;
    if (b->faces[n].body != body) return;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t size = b->walls->size[axis];
        const int64_t ahead = lb_wrapped((int64_t)b->faces[n].cell[axis] - cell[axis], size);
        const int64_t apart = 2 * ahead > size ? size - ahead : ahead;
        square += apart * apart;
    }
    if (b->at < b->count && square >= b->square) return;
    b->at = n;
    b->square = square;
}

/* Most often it is a cell or two away. */
static size_t nearest(struct best *b, const uint32_t cell[3], uint8_t body)
{
    enum { REACH = 2, WIDTH = 2 * REACH + 1 };
    for (int k = 0; k < WIDTH * WIDTH * WIDTH; k++) {
        const int apart[3] = {k % WIDTH - REACH, k / WIDTH % WIDTH - REACH,
                              k / WIDTH / WIDTH - REACH};
        uint32_t at[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = lb_wrapped((int64_t)cell[axis] + apart[axis], b->walls->size[axis]);
        for (size_t n = first_at(b->faces, b->count, at);
             n < b->count && order_of(b->faces[n].cell, at) == 0; n++)
            consider(b, n, cell, body);
    }
    if (b->at < b->count) return b->at;
    for (size_t n = 0; n < b->count; n++)
        consider(b, n, cell, body);
    return b->at;
}

int lb_faces_of_link(const struct lb_walls *walls, const struct lb_wall_face *faces, size_t count,
                     const uint32_t cell[3], const int c[3], uint8_t body,
                     size_t out[LB_MOST_LINK_FACES])
{
    int found = 0;
    for (unsigned turned = 0; turned < 8; turned++) {
        uint32_t at[3];
        bool is_corner = true;
        for (int axis = 0; axis < 3; axis++) {
            const bool turns = (turned >> axis & 1u) != 0;
            is_corner = is_corner && (!turns || c[axis] != 0);
            at[axis] = (uint32_t)lb_wrapped((int64_t)cell[axis] - (turns ? c[axis] : 0),
                                            walls->size[axis]);
        }
        for (size_t n = is_corner ? first_at(faces, count, at) : count;
             n < count && order_of(faces[n].cell, at) == 0; n++)
            if (faces[n].body == body && is_inside(&faces[n], c, turned)) out[found++] = n;
    }
    if (found > 0) return found;
    out[0] = nearest(&(struct best){walls, faces, count, count, 0}, cell, body);
    return out[0] < count ? 1 : 0;
}

/* --- the smooth wall -------------------------------------------------------------------------- */

/* From the centre of the face to that of the cell so many away from the face's fluid cell. */
static void from_face(const struct lb_wall_face *f, const int step[3], double out[3])
{
    for (int axis = 0; axis < 3; axis++)
        out[axis] = step[axis] - (axis == f->axis ? 0.5 * f->way : 0.0);
}

static double square_of(const double a[3])
{
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

/* The cells around, each with less weight the further it is, up to `radius`: the centre of gravity
 * of walls among them, up to a factor, and which share of the weight is wall. */
static double weigh(const struct lb_walls *w, const struct lb_wall_face *f, double radius,
                    double centre[3])
{
    const int reach = (int)ceil(radius), deep = w->dimensions == 3 ? reach : 0;
    double all = 0.0, solid = 0.0, apart[3];
    int step[3];
    for (step[2] = -deep; step[2] <= deep; step[2]++)
        for (step[1] = -reach; step[1] <= reach; step[1]++)
            for (step[0] = -reach; step[0] <= reach; step[0]++) {
                from_face(f, step, apart);
                const double weight = 1.0 - square_of(apart) / (radius * radius);
                const int64_t at[3] = {f->cell[0] + (int64_t)step[0], f->cell[1] + (int64_t)step[1],
                                       f->cell[2] + (int64_t)step[2]};
                if (!(weight > 0.0)) continue;
                all += weight;
                if (!is_wall(flags_at(w, at))) continue;
                solid += weight;
                for (int axis = 0; axis < 3; axis++)
                    centre[axis] += weight * apart[axis];
            }
    return solid / all;
}

void lb_wall_normal(const struct lb_walls *walls, const struct lb_wall_face *face, double normal[3],
                    double *offset)
{
    const double pi = acos(-1.0);
    /* how the share grows with the place of a plane wall */
    const double slope = walls->dimensions == 3 ? 15.0 / (16.0 * near) : 8.0 / (3.0 * pi * near);
    double centre[3] = {0.0, 0.0, 0.0}, unused[3] = {0.0, 0.0, 0.0};
    const double share = weigh(walls, face, near, unused);
    weigh(walls, face, sphere, centre);
    const double length = sqrt(square_of(centre));
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = length > 0.0         ? -centre[axis] / length
                       : axis == face->axis ? -face->way
                                            : 0.0;
    *offset = fmax(-0.5, fmin(0.5, (share - 0.5) / slope));
}

/* --- fits ------------------------------------------------------------------------------------- */

/* Sums over cells of powers of the distance d, and with what is fitted.  The nearer a cell, the more
 * weight: boundary layers are thin. */
struct sums {
    double d[5], rho[2], u[2][3];
};

static size_t index_in(const struct lb_flow_piece *p, const int64_t at[3])
{
    size_t index = 0;
    for (int axis = 2; axis >= 0; axis--)
        index = index * (p->end[axis] - p->begin[axis]) + (size_t)(at[axis] - p->begin[axis]);
    return index;
}

static bool holds(const struct lb_flow_piece *p, const int64_t at[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (at[axis] < p->begin[axis] || at[axis] >= p->end[axis]) return false;
    return true;
}

static void add_cell(struct sums *s, double weight, double d, double rho, const double u[3],
                     const double u_wall[3])
{
    double power = weight;
    for (int n = 0; n < 5; n++, power *= d) {
        s->d[n] += power;
        if (n < 2) s->rho[n] += power * (rho - 1.0);
        for (int axis = 0; axis < 3 && (n == 1 || n == 2); axis++)
            s->u[n - 1][axis] += power * (u[axis] - u_wall[axis]);
    }
}

/* The wall in front of which the flow is: its smooth form, the velocity of its cell, its rate. */
struct wall {
    const double *normal, *rate;
    double offset, u[3];
};

/* Where its body would have the velocity of a place `apart` from the middle of the face. */
static void velocity_of(const struct wall *wall, const struct lb_wall_face *f,
                        const double apart[3], double out[3])
{
    double arm[3] = {apart[0], apart[1], apart[2]};
    arm[f->axis] -= 0.5 * f->way;
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        out[a] = wall->u[a] + wall->rate[b] * arm[c] - wall->rate[c] * arm[b];
    }
}

static void add_cells(const struct lb_walls *w, const struct lb_flow_piece *p,
                      const struct lb_wall_face *f, const struct wall *wall, struct sums *s)
{
    const int deep = w->dimensions == 3 ? LB_WALL_REACH : 0;
    int step[3];
    for (step[2] = -deep; step[2] <= deep; step[2]++)
        for (step[1] = -LB_WALL_REACH; step[1] <= LB_WALL_REACH; step[1]++)
            for (step[0] = -LB_WALL_REACH; step[0] <= LB_WALL_REACH; step[0]++) {
                double apart[3], u_wall[3], height = 0.0;
                const int64_t at[3] = {f->cell[0] + (int64_t)step[0], f->cell[1] + (int64_t)step[1],
                                       f->cell[2] + (int64_t)step[2]};
                from_face(f, step, apart);
                for (int axis = 0; axis < 3; axis++)
                    height += wall->normal[axis] * apart[axis];
                const double aside = square_of(apart) - height * height, d = height - wall->offset;
                const double weight = 1.0 - aside / (across * across);
                if (!(weight > 0.0) || d < least_distance || d > along || !holds(p, at)) continue;
                if (!is_fluid(flags_at(w, at))) continue;
                const size_t k = index_in(p, at);
                velocity_of(wall, f, apart, u_wall);
                add_cell(s, weight / (d * d), d, p->rho[k], p->u + 3 * k, u_wall);
            }
}

/* Of c1 d + c2 d^2, c1; where that cannot be told, of c1 d. */
static double slope_of(const struct sums *s, int axis)
{
    const double det = s->d[2] * s->d[4] - s->d[3] * s->d[3];
    if (det > 1e-3 * s->d[2] * s->d[4])
        return (s->u[0][axis] * s->d[4] - s->u[1][axis] * s->d[3]) / det;
    return s->d[2] > 0.0 ? s->u[0][axis] / s->d[2] : 0.0;
}

/* Of c0 + c1 d, c0; where that cannot be told, the mean. */
static double value_of(const struct sums *s)
{
    const double det = s->d[0] * s->d[2] - s->d[1] * s->d[1];
    if (det > 1e-3 * s->d[0] * s->d[2])
        return 1.0 + (s->rho[0] * s->d[2] - s->rho[1] * s->d[1]) / det;
    return 1.0 + (s->d[0] > 0.0 ? s->rho[0] / s->d[0] : 0.0);
}

void lb_wall_load(const struct lb_walls *walls, const struct lb_flow_piece *flow,
                  const struct lb_wall_face *face, const double rate[3], struct lb_wall_load *out)
{
    struct sums s = {.d = {0.0}};
    struct wall wall = {.normal = out->normal, .rate = rate};
    int64_t behind[3] = {face->cell[0], face->cell[1], face->cell[2]};
    double along_normal = 0.0;
    behind[face->axis] += face->way;
    if (holds(flow, behind)) memcpy(wall.u, flow->u + 3 * index_in(flow, behind), sizeof wall.u);
    lb_wall_normal(walls, face, out->normal, &wall.offset);
    add_cells(walls, flow, face, &wall, &s);
    out->area = fmax(0.0, -face->way * out->normal[face->axis]);
    out->density = value_of(&s);
    for (int axis = 0; axis < 3; axis++) {
        out->slope[axis] = slope_of(&s, axis);
        along_normal += out->slope[axis] * out->normal[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        out->slope[axis] -= along_normal * out->normal[axis];
}
