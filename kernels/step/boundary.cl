/* boundary.cl - flags, moving walls and prescribed cells of a vector.  How walls throw populations
 * back: bounce_back.cl.
 * SPDX-License-Identifier: MIT */

LB_INLINE wide_flags lb_flags_at(const global uchar *flags, const struct place p)
{
    if (!LB_HAS_FLAGS) return (wide_flags)(0);
    return *(const global wide_flags *)(flags + LB_AT(p, 0, 0, 0));
}

LB_INLINE wide_scalar lb_prescribed_at(const global scalar *prescribed, const int component,
                                       const struct place p)
{
    return *(const global wide_scalar *)(prescribed + LB_PRESCRIBED(component) + LB_AT(p, 0, 0, 0));
}

/* The lanes of piece k whose flags have any of `bits`. */
LB_INLINE mask lb_piece_with(const wide_flags flags, const uchar bits, const int k)
{
    return LB_CONVERT(LB_MASK)(LB_PIECE(flags & bits, k)) != (mask)(0);
}

#define LB_ANY_PIECE_WITH(flags, bits, k) \
    (LB_V == LB_W ? lb_any_with(flags, bits) : lb_any(lb_piece_with(flags, bits, k)))

/* What moving walls take from the populations of piece k that come out of them. */
LB_INLINE void lb_moving_walls(real *h, const global scalar *terms, const int k)
{
#define TERM(i) ((scalar)LB_STORAGE_SCALE * *(const global real *)(terms + (i)*LB_V + k * LB_W))
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    h[i] -= TERM(i);                                \
    h[i + 1] -= TERM(i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
#undef TERM
}

/* Gives the lanes `here` the equilibrium of these. */
LB_INLINE void lb_give_equilibrium(real *h, const mask here, const real rho, const real ux,
                                   const real uy, const real uz)
{
    struct moments m;
    m.rho = rho;
    m.excess = m.rho - (real)(1);
    m.ux = ux;
    m.uy = uy;
    m.uz = uz;
    const struct equilibrium e = lb_equilibrium(m);
#define REST(numerator, denominator) h[0] = here ? lb_equilibrium_rest(e, (real)(1)) : h[0];
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    {                                                                                            \
        real along, against;                                                                     \
        lb_equilibrium_pair(e, cx, cy, cz, (real)(1), LB_WEIGHT(numerator, denominator), &along, \
                            &against);                                                           \
        h[i] = here ? along : h[i];                                                              \
        h[i + 1] = here ? against : h[i + 1];                                                    \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Gives the equilibrium cells of piece k the equilibrium of what is prescribed for them. */
LB_INLINE void lb_equilibrium_cells(real *h, const wide_flags flags,
                                    const global scalar *prescribed, const struct place p,
                                    const int k)
{
    const real uz = LB_D == 3 ? LB_PIECE(lb_prescribed_at(prescribed, 3, p), k) : (real)(0);
    lb_give_equilibrium(h, lb_piece_with(flags, LB_CELL_EQUILIBRIUM, k),
                        LB_PIECE(lb_prescribed_at(prescribed, 0, p), k),
                        LB_PIECE(lb_prescribed_at(prescribed, 1, p), k),
                        LB_PIECE(lb_prescribed_at(prescribed, 2, p), k), uz);
}
