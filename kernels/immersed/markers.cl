/* markers.cl - the program of the immersed boundary: markers push the fluid and drift with it.
 * Spreading and interpolation use the same weights phi(x - X), so that what the markers do to the
 * fluid is what the fluid does to them (Peskin, Acta Numerica 11, 479 (2002)).
 *
 * Cells without fluid, solid ones and gas, take no part: the weights of the others are raised.
 *
 * A work-item is one row of cells, along x, of one marker's stencil; the rows of a marker are
 * neighbours in a group of LB_MARKER_GROUP work-items.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "shared/fixed_point.h"
#include "shared/vector_word.h"
#include "shared/membrane_sums.h"
#include "core/simd.cl"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "immersed/positions.cl"
#include "immersed/cell_velocity.cl"
#include "core/alarm.cl"
#include "slot/delta"
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#include "immersed/delta_stencil.cl"
#include "immersed/no_penetration.cl"
#include "immersed/stencil_rows.cl"
#include "immersed/volume_area.cl"

/* Forces of the membrane on a node: its triangles', and the pressure and tension that keep volume
 * and area; of every LB_ROWS-th triangle from number `first` on. */
LB_INLINE struct triple lb_membrane_force(const global uint *start, const global uint *entries,
                                          const global scalar *record, const global long *sums,
                                          const uint node, const uint first)
{
    const scalar pressure = lb_membrane_pressure(sums[0]);
    const scalar tension = LB_HAS_AREA_FORCE ? lb_membrane_tension(sums[1]) : (scalar)0;
    struct triple f = {0, 0, 0};
    for (uint n = start[node] + first; n < start[node + 1]; n += LB_ROWS) {
        const uint corner = entries[n] % 3;
        const global scalar *from = record + LB_RECORD_SIZE * (entries[n] / 3);
        const scalar second = corner == 0 ? -1 : corner == 1 ? 1 : 0;
        const scalar third = corner == 0 ? -1 : corner == 2 ? 1 : 0;
        const struct triple strain = lb_combine(second, lb_get(from), third, lb_get(from + 3));
        f = lb_combine(1, f, 1, lb_combine(1, strain, pressure, lb_get(from + 6)));
        if (LB_HAS_AREA_FORCE)
            f = lb_combine(1, f, tension,
                           lb_combine(second, lb_get(from + 9), third, lb_get(from + 12)));
    }
    return f;
}

/* The force of marker `marker` on the fluid, a part from each of its rows; the parts meet in `part`
 * and are added in a fixed order. */
LB_INLINE struct triple lb_marker_force(const global scalar *given, const global uint *start,
                                        const global uint *entries, const global scalar *record,
                                        const global long *sums, const global scalar *bending,
                                        local struct triple *part, const uint marker,
                                        const uint number, const bool active)
{
    const uint item = (uint)get_local_id(0);
    struct triple f = {0, 0, 0};
    if (LB_HAS_MEMBRANE && active && marker < LB_NODES)
        f = lb_membrane_force(start, entries, record, sums, marker, number);
    if (LB_HAS_BENDING && active && number == 0 && marker < LB_NODES)
        f = lb_combine(1, f, 1, lb_get(bending + 3 * marker));
    if (LB_HAS_GIVEN_FORCE && active && number == 0)
        f = lb_combine(1, f, 1, lb_get(given + 3 * marker));
    part[item] = f;
    barrier(CLK_LOCAL_MEM_FENCE);
    f = (struct triple){0, 0, 0};
    for (uint n = 0; active && n < LB_ROWS; n++)
        f = lb_combine(1, f, 1, part[item - number + n]);
    return f;
}

/* Finds every marker's force, leaves it in `marker_force` for observers, and gives it to the cells
 * around; marks the quarters of the memory vectors' lanes in which these cells are.  A subdomain
 * knows from the one that moves the marker what its weights are `raised` by (parts.cl). */
