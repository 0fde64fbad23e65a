/* mesh_polygon.c - cuts a face with many corners into triangles.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "geometry/mesh_builder.h"
#include "geometry/vector.h"

/* An ear is a triangle of three neighbouring corners that lies inside of the face; every polygon
 * of more than three corners that does not cross itself has one (Meisters, Am. Math. Mon. 82, 648,
 * 1975).  Ears are cut off until a triangle is left.  Beginning behind the first corner, this makes
 * a fan of a convex face.
 *
 * A triangle that is no ear becomes one only when one of its sides becomes another, so that each cut
 * has two corners looked at again.  Only where the face does not turn to the inside can a corner lie
 * in an ear.  Boxes around such corners, around pairs of boxes and so on say whether one does after
 * about log n of them.  Together that is n log n for faces that are not made to be worse. */

/* Heights over longest sides below this are round-off, as in lb_mesh_check(). */
static const double min_height = 1e-6;

enum {
    MAX_ROUNDS = 16, /* in which all corners that are left are looked at again, for round-off */
    MAX_DEPTH = 64   /* of the tree of boxes */
};

struct corner {
    struct lb_vector
        x; /* seen from the first corner in units of the face's size: nothing overflows;
                           z along the normal */
    uint32_t before, after;
    bool is_queued, is_cut;
};

struct box {
    double min[2], max[2];
};

struct polygon {
    const uint32_t *node; /* of each corner */
    struct corner *corners;
    uint32_t *queue; /* a ring of those that may be an ear */
    struct box
        *boxes; /* 1 around all; 2 k and 2 k + 1 in k; from `leaves` on those of the corners */
    uint32_t count, leaves, left, first, queued;
};

/* --- geometry --------------------------------------------------------------------------------- */

/* Twice the area of a, b, c as seen against the normal: negative where they turn clockwise. */
static double twice_area(const struct lb_vector *a, const struct lb_vector *b,
                         const struct lb_vector *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* What twice the area of a, b and a point is at most for those of a box. */
static double most_area(const struct lb_vector *a, const struct lb_vector *b, const struct box *box)
{
    const double dx = b->x - a->x, dy = b->y - a->y;
    const struct lb_vector far = {box->min[0] + (dy < 0.0 ? box->max[0] - box->min[0] : 0.0),
                                  box->min[1] + (dx > 0.0 ? box->max[1] - box->min[1] : 0.0), 0.0};
    return twice_area(a, b, &far);
}

static double least_area(const struct lb_vector *a, const struct lb_vector *b,
                         const struct lb_vector *c)
{
    const double ab = lb_vector_length(lb_vector_subtract(*b, *a));
    const double bc = lb_vector_length(lb_vector_subtract(*c, *b));
    const double ca = lb_vector_length(lb_vector_subtract(*a, *c));
    const double longest = fmax(ab, fmax(bc, ca));
    return min_height * longest * longest;
}

/* The triangle of a corner and its neighbours turns to the inside, and is no line. */
static bool is_thick(const struct polygon *p, uint32_t at)
{
    const struct corner *c = p->corners;
    const struct lb_vector *a = &c[c[at].before].x, *b = &c[at].x, *d = &c[c[at].after].x;
    return twice_area(a, b, d) > least_area(a, b, d);
}

/* --- corners that may lie in an ear ----------------------------------------------------------- */

static const struct box empty = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};

static struct box join(const struct box *a, const struct box *b)
{
    return (struct box){{fmin(a->min[0], b->min[0]), fmin(a->min[1], b->min[1])},
                        {fmax(a->max[0], b->max[0]), fmax(a->max[1], b->max[1])}};
}

static void set_leaf(const struct polygon *p, uint32_t at)
{
    const struct corner *c = &p->corners[at];
    const bool counts = !c->is_cut && !is_thick(p, at);
    const struct box own = {{c->x.x, c->x.y}, {c->x.x, c->x.y}};
    p->boxes[p->leaves + at] = counts ? own : empty;
}

static void update_boxes(const struct polygon *p, uint32_t at)
{
    set_leaf(p, at);
    for (uint32_t k = (p->leaves + at) / 2; k > 0; k /= 2)
        p->boxes[k] = join(&p->boxes[2 * (size_t)k], &p->boxes[2 * (size_t)k + 1]);
}

