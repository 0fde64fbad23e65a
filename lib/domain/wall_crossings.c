/* wall_crossings.c - where surfaces cross the links between cells: triangle by triangle, and of
 * shapes by formula.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>

#include "domain/wall_links_internal.h"

static double *crossing_of(const struct lb_open_links *o, const struct lb_open_link *l, int k)
{
    uint64_t at = l->first;
    for (uint32_t rest = l->crossed & ((1u << k) - 1u); rest != 0; rest &= rest - 1)
        at++;
    return &o->crossing[at];
}

/* The smallest counts, whatever the order in which they are found; across: |n . c|. */
static void take(const struct lb_open_links *o, const struct lb_open_link *l, int k, double q,
                 double across)
{
    double *known = crossing_of(o, l, k);
    if (!(q >= -LB_CROSSING_SLACK && q <= 1.0 + LB_CROSSING_SLACK)) return;
    if (o->across != NULL && q < *known) o->across[known - o->crossing] = (float)across;
    *known = fmin(*known, fmin(fmax(q, 0.0), 1.0));
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* --- triangles --- */

struct triangle {
    double node[3][3], normal[3], low[3], high[3];
    double
        around;   /* sum of the normal's components: how far the ends of links lie from the plane */
    double slack; /* of the edges */
};

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        out[axis] = a[next] * b[last] - a[last] * b[next];
    }
}

static struct triangle triangle_of(const struct lb_mesh *mesh, uint32_t number)
{
    const double slack = 1e-9;
    struct triangle t;
    double side[2][3];
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++)
            t.node[k][axis] =
                mesh->position[3 * (size_t)mesh->corner[3 * (size_t)number + (size_t)k] +
                               (size_t)axis];
    t.slack = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        side[0][axis] = t.node[1][axis] - t.node[0][axis];
        side[1][axis] = t.node[2][axis] - t.node[0][axis];
        t.low[axis] = fmin(t.node[0][axis], fmin(t.node[1][axis], t.node[2][axis]));
        t.high[axis] = fmax(t.node[0][axis], fmax(t.node[1][axis], t.node[2][axis]));
        t.slack = fmax(t.slack, t.high[axis] - t.low[axis]);
    }
    cross(side[0], side[1], t.normal);
    t.around = fabs(t.normal[0]) + fabs(t.normal[1]) + fabs(t.normal[2]);
    t.slack *= slack;
    return t;
}

/* Whether the line through p along c passes through the triangle; an edge belongs to both of its
 * triangles. */
static bool passes(const struct triangle *t, const double p[3], const double c[3])
{
    double from[3][3], turned[3];
    bool left = true, right = true;
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++)
            from[k][axis] = t->node[k][axis] - p[axis];
    for (int k = 0; k < 3; k++) {
        cross(from[k], from[(k + 1) % 3], turned);
        const double side = dot(turned, c);
        left = left && side >= -t->slack;
        right = right && side <= t->slack;
    }
    return left || right;
}

