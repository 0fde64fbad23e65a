/* shared_exchange.h - the protocol by which ranks of one node exchange through memory that they share: the device of one
 * reads what it sends into it, the device of the other writes from there.  No message has data, and no processor copies
 * any.  It knows neither devices nor processes: a test runs it as threads.
 *
 * Each rank has a block: a head, which says how far it is, and two places for what it sends, in turns.
 *
 *     sent      bytes of all exchanges so far that lie in the block, in the order of the plan
 *     taken     exchanges of which all that the neighbours sent is on this rank's device
 *
 * Both only grow, and only their rank writes them.  What exchange n sends goes where that of n - 2 was: so all who get it
 * must have taken n - 2, that is have `taken` >= n - 1.  A rank says so when the first piece of its next exchange has left
 * its device, as packing comes behind unpacking, and unpacking behind the write.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_SHARED_EXCHANGE_H
#define LB_SOLVER_SHARED_EXCHANGE_H

#include "base/status.h"
#include "decomposition/exchange_plan.h"

struct lb_shared_exchange;

/* Of a rank that sends so many bytes in an exchange; 0: of its head alone. */
uint64_t lb_shared_block_bytes(uint64_t sent);

/* Borrows the block, zeros that begin at a page, and says there what is sent to whom. */
enum lb_status lb_shared_exchange_create(const struct lb_exchange_plan *plan, uint64_t code_bytes,
                                         int rank, char *block, struct lb_shared_exchange **out,
                                         struct lb_error *err);
void lb_shared_exchange_destroy(struct lb_shared_exchange *x);                /* NULL is fine */
char *lb_shared_exchange_place(const struct lb_shared_exchange *x, int turn); /* of its block */

/* Whole pages of another rank's block that this one reads. */
struct lb_shared_pages {
    char *begin;
    uint64_t bytes;
};

/* Once all have been created: the block of a rank that sends the message `m` of this one's plan; of one that this one
 * sends to.  LB_STATUS_FAILED where that rank sends something else. */
enum lb_status lb_shared_exchange_add_source(struct lb_shared_exchange *x,
                                             const struct lb_message *m, char *block,
                                             struct lb_shared_pages pages[2], struct lb_error *err);
void lb_shared_exchange_add_receiver(struct lb_shared_exchange *x, const char *block);

/* Before anything of an exchange is put into its place: whether all have taken what was there. */
bool lb_shared_exchange_has_room(const struct lb_shared_exchange *x);

/* In an exchange: the first piece has left the device; so many bytes have. */
void lb_shared_exchange_begin(struct lb_shared_exchange *x);
void lb_shared_exchange_show(struct lb_shared_exchange *x, uint64_t bytes);

/* What has come since the last call and is to go to byte `at` of what is received; false: nothing.  It stays where it is
 * until the next exchange begins. */
struct lb_shared_part {
    const char *from;
    uint64_t at, bytes;
};
bool lb_shared_exchange_take(struct lb_shared_exchange *x, struct lb_shared_part *out);
bool lb_shared_exchange_has_all(const struct lb_shared_exchange *x);
void lb_shared_exchange_end(struct lb_shared_exchange *x);

#endif
