/* boundaries.cl - what comes out of the outer cells of a box into the fluid, made between two steps: the
 * step takes outer cells for solid ones.  A program of its own: its cost is that of the surface, not of the
 * volume, and only cases with boundaries have it.
 * The host prints LB_BOUNDARIES(DO): DO(number of the condition, rho, ux, uy, uz, where its profile begins or -1,
 * first cell and cells of that profile along x, y, z) for each boundary of the case, LB_CONDITIONS(DO): DO(number,
 * name, keeps, looks inside), and includes the files of boundary/ that these conditions need.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "cell/load_slot.cl"

/* A link along which population i comes out of a boundary into fluid cell c. */
struct boundary_link {
    const global LB_CODE *f;
    const global uchar *flags;
    const global scalar *drive;
    struct sent_codes across; /* cuts, by a subdomain, */
    struct received_codes beyond;
    uint parity;       /* of the step to come */
    bool beside_walls; /* whether a cell that is looked at may have sent into a wall */
    struct cell c;
    int i;
    const global LB_INDEX
        *cells; /* beside boundaries, and the moments of the first `looked` of them */
    const global scalar *moments;
    ulong looked;
    uint inside;            /* the number of the cell inside among them, or LB_NOT_LISTED */
    scalar rho, ux, uy, uz; /* prescribed */
    global scalar *kept;    /* the link's own number, where its condition keeps one */
    bool begins;            /* which is not there yet; */
    real outwards;          /* and how fast what the cell sent moves towards the boundary */
};

/* Whether the neighbour of cell c is of a boundary or a wall. */
LB_INLINE bool lb_is_outer(const struct boundary_link l, const struct cell c, const int cx,
                           const int cy, const int cz)
{
    return (l.flags[lb_neighbour_at(c, cx, cy, cz)] & LB_CELL_SOLID) != 0;
}

LB_INLINE bool lb_is_beside_boundary(const struct boundary_link l, const int cx, const int cy,
                                     const int cz)
{
    return lb_is_of_boundary(l.flags[lb_neighbour_at(l.c, cx, cy, cz)]);
}

/* From the link's cell to the fluid cell straight inside of the outer cell that its population comes from; where
 * there is none, as in corners, nowhere. */
struct way {
    int x, y, z;
};

LB_INLINE struct way lb_way_inside(const struct boundary_link l)
{
    const int cx = lb_directions[l.i][0], cy = lb_directions[l.i][1], cz = lb_directions[l.i][2];
    const bool along_x = cx != 0 && !lb_is_outer(l, l.c, 0, -cy, -cz);
    const bool along_y = !along_x && cy != 0 && !lb_is_outer(l, l.c, -cx, 0, -cz);
    const bool along_z = !along_x && !along_y && cz != 0 && !lb_is_outer(l, l.c, -cx, -cy, 0);
    const struct way w = {along_y || along_z ? -cx : 0, along_x || along_z ? -cy : 0,
                          along_x || along_y ? -cz : 0};
    return w;
}

#define LB_NOT_LISTED 0xffffffffu

LB_INLINE struct cell lb_cell_inside(const struct boundary_link l)
{
    if (l.inside != LB_NOT_LISTED) return lb_cell_at(l.cells[l.inside]);
    const struct way w = lb_way_inside(l);
    return lb_neighbour(l.c, w.x, w.y, w.z);
}

/* Number of the direction. */
#define LB_PLACE(cx, cy, cz) (13 + (cx) + 3 * (cy) + 9 * (cz))
#define REST(numerator, denominator) [LB_PLACE(0, 0, 0)] = 0,
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    [LB_PLACE(cx, cy, cz)] = i, [LB_PLACE(-(cx), -(cy), -(cz))] = i + 1,
constant uchar lb_numbers[27] = {LB_LATTICE(REST, PAIR)};
#undef REST
#undef PAIR

LB_INLINE int lb_number_of(const int cx, const int cy, const int cz)
{
    return lb_numbers[LB_PLACE(cx, cy, cz)];
}

/* What cell c, or a neighbour of it beyond a cut, sent along direction i.  What it sent into a wall the step itself
 * may have put where it comes back. */
