/* vtp.h - surfaces and clouds of points for ParaView: .vtp (XML, appended raw, UInt64 headers).
 * A time series goes into a .pvd as .vti files do: lb_vtk_series_add().
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_VTP_H
#define LB_IO_VTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* One array of point data, borrowed: numbers[components * point + component]. */
struct lb_point_array {
    const char *name; /* letters, digits, spaces, '_', '-', '.' */
    unsigned components;
    const double *numbers;
};

/* Borrowed arrays.  Without triangles each point becomes a vertex of its own; no points at all are
 * fine (no particle is left). */
struct lb_points_view {
    uint32_t point_count;
    uint32_t triangle_count;
    const double *position; /* [cells], position[3 * point + axis]; the box begins at 0 */
    const uint32_t *corner; /* corner[3 * triangle + 0..2], or NULL: a cloud of points */
    const struct lb_point_array *arrays;
    size_t array_count;
    uint64_t step; /* times `per_step`, or 1 where that is 0: TimeValue */
    double per_step;
    bool double_precision; /* write 64-bit numbers rather than 32-bit ones */
};

/* Streams through a small buffer; temporary name, then rename. */
enum lb_status lb_vtp_write(const struct lb_points_view *view, const char *path,
                            struct lb_error *err);

#endif
