/* exchange.cl - before the step: the mass that interface cells exchange with their neighbours, which
 * of them convert to fluid or gas, and their populations from the gas side.
 * SPDX-License-Identifier: MIT */

/* An interface cell converts when its mass is above full or below empty by this share of a full cell:
 * without the margin cells would convert to and fro. */
#define LB_CONVERSION_MARGIN ((scalar)1e-3)

/* Largest change of the density of an interface cell inside the fluid in one step. */
#define LB_MAX_DENSITY_CHANGE ((scalar)5e-3)

/* Sums over the neighbours of an interface cell. */
struct neighbour_sums {
    scalar change; /* S times the mass that streaming brings */
    scalar shares;
    uint fluid, gas, interface; /* how many */
    uint higher, lower; /* interface, by fill level; of equal ones the one ahead is higher */
    uint missing;       /* bit i: population i would come out of gas */
};

/* Adds the neighbour at index `at`, which sent `in`, population i, to cell n and received `out`.  Both
 * cells of a link compute the same product with opposite signs: no mass is lost. */
LB_INLINE void lb_add_neighbour(struct neighbour_sums *e, const global uchar *flags,
                                const global scalar *fill, const global scalar *mass,
                                const LB_INDEX n, const LB_INDEX at, const scalar in,
                                const scalar out, const int i)
{
    const uchar there = flags[at];
    if (there & LB_CELL_SOLID) return;
    if (lb_is_type(there, LB_CELL_SHARING_FLUID) || lb_is_type(there, LB_CELL_SHARING_GAS))
        e->shares += mass[at];
    if (there & LB_CELL_GAS) {
        e->gas++;
        e->missing |= 1u << i;
    } else if (there & LB_CELL_INTERFACE) {
        const scalar own = fill[n], other = fill[at];
        e->change = fma((scalar)0.5 * (own + other), in - out, e->change);
        const bool ahead = i % 2 == 0; /* population i comes from along -c_i */
        if (at == n) return;           /* across a periodic box of one cell */
        e->interface++;
        e->higher += other > own || (other == own && ahead);
        e->lower += other < own || (other == own && !ahead);
    } else {
        e->change += in - out;
        e->fluid++;
    }
}

/* Reconstructs the populations from the gas side: with those that went out they give the pressure of
 * the gas at the cell's own velocity.  Stores them where the step reads them. */
LB_INLINE void lb_reconstruct(real *in, const real *sent, global LB_CODE *f,
                              const struct neighbour_sums e, const struct cell c,
                              const scalar excess, const uint step, const ulong noise_keys)
{
    const uint parity = step & 1u;
    const struct noise noise = lb_noise(c, 0, noise_keys);
    real most = 0;
    const struct sums s = lb_sums(sent);
    const scalar sound = (scalar)LB_CS, per_mass = lb_inverse(s.rho);
    struct moments m;
    m.excess = excess;
    m.rho = (scalar)1 + excess;
    /* what was sent has the whole force, the velocity has half of it */
    m.ux = clamp(fma((scalar)-0.5, (scalar)LB_FORCE_X, s.jx) * per_mass, -sound, sound);
    m.uy = clamp(fma((scalar)-0.5, (scalar)LB_FORCE_Y, s.jy) * per_mass, -sound, sound);
    m.uz = clamp(fma((scalar)-0.5, (scalar)LB_FORCE_Z, s.jz) * per_mass, -sound, sound);
    const struct equilibrium outside = lb_equilibrium(m);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                             \
    if (e.missing >> i & 3u) {                                                                  \
        const scalar both = (scalar)2 * lb_equilibrium_even(outside, cx, cy, cz, (real)(1),     \
                                                            LB_WEIGHT(numerator, denominator)); \
        if (e.missing >> i & 1u) {                                                              \
            in[i] = both - sent[i + 1];                                                         \
            most = fmax(most, fabs(in[i]) * LB_GAIN(numerator, denominator));                   \
        }                                                                                       \
        if (e.missing >> i & 2u) {                                                              \
            in[i + 1] = both - sent[i];                                                         \
            most = fmax(most, fabs(in[i + 1]) * LB_GAIN(numerator, denominator));               \
        }                                                                                       \
    }
    LB_LATTICE(REST, PAIR)
#undef PAIR
    const uint exponent = lb_exponent_for(most);
    const real inverse = lb_inverse_scale_of(exponent);
    lb_set_exponent(f, LB_MADE, lb_index(c), exponent);
#define MAKE(i, at, numerator, denominator)                                           \
    if (e.missing >> (i)&1u)                                                          \
        lb_set_code(f, at,                                                            \
                    lb_encode_scaled(in[i], inverse, LB_GAIN(numerator, denominator), \
                                     lb_noise_if_finite(lb_noise_of(noise, i), in[i])));
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    MAKE(i, lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT, cx, cy, cz), numerator, denominator) \
    MAKE(i + 1, lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c, LB_LOAD_OPPOSITE_AT, cx, cy, cz),   \
         numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef MAKE
}

