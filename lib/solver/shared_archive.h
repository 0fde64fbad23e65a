/* shared_archive.h - a checkpoint of which each rank has a share.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_SHARED_ARCHIVE_H
#define LB_SOLVER_SHARED_ARCHIVE_H

#include "base/status.h"

struct lb_archive;
struct lb_world;

/* Collective: what each rank wrote or read of the arrays that they share becomes their checksums, before the
 * commit or after all was loaded (archive.h). */
enum lb_status lb_archive_unite_ranks(struct lb_archive *a, const struct lb_world *world,
                                      struct lb_error *err);

#endif
