/* error_feedback.cl - the populations of a cell are rounded one after the other, for floats: what storing the
 * first ones leaves of mass and momentum is added to the last ones before these are stored.  So a cell loses no
 * more momentum than storing the last populations does, and no more mass than storing the rest does.
 * What a code leaves is the number less the decoded code: whatever the format makes of a number is counted.
 * docs/theory/conserving-rounding.md
 * SPDX-License-Identifier: MIT */
#define LB_ENCODES_TOGETHER 1

/* --- the last populations ------------------------------------------------------------------------ */

/* The squares of the directions' lengths, a bit each, by the rows of the lattice. */
#define LB_LENGTH(cx, cy, cz) ((cx) * (cx) + (cy) * (cy) + (cz) * (cz))
#define LB_NO_REST(numerator, denominator)
#define LB_LENGTH_BIT(i, cx, cy, cz, numerator, denominator) | 1 << LB_LENGTH(cx, cy, cz)
enum { LB_LENGTHS = 0 LB_LATTICE(LB_NO_REST, LB_LENGTH_BIT) };
#define LB_LONGEST (LB_LENGTHS >= 1 << 3 ? 3 : LB_LENGTHS >= 1 << 2 ? 2 : 1)

/* The second ones of these pairs: as many as there are dimensions, along the longest directions, which have the
 * least weights and so the least last places.  In two dimensions both diagonals; in three (1, 1, 0) and the like,
 * (1, 1, -1) and the like, or the axes where there is nothing else. */
#define LB_SQUARE(c) ((c) * (c))
#define LB_IS_LAST(cx, cy, cz)              \
    (LB_LENGTH(cx, cy, cz) == LB_LONGEST && \
     (LB_D == 2 || LB_LONGEST == 1 || LB_SQUARE((cx) + (cy) + (cz)) == (LB_LONGEST == 2 ? 4 : 1)))

/* h, the population along -c, with its share of the momentum (x, y, z) added: the shares s of all last ones are
 * the solution of sum(-c s) = (x, y, z). */
LB_INLINE real lb_with_share(const real h, const int cx, const int cy, const int cz, const real x,
                             const real y, const real z)
{
    const real along = lb_dot(cx, cy, cz, x, y, z), all = x + y + z;
    if (LB_LONGEST == 1) return h - along;
    if (LB_D == 2) return fma((real)((scalar)-0.5), along, h);
    if (LB_LONGEST == 2) return fma((real)((scalar)0.5), all, h - along);
    return fma((real)((scalar)-0.25), lb_add(along, cx + cy + cz, all), h);
}

/* --- all of them --------------------------------------------------------------------------------- */

/* The code of x in w, piece k; returns the number that it stands for. */
LB_INLINE real lb_stored(wide *w, const real x, const int k, const struct noise n)
{
    const chunk code = lb_encode(x, n);
    LB_SET_CODES_PIECE(*w, k, code)
    return lb_decode(code);
}

/* Codes of piece k.  What is rounded depends on the noise of what came before it, and has a noise of its own: with
 * the same one the mean would not be the number. */
LB_INLINE void lb_encode_together(wide *w, const real *h, const int k, const struct noise n)
{
    real mass = LB_NOTHING, x = LB_NOTHING, y = LB_NOTHING, z = LB_NOTHING;
#define FEED(error, cx, cy, cz) \
    x = lb_add(x, cx, error);   \
    y = lb_add(y, cy, error);   \
    z = lb_add(z, cz, error);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                                  \
    {                                                                                \
        const real left = h[i] - lb_stored(&w[i], h[i], k, lb_noise_of(n, i));       \
        mass += left;                                                                \
        if (LB_IS_LAST(cx, cy, cz)) {                                                \
            FEED(left, cx, cy, cz)                                                   \
        } else {                                                                     \
            const real other =                                                       \
                h[i + 1] - lb_stored(&w[i + 1], h[i + 1], k, lb_noise_of(n, i + 1)); \
            const real difference = left - other;                                    \
            mass += other;                                                           \
            FEED(difference, cx, cy, cz)                                             \
        }                                                                            \
    }
    LB_LATTICE(REST, PAIR)
#undef PAIR
    const struct noise second = lb_noise_if_finite(lb_noise_again(n), mass);
#define PAIR(i, cx, cy, cz, numerator, denominator)                       \
    if (LB_IS_LAST(cx, cy, cz)) {                                         \
        const real number = lb_with_share(h[i + 1], cx, cy, cz, x, y, z); \
        mass += h[i + 1] - lb_stored(&w[i + 1], number, k, second);       \
    }
    LB_LATTICE(REST, PAIR)
#undef PAIR
#undef REST
#undef FEED
    lb_stored(&w[0], h[0] + mass, k, lb_noise_again(second));
}