LB_INLINE real lb_sent_population(const struct boundary_link l, const struct cell c, const int i)
{
    const bool is_beyond = lb_is_beyond(l.c, c); /* and sent it across the cut to here */
    const uint plane = 1 - l.parity;
    const LB_INDEX from = is_beyond ? lb_place_beyond(l.c, c) : lb_index(c);
    const real scale = lb_scale_of(lb_exponent_at(l.f, plane, from));
    if (!is_beyond && lb_cuts_crossed(c, LB_ALONG(i)) != 0)
        return lb_carried_population(l.across.codes, lb_code_sent(l.across, c, i, LB_ALONG(i)),
                                     scale, lb_gains[i]);
    const bool into_wall =
        l.beside_walls && !is_beyond && lb_is_wall(l.flags[lb_neighbour_at(c, LB_ALONG(i))]);
    const ulong at = i == 0      ? lb_place_of_code(0, lb_index(c))
                     : into_wall ? lb_load_slot(c, (uint)lb_opposite(i), l.parity)
                                 : lb_sent_slot(c, i, l.parity);
    return lb_population(l.f, at, scale, lb_gains[i]);
}

LB_INLINE real lb_sent_along(const struct boundary_link l, const struct cell c, const int cx,
                             const int cy, const int cz)
{
    return lb_sent_population(l, c, lb_number_of(cx, cy, cz));
}

/* Moments of all that cell c sent. */
LB_INLINE struct moments lb_moments_sent(const struct boundary_link l, const struct cell c)
{
    const struct force none = {(real)(0), (real)(0), (real)(0), 0};
    real h[LB_Q];
    /* Where a work-item is for one vector, all loads are on their way at once; else the program is smaller. */
#if LB_ROW_PARTS > 0
#pragma unroll 1
#else
#pragma unroll
#endif
    for (int i = 0; i < LB_Q; i++)
        h[i] = lb_sent_population(l, c, i);
    return lb_moments(h, none);
}

LB_INLINE real lb_speed_outwards(const struct boundary_link l)
{
    const struct moments sent = lb_moments_sent(l, l.c);
    return lb_is_outer(l, l.c, 1, 0, 0)    ? sent.ux
           : lb_is_outer(l, l.c, -1, 0, 0) ? -sent.ux
           : lb_is_outer(l, l.c, 0, 1, 0)  ? sent.uy
           : lb_is_outer(l, l.c, 0, -1, 0) ? -sent.uy
           : lb_is_outer(l, l.c, 0, 0, 1)  ? sent.uz
                                           : -sent.uz;
}

/* Those that conditions need, of the cell with number k of the list. */
LB_INLINE void lb_keep_moments(global scalar *to, const ulong looked, const ulong k,
                               const struct moments m)
{
    to[k] = m.excess;
    to[looked + k] = m.rho;
    to[2 * looked + k] = m.ux;
    to[3 * looked + k] = m.uy;
    to[4 * looked + k] = m.uz;
    to[5 * looked + k] = m.per_mass;
}

LB_INLINE struct moments lb_listed_moments(const global scalar *from, const ulong looked,
                                           const ulong k)
{
    struct moments m;
    m.excess = from[k];
    m.rho = from[looked + k];
    m.ux = from[2 * looked + k];
    m.uy = from[3 * looked + k];
    m.uz = from[4 * looked + k];
    m.per_mass = from[5 * looked + k];
    return m;
}

/* Of all that the cell inside sent, which may be beyond a cut. */
LB_INLINE struct moments lb_moments_inside(const struct boundary_link l)
{
    const struct force none = {(real)(0), (real)(0), (real)(0), 0};
    if (l.inside != LB_NOT_LISTED) return lb_listed_moments(l.moments, l.looked, l.inside);
    const struct way w = lb_way_inside(l);
    const struct cell c = lb_neighbour(l.c, w.x, w.y, w.z);
    if (!lb_is_beyond(l.c, c)) return lb_moments_sent(l, c);
    const LB_INDEX n = lb_neighbour_at(l.c, w.x, w.y, w.z);
    const uint at = l.beyond.listed_at[n - LB_PLACES];
    const real scale = lb_scale_of(lb_exponent_at(l.f, 1 - l.parity, n));
    real h[LB_Q];
#pragma unroll 1
    for (int i = 0; i < LB_Q; i++)
        h[i] = lb_carried_population(l.beyond.codes, at + (uint)i, scale, lb_gains[i]);
    return lb_moments(h, none);
}

