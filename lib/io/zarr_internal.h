/* zarr_internal.h - what the files of a store share.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_ZARR_INTERNAL_H
#define LB_IO_ZARR_INTERNAL_H

#include "io/file.h"
#include "io/zarr_store.h"

/* FOLDER/ARRAY/NAME; `array` NULL: of the group. */
enum lb_status lb_zarr_path(const struct lb_zarr *z, const char *array, const char *name,
                            char out[LB_PATH_SIZE], struct lb_error *err);

#endif
