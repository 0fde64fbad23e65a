/* interpolated.cl - what comes out of walls that lie anywhere between cells, made between two
 * steps. Population i comes out of a wall at x - q c_i into cell x.  The step has done half-way
 * bounce back, so that
 *     out   what x sent into the wall        lies where x will look for i,
 *     inc   what x finds along -c_i          where x will look for the opposite of i,
 *     back  what x sent along c_i            where the next cell will look for it.
 * All three are of x, and the only slot that is written is the first: no two work-items write
 * the same, and none reads what another one writes.  Where the cell ahead is solid, too, the two
 * links of x are solved together. The rule is the file of the slot; it adds terms of `inc` alone
 * to what it knows of a link.
 * In a closed box what links add to the mass is summed, and all give it back, as the host says.
 * docs/theory/walls.md
 *
 * The host prints:
 *
 *   LB_WALL_ODD, LB_WALL_PER_TWICE_EVEN   1/w- - 1/2 of the collision, 1 over twice that of w+,
 *   LB_WALL_SETTLING         how fast what a link keeps follows,
 *   LB_WALL_FORCE_ON_AXES    whether the force enters momentum and second moments alone,
 *   LB_WALL_HOLDS_MASS       whether what links add to the mass is given back
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "shared/wall_mass.h"

/* A link; populations are times S. */
struct wall_link {
    real out, inc, back;
    scalar q, half_per_q;
    real moved;  /* S w_i c_i . u_wall / c^2 */
    real forced; /* S times what the force on the cell adds to the odd half in equilibrium */
    global scalar *kept; /* LB_WALL_NUMBERS of them: `out`, then those of the rule */
    scalar mean;         /* the second of them; 0 where there is none */
};

/* What comes out is known + share * inc. */
struct wall_answer {
    real known, share;
};

#include "slot/wall_rule"

/* The links of a cell. */
struct wall_cell {
    global LB_CODE *f;
    const global LB_CODE *other_f;
    const global uchar *flags;
    const global scalar *prescribed, *drive, *law;
    const global uint *q;
    const global scalar *speed;
    global scalar *kept;
    struct sent_codes across; /* cuts, by a subdomain */
    struct cell c;
    uint links, step, parity;
    ulong at;     /* of its first link */
    scalar given; /* mass over the weight of each link */
    /* Of moments: what the cell sent, what it finds from the next cell ahead of each link, and what
     * came along each link of a thin wall. Of moments, and of populations that share an exponent:
     * what links bring. */
    real *sent, *ahead, *came, *more;
};

/* Whether there is fluid behind link i. */
LB_INLINE bool lb_is_sheet(const struct wall_cell w, const int i)
{
    return LB_WALL_SHEETS ? !lb_is_wall(w.flags[lb_neighbour_at(w.c, LB_AGAINST(i))]) : false;
}

LB_INLINE ulong lb_link_number(const struct wall_cell w, const int i)
{
    return w.at + popcount(w.links & ((1u << i) - 1u));
}

/* What the next step will take from what comes along c_i out of a moving wall. */
LB_INLINE real lb_taken_by_step(const struct wall_cell w, const int i)
{
    if (!LB_HAS_MOVING) return (real)(0);
    const uchar behind = w.flags[lb_neighbour_at(w.c, LB_AGAINST(i))];
    if ((behind & LB_CELL_SOLID) == 0 || (behind & LB_CELL_MOVING) == 0) return (real)(0);
    return lb_wall_term(w.prescribed, w.c, LB_AGAINST(i), (scalar)LB_STORAGE_SCALE * lb_weights[i]);
}

/* Of Guo's force, or of one in momentum and second moments alone. */
LB_INLINE real lb_forced_half(const struct wall_cell w, const int i)
{
    const int cx = lb_directions[i][0], cy = lb_directions[i][1], cz = lb_directions[i][2];
    const scalar x = lb_force_along(0, w.drive), y = lb_force_along(1, w.drive),
                 z = LB_D == 3 ? lb_force_along(2, w.drive) : (scalar)0;
    const real along = (scalar)LB_STORAGE_SCALE * lb_dot(cx, cy, cz, x, y, z);
    const bool is_axis = cx * cx + cy * cy + cz * cz == 1;
    if (LB_WALL_FORCE_ON_AXES) return is_axis ? (scalar)0.5 * along : (real)(0);
    return lb_weights[i] * (scalar)LB_PER_CS2 * along;
}

/* Of S times a mass.  1/S first: their product is beyond FP32 where S is 2^-112. */
LB_INLINE long lb_wall_units(const real mass)
{
    return convert_long_rte(mass * (scalar)LB_UNSCALE * (scalar)((long)1 << LB_WALL_MASS_BITS));
}

#include "slot/wall_state"

LB_INLINE struct wall_link lb_wall_link(const struct wall_cell w, const int i)
{
    const ulong number = lb_link_number(w, i);
    const bool is_wall_ahead = lb_is_wall(w.flags[lb_neighbour_at(w.c, LB_ALONG(i))]) ||
                               (LB_WALL_SHEETS && (w.links >> lb_opposite(i) & 1u) != 0);
    struct wall_link l;
    lb_read_link(&l, w, i, is_wall_ahead);
    l.q = ((scalar)w.q[number] + (scalar)1) * (scalar)0x1p-32f;
    l.half_per_q = (scalar)0.5 * lb_inverse(l.q);
    l.moved = w.speed == 0 ? (real)(0)
                           : ((scalar)LB_STORAGE_SCALE * lb_weights[i] * (scalar)LB_PER_CS2) *
                                 w.speed[number];
    l.forced = lb_forced_half(w, i);
    l.kept = w.kept + number * LB_WALL_NUMBERS;
    l.mean = LB_WALL_NUMBERS > 1 ? l.kept[1] : (scalar)0;
    return l;
}

