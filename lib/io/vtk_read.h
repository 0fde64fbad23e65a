/* vtk_read.h - reads back an array of a .vti or .vtp that this program wrote.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_VTK_READ_H
#define LB_IO_VTK_READ_H

#include <stdint.h>

#include "base/status.h"

struct lb_vtk_array {
    uint32_t size[3]; /* cells of a box; else the count of points, 1, 1 */
    unsigned components;
    double *numbers; /* [cell][component], x fastest, or [point][component]; owned: free() */
};

/* The floating-point array of this name ("u").  LB_STATUS_FAILED where the file or the array is none of
 * this program's. */
enum lb_status lb_vtk_read(const char *path, const char *array, struct lb_vtk_array *out,
                           struct lb_error *err);

#endif
