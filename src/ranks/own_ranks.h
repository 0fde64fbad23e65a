/* own_ranks.h - the ranks that this program is one of.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RANKS_OWN_RANKS_H
#define LB_RANKS_OWN_RANKS_H

#include "base/status.h"
#include "peers/peers.h"

/* Once, before lb_ranks: joins the ranks that a launcher started, as lb_peers_start does. */
enum lb_status lb_ranks_start(struct lb_error *err);
struct lb_world *lb_ranks(void); /* NULL: this process is alone */

/* Leaves them; the last call. */
void lb_ranks_finish(enum lb_status st);

#endif
