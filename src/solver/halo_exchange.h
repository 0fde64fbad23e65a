/* halo_exchange.h - a solver whose box is a subdomain of a larger one: what it sends to its neighbours
 * after each step, and takes of them.  Who carries it is not known here.
 *
 *     lb_solver_create of lb_subdomain.c, lb_solver_join
 *     lb_solver_pack, messages, lb_solver_unpack          for the start state
 *     lb_solver_advance of one step, pack, messages, unpack ...
 *
 * Then each cell has the same populations, bit for bit, as it would have in the whole box.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_HALO_EXCHANGE_H
#define LB_SOLVER_HALO_EXCHANGE_H

#include "decomposition/exchange_plan.h"
#include "solver/solver.h"

/* Makes the solver, of the case of a struct lb_subdomain, the one of place `d`, which is not kept.
 * LB_STATUS_USAGE where the case cannot be cut (lb_subdomain_check), or sends 2^32 codes or more. */
enum lb_status lb_solver_join(struct lb_solver *s, const struct lb_decomposition *d,
                              struct lb_error *err);

/* What is sent to whom; owned by the solver, NULL before it joined.  Messages are in codes of
 * lb_solver_code_bytes. */
const struct lb_exchange_plan *lb_solver_exchange_plan(const struct lb_solver *s);
uint64_t lb_solver_code_bytes(const struct lb_solver *s);

/* Fetches what neighbours are to have, and hands over what they sent: plan->codes codes each.  Both wait
 * for the device; nothing is done where nothing is cut. */
enum lb_status lb_solver_pack(struct lb_solver *s, void *sent, struct lb_error *err);
enum lb_status lb_solver_unpack(struct lb_solver *s, const void *received, struct lb_error *err);

#endif
