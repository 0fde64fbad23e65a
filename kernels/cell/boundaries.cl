/* boundaries.cl - boundary conditions: what comes out of the outer cells of the box (LB_CELL_BOUNDARY)
 * into the fluid beside them, made between two steps; the step takes these cells for solid ones.  A
 * program of its own: its cost is that of the surface, not of the volume, and only cases with
 * boundaries have it.
 * The host prints LB_BOUNDARIES(DO): DO(number, condition, rho, ux, uy, uz) for each boundary of the
 * case, and includes the files of boundary/ that these conditions need.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"

/* A link along which population i comes out of a boundary into fluid cell c. */
struct boundary_link {
    const global LB_CODE *f;
    const global uchar *flags;
    uint parity; /* of the step to come */
    struct cell c;
    int i;
    scalar rho, ux, uy, uz; /* prescribed */
};

/* Whether the neighbour of the link's cell is of a boundary or a wall. */
LB_INLINE bool lb_is_outer(const struct boundary_link l, const int cx, const int cy, const int cz)
{
    return (l.flags[lb_index(lb_neighbour(l.c, cx, cy, cz))] & LB_CELL_SOLID) != 0;
}

/* Number of the direction. */
LB_INLINE int lb_number_of(const int cx, const int cy, const int cz)
{
    int found = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++)
        if (lb_directions[i][0] == cx && lb_directions[i][1] == cy && lb_directions[i][2] == cz)
            found = i;
    return found;
}

/* Slots of populations known at run time: of the one that cell c finds along direction i, and of the
 * one that it sent along it. */
LB_INLINE ulong lb_found_slot(const struct cell c, const int i, const uint parity)
{
    return (i & 1) != 0 ? lb_slot(LB_LOAD_SLOT(i, parity), c, LB_LOAD_AT, LB_ALONG(i))
                        : lb_slot(LB_LOAD_OPPOSITE_SLOT(i - 1, parity), c, LB_LOAD_OPPOSITE_AT,
                                  LB_AGAINST(i));
}

LB_INLINE ulong lb_sent_slot(const struct cell c, const int i, const uint parity)
{
    return (i & 1) != 0 ? LB_SENT_SLOT(i, parity, c, lb_directions[i][0], lb_directions[i][1],
                                       lb_directions[i][2])
                        : LB_SENT_OPPOSITE_SLOT(i - 1, parity, c, -lb_directions[i][0],
                                                -lb_directions[i][1], -lb_directions[i][2]);
}

/* What cell c, beside the boundary, sent into it along a direction. */
LB_INLINE real lb_sent_along(const struct boundary_link l, const struct cell c, const int cx,
                             const int cy, const int cz)
{
    const int i = lb_number_of(cx, cy, cz);
    return lb_population(l.f, lb_sent_slot(c, i, l.parity), lb_sent_scale(l.f, c, l.parity),
                         lb_gains[i]);
}

LB_INLINE real lb_equilibrium_along(const struct moments m, const int i)
{
    real all[LB_Q];
    lb_equilibrium_populations(all, m);
    return all[i];
}

#include "slot/boundaries"

/* Which populations of the `count` cells beside walls come out of boundaries: bit i of walls[k]. */
kernel void lb_find_boundaries(const global uchar *flags, const global LB_INDEX *beside,
                               global uint *boundary_links, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(beside[k]);
    uint from = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++)
        if (LB_IS_BOUNDARY(flags[lb_index(lb_neighbour(c, LB_AGAINST(i)))])) from |= 1u << i;
    boundary_links[k] = from;
}

/* For the step to come, number `step`.  The slot that a cell will find a population in belongs to the
 * link between it and the boundary, as does the other one, of what it sent: no two work-items write
 * the same slot, and none reads what another one writes. */
kernel void lb_apply_boundaries(global LB_CODE *f, const global uchar *flags,
                                const global uchar *numbers, const global LB_INDEX *beside,
                                const global uint *boundary_links, const ulong count,
                                const uint step)
{
    const ulong k = get_global_id(0);
    if (k >= count || boundary_links[k] == 0) return;
    struct boundary_link l;
    l.f = f;
    l.flags = flags;
    l.parity = step & 1u;
    l.c = lb_cell_at(beside[k]);
    real made[LB_Q], most = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        if ((boundary_links[k] >> i & 1u) == 0) continue;
        const uint number = numbers[lb_index(lb_neighbour(l.c, LB_AGAINST(i)))];
        real h = 0;
        l.i = i;
#define BOUNDARY(n, condition, density, x, y, z) \
    if (number == n) {                           \
        l.rho = density;                         \
        l.ux = x;                                \
        l.uy = y;                                \
        l.uz = z;                                \
        h = lb_boundary_##condition(l);          \
    }
        LB_BOUNDARIES(BOUNDARY)
#undef BOUNDARY
        made[i] = h;
        most = fmax(most, fabs(h) * lb_gains[i]);
    }
    const uint exponent = lb_exponent_for(most);
    lb_set_exponent(f, LB_MADE, beside[k], exponent);
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        if ((boundary_links[k] >> i & 1u) == 0) continue;
        const struct noise noise =
            lb_noise_if_finite(lb_noise_of(lb_noise(l.c, 0, step), i), made[i]);
        lb_set_code(f, lb_found_slot(l.c, i, l.parity),
                    lb_encode_scaled(made[i], lb_inverse_scale_of(exponent), lb_gains[i], noise));
    }
}
