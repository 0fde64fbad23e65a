/* mesh_parts.c - connected parts of a mesh: found, copied, turned outwards.
 * SPDX-License-Identifier: MIT */
#include "body/mesh_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/mesh_faults.h"
#include "geometry/mesh_geometry.h"

/* A volume below this share of the part's box is round-off: faces that are there in both senses. */
static const double no_volume = 1e-9;

/* --- finding ---------------------------------------------------------------------------------- */

/* Of nodes: their components, then their parts. */
struct labels {
    uint32_t *part;   /* [nodes] */
    uint8_t *is_open; /* [nodes] at a side that does not close; then [components] */
    uint32_t *number; /* [components] the part of each */
};

static void free_labels(struct labels *l)
{
    free(l->part);
    free(l->is_open);
    free(l->number);
}

/* Closed components are numbered first. */
static enum lb_status label(const struct lb_mesh *mesh, struct labels *l, struct lb_mesh_parts *out,
                            struct lb_error *err)
{
    const size_t nodes = (size_t)mesh->node_count + 1;
    struct lb_mesh_faults faults;
    l->part = malloc(nodes * sizeof *l->part);
    l->is_open = calloc(2 * nodes, 1);
    l->number = malloc(nodes * sizeof *l->number);
    LB_NEED(l->part != NULL && l->is_open != NULL && l->number != NULL, LB_STATUS_FAILED,
            "no memory for the parts of %" PRIu32 " nodes", mesh->node_count);
    LB_OK(lb_mesh_faults_find(mesh, &faults, l->is_open, err));
    out->pieces = lb_mesh_find_pieces(mesh, l->part);
    uint8_t *is_open = l->is_open + nodes; /* of components */
    for (size_t n = 0; n < mesh->node_count; n++)
        is_open[l->part[n]] |= l->is_open[n];
    uint32_t closed = 0;
    for (uint32_t p = 0; p < out->pieces; p++)
        l->number[p] = is_open[p] ? UINT32_MAX : closed++;
    for (size_t n = 0; n < mesh->node_count; n++) {
        const uint32_t number = l->number[l->part[n]];
        l->part[n] = number < closed ? number : closed;
    }
    const uint32_t open = out->pieces - closed;
    out->count = closed + (open > 0);
    out->part = calloc((size_t)out->count + 1, sizeof *out->part);
    LB_NEED(out->part != NULL, LB_STATUS_FAILED, "no memory for %" PRIu32 " parts", out->count);
    for (uint32_t p = 0; p < out->count; p++)
        out->part[p] = p < closed ? (struct lb_mesh_part){.is_closed = true, .pieces = 1}
                                  : (struct lb_mesh_part){.pieces = open};
    return LB_STATUS_OK;
}

/* Sorts the triangles by their parts. */
static enum lb_status deal_out(const struct lb_mesh *mesh, const uint32_t *part,
                               struct lb_mesh_parts *out, struct lb_error *err)
{
    out->start = calloc((size_t)out->count + 2, sizeof *out->start);
    out->triangle = malloc(((size_t)mesh->triangle_count + 1) * sizeof *out->triangle);
    LB_NEED(out->start != NULL && out->triangle != NULL, LB_STATUS_FAILED,
            "no memory for the parts of %" PRIu32 " triangles", mesh->triangle_count);
    for (size_t t = 0; t < mesh->triangle_count; t++)
        out->start[(size_t)part[mesh->corner[3 * t]] + 2]++;
    for (size_t p = 2; p < (size_t)out->count + 2; p++)
        out->start[p] += out->start[p - 1];
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        out->triangle[out->start[(size_t)part[mesh->corner[3 * (size_t)t]] + 1]++] = t;
    return LB_STATUS_OK;
}

