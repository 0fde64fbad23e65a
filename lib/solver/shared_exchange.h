/* shared_exchange.h - the protocol by which ranks of a node exchange through shared memory: the
 * device of one reads what it sends into it, the device of the other writes from there.  No message
 * has data, and no processor copies any.  It knows neither devices nor processes: a test runs it as
 * threads.
 *
 * Each rank has a block: a head with its progress, and two places for what it sends, in turns.
 *
 *     sent      bytes of all exchanges so far that lie in the block, in the order of the plan
 *     taken     exchanges of which all that the neighbours sent is on this rank's device
 *
 * Both only grow, and only their rank writes them.  Exchange n overwrites exchange n - 2, so all
 * receivers must have taken n - 2: their `taken` >= n - 1.  A rank sets it when the first piece of
 * its next exchange has left its device, since packing follows unpacking, and unpacking the write.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_SHARED_EXCHANGE_H
#define LB_SOLVER_SHARED_EXCHANGE_H

#include "base/status.h"
#include "decomposition/exchange_plan.h"

struct lb_shared_exchange;

/* Bytes of the block of a rank that sends so many bytes in an exchange; 0: of its head alone. */
uint64_t lb_shared_block_bytes(uint64_t sent);

/* Borrows the block, zeros that begin at a page, and writes the plan of what is sent there. */
enum lb_status lb_shared_exchange_create(const struct lb_exchange_plan *plan, uint64_t code_bytes,
                                         int rank, char *block, struct lb_shared_exchange **out,
                                         struct lb_error *err);
void lb_shared_exchange_destroy(struct lb_shared_exchange *x);                /* NULL is allowed */
char *lb_shared_exchange_place(const struct lb_shared_exchange *x, int turn); /* of its block */

/* Whole pages of another rank's block that this one reads. */
struct lb_shared_pages {
    char *begin;
    uint64_t bytes;
};

/* Once all have been created: adds the block of a rank that sends message `m` of this one's plan;
 * of one that receives from this one.  LB_STATUS_FAILED if that rank sends something else. */
enum lb_status lb_shared_exchange_add_source(struct lb_shared_exchange *x,
                                             const struct lb_message *m, char *block,
                                             struct lb_shared_pages pages[2], struct lb_error *err);
void lb_shared_exchange_add_receiver(struct lb_shared_exchange *x, const char *block);

/* Before writing an exchange to its place: whether all receivers have taken the last data there. */
bool lb_shared_exchange_has_room(const struct lb_shared_exchange *x);

/* In an exchange: the first piece, and then so many bytes, have left the device. */
void lb_shared_exchange_begin(struct lb_shared_exchange *x);
void lb_shared_exchange_show(struct lb_shared_exchange *x, uint64_t bytes);

/* The data since the last call, for byte `at` of what is received; false: none.  They stay
 * until the next exchange begins. */
struct lb_shared_part {
    const char *from;
    uint64_t at, bytes;
};
bool lb_shared_exchange_take(struct lb_shared_exchange *x, struct lb_shared_part *out);
bool lb_shared_exchange_has_all(const struct lb_shared_exchange *x);
void lb_shared_exchange_end(struct lb_shared_exchange *x);

#endif
