/* zarr_files.h - a zarr store (io/zarr_store.h) of a box that is split among ranks, each of which writes the
 * chunks that begin in its subdomain.
 * SPDX-License-Identifier: MIT */
#ifndef LB_FIELDS_ZARR_FILES_H
#define LB_FIELDS_ZARR_FILES_H

#include "fields/layers.h"
#include "io/zarr_store.h"

/* Collective: adds the step whose number is `count` - 1, the last of `times`.  What fails leaves a
 * store without it.  Chunks that reach beyond a cut have cells that other ranks send.
 * `own` reads the cells of this rank where z->in_parts; else the source of `z` reads them, and one
 * rank writes. */
enum lb_status lb_zarr_files_add(const struct lb_zarr *z, const struct lb_decomposition *d,
                                 const struct lb_own_fields *own, const double *times,
                                 uint64_t count, struct lb_error *err);

#endif
