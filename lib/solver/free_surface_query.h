/* free_surface_query.h - the free surface of a solver's box: its columns, a crown over a pool, its
 * droplets, and removing what reaches the top.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_FREE_SURFACE_QUERY_H
#define LB_SOLVER_FREE_SURFACE_QUERY_H

#include "analysis/crown.h"
#include "analysis/droplet.h"
#include "solver/solver.h"

/* Of a case with a surface, for each column along axis `up` (of the other two axes, the lower
 * one is fastest): the height of what stands on the floor without a gap, and that of the highest
 * wet cell, from the bottom of the box [cells]; NaN if a column is all wall.  Caller owns both
 * arrays; either may be NULL. */
enum lb_status lb_solver_read_columns(struct lb_solver *s, int up, double *standing, double *top,
                                      struct lb_error *err);

/* The crown over a pool (lb_crown_measure); reads layers only as far up as the crown reaches. */
enum lb_status lb_solver_measure_crown(struct lb_solver *s, int up,
                                       const struct lb_crown_place *place, struct lb_crown *out,
                                       struct lb_error *err);

/* Takes droplets out of a case with a surface: what touches the highest `depth` layers along axis
 * `up` that are not all wall, and is connected to nothing below half of the box's height.  They
 * are measured, their cells become gas, and their mass counts as removed from then on.  Specks of a
 * cell or two are droplets, too.  `out` is initialised with {0} or from an earlier call.
 * So that nothing ever meets the lid, `depth` is more than what flies between two calls. */
enum lb_status lb_solver_take_droplets(struct lb_solver *s, int up, uint32_t depth,
                                       struct lb_droplets *out, struct lb_error *err);

/* Opens the top of the box: whatever is wet in these layers, or left there by
 * lb_solver_take_droplets, becomes gas, as the tip of a crown that grows out of the box does.  Its
 * mass counts as removed and is left in *mass.  (Its volume says little: cells shut in below a lid
 * count as full while they still wait for mass from their neighbours.) */
enum lb_status lb_solver_cut_off_top(struct lb_solver *s, int up, uint32_t depth, double *mass,
                                     struct lb_error *err);

/* The layers of a solver's surface, to search in until the next step.  Each is read once, and with
 * it others that a search will come to.  LB_STATUS_FAILED if there is no surface. */
enum lb_status lb_surface_layers(struct lb_solver *s, int up, struct lb_layers *out,
                                 struct lb_error *err);

/* Collective, behind each search in them: success of all ranks. */
enum lb_status lb_surface_agree(const struct lb_solver *s, enum lb_status st, struct lb_error *err);

#endif