/* Of a cell, or of the next one, among those of its row. */
static uint64_t first_link(const struct lb_open_links *o, uint64_t begin, uint64_t end,
                           uint64_t cell)
{
    while (begin < end) {
        const uint64_t middle = (begin + end) / 2;
        if (o->list[middle].cell < cell)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* The links of one cell at `at`, which may be beyond the ends of the box. */
static void meet_cell(const struct lb_open_links *o, int k, const struct triangle *t,
                      const int64_t at[3], uint64_t begin, uint64_t end, uint64_t cell)
{
    const double p[3] = {(double)at[0] + 0.5, (double)at[1] + 0.5, (double)at[2] + 0.5};
    double from[3];
    for (int axis = 0; axis < 3; axis++)
        from[axis] = p[axis] - t->node[0][axis];
    const double away = dot(t->normal, from);
    for (uint64_t n = first_link(o, begin, end, cell); n < end && o->list[n].cell == cell; n++) {
        const struct lb_open_link *l = &o->list[n];
        if ((l->crossed >> k & 1u) == 0) continue;
        const int *c = o->s->lattice->c[l->direction];
        const double way[3] = {c[0], c[1], c[2]}, along = dot(t->normal, way);
        if (along == 0.0) continue;
        const double q = away / along;
        if (q < -LB_CROSSING_SLACK || q > 1.0 + LB_CROSSING_SLACK) continue;
        if (passes(t, p, way)) take(o, l, k, q, fabs(along) / sqrt(dot(t->normal, t->normal)));
    }
}

/* Cells [begin, end) of a row from which links reach the plane of the triangle. */
static void range_along(const struct triangle *t, double y, double z, int64_t *begin, int64_t *end)
{
    const double rest = t->normal[1] * (y - t->node[0][1]) + t->normal[2] * (z - t->node[0][2]);
    const double slack = 1.001 * t->around;
    double low = t->low[0] - 1.001, high = t->high[0] + 1.001;
    *begin = *end = 0;
    if (fabs(t->normal[0]) > 1e-6 * t->around) {
        const double middle = t->node[0][0] - rest / t->normal[0];
        low = fmax(low, middle - slack / fabs(t->normal[0]));
        high = fmin(high, middle + slack / fabs(t->normal[0]));
    } else if (fabs(rest) > slack * (1.0 + 1e-6 * (t->high[0] - t->low[0]))) {
        return;
    }
    if (low > high) return;
    *begin = (int64_t)ceil(low - 0.5);
    *end = (int64_t)floor(high - 0.5) + 1;
}

/* The place of a cell along an axis, in the box whose ends are joined. */
static uint64_t joined(int64_t at, uint32_t size)
{
    const int64_t n = size;
    return (uint64_t)((at % n + n) % n);
}

static void meet_row(const struct lb_open_links *o, int k, const struct triangle *t, int64_t y,
                     int64_t z)
{
    const uint32_t *size = o->s->size;
    const uint64_t row = joined(z, size[2]) * size[1] + joined(y, size[1]);
    const uint64_t first = o->row_first[row], last = o->row_first[row + 1];
    int64_t begin, end;
    if (first == last) return;
    range_along(t, (double)y + 0.5, (double)z + 0.5, &begin, &end);
    begin = begin < -1 ? -1 : begin;
    end = end > (int64_t)size[0] + 1 ? (int64_t)size[0] + 1 : end;
    for (int64_t x = begin; x < end; x++)
        meet_cell(o, k, t, (const int64_t[3]){x, y, z}, first, last,
                  row * size[0] + joined(x, size[0]));
}

static void meet_triangle(const struct lb_open_links *o, int k, const struct triangle *t)
{
    int64_t begin[3], end[3];
    for (int axis = 1; axis < 3; axis++) {
        const bool is_flat = axis >= o->s->lattice->dimensions;
        const double low = fmax(t->low[axis] - 1.501, -1.0);
        const double high = fmin(t->high[axis] + 0.501, (double)o->s->size[axis]);
        begin[axis] = is_flat ? 0 : (int64_t)ceil(low);
        end[axis] = is_flat ? 1 : (int64_t)floor(high) + 1;
    }
    for (int64_t z = begin[2]; z < end[2]; z++)
        for (int64_t y = begin[1]; y < end[1]; y++)
            meet_row(o, k, t, y, z);
}

void lb_crossings_of_meshes(struct lb_open_links *o, int k)
{
    const struct lb_wall_surface *s = &o->s->surfaces[k];
    for (int m = 0; m < s->mesh_count; m++)
        for (uint32_t n = 0; n < s->meshes[m].triangle_count; n++) {
            const struct triangle t = triangle_of(&s->meshes[m], n);
            meet_triangle(o, k, &t);
        }
}

/* --- shapes, which are convex --- */

static void keep_between(struct lb_inside *in, double low, double high)
{
    in->from = fmax(in->from, fmin(low, high));
    in->to = fmin(in->to, fmax(low, high));
}

/* low < place - q rate < high */
static void keep_slab(struct lb_inside *in, double place, double rate, double low, double high)
{
    if (rate != 0.0)
        keep_between(in, (place - low) / rate, (place - high) / rate);
    else if (place < low || place > high)
        keep_between(in, HUGE_VAL, HUGE_VAL);
}

/* |way - q c| < radius; along the axis, where rounding decides at the radius, what is there is inside */
static void keep_round(struct lb_inside *in, const double way[3], const double c[3], double radius)
{
    const double slack = 1e-9, a = dot(c, c), b = dot(way, c), away = dot(way, way),
                 root = b * b - a * (away - radius * radius);
    const bool is_beside = a > 0.0 ? root < 0.0 : away > (1.0 + slack) * radius * radius;
    if (is_beside) keep_between(in, HUGE_VAL, HUGE_VAL);
    if (a > 0.0 && !is_beside) keep_between(in, (b - sqrt(root)) / a, (b + sqrt(root)) / a);
}

/* To where the shape was before it moved: a place, and a direction. */
static void move_back(const struct lb_wall_surface *s, double p[3], double c[3])
{
    double place[3], way[3];
    if (!s->is_moved) return;
    for (int axis = 0; axis < 3; axis++) {
        place[axis] = s->from[axis];
        way[axis] = 0.0;
        for (int n = 0; n < 3; n++) {
            place[axis] += s->rotation[3 * n + axis] * (p[n] - s->about[n]);
            way[axis] += s->rotation[3 * n + axis] * c[n];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        p[axis] = place[axis];
        c[axis] = way[axis];
    }
}

static struct lb_inside inside_of(const struct lb_wall_surface *s, int dimensions,
                                  const double p[3], const double c[3])
{
    struct lb_inside in = {-HUGE_VAL, HUGE_VAL};
    double way[3], turn[3] = {c[0], c[1], c[2]};
    for (int axis = 0; axis < 3; axis++)
        way[axis] = p[axis] - s->centre[axis];
    const double place = dot(way, s->axis), rate = dot(c, s->axis);
    for (int axis = 0; axis < dimensions && s->shape == LB_SURFACE_BOX; axis++)
        keep_slab(&in, p[axis], c[axis], s->low[axis], s->high[axis]);
    if (s->shape == LB_SURFACE_BOX) return in;
    if (s->shape == LB_SURFACE_CYLINDER) {
        if (s->length > 0.0) keep_slab(&in, place, rate, -0.5 * s->length, 0.5 * s->length);
        for (int axis = 0; axis < 3; axis++) {
            way[axis] -= place * s->axis[axis];
            turn[axis] -= rate * s->axis[axis];
        }
    }
    keep_round(&in, way, turn, s->radius);
    return in;
}

/* The part of a way along the normal of the surface at a place on it: of the face that is nearest. */
static double part_across(const struct lb_wall_surface *s, int dimensions, const double p[3],
                          const double c[3])
{
    double way[3], part = 0.0, nearest = HUGE_VAL;
    for (int axis = 0; axis < 3; axis++)
        way[axis] = p[axis] - s->centre[axis];
    const double place = dot(way, s->axis);
    if (s->shape == LB_SURFACE_CYLINDER) {
        for (int axis = 0; axis < 3; axis++)
            way[axis] -= place * s->axis[axis];
        if (s->length > 0.0 &&
            fabs(fabs(place) - 0.5 * s->length) < s->radius - sqrt(dot(way, way)))
            return fabs(dot(c, s->axis));
    }
    if (s->shape != LB_SURFACE_BOX) return fabs(dot(way, c)) / s->radius;
    for (int axis = 0; axis < dimensions; axis++) {
        const double off = fmin(fabs(p[axis] - s->low[axis]), fabs(p[axis] - s->high[axis]));
        if (off < nearest) part = fabs(c[axis]);
        nearest = fmin(nearest, off);
    }
    return part;
}

struct lb_inside lb_wall_surface_inside(const struct lb_wall_surface *s, int dimensions,
                                        const double p[3], const double c[3])
{
    double place[3] = {p[0], p[1], p[2]}, way[3] = {c[0], c[1], c[2]};
    move_back(s, place, way);
    return inside_of(s, dimensions, place, way);
}

/* From the cell's place, and from those beyond the ends of the box, which are joined. */
static void meet_shape(const struct lb_open_links *o, const struct lb_open_link *l, int k)
{
    const struct lb_wall_search *s = o->s;
    const int *i = s->lattice->c[l->direction];
    const uint64_t at[3] = {l->cell % s->size[0], l->cell / s->size[0] % s->size[1],
                            l->cell / s->size[0] / s->size[1]};
    for (int image = 0; image < 8; image++) {
        double p[3];
        double c[3] = {i[0], i[1], i[2]};
        bool is_there = true;
        for (int axis = 0; axis < 3; axis++) {
            const bool is_away = (image >> axis & 1) != 0, is_last = at[axis] + 1 == s->size[axis];
            is_there = is_there && (!is_away || at[axis] == 0 || is_last);
            p[axis] = (double)at[axis] + 0.5;
            if (is_away) p[axis] += is_last ? -(double)s->size[axis] : s->size[axis];
        }
        if (!is_there) continue;
        move_back(&s->surfaces[k], p, c);
        const struct lb_inside in = inside_of(&s->surfaces[k], s->lattice->dimensions, p, c);
        if (!(in.from < in.to)) continue;
        const double q = (l->members >> k & 1u) != 0 ? in.to : in.from;
        for (int axis = 0; axis < 3; axis++)
            p[axis] -= q * c[axis];
        take(o, l, k, q, part_across(&s->surfaces[k], s->lattice->dimensions, p, c));
    }
}

void lb_crossings_of_shape(struct lb_open_links *o, int k)
{
    for (uint64_t n = 0; n < o->count; n++)
        if ((o->list[n].crossed >> k & 1u) != 0) meet_shape(o, &o->list[n], k);
}
