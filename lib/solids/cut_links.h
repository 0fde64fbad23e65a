/* cut_links.h - what the links of a temperature make of the plane that cuts their cell (docs/theory/heat-solids.md).
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLIDS_CUT_LINKS_H
#define LB_SOLIDS_CUT_LINKS_H

#include "case/case.h"

/* Of the difference from equilibrium of what link j found, link i sends out[(i - 1) (q - 1) + j - 1], q being the
 * temperature's populations.  A temperature that is linear on both sides of the plane, with one flux across it, stays;
 * the sum of squares over weights of the differences does not grow, whatever the conductivities. */
void lb_cut_links(const struct lb_case *c, const struct lb_heat_cut *cut, double *out);

#endif
