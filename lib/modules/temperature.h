/* temperature.h - what a solver asks of the temperature of its flow.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_TEMPERATURE_H
#define LB_MODULES_TEMPERATURE_H

#include "workspace/workspace.h"

/* A sum of integers beyond 64 bits: HIGH 2^32 + LOW, where LOW counts from 0 and HIGH is of int64_t. */
enum { LB_HEAT_LOW, LB_HEAT_HIGH, LB_HEAT_LIMBS };

/* Adds what the walls of each group of links (heat.h) gave since the last time, of this box, in units of
 * 2^-LB_HEAT_BITS. */
enum lb_status lb_heat_take_given(void *module, uint64_t (*given)[LB_HEAT_LIMBS],
                                  struct lb_error *err);

/* The kernel that observes the temperature of cells, as lb_observe does. */
enum lb_status lb_heat_observer(void *module, struct lb_kernel **out, struct lb_error *err);

/* temperature_cuts.c, for temperature.c. */
/* `list` has the memory indices of `*conductors` cells of such bodies, ascending, and room for all cells: those in the
 * fluid are added.  Uploads what each of the list does, where this box has `*cuts`. */
enum lb_status lb_heat_upload_cuts(struct lb_workspace *w, uint64_t *list, uint64_t *conductors,
                                   uint64_t *cuts, struct lb_error *err);

/* Into LB_BUFFER_HEAT_CURVED, which has been numbered, for the `solids` cells of LB_BUFFER_HEATED from number `first` on
 * that have links to walls between cells: LB_SOLID_WALL + a number in LB_BUFFER_SOLID_WALLS. */
enum lb_status lb_heat_number_solid_walls(struct lb_workspace *w, uint64_t first, uint64_t solids,
                                          struct lb_error *err);

#endif
