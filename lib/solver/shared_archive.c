/* shared_archive.c - the checksums of arrays of which each rank has a share.
 * SPDX-License-Identifier: MIT */
#include "solver/collective.h"

#include <stdlib.h>

#include "checkpoint/archive.h"
#include "peers/peers.h"

enum lb_status lb_archive_unite_ranks(struct lb_archive *a, const struct lb_world *world,
                                      struct lb_error *err)
{
    const size_t ranks = (size_t)lb_peers_count(world);
    struct lb_archive_share *all = calloc(ranks, sizeof *all);
    enum lb_status st =
        all != NULL ? LB_STATUS_OK : lb_fail(err, LB_STATUS_FAILED, "no memory for a checkpoint");
    LB_TRY(lb_peers_agree(world, st, err));
    for (size_t n = 0; n < lb_archive_share_count(a); n++) {
        const struct lb_archive_share own = lb_archive_share(a, n);
        lb_peers_share(world, &own, sizeof own, all);
        if (st == LB_STATUS_OK) st = lb_archive_unite(a, n, all, ranks, err);
    }
    st = lb_peers_agree(world, st, err);
cleanup:
    free(all);
    return st;
}
