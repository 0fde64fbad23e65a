/* mesh_faults.c - sides of triangles that do not fit together.
 * SPDX-License-Identifier: MIT */
#include "body/mesh_faults.h"

#include <inttypes.h>
#include <stdlib.h>

#include "geometry/half_edges.h"

/* Half-edges of one node, the lower of their two. */
struct half_side {
    uint32_t high, half;
};

static int compare_sides(const void *a, const void *b)
{
    const struct half_side *p = a, *q = b;
    if (p->high != q->high) return p->high < q->high ? -1 : 1;
    return (p->half > q->half) - (p->half < q->half);
}

static uint32_t low_node(const struct lb_mesh *mesh, uint32_t half)
{
    const uint32_t from = mesh->corner[half], to = mesh->corner[lb_mesh_next(half)];
    return from < to ? from : to;
}

/* Triangles that are lines take no part. */
static bool is_line(const struct lb_mesh *mesh, uint32_t half)
{
    const uint32_t *k = mesh->corner + 3 * (size_t)(half / 3);
    return k[0] == k[1] || k[1] == k[2] || k[2] == k[0];
}

/* The half-edges in the order of their lower nodes; start[node + 1] is where those of a node end. */
static void deal_out(const struct lb_mesh *mesh, size_t *start, struct half_side *sides)
{
    const uint32_t count = 3 * mesh->triangle_count;
    for (uint32_t h = 0; h < count; h++)
        if (!is_line(mesh, h)) start[(size_t)low_node(mesh, h) + 2]++;
    for (size_t n = 2; n < (size_t)mesh->node_count + 2; n++)
        start[n] += start[n - 1];
    for (uint32_t h = 0; h < count; h++) {
        if (is_line(mesh, h)) continue;
        const uint32_t low = low_node(mesh, h), from = mesh->corner[h];
        const uint32_t high = from == low ? mesh->corner[lb_mesh_next(h)] : from;
        sides[start[(size_t)low + 1]++] = (struct half_side){.high = high, .half = h};
    }
}

static void count_fault(uint64_t *count, uint32_t *first, uint32_t half)
{
    if (*count == 0 || half < *first) *first = half;
    ++*count;
}

/* `run` half-edges lie between the same two nodes; whether they close. */
static bool judge(const struct lb_mesh *mesh, const struct half_side *side, size_t run,
                  uint32_t low, struct lb_mesh_faults *out)
{
    size_t forward = 0;
    for (size_t n = 0; n < run; n++)
        forward += mesh->corner[side[n].half] == low;
    if (2 * forward == run) return true;
    if (run == 1)
        count_fault(&out->open_sides, &out->open_at, side->half);
    else if (run == 2)
        count_fault(&out->turned_sides, &out->turned_at, side->half);
    else
        count_fault(&out->crowded_sides, &out->crowded_at, side->half);
    return false;
}

enum lb_status lb_mesh_faults_find(const struct lb_mesh *mesh, struct lb_mesh_faults *out,
                                   uint8_t *at_node, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t *start = calloc((size_t)mesh->node_count + 2, sizeof *start);
    struct half_side *sides = malloc((3 * (size_t)mesh->triangle_count + 1) * sizeof *sides);
    *out = (struct lb_mesh_faults){0};
    LB_REQUIRE(start != NULL && sides != NULL, LB_STATUS_FAILED,
               "no memory for the sides of a mesh of %" PRIu32 " triangles", mesh->triangle_count);
    deal_out(mesh, start, sides);
    for (uint32_t node = 0; node < mesh->node_count; node++) {
        const size_t begin = start[node], end = start[(size_t)node + 1];
        qsort(sides + begin, end - begin, sizeof *sides, compare_sides);
        for (size_t i = begin, run; i < end; i += run) {
            for (run = 1; i + run < end && sides[i + run].high == sides[i].high;)
                run++;
            if (!judge(mesh, sides + i, run, node, out) && at_node != NULL) at_node[node] = 1;
        }
    }
cleanup:
    free(start);
    free(sides);
    return st;
}
