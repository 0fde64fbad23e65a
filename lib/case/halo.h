/* halo.h - the cells around a subdomain, one deep across cut axes, or as deep as half a marker's stencil, or three with
 * a free surface, whose curvature sees as far.  Of them it knows what never changes: flags, numbers, and what is prescribed; of a surface also
 * what is on its side of the cut after each exchange: flags, fill levels, masses.
 *
 * They are numbered layer by layer: for each cut axis those below the box, the farthest first, and those above
 * it, all as large as the box with its halo, x before y before z.  Cells in edges are in more
 * than one layer.  kernels/box/subdomain.cl counts in the same way.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_HALO_H
#define LB_CASE_HALO_H

#include "case/case.h"

/* How many layers there are beyond each end of a cut axis. */
uint32_t lb_halo_depth(const struct lb_case *c);

/* How many there are, rounded up so that what lies behind them is aligned for vectors; 0 if the
 * box is whole. */
uint64_t lb_halo_cells(const struct lb_case *c);

/* What `start` calls number n; false if n only rounds up. */
bool lb_halo_cell(const struct lb_case *c, uint64_t n, uint32_t at[3]);

/* Cells of the box count from 0 along each axis, those beyond a cut are less, or `size` and more: what
 * `start` calls such a cell, and its number where it is of the halo. */
void lb_halo_place(const struct lb_case *c, const int64_t at[3], uint32_t out[3]);
uint64_t lb_halo_number(const struct lb_case *c, const int64_t at[3]);

/* Populations that cross the cuts in a step, each way, or what cells beside them keep in their place [codes];
 * 0 if the box is whole. */
uint64_t lb_halo_codes(const struct lb_case *c);

/* What a surface sends of the cells beside a cut, that many layers of them: numbers of the arithmetic, or 0 for
 * flags, of which a code holds as many as it has bytes.  Two exchanges a step: within it and behind it. */
enum { LB_HALO_SHARES = 3 };
struct lb_halo_share {
    int direction; /* exchange_piece.h; 0 ends the list */
    uint32_t depth;
    unsigned numbers;
};
extern const struct lb_halo_share lb_halo_within[LB_HALO_SHARES],
    lb_halo_behind[LB_HALO_SHARES + 1];
/* Codes that so many cells take. */
uint64_t lb_halo_share_codes(const struct lb_case *c, const struct lb_halo_share *s,
                             uint64_t cells);
/* Within a step, each way; 0 without a surface. */
uint64_t lb_halo_codes_within(const struct lb_case *c);

/* Bytes of a code on its way to another subdomain. */
uint64_t lb_halo_code_bytes(const struct lb_case *c);

/* Exponents that go with them, if populations share some. */
uint64_t lb_halo_exponents(const struct lb_case *c);

#endif
