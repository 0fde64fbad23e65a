/* own_ranks.c - the one world of this program, from its start to its end.
 * SPDX-License-Identifier: MIT */
#include "ranks/own_ranks.h"

static struct lb_world *world;

enum lb_status lb_ranks_start(struct lb_error *err)
{
    return lb_peers_start(&world, err);
}

struct lb_world *lb_ranks(void)
{
    return world;
}

void lb_ranks_finish(enum lb_status st)
{
    lb_peers_finish(world, st);
}
