/* ptx_listing.h - the body of one kernel in PTX text, cut into instructions and basic blocks.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_PTX_LISTING_H
#define LB_BENCH_PTX_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct lb_ptx_instruction {
    const char *text; /* the opcode with its modifiers, "ld.global.v4.f32" */
    size_t length;
    const char *operands;
    bool guarded; /* by a predicate */
};

enum { LB_PTX_NO_BLOCK = -1 };

/* In the order of the text; the last one falls off the end, where there is nothing. */
struct lb_ptx_block {
    const char *label; /* NULL: none */
    size_t label_length;
    size_t first, count; /* instructions */
    int next[2];         /* where it may go on; LB_PTX_NO_BLOCK */
    bool returns;
};

struct lb_ptx_listing { /* initialise with {0} */
    char *text;         /* without comments; the rest points into it */
    struct lb_ptx_instruction *instructions;
    struct lb_ptx_block *blocks;
    size_t instruction_count, block_count;
};

/* LB_STATUS_FAILED where there is no such kernel, no end of it, or no target of a branch. */
enum lb_status lb_ptx_listing_read(const char *ptx, const char *kernel, struct lb_ptx_listing *out,
                                   struct lb_error *err);
void lb_ptx_listing_free(struct lb_ptx_listing *listing); /* harmless on {0} */

/* Whether the opcode is `name`, with whatever modifiers. */
bool lb_ptx_is(const struct lb_ptx_instruction *i, const char *name);

#endif
