/* link_loads.cl - what each link gives to a body, for maps of its forces; cell/link_forces.cl has the sums.
 * A program of its own: fewer runs still ask for it.
 * SPDX-License-Identifier: MIT */
#include "cell/link_forces.cl"

/* In units of 2^-LB_LINK_BITS. */
LB_INLINE long lb_units_of(const LB_SUM x)
{
    const LB_SUM unit = (LB_SUM)((long)1 << LB_LINK_BITS) / (LB_SUM)LB_STORAGE_SCALE;
    const bool is_fine = fabs(x) < (LB_SUM)LB_LOAD_MOST * (LB_SUM)LB_STORAGE_SCALE;
    return is_fine ? convert_long_rte(x * unit) : LB_NO_LOAD;
}

/* link_loads[LB_Q * item + i]: what the link from which population i comes into cell first + item
 * of the lists gives along -c_i, all links being of one kind; where there is none, 0. */
kernel void lb_load_links(const global LB_CODE *f, const global LB_CODE *other_f,
                          const global uchar *flags, const global scalar *prescribed,
                          const global scalar *law, const global LB_INDEX *linked_cells,
                          const global uint *linked_from, const global uint *linked_curved,
                          const global uint *curved_links, const global uint *curved_at,
                          const global scalar *curved_kept, const global uint *pieces,
                          const global uint *piece_of, const global LB_CARRIED_CODE *sent,
                          global long *link_loads, const ulong first, const ulong count,
                          const uint kind, const uint step)
{
    const ulong item = get_global_id(0), k = first + item;
    if (item >= count) return;
    const struct sent_codes across = {pieces, piece_of, sent};
    const uint from = linked_from[k];
    struct linked l;
    l.prescribed = prescribed;
    l.law = law;
    l.kind = kind;
    l.brought = 0;
    lb_open_links(&l, f, other_f, flags, across, linked_cells[k],
                  LB_WALL_NUMBERS > 0 ? linked_curved[k] : 0, curved_links, curved_at, curved_kept,
                  step);
    global long *own = link_loads + LB_Q * item;
#define LOAD(i, cx, cy, cz, weight) \
    own[i] = (from & 1u << (i)) != 0 ? lb_units_of(lb_exchanged(&l, i, cx, cy, cz, weight)) : 0;
#define REST(numerator, denominator) own[0] = 0;
#define PAIR(i, cx, cy, cz, numerator, denominator)         \
    LOAD(i, cx, cy, cz, LB_WEIGHT(numerator, denominator)); \
    LOAD(i + 1, -(cx), -(cy), -(cz), LB_WEIGHT(numerator, denominator));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef LOAD
}
