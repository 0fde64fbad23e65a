/* moments_step.cl - the program of the step where moments are kept: tiles of the box go along z, and
 * what a cell sends waits in local memory until its neighbours have all they find.
 * march.cl (CPUs) and tiles.cl (GPUs) have the order in which cells of a tile collide.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "core/simd.cl"
#include "slot/lattice"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "slot/rounding"
#include "slot/storage"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "step/boundary.cl"
#include "core/alarm.cl"
#include "core/sponge.cl"
#include "slot/viscosity"
#include "slot/collide"

/* What the kernel gets. */
struct march {
    const global LB_CODE *from;
    global LB_CODE *to;
    const global uchar *flags;
    const global scalar *prescribed, *law;
    global uint *alarm;
    uint step;
    ulong noise_keys;
};

/* A tile and a chunk of slices of it: where it begins, how many cells of how many rows it has, and
 * its first slice and the one behind its last. */
struct tile {
    uint x, y, cells, rows, first, end;
};

/* Slices of the chunks at both ends, where these have others. */
#ifndef LB_END_CHUNK
#define LB_END_CHUNK 0u
#endif

LB_INLINE struct tile lb_tile(const uint group)
{
    const uint across = (LB_NX + LB_TILE_ROW - 1) / LB_TILE_ROW;
    const uint tiles = across * ((LB_NY + LB_TILE_SLAB - 1) / LB_TILE_SLAB);
    const uint number = group % tiles, chunk = group / tiles;
    struct tile t;
    t.x = number % across * LB_TILE_ROW;
    t.y = number / across * LB_TILE_SLAB;
    t.cells = min((uint)LB_TILE_ROW, (uint)LB_NX - t.x);
    t.rows = min((uint)LB_TILE_SLAB, (uint)LB_NY - t.y);
    t.first = chunk * LB_CHUNK;
    t.end = min(t.first + LB_CHUNK, (uint)LB_NZ);
    if (LB_END_CHUNK > 0) {
        const uint last = LB_NZ - LB_END_CHUNK;
        t.first = chunk == 0 ? 0 : min((chunk - 1) * LB_CHUNK + LB_END_CHUNK, last);
        t.end = chunk == 0 ? LB_END_CHUNK : t.first == last ? LB_NZ : min(t.first + LB_CHUNK, last);
    }
    return t;
}

#include "slot/march"
