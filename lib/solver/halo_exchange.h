/* halo_exchange.h - a solver whose box is a subdomain of a larger one: what it sends to its
 * neighbours after each step and receives from them.  The transport is not known here.
 *
 *     lb_solver_create of lb_subdomain.c, lb_solver_join
 *     lb_solver_pack, messages, lb_solver_unpack          for the start state
 *     lb_solver_advance of one step, pack, messages, unpack ...
 *
 * A step of a case with a free surface has two exchanges: lb_solver_advance of one step ends at the first one, and
 * then, while lb_solver_is_within_step, goes on to its end.
 *
 * Then each cell has the same populations, bit for bit, as in the whole box.  If the step is two
 * launches (shell.h), sent data leave the device while it computes, on another queue (transfer.h).
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_HALO_EXCHANGE_H
#define LB_SOLVER_HALO_EXCHANGE_H

#include "decomposition/exchange_plan.h"
#include "solver/solver.h"

/* Makes the solver, of the case of a struct lb_subdomain, the one of place `d`, which is copied.
 * LB_STATUS_USAGE if the case cannot be cut (lb_subdomain_check), or sends 2^32 codes or more. */
enum lb_status lb_solver_join(struct lb_solver *s, const struct lb_decomposition *d,
                              struct lb_error *err);

bool lb_solver_is_within_step(const struct lb_solver *s);

/* The plan of the exchange to come; owned by the solver, NULL before it joined.  Messages are in codes of
 * lb_solver_code_bytes. */
const struct lb_exchange_plan *lb_solver_exchange_plan(const struct lb_solver *s);
uint64_t lb_solver_code_bytes(const struct lb_solver *s);

/* The data for the neighbours on the host, once all of it has arrived there; valid until the next
 * step.  NULL if nothing is cut. */
enum lb_status lb_solver_pack(struct lb_solver *s, const char **sent, struct lb_error *err);
/* The same without a wait: how many of its first bytes have arrived; not after all have. */
enum lb_status lb_solver_pack_some(struct lb_solver *s, const char **sent, uint64_t *bytes,
                                   struct lb_error *err);

/* From here on, until the solver is destroyed, these data come to these places, in turns. */
enum lb_status lb_solver_send_from(struct lb_solver *s, char *const places[2],
                                   struct lb_error *err);

/* A place for the received data, plan->received codes, until lb_solver_unpack, which enqueues the
 * rest of the step; another place after each.  NULL if nothing is cut. */
enum lb_status lb_solver_received(struct lb_solver *s, char **out, struct lb_error *err);

/* Hands over received data before lb_solver_unpack, from anywhere on the host: what belongs at byte
 * `at`.  Every byte exactly once, if this is called at all.  `from` must stay until the next data
 * to send have arrived on the host. */
enum lb_status lb_solver_hand_over(struct lb_solver *s, const char *from, uint64_t at,
                                   uint64_t bytes, struct lb_error *err);
/* Registers memory for lb_solver_hand_over with the driver, as long as the solver lives. */
enum lb_status lb_solver_receive_from(struct lb_solver *s, char *memory, uint64_t bytes,
                                      struct lb_error *err);
bool lb_solver_memory_is_known(const struct lb_solver *s); /* all of it, by the driver */
enum lb_status lb_solver_unpack(struct lb_solver *s, struct lb_error *err);

/* After loading a state: what neighbours have of a free surface, of which `received` holds all that they send
 * behind a step. */
enum lb_status lb_solver_adopt_surface(struct lb_solver *s, const char *received,
                                       struct lb_error *err);

/* The same of exponents: after loading a state, in which codes from beyond cuts have exponents just large enough for them:
 * restores the exponents that `received` holds. */
enum lb_status lb_solver_adopt_exponents(struct lb_solver *s, const char *received,
                                         struct lb_error *err);

/* Behind the exchange after a step of a case with markers, LB_MARKER_ROUNDS times: the data of this rank for all
 * ranks, valid until the next round (NULL and 0 without markers); then those of all ranks, concatenated. */
enum lb_status lb_solver_pack_markers(struct lb_solver *s, int round, const void **rows,
                                      uint64_t *bytes, struct lb_error *err);
/* Before it, where other kernels may be enqueued meanwhile; may be left out. */
enum lb_status lb_solver_begin_markers(struct lb_solver *s, int round, struct lb_error *err);
enum lb_status lb_solver_unpack_markers(struct lb_solver *s, int round, const void *rows,
                                        uint64_t bytes, struct lb_error *err);

/* Whether a step overlaps the exchange; whether the device has finished the last step but for what
 * waits for the exchange; waits until it has. */
bool lb_solver_overlaps(const struct lb_solver *s);
bool lb_solver_has_computed(const struct lb_solver *s);
enum lb_status lb_solver_wait_for_step(struct lb_solver *s, struct lb_error *err);

#endif
