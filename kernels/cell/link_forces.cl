/* link_forces.cl - forces and moments on bodies, walls and boundaries by momentum exchange.
 * What a fluid cell sent along -c_i into a solid or an outer cell, `sent`, and what comes out of it along
 * c_i, `found`, make a link: it gives -c_i (sent + found) to what the cell is of.  Half-way walls give
 * back what they got, less what a moving one takes; of walls between cells, one of the two is kept.
 * Populations count less w_i: what is left is the force of the pressure above that of density 1.
 * Sources: Ladd, J. Fluid Mech. 271, 285 (1994); Mei, Yu, Shyy, Luo, Phys. Rev. E 65, 041203
 * (2002).
 * The same link brings the mass found - sent, of a boundary's, or that a moving wall adds; others bring none.
 * A program of its own: few runs ask for it.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "shared/force_task.h"

/* The group of what is at n, seen from a fluid cell: 2 n + 1 for moving walls and 2 n for resting ones,
 * with n their body's number; 2 (bodies + 1 + b) for boundary b. */
LB_INLINE ushort lb_group_of(const global uchar *flags, const global uchar *numbers,
                             const LB_INDEX n, const uint bodies)
{
    const uint number = LB_HAS_NUMBERS ? numbers[n] : 0;
    if ((flags[n] & LB_CELL_SOLID) == 0) return LB_NO_LINK;
    if (lb_is_of_boundary(flags[n])) return (ushort)(2 * (bodies + 1 + number));
    return (ushort)(2 * number + ((flags[n] & LB_CELL_MOVING) != 0));
}

/* groups[LB_Q * item + i]: from which group population i comes into cell `first + item` of those
 * beside walls; links of equilibrium cells do not count. */
kernel void lb_find_link_groups(const global uchar *flags, const global uchar *numbers,
                                const global LB_INDEX *beside, global ushort *groups,
                                const uint bodies, const ulong first, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_at(beside[first + item]);
    const bool counts = (flags[lb_index(c)] & LB_CELL_EQUILIBRIUM) == 0;
    groups[LB_Q * item] = LB_NO_LINK;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++)
        groups[LB_Q * item + i] =
            counts ? lb_group_of(flags, numbers, lb_neighbour_at(c, LB_AGAINST(i)), bodies)
                   : (ushort)LB_NO_LINK;
}

#if LB_HAS_MOTION
/* linked_from[k] as cells are now; a group of work-items for each task. */
kernel __attribute__((reqd_work_group_size(LB_FORCE_GROUP, 1, 1))) void
lb_find_links_again(const global uchar *flags, const global uchar *numbers,
                    const global LB_INDEX *linked_cells, global uint *linked_from,
                    const global long *force_tasks, const uint bodies)
{
    const global long *task = force_tasks + LB_TASK_SIZE * get_group_id(0);
    const ushort group = (ushort)task[LB_TASK_GROUP];
    for (ulong k = (ulong)task[LB_TASK_FIRST] + get_local_id(0); k < (ulong)task[LB_TASK_END];
         k += LB_FORCE_GROUP) {
        const LB_INDEX n = linked_cells[k];
        const struct cell c = lb_cell_at(n);
        uint from = 0;
#pragma unroll 1
        for (int i = 1; i < LB_Q; i++)
            if (lb_group_of(flags, numbers, lb_neighbour_at(c, LB_AGAINST(i)), bodies) == group)
                from |= 1u << i;
        linked_from[k] = (flags[n] & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) != 0 ? 0 : from;
    }
}
#endif

/* A fluid cell with links of one kind. */
struct linked {
    struct handed over;
    const global scalar *prescribed, *law;
    struct cell c;
    uint kind;
    bool is_gas;
    uint curved; /* bit i: population i comes out of a wall between cells, of which is kept, */
    const global scalar *curved_kept; /* for the lowest of them here */
    LB_SUM brought;                   /* mass, times S, by the cell's own links, in their order */
};

/* Of a wall between cells: what went in, or what comes out (lb_curved_exchanged). */
LB_INLINE real lb_kept_of_curved(const struct linked *l, const int i)
{
    const uint number = popcount(l->curved & ((1u << i) - 1u));
    return (scalar)LB_STORAGE_SCALE * l->curved_kept[number * LB_WALL_NUMBERS];
}

