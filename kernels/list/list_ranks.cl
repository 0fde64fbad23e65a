/* list_ranks.cl - the neighbours of a listed cell by their ranks, in few bytes: where one work-item has one cell.
 * SPDX-License-Identifier: MIT */
#define LB_FINDERS const global uint *restrict places
#define LB_FINDER_NAMES places

struct cells {
    LB_INDEX first;
    struct cell at;
};

LB_INLINE struct cells lb_cells(const LB_INDEX first, const global uint *places)
{
    const uint place = first < LB_LISTED ? places[first] : 0;
    struct cells c;
    c.first = first;
    c.at.x = place % LB_NX;
    c.at.y = place / LB_NX % LB_NY;
    c.at.z = place / LB_NX / LB_NY;
    return c;
}

LB_INLINE struct noise lb_noise_of_cells(const struct cells c, const int piece, const ulong keys)
{
    return lb_noise(c.at, piece, keys);
}

/* Of a code among the populations: half the registers of an address where it can be. */
#if LB_Q * LB_STRIDE <= 0xFFFFFFFFul
typedef uint code_number;
#else
typedef ulong code_number;
#endif

struct ways {
    code_number of[LB_Q];
};

/* Words of the rows beside a cell. */
struct rows {
    uint y[3], z[3];
    ulong word[3][3];
};

/* Where the population comes from that lies in slot `slot` of the neighbour at (cx, cy, cz), or came back into slot
 * `own` of cell c. */
LB_INLINE code_number lb_way(const struct step s, const struct rows r, const struct cells c,
                             const uint own, const uint slot, const int cx, const int cy,
                             const int cz)
{
    const ulong word = r.word[cy + 1][cz + 1];
    const bool is_fluid = lb_word_has(word, c.at.x, cx);
    const LB_INDEX rank = lb_rank_beside(s.words, word, c.at.x, r.y[cy + 1], r.z[cz + 1], cx);
    return is_fluid ? (code_number)(slot * LB_STRIDE) + rank
                    : (code_number)(own * LB_STRIDE) + c.first;
}

LB_INLINE struct rows lb_rows(const struct step s, const struct cells c)
{
    struct rows r;
    r.y[0] = lb_previous(c.at.y, LB_NY);
    r.y[1] = c.at.y;
    r.y[2] = lb_next(c.at.y, LB_NY);
    r.z[0] = lb_previous(c.at.z, LB_NZ);
    r.z[1] = c.at.z;
    r.z[2] = lb_next(c.at.z, LB_NZ);
#pragma unroll
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            r.word[a][b] = lb_cuts_crossed(c.at, 0, a - 1, b - 1) != 0
                               ? 0
                               : lb_fluid_word(s.words, c.at.x, r.y[a], r.z[b]);
    return r;
}

LB_INLINE void lb_find_ways(struct ways *at, const struct step s, const struct cells c)
{
    const struct rows r = lb_rows(s, c);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)             \
    at->of[i] = lb_way(s, r, c, i, i + 1, -(cx), -(cy), -(cz)); \
    at->of[i + 1] = lb_way(s, r, c, i + 1, i, cx, cy, cz);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE wide lb_take(const struct step s, const code_number from)
{
    return s.f[from];
}

LB_INLINE void lb_put(const struct step s, const code_number to, const wide w)
{
    s.f[to] = w;
}