/* Whether none of them lies in the triangle of three corners, but those of the same nodes. */
static bool is_free(const struct polygon *p, const uint32_t ear[3])
{
    const struct lb_vector *a = &p->corners[ear[0]].x, *b = &p->corners[ear[1]].x,
                           *c = &p->corners[ear[2]].x;
    const double min = least_area(a, b, c);
    uint32_t stack[MAX_DEPTH], height = 0;
    stack[height++] = 1;
    while (height > 0) {
        const uint32_t k = stack[--height];
        const struct box *box = &p->boxes[k];
        if (box->min[0] > box->max[0] || !(most_area(a, b, box) > -min) ||
            !(most_area(b, c, box) > -min) || !(most_area(c, a, box) > -min))
            continue;
        if (k < p->leaves) {
            stack[height++] = 2 * k;
            stack[height++] = 2 * k + 1;
            continue;
        }
        const uint32_t node = p->node[k - p->leaves];
        if (node != p->node[ear[0]] && node != p->node[ear[1]] && node != p->node[ear[2]])
            return false;
    }
    return true;
}

/* --- cutting ---------------------------------------------------------------------------------- */

static void enqueue(struct polygon *p, uint32_t at)
{
    if (p->corners[at].is_queued) return;
    p->corners[at].is_queued = true;
    p->queue[(p->first + p->queued++) % p->count] = at;
}

/* All that are left, from the second on. */
static void enqueue_all(struct polygon *p)
{
    for (uint32_t n = 1; n <= p->count; n++)
        if (!p->corners[n % p->count].is_cut) enqueue(p, n % p->count);
}

static uint32_t take(struct polygon *p)
{
    const uint32_t at = p->queue[p->first];
    p->first = (p->first + 1) % p->count;
    p->queued--;
    p->corners[at].is_queued = false;
    return at;
}

static enum lb_status add_triangle(const struct polygon *p, struct lb_mesh_builder *builder,
                                   const uint32_t at[3], size_t line, struct lb_error *err)
{
    const uint32_t nodes[3] = {p->node[at[0]], p->node[at[1]], p->node[at[2]]};
    return lb_mesh_builder_add_triangle(builder, nodes, line, err);
}

static enum lb_status cut_ears(struct polygon *p, struct lb_mesh_builder *builder, size_t line,
                               struct lb_error *err)
{
    while (p->left > 3 && p->queued > 0) {
        const uint32_t at = take(p);
        struct corner *c = p->corners;
        const uint32_t ear[3] = {c[at].before, at, c[at].after};
        if (c[at].is_cut || !is_thick(p, at) || !is_free(p, ear)) continue;
        LB_OK(add_triangle(p, builder, ear, line, err));
        c[at].is_cut = true;
        c[ear[0]].after = ear[2];
        c[ear[2]].before = ear[0];
        p->left--;
        for (int n = 0; n < 3; n++)
            update_boxes(p, ear[n]);
        enqueue(p, ear[0]);
        enqueue(p, ear[2]);
    }
    return LB_STATUS_OK;
}

static enum lb_status refuse(const struct lb_scan *scan, struct lb_error *err)
{
    return lb_scan_fail(scan, err,
                        "a face crosses itself, has two corners in one place or is as thin as a "
                        "line: cut it into triangles first, with corners that are not on one line");
}

static enum lb_status cut(struct polygon *p, struct lb_mesh_builder *builder,
                          const struct lb_scan *scan, struct lb_error *err)
{
    uint32_t before = 0, at = 0;
    for (int round = 0; round < MAX_ROUNDS && p->left > 3 && p->left != before; round++) {
        before = p->left;
        enqueue_all(p);
        LB_OK(cut_ears(p, builder, scan->line, err));
    }
    while (p->corners[at].is_cut)
        at++;
    /* of a face that crosses itself the rest may be turned over */
    if (p->left > 3 || !is_thick(p, p->corners[at].after)) return refuse(scan, err);
    const uint32_t next = p->corners[at].after;
    const uint32_t rest[3] = {at, next, p->corners[next].after};
    return add_triangle(p, builder, rest, scan->line, err);
}

