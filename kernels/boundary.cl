/* boundary.cl - walls and prescribed cells of a vector.  Half-way bounce-back needs the flags of
 * the neighbours; they are read only where the cell's own flag says that one of them is solid.
 * Sources: Ladd, J. Fluid Mech. 271, 285 (1994) (moving walls); Krueger et al., The Lattice
 * Boltzmann Method (2017), chapter 5.
 * SPDX-License-Identifier: MIT */

LB_INLINE wide_flags lb_flags_at(const global uchar *flags, const struct place p, const int cx,
                                 const int cy, const int cz)
{
    wide_flags w = *(const global wide_flags *)(flags + LB_AT(p, cx, cy, cz));
    LB_LANES_HOME(w, p, cx, cy, cz)
    return w;
}

LB_INLINE wide_scalar lb_prescribed_at(const global scalar *prescribed, const int component,
                                       const struct place p, const int cx, const int cy,
                                       const int cz)
{
    wide_scalar w =
        *(const global wide_scalar *)(prescribed + LB_PRESCRIBED(component) + LB_AT(p, cx, cy, cz));
    LB_LANES_HOME(w, p, cx, cy, cz)
    return w;
}

/* Whether the kernel asks first if any lane of a neighbour matters.  A branch around the reads would
 * cost a GPU 14 % of the whole kernel (FP16C, H200); it saves a CPU much, whose vectors are long. */
#define LB_ASKS_FIRST (LB_V == 1 || LB_W >= 4)

LB_INLINE bool lb_none_there(const global uchar *flags, const struct place p, const int cx,
                             const int cy, const int cz, const uchar bits)
{
    return !lb_any_with(*(const global wide_flags *)(flags + LB_AT(p, cx, cy, cz)), bits);
}

/* `w`, but in the lanes whose neighbour at (wx, wy, wz) is a wall the population that the cell
 * itself sent into it, which is in `slot` at (cx, cy, cz).
 * The whole vector is read for the sake of those lanes; what other cells may be writing to the
 * rest is dropped. */
LB_INLINE wide lb_bounced(const wide w, const global uchar *flags, const global LB_CODE *f,
                          const struct place p, const int wx, const int wy, const int wz,
                          const uint slot, const int cx, const int cy, const int cz)
{
    if (LB_ASKS_FIRST && lb_none_there(flags, p, wx, wy, wz, LB_CELL_SOLID)) return w;
    const wide_mask from_wall = lb_lanes_with(lb_flags_at(flags, p, wx, wy, wz), LB_CELL_SOLID);
    wide own = lb_read(f, slot, p, cx, cy, cz);
    LB_CODES_HOME(own, p, cx, cy, cz)
    return LB_CHOOSE_CODES(from_wall, own, w);
}

/* Replaces the populations that would come out of a wall by those that went into it. */
LB_INLINE void lb_bounce_back(wide *w, const global LB_CODE *f, const global uchar *flags,
                              const struct place p, const uint parity)
{
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    w[i] = lb_bounced(w[i], flags, f, p, -(cx), -(cy), -(cz), LB_BOUNCE_SLOT(i, parity),         \
                      LB_BOUNCE_AT * (cx), LB_BOUNCE_AT * (cy), LB_BOUNCE_AT * (cz));            \
    w[i + 1] = lb_bounced(w[i + 1], flags, f, p, cx, cy, cz, LB_BOUNCE_OPPOSITE_SLOT(i, parity), \
                          LB_BOUNCE_OPPOSITE_AT * (cx), LB_BOUNCE_OPPOSITE_AT * (cy),            \
                          LB_BOUNCE_OPPOSITE_AT * (cz));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* The lanes of piece k whose flags have any of `bits`. */
LB_INLINE mask lb_piece_with(const wide_flags flags, const uchar bits, const int k)
{
    return LB_CONVERT(LB_MASK)(LB_PIECE(flags & bits, k)) != (mask)(0);
}

#define LB_ANY_PIECE_WITH(flags, bits, k) \
    (LB_V == LB_W ? lb_any_with(flags, bits) : lb_any(lb_piece_with(flags, bits, k)))

/* 2 S w (c . u_wall) / c^2 for the lanes of piece k whose neighbour at (cx, cy, cz) is a moving
 * wall, else 0. */
LB_INLINE real lb_moving_wall(const global uchar *flags, const global scalar *prescribed,
                              const struct place p, const int cx, const int cy, const int cz,
                              const scalar weight, const int k)
{
    if (LB_ASKS_FIRST && lb_none_there(flags, p, cx, cy, cz, LB_CELL_MOVING)) return (real)(0);
    const mask moving = lb_piece_with(lb_flags_at(flags, p, cx, cy, cz), LB_CELL_MOVING, k);
    const real along =
        lb_dot(cx, cy, cz, LB_PIECE(lb_prescribed_at(prescribed, 1, p, cx, cy, cz), k),
               LB_PIECE(lb_prescribed_at(prescribed, 2, p, cx, cy, cz), k),
               LB_D == 3 ? LB_PIECE(lb_prescribed_at(prescribed, 3, p, cx, cy, cz), k) : (real)(0));
    return moving ? ((scalar)2 * weight / (scalar)LB_CS2) * along : (real)(0);
}

/* Adds to the bounced populations of piece k what moving walls give them (Ladd, wall density 1).
 * A wall behind (at -c_i) sends f_i out along +c_i, a wall ahead sends f_(i+1) along -c_i. */
LB_INLINE void lb_moving_walls(real *h, const global uchar *flags, const global scalar *prescribed,
                               const struct place p, const int k)
{
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                   \
    h[i] -= lb_moving_wall(flags, prescribed, p, -(cx), -(cy), -(cz), \
                           LB_WEIGHT(numerator, denominator), k);     \
    h[i + 1] -=                                                       \
        lb_moving_wall(flags, prescribed, p, cx, cy, cz, LB_WEIGHT(numerator, denominator), k);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Gives the equilibrium cells of piece k the equilibrium of their prescribed density and velocity.
 * */
LB_INLINE void lb_equilibrium_cells(real *h, const wide_flags flags,
                                    const global scalar *prescribed, const struct place p,
                                    const int k)
{
    const mask here = lb_piece_with(flags, LB_CELL_EQUILIBRIUM, k);
    struct moments m;
    m.rho = LB_PIECE(lb_prescribed_at(prescribed, 0, p, 0, 0, 0), k);
    m.excess = m.rho - (real)(1);
    m.ux = LB_PIECE(lb_prescribed_at(prescribed, 1, p, 0, 0, 0), k);
    m.uy = LB_PIECE(lb_prescribed_at(prescribed, 2, p, 0, 0, 0), k);
    m.uz = LB_D == 3 ? LB_PIECE(lb_prescribed_at(prescribed, 3, p, 0, 0, 0), k) : (real)(0);
    const struct equilibrium e = lb_equilibrium(m);
#define REST(numerator, denominator) \
    h[0] = here ? lb_equilibrium_rest(e, LB_WEIGHT(numerator, denominator)) : h[0];
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    {                                                                                            \
        real along, against;                                                                     \
        lb_equilibrium_pair(e, cx, cy, cz, LB_WEIGHT(numerator, denominator), &along, &against); \
        h[i] = here ? along : h[i];                                                              \
        h[i + 1] = here ? against : h[i + 1];                                                    \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
