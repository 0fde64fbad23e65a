/* kept_moments.cl - the state of single cells where moments are kept: what a cell will find, and the
 * populations that it sent, which follow from what it had found in the step before: the other copy.
 * SPDX-License-Identifier: MIT */
#include "core/sponge.cl"
#include "slot/viscosity"
#include "slot/collide"
#include "core/collided.cl"

/* The moments that an observer takes at cell c: those that the next step will find. */
LB_INLINE void lb_seen(real *h, const global LB_CODE *f, const global uchar *flags,
                       const global scalar *prescribed, const struct sent_codes sent,
                       const struct cell c, const uchar here, const uint parity)
{
    lb_load_kept(h, f, lb_index(c));
}

/* The start state's, of a fluid in equilibrium: as if a step had found it. */
LB_INLINE void lb_send_equilibrium_from(global LB_CODE *f, const struct moments m, const LB_INDEX n,
                                        const struct noise noise)
{
    const real scale = (real)((scalar)LB_STORAGE_SCALE), mass = scale * m.rho;
    const real all = scale * (LB_SHIFT ? m.excess : m.rho), pressure = all * (scalar)LB_CS2;
    const struct conserved s = {all, mass * m.ux, mass * m.uy, mass * m.uz};
    const struct stress p = {fma(s.x, m.ux, pressure),
                             fma(s.y, m.uy, pressure),
                             fma(s.z, m.uz, pressure),
                             s.x * m.uy,
                             s.y * m.uz,
                             s.x * m.uz};
    real kept[LB_Q];
    lb_set_kept(kept, s, p);
    lb_store_kept(f, kept, n, noise);
}

LB_INLINE void lb_send_equilibrium(global LB_CODE *f, const struct moments m, const struct cell c,
                                   const uint parity, const struct noise noise)
{
    lb_send_equilibrium_from(f, m, lb_index(c), noise);
}

/* Density and velocity of that, at place n with these flags. */
LB_INLINE struct moments lb_equilibrium_sent(const global LB_CODE *other,
                                             const global scalar *prescribed, const LB_INDEX n,
                                             const uchar here)
{
    const struct force none = {(real)(0), (real)(0), (real)(0), 0};
    real kept[LB_Q];
    lb_load_kept(kept, other, n);
    struct moments m = lb_moments(kept, none);
    if (!LB_HAS_EQUILIBRIUM || (here & LB_CELL_EQUILIBRIUM) == 0) return m;
    m.rho = prescribed[LB_PRESCRIBED(0) + n];
    m.excess = m.rho - (scalar)1;
    m.ux = prescribed[LB_PRESCRIBED(1) + n];
    m.uy = prescribed[LB_PRESCRIBED(2) + n];
    m.uz = LB_D == 3 ? prescribed[LB_PRESCRIBED(3) + n] : (scalar)0;
    return m;
}

/* The populations that cell c sent in the step before step number `step`, of what it had found. */
LB_INLINE void lb_sent_populations(real *h, const global LB_CODE *other,
                                   const global scalar *prescribed, const global scalar *law,
                                   const struct cell c, const uchar here, const uint step)
{
    const bool prescribes = LB_HAS_EQUILIBRIUM ? (here & LB_CELL_EQUILIBRIUM) != 0 : false;
    if (prescribes | (step == 0)) {
        lb_equilibrium_populations(h, lb_equilibrium_sent(other, prescribed, lb_index(c), here));
        return;
    }
    lb_load_kept(h, other, lb_index(c));
    struct moments m = lb_moments(h, lb_body_force(0));
    m.damping = lb_sponge(c, 0);
    m.law = law;
    lb_collide(h, m);
}

/* Of cell c, for the force of its links: half-way walls give back what they got. */
struct handed {
    real h[LB_Q];
};

LB_INLINE struct handed lb_handed_over(const global LB_CODE *f, const global LB_CODE *other_f,
                                       const global uchar *flags, const global scalar *prescribed,
                                       const global scalar *law, const struct sent_codes sent,
                                       const struct cell c, const uint step,
                                       const bool from_boundary)
{
    struct handed l;
    lb_sent_populations(l.h, other_f, prescribed, law, c, flags[lb_index(c)], step);
    return l;
}

LB_INLINE real lb_sent_at_rest(const struct handed *l)
{
    return l->h[0];
}

LB_INLINE real lb_sent_against(const struct handed *l, const int i, const int cx, const int cy,
                               const int cz)
{
    return l->h[(i & 1) != 0 ? i + 1 : i - 1];
}

LB_INLINE real lb_found_from(const struct handed *l, const int i, const int cx, const int cy,
                             const int cz)
{
    return lb_sent_against(l, i, cx, cy, cz);
}

/* Of a wall between cells: what comes out is kept. */
LB_INLINE void lb_curved_exchanged(real *sent, real *found, const struct handed *l, const real kept,
                                   const int i, const int cx, const int cy, const int cz)
{
    *found = kept;
}