LB_INLINE real lb_equilibrium_along(const struct moments m, const int i)
{
    const int odd = (i & 1) != 0 ? i : i - 1;
    const scalar weight = (scalar)LB_STORAGE_SCALE * lb_weights[i];
    real along, against;
    lb_equilibrium_pair(lb_equilibrium(m), LB_ALONG(odd), (real)(1), weight, &along, &against);
    return odd == i ? along : against;
}

#include "slot/boundaries"

#define BOUNDARY(condition, rho, ux, uy, uz, at, x, nx, y, ny, z, nz) {rho, ux, uy, uz},
constant scalar lb_prescribed[][4] = {LB_BOUNDARIES(BOUNDARY)};
#undef BOUNDARY
#define BOUNDARY(condition, rho, ux, uy, uz, at, x, nx, y, ny, z, nz) \
    {condition, at, x, nx, y, ny, z, nz},
constant int lb_boundary[][8] = {LB_BOUNDARIES(BOUNDARY)};
#undef BOUNDARY

/* Of a cell beside more than one boundary; there are fewer. */
#define LB_SEVERAL 255u

/* What links out of a boundary do: keep a number, and look at the moments of a cell inside that is always the same,
 * as where no body may come. */
struct habits {
    bool keeps, looks_inside;
};

LB_INLINE struct habits lb_habits_of(const uint number)
{
    struct habits h = {false, false};
#define CONDITION(n, name, keep, look)           \
    if (lb_boundary[number][0] == n) {           \
        h.keeps = keep;                          \
        h.looks_inside = look && !LB_HAS_MOTION; \
    }
    LB_CONDITIONS(CONDITION)
#undef CONDITION
    return h;
}

/* Beside the bits of links: the cell, or one around it, which conditions look at, is beside a wall. */
#define LB_BESIDE_WALLS (1u << 31)

LB_INLINE bool lb_is_beside_wall(const global uchar *flags, const struct cell c)
{
    bool is_beside = false;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++)
        is_beside = is_beside || lb_is_wall(flags[lb_neighbour_at(c, LB_ALONG(i))]);
    return is_beside;
}

/* Those beyond cuts may be. */
LB_INLINE bool lb_are_beside_walls(const global uchar *flags, const struct cell c)
{
    bool are_beside = false;
#pragma unroll 1
    for (int place = 0; place < (LB_D == 3 ? 27 : 9); place++) {
        const int z = LB_D == 3 ? place / 9 - 1 : 0;
        const struct cell near = lb_neighbour(c, place % 3 - 1, place / 3 % 3 - 1, z);
        are_beside = are_beside || lb_is_beyond(c, near) || lb_is_beside_wall(flags, near);
    }
    return are_beside;
}

/* Which populations of the `count` cells beside walls come out of boundaries: bit i of links[k], of keeps[k]
 * where a number is kept, and of looks[k] where the moments inside are looked at; the boundary, if it is the same
 * for all; and the number of the cell, x fastest. */
kernel void lb_find_boundaries(const global uchar *flags, const global uchar *numbers,
                               const global LB_INDEX *beside, global uint *links,
                               global uint *keeps, global uint *looks, global uchar *of,
                               global ulong *cell_numbers, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(beside[k]);
    uint from = 0, kept = 0, looking = 0, first = LB_SEVERAL;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        const LB_INDEX n = lb_neighbour_at(c, LB_AGAINST(i));
        if (!LB_IS_BOUNDARY(flags[n])) continue;
        first = from == 0 || first == numbers[n] ? numbers[n] : LB_SEVERAL;
        from |= 1u << i;
        const struct habits h = lb_habits_of(numbers[n]);
        if (h.keeps) kept |= 1u << i;
        if (h.looks_inside) looking |= 1u << i;
    }
    const bool is_near_walls =
        LB_HAS_MOTION || lb_are_beside_walls(flags, c); /* or bodies may come there */
    links[k] = from != 0 && is_near_walls ? from | LB_BESIDE_WALLS : from;
    keeps[k] = kept;
    looks[k] = looking;
    of[k] = (uchar)first;
    cell_numbers[k] = ((ulong)c.z * LB_NY + c.y) * LB_NX + c.x;
}

