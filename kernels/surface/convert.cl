/* convert.cl - after the step: interface cells convert to fluid and gas, and their neighbours to
 * interface.
 * SPDX-License-Identifier: MIT */

/* Keeps fluid and gas apart where interface turns into fluid: what cell c, whose flags are `here`, becomes. */
LB_INLINE uchar lb_beside_new_fluid(const global uchar *flags, const struct cell c,
                                    const uchar here)
{
    if ((here & LB_CELL_GAS) == 0) return here;
    if (lb_neighbours_of(flags, c, LB_CELL_TO_FLUID, LB_CELL_TO_FLUID) == 0) return here;
    return lb_with_type(here, lb_is_type(here, LB_CELL_TO_GAS) ? LB_CELL_INTERFACE
                                                               : LB_CELL_TO_INTERFACE);
}

/* The same of cell n of this box. */
LB_INLINE uchar lb_flags_beside_new_fluid(const global uchar *flags, global scalar *mass,
                                          const LB_INDEX n)
{
    const uchar here = flags[n], to = lb_beside_new_fluid(flags, lb_cell_at(n), here);
    if (to != here && lb_is_type(here, LB_CELL_SHARING_GAS)) mass[n] = 0; /* its shares are taken */
    return to;
}

/* `step` is the next one. */
kernel void lb_convert_to_fluid(const global uchar *flags, global uchar *to, global scalar *mass,
                                const uint step, const global LB_INDEX *turning,
                                const global uint *counts)
{
    const uint count = counts[LB_COUNTS * (~step & 1u) + LB_TURNED];
    for (ulong item = get_global_id(0); item < (ulong)count * LB_V; item += get_global_size(0)) {
        const LB_INDEX n = lb_listed_cell(turning, item);
        to[n] = lb_flags_beside_new_fluid(flags, mass, n);
    }
}

/* What a neighbour sent, whose place is `at`: beyond a cut, what it says itself. */
LB_INLINE struct sums lb_sums_beside(const global LB_CODE *f, const global scalar *beyond_sums,
                                     const struct cell c, const LB_INDEX at, const int x,
                                     const int y, const int z, const uint parity)
{
    if (LB_CUT == 0 || at < LB_PLACES) return lb_sums_sent(f, lb_neighbour(c, x, y, z), parity);
    const global scalar *s = beyond_sums + 4 * (ulong)(at - LB_PLACES);
    return lb_unscaled(s[0], s[1], s[2], s[3]);
}

/* Gives a cell that was gas the equilibrium of the mean density and velocity around it. */
LB_INLINE void lb_fill_new_interface(global LB_CODE *f, const global uchar *flags,
                                     const global scalar *beyond_sums, const struct cell c,
                                     const uint step, const ulong noise_keys)
{
    const uint parity = step & 1u;
    scalar count = 0, excess = 0, ux = 0, uy = 0, uz = 0;
#define NEIGHBOUR(x, y, z)                                                                \
    {                                                                                     \
        const LB_INDEX at = LB_BESIDE(c, x, y, z);                                        \
        if ((flags[at] & (LB_CELL_GAS | LB_CELL_SOLID)) == 0) {                           \
            const struct sums s = lb_sums_beside(f, beyond_sums, c, at, x, y, z, parity); \
            const scalar per_mass = lb_inverse(s.rho);                                    \
            count += (scalar)1;                                                           \
            excess += s.excess;                                                           \
            ux = fma(s.jx, per_mass, ux);                                                 \
            uy = fma(s.jy, per_mass, uy);                                                 \
            uz = fma(s.jz, per_mass, uz);                                                 \
        }                                                                                 \
    }
    LB_FOR_NEIGHBOURS
#undef NEIGHBOUR
    const scalar per_count = lb_inverse(fmax(count, (scalar)1));
    const scalar sound = (scalar)LB_CS;
    struct moments m;
    m.excess = excess * per_count;
    m.rho = m.excess + (scalar)1;
    m.ux = clamp(ux * per_count, -sound, sound);
    m.uy = clamp(uy * per_count, -sound, sound);
    m.uz = clamp(uz * per_count, -sound, sound);
    lb_send_equilibrium(f, m, c, parity, lb_noise_if_finite(lb_noise(c, 0, noise_keys), m.rho));
}

/* Keeps fluid and gas apart where interface turns into gas: whether cell c becomes interface. */
LB_INLINE bool lb_is_beside_new_gas(const global uchar *flags, const struct cell c,
                                    const uchar here)
{
    return lb_is_fluid(here) && lb_neighbours_of(flags, c, LB_CELL_TO_GAS, LB_CELL_TO_GAS) != 0;
}