/* --- the face --------------------------------------------------------------------------------- */

static struct lb_vector position(const struct lb_mesh_builder *builder, size_t corner)
{
    return lb_vector_load(builder->position + 3 * (size_t)builder->face[corner]);
}

/* Two axes of the face's plane and its normal, Newell's, a mean where the face is bent; no numbers
 * where it has no area. */
static void find_axes(const struct polygon *p, struct lb_vector axes[3])
{
    struct lb_vector sum = {0};
    for (uint32_t n = 1; n + 1 < p->count; n++)
        sum = lb_vector_add(sum, lb_vector_cross(p->corners[n].x, p->corners[n + 1].x));
    const struct lb_vector normal = lb_vector_scale(1.0 / lb_vector_length(sum), sum);
    const double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    const struct lb_vector least = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    const struct lb_vector first = lb_vector_cross(least, normal);
    axes[0] = lb_vector_scale(1.0 / lb_vector_length(first), first);
    axes[1] = lb_vector_cross(normal, axes[0]);
    axes[2] = normal;
}

static void place_corners(struct polygon *p, const struct lb_mesh_builder *builder)
{
    struct lb_vector axes[3];
    const struct lb_vector origin = position(builder, 0);
    double size = 0.0;
    for (uint32_t n = 0; n < p->count; n++) {
        const struct lb_vector d = lb_vector_subtract(position(builder, n), origin);
        p->corners[n] = (struct corner){
            .x = d, .before = (n + p->count - 1) % p->count, .after = (n + 1) % p->count};
        size = fmax(size, fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z))));
    }
    for (uint32_t n = 0; n < p->count; n++) {
        struct lb_vector *x = &p->corners[n].x;
        *x = (struct lb_vector){x->x / size, x->y / size, x->z / size};
    }
    find_axes(p, axes);
    for (uint32_t n = 0; n < p->count; n++) {
        struct lb_vector *x = &p->corners[n].x;
        *x = (struct lb_vector){lb_vector_dot(*x, axes[0]), lb_vector_dot(*x, axes[1]),
                                lb_vector_dot(*x, axes[2])};
    }
}

static void place_boxes(struct polygon *p)
{
    for (uint32_t n = 0; n < p->leaves; n++) {
        p->boxes[p->leaves + n] = empty;
        if (n < p->count) set_leaf(p, n);
    }
    for (uint32_t k = p->leaves - 1; k > 0; k--)
        p->boxes[k] = join(&p->boxes[2 * (size_t)k], &p->boxes[2 * (size_t)k + 1]);
}

static enum lb_status cut_face(struct lb_mesh_builder *builder, const struct lb_scan *scan,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = builder->face_count;
    struct polygon p = {
        .node = builder->face, .count = (uint32_t)count, .left = (uint32_t)count, .leaves = 1};
    while (p.leaves < p.count)
        p.leaves *= 2;
    p.corners = malloc(count * sizeof *p.corners);
    p.queue = malloc(count * sizeof *p.queue);
    p.boxes = malloc(2 * (size_t)p.leaves * sizeof *p.boxes);
    LB_REQUIRE(p.corners != NULL && p.queue != NULL && p.boxes != NULL, LB_STATUS_FAILED,
               "no memory for a face of %zu corners in '%.500s'", count, builder->path);
    place_corners(&p, builder);
    place_boxes(&p);
    st = cut(&p, builder, scan, err);
cleanup:
    free(p.corners);
    free(p.queue);
    free(p.boxes);
    return st;
}

enum lb_status lb_mesh_builder_end_face(struct lb_mesh_builder *builder, const struct lb_scan *scan,
                                        struct lb_error *err)
{
    const size_t count = builder->face_count;
    builder->face_count = 0;
    if (count < 3)
        return lb_scan_fail(scan, err, "a face has at least three corners, but this one has %zu",
                            count);
    if (count == 3) return lb_mesh_builder_add_triangle(builder, builder->face, scan->line, err);
    builder->face_count = count;
    const enum lb_status st = cut_face(builder, scan, err);
    builder->face_count = 0;
    return st;
}
