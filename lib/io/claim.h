/* claim.h - which process does which of several pieces of work, on all machines that see one folder.
 *
 * The claims on a piece NAME are the files NAME.1, NAME.2, ... of the folder, of which the last counts.
 * - A claim is made by linking a complete file to the next number: of several processes one succeeds, on network
 *   file systems, too (with O_EXCL where there are no links).
 * - No claim is ever taken away or deleted.  Its owner alone replaces it, by how it ended.  A claim of a dead owner is
 *   followed by the next number, which of several processes one gets; an owner that was halted and not dead sees
 *   that number and is told that it has lost the claim.
 * - The owner touches its claim every LB_CLAIM_BEAT seconds, from a thread.  It is dead LB_CLAIM_PATIENCE seconds
 *   after the last touch, by the file system's own clock; at once where its process was on this machine.
 * - What has been claimed is looked at only then: it may have been done since the last look.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_CLAIM_H
#define LB_IO_CLAIM_H

#include <stdbool.h>

#include "base/status.h"

/* [s].  What another machine did may be seen only LB_CLAIM_SETTLES later (caches of NFS). */
enum { LB_CLAIM_BEAT = 20, LB_CLAIM_PATIENCE = 180, LB_CLAIM_SETTLES = 90 };

enum lb_claim_state {
    LB_CLAIM_NONE,     /* nobody's yet */
    LB_CLAIM_HELD,     /* its owner is at work */
    LB_CLAIM_DEAD,     /* its owner was */
    LB_CLAIM_RELEASED, /* its owner has stopped before the end */
    LB_CLAIM_DONE,
    LB_CLAIM_FAILED, /* `why` */
    LB_CLAIM_SKIPPED /* for want of what its owner's machine lacks: `why` */
};

struct lb_claim_view {
    enum lb_claim_state state;
    unsigned number; /* of the last claim; 0: there is none */
    char host[64];   /* its owner's; "" where the claim cannot be read */
    long process;
    bool is_here; /* on this machine */
    bool
        is_gone; /* its process was here and is no more; else a dead owner may wake up until the next beat */
    double age;     /* since it was made [s] */
    double silence; /* since it was touched last, or ended [s] */
    char why[LB_ERROR_TEXT_SIZE];
};

/* The file system's clock, read once for many looks; {0} before the first. */
struct lb_claim_clock {
    double now, read; /* [s]: what it said, and lb_clock() then */
};
enum lb_status lb_claim_look(const char *folder, const char *name, struct lb_claim_clock *clock,
                             struct lb_claim_view *out, struct lb_error *err);

/* From the thread of a claim that another process has taken over, or whose folder is gone, or from lb_claim_end: the
 * sentence says which.  Nothing that was claimed may be written from then on. */
typedef void lb_claim_lost(const char *sentence);

/* Makes claim `number`, the one after the last that was seen; *out is NULL if another process was faster.  For
 * lb_claim_end; a process that ends without it is dead to the others. */
struct lb_claim;
enum lb_status lb_claim_take(const char *folder, const char *name, unsigned number,
                             lb_claim_lost *lost, struct lb_claim **out, struct lb_error *err);

/* What the thread does at each beat: false, with the sentence, if the claim is lost. */
enum { LB_CLAIM_SENTENCE_SIZE = 8448 };
bool lb_claim_touch(const struct lb_claim *claim, char sentence[LB_CLAIM_SENTENCE_SIZE]);

/* How it ended, for others to see, unless it is lost; `why` may be NULL.  Frees the claim, also after a failure; NULL is allowed. */
enum lb_status lb_claim_end(struct lb_claim *claim, enum lb_claim_state state, const char *why,
                            struct lb_error *err);

#endif
