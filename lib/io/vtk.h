/* vtk.h - fields for ParaView: .vti (XML, appended raw, UInt64 headers), .pvti that lists parts of
 * a box, and a .pvd time index.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_VTK_H
#define LB_IO_VTK_H

#include "base/status.h"
#include "io/field.h"
#include "io/file.h"

/* Point data at cell centres (Origin half a cell): an array for each of `fields`, which ends with
 * NULL; a TimeValue.
 * Reads piece by piece, each once; temporary name, then rename. */
enum lb_status lb_vtk_write_fields(const struct lb_field_source *source,
                                   const struct lb_field *const *fields, const char *path,
                                   struct lb_error *err);

/* The same of cells [begin, end) alone, every `stride`-th of them along each axis. */
struct lb_vtk_choice {
    uint32_t begin[3], end[3], stride;
};
uint32_t lb_vtk_choice_points(const struct lb_vtk_choice *choice, int axis);
enum lb_status lb_vtk_write_choice(const struct lb_field_source *source,
                                   const struct lb_field *const *fields,
                                   const struct lb_vtk_choice *choice, const char *path,
                                   struct lb_error *err);

/* Its arrays alone, at the place where file->stream is: one behind the other, each with its number of
 * bytes, a UInt64, in front, which the second function counts, too.  No stream: all is read, as other
 * ranks do. */
enum lb_status lb_vtk_write_arrays(const struct lb_field_source *source,
                                   const struct lb_field *const *fields,
                                   const struct lb_vtk_choice *choice, struct lb_file *file,
                                   struct lb_error *err);
uint64_t lb_vtk_array_bytes(const struct lb_field_source *source, const struct lb_field *field,
                            const struct lb_vtk_choice *choice);

/* Points [begin, end) of the source's box in a file of their own; `file`: relative to the index. */
struct lb_vtk_part {
    uint32_t begin[3], end[3];
    char file[64];
};

/* The same of a part alone, into `path`; each process writes its own (lb_file_open_own). */
enum lb_status lb_vtk_write_part(const struct lb_field_source *source,
                                 const struct lb_field *const *fields,
                                 const struct lb_vtk_part *part, const char *path,
                                 struct lb_error *err);

/* The .pvti of parts that together have all points; neighbours share a layer. */
enum lb_status lb_vtk_write_parts(const struct lb_field_source *source,
                                  const struct lb_field *const *fields,
                                  const struct lb_vtk_part *parts, size_t count, const char *path,
                                  struct lb_error *err);

struct lb_vtk_series; /* opaque: the .pvd index of one time series */

enum lb_status lb_vtk_series_create(const char *pvd_path, struct lb_vtk_series **out,
                                    struct lb_error *err);
/* Adds `file` (relative to the .pvd) at `time` and rewrites the index. */
enum lb_status lb_vtk_series_add(struct lb_vtk_series *series, double time, const char *file,
                                 struct lb_error *err);
/* The entries so far, and the same restored into an empty series, to continue later. */
const char *lb_vtk_series_entries(const struct lb_vtk_series *series);
enum lb_status lb_vtk_series_restore(struct lb_vtk_series *series, const char *entries,
                                     struct lb_error *err);
void lb_vtk_series_destroy(struct lb_vtk_series *series);

#endif