static void measure(const struct lb_mesh *mesh, const struct lb_mesh_parts *parts, uint32_t number)
{
    struct lb_mesh_part *p = &parts->part[number];
    double middle[3], sum = 0.0;
    for (int a = 0; a < 3; a++) {
        p->low[a] = (double)INFINITY;
        p->high[a] = -(double)INFINITY;
    }
    for (uint32_t n = parts->start[number]; n < parts->start[number + 1]; n++)
        for (size_t i = 0; i < 9; i++) {
            const uint32_t node = mesh->corner[3 * (size_t)parts->triangle[n] + i / 3];
            const double x = mesh->position[3 * (size_t)node + i % 3];
            p->low[i % 3] = fmin(p->low[i % 3], x);
            p->high[i % 3] = fmax(p->high[i % 3], x);
        }
    for (int a = 0; a < 3; a++)
        middle[a] = 0.5 * (p->low[a] + p->high[a]);
    for (uint32_t n = parts->start[number]; n < parts->start[number + 1]; n++)
        sum += lb_mesh_six_volumes(mesh, parts->triangle[n], lb_vector_load(middle));
    p->volume = sum / 6.0;
}

enum lb_status lb_mesh_parts_find(const struct lb_mesh *mesh, struct lb_mesh_parts *out,
                                  struct lb_error *err)
{
    struct labels labels = {0};
    *out = (struct lb_mesh_parts){0};
    enum lb_status st = label(mesh, &labels, out, err);
    if (st == LB_STATUS_OK) st = deal_out(mesh, labels.part, out, err);
    for (uint32_t p = 0; p < out->count && st == LB_STATUS_OK; p++)
        measure(mesh, out, p);
    free_labels(&labels);
    if (st != LB_STATUS_OK) lb_mesh_parts_free(out);
    return st;
}

void lb_mesh_parts_free(struct lb_mesh_parts *parts)
{
    free(parts->part);
    free(parts->start);
    free(parts->triangle);
    *parts = (struct lb_mesh_parts){0};
}

/* --- copying ---------------------------------------------------------------------------------- */

enum lb_status lb_mesh_part_copy(const struct lb_mesh *mesh, const struct lb_mesh_parts *parts,
                                 uint32_t number, struct lb_mesh *out, struct lb_error *err)
{
    const uint32_t *triangle = parts->triangle + parts->start[number];
    const uint32_t count = parts->start[number + 1] - parts->start[number];
    uint32_t nodes = 0;
    uint32_t *copy = calloc((size_t)mesh->node_count + 1, sizeof *copy); /* from 1 */
    *out = (struct lb_mesh){0};
    LB_NEED(copy != NULL, LB_STATUS_FAILED, "no memory for a part of %" PRIu32 " nodes",
            mesh->node_count);
    for (size_t h = 0; h < 3 * (size_t)count; h++) {
        uint32_t *node = &copy[mesh->corner[3 * (size_t)triangle[h / 3] + h % 3]];
        if (*node == 0) *node = ++nodes;
    }
    enum lb_status st = lb_mesh_create(nodes, count, out, err);
    if (st == LB_STATUS_OK) st = lb_mesh_copy_names(mesh, triangle, out, err);
    for (size_t h = 0; h < 3 * (size_t)count && st == LB_STATUS_OK; h++) {
        const uint32_t from = mesh->corner[3 * (size_t)triangle[h / 3] + h % 3];
        out->corner[h] = copy[from] - 1;
        memcpy(out->position + 3 * (size_t)out->corner[h], mesh->position + 3 * (size_t)from,
               3 * sizeof *out->position);
    }
    free(copy);
    return st;
}

/* --- one part in another ---------------------------------------------------------------------- */

/* Where the side from `a` to `b` is at height z; the same number from both of its triangles. */
static double place_at(const double *a, const double *b, double z)
{
    const double *low = a[2] < b[2] ? a : b, *high = a[2] < b[2] ? b : a;
    return low[1] + (high[1] - low[1]) * ((z - low[2]) / (high[2] - low[2]));
}

