/* mesh_builder.h - a mesh that grows while its file is read, and the readers of the formats.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_MESH_BUILDER_H
#define LB_GEOMETRY_MESH_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh_scan.h"
#include "geometry/mesh.h"

/* Initialise with {.path = ...}. */
struct lb_mesh_builder {
    const char *path; /* for messages */
    double *position;
    size_t node_count, node_capacity;
    uint32_t *corner;
    size_t corner_count, corner_capacity;
    uint32_t *line; /* of each triangle */
    size_t line_capacity;
    uint32_t *face; /* corners of the face now read */
    size_t face_count, face_capacity;
    uint32_t *place; /* of shared nodes: 1 + node, or 0, by a hash of the position */
    size_t place_count;
    struct lb_mesh_names names; /* `of` is there once two triangles differ in their names */
    size_t named_capacity;
    uint16_t name, common_name; /* of triangles to come, and of all so far: 1 + number, or 0 */
    char remark[LB_MESH_REMARK_SIZE]; /* "" or what the file does not have as it should */
};

enum { LB_MESH_MAX_FACE_CORNERS = 4096 };

enum lb_status lb_mesh_builder_add_node(struct lb_mesh_builder *builder, const double position[3],
                                        struct lb_error *err);

/* The node that was added by this function with exactly that position, else a new one.  Not to
 * be mixed with the function above. */
enum lb_status lb_mesh_builder_add_shared_node(struct lb_mesh_builder *builder,
                                               const double position[3], uint32_t *node,
                                               struct lb_error *err);

/* `corner` holds three nodes; the caller has checked that they are.  `line` is where the file has
 * them, 0 if it has no lines. */
enum lb_status lb_mesh_builder_add_triangle(struct lb_mesh_builder *builder,
                                            const uint32_t corner[3], size_t line,
                                            struct lb_error *err);

/* Triangles that are added from now on have that name; none if it is empty, or there are
 * LB_MESH_MAX_NAMES others.  What cannot be printed becomes '?', what is too long is cut off. */
enum lb_status lb_mesh_builder_set_name(struct lb_mesh_builder *builder, struct lb_word name,
                                        struct lb_error *err);

/* A face with any number of corners, up to LB_MESH_MAX_FACE_CORNERS: its nodes in their order, then
 * its end, which cuts it into triangles.  Convex or not, and a little bent, but it must not cross
 * itself.  Failures name the line where `scan` is. */
enum lb_status lb_mesh_builder_add_corner(struct lb_mesh_builder *builder,
                                          const struct lb_scan *scan, uint32_t node,
                                          struct lb_error *err);
enum lb_status lb_mesh_builder_end_face(struct lb_mesh_builder *builder, const struct lb_scan *scan,
                                        struct lb_error *err);

/* Copies what has been built: one node where several have exactly the same position, none that no
 * triangle uses. */
enum lb_status lb_mesh_builder_finish(struct lb_mesh_builder *builder, struct lb_mesh *mesh,
                                      struct lb_error *err);
void lb_mesh_builder_clear(struct lb_mesh_builder *builder);

/* The formats: fill the builder from `size` bytes. */
enum lb_status lb_mesh_read_stl(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err);
enum lb_status lb_mesh_read_obj(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err);
enum lb_status lb_mesh_read_ply(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err);
enum lb_status lb_mesh_read_off(const char *bytes, size_t size, struct lb_mesh_builder *builder,
                                struct lb_error *err);

#endif
