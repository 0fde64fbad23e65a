/* halo.h - the cells around a subdomain, one deep across cut axes.  Of them it knows what never changes:
 * flags, numbers, and what is prescribed.
 *
 * They are numbered layer by layer: for each cut axis the one below the box and the one above
 * it, both as large as the box with its halo, x before y before z.  Cells in edges are in more
 * than one layer.  kernels/box/subdomain.cl counts in the same way.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_HALO_H
#define LB_CASE_HALO_H

#include "case/case.h"

/* How many there are, rounded up so that what lies behind them is aligned for vectors; 0 if the
 * box is whole. */
uint64_t lb_halo_cells(const struct lb_case *c);

/* What `start` calls number n; false if n only rounds up. */
bool lb_halo_cell(const struct lb_case *c, uint64_t n, uint32_t at[3]);

/* Cells of the box count from 0 along each axis, those beyond a cut from -1 to `size`: what
 * `start` calls such a cell, and its number where it is of the halo. */
void lb_halo_place(const struct lb_case *c, const int64_t at[3], uint32_t out[3]);
uint64_t lb_halo_number(const struct lb_case *c, const int64_t at[3]);

/* Populations that cross the cuts in a step, each way, or what cells beside them keep in their place [codes];
 * 0 if the box is whole. */
uint64_t lb_halo_codes(const struct lb_case *c);

/* Exponents that go with them, if populations share some. */
uint64_t lb_halo_exponents(const struct lb_case *c);

#endif