/* Has the cell find h, out of link l; the mass that this adds, in units. */
LB_INLINE long lb_put_out(const struct wall_cell w, const struct wall_link l, const int i,
                          const real h, const struct noise all)
{
    const real taken = lb_taken_by_step(w, i);
    const scalar share = (scalar)LB_STORAGE_SCALE * lb_weights[i];
    const real found = LB_WALL_HOLDS_MASS ? fma(share, w.given, h) : h;
    lb_wall_keep(l, found);
    return lb_store_link(w, l, i, found + taken, taken, all);
}

LB_INLINE long lb_make_pair(const struct wall_cell w, const int i, const struct noise all)
{
    struct wall_link one = lb_wall_link(w, i), other = lb_wall_link(w, i + 1);
    const struct wall_answer a = lb_wall_answer(one), b = lb_wall_answer(other);
    const real per_both = lb_inverse(fma(-a.share, b.share, (real)(1)));
    other.inc = fma(a.share, b.known, a.known) * per_both;
    one.inc = fma(b.share, a.known, b.known) * per_both;
    return lb_put_out(w, one, i, other.inc, all) + lb_put_out(w, other, i + 1, one.inc, all);
}

LB_INLINE long lb_make_link(const struct wall_cell w, const int i, const struct noise all)
{
    const struct wall_link l = lb_wall_link(w, i);
    const struct wall_answer a = lb_wall_answer(l);
    return lb_put_out(w, l, i, fma(a.share, l.inc, a.known), all);
}

LB_INLINE long lb_make_links(struct wall_cell w, const ulong noise_keys)
{
    real sent[LB_Q], ahead[LB_Q], came[LB_Q], more[LB_Q];
    const struct noise all =
        lb_noise(w.c, 0, noise_keys ^ 0xAAAAAAAAAAAAAAAAul); /* not the noise of the step itself */
    long brought = 0;
    w.sent = sent;
    w.ahead = ahead;
    w.came = came;
    w.more = more;
    lb_open_cell(w);
    for (uint rest = w.links; rest != 0; rest &= rest - 1) {
        const int i = lb_lowest(rest);
        const bool is_pair = (w.links >> lb_opposite(i) & 1u) != 0;
        if (!is_pair) brought += lb_make_link(w, i, all);
        if (is_pair && (i & 1) != 0) brought += lb_make_pair(w, i, all);
    }
    return brought + lb_close_cell(w, all);
}

#if LB_HAS_EXPONENTS
/* Has cells behind such walls say so, and cells beside sheets. */
kernel void lb_mark_made(global uchar *flags, const global LB_INDEX *curved_cells,
                         const global uint *curved_links, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(curved_cells[k]);
    for (uint rest = curved_links[k]; rest != 0; rest &= rest - 1) {
        const LB_INDEX behind = lb_neighbour_at(c, LB_AGAINST(lb_lowest(rest)));
        if (lb_is_wall(flags[behind]))
            flags[behind] |= LB_CELL_MADE_BEHIND;
        else
            flags[curved_cells[k]] |= LB_CELL_MADE_FOR;
    }
}
#endif

/* Adds what a group of work-items brought to its sum; all of them come here. */
LB_INLINE void lb_add_brought(local long *parts, const long brought, global long *sums)
{
    const uint item = (uint)get_local_id(0);
    parts[item] = brought;
    for (uint apart = LB_WALL_GROUP / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < apart) parts[item] += parts[item + apart];
    }
    if (item == 0) sums[get_group_id(0)] += parts[0];
}

/* For the step to come, number `step`, in the `count` cells of curved_cells, at least one; bit i of
 * curved_links[k]: population i comes out of such a wall; curved_at[k] is the number of the
 * first link of the cell. */
kernel __attribute__((reqd_work_group_size(LB_WALL_GROUP, 1, 1))) void lb_interpolate_walls(
    global LB_CODE *f, const global LB_CODE *other_f, const global uchar *flags,
    const global scalar *prescribed, const global LB_INDEX *curved_cells,
    const global uint *curved_links, const global uint *curved_at, const global uint *curved_q,
    const global scalar *curved_speed, global scalar *curved_kept, global long *curved_brought,
    const global scalar *curved_given, const global scalar *drive, const global scalar *law,
    const global uint *pieces, const global uint *piece_of, const global LB_CARRIED_CODE *sent,
    const ulong count, const uint step, const ulong noise_keys)
{
    local long parts[LB_WALL_GROUP];
    const ulong item = get_global_id(0), k = min(item, count - 1);
    const struct wall_cell w = {f,
                                other_f,
                                flags,
                                prescribed,
                                drive,
                                law,
                                curved_q,
                                curved_speed,
                                curved_kept,
                                {pieces, piece_of, sent},
                                lb_cell_at(curved_cells[k]),
                                curved_links[k],
                                step,
                                step & 1u,
                                curved_at[k],
                                LB_WALL_HOLDS_MASS ? curved_given[0] : (scalar)0,
                                0,
                                0,
                                0,
                                0};
    const long brought = item < count ? lb_make_links(w, noise_keys) : 0;
    if (LB_WALL_HOLDS_MASS) lb_add_brought(parts, brought, curved_brought);
}