/* The place of a cell along an axis of a profile, which is the same in all cells where it has one. */
LB_INLINE ulong lb_place_along(const uint at, const int begin, const int size)
{
    return min(at - (uint)begin, (uint)size - 1u);
}

/* What boundary `number` prescribes for the outer cell, at its place in the whole box. */
LB_INLINE void lb_prescribe(struct boundary_link *l, const uint number, const struct cell outer,
                            const global scalar *profiles)
{
    const constant int *b = lb_boundary[number];
    const ulong x = lb_place_along(outer.x, b[2], b[3]), y = lb_place_along(outer.y, b[4], b[5]),
                z = lb_place_along(outer.z, b[6], b[7]);
    const scalar factor =
        b[1] < 0 ? (scalar)1 : profiles[(ulong)b[1] + (z * (ulong)b[5] + y) * (ulong)b[3] + x];
    l->rho = lb_prescribed[number][0];
    l->ux = factor * lb_prescribed[number][1];
    l->uy = factor * lb_prescribed[number][2];
    l->uz = factor * lb_prescribed[number][3];
}

/* The population along link l out of boundary `number`. */
LB_INLINE real lb_out_of_boundary(const struct boundary_link l, const uint number)
{
    real h = 0;
#define CONDITION(n, name, keeps, looks) \
    if (lb_boundary[number][0] == n) h = lb_boundary_##name(l);
    LB_CONDITIONS(CONDITION)
#undef CONDITION
    return h;
}

/* Has the cell of a link find h. */
LB_INLINE void lb_put_population(global LB_CODE *f, const struct boundary_link l, const real h,
                                 const uint exponent, const struct noise all)
{
    const struct noise noise = lb_noise_if_finite(lb_noise_of(all, l.i), h);
    lb_set_code(f, lb_load_slot(l.c, (uint)l.i, l.parity),
                lb_encode_scaled(h, lb_inverse_scale_of(exponent), lb_gains[l.i], noise));
}

/* Where in memory the cells inside are that the links of the first `looked` cells look at, those of cell k from
 * looks_at[k] on: looks[k] are the links.  Not those beyond cuts, which are not in the list. */
kernel void lb_find_inside(const global uchar *flags, const global LB_INDEX *boundary_cells,
                           const global uint *looks, const global uint *looks_at,
                           global ulong *places, const ulong looked)
{
    const ulong k = get_global_id(0);
    if (k >= looked) return;
    struct boundary_link l;
    l.flags = flags;
    l.c = lb_cell_at(boundary_cells[k]);
    l.inside = LB_NOT_LISTED;
    ulong at = looks_at[k];
    for (uint rest = looks[k]; rest != 0; rest &= rest - 1) {
        l.i = lb_lowest(rest);
        const struct cell inside = lb_cell_inside(l);
        places[at++] = lb_is_beyond(l.c, inside) ? ~(ulong)0 : (ulong)lb_index(inside);
    }
}

/* What all links of a cell beside boundaries have in common. */
LB_INLINE struct boundary_link lb_links_of(const global LB_CODE *f, const global uchar *flags,
                                           const struct sent_codes across, const LB_INDEX cell,
                                           const uint links, const uint step)
{
    struct boundary_link l;
    l.f = f;
    l.flags = flags;
    l.across = across;
    l.beside_walls = (links & LB_BESIDE_WALLS) != 0;
    l.parity = step & 1u;
    l.c = lb_cell_at(cell);
    return l;
}

/* The moments of the first `looked` cells with links out of boundaries, once for all links that look at them. */
kernel void lb_find_moments(const global LB_CODE *f, const global uchar *flags,
                            const global LB_INDEX *boundary_cells,
                            const global uint *boundary_links, global scalar *boundary_moments,
                            const global uint *pieces, const global uint *piece_of,
                            const global LB_CARRIED_CODE *sent, const ulong looked, const uint step)
{
    const ulong k = get_global_id(0);
    if (k >= looked) return;
    const struct sent_codes across = {pieces, piece_of, sent};
    struct boundary_link l =
        lb_links_of(f, flags, across, boundary_cells[k], boundary_links[k], step);
    lb_keep_moments(boundary_moments, looked, k, lb_moments_sent(l, l.c));
}