/* The type of an interface cell without gas around it, as where a bubble has closed.  Of several
 * side by side the one with the highest fill level converts, and its neighbours supply the mass that
 * it lacks.  The last one lacks the whole volume of the bubble: its density is lowered step by step, so
 * that fluid flows in, until no mass is missing.  `lack` is its mass less its density, `rest` its
 * resting population. */
LB_INLINE uchar lb_convert_enclosed(global LB_CODE *f, const struct neighbour_sums e,
                                    const LB_INDEX n, const scalar rest, const scalar lack,
                                    const uint step, const ulong noise_keys)
{
    if (e.interface > 0) return e.higher == 0 ? LB_CELL_TO_FLUID : LB_CELL_INTERFACE;
    const scalar taken = clamp(lack, -LB_MAX_DENSITY_CHANGE, LB_MAX_DENSITY_CHANGE);
    const scalar filled = fma(taken, (scalar)LB_STORAGE_SCALE, rest);
    const struct cell c = lb_cell_at(n);
    const real inverse = lb_inverse_scale_of(lb_exponent_at(f, ~step & 1u, n) >> 2u);
    const struct noise noise = lb_noise_if_finite(lb_noise(c, 0, noise_keys), filled);
#define REST(numerator, denominator)       \
    lb_set_code(f, lb_place_of_code(0, n), \
                lb_encode_clamped(filled, inverse, LB_GAIN(numerator, denominator), noise));
#define PAIR(i, cx, cy, cz, numerator, denominator)
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return taken == lack ? LB_CELL_TO_FLUID : LB_CELL_INTERFACE;
}

LB_INLINE uchar lb_exchange_cell(global LB_CODE *f, const global uchar *flags,
                                 const global scalar *prescribed, const global scalar *fill,
                                 global scalar *mass, const struct sent_codes beyond,
                                 const struct cell c, const bool sees_cut, const uint step,
                                 const ulong noise_keys)
{
    const uint parity = step & 1u;
    const scalar tension = (scalar)LB_TENSION * (scalar)LB_PER_CS2;
    /* before anything else is in registers */
    const scalar excess =
        tension > (scalar)0 ? -tension * lb_curvature(fill, flags, c, sees_cut) : (scalar)0;
    const LB_INDEX n = lb_index(c);
    const uchar here = flags[n];
    real in[LB_Q], sent[LB_Q];
    struct neighbour_sums e = {0, 0, 0, 0, 0, 0, 0, 0};
    lb_gather(in, f, flags, prescribed, c, here, parity);
    if (sees_cut)
        lb_sent_anywhere(sent, f, beyond, c, parity);
    else
        lb_sent(sent, f, c, parity);
#define ADD(x, y, z, in, out, i)                                                                \
    lb_add_neighbour(&e, flags, fill, mass, n,                                                  \
                     sees_cut ? LB_BESIDE(c, x, y, z) : lb_index(lb_neighbour(c, x, y, z)), in, \
                     out, i);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    ADD(-(cx), -(cy), -(cz), in[i], sent[i + 1], i) \
    ADD(cx, cy, cz, in[i + 1], sent[i], i + 1)
    LB_LATTICE(REST, PAIR)
#undef ADD
#undef REST
#undef PAIR
    if (e.missing != 0) lb_reconstruct(in, sent, f, e, c, excess, step, noise_keys);
    const scalar rho = lb_sums(in).rho;
    const scalar m = mass[n] + e.shares + e.change * (scalar)LB_UNSCALE;
    mass[n] = m;
    if (m > ((scalar)1 + LB_CONVERSION_MARGIN) * rho) return lb_with_type(here, LB_CELL_TO_FLUID);
    if (e.gas == 0)
        return lb_with_type(here, lb_convert_enclosed(f, e, n, in[0], m - rho, step, noise_keys));
    if (m < -LB_CONVERSION_MARGIN * rho || (e.fluid == 0 && e.lower == 0))
        return lb_with_type(here, LB_CELL_TO_GAS);
    return here;
}

