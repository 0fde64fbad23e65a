/* mesh_file.h - reads triangle meshes: STL and PLY (binary and ASCII), OBJ, OFF.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_MESH_FILE_H
#define LB_GEOMETRY_MESH_FILE_H

#include <stddef.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* The format follows from the ending of `path` (.stl, .obj, .off, .ply in any case), of names without
 * one from how the file begins.
 * Corners with exactly the same position become one node.  OBJ: `v` and `f` count, words of
 * other geometry and of looks are skipped, and all others are refused.  Faces of more corners are
 * cut into triangles; they need not be convex, but must not cross themselves.  OFF: likewise; text
 * only.  Nodes that no triangle uses are left out.  Numbers are taken as they are, whatever their
 * unit: scaling, placing and lb_mesh_check() are the caller's.
 * A byte-order mark at the start is passed.  mesh->line tells where a text has each triangle,
 * mesh->remark what of the file was not as it should be.
 * Failures name the file, the line or byte, and what was expected; `mesh` is then {0}. */
enum lb_status lb_mesh_read(const char *path, struct lb_mesh *mesh, struct lb_error *err);

/* The same from `size` bytes that lie in memory; `path` gives the format and the name. */
enum lb_status lb_mesh_parse(const char *path, const char *bytes, size_t size, struct lb_mesh *mesh,
                             struct lb_error *err);

#endif
