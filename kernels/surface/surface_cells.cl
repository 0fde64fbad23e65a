/* surface_cells.cl - what fluid, interface and gas cells hold, and who their neighbours are.
 * SPDX-License-Identifier: MIT */

/* fill[n]: share of the cell that is wet: 1 in fluid, 0 in gas.
 * mass[n]: interface: its mass.  Sharing cells: what each interface neighbour takes over.
 * Other fluid and gas cells: what is left of such a share that no neighbour could take, nearly
 * always 0.  The mass of a fluid cell is its density (and that rest). */

/* What the populations add up to; the momentum is that of the populations alone. */
struct sums {
    scalar excess; /* rho - 1 */
    scalar rho;
    scalar jx, jy, jz;
};

/* Of those of all populations but for the scale. */
LB_INLINE struct sums lb_unscaled(const scalar sum, const scalar jx, const scalar jy,
                                  const scalar jz)
{
    const scalar unscale = (scalar)LB_UNSCALE;
    struct sums s;
    s.excess = LB_SHIFT ? sum * unscale : fma(sum, unscale, (scalar)-1);
    s.rho = LB_SHIFT ? s.excess + (scalar)1 : sum * unscale;
    s.jx = jx * unscale;
    s.jy = jy * unscale;
    s.jz = jz * unscale;
    return s;
}

/* The sum of all populations; and their momentum, [1] to [3]. */
LB_INLINE void lb_add_up(scalar *sums, const real *h)
{
    scalar sum = h[0], jx = 0, jy = 0, jz = 0;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    {                                               \
        const scalar difference = h[i] - h[i + 1];  \
        sum += h[i] + h[i + 1];                     \
        jx = lb_add(jx, cx, difference);            \
        jy = lb_add(jy, cy, difference);            \
        jz = lb_add(jz, cz, difference);            \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    sums[0] = sum;
    sums[1] = jx;
    sums[2] = jy;
    sums[3] = jz;
}

LB_INLINE struct sums lb_sums(const real *h)
{
    scalar sums[4];
    lb_add_up(sums, h);
    return lb_unscaled(sums[0], sums[1], sums[2], sums[3]);
}

/* Before the exchange that follows a step. */
LB_INLINE struct sums lb_sums_sent(const global LB_CODE *f, const struct cell c, const uint parity)
{
    real h[LB_Q];
    lb_sent(h, f, c, parity);
    return lb_sums(h);
}

/* Behind it. */
LB_INLINE struct sums lb_sums_kept(const global LB_CODE *f, const struct sent_codes sent,
                                   const struct cell c, const uint parity)
{
    real h[LB_Q];
    lb_sent_anywhere(h, f, sent, c, parity);
    return lb_sums(h);
}

/* Between two steps. */
LB_INLINE bool lb_is_fluid(const uchar flags)
{
    return (flags & (LB_CELL_GAS | LB_CELL_INTERFACE | LB_CELL_SOLID)) == 0;
}

LB_INLINE bool lb_is_type(const uchar flags, const uchar type)
{
    return (flags & LB_CELL_TYPE) == type;
}

LB_INLINE uchar lb_with_type(const uchar flags, const uchar type)
{
    return (flags & (uchar)~LB_CELL_TYPE) | type;
}

/* Expands NEIGHBOUR(x, y, z) for each neighbour. */
#define LB_NO_REST(numerator, denominator)
#define LB_NEIGHBOUR_PAIR(i, cx, cy, cz, numerator, denominator) \
    NEIGHBOUR(cx, cy, cz)                                        \
    NEIGHBOUR(-(cx), -(cy), -(cz))
#define LB_FOR_NEIGHBOURS LB_LATTICE(LB_NO_REST, LB_NEIGHBOUR_PAIR)

/* Where flags, fill levels and masses of a neighbour are; of cells of the halo that are not its outermost, too. */
#if LB_CUT != 0
#define LB_BESIDE(c, x, y, z) lb_place_of(lb_moved(c, x, y, z))
#else
#define LB_BESIDE(c, x, y, z) lb_index(lb_neighbour(c, x, y, z))
#endif

/* How many neighbours of cell c are of either type. */
LB_INLINE uint lb_neighbours_of(const global uchar *flags, const struct cell c, const uchar type,
                                const uchar other)
{
    uint count = 0;
#define NEIGHBOUR(x, y, z)                                                      \
    {                                                                           \
        const uchar there = flags[LB_BESIDE(c, x, y, z)];                       \
        count += lb_is_type(there, type) || lb_is_type(there, other) ? 1u : 0u; \
    }
    LB_FOR_NEIGHBOURS
#undef NEIGHBOUR
    return count;
}
