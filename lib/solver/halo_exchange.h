/* halo_exchange.h - a solver whose box is a subdomain of a larger one: what it sends to its neighbours
 * after each step, and takes of them.  Who carries it is not known here.
 *
 *     lb_solver_create of lb_subdomain.c, lb_solver_join
 *     lb_solver_pack, messages, lb_solver_unpack          for the start state
 *     lb_solver_advance of one step, pack, messages, unpack ...
 *
 * Then each cell has the same populations, bit for bit, as it would have in the whole box.
 * What is sent leaves the device while it goes on computing, as far as the step is taken in two launches
 * (shell.h), on a queue of its own (transfer.h).
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

/* Where what neighbours are to have is on the host, once all of it has arrived there; it stays until the next
 * step.  NULL where nothing is cut. */
enum lb_status lb_solver_pack(struct lb_solver *s, const char **sent, struct lb_error *err);
/* The same without a wait: how many of its first bytes have arrived.  Not to be asked again once all have. */
enum lb_status lb_solver_pack_some(struct lb_solver *s, const char **sent, uint64_t *bytes,
                                   struct lb_error *err);

/* From here on it comes to these places, in turns: plan->codes each, the caller's, until the solver is destroyed. */
enum lb_status lb_solver_send_from(struct lb_solver *s, char *const places[2],
                                   struct lb_error *err);

/* Where what they sent may be put before lb_solver_unpack, which enqueues all that remains to be done of
 * the step: another place after each.  plan->received codes, as above; NULL where nothing is cut. */
enum lb_status lb_solver_received(struct lb_solver *s, char **out, struct lb_error *err);

/* Parts of it may be handed to the device before, from anywhere on the host, each once, and then all of it must
 * be: what belongs at byte `at` and behind.  It must stay until what is sent next has arrived on the host. */
enum lb_status lb_solver_hand_over(struct lb_solver *s, const char *from, uint64_t at,
                                   uint64_t bytes, struct lb_error *err);
/* Memory from which that will be, for as long as the solver lives: the driver is told. */
enum lb_status lb_solver_receive_from(struct lb_solver *s, char *memory, uint64_t bytes,
                                      struct lb_error *err);
bool lb_solver_memory_is_known(const struct lb_solver *s); /* all such to the driver */
enum lb_status lb_solver_unpack(struct lb_solver *s, struct lb_error *err);

/* Of a state that was loaded, in which codes from beyond cuts have exponents just large enough for them: `received` as
 * above, with those that they had, and so has the device then. */
enum lb_status lb_solver_adopt_exponents(struct lb_solver *s, const char *received,
                                         struct lb_error *err);

/* After a step of a case with markers, once that is done, else NULL and 0: what all ranks are to have of this one, which
 * stays until the next step; then that of all of them, one behind the other. */
enum lb_status lb_solver_pack_markers(struct lb_solver *s, const void **rows, uint64_t *bytes,
                                      struct lb_error *err);
enum lb_status lb_solver_unpack_markers(struct lb_solver *s, const void *rows, uint64_t bytes,
                                        struct lb_error *err);

/* Whether a step goes on while codes travel; whether the device is through with the last one but for what
 * waits for the exchange, and waits until it is. */
bool lb_solver_overlaps(const struct lb_solver *s);
bool lb_solver_has_computed(const struct lb_solver *s);
enum lb_status lb_solver_wait_for_step(struct lb_solver *s, struct lb_error *err);

#endif
