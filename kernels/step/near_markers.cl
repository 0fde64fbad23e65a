/* near_markers.cl - what a vector of cells near a marker does in the step: takes the force that the
 * markers left there and clears it for the next step, and keeps its velocity, which moves the
 * markers.
 * Only pieces of vectors that are marked; all others pay for reading the mark.
 * SPDX-License-Identifier: MIT */
#include "immersed/cell_velocity.cl"

/* The marks of a piece's lanes. */
#define LB_MARKS_OF_PIECE(k) ((LB_LINK_MARK((k)*LB_W + LB_W - 1) << 1) - LB_LINK_MARK((k)*LB_W))

LB_INLINE LB_INDEX lb_near_at(const struct place p, const int lane)
{
    return LB_NEAR_AT(LB_AT(p, 0, 0, 0) + (LB_INDEX)lane);
}

/* What a vector near a marker needs beside its populations.  All of it is asked for at once: a GPU
 * would wait for memory at every piece. */
struct marked {
    real fx[LB_V / LB_W], fy[LB_V / LB_W], fz[LB_V / LB_W]; /* the markers' force, per piece */
    wide_flags flags;
};

/* 0 where no marker is near: nothing was spread there. */
LB_INLINE real lb_marker_force_at(const global long *force, const uint component, const uint link,
                                  const struct place p, const int k)
{
    const scalar per_unit = (scalar)1 / (scalar)(1ul << LB_FORCE_BITS);
    real f;
    for (int lane = 0; lane < LB_W; lane++) {
        const int at = k * LB_W + lane;
        ((scalar *)&f)[lane] =
            (link & LB_LINK_MARK(at)) != 0
                ? (scalar)force[LB_FORCE_AT(component, lb_near_at(p, at))] * per_unit
                : (scalar)0;
    }
    return f;
}

LB_INLINE void lb_load_marked(struct marked *m, const global long *force, const global uchar *flags,
                              const uint link, const struct place p)
{
    m->flags = lb_flags_at(flags, p);
    for (int k = 0; LB_HAS_CELL_FORCE && k < LB_V / LB_W; k++) {
        m->fx[k] = lb_marker_force_at(force, 0, link, p, k);
        m->fy[k] = lb_marker_force_at(force, 1, link, p, k);
        if (LB_D == 3) m->fz[k] = lb_marker_force_at(force, 2, link, p, k);
    }
}

LB_INLINE struct force lb_force_beside_markers(const struct marked *m, const int k)
{
    struct force f = lb_body_force(0);
    f.x += m->fx[k];
    f.y += m->fy[k];
    if (LB_D == 3) f.z += m->fz[k];
    f.axes = LB_ALL_AXES;
    return f;
}

LB_INLINE real lb_kept_component(const global scalar *prescribed, const wide_flags flags,
                                 const uint component, real u, const struct place p, const int k)
{
    if (LB_HAS_EQUILIBRIUM)
        u = lb_piece_with(flags, LB_CELL_EQUILIBRIUM, k)
                ? LB_PIECE(lb_prescribed_at(prescribed, 1 + component, p), k)
                : u;
    if (LB_HAS_SOLID) u = lb_piece_with(flags, LB_CELL_SOLID, k) ? (real)(0) : u;
    return u;
}

LB_INLINE void lb_keep_velocity(global four *velocity, const global scalar *prescribed,
                                const wide_flags flags, const struct moments m,
                                const struct place p, const int k)
{
    const real ux = lb_kept_component(prescribed, flags, 0, m.ux, p, k);
    const real uy = lb_kept_component(prescribed, flags, 1, m.uy, p, k);
    const real uz = LB_D == 3 ? lb_kept_component(prescribed, flags, 2, m.uz, p, k) : (real)(0);
    for (int lane = 0; lane < LB_W; lane++)
        velocity[lb_near_at(p, k * LB_W + lane)] =
            (four)(((const scalar *)&ux)[lane], ((const scalar *)&uy)[lane],
                   ((const scalar *)&uz)[lane], 0);
}

/* After the last piece: stores between the pieces made an H200's step a quarter slower. */
LB_INLINE void lb_clear_marked(global long *force, global uint *links, const LB_INDEX vector,
                               const uint link, const struct place p)
{
    links[vector] = link & ~LB_LINK_MARKS;
    for (int lane = 0; LB_HAS_CELL_FORCE && lane < LB_V; lane++)
        if ((link & LB_LINK_MARK(lane)) != 0)
            for (uint a = 0; a < LB_D; a++)
                force[LB_FORCE_AT(a, lb_near_at(p, lane))] = 0;
}
