/* mesh_builder.c - a mesh that grows while its file is read.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh_builder.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for `extra` more elements; NULL where there is none. */
static void *grow(void *array, size_t element, size_t count, size_t extra, size_t *capacity)
{
    if (count + extra <= *capacity) return array;
    size_t larger = *capacity < 512 ? 1024 : 2 * *capacity;
    void *grown = realloc(array, larger * element);
    if (grown != NULL) *capacity = larger;
    return grown;
}

static enum lb_status fail_memory(const struct lb_mesh_builder *builder, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED,
                   "no memory for the mesh '%.500s' after %zu nodes and %zu triangles",
                   builder->path, builder->node_count, builder->corner_count / 3);
}

enum lb_status lb_mesh_builder_add_node(struct lb_mesh_builder *builder, const double position[3],
                                        struct lb_error *err)
{
    if (builder->node_count >= 3 * (size_t)LB_MESH_MAX_TRIANGLES)
        return lb_fail(err, LB_STATUS_FAILED, "the mesh '%.500s' has more than %zu nodes",
                       builder->path, builder->node_count);
    double *grown =
        grow(builder->position, 3 * sizeof *grown, builder->node_count, 1, &builder->node_capacity);
    if (grown == NULL) return fail_memory(builder, err);
    builder->position = grown;
    memcpy(grown + 3 * builder->node_count++, position, 3 * sizeof *grown);
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_builder_add_triangle(struct lb_mesh_builder *builder,
                                            const uint32_t corner[3], size_t line,
                                            struct lb_error *err)
{
    if (builder->corner_count >= 3 * (size_t)LB_MESH_MAX_TRIANGLES)
        return lb_fail(err, LB_STATUS_FAILED, "the mesh '%.500s' has more than %d triangles",
                       builder->path, LB_MESH_MAX_TRIANGLES);
    uint32_t *grown =
        grow(builder->corner, sizeof *grown, builder->corner_count, 3, &builder->corner_capacity);
    if (grown == NULL) return fail_memory(builder, err);
    builder->corner = grown;
    uint32_t *lines =
        grow(builder->line, sizeof *lines, builder->corner_count / 3, 1, &builder->line_capacity);
    if (lines == NULL) return fail_memory(builder, err);
    builder->line = lines;
    lines[builder->corner_count / 3] = (uint32_t)line;
    memcpy(grown + builder->corner_count, corner, 3 * sizeof *corner);
    builder->corner_count += 3;
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_builder_add_corner(struct lb_mesh_builder *builder,
                                          const struct lb_scan *scan, uint32_t node,
                                          struct lb_error *err)
{
    if (builder->face_count >= LB_MESH_MAX_FACE_CORNERS)
        return lb_scan_fail(scan, err,
                            "a face has more than %d corners: cut it into smaller ones first",
                            LB_MESH_MAX_FACE_CORNERS);
    uint32_t *grown =
        grow(builder->face, sizeof *grown, builder->face_count, 1, &builder->face_capacity);
    if (grown == NULL) return fail_memory(builder, err);
    builder->face = grown;
    grown[builder->face_count++] = node;
    return LB_STATUS_OK;
}

struct placed_node {
    double position[3];
    uint32_t node;
};

static int compare_positions(const struct placed_node *a, const struct placed_node *b)
{
    for (int axis = 0; axis < 3; axis++)
        if (a->position[axis] != b->position[axis])
            return a->position[axis] < b->position[axis] ? -1 : 1;
    return 0;
}

static int compare_placed(const void *a, const void *b)
{
    const struct placed_node *p = a, *q = b;
    int order = compare_positions(p, q);
    return order != 0 ? order : (p->node > q->node) - (p->node < q->node);
}

/* Sorted by position, equal nodes are neighbours, and the first of them stands for all. */
enum lb_status lb_mesh_builder_merge(struct lb_mesh_builder *builder, struct lb_error *err)
{
    size_t count = builder->node_count, first = 0;
    struct placed_node *sorted = malloc((count + 1) * sizeof *sorted);
    uint32_t *stand_in = malloc((count + 1) * sizeof *stand_in);
    if (sorted == NULL || stand_in == NULL) {
        free(sorted);
        free(stand_in);
        return fail_memory(builder, err);
    }
    for (uint32_t n = 0; n < count; n++) {
        memcpy(sorted[n].position, builder->position + 3 * (size_t)n, sizeof sorted[n].position);
        sorted[n].node = n;
    }
    qsort(sorted, count, sizeof *sorted, compare_placed);
    for (size_t i = 0; i < count; i++) {
        if (compare_positions(&sorted[first], &sorted[i]) != 0) first = i;
        stand_in[sorted[i].node] = sorted[first].node;
    }
    for (size_t h = 0; h < builder->corner_count; h++)
        builder->corner[h] = stand_in[builder->corner[h]];
    free(sorted);
    free(stand_in);
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_builder_finish(struct lb_mesh_builder *builder, struct lb_mesh *mesh,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t used = 0;
    uint32_t *number = calloc(builder->node_count + 1, sizeof *number); /* new ones, from 1 */
    LB_REQUIRE(builder->corner_count > 0, LB_STATUS_FAILED,
               "the mesh '%.500s' has no triangles; it has %zu nodes", builder->path,
               builder->node_count);
    if (number == NULL) {
        st = fail_memory(builder, err);
        goto cleanup;
    }
    for (size_t h = 0; h < builder->corner_count; h++)
        number[builder->corner[h]] = 1;
    for (size_t n = 0; n < builder->node_count; n++)
        if (number[n] != 0) number[n] = ++used;
    LB_TRY(lb_mesh_create(used, (uint32_t)(builder->corner_count / 3), mesh, err));
    mesh->line = builder->line; /* handed over */
    builder->line = NULL;
    for (size_t n = 0; n < builder->node_count; n++)
        if (number[n] != 0)
            memcpy(mesh->position + 3 * (size_t)(number[n] - 1), builder->position + 3 * n,
                   3 * sizeof(double));
    for (size_t h = 0; h < builder->corner_count; h++)
        mesh->corner[h] = number[builder->corner[h]] - 1;
cleanup:
    free(number);
    return st;
}

void lb_mesh_builder_clear(struct lb_mesh_builder *builder)
{
    free(builder->position);
    free(builder->corner);
    free(builder->line);
    free(builder->face);
    *builder = (struct lb_mesh_builder){0};
}
