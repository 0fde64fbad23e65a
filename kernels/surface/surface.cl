/* surface.cl - the program of the free surface (Volume of Fluid): which cells are fluid, interface
 * and gas, how much is in them, and what gas sends back.  docs/theory/free-surface.md
 * Koerner et al., J. Stat. Phys. 121, 179 (2005); Lehmann et al., Phys. Rev. E 106, 015308 (2022).
 *
 * Two kernels before the step and three behind it.  Each reads the flags from one buffer and writes
 * them to another, and beside them changes only what belongs to its own cells: no cell reads what
 * another one may be changing.
 *
 *                      flags
 *     lb_list_interface          between steps -> same       lists the vectors of interface and sharing cells
 *     lb_exchange      between steps -> marked     mass, populations that gas owes
 *     (step)
 *     lb_convert_to_fluid       marked -> protected         gas beside a new fluid cell becomes interface
 *     lb_convert_to_gas       protected -> converted      fluid beside a new gas cell becomes interface
 *     lb_distribute_mass        converted -> between steps  fill levels, shares of what is left over
 *
 * Scalar (LB_W is 1).  Only lb_list_interface goes through the whole box.  The others go through two lists of
 * memory vectors, one work-item per cell: `busy`, where something may change in a step, and in it
 * `turning`, the vectors in and around cells that turn.  Everywhere else both buffers of the flags
 * are the same.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "core/vector.cl"
#include "slot/lattice"
#include "slot/storage"
#include "core/lanes.cl"
#include "core/layout.cl"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "slot/stream"
#include "cell/populations.cl"
#include "surface/plane.cl"
#include "surface/curvature.cl"

/* fill[n]: share of the cell that is wet: 1 in fluid, 0 in gas.
 * mass[n]: interface: its mass.  Sharing cells: what each interface neighbour shall take over.
 * Other fluid and gas cells: what is left of such a share that no neighbour could take, nearly
 * always 0.  The mass of a fluid cell is its density (and that rest). */

/* An interface cell turns when its mass is this share of a full cell above full or below empty:
 * without it cells would flicker. */
#define LB_TURNING ((scalar)1e-3)

/* What a step may take from the density of an interface cell inside the fluid at most. */
#define LB_SINKING ((scalar)5e-3)

/* What the populations add up to; the momentum is that of the populations alone. */
struct sums {
    scalar excess; /* rho - 1 */
    scalar rho;
    scalar jx, jy, jz;
};

LB_INLINE struct sums lb_sums(const real *h)
{
    const scalar unscale = (scalar)1 / (scalar)LB_STORAGE_SCALE;
    scalar sum = h[0];
    struct sums s = {0, 0, 0, 0, 0};
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    {                                               \
        const scalar difference = h[i] - h[i + 1];  \
        sum += h[i] + h[i + 1];                     \
        s.jx = lb_add(s.jx, cx, difference);        \
        s.jy = lb_add(s.jy, cy, difference);        \
        s.jz = lb_add(s.jz, cz, difference);        \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    s.excess = LB_SHIFT ? sum * unscale : fma(sum, unscale, (scalar)-1);
    s.rho = LB_SHIFT ? s.excess + (scalar)1 : sum * unscale;
    s.jx *= unscale;
    s.jy *= unscale;
    s.jz *= unscale;
    return s;
}

LB_INLINE struct sums lb_sums_sent(const global LB_CODE *f, const struct cell c, const uint parity)
{
    real h[LB_Q];
    lb_sent(h, f, c, parity);
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

/* --- lists of vectors ------------------------------------------------------------------------
 * In no certain order, which nothing depends on: every cell does the same whoever comes first. */

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

/* --- before the step ------------------------------------------------------------------------ */

/* What an interface cell learns from its neighbours. */
struct encounters {
    scalar change; /* S times the mass that streaming brings */
    scalar shares;
    uint fluid, gas, interface; /* how many */
    uint fuller, emptier;       /* interface neighbours that are; where equal, the one ahead is */
    uint missing;               /* bit i: population i would come out of gas */
};

/* Cell n meets the neighbour at index `at` that sent `in`, population i, and received `out`.  Both ends of a link find the same product with opposite signs: no mass is lost. */
LB_INLINE void lb_meet(struct encounters *e, const global uchar *flags, const global scalar *fill,
                       const global scalar *mass, const LB_INDEX n, const LB_INDEX at,
                       const scalar in, const scalar out, const int i)
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
        e->fuller += other > own || (other == own && ahead);
        e->emptier += other < own || (other == own && !ahead);
    } else {
        e->change += in - out;
        e->fluid++;
    }
}

