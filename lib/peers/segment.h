/* segment.h - memory that the ranks of a node share: each has a segment of its own, and sees those of the others.
 *
 * It is a file without a name that the first rank of a node makes (Linux) and the others open
 * through /proc, as large as memory allows; where they cannot, one in /dev/shm, which may be
 * small.  Its pages are there before it is handed out, those of a segment taken by its own rank:
 * so they are near its processor, and none is found missing later.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_SEGMENT_H
#define LB_PEERS_SEGMENT_H

#include <stdint.h>

#include "base/status.h"

struct lb_segment;
struct lb_world; /* borrowed until the segment is destroyed */
enum { LB_SEGMENT_PAGE = 4096, LB_SEGMENT_WHY = 360 };

/* Collective; `bytes` of each rank may differ, and are zeros at first.  *out is NULL on ranks
 * that are alone on their node, and on all ranks of a node if it cannot be.  `why`, the same on
 * all ranks: "part 1 (node-b) cannot ..." of the first part if it cannot, else "".  Fails only
 * if there is no memory for the list of ranks.  SLUICE_RANKS_SHARE=n, for tests: ranks share as
 * if there were n on each node. */
enum lb_status lb_segment_create(struct lb_world *w, uint64_t bytes, struct lb_segment **out,
                                 char why[LB_SEGMENT_WHY], struct lb_error *err);

/* At a page's begin, until the segment is destroyed; NULL: the rank is of another node. */
char *lb_segment_of(const struct lb_segment *s, int rank);

/* LB_STATUS_FAILED if the process of a rank of the node has ended: "part 2 (node-b, NVIDIA H200)
 * has ended". */
enum lb_status lb_segment_check(const struct lb_segment *s, struct lb_error *err);

/* Not collective: others keep theirs, and see this one's.  NULL is allowed. */
void lb_segment_destroy(struct lb_segment *s);

#endif
