/* tiles.c - where moments are kept in place of populations: tiles of a step on CPUs and GPUs.
 * SPDX-License-Identifier: MIT */
#include <stdbool.h>

#include "layout/layout_internal.h"
#include "opencl/device.h"

/* Tiles of kernels/step/tiles.cl [cells], and the work-items of a warp. */
enum { TILE_WIDE = 32, WARP = 32 };

static uint32_t pieces_of(uint32_t size, uint32_t piece)
{
    return (size + piece - 1) / piece;
}

static uint32_t tile_items(uint32_t high)
{
    return (TILE_WIDE + 2) * (high + 2);
}

/* A work-item for each cell and each of the rim, in whole warps. */
static uint32_t tile_group(uint32_t high)
{
    return (tile_items(high) + WARP - 1) / WARP * WARP;
}

/* Populations that leave their columns, of two planes. */
static uint64_t tile_bytes(const struct lb_case *c, uint32_t high)
{
    const uint64_t stay = c->lattice->dimensions == 3 ? 3 : 1;
    return 2 * ((uint64_t)c->lattice->directions - stay) * tile_items(high) *
           lb_layout_scalar_bytes(c);
}

/* What a device does not tell is enough. */
bool lb_tiles_fit(const struct lb_case *c, const struct lb_device_info *device, uint32_t high)
{
    enum { LOCAL_BYTES = 48 << 10 };
    const uint64_t local = device->local_memory > 0 && device->local_memory < LOCAL_BYTES
                               ? device->local_memory
                               : LOCAL_BYTES;
    return tile_bytes(c, high) <= local &&
           (device->max_work_group == 0 || tile_group(high) <= device->max_work_group);
}

/* As many rows as fit; of cells with more than 16 bits a number, whose rims are more to read, 8 were faster than
 * 9 on an H200. */
static uint32_t tile_height(const struct lb_case *c, const struct lb_device_info *device)
{
    uint32_t high = c->storage->bits > 16 ? 8 : 9;
    while (high > 1 && !lb_tiles_fit(c, device, high))
        high--;
    return high;
}

/* So that three groups are on a multiprocessor of NVIDIA's, which has 65536 registers and gives them out by eights;
 * measured on an H200, whose local memory has room for three, too. */
int lb_tiles_registers(const struct lb_case *c, const struct lb_device_info *device)
{
    return (int)((65536 / (3 * tile_group(tile_height(c, device)))) & ~7u);
}

/* Tiles of kernels/step/march.cl: as many rows as have room for their populations in a core's second cache,
 * whole ones unless these would be few; and chunks that leave some for each core. */
void lb_tiles_set_cpu(const struct lb_case *c, const struct lb_device_info *device,
                      struct lb_layout *l)
{
    enum {
        RING_BYTES = 352 << 10,
        FEW_ROWS = 8,
        ROWS = 16,
        MORE = 4,
        MIN_CHUNK = 16,
        PER_CORE = 4
    };
    const bool has_slices = c->lattice->dimensions == 3;
    const uint32_t lanes = (uint32_t)l->arithmetic_lanes, nx = c->size[0], ny = c->size[1];
    const uint64_t local = device->local_memory / 4 * 3;
    const uint64_t bytes = local > 0 && local < RING_BYTES ? local : RING_BYTES;
    const uint32_t room =
        (uint32_t)(bytes / ((uint64_t)c->lattice->directions * lb_layout_scalar_bytes(c)));
    const uint32_t least = !has_slices ? 2 : MORE + (ny < FEW_ROWS ? ny : FEW_ROWS);
    uint32_t pieces = 1, wide = 0, rows = 0;
    do {
        wide = pieces_of(pieces_of(nx, pieces++), lanes) * lanes;
        while (wide < nx && nx % wide != 0 && nx % wide < lanes)
            wide += lanes;
        rows = room / (wide + 2 * lanes);
    } while (rows < least && wide > 4 * lanes && pieces <= pieces_of(nx, lanes));
    uint32_t high = !has_slices ? ny : rows >= ROWS + MORE ? ROWS : rows > MORE ? rows - MORE : 1;
    high = pieces_of(ny, pieces_of(ny, high));
    const uint32_t enough = (uint32_t)PER_CORE * (uint32_t)device->compute_units;
    const uint32_t across = pieces_of(nx, wide);
    while (!has_slices && high > MIN_CHUNK && across * pieces_of(ny, high) < enough)
        high = (high + 1) / 2;
    l->tile[0] = wide;
    l->tile[1] = high;
    l->chunk = c->size[2];
    while (l->chunk > MIN_CHUNK &&
           across * pieces_of(ny, high) * pieces_of(c->size[2], l->chunk) < enough)
        l->chunk = (l->chunk + 1) / 2;
    l->march_group = 1;
}

/* Of chunks of planes, for which a group reads one plane more on both sides, those with which all `tiles` take the
 * fewest planes one after the other, if each multiprocessor has three groups at a time. */
static uint32_t chunk_of_tiles(uint32_t planes, uint64_t tiles, const struct lb_device_info *device)
{
    enum { LONGEST = 64, SHORTEST = 16, PER_UNIT = 3 };
    const uint64_t units = device->compute_units > 0 ? device->compute_units : 1;
    const uint64_t at_once = PER_UNIT * units;
    uint32_t best = 0;
    uint64_t fewest = UINT64_MAX;
    for (uint32_t pieces = pieces_of(planes, LONGEST); best == 0 || planes / pieces >= SHORTEST;
         pieces++) {
        const uint32_t chunk = pieces_of(planes, pieces);
        const uint64_t groups = tiles * pieces_of(planes, chunk);
        const uint64_t turns = (groups + at_once - 1) / at_once * (chunk + 2);
        if (turns >= fewest) continue;
        best = chunk;
        fewest = turns;
    }
    return best;
}

/* What a subdomain sends of its ends along z travels while the rest is advanced: thin ones are soon done.  What comes
 * out of walls is added behind all tiles. */
static uint32_t end_chunk(const struct lb_case *c)
{
    enum { THIN = 4, LEAST = 32, ALONG_Z = 4 };
    return c->cut.axes == ALONG_Z && c->cell_kinds == 0 && c->size[2] >= LEAST ? THIN : 0;
}

uint64_t lb_tiles_of_slice(const struct lb_case *c, const struct lb_layout *l)
{
    return (uint64_t)pieces_of(c->size[0], l->tile[0]) * pieces_of(c->size[1], l->tile[1]);
}

void lb_tiles_set_gpu(const struct lb_case *c, const struct lb_device_info *device,
                      struct lb_layout *l)
{
    l->tile[0] = TILE_WIDE;
    l->tile[1] = tile_height(c, device);
    l->end_chunk = end_chunk(c);
    l->chunk = chunk_of_tiles(c->size[2] - 2 * l->end_chunk, lb_tiles_of_slice(c, l), device);
    l->march_group = tile_group(l->tile[1]);
}

/* Work-items of kernels/step/march.cl or tiles.cl. */
uint64_t lb_tiles_items(const struct lb_case *c, const struct lb_layout *l)
{
    const uint64_t ends = l->end_chunk > 0 ? 2 : 0;
    return lb_tiles_of_slice(c, l) * (pieces_of(c->size[2] - 2 * l->end_chunk, l->chunk) + ends) *
           l->march_group;
}
