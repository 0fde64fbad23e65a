/* start.cl - the start state of cells.
 * SPDX-License-Identifier: MIT */

/* Density and velocity of cell `item` of `count`, from planes of so many values. */
LB_INLINE struct moments lb_start_moments(const global scalar *start, const ulong count,
                                          const ulong item)
{
    struct moments m;
    m.rho = start[item];
    m.excess = m.rho - (scalar)1;
    m.ux = start[count + item];
    m.uy = start[2 * count + item];
    m.uz = start[3 * count + item];
    return m;
}

/* Takes `count` cells of the start state from cell number `first` on (x fastest): flags, numbers where
 * there are any, and four planes of `count` values (density, velocity).  Stores the equilibrium as the step before step 0 would
 * have. */
kernel void lb_start(global LB_CODE *f, global uchar *flags, global scalar *prescribed,
                     global uchar *numbers, const global uchar *start_flags,
                     const global uchar *start_numbers, const global scalar *start,
                     const ulong first, const ulong count, const ulong noise_keys)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    const LB_INDEX n = lb_index(c);
    const uchar here = LB_HAS_FLAGS ? start_flags[item] : (uchar)0;
    const struct moments m = lb_start_moments(start, count, item);
    if (LB_HAS_FLAGS) flags[n] = here;
    if (LB_HAS_NUMBERS) numbers[n] = start_numbers[item];
    if (LB_HAS_FIELDS) {
        prescribed[LB_PRESCRIBED(0) + n] = m.rho;
        prescribed[LB_PRESCRIBED(1) + n] = m.ux;
        prescribed[LB_PRESCRIBED(2) + n] = m.uy;
        if (LB_D == 3) prescribed[LB_PRESCRIBED(3) + n] = m.uz;
    }
    lb_send_equilibrium(f, m, c, 0, lb_noise(c, 0, ~noise_keys)); /* not the noise of step 0 */
}