/* +1 or -1 where a ray from the point along +x goes through a triangle, else 0. */
static int crossing(const struct lb_mesh *mesh, uint32_t triangle, const double point[3])
{
    const double *p[3];
    int inside = 0;
    for (size_t k = 0; k < 3; k++)
        p[k] = mesh->position + 3 * (size_t)mesh->corner[3 * (size_t)triangle + k];
    for (int k = 0; k < 3; k++) {
        const double *a = p[k], *b = p[(k + 1) % 3];
        if ((a[2] <= point[2]) == (b[2] <= point[2])) continue;
        if (place_at(a, b, point[2]) > point[1]) inside += a[2] <= point[2] ? 1 : -1;
    }
    if (inside == 0) return 0;
    const struct lb_vector n = lb_mesh_normal(mesh, triangle);
    const struct lb_vector d = lb_vector_subtract(lb_vector_load(p[0]), lb_vector_load(point));
    return lb_vector_dot(n, d) * n.x > 0.0 ? inside : 0;
}

static bool is_inside(const struct lb_mesh *mesh, const struct lb_mesh_parts *parts,
                      uint32_t number, const double point[3])
{
    int winding = 0;
    for (uint32_t n = parts->start[number]; n < parts->start[number + 1]; n++)
        winding += crossing(mesh, parts->triangle[n], point);
    return winding != 0;
}

/* Looks at some corners alone: parts that cross each other are said to when their cells are known. */
static bool lies_in(const struct lb_mesh *mesh, const struct lb_mesh_parts *parts, uint32_t inner,
                    uint32_t outer)
{
    enum { LOOKS = 24 };
    const struct lb_mesh_part *p = &parts->part[inner], *q = &parts->part[outer];
    if (inner == outer || !p->is_closed || !q->is_closed) return false;
    for (int a = 0; a < 3; a++)
        if (p->low[a] < q->low[a] || p->high[a] > q->high[a]) return false;
    const uint32_t first = parts->start[inner], count = parts->start[inner + 1] - first;
    const uint32_t step = count / LOOKS + 1;
    for (uint32_t n = 0; n < count; n += step) {
        const uint32_t node = mesh->corner[3 * (size_t)parts->triangle[first + n]];
        if (!is_inside(mesh, parts, outer, mesh->position + 3 * (size_t)node)) return false;
    }
    return true;
}

/* --- turning ---------------------------------------------------------------------------------- */

static bool is_inside_out(const struct lb_mesh_part *p)
{
    const double box =
        (p->high[0] - p->low[0]) * (p->high[1] - p->low[1]) * (p->high[2] - p->low[2]);
    return p->volume < -no_volume * box;
}

static bool lies_in_any(const struct lb_mesh *mesh, const struct lb_mesh_parts *parts,
                        uint32_t inner)
{
    for (uint32_t outer = 0; outer < parts->count; outer++)
        if (lies_in(mesh, parts, inner, outer)) return true;
    return false;
}

static void turn_triangle(struct lb_mesh *mesh, uint32_t triangle)
{
    uint32_t *corner = mesh->corner + 3 * (size_t)triangle;
    const uint32_t second = corner[1];
    corner[1] = corner[2];
    corner[2] = second;
}

static void turn(struct lb_mesh *mesh, const struct lb_mesh_parts *parts, uint32_t number)
{
    for (uint32_t n = parts->start[number]; n < parts->start[number + 1]; n++)
        turn_triangle(mesh, parts->triangle[n]);
    parts->part[number].volume *= -1.0;
}

bool lb_mesh_turn_whole(struct lb_mesh *mesh)
{
    if (!(lb_mesh_volume(mesh) < 0.0)) return false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        turn_triangle(mesh, t);
    return true;
}

uint32_t lb_mesh_turn_outward(struct lb_mesh *mesh, struct lb_mesh_parts *parts, bool *is_turned)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < parts->count; p++)
        is_turned[p] = is_inside_out(&parts->part[p]) && !lies_in_any(mesh, parts, p);
    for (uint32_t outer = 0; outer < parts->count; outer++)
        for (uint32_t p = 0; p < parts->count && is_turned[outer]; p++)
            if (lies_in(mesh, parts, p, outer)) is_turned[p] = true;
    for (uint32_t p = 0; p < parts->count; p++) {
        if (!is_turned[p]) continue;
        turn(mesh, parts, p);
        count++;
    }
    return count;
}
