/* list_table.cl - the neighbours of listed cells by a table: where one work-item has several cells.  For population i
 * of a cell the table says where an odd step finds it: plane i - 1, in the order of the list.
 * SPDX-License-Identifier: MIT */
#define LB_FINDERS const global uint *restrict table, const global uint *restrict spreads
#define LB_FINDER_NAMES table, spreads

struct cells {
    LB_INDEX first;
    const global uint *table, *spreads;
};

LB_INLINE struct cells lb_cells(const LB_INDEX first, const global uint *table,
                                const global uint *spreads)
{
    const struct cells c = {first, table + first, spreads + first};
    return c;
}

LB_INLINE struct noise lb_noise_of_cells(const struct cells c, const int piece, const ulong keys)
{
    return lb_noise_of_spread(((const global LB_VECTOR(uint) *)c.spreads)[piece], keys);
}

struct ways {
    const global uint *of[LB_Q];
};

LB_INLINE void lb_find_ways(struct ways *at, const struct step s, const struct cells c)
{
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)   \
    at->of[i] = c.table + (ulong)((i)-1) * LB_STRIDE; \
    at->of[i + 1] = c.table + (ulong)(i)*LB_STRIDE;
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Lane by lane; indices go from memory to where they are needed, not through a vector. */
#if LB_W == 4
#define LB_EACH(DO) DO(0) DO(1) DO(2) DO(3)
#elif LB_W == 8
#define LB_EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#elif LB_W == 16
#define LB_EACH(DO) \
    DO(0)           \
    DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#endif

LB_INLINE wide lb_take(const struct step s, const global uint *from)
{
    LB_REGISTER_CODE each[LB_W];
#define TAKE(lane) each[lane] = s.f[from[lane]];
    LB_EACH(TAKE)
#undef TAKE
    return LB_NAME3(vload, LB_W, )(0, each);
}

LB_INLINE void lb_put(const struct step s, const global uint *to, const wide w)
{
    LB_REGISTER_CODE each[LB_W];
    LB_NAME3(vstore, LB_W, )(w, 0, each);
#define PUT(lane) s.f[to[lane]] = each[lane];
    LB_EACH(PUT)
#undef PUT
}
