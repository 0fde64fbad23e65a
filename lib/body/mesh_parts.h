/* mesh_parts.h - the connected parts of a mesh, and which way round each of them is.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_MESH_PARTS_H
#define LB_BODY_MESH_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* A closed part is a connected component all of whose sides have triangles that run to and fro along
 * them.  The components that are not closed are one part together, as panels are that enclose a space
 * only with each other. */
struct lb_mesh_part {
    bool is_closed;
    uint32_t pieces; /* connected components: 1 where it is closed */
    double volume;   /* signed; of an open part as seen from the middle of its box */
    double low[3], high[3];
};

/* Free with lb_mesh_parts_free(). */
struct lb_mesh_parts {
    uint32_t count, pieces; /* pieces: of all parts */
    struct lb_mesh_part *part;
    uint32_t *start;    /* [count + 1] where the triangles of a part begin in `triangle` */
    uint32_t *triangle; /* all of them, by parts */
};

/* The parts in the order of their lowest nodes, the open one last.  Takes a mesh all of whose nodes have
 * triangles. */
enum lb_status lb_mesh_parts_find(const struct lb_mesh *mesh, struct lb_mesh_parts *out,
                                  struct lb_error *err);
void lb_mesh_parts_free(struct lb_mesh_parts *parts);

/* A part as a mesh of its own, with its names, without lines of a file.  Free with
 * lb_mesh_free(). */
enum lb_status lb_mesh_part_copy(const struct lb_mesh *mesh, const struct lb_mesh_parts *parts,
                                 uint32_t number, struct lb_mesh *out, struct lb_error *err);

/* Turns the triangles of each closed part that is inside out and lies in no other closed part, together
 * with all that lie in it, and those of the open part where its volume is negative.  What lies in another
 * part keeps its sense relative to that: it is a hollow or fills it.  Sets is_turned[part]; changes the
 * volumes of `parts`, too.  Returns how many parts were turned. */
uint32_t lb_mesh_turn_outward(struct lb_mesh *mesh, struct lb_mesh_parts *parts, bool *is_turned);

/* Turns all triangles where the volume of the whole mesh is negative; whether it was. */
bool lb_mesh_turn_whole(struct lb_mesh *mesh);

#endif