/* Cells that a group has fetched, and the window of the list that it has taken. */
struct fetched {
    LB_INDEX batch[2 * LB_SEARCH_GROUP];
    uint length, window;
};

/* Fetches cells of the interface for a group, at least as many as it has work-items if there are:
 * where the surface is steep, few of a vector's cells are.  Groups take windows of the list as they
 * come, so that all end at the same time; where only the few cells that see a cut are wanted, each
 * has its own.  Returns whether the list has ended. */
LB_INLINE bool lb_fetch(local struct fetched *to, volatile global uint *count,
                        const global uchar *flags, const global LB_INDEX *busy, const ulong cells,
                        const bool sees_cut)
{
    const uint own = (uint)get_local_id(0);
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE); /* all have seen the length */
        if (own == 0)
            to->window =
                sees_cut ? to->window + (uint)get_num_groups(0) : atomic_inc(count + LB_TAKEN);
        barrier(CLK_LOCAL_MEM_FENCE);
        const ulong first = (ulong)to->window * LB_SEARCH_GROUP;
        if (first >= cells) return true;
        if (first + own < cells) {
            const LB_INDEX n = lb_listed_cell(busy, first + own);
            if (lb_is_type(flags[n], LB_CELL_INTERFACE) && lb_sees_cut(lb_cell_at(n)) == sees_cut)
                to->batch[atomic_inc(&to->length)] = n;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (to->length >= LB_SEARCH_GROUP) return false;
    }
}

#define LB_EXCHANGE_PARAMETERS                                                                    \
    global LB_CODE *f, const global uchar *flags, global uchar *to,                               \
        const global scalar *prescribed, const global scalar *fill, global scalar *mass,          \
        const uint step, const ulong noise_keys, global LB_INDEX *busy, global LB_INDEX *turning, \
        volatile global uint *counts, volatile global uint *stamp, const global uint *pieces,     \
        const global uint *piece_of, const global LB_CARRIED_CODE *sent
#define LB_EXCHANGE_ARGUMENTS                                                                     \
    f, flags, to, prescribed, fill, mass, step, noise_keys, busy, turning, counts, stamp, pieces, \
        piece_of, sent

/* `to` gets the marked flags.  Groups of LB_SEARCH_GROUP. */
LB_INLINE void lb_exchange_cells(local struct fetched *fetched, const bool sees_cut,
                                 LB_EXCHANGE_PARAMETERS)
{
    const struct sent_codes beyond = {pieces, piece_of, sent};
    volatile global uint *count = counts + LB_COUNTS * (step & 1u);
    const uint own = (uint)get_local_id(0), found = count[LB_FOUND];
    bool ended = false;
    if (own == 0) {
        fetched->length = 0;
        fetched->window = (uint)get_group_id(0) - (uint)get_num_groups(0);
    }
    while (!ended) {
        ended = lb_fetch(fetched, count, flags, busy, (ulong)found * LB_V, sees_cut);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint all = fetched->length, left = all > LB_SEARCH_GROUP ? all - LB_SEARCH_GROUP : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (own == 0) fetched->length = left;
        if (left + own < all) {
            const LB_INDEX n = fetched->batch[left + own];
            const struct cell c = lb_cell_at(n);
            const uchar marked = lb_exchange_cell(f, flags, prescribed, fill, mass, beyond, c,
                                                  sees_cut, step, noise_keys);
            if (marked != flags[n]) {
                to[n] = marked;
                lb_list_turning(c, LB_STAMP(step), busy + found, turning, count, stamp);
            }
        }
    }
}

/* Cells of the interface that see no cut: they need nothing of other subdomains. */
kernel void lb_exchange(LB_EXCHANGE_PARAMETERS)
{
    local struct fetched fetched;
    lb_exchange_cells(&fetched, false, LB_EXCHANGE_ARGUMENTS);
}

#if LB_CUT != 0
/* The others. */
kernel void lb_exchange_beside_cuts(LB_EXCHANGE_PARAMETERS)
{
    local struct fetched fetched;
    lb_exchange_cells(&fetched, true, LB_EXCHANGE_ARGUMENTS);
}
#endif
