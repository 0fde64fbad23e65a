/* mesh.h - closed triangle meshes, such as the surface of a capsule, and measures of them.
 * Lengths in cells.  The box is 0..size along each axis and the centre of cell i lies at i + 1/2,
 * as in the .vti files.  Positions are never wrapped: a mesh that has left through a periodic side
 * stays in one piece.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_MESH_H
#define LB_GEOMETRY_MESH_H

#include <stdint.h>

#include "base/status.h"

enum { LB_MESH_MAX_TRIANGLES = 1 << 28, LB_MESH_MAX_SUBDIVISIONS = 8, LB_MESH_REMARK_SIZE = 200 };
enum { LB_MESH_MAX_NAMES = 1024, LB_MESH_NAME_BYTES = 128 };

/* Names that a file gives to parts of its surface: solids of STL text, groups and objects of
 * OBJ. */
struct lb_mesh_names {
    uint32_t count;
    char (*name)[LB_MESH_NAME_BYTES];
    uint16_t
        *of; /* of each triangle: 1 + the number of its name, 0: it has none; NULL: where there is
                   * a name, all triangles have the first one */
};

/* Initialise with {0}.  Corners run counter-clockwise as seen from outside. */
struct lb_mesh {
    uint32_t node_count, triangle_count;
    double *position; /* [cells], position[3 * node + axis] */
    uint32_t *corner; /* nodes, corner[3 * triangle + 0..2] */
    char *remark;     /* of its file, what is not as it should be, for the user; NULL: nothing */
    uint32_t *line;   /* of the file that has the triangle, for messages; NULL, or 0: none */
    struct lb_mesh_names names;
};

/* Allocates arrays of that many, all zero.  lb_mesh_free() frees them and leaves {0}. */
enum lb_status lb_mesh_create(uint32_t node_count, uint32_t triangle_count, struct lb_mesh *mesh,
                              struct lb_error *err);
void lb_mesh_free(struct lb_mesh *mesh);

/* The number of a triangle's name; -1: it has none.  The number of a name, letter by letter; -1:
 * there is none. */
int lb_mesh_name_of(const struct lb_mesh *mesh, uint32_t triangle);
int lb_mesh_find_name(const struct lb_mesh *mesh, const char *name);

/* Gives triangle t of a mesh, which has no names yet, the name of triangle[t] of another one. */
enum lb_status lb_mesh_copy_names(const struct lb_mesh *from, const uint32_t *triangle,
                                  struct lb_mesh *mesh, struct lb_error *err);

/* A sphere: an icosahedron whose triangles are cut into four at the middle of their sides, the new
 * nodes moved onto the sphere, `subdivisions` times.  20 * 4^s triangles, 10 * 4^s + 2 nodes; 4
 * subdivisions: 5120 and 2562.  Nodes lie on the sphere, so the volume is a little less than its
 * (0.9978 of it at 4 subdivisions); it is not corrected. */
enum lb_status lb_mesh_icosphere(unsigned subdivisions, double radius, const double centre[3],
                                 struct lb_mesh *mesh, struct lb_error *err);

/* Of a closed mesh with outward orientation: [cells^3], [cells^2], centre of the volume [cells].
 * The centroid takes a volume that is not zero. */
double lb_mesh_volume(const struct lb_mesh *mesh);
double lb_mesh_area(const struct lb_mesh *mesh);
void lb_mesh_centroid(const struct lb_mesh *mesh, double centroid[3]);

/* Refuses what a membrane cannot be made of: numbers that are not finite, or so large or small that
 * areas and volumes overflow or vanish; corners that are no nodes, nodes without triangles,
 * triangles without area, sides that do not belong to exactly two triangles running in opposite
 * directions, nodes where two sheets meet in a point, pieces that are inside out.  Several separate
 * pieces are allowed.  Does not look for triangles that pass through each other.
 * The message names the first offending triangle with its corners: counted from 1, and with the
 * line of its file where that is known. */
enum lb_status lb_mesh_check(const struct lb_mesh *mesh, struct lb_error *err);

/* Refuses (LB_STATUS_USAGE) a mesh with a corner that is not between `low` and `high` [cells], in the
 * same words. */
enum lb_status lb_mesh_check_box(const struct lb_mesh *mesh, const double low[3],
                                 const double high[3], struct lb_error *err);

/* The smallest box with all nodes in it [cells]; takes a mesh that has some. */
void lb_mesh_bounds(const struct lb_mesh *mesh, double low[3], double high[3]);

/* Writes piece[node], the number of the connected component of each node: sets of nodes that sides hold
 * together, counted by their lowest nodes.  Returns how many there are. */
uint32_t lb_mesh_find_pieces(const struct lb_mesh *mesh, uint32_t *piece);

/* Their number. */
enum lb_status lb_mesh_count_pieces(const struct lb_mesh *mesh, uint32_t *count,
                                    struct lb_error *err);

/* The longest side of all triangles [cells]; 0 without any. */
double lb_mesh_longest_side(const struct lb_mesh *mesh);

/* Which corners touch a node: the entries start[node] .. start[node + 1] - 1 are
 * 3 * triangle + corner, in rising order.  Made for sums over triangles that are gathered by nodes,
 * in a fixed order and without atomics. */
struct lb_mesh_adjacency {
    uint32_t *start; /* [node_count + 1] */
    uint32_t *entry; /* [3 * triangle_count] */
};

/* Takes a mesh whose corners are nodes.  Free both with lb_mesh_adjacency_free(). */
enum lb_status lb_mesh_adjacency_create(const struct lb_mesh *mesh,
                                        struct lb_mesh_adjacency *adjacency, struct lb_error *err);
void lb_mesh_adjacency_free(struct lb_mesh_adjacency *adjacency);

/* The sides of a closed mesh, each once: nodes a, b, c, d at node[4 * edge + 0..3]; triangle
 * (a, b, c) lies to the left of the way from a to b, triangle (b, a, d) to the right. */
struct lb_mesh_edges {
    uint32_t count;
    uint32_t *node;
};

/* Fails, like lb_mesh_check(), if the mesh is not closed. */
enum lb_status lb_mesh_edges_create(const struct lb_mesh *mesh, struct lb_mesh_edges *edges,
                                    struct lb_error *err);
void lb_mesh_edges_free(struct lb_mesh_edges *edges);

#endif
