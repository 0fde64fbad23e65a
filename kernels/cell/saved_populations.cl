/* saved_populations.cl - populations in the order of a checkpoint, and back.
 * SPDX-License-Identifier: MIT */
#include "cell/load_slot.cl"
#include "slot/solids"

/* Whether it is defined: what comes to a cell that streams, but for the populations of interface
 * cells from the gas side, which the step reconstructs; what fluid sent into a boundary, which
 * is a part of the force on it; and with a surface, or bodies that move, what a cell that
 * streams sent to any other. */
LB_INLINE bool lb_is_meant_for(const uchar here, const uchar from)
{
    const uchar gas = LB_HAS_SURFACE ? LB_CELL_GAS : 0;
    if ((here & (LB_CELL_SOLID | gas)) == 0 && (from & gas) == 0) return true;
    return (LB_HAS_SURFACE || LB_HAS_MOTION || lb_is_of_boundary(here)) &&
           (from & (LB_CELL_SOLID | gas)) == 0;
}

LB_INLINE bool lb_is_meant(const global uchar *flags, const struct cell c, const uint i)
{
    const uchar from = LB_HAS_FLAGS ? flags[lb_neighbour_at(c, LB_AGAINST(i))] : (uchar)0;
    return lb_is_meant_for(lb_flags_of(flags, c), from);
}

LB_INLINE bool lb_is_conductor(const global uchar *flags, const global uchar *numbers,
                               const struct cell c)
{
    const uchar number = LB_HAS_NUMBERS ? numbers[lb_index(c)] : (uchar)0;
    return lb_conducts(lb_flags_of(flags, c), number);
}

/* Population i of `count` cells from cell number `first` on; at rest where it means nothing, so that
 * what is saved does not depend on the layout.  `step` is the next one. */
#if !LB_HAS_EXPONENTS
kernel void lb_take_codes(const global LB_CODE *f, const global uchar *flags,
                          const global uchar *numbers, global LB_CODE *out, const uint i,
                          const ulong first, const ulong count, const uint step,
                          const ulong noise_keys, const uint of_heat)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    const real rest = LB_SHIFT ? (real)(0) : lb_weights[i] * (scalar)LB_STORAGE_SCALE;
    out[item] = lb_is_meant(flags, c, i) || (of_heat != 0 && lb_is_conductor(flags, numbers, c))
                    ? lb_code_at(f, lb_load_slot(c, i, step & 1u))
                    : lb_encode(rest, lb_noise_of(lb_noise(c, 0, noise_keys), 0));
}

kernel void lb_put_codes(global LB_CODE *f, const global LB_CODE *from, const uint i,
                         const ulong first, const ulong count, const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    lb_set_code(f, lb_load_slot(lb_cell(first + item), i, step & 1u), from[item]);
}
#else
/* Codes are saved as the numbers that they mean, which no other exponents change. */
kernel void lb_take_codes(const global LB_CODE *f, const global uchar *flags, global float *out,
                          const uint i, const ulong first, const ulong count, const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    uint plane;
    const LB_INDEX n = lb_exponent_of_found(flags, c, step & 1u, LB_ALONG(i), &plane);
    const real number = lb_population(f, lb_load_slot(c, i, step & 1u),
                                      lb_scale_of(lb_exponent_at(f, plane, n)), lb_gains[i]);
    out[item] = lb_is_meant(flags, c, i) ? number / (scalar)LB_STORAGE_SCALE
                : LB_SHIFT               ? 0
                                         : lb_weights[i];
}

/* Raises a byte to at least `least`, where others may do so, too. */
LB_INLINE void lb_raise_byte(global uchar *byte, const uint least)
{
    const uint shift = 8u * (uint)((ulong)byte & 3ul);
    volatile global uint *word = (volatile global uint *)((ulong)byte & ~3ul);
    uint old = *word;
    while ((old >> shift & 0xFFu) < least) {
        const uint seen = atomic_cmpxchg(word, old, (old & ~(0xFFu << shift)) | least << shift);
        if (seen == old) return;
        old = seen;
    }
}