/* Replaces the populations that gas owes: together with those that went out they make the gas's
 * pressure, at the cell's own velocity, and stores them where the step will look for them. */
LB_INLINE void lb_reconstruct(real *in, const real *sent, global LB_CODE *f,
                              const struct encounters e, const struct cell c, const scalar excess,
                              const uint parity)
{
    const struct sums s = lb_sums(sent);
    const scalar sound = sqrt((scalar)LB_CS2), per_mass = (scalar)1 / s.rho;
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
        const scalar both = (scalar)2 * lb_equilibrium_even(outside, cx, cy, cz,                \
                                                            LB_WEIGHT(numerator, denominator)); \
        if (e.missing >> i & 1u) {                                                              \
            in[i] = both - sent[i + 1];                                                         \
            f[lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT, cx, cy, cz)] = lb_encode(in[i]);  \
        }                                                                                       \
        if (e.missing >> i & 2u) {                                                              \
            in[i + 1] = both - sent[i];                                                         \
            f[lb_slot(LB_LOAD_OPPOSITE_SLOT(i, parity), c, LB_LOAD_OPPOSITE_AT, cx, cy, cz)] =  \
                lb_encode(in[i + 1]);                                                           \
        }                                                                                       \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* The type of an interface cell without gas around it, as where a bubble has closed.  Of several
 * side by side the fullest turns, so that there is somebody left to take what it lacks.  The last
 * one lacks all that the bubble was: it lets the fluid flow in, by taking from its density, until
 * nothing is missing.  `lack` is its mass less its density, `rest` its resting population. */
LB_INLINE uchar lb_turn_inside(global LB_CODE *f, const struct encounters e, const LB_INDEX n,
                               const scalar rest, const scalar lack)
{
    if (e.interface > 0) return e.fuller == 0 ? LB_CELL_TO_FLUID : LB_CELL_INTERFACE;
    const scalar taken = clamp(lack, -LB_SINKING, LB_SINKING);
    f[n] = lb_encode(fma(taken, (scalar)LB_STORAGE_SCALE, rest));
    return taken == lack ? LB_CELL_TO_FLUID : LB_CELL_INTERFACE;
}

