/* membrane_patches.c - recursive bisection of a mesh's nodes, and what each part has to know.
 * SPDX-License-Identifier: MIT */
#include "membrane/membrane_patches.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

struct keyed_node {
    double key;
    uint32_t node;
};

struct cutter {
    const struct lb_mesh *mesh;
    const double *position;
    struct lb_patch_limits limits;
    uint32_t max_nodes;
    struct lb_mesh_adjacency around;
    struct keyed_node *order; /* [node_count] the nodes, patch after patch */
    uint32_t *end;            /* [node_count] where each patch ends there */
    uint32_t count;           /* of patches */
    uint32_t *seen, now;      /* seen[node] == now: met already */
    uint32_t *slot_of;        /* [node_count] in the patch that is being written */
};

/* --- cutting --------------------------------------------------------------------------------- */

static int by_key(const void *a, const void *b)
{
    const struct keyed_node *p = a, *q = b;
    if (p->key < q->key) return -1;
    if (p->key > q->key) return 1;
    return p->node < q->node ? -1 : p->node > q->node;
}

static size_t longest_axis(const struct cutter *c, uint32_t first, uint32_t n)
{
    double max = -1.0;
    size_t longest = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (uint32_t k = first; k < first + n; k++) {
            const double x = c->position[3 * (size_t)c->order[k].node + axis];
            low = fmin(low, x);
            high = fmax(high, x);
        }
        if (high - low <= max) continue;
        max = high - low;
        longest = axis;
    }
    return longest;
}

static void sort_along(struct cutter *c, uint32_t first, uint32_t n, size_t axis)
{
    for (uint32_t k = first; k < first + n; k++)
        c->order[k].key = c->position[3 * (size_t)c->order[k].node + axis];
    qsort(c->order + first, n, sizeof *c->order, by_key);
}

/* Whether a patch has room for these nodes, their corners, and the nodes around them. */
static bool fits(struct cutter *c, uint32_t first, uint32_t n)
{
    uint32_t corners = 0, others = 0;
    c->now++;
    for (uint32_t k = first; k < first + n; k++)
        c->seen[c->order[k].node] = c->now;
    for (uint32_t k = first; k < first + n; k++) {
        const uint32_t node = c->order[k].node;
        corners += c->around.start[node + 1] - c->around.start[node];
        for (uint32_t e = c->around.start[node]; e < c->around.start[node + 1]; e++)
            for (uint32_t i = 0; i < 3; i++) {
                const uint32_t other = c->mesh->corner[c->around.entry[e] / 3 * 3 + i];
                others += c->seen[other] != c->now;
                c->seen[other] = c->now;
            }
    }
    return n <= c->max_nodes && corners <= c->limits.corners &&
           c->limits.nodes + 1 + others <= c->limits.slots;
}

/* The part of the order from `first` on into `parts` patches, or more.  False: a node is too much
 * for any patch. */
static bool cut(struct cutter *c, uint32_t first, uint32_t n, uint32_t parts)
{
    if (parts < 2) {
        if (fits(c, first, n)) {
            c->end[c->count++] = first + n;
            return true;
        }
        if (n < 2) return false;
        parts = 2;
    }
    const uint32_t left_parts = parts / 2;
    const uint32_t left = (uint32_t)((uint64_t)n * left_parts / parts);
    sort_along(c, first, n, longest_axis(c, first, n));
    return cut(c, first, left, left_parts) && cut(c, first + left, n - left, parts - left_parts);
}

/* --- writing --------------------------------------------------------------------------------- */

static enum lb_status make_room(const struct cutter *c, struct lb_membrane_patches *p,
                                struct lb_error *err)
{
    const size_t count = c->count, slots = count * p->limits.slots;
    const size_t corners = count * p->limits.corners;
    p->node = malloc(slots * sizeof *p->node);
    p->start = malloc(count * (p->limits.nodes + 1) * sizeof *p->start);
    p->half = malloc(corners * sizeof *p->half);
    p->slot = calloc(3 * corners, sizeof *p->slot);
    if (p->node == NULL || p->start == NULL || p->half == NULL || p->slot == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for %" PRIu32 " patches of the membrane",
                       c->count);
    for (size_t n = 0; n < slots; n++)
        p->node[n] = LB_NO_NODE;
    for (size_t n = 0; n < corners; n++)
        p->half[n] = LB_NO_CORNER;
    return LB_STATUS_OK;
}

