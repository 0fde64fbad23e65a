/* mesh_builder.h - a mesh that grows while its file is read, and the readers of the formats.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_MESH_BUILDER_H
#define LB_OUTPUT_MESH_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "output/mesh_scan.h"
#include "physics/mesh.h"

/* Initialise with {.path = ...}. */
struct lb_mesh_builder {
    const char *path; /* for messages */
    double *position;
    size_t node_count, node_capacity;
    uint32_t *corner;
    size_t corner_count, corner_capacity;
};

enum lb_status lb_mesh_builder_add_node(struct lb_mesh_builder *builder, const double position[3],
                                        struct lb_error *err);

/* The caller has checked that the corners are nodes. */
enum lb_status lb_mesh_builder_add_triangle(struct lb_mesh_builder *builder, uint32_t a, uint32_t b,
                                            uint32_t c, struct lb_error *err);

/* Nodes with exactly the same position become one. */
enum lb_status lb_mesh_builder_merge(struct lb_mesh_builder *builder, struct lb_error *err);

/* Copies what has been built, less the nodes that no triangle uses. */
enum lb_status lb_mesh_builder_finish(struct lb_mesh_builder *builder, struct lb_mesh *mesh,
                                      struct lb_error *err);
void lb_mesh_builder_clear(struct lb_mesh_builder *builder);

/* A face with any number of corners, cut into a fan as they come.  Initialise with {0}. */
struct lb_mesh_fan {
    uint32_t first, last;
    size_t count;
};

enum lb_status lb_mesh_fan_add(struct lb_mesh_fan *fan, uint32_t node,
                               struct lb_mesh_builder *builder, struct lb_error *err);

/* The formats: fill the builder from `size` bytes. */
enum lb_status lb_mesh_read_stl(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err);
enum lb_status lb_mesh_read_obj(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err);
enum lb_status lb_mesh_read_off(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err);

#endif