LB_INLINE uchar lb_exchange_cell(global LB_CODE *f, const global uchar *flags,
                                 const global scalar *prescribed, const global scalar *fill,
                                 global scalar *mass, const struct cell c, const uint parity)
{
    const scalar tension = (scalar)LB_TENSION / (scalar)LB_CS2;
    /* before anything else is in registers */
    const scalar excess = tension > (scalar)0 ? -tension * lb_curvature(fill, flags, c) : (scalar)0;
    const LB_INDEX n = lb_index(c);
    const uchar here = flags[n];
    real in[LB_Q], sent[LB_Q];
    struct encounters e = {0, 0, 0, 0, 0, 0, 0, 0};
    lb_gather(in, f, flags, prescribed, c, here, parity);
    lb_sent(sent, f, c, parity);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    lb_meet(&e, flags, fill, mass, n, lb_index(lb_neighbour(c, -(cx), -(cy), -(cz))), in[i],     \
            sent[i + 1], i);                                                                     \
    lb_meet(&e, flags, fill, mass, n, lb_index(lb_neighbour(c, cx, cy, cz)), in[i + 1], sent[i], \
            i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    if (e.missing != 0) lb_reconstruct(in, sent, f, e, c, excess, parity);
    const scalar rho = lb_sums(in).rho;
    const scalar m = mass[n] + e.shares + e.change * ((scalar)1 / (scalar)LB_STORAGE_SCALE);
    mass[n] = m;
    if (m > ((scalar)1 + LB_TURNING) * rho) return lb_with_type(here, LB_CELL_TO_FLUID);
    if (e.gas == 0) return lb_with_type(here, lb_turn_inside(f, e, n, in[0], m - rho));
    if (m < -LB_TURNING * rho || (e.fluid == 0 && e.emptier == 0))
        return lb_with_type(here, LB_CELL_TO_GAS);
    return here;
}

/* Fetches cells of the interface for a group, at least as many as it has work-items if there are:
 * where the surface is steep, few of a vector's cells are.  Groups take windows of the list as they
 * come, so that all end at the same time.  Returns whether the list has ended. */
LB_INLINE bool lb_fetch(local LB_INDEX *batch, local uint *length, local uint *window,
                        volatile global uint *count, const global uchar *flags,
                        const global LB_INDEX *busy, const ulong cells)
{
    const uint own = (uint)get_local_id(0);
    for (;;) {
        barrier(CLK_LOCAL_MEM_FENCE); /* all have seen the length */
        if (own == 0) *window = atomic_inc(count + LB_TAKEN);
        barrier(CLK_LOCAL_MEM_FENCE);
        const ulong first = (ulong)*window * LB_SEARCH_GROUP;
        if (first >= cells) return true;
        if (first + own < cells) {
            const LB_INDEX n = lb_listed_cell(busy, first + own);
            if (lb_is_type(flags[n], LB_CELL_INTERFACE)) batch[atomic_inc(length)] = n;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (*length >= LB_SEARCH_GROUP) return false;
    }
}

/* `to` gets the marked flags.  Groups of LB_SEARCH_GROUP. */
kernel void lb_exchange(global LB_CODE *f, const global uchar *flags, global uchar *to,
                        const global scalar *prescribed, const global scalar *fill,
                        global scalar *mass, const uint step, global LB_INDEX *busy,
                        global LB_INDEX *turning, volatile global uint *counts,
                        volatile global uint *stamp)
{
    local LB_INDEX batch[2 * LB_SEARCH_GROUP];
    local uint length, window;
    volatile global uint *count = counts + LB_COUNTS * (step & 1u);
    const uint own = (uint)get_local_id(0), found = count[LB_FOUND];
    bool ended = false;
    if (own == 0) length = 0;
    while (!ended) {
        ended = lb_fetch(batch, &length, &window, count, flags, busy, (ulong)found * LB_V);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint all = length, left = all > LB_SEARCH_GROUP ? all - LB_SEARCH_GROUP : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (own == 0) length = left;
        if (left + own < all) {
            const LB_INDEX n = batch[left + own];
            const struct cell c = lb_cell_at(n);
            const uchar marked = lb_exchange_cell(f, flags, prescribed, fill, mass, c, step & 1u);
            if (marked != flags[n]) {
                to[n] = marked;
                lb_list_turning(c, LB_STAMP(step), busy + found, turning, count, stamp);
            }
        }
    }
}

/* --- behind the step ------------------------------------------------------------------------ */

/* MEET(x, y, z) for each neighbour. */
#define LB_NO_REST(numerator, denominator)
#define LB_MEET_PAIR(i, cx, cy, cz, numerator, denominator) \
    MEET(cx, cy, cz)                                        \
    MEET(-(cx), -(cy), -(cz))
#define LB_MEET_NEIGHBOURS LB_LATTICE(LB_NO_REST, LB_MEET_PAIR)

/* How many neighbours of cell c are of either type. */
LB_INLINE uint lb_neighbours_of(const global uchar *flags, const struct cell c, const uchar type,
                                const uchar other)
{
    uint count = 0;
#define MEET(x, y, z)                                                           \
    {                                                                           \
        const uchar there = flags[lb_index(lb_neighbour(c, x, y, z))];          \
        count += lb_is_type(there, type) || lb_is_type(there, other) ? 1u : 0u; \
    }
    LB_MEET_NEIGHBOURS
#undef MEET
    return count;
}

/* Keeps fluid and gas apart where interface turns into fluid: the flags of cell n. */
LB_INLINE uchar lb_protect_cell(const global uchar *flags, global scalar *mass, const LB_INDEX n)
{
    const uchar here = flags[n];
    if ((here & LB_CELL_GAS) == 0) return here;
    if (lb_neighbours_of(flags, lb_cell_at(n), LB_CELL_TO_FLUID, LB_CELL_TO_FLUID) == 0)
        return here;
    if (lb_is_type(here, LB_CELL_TO_GAS)) return lb_with_type(here, LB_CELL_INTERFACE);
    if (lb_is_type(here, LB_CELL_SHARING_GAS)) mass[n] = 0; /* its shares are taken */
    return lb_with_type(here, LB_CELL_TO_INTERFACE);
}

/* `step` is the next one. */
kernel void lb_convert_to_fluid(const global uchar *flags, global uchar *to, global scalar *mass,
                                const uint step, const global LB_INDEX *turning,
                                const global uint *counts)
{
    const uint count = counts[LB_COUNTS * (~step & 1u) + LB_TURNED];
    for (ulong item = get_global_id(0); item < (ulong)count * LB_V; item += get_global_size(0)) {
        const LB_INDEX n = lb_listed_cell(turning, item);
        to[n] = lb_protect_cell(flags, mass, n);
    }
}

/* Gives a cell that was gas the equilibrium of the mean density and velocity around it. */
LB_INLINE void lb_wet(global LB_CODE *f, const global uchar *flags, const struct cell c,
                      const uint parity)
{
    scalar count = 0, excess = 0, ux = 0, uy = 0, uz = 0;
#define MEET(x, y, z)                                             \
    {                                                             \
        const struct cell there = lb_neighbour(c, x, y, z);       \
        const uchar type = flags[lb_index(there)];                \
        if ((type & (LB_CELL_GAS | LB_CELL_SOLID)) == 0) {        \
            const struct sums s = lb_sums_sent(f, there, parity); \
            const scalar per_mass = (scalar)1 / s.rho;            \
            count += (scalar)1;                                   \
            excess += s.excess;                                   \
            ux = fma(s.jx, per_mass, ux);                         \
            uy = fma(s.jy, per_mass, uy);                         \
            uz = fma(s.jz, per_mass, uz);                         \
        }                                                         \
    }
    LB_MEET_NEIGHBOURS
#undef MEET
    const scalar per_count = (scalar)1 / fmax(count, (scalar)1);
    const scalar sound = sqrt((scalar)LB_CS2);
    struct moments m;
    m.excess = excess * per_count;
    m.rho = m.excess + (scalar)1;
    m.ux = clamp(ux * per_count, -sound, sound);
    m.uy = clamp(uy * per_count, -sound, sound);
    m.uz = clamp(uz * per_count, -sound, sound);
    const struct equilibrium e = lb_equilibrium(m);
#define REST(numerator, denominator) \
    f[lb_index(c)] = lb_encode(lb_equilibrium_rest(e, LB_WEIGHT(numerator, denominator)));
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    {                                                                                            \
        real along, against;                                                                     \
        lb_equilibrium_pair(e, cx, cy, cz, LB_WEIGHT(numerator, denominator), &along, &against); \
        f[LB_SENT_SLOT(i, parity, c, cx, cy, cz)] = lb_encode(along);                            \
        f[LB_SENT_OPPOSITE_SLOT(i, parity, c, cx, cy, cz)] = lb_encode(against);                 \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Keeps fluid and gas apart where interface turns into gas; fills what was gas: the flags of cell
 * n. */
LB_INLINE uchar lb_convert_cell(global LB_CODE *f, const global uchar *flags, global scalar *mass,
                                const LB_INDEX n, const uint parity)
{
    const uchar here = flags[n];
    const struct cell c = lb_cell_at(n);
    if (lb_is_type(here, LB_CELL_TO_INTERFACE)) lb_wet(f, flags, c, parity);
    if (!lb_is_fluid(here) || lb_neighbours_of(flags, c, LB_CELL_TO_GAS, LB_CELL_TO_GAS) == 0)
        return here;
    const scalar rest = lb_is_type(here, LB_CELL_SHARING_FLUID) ? (scalar)0 : mass[n];
    mass[n] = lb_sums_sent(f, c, parity).rho + rest;
    return lb_with_type(here, LB_CELL_INTERFACE);
}

/* `step` is the next one. */
kernel void lb_convert_to_gas(global LB_CODE *f, const global uchar *flags, global uchar *to,
                              global scalar *mass, const uint step, const global LB_INDEX *turning,
                              const global uint *counts)
{
    const uint count = counts[LB_COUNTS * (~step & 1u) + LB_TURNED];
    for (ulong item = get_global_id(0); item < (ulong)count * LB_V; item += get_global_size(0)) {
        const LB_INDEX n = lb_listed_cell(turning, item);
        to[n] = lb_convert_cell(f, flags, mass, n, step & 1u);
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
LB_INLINE uchar lb_settle_cell(const global LB_CODE *f, const global uchar *flags,
                               global scalar *fill, global scalar *mass, const LB_INDEX n,
                               const uint parity)
{
    const uchar here = flags[n];
    switch (here & LB_CELL_TYPE) {
    case LB_CELL_INTERFACE:
    case LB_CELL_TO_INTERFACE: {
        const scalar rho = lb_sums_sent(f, lb_cell_at(n), parity).rho;
        fill[n] = clamp(mass[n] / rho, (scalar)0, (scalar)1);
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
        to[n] = lb_settle_cell(f, flags, fill, mass, n, step & 1u);
    }
    if (get_global_id(0) < LB_COUNTS) counts[LB_COUNTS * (step & 1u) + get_global_id(0)] = 0;
}

/* --- start and observation ------------------------------------------------------------------ */

/* Takes the fill levels of `count` cells of the start state from cell number `first` on (x
 * fastest); `start` holds their densities.  The flags have their types already. */
kernel void lb_surface_start(const global uchar *flags, global scalar *fill, global scalar *mass,
                             const global scalar *start, const global scalar *start_fill,
                             const ulong first, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const LB_INDEX n = lb_index(lb_cell(first + item));
    const uchar here = flags[n];
    const bool interface = lb_is_type(here, LB_CELL_INTERFACE);
    fill[n] = interface ? start_fill[item] : lb_is_fluid(here) ? (scalar)1 : (scalar)0;
    mass[n] = interface ? start_fill[item] * start[item] : (scalar)0;
}

/* Makes fluid that touches gas at the start a full interface cell.  `step` is 0. */
kernel void lb_surface_close(const global LB_CODE *f, const global uchar *flags, global uchar *to,
                             global scalar *mass, const uint step)
{
    const LB_INDEX n = (LB_INDEX)get_global_id(0);
    if (n >= LB_CELLS) return;
    const uchar here = flags[n];
    const struct cell c = lb_cell_at(n);
    to[n] = here;
    if (!lb_is_fluid(here) || lb_neighbours_of(flags, c, LB_CELL_GAS, LB_CELL_GAS) == 0) return;
    mass[n] = lb_sums_sent(f, c, step & 1u).rho;
    to[n] = lb_with_type(here, LB_CELL_INTERFACE);
}

/* Fill levels of `count` cells of the box that begins at (bx, by, bz) and is ex x ey cells in
 * cross-section, from the box's cell number `skip` on. */
kernel void lb_surface_observe(const global scalar *fill, global scalar *out, const uint bx,
                               const uint by, const uint bz, const uint ex, const uint ey,
                               const ulong skip, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, skip + item);
    out[item] = fill[lb_index(c)];
}

/* What interface cell c will take over from its neighbours. */
LB_INLINE scalar lb_shares_of(const global uchar *flags, const global scalar *mass,
                              const struct cell c)
{
    scalar sum = 0;
#define MEET(x, y, z)                                                                           \
    {                                                                                           \
        const LB_INDEX at = lb_index(lb_neighbour(c, x, y, z));                                 \
        const uchar there = flags[at];                                                          \
        if (lb_is_type(there, LB_CELL_SHARING_FLUID) || lb_is_type(there, LB_CELL_SHARING_GAS)) \
            sum += mass[at];                                                                    \
    }
    LB_MEET_NEIGHBOURS
#undef MEET
    return sum;
}

/* Where the mass is: each of `items` work-items goes through every items-th cell of the memory
 * order and leaves 8 sums and 4 counts, which the host adds up. */
kernel void lb_surface_survey(const global LB_CODE *f, const global uchar *flags,
                              const global scalar *fill, const global scalar *mass,
                              global LB_SUM *sums, global ulong *counts, const uint items,
                              const uint step)
{
    const uint item = (uint)get_global_id(0);
    if (item >= items) return;
    LB_SUM excess = 0, wet = 0, pending = 0, stranded = 0, volume = 0;
    ulong fluid = 0, interface = 0, gas = 0, contacts = 0;
    for (ulong n = item; n < LB_CELLS; n += items) {
        const uchar here = flags[n];
        if (here & LB_CELL_SOLID) continue;
        const struct cell c = lb_cell_at((LB_INDEX)n);
        const bool sharing =
            lb_is_type(here, LB_CELL_SHARING_FLUID) || lb_is_type(here, LB_CELL_SHARING_GAS);
        if (!lb_is_type(here, LB_CELL_INTERFACE) && !sharing) stranded += (LB_SUM)mass[n];
        if (here & LB_CELL_GAS) {
            gas++;
            continue;
        }
        volume += (LB_SUM)fill[n];
        if (lb_is_type(here, LB_CELL_INTERFACE)) {
            interface++;
            wet += (LB_SUM)mass[n];
            pending += (LB_SUM)lb_shares_of(flags, mass, c);
            continue;
        }
        fluid++;
        excess += (LB_SUM)lb_sums_sent(f, c, step & 1u).excess;
        contacts += lb_neighbours_of(flags, c, LB_CELL_GAS, LB_CELL_SHARING_GAS);
    }
    global LB_SUM *s = sums + 8 * (ulong)item;
    s[0] = excess;
    s[1] = wet;
    s[2] = pending;
    s[3] = stranded;
    s[4] = volume;
    global ulong *k = counts + 4 * (ulong)item;
    k[0] = fluid;
    k[1] = interface;
    k[2] = gas;
    k[3] = contacts;
}
#include "surface/columns.cl"
#include "surface/droplets.cl"