/* Of cell n; `at`: 1 + its number among the cells with walls between cells, 0: it is none. */
LB_INLINE void lb_open_links(struct linked *l, const global LB_CODE *f,
                             const global LB_CODE *other_f, const global uchar *flags,
                             const struct sent_codes across, const LB_INDEX n, const uint at,
                             const global uint *curved_links, const global uint *curved_at,
                             const global scalar *curved_kept, const uint step)
{
    l->c = lb_cell_at(n);
    l->is_gas = LB_HAS_SURFACE ? (flags[n] & LB_CELL_GAS) != 0 : false;
    l->over = lb_handed_over(f, other_f, flags, l->prescribed, l->law, across, l->c, step,
                             LB_HAS_NUMBERS && l->kind == LB_LINKS_BOUNDARY);
    l->curved = 0;
    if (LB_WALL_NUMBERS > 0 && at > 0) {
        l->curved = curved_links[at - 1];
        l->curved_kept = curved_kept + (ulong)curved_at[at - 1] * LB_WALL_NUMBERS;
    }
}

/* A number in units of 2^-LB_LINK_BITS: 2^32 of them, and the rest, which is not negative. */
struct whole {
    long high, low;
};

LB_INLINE struct whole lb_carried_over(const long high, const long low)
{
    const struct whole w = {high + (low >> 32), low & 0xffffffffL};
    return w;
}

/* Of S times it. */
LB_INLINE struct whole lb_whole_of(const LB_SUM x)
{
    const LB_SUM unit = (LB_SUM)((long)1 << LB_LINK_BITS) / (LB_SUM)LB_STORAGE_SCALE;
    return lb_carried_over(0, convert_long_rte(x * unit));
}

/* a * x - b * y */
LB_INLINE struct whole lb_cross(const long a, const struct whole x, const long b,
                                const struct whole y)
{
    return lb_carried_over(a * x.high - b * y.high, a * x.low - b * y.low);
}

LB_INLINE bool lb_is_odd(const LB_SUM x)
{
    return !(fabs(x) < (LB_SUM)(1 << LB_LINK_MOST) * (LB_SUM)LB_STORAGE_SCALE);
}

/* sent + found, less the weights, times S, of the link from which population i comes along (cx, cy, cz);
 * gas has no populations, but presses as it would with density 1. */
LB_INLINE LB_SUM lb_exchanged(struct linked *l, const int i, const int cx, const int cy,
                              const int cz, const scalar weight)
{
    const scalar at_rest = LB_SHIFT ? (scalar)0 : weight;
    real found = lb_found_from(&l->over, i, cx, cy, cz), sent = found;
    if (LB_HAS_NUMBERS && l->kind == LB_LINKS_BOUNDARY)
        sent = lb_sent_against(&l->over, i, cx, cy, cz);
    if (LB_WALL_NUMBERS > 0 && (l->curved >> i & 1u) != 0)
        lb_curved_exchanged(&sent, &found, &l->over, lb_kept_of_curved(l, i), i, cx, cy, cz);
    l->brought += (LB_SUM)found - (LB_SUM)sent;
    LB_SUM sum = (LB_SUM)sent + (LB_SUM)found - (LB_SUM)2 * (LB_SUM)at_rest;
    if (LB_HAS_SURFACE && l->is_gas) sum = 0;
    if (LB_HAS_MOVING && l->kind == LB_LINKS_MOVING) {
        const real taken = lb_wall_term(l->prescribed, l->c, -cx, -cy, -cz, weight);
        sum -= (LB_SUM)taken;
        if (!(LB_HAS_SURFACE && l->is_gas)) l->brought -= (LB_SUM)taken;
    }
    return sum;
}

