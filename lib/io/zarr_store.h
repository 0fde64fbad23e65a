/* zarr_store.h - fields as a zarr store of version 3, not compressed: a folder with one for each array, which
 * has its chunks, raw numbers each, and zarr.json.  Time is the first axis, and a chunk has one step;
 * vectors have an array for each component.
 * A step is part of the store once lb_zarr_describe counts it; all files are whole or absent.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_ZARR_STORE_H
#define LB_IO_ZARR_STORE_H

#include "io/field.h"
#include "io/vtk.h"

struct lb_zarr {
    const char *folder;                   /* of the store */
    const char *title;                    /* of the run */
    const struct lb_field_source *source; /* numbers, their type and units */
    const struct lb_field *const *fields; /* ends with NULL */
    struct lb_vtk_choice cells;           /* of the box; stride 1: all of them */
    bool in_parts; /* chunks are of the process that calls; else of the one that writes files */
};

/* Cells that are in the store, those of a chunk, and chunks, along each axis.  It follows from
 * the choice alone, so that any number of ranks writes the same files. */
struct lb_zarr_grid {
    uint32_t points[3], chunk[3], count[3];
};
enum { LB_ZARR_CHUNK_CELLS = 1 << 18 };
struct lb_zarr_grid lb_zarr_grid(const struct lb_vtk_choice *cells);

/* Makes the folders for the chunks of step number `step`, from 0 on. */
enum lb_status lb_zarr_begin_step(const struct lb_zarr *z, uint64_t step, struct lb_error *err);

/* Reads the source and writes chunks [begin, end) of that step.  Where writing fails, all is read
 * nevertheless: ranks may read together. */
enum lb_status lb_zarr_write_chunks(const struct lb_zarr *z, uint64_t step, const uint32_t begin[3],
                                    const uint32_t end[3], struct lb_error *err);

/* Writes coordinates and JSON of `count` steps at the time steps `times`; the group's last, which
 * has that of all arrays.  0: there is no group any more. */
enum lb_status lb_zarr_describe(const struct lb_zarr *z, const double *times, uint64_t count,
                                struct lb_error *err);

/* How many chunks of steps 0 to `count` - 1 are not there, or not as long as they should be; the paths
 * of the first of them. */
enum { LB_ZARR_NAMED = 3 };
uint64_t lb_zarr_find_lost(const struct lb_zarr *z, uint64_t count,
                           char out[LB_ZARR_NAMED][LB_PATH_SIZE]);

/* Removes the chunks of steps from `step` on.  Those of a store that is read must not be counted
 * any more. */
void lb_zarr_remove_steps(const struct lb_zarr *z, uint64_t step);

/* Name of the array of a component: "rho", "ux", "vorticity_x". */
enum { LB_ZARR_NAME_SIZE = 64 };
void lb_zarr_name(const struct lb_field *field, unsigned component, char out[LB_ZARR_NAME_SIZE]);

#endif
