/* parts.cl - the program of the markers of a subdomain (lib/modules/immersed.h).  Every subdomain has the positions of
 * all markers and spreads forces to its own cells.  The one whose cell a marker is in, its owner, moves it:
 *
 *     lb_pack_velocities   of own cells in stencils of markers that others own; all get them
 *     lb_put_velocities    those of cells of the halo
 *     lb_drift_own         where own markers get, and what their weights are raised by there; all get that
 *     lb_put_markers
 *
 * So each number is computed by one subdomain, as one device would.
 *
 * `rows` has the number of rows, then the rows, in any order.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "shared/fixed_point.h"
#include "shared/marker_rows.h"
#include "core/simd.cl"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "immersed/positions.cl"
#include "immersed/cell_velocity.cl"
#include "slot/delta"
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#include "immersed/delta_stencil.cl"
#include "immersed/no_penetration.cl"
#include "immersed/stencil_rows.cl"
#include "shared/patch_sizes.h"
#include "immersed/near_walls.cl"
#include "immersed/node_columns.cl"

#define LB_VELOCITY_ROW LB_VELOCITY_ROW_OF(LB_ARITHMETIC_FP64)
#define LB_MARKER_ROW LB_MARKER_ROW_OF(LB_HAS_SURFACE)
#define LB_ROW_RAISED (LB_MARKER_ROW - 1)
#if LB_ROWS * LB_DELTA_POINTS > 64
#error "the cells of a stencil are bits of a word"
#endif
#if LB_ARITHMETIC_FP64
#define LB_SCALAR_BITS(x) as_ulong(x)
#define LB_SCALAR_OF(bits) as_double(bits)
#else
#define LB_SCALAR_BITS(x) as_uint(x)
#define LB_SCALAR_OF(bits) as_float((uint)(bits))
#endif

/* Whose owner this subdomain is; of a marker that is there. */
LB_INLINE bool lb_is_own_marker(const global long *position, const uint marker)
{
    const global long *x = position + 3 * marker;
    return lb_is_own(lb_cell_of(x[0], x[1], x[2]));
}

/* --- velocities -------------------------------------------------------------------------------- */

LB_INLINE void lb_put_row(global ulong *row, const ulong at, const four u)
{
    row[0] = at;
#if LB_ARITHMETIC_FP64
    row[1] = as_ulong(u.x);
    row[2] = as_ulong(u.y);
    row[3] = as_ulong(u.z);
#else
    row[1] = as_ulong(u.xy);
    row[2] = as_ulong(u.zw);
#endif
}

LB_INLINE four lb_row_velocity(const global ulong *row)
{
    four u = 0;
#if LB_ARITHMETIC_FP64
    u.xyz = (double3)(as_double(row[1]), as_double(row[2]), as_double(row[3]));
#else
    u.xy = as_float2(row[1]);
    u.zw = as_float2(row[2]);
#endif
    return u;
}

/* The fourth number, which no one reads, tells whether a cell has its row already: the step's number is there. */
LB_INLINE bool lb_is_first(global four *velocity, const LB_INDEX at, const uint step)
{
    volatile global uint *unused =
        (volatile global uint *)(velocity + at) + (LB_ARITHMETIC_FP64 ? 6 : 3);
    return atomic_xchg(unused, step) != step;
}

/* Behind a step; `step` is the number of the next one, so at least 1. */
kernel void lb_pack_velocities(const global long *position, global four *velocity,
                               global ulong *rows, const uint step)
{
    const uint item = (uint)get_local_id(0);
    const uint marker = (uint)get_group_id(0) * LB_MARKERS_PER_GROUP + item / LB_ROWS;
    if (item >= LB_MARKERS_PER_GROUP * LB_ROWS || !lb_is_there(position, marker) ||
        lb_is_own_marker(position, marker))
        return;
    struct row row;
    lb_row(position, marker, item % LB_ROWS, &row);
    for (uint i = 0; i < LB_DELTA_POINTS; i++) {
        if (!lb_is_own(row.cell[i])) continue;
        const LB_INDEX at = LB_VELOCITY_AT(lb_index(row.cell[i]));
        if (!lb_is_first(velocity, at, step)) continue;
        const struct cell w = lb_in_whole(row.cell[i]);
        const uint k = atomic_inc((volatile global uint *)rows);
        lb_put_row(rows + 1 + (ulong)LB_VELOCITY_ROW * k,
                   ((ulong)w.z * LB_WHOLE_NY + w.y) * LB_WHOLE_NX + w.x, velocity[at]);
    }
}

/* Of all subdomains. */
kernel void lb_put_velocities(const global ulong *all_rows, const uint count, global four *velocity,
                              global ulong *rows)
{
    const uint k = (uint)get_global_id(0);
    if (k == 0) rows[0] = 0;
    if (k >= count) return;
    const global ulong *row = all_rows + (ulong)LB_VELOCITY_ROW * k;
    const ulong n = row[0];
    const struct cell c =
        lb_cell_in_box((int)(n % LB_WHOLE_NX), (int)(n / LB_WHOLE_NX % LB_WHOLE_NY),
                       (int)(n / ((ulong)LB_WHOLE_NX * LB_WHOLE_NY)));
    if (!lb_is_own(c) && lb_is_seen(c))
        velocity[LB_VELOCITY_AT(lb_place_of(c))] = lb_row_velocity(row);
}

/* --- markers ----------------------------------------------------------------------------------- */

/* Begins the row of a marker. */
LB_INLINE global ulong *lb_begin_row(global ulong *rows, const uint marker)
{
    global ulong *row = rows + 1 + (ulong)LB_MARKER_ROW * atomic_inc((volatile global uint *)rows);
    row[0] = marker;
    return row;
}