/* The slot of a node, a new one where the patch has not met it yet. */
static uint32_t slot_of(struct cutter *c, uint32_t *node, uint32_t *used, uint32_t which)
{
    if (c->seen[which] != c->now) {
        c->seen[which] = c->now;
        c->slot_of[which] = *used;
        node[(*used)++] = which;
    }
    return c->slot_of[which];
}

static void write_patch(struct cutter *c, struct lb_membrane_patches *p, uint32_t patch)
{
    const struct lb_patch_limits *l = &p->limits;
    const uint32_t first = patch == 0 ? 0 : c->end[patch - 1], own = c->end[patch] - first;
    uint32_t *node = p->node + (size_t)patch * l->slots;
    uint32_t *start = p->start + (size_t)patch * (l->nodes + 1);
    uint32_t *half = p->half + (size_t)patch * l->corners;
    uint32_t *slot = p->slot + 3 * (size_t)patch * l->corners;
    uint32_t used = 0, corners = 0;
    c->now++;
    for (uint32_t n = 0; n < own; n++)
        slot_of(c, node, &used, c->order[first + n].node);
    used = l->nodes;
    node[used++] = 0; /* a copy, even where node 0 is in another slot, too */
    for (uint32_t n = 0; n <= l->nodes; n++) {
        start[n] = corners;
        if (n >= own) continue;
        for (uint32_t e = c->around.start[node[n]]; e < c->around.start[node[n] + 1]; e++) {
            half[corners] = c->around.entry[e];
            for (uint32_t i = 0; i < 3; i++)
                slot[3 * corners + i] =
                    slot_of(c, node, &used, c->mesh->corner[half[corners] / 3 * 3 + i]);
            corners++;
        }
    }
}

/* --- life ------------------------------------------------------------------------------------ */

static enum lb_status cutter_create(const struct lb_mesh *mesh, struct cutter *c,
                                    struct lb_error *err)
{
    const size_t nodes = mesh->node_count;
    LB_OK(lb_mesh_adjacency_create(mesh, &c->around, err));
    c->order = calloc(nodes + 1, sizeof *c->order);
    c->end = calloc(nodes + 1, sizeof *c->end);
    c->seen = calloc(nodes + 1, sizeof *c->seen);
    c->slot_of = calloc(nodes + 1, sizeof *c->slot_of);
    LB_NEED(c->order != NULL && c->end != NULL && c->seen != NULL && c->slot_of != NULL,
            LB_STATUS_FAILED, "no memory to cut a mesh of %zu nodes into patches", nodes);
    for (uint32_t n = 0; n < mesh->node_count; n++)
        c->order[n].node = n;
    return LB_STATUS_OK;
}

enum lb_status lb_membrane_patches_create(const struct lb_mesh *mesh, const double *position,
                                          const struct lb_patch_limits *limits, uint32_t max_nodes,
                                          struct lb_membrane_patches *patches, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct cutter c = {.mesh = mesh, .position = position, .limits = *limits};
    c.max_nodes = max_nodes == 0 || max_nodes > limits->nodes ? limits->nodes : max_nodes;
    *patches = (struct lb_membrane_patches){.limits = *limits};
    LB_TRY(cutter_create(mesh, &c, err));
    const uint32_t parts = (mesh->node_count + c.max_nodes - 1) / c.max_nodes;
    if (mesh->node_count == 0 || !cut(&c, 0, mesh->node_count, parts)) goto cleanup;
    LB_TRY(make_room(&c, patches, err));
    patches->count = c.count;
    for (uint32_t patch = 0; patch < c.count; patch++)
        write_patch(&c, patches, patch);
cleanup:
    lb_mesh_adjacency_free(&c.around);
    free(c.order);
    free(c.end);
    free(c.seen);
    free(c.slot_of);
    if (st != LB_STATUS_OK) lb_membrane_patches_free(patches);
    return st;
}

void lb_membrane_patches_free(struct lb_membrane_patches *p)
{
    free(p->node);
    free(p->start);
    free(p->half);
    free(p->slot);
    *p = (struct lb_membrane_patches){0};
}
