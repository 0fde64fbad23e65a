/* interface_lists.cl - the lists of memory vectors in which something may change in a step.  Their
 * order is not certain, and nothing depends on it: every cell does the same wherever it is listed.
 * SPDX-License-Identifier: MIT */

/* One set of counts for steps of either parity. */
#define LB_COUNTS 4
#define LB_FOUND 0  /* vectors that lb_list_interface put into `busy` */
#define LB_JOINED 1 /* those that joined them because they are in `turning` */
#define LB_TURNED 2 /* vectors in `turning` */
#define LB_TAKEN 3  /* windows of `busy` that groups of lb_exchange have taken */

/* stamp[vector] is this where the vector is in `busy` in this step, and one more where it is in
 * `turning`; stamps of earlier steps are less, so that none need be cleared. */
#define LB_STAMP(step) (2u * (step) + 2u)

LB_INLINE LB_INDEX lb_listed_cell(const global LB_INDEX *list, const ulong item)
{
    return list[item / LB_V] * LB_V + (LB_INDEX)(item % LB_V);
}

/* Vectors per work-item of lb_list_interface: 16 flags, where they come in sixteens. */
#if (LB_NX * LB_NY * LB_NZ) % 16 == 0
#define LB_SEARCH (16 / LB_V)
#else
#define LB_SEARCH 1
#endif
#define LB_SEARCH_GROUP 64

/* Whether any cell of the vector at cell n is interface, or sharing what it was too large by. */
LB_INLINE bool lb_is_busy(const wide_flags all)
{
    return LB_ANY_LANE((all & (uchar)(LB_CELL_TYPE & ~LB_CELL_GAS)) != (uchar)0);
}

/* Copies the flags and lists the busy vectors.  Groups of LB_SEARCH_GROUP. */
kernel void lb_list_interface(const global uchar *flags, global uchar *to, const uint step,
                              global LB_INDEX *busy, global uint *counts, global uint *stamp)
{
    local uint found, first;
    if (get_local_id(0) == 0) found = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const LB_INDEX begin = (LB_INDEX)get_global_id(0) * LB_SEARCH;
    uint mine = 0, own = 0; /* bit k: vector begin + k is busy */
    for (uint k = 0; k < LB_SEARCH && begin + k < LB_VECTORS; k++) {
        const wide_flags all = *(const global wide_flags *)(flags + (begin + k) * LB_V);
        *(global wide_flags *)(to + (begin + k) * LB_V) = all;
        mine |= lb_is_busy(all) ? 1u << k : 0u;
    }
    const uint count = popcount(mine);
    if (count > 0) own = atomic_add(&found, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        first = found > 0 ? atomic_add(counts + LB_COUNTS * (step & 1u) + LB_FOUND, found) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < LB_SEARCH; k++) {
        if ((mine >> k & 1u) == 0) continue;
        busy[first + own++] = begin + k;
        stamp[begin + k] = LB_STAMP(step);
    }
}

/* Puts the vector of cell n into `turning`, and into `joining`, the rest of the busy list, unless it
 * is there. */
LB_INLINE void lb_list_vector(const LB_INDEX n, const uint now, global LB_INDEX *joining,
                              global LB_INDEX *turning, volatile global uint *count,
                              volatile global uint *stamp)
{
    const LB_INDEX vector = n / LB_V;
    const uint old = atomic_max(stamp + vector, now + 1u);
    if (old == now + 1u) return;
    turning[atomic_inc(count + LB_TURNED)] = vector;
    if (old != now) joining[atomic_inc(count + LB_JOINED)] = vector;
}

/* The vectors of a cell that turns, and of its neighbours. */
LB_INLINE void lb_list_turning(const struct cell c, const uint now, global LB_INDEX *joining,
                               global LB_INDEX *turning, volatile global uint *count,
                               volatile global uint *stamp)
{
    lb_list_vector(lb_index(c), now, joining, turning, count, stamp);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    lb_list_vector(lb_index(lb_neighbour(c, cx, cy, cz)), now, joining, turning, count, stamp);  \
    lb_list_vector(lb_index(lb_neighbour(c, -(cx), -(cy), -(cz))), now, joining, turning, count, \
                   stamp);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
