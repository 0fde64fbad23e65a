/* zarr_files.c - each rank writes its chunks; when all have, the first one counts them in.
 * SPDX-License-Identifier: MIT */
#include "fields/zarr_files.h"

#include <string.h>

#include "peers/peers.h"
#include "ranks/own_ranks.h"

static struct lb_zarr_grid grid_of(const struct lb_decomposition *d)
{
    struct lb_vtk_choice all = {.stride = 1};
    memcpy(all.end, d->whole, sizeof all.end);
    return lb_zarr_grid(&all);
}

/* Chunks [begin, end), by number: those whose first cell is of the rank. */
static void find_chunks(const struct lb_decomposition *d, uint32_t begin[3], uint32_t end[3])
{
    const struct lb_zarr_grid grid = grid_of(d);
    for (int a = 0; a < 3; a++) {
        begin[a] = (d->origin[a] + grid.chunk[a] - 1) / grid.chunk[a];
        end[a] = (d->origin[a] + d->size[a] + grid.chunk[a] - 1) / grid.chunk[a];
    }
}

static struct lb_cell_box cells_of_chunks(const struct lb_decomposition *d)
{
    const struct lb_zarr_grid grid = grid_of(d);
    uint32_t begin[3], end[3];
    struct lb_cell_box box;
    find_chunks(d, begin, end);
    for (int a = 0; a < 3; a++) {
        const uint64_t last = (uint64_t)end[a] * grid.chunk[a];
        box.begin[a] = (int64_t)begin[a] * grid.chunk[a];
        box.end[a] = last < d->whole[a] ? (int64_t)last : d->whole[a];
        if (box.end[a] < box.begin[a]) box.end[a] = box.begin[a];
    }
    return box;
}

static enum lb_status write_parts(const struct lb_zarr *z, const struct lb_decomposition *d,
                                  const struct lb_own_fields *own, uint64_t step,
                                  struct lb_error *err)
{
    struct lb_field_source source = *z->source;
    struct lb_zarr part = *z;
    struct lb_layers *layers = NULL;
    const unsigned needs = lb_fields_need(z->fields);
    uint32_t begin[3], end[3];
    LB_OK(lb_layers_fetch(d, cells_of_chunks, own, needs, &layers, err));
    source.read_beyond = lb_layers_read;
    source.context = layers;
    part.source = &source;
    find_chunks(d, begin, end);
    const enum lb_status st = lb_zarr_write_chunks(&part, step, begin, end, err);
    lb_layers_destroy(layers);
    return st;
}

static enum lb_status write_all(const struct lb_zarr *z, uint64_t step, struct lb_error *err)
{
    static const uint32_t none[3];
    return lb_zarr_write_chunks(z, step, none, lb_zarr_grid(&z->cells).count, err);
}

enum lb_status lb_zarr_files_add(const struct lb_zarr *z, const struct lb_decomposition *d,
                                 const struct lb_own_fields *own, const double *times,
                                 uint64_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t step = count - 1;
    LB_TRY(lb_peers_agree(lb_ranks(), lb_zarr_begin_step(z, step, err), err));
    st = z->in_parts ? write_parts(z, d, own, step, err) : write_all(z, step, err);
    LB_TRY(lb_peers_agree(lb_ranks(), st, err));
    st = lb_peers_agree(lb_ranks(), lb_zarr_describe(z, times, count, err), err);
    if (st != LB_STATUS_OK) (void)lb_zarr_describe(z, times, step, NULL); /* as it was */
cleanup:
    if (st != LB_STATUS_OK) lb_zarr_remove_steps(z, step);
    return st;
}