kernel void lb_spread(const global long *restrict position, const global uchar *restrict flags,
                      const global scalar *restrict given, const global uint *restrict start,
                      const global uint *restrict entries, const global scalar *restrict record,
                      const global long *restrict sums, global scalar *restrict marker_force,
                      global long *restrict force, global uint *restrict links,
                      const global scalar *restrict bending, const global scalar *restrict raised,
                      global uint *restrict alarm, const uint step)
{
    local struct triple force_part[LB_MARKER_GROUP];
    local scalar part[LB_MARKER_GROUP];
    const uint item = (uint)get_local_id(0), number = item % LB_ROWS;
    const uint marker = (uint)get_group_id(0) * LB_MARKERS_PER_GROUP + item / LB_ROWS;
    const bool active = item < LB_MARKERS_PER_GROUP * LB_ROWS && lb_is_there(position, marker);
    struct row row;
    if (active) lb_row(position, marker, number, &row);
    struct triple f = {0, 0, 0};
    if (LB_HAS_CELL_FORCE) {
        f = lb_marker_force(given, start, entries, record, sums, bending, force_part, marker,
                            number, active);
        if (active && number == 0) {
            lb_put(marker_force + 3 * marker, f);
            if (!(lb_fits(f.x) && lb_fits(f.y) && lb_fits(f.z)))
                lb_raise_alarm(alarm, LB_ALARM_MARKER, step);
        }
    }
    scalar factor = 1;
    uint idle = 0;
    if (LB_HAS_IDLE_CELLS && active) idle = lb_idle_cells(&row, flags);
    if (LB_HAS_IDLE_CELLS && LB_CUT == 0) factor = lb_raise(&row, idle, part, active);
    if (!active) return;
    if (LB_HAS_IDLE_CELLS && LB_CUT != 0) factor = raised[marker];
    for (uint i = 0; i < LB_DELTA_POINTS; i++) {
        if (!lb_is_own(row.cell[i])) continue;
        const LB_INDEX at = lb_index(row.cell[i]);
        if (LB_HAS_IDLE_CELLS && (idle >> i & 1u) != 0) continue;
        atomic_or(links + at / LB_V, LB_LINK_MARK(at % LB_V));
        if (!LB_HAS_CELL_FORCE) continue;
        const scalar weight = factor * row.weight[i];
        lb_add_force(force, 0, at, weight * f.x);
        lb_add_force(force, 1, at, weight * f.y);
        lb_add_force(force, 2, at, weight * f.z);
    }
}

#if LB_CUT == 0
/* Moves every marker with the fluid for one step: X += sum u phi(x - X), u being what the step
 * collided with.  `flight` keeps each marker's velocity where there is gas.  Leaves the sums of
 * volume and area empty. */
kernel void lb_drift(global long *restrict position, const global uchar *restrict flags,
                     const global four *restrict velocity, global long *restrict flight,
                     global long *restrict sums)
{
    local long part[3 * LB_MARKER_GROUP];
    local scalar share_part[LB_MARKER_GROUP];
    const uint item = (uint)get_local_id(0), number = item % LB_ROWS;
    const uint marker = (uint)get_group_id(0) * LB_MARKERS_PER_GROUP + item / LB_ROWS;
    const bool active = item < LB_MARKERS_PER_GROUP * LB_ROWS && lb_is_there(position, marker);
    struct row row;
    if (active) lb_row(position, marker, number, &row);
    scalar factor = 1;
    uint idle = 0;
    if (LB_HAS_IDLE_CELLS && active) idle = lb_idle_cells(&row, flags);
    if (LB_HAS_IDLE_CELLS) factor = lb_raise(&row, idle, share_part, active);
    long way[3], to[3], flown[3];
    lb_find_way(&row, idle, velocity, factor, part, active, way);
    if (get_global_id(0) == 0 && LB_HAS_MEMBRANE) sums[0] = sums[1] = 0;
    if (!active || number != 0) return;
    lb_move(position + 3 * marker, flight + 3 * marker, flags, way, factor == (scalar)0, to, flown);
    for (uint a = 0; a < LB_D; a++) {
        position[3 * marker + a] = to[a];
        if (LB_HAS_SURFACE) flight[3 * marker + a] = flown[a];
    }
}
#endif
