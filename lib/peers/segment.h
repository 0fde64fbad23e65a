/* segment.h - memory shared by the ranks of a node: each has its own segment and sees the others'.
 *
 * It is an unnamed file that the first rank of a node makes (Linux) and the others open through
 * /proc, as large as memory allows; if they cannot, one in /dev/shm, which may be small.  Each rank
 * touches the pages of its own segment at creation, so that they are near its processor and none is
 * missing later.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_SEGMENT_H
#define LB_PEERS_SEGMENT_H

#include <stdint.h>

#include "base/status.h"

struct lb_segment;
struct lb_world; /* borrowed until the segment is destroyed */
enum { LB_SEGMENT_PAGE = 4096, LB_SEGMENT_WHY = 360 };

/* Collective; `bytes` may differ between ranks, and are zeros at first.  *out is NULL on ranks
 * that are alone on their node, and on all ranks of a node that cannot share.  `why`, the same
 * on all ranks: "part 1 (node-b) cannot ..." for the first such rank, or "".  Fails only if
 * there is no memory for the list of ranks.  SLUICE_RANKS_SHARE=n, for tests: as if n ranks were
 * on each node. */
enum lb_status lb_segment_create(struct lb_world *w, uint64_t bytes, struct lb_segment **out,
                                 char why[LB_SEGMENT_WHY], struct lb_error *err);

/* The segment of a rank, page-aligned, until destroyed; NULL: the rank is on another node. */
char *lb_segment_of(const struct lb_segment *s, int rank);

/* LB_STATUS_FAILED if the process of a rank of the node has ended: "part 2 (node-b, NVIDIA H200)
 * has ended". */
enum lb_status lb_segment_check(const struct lb_segment *s, struct lb_error *err);

/* Not collective: others keep their segments and still see this one's.  NULL is allowed. */
void lb_segment_destroy(struct lb_segment *s);

#endif