/* Before all of them are put: raises exponents, which begin with 0, to what they need. */
kernel void lb_raise_exponents(global LB_CODE *f, const global uchar *flags,
                               const global float *from, const uint i, const ulong first,
                               const ulong count, const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    if (!lb_is_meant(flags, c, i)) return;
    uint plane;
    const LB_INDEX n = lb_exponent_of_found(flags, c, step & 1u, LB_ALONG(i), &plane);
    const uint needed = lb_exponent_for(fabs(from[item]) * (scalar)LB_STORAGE_SCALE * lb_gains[i]);
    lb_raise_byte(f + lb_exponent_byte(plane, n), needed << 2u);
}

/* Raises those of the halo, which begin with 0, to what holds all numbers from there: they were codes, and are so
 * without rounding.  No exponent is larger than the one that they had (lb_adopt_exponents). */
kernel void lb_fit_exponents(global LB_CODE *f, const global uchar *flags, const global float *from,
                             const uint i, const ulong first, const ulong count, const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    uint plane;
    const LB_INDEX n = lb_exponent_of_found(flags, c, step & 1u, LB_ALONG(i), &plane);
    if (n < LB_PLACES || !lb_is_meant(flags, c, i)) return;
    const uint needed = lb_exponent_with(fabs(from[item]) * (scalar)LB_STORAGE_SCALE * lb_gains[i],
                                         lb_margin_of_codes);
    lb_raise_byte(f + lb_exponent_byte(plane, n), needed << 2u);
}

kernel void lb_put_codes(global LB_CODE *f, const global uchar *flags, const global float *from,
                         const uint i, const ulong first, const ulong count, const uint step,
                         const ulong noise_keys)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    if (!lb_is_meant(flags, c, i)) return;
    uint plane;
    const LB_INDEX n = lb_exponent_of_found(flags, c, step & 1u, LB_ALONG(i), &plane);
    const real inverse = lb_inverse_scale_of(lb_exponent_at(f, plane, n) >> 2u);
    lb_set_code(f, lb_load_slot(c, i, step & 1u),
                lb_encode_scaled(from[item] * (scalar)LB_STORAGE_SCALE, inverse, lb_gains[i],
                                 lb_noise(c, 0, noise_keys)));
}

/* Whether population i of cell c means something, and has the exponent of cell n: the one of what was
 * made, or the one of what was sent. */
LB_INLINE bool lb_has_exponent_of(const global uchar *flags, const struct cell c, const uint i,
                                  const LB_INDEX n, const bool is_made)
{
    uint found;
    return lb_is_meant(flags, c, i) &&
           lb_exponent_of_found(flags, c, 0, LB_ALONG(i), &found) == n &&
           (found == LB_MADE) == is_made;
}

/* Whether the neighbour that population i of cell c goes to finds it with the exponent of c. */
LB_INLINE bool lb_is_found_ahead(const global uchar *flags, const struct cell c, const uint i)
{
    const uchar from = lb_flags_of(flags, c), gas = LB_HAS_SURFACE ? LB_CELL_GAS : 0;
    const uchar ahead = LB_HAS_FLAGS ? flags[lb_neighbour_at(c, LB_ALONG(i))] : (uchar)0;
    return (from & (LB_CELL_SOLID | gas)) == 0 && lb_is_meant_for(ahead, from);
}

/* Whether some population has the exponent of this plane and cell. */
LB_INLINE bool lb_is_used(const global uchar *flags, const struct cell c, const uint plane)
{
    const LB_INDEX n = lb_index(c);
    const bool is_made = plane == LB_MADE;
    for (uint i = 1; i < LB_Q; i++)
        if (lb_has_exponent_of(flags, c, i, n, is_made) ||
            (!is_made && lb_is_found_ahead(flags, c, i)))
            return true;
    return !is_made && lb_is_meant(flags, c, 0);
}

kernel void lb_take_exponents(const global LB_CODE *f, const global uchar *flags, global uchar *out,
                              const uint plane, const ulong first, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    out[item] =
        lb_is_used(flags, c, plane) ? (uchar)lb_exponent_at(f, plane, lb_index(c)) : (uchar)0;
}

kernel void lb_put_exponents(global LB_CODE *f, const global uchar *from, const uint plane,
                             const ulong first, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    lb_set_exponent(f, plane, lb_index(lb_cell(first + item)), (uint)from[item] >> 2u);
}
#endif
