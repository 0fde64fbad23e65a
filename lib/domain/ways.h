/* ways.h - which free cells of a box are connected: runs of them along x, joined where they touch.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_WAYS_H
#define LB_DOMAIN_WAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "body/voxels.h"

struct lb_ways_run {
    uint32_t begin, end; /* its cells: [begin, end) */
    size_t parent;       /* the run that stands for its set, as far as is known */
};

/* For lb_ways_free, also after a failure, and {0}. */
struct lb_ways {
    uint32_t box[3];
    struct lb_ways_run *run;
    size_t count, capacity;
    size_t *row; /* the first run of each row, by y, then z; one more at the end */
};

/* Where the cells are.  Cells touch over their sides, or `over_edges` over edges and corners, too,
 * also through the faces of periodic axes.  `solid` writes the cells of a row from range[0] to
 * range[1] - 1, not 0 where they are solid, into numbers[x]; all others are free. */
struct lb_ways_source {
    uint32_t box[3];
    bool periodic[3], over_edges;
    void (*solid)(const void *context, uint32_t y, uint32_t z, uint8_t *numbers, uint32_t range[2]);
    const void *context;
};

enum { LB_WAYS_NONE = -1 };

/* LB_STATUS_FAILED: no memory. */
enum lb_status lb_ways_find(const struct lb_ways_source *source, struct lb_ways *out,
                            struct lb_error *err);
void lb_ways_free(struct lb_ways *w);

/* The run that stands for all cells that are connected with this one, out of `count`;
 * LB_WAYS_NONE: the cell is solid. */
int64_t lb_ways_at(struct lb_ways *w, const uint32_t at[3]);

/* Whether connected cells touch the lower face along an axis, and the upper one.
 * LB_STATUS_FAILED: no memory. */
enum lb_status lb_ways_lead_through(struct lb_ways *w, int axis, bool *out, struct lb_error *err);

/* LB_STATUS_USAGE if solid cells leave no way from the lower to the upper face along `axis`, from
 * cell to cell over their sides; through the faces of periodic axes but that one. */
enum lb_status lb_ways_check_passage(const struct lb_voxels *v, const uint32_t box[3], int axis,
                                     const bool periodic[3], struct lb_error *err);

#endif