/* For the step to come, number `step`, in the `count` cells with links out of boundaries, `boundary_of` which
 * they are; kept[kept_at[k]] and the next ones are kept by those of cell k, and inside_of[looks_at[k]] and the
 * next ones are the cells inside that they look at.  The slot that a cell will find a
 * population in belongs to the link between it and the boundary, as does the other one, of what it sent: no two
 * work-items write the same slot, and none reads what another one writes. */
kernel void lb_apply_boundaries(
    global LB_CODE *f, const global uchar *flags, const global uchar *numbers,
    const global LB_INDEX *boundary_cells, const global uint *boundary_links,
    const global uchar *boundary_of, const global uint *kept_at, global scalar *kept,
    const global uint *looks_at, const global uint *inside_of,
    const global scalar *boundary_moments, const global scalar *profiles, const global uint *pieces,
    const global uint *piece_of, const global LB_CARRIED_CODE *sent, const global uint *listed_at,
    const global LB_CARRIED_CODE *received, const global scalar *drive, const ulong count,
    const ulong looked, const uint begins, const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const uint links = boundary_links[k] & ~LB_BESIDE_WALLS, of = boundary_of[k];
    const struct sent_codes across = {pieces, piece_of, sent};
    struct boundary_link l =
        lb_links_of(f, flags, across, boundary_cells[k], boundary_links[k], step);
    l.drive = drive;
    l.beyond.listed_at = listed_at;
    l.beyond.codes = received;
    l.cells = boundary_cells;
    l.moments = boundary_moments;
    l.looked = looked;
    l.begins = begins != 0;
    ulong look = k < looked ? looks_at[k] : 0;
    if (kept != 0 && (of == LB_SEVERAL || lb_habits_of(of).keeps)) {
        l.kept = kept + kept_at[k];
        l.outwards = lb_speed_outwards(l);
    }
    const struct noise all = lb_noise(l.c, 0, noise_keys);
    real made[LB_HAS_EXPONENTS ? LB_Q : 1],
        most = 0; /* those with an exponent for all are put together */
    for (uint rest = links; rest != 0; rest &= rest - 1) {
        l.i = lb_lowest(rest);
        const uint number = of != LB_SEVERAL ? of : numbers[lb_neighbour_at(l.c, LB_AGAINST(l.i))];
        lb_prescribe(&l, number, lb_neighbour_in_whole(l.c, LB_AGAINST(l.i)), profiles);
        l.inside = lb_habits_of(number).looks_inside ? inside_of[look++] : LB_NOT_LISTED;
        const real h = lb_out_of_boundary(l, number);
        if (LB_HAS_EXPONENTS) {
            made[l.i] = h;
            most = fmax(most, fabs(h) * lb_gains[l.i]);
        } else {
            lb_put_population(f, l, h, 0, all);
        }
        if (lb_habits_of(number).keeps) l.kept++;
    }
    if (!LB_HAS_EXPONENTS) return;
    const uint exponent = lb_exponent_for(most);
    lb_set_exponent(f, LB_MADE, boundary_cells[k], exponent);
    for (uint rest = links; rest != 0; rest &= rest - 1) {
        l.i = lb_lowest(rest);
        lb_put_population(f, l, made[l.i], exponent, all);
    }
}

/* What `count` cells sent that links beyond cuts ask for: listed[4 * k] and the next ones are the k-th cell, and where
 * its codes go.  What a step turned round at walls is where it will be found, the rest where it was sent: so it is
 * before the other walls throw back what they got, too. */
kernel void lb_pack_inside(const global LB_CODE *f, const global uint *links,
                           const global uint *listed, const uint count, const uint step,
                           global LB_CARRIED_CODE *sent)
{
    const uint item = (uint)get_global_id(0), parity = step & 1u;
    if (item / LB_Q >= count) return;
    const global uint *cell = listed + 4 * (item / LB_Q);
    const int i = (int)(item % LB_Q);
    struct cell c;
    c.x = cell[0];
    c.y = cell[1];
    c.z = cell[2];
    const bool turned = i != 0 && (links[lb_index(c) / LB_V] >> lb_opposite(i) & 1u) != 0;
    const ulong at = i == 0   ? lb_place_of_code(0, lb_index(c))
                     : turned ? lb_load_slot(c, (uint)lb_opposite(i), parity)
                              : lb_sent_slot(c, i, parity);
    sent[cell[3] + (uint)i] = (LB_CARRIED_CODE)lb_code_at(f, at);
}
