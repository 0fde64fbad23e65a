/* rank_exchange.h - carries what ranks exchange after a step: through memory between those of a node, by messages between
 * nodes, and by messages alone where a node's ranks share no memory.  SLUICE_EXCHANGE=messages
 * asks for that.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_RANK_EXCHANGE_H
#define LB_SOLVER_RANK_EXCHANGE_H

#include "solver/halo_exchange.h"

struct lb_rank_exchange;

/* Collective, of a solver that joined and has not exchanged anything.  Before its struct lb_halo
 * is destroyed, messages are called off; the rest, whose memory it uses, is destroyed after it. */
enum lb_status lb_rank_exchange_create(struct lb_solver *s, struct lb_rank_exchange **out,
                                       struct lb_error *err);
void lb_rank_exchange_call_off(struct lb_rank_exchange *e); /* NULL is allowed, not collective */
void lb_rank_exchange_destroy(struct lb_rank_exchange *e);  /* likewise */

/* As lb_solver_exchange_way and _advice of collective.h. */
const char *lb_rank_exchange_way(const struct lb_rank_exchange *e);
const char *lb_rank_exchange_advice(const struct lb_rank_exchange *e);

/* Before what is packed leaves the device: until there is room for it. */
enum lb_status lb_rank_exchange_wait_for_room(const struct lb_rank_exchange *e,
                                              struct lb_error *err);

/* Says where messages may arrive; then carries all, and hands it over.  `meanwhile` is called
 * with the solver now and then. */
enum lb_status lb_rank_exchange_begin(struct lb_rank_exchange *e, struct lb_solver *s,
                                      struct lb_error *err);
enum lb_status lb_rank_exchange_carry(struct lb_rank_exchange *e, struct lb_solver *s,
                                      void (*meanwhile)(void *solver), struct lb_error *err);

#endif
