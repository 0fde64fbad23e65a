/* marker_exchange.cl - the program of a subdomain's cells near markers (lib/workspace/marker_world.h): forces come from
 * the arrays of the whole box, in which the markers' kernels work, and velocities go there, those of other
 * subdomains too.  Arrays of the whole box count cells x fastest, one lane each.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "shared/vector_word.h"
#include "core/simd.cl"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "immersed/cell_velocity.cl"

/* A row: the cell's number in the whole box, and its velocity. */
#if LB_ARITHMETIC_FP64
#define LB_ROW_SIZE 5
#else
#define LB_ROW_SIZE 3
#endif

LB_INLINE void lb_put_row(global ulong *row, const ulong at, const four u)
{
    row[0] = at;
#if LB_ARITHMETIC_FP64
    row[1] = as_ulong(u.x);
    row[2] = as_ulong(u.y);
    row[3] = as_ulong(u.z);
    row[4] = as_ulong(u.w);
#else
    row[1] = as_ulong(u.xy);
    row[2] = as_ulong(u.zw);
#endif
}

LB_INLINE four lb_row_velocity(const global ulong *row)
{
    four u;
#if LB_ARITHMETIC_FP64
    u = (four)(as_double(row[1]), as_double(row[2]), as_double(row[3]), as_double(row[4]));
#else
    u.xy = as_float2(row[1]);
    u.zw = as_float2(row[2]);
#endif
    return u;
}

/* The subdomain begins at (ox, oy, oz). */
LB_INLINE ulong lb_number_in_whole(const struct cell c, const uint ox, const uint oy, const uint oz)
{
    return ((ulong)(oz + c.z) * LB_WHOLE_NY + (oy + c.y)) * LB_WHOLE_NX + (ox + c.x);
}

/* Marks and forces of the subdomain's cells, once the markers have left them. */
kernel void lb_take_forces(const global uint *world_links, const global long *world_force,
                           global uint *links, global long *force, const uint ox, const uint oy,
                           const uint oz)
{
    const LB_INDEX n = (LB_INDEX)get_global_id(0);
    if (n >= LB_CELLS) return;
    const ulong at = lb_number_in_whole(lb_cell_at(n), ox, oy, oz);
    if ((world_links[at] & LB_LINK_MARKS) == 0) return;
    atomic_or(links + n / LB_V, LB_LINK_MARK(n % LB_V));
    for (uint a = 0; LB_HAS_CELL_FORCE && a < LB_D; a++)
        force[LB_FORCE_AT(a, LB_NEAR_AT(n))] = world_force[at * LB_D + a];
}

/* Lists the cells whose velocities the step is going to keep, `marked[0]` of them, up to `room`. */
kernel void lb_list_marked(const global uint *links, global LB_INDEX *list, global uint *marked,
                           const uint room)
{
    const LB_INDEX vector = (LB_INDEX)get_global_id(0);
    if (vector >= LB_VECTORS) return;
    const uint link = links[vector];
    for (uint lane = 0; lane < LB_V; lane++) {
        if ((link & LB_LINK_MARK(lane)) == 0) continue;
        const uint k = atomic_inc(marked);
        if (k < room) list[k] = vector * LB_V + lane;
    }
}

kernel void lb_pack_velocities(const global four *velocity, const global LB_INDEX *list,
                               const global uint *marked, global ulong *rows, const uint room,
                               const uint ox, const uint oy, const uint oz)
{
    const uint k = (uint)get_global_id(0);
    if (k >= min(marked[0], room)) return;
    const ulong at = lb_number_in_whole(lb_cell_at(list[k]), ox, oy, oz);
    lb_put_row(rows + (ulong)LB_ROW_SIZE * k, at, velocity[LB_NEAR_AT(list[k])]);
}

/* Of all subdomains, `count` rows; forces and marks there are of the past. */
kernel void lb_put_velocities(const global ulong *all_rows, global four *world_velocity,
                              global uint *world_links, global long *world_force,
                              global uint *marked, const uint count)
{
    const uint k = (uint)get_global_id(0);
    if (k == 0) marked[0] = 0;
    if (k >= count) return;
    const global ulong *row = all_rows + (ulong)LB_ROW_SIZE * k;
    const ulong at = row[0];
    world_velocity[at] = lb_row_velocity(row);
    world_links[at] = 0;
    for (uint a = 0; LB_HAS_CELL_FORCE && a < LB_D; a++)
        world_force[at * LB_D + a] = 0;
}

#if LB_HAS_SURFACE
#define LB_NOWHERE (~0ul)
#define LB_SIDES 64 /* bits of a mask */

/* Which of `count` cells near markers are gas and of this subdomain: a bit for each, so that masks of all subdomains
 * add up. */
kernel void lb_find_sides(const global ulong *near, const global uchar *flags, global ulong *sides,
                          const uint count, const uint ox, const uint oy, const uint oz)
{
    const uint first = LB_SIDES * (uint)get_global_id(0);
    if (first >= count) return;
    ulong mask = 0;
    for (uint k = 0; k < LB_SIDES && first + k < count; k++) {
        const ulong n = near[first + k];
        const struct cell c = {(uint)(n % LB_WHOLE_NX) - ox,
                               (uint)(n / LB_WHOLE_NX % LB_WHOLE_NY) - oy,
                               (uint)(n / ((ulong)LB_WHOLE_NX * LB_WHOLE_NY)) - oz};
        const bool is_own = n != LB_NOWHERE && c.x < LB_NX && c.y < LB_NY && c.z < LB_NZ;
        if (is_own && (flags[lb_index(c)] & LB_CELL_GAS) != 0) mask |= 1ul << k;
    }
    sides[get_global_id(0)] = mask;
}

kernel void lb_put_sides(const global ulong *near, const global ulong *sides,
                         global uchar *world_flags, const uint count)
{
    const uint k = (uint)get_global_id(0);
    if (k >= count || near[k] == LB_NOWHERE) return;
    const bool is_gas = (sides[k / LB_SIDES] >> k % LB_SIDES & 1u) != 0;
    world_flags[near[k]] =
        (uchar)((world_flags[near[k]] & ~LB_CELL_TYPE) | (is_gas ? LB_CELL_GAS : 0));
}
#endif
