/* scalar.cl - the common beginning of the programs for single cells: scalar (LB_W is 1), whatever the
 * layout's lanes.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "core/simd.cl"
#include "slot/lattice"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "slot/rounding"
#include "slot/storage"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "cell/around.cl"
#include "cell/sent_codes.cl"

/* The directions and, below, their weights as tables, for kernels that seldom run: a loop over them is built faster
 * than all of them written out. */
#define REST(numerator, denominator) {0, 0, 0},
#define PAIR(i, cx, cy, cz, numerator, denominator) {cx, cy, cz}, {-(cx), -(cy), -(cz)},
constant char lb_directions[LB_Q][3] = {LB_LATTICE(REST, PAIR)};
#undef REST
#undef PAIR

/* Direction `i` of the tables, or the other way. */
#define LB_ALONG(i) lb_directions[i][0], lb_directions[i][1], lb_directions[i][2]
#define LB_AGAINST(i) -lb_directions[i][0], -lb_directions[i][1], -lb_directions[i][2]

#include "slot/state"

#define REST(numerator, denominator) (scalar)(numerator) / (scalar)(denominator),
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    REST(numerator, denominator) REST(numerator, denominator)
constant scalar lb_weights[LB_Q] = {LB_LATTICE(REST, PAIR)};
#undef REST
#undef PAIR

/* Of the opposite direction; not of rest. */
LB_INLINE int lb_opposite(const int i)
{
    return (i & 1) != 0 ? i + 1 : i - 1;
}

/* The lowest of the bits. */
LB_INLINE int lb_lowest(const uint bits)
{
    return 31 - (int)clz(bits & (0u - bits));
}

LB_INLINE uchar lb_flags_of(const global uchar *flags, const struct cell c)
{
    return LB_HAS_FLAGS ? flags[lb_index(c)] : (uchar)0;
}

LB_INLINE bool lb_is_of_boundary(const uchar flags)
{
    return LB_HAS_NUMBERS ? LB_IS_BOUNDARY(flags) : false;
}

/* Whether populations bounce back from a cell with these flags. */
LB_INLINE bool lb_is_wall(const uchar flags)
{
    return (flags & LB_CELL_SOLID) != 0 && !lb_is_of_boundary(flags);
}