/* The force of the links in `from`: bit i where population i comes out. */
LB_INLINE void lb_force_of(LB_SUM *force, struct linked *l, const uint from)
{
    force[0] = force[1] = force[2] = l->brought = 0;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                         \
    {                                                                                       \
        const scalar weight = LB_WEIGHT(numerator, denominator);                            \
        LB_SUM along = 0;                                                                   \
        if (from & 1u << (i)) along -= lb_exchanged(l, i, cx, cy, cz, weight);              \
        if (from & 2u << (i)) along += lb_exchanged(l, i + 1, -(cx), -(cy), -(cz), weight); \
        force[0] += (LB_SUM)(cx)*along;                                                     \
        force[1] += (LB_SUM)(cy)*along;                                                     \
        force[2] += (LB_SUM)(cz)*along;                                                     \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* From the anchor to a cell, along an axis of `size` cells. */
LB_INLINE long lb_arm(const uint at, const long anchor, const uint size, const bool nearest)
{
    if (!nearest) return (long)at - anchor;
    const long ahead = (((long)at - anchor) % (long)size + (long)size) % (long)size;
    return 2 * ahead > (long)size ? ahead - (long)size : ahead;
}

LB_INLINE void lb_add_whole(long *sum, const int n, const struct whole w)
{
    sum[2 * n] += w.high;
    sum[2 * n + 1] += w.low;
}

/* Adds the links of cell k of the list.  They lie on lines through the cell: its own place is the arm of
 * all their forces. */
LB_INLINE void lb_add_cell(long *sum, struct linked *l, const uint from, const global long *task)
{
    LB_SUM force[3];
    lb_force_of(force, l, from);
    if (lb_is_odd(force[0]) || lb_is_odd(force[1]) || lb_is_odd(force[2]) ||
        lb_is_odd(l->brought)) {
        sum[LB_LINK_ODD]++;
        return;
    }
    const bool nearest = task[LB_TASK_NEAREST] != 0;
    const global long *anchor = task + LB_TASK_ANCHOR;
    const long x = lb_arm(l->c.x, anchor[0], LB_WHOLE_NX, nearest);
    const long y = lb_arm(l->c.y, anchor[1], LB_WHOLE_NY, nearest);
    const long z = LB_D == 3 ? lb_arm(l->c.z, anchor[2], LB_WHOLE_NZ, nearest) : 0;
    const struct whole fx = lb_whole_of(force[0]), fy = lb_whole_of(force[1]),
                       fz = lb_whole_of(force[2]);
    lb_add_whole(sum, 0, fx);
    lb_add_whole(sum, 1, fy);
    lb_add_whole(sum, 2, fz);
    lb_add_whole(sum, 3, lb_cross(y, fz, z, fy));
    lb_add_whole(sum, 4, lb_cross(z, fx, x, fz));
    lb_add_whole(sum, 5, lb_cross(x, fy, y, fx));
    lb_add_whole(sum, LB_LINK_MASS, lb_whole_of(l->brought));
}

/* A group of work-items for each task of `tasks`; from link_forces[LB_LINK_WORDS * (at + task)] on it leaves force,
 * moment about the anchor and mass.  `linked_cells[k]` is a cell and linked_from[k] its links of the task's group;
 * linked_curved[k] is 1 + its number among the cells with walls between cells, 0: it is none. */
kernel __attribute__((reqd_work_group_size(LB_FORCE_GROUP, 1, 1))) void lb_sum_links(
    const global LB_CODE *f, const global LB_CODE *other_f, const global uchar *flags,
    const global scalar *prescribed, const global scalar *law, const global LB_INDEX *linked_cells,
    const global uint *linked_from, const global uint *linked_curved,
    const global uint *curved_links, const global uint *curved_at, const global scalar *curved_kept,
    const global long *force_tasks, const global uint *pieces, const global uint *piece_of,
    const global LB_CARRIED_CODE *sent, global long *link_forces, const ulong at, const uint step)
{
    local long parts[LB_FORCE_GROUP][LB_LINK_WORDS];
    const uint item = (uint)get_local_id(0);
    const global long *task = force_tasks + LB_TASK_SIZE * get_group_id(0);
    long sum[LB_LINK_WORDS];
    for (int n = 0; n < LB_LINK_WORDS; n++)
        sum[n] = 0;
    struct linked l;
    l.prescribed = prescribed;
    l.law = law;
    l.kind = (uint)task[LB_TASK_KIND];
    for (ulong k = (ulong)task[LB_TASK_FIRST] + item; k < (ulong)task[LB_TASK_END];
         k += LB_FORCE_GROUP) {
        const LB_INDEX n = linked_cells[k];
        const struct sent_codes across = {pieces, piece_of, sent};
        lb_open_links(&l, f, other_f, flags, across, n, LB_WALL_NUMBERS > 0 ? linked_curved[k] : 0,
                      curved_links, curved_at, curved_kept, step);
        lb_add_cell(sum, &l, linked_from[k], task);
    }
    for (int n = 0; n < LB_LINK_WORDS; n++)
        parts[item][n] = sum[n];
    for (uint apart = LB_FORCE_GROUP / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int n = 0; item < apart && n < LB_LINK_WORDS; n++)
            parts[item][n] += parts[item + apart][n];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < LB_LINK_WORDS)
        link_forces[LB_LINK_WORDS * (at + get_group_id(0)) + item] = parts[0][item];
}
