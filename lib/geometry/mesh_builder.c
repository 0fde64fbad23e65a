/* mesh_builder.c - a mesh that grows while its file is read.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh_builder.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean_text.h"

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

/* --- names ------------------------------------------------------------------------------------ */

enum lb_status lb_mesh_builder_set_name(struct lb_mesh_builder *builder, struct lb_word name,
                                        struct lb_error *err)
{
    struct lb_mesh_names *n = &builder->names;
    char text[LB_MESH_NAME_BYTES] = "";
    const size_t length = name.length < sizeof text ? name.length : sizeof text - 1;
    builder->name = 0;
    if (length == 0) return LB_STATUS_OK;
    for (size_t i = 0; i < length; i++)
        text[i] = (unsigned char)name.text[i] < ' ' ? '?' : name.text[i];
    lb_text_make_printable(text);
    for (uint32_t k = 0; k < n->count && builder->name == 0; k++)
        if (strcmp(n->name[k], text) == 0) builder->name = (uint16_t)(k + 1);
    if (builder->name != 0 || n->count == LB_MESH_MAX_NAMES) return LB_STATUS_OK;
    if ((n->count & (n->count - 1)) == 0) { /* doubled at powers of two */
        void *grown = realloc(n->name, (n->count == 0 ? 1 : 2 * n->count) * sizeof *n->name);
        if (grown == NULL) return fail_memory(builder, err);
        n->name = grown;
    }
    memcpy(n->name[n->count++], text, sizeof text);
    builder->name = (uint16_t)n->count;
    return LB_STATUS_OK;
}

/* Of triangle number `triangle`, for which there is room among the lines. */
static enum lb_status note_name(struct lb_mesh_builder *builder, size_t triangle,
                                struct lb_error *err)
{
    struct lb_mesh_names *n = &builder->names;
    if (triangle == 0) builder->common_name = builder->name;
    if (n->of == NULL && builder->name == builder->common_name) return LB_STATUS_OK;
    if (builder->named_capacity < builder->line_capacity) {
        uint16_t *grown = realloc(n->of, builder->line_capacity * sizeof *grown);
        if (grown == NULL) return fail_memory(builder, err);
        for (size_t t = 0; t < triangle && n->of == NULL; t++)
            grown[t] = builder->common_name;
        n->of = grown;
        builder->named_capacity = builder->line_capacity;
    }
    n->of[triangle] = builder->name;
    return LB_STATUS_OK;
}

/* Names that no triangle has are not kept where all have the same one, or none. */
static void hand_over_names(struct lb_mesh_builder *builder, struct lb_mesh *mesh)
{
    struct lb_mesh_names *n = &builder->names;
    if (n->of == NULL && builder->common_name == 0) return;
    if (n->of == NULL) {
        memmove(n->name[0], n->name[builder->common_name - 1], sizeof *n->name);
        n->count = 1;
    }
    mesh->names = *n;
    *n = (struct lb_mesh_names){0};
}

/* --- nodes, triangles, faces ------------------------------------------------------------------ */

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
    LB_OK(note_name(builder, builder->corner_count / 3, err));
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

/* --- one node for each position --------------------------------------------------------------- */

static bool are_equal(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Mixes the bits of three numbers (splitmix64: Steele, Lea, Flood 2014); both zeros are the same. */
static uint64_t hash(const double *position)
{
    uint64_t mixed = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double x = position[axis] + 0.0;
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        mixed += bits + UINT64_C(0x9e3779b97f4a7c15);
        mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
        mixed ^= mixed >> 31;
    }
    return mixed;
}

/* The place in the table of the node at that position, or the free place where it would be. */
static uint32_t *find_place(const struct lb_mesh_builder *builder, const double *position)
{
    const size_t last = builder->place_count - 1;
    size_t at = hash(position) & last;
    while (builder->place[at] != 0 &&
           !are_equal(builder->position + 3 * (size_t)(builder->place[at] - 1), position))
        at = (at + 1) & last;
    return &builder->place[at];
}

/* At most half of the places are taken. */
static enum lb_status grow_table(struct lb_mesh_builder *builder, struct lb_error *err)
{
    if (2 * builder->node_count < builder->place_count) return LB_STATUS_OK;
    size_t larger = builder->place_count == 0 ? 1024 : 4 * builder->place_count;
    while (larger <= 2 * builder->node_count)
        larger *= 2;
    uint32_t *place = calloc(larger, sizeof *place);
    if (place == NULL) return fail_memory(builder, err);
    free(builder->place);
    builder->place = place;
    builder->place_count = larger;
    for (size_t n = 0; n < builder->node_count; n++) {
        uint32_t *first = find_place(builder, builder->position + 3 * n);
        if (*first == 0) *first = (uint32_t)(n + 1);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_builder_add_shared_node(struct lb_mesh_builder *builder,
                                               const double position[3], uint32_t *node,
                                               struct lb_error *err)
{
    LB_OK(grow_table(builder, err));
    uint32_t *place = find_place(builder, position);
    if (*place == 0) {
        LB_OK(lb_mesh_builder_add_node(builder, position, err));
        *place = (uint32_t)builder->node_count;
    }
    *node = *place - 1;
    return LB_STATUS_OK;
}

/* --- the mesh --------------------------------------------------------------------------------- */

/* Corners take the first node at their place, whatever the file calls them. */
static enum lb_status merge_nodes(struct lb_mesh_builder *builder, struct lb_error *err)
{
    if (builder->place_count > 0) return LB_STATUS_OK; /* all of them are shared */
    LB_OK(grow_table(builder, err));
    for (size_t h = 0; h < builder->corner_count; h++) {
        const double *position = builder->position + 3 * (size_t)builder->corner[h];
        builder->corner[h] = *find_place(builder, position) - 1;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_builder_finish(struct lb_mesh_builder *builder, struct lb_mesh *mesh,
                                      struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t used = 0;
    uint32_t *number = calloc(builder->node_count + 1, sizeof *number); /* new ones, from 1 */
    LB_TRY(merge_nodes(builder, err));
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
    hand_over_names(builder, mesh);
    if (builder->remark[0] != '\0') mesh->remark = strdup(builder->remark);
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
    free(builder->place);
    free(builder->names.name);
    free(builder->names.of);
    *builder = (struct lb_mesh_builder){0};
}