/* The flags of cell n of this box then; fills what was gas. */
LB_INLINE uchar lb_flags_beside_new_gas(global LB_CODE *f, const global uchar *flags,
                                        global scalar *mass, const global scalar *beyond_sums,
                                        const LB_INDEX n, const uint step, const ulong noise_keys)
{
    const uchar here = flags[n];
    const struct cell c = lb_cell_at(n);
    if (lb_is_type(here, LB_CELL_TO_INTERFACE))
        lb_fill_new_interface(f, flags, beyond_sums, c, step, noise_keys);
    if (!lb_is_beside_new_gas(flags, c, here)) return here;
    const scalar rest = lb_is_type(here, LB_CELL_SHARING_FLUID) ? (scalar)0 : mass[n];
    mass[n] = lb_sums_sent(f, c, step & 1u).rho + rest;
    return lb_with_type(here, LB_CELL_INTERFACE);
}

/* `step` is the next one. */
kernel void lb_convert_to_gas(global LB_CODE *f, const global uchar *flags, global uchar *to,
                              global scalar *mass, const global scalar *beyond_sums,
                              const uint step, const ulong noise_keys,
                              const global LB_INDEX *turning, const global uint *counts)
{
    const uint count = counts[LB_COUNTS * (~step & 1u) + LB_TURNED];
    for (ulong item = get_global_id(0); item < (ulong)count * LB_V; item += get_global_size(0)) {
        const LB_INDEX n = lb_listed_cell(turning, item);
        to[n] = lb_flags_beside_new_gas(f, flags, mass, beyond_sums, n, step, noise_keys);
    }
}

/* A cell that turns leaves `over` to its interface neighbours in equal shares; to itself where it
 * has none. */
LB_INLINE uchar lb_share(const global uchar *flags, global scalar *mass, const LB_INDEX n,
                         const scalar over, const uchar sharing, const uchar alone)
{
    const uint takers =
        lb_neighbours_of(flags, lb_cell_at(n), LB_CELL_INTERFACE, LB_CELL_TO_INTERFACE);
    mass[n] = takers > 0 ? over / (scalar)takers : over;
    return lb_with_type(flags[n], takers > 0 ? sharing : alone);
}

/* The flags of cell n between two steps. */
LB_INLINE uchar lb_finish_cell(const global LB_CODE *f, const global uchar *flags,
                               global scalar *fill, global scalar *mass, const LB_INDEX n,
                               const uint parity)
{
    const uchar here = flags[n];
    switch (here & LB_CELL_TYPE) {
    case LB_CELL_INTERFACE:
    case LB_CELL_TO_INTERFACE: {
        const scalar rho = lb_sums_sent(f, lb_cell_at(n), parity).rho;
        fill[n] = clamp(mass[n] * lb_inverse(rho), (scalar)0, (scalar)1);
        return lb_with_type(here, LB_CELL_INTERFACE);
    }
    case LB_CELL_TO_FLUID:
        fill[n] = 1;
        return lb_share(flags, mass, n, mass[n] - lb_sums_sent(f, lb_cell_at(n), parity).rho,
                        LB_CELL_SHARING_FLUID, LB_CELL_FLUID);
    case LB_CELL_TO_GAS:
        fill[n] = 0;
        return lb_share(flags, mass, n, mass[n], LB_CELL_SHARING_GAS, LB_CELL_GAS);
    case LB_CELL_SHARING_FLUID: mass[n] = 0; return lb_with_type(here, LB_CELL_FLUID);
    case LB_CELL_SHARING_GAS: mass[n] = 0; return lb_with_type(here, LB_CELL_GAS);
    default: return here;
    }
}

/* Finishes what is on its way, and empties the counts of the next step.  `step` is the next one. */
kernel void lb_distribute_mass(const global LB_CODE *f, const global uchar *flags, global uchar *to,
                               global scalar *fill, global scalar *mass, const uint step,
                               const global LB_INDEX *busy, global uint *counts)
{
    const global uint *count = counts + LB_COUNTS * (~step & 1u);
    const ulong items = ((ulong)count[LB_FOUND] + count[LB_JOINED]) * LB_V;
    for (ulong item = get_global_id(0); item < items; item += get_global_size(0)) {
        const LB_INDEX n = lb_listed_cell(busy, item);
        to[n] = lb_finish_cell(f, flags, fill, mass, n, step & 1u);
    }
    if (get_global_id(0) < LB_COUNTS) counts[LB_COUNTS * (step & 1u) + get_global_id(0)] = 0;
}