/* Moves own markers, where `moves`, as lb_drift: what was gas before the step is among `idle_cells`, as flags are those
 * behind it. */
kernel void lb_drift_own(const global long *position, const global uchar *flags,
                         const global four *velocity, const global long *flight,
                         const global scalar *raised, const global ulong *idle_cells,
                         global ulong *rows, const uint moves)
{
    local long part[3 * LB_MARKER_GROUP];
    local scalar share_part[LB_MARKER_GROUP];
    local uint place[LB_MARKERS_PER_GROUP + 1]; /* of the row, among all words */
    const uint item = (uint)get_local_id(0), number = item % LB_ROWS, nth = item / LB_ROWS;
    const uint marker = (uint)get_group_id(0) * LB_MARKERS_PER_GROUP + nth;
    const bool active = item < LB_MARKERS_PER_GROUP * LB_ROWS && lb_is_there(position, marker) &&
                        lb_is_own_marker(position, marker);
    struct row row;
    uint idle = 0;
    if (active) lb_row(position, marker, number, &row);
    if (active && LB_HAS_SURFACE) idle = (uint)(idle_cells[marker] >> number * LB_DELTA_POINTS);
    if (active && LB_HAS_SOLID && !LB_HAS_SURFACE) idle = lb_idle_cells(&row, flags);
    const scalar factor = LB_HAS_IDLE_CELLS && active ? raised[marker] : (scalar)1;
    long way[3], to[3], flown[3];
    lb_find_way(&row, idle, velocity, factor, part, active, way);
    if (active && number == 0) {
        global ulong *out = lb_begin_row(rows, marker);
        place[nth] = (uint)(out - rows);
        lb_move(position + 3 * marker, flight + 3 * marker, flags, way, factor == (scalar)0, to,
                flown);
        for (uint a = 0; a < 3; a++) {
            out[1 + a] = (ulong)(moves && a < LB_D ? to[a] : position[3 * marker + a]);
            if (LB_HAS_SURFACE)
                out[LB_ROW_FLIGHT + a] =
                    (ulong)(moves && a < LB_D ? flown[a] : flight[3 * marker + a]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (!LB_HAS_IDLE_CELLS) return;
    if (active) {
        lb_row((const global long *)(rows + place[nth] + 1), 0, number, &row);
        idle = lb_idle_cells(&row, flags);
        part[item] = (long)((ulong)idle << number * LB_DELTA_POINTS);
    }
    const scalar next = lb_raise(&row, idle, share_part, active);
    if (!active || number != 0) return;
    for (uint n = 1; n < LB_ROWS; n++)
        part[item] |= part[item + n];
    rows[place[nth] + LB_ROW_RAISED] = LB_SCALAR_BITS(next);
    if (LB_HAS_SURFACE) rows[place[nth] + LB_ROW_IDLE] = (ulong)part[item];
}

/* The same of nodes of a mere membrane: as lb_patch. */
#if LB_HAS_MEMBRANE
kernel void lb_drift_own_nodes(const global long *position, const global uchar *flags,
                               const global four *velocity, const global uchar *near,
                               global ulong *rows, const uint moves)
{
    local scalar part[4 * LB_MARKER_GROUP];
    const uint item = (uint)get_local_id(0), number = item % LB_ROWS, nth = item / LB_ROWS;
    const uint marker = (uint)get_group_id(0) * LB_MARKERS_PER_GROUP + nth;
    const bool active = item < LB_MARKERS_PER_GROUP * LB_ROWS && lb_is_there(position, marker) &&
                        lb_is_own_marker(position, marker);
    const global long *from = position + 3 * marker;
    const bool is_near = LB_HAS_SOLID && active && lb_is_near_wall(near, from);
    struct column column;
    long to[3] = {0, 0, 0};
    if (active) {
        lb_column(from[0], from[1], from[2], number, &column);
        lb_weigh_velocities(&column, flags, velocity, is_near, part + 4 * item);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (active) lb_move_node(part + 4 * (item - number), from, flags, is_near, moves, to);
    barrier(CLK_LOCAL_MEM_FENCE); /* parts were read, and change now */
    if (active && is_near) {
        lb_column(to[0], to[1], to[2], number, &column);
        part[4 * item + 3] = lb_weigh_share(&column, flags);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!active || number != 0) return;
    global ulong *out = lb_begin_row(rows, marker);
    for (uint a = 0; a < 3; a++)
        out[1 + a] = (ulong)to[a];
    const scalar factor = is_near ? lb_raised(lb_sum_columns(part + 4 * item, 3)) : (scalar)1;
    out[LB_ROW_RAISED] = LB_SCALAR_BITS(factor);
}
#endif

/* Of all subdomains, each marker that is there once.  `clears`: volume and area will be summed anew. */
kernel void lb_put_markers(const global ulong *all_rows, const uint count, global long *position,
                           global long *flight, global scalar *raised, global ulong *idle_cells,
                           global long *sums, global ulong *rows, const uint clears)
{
    const uint k = (uint)get_global_id(0);
    if (k == 0) rows[0] = 0;
    if (k == 0 && LB_HAS_MEMBRANE && clears) sums[0] = sums[1] = 0;
    if (k >= count) return;
    const global ulong *row = all_rows + (ulong)LB_MARKER_ROW * k;
    const uint marker = (uint)row[0];
    for (uint a = 0; a < 3; a++) {
        position[3 * marker + a] = (long)row[1 + a];
        if (LB_HAS_SURFACE) flight[3 * marker + a] = (long)row[LB_ROW_FLIGHT + a];
    }
    if (LB_HAS_IDLE_CELLS) raised[marker] = LB_SCALAR_OF(row[LB_ROW_RAISED]);
    if (LB_HAS_SURFACE) idle_cells[marker] = row[LB_ROW_IDLE];
}
