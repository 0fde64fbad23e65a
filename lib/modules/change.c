/* change.c - has the device compare the flow with that of the last look, and reads two numbers of
 * each work-item.
 * SPDX-License-Identifier: MIT */
#include "modules/change.h"

#include <math.h>
#include <stdlib.h>

#include "modules/module.h"

enum { GROUP = 64 };

/* Piece by piece, from what observes them through the staging buffer. */
static enum lb_status compare(struct lb_workspace *w, struct lb_kernel *observe,
                              struct lb_kernel *k, struct lb_error *err)
{
    const uint64_t cells = lb_case_cell_count(w->c), most = w->staging_cells;
    LB_OK(lb_kernel_set_buffer(observe, "out", w->buffers[LB_BUFFER_STAGING], err));
    LB_OK(lb_kernel_set_ulong(k, "cells", cells, err));
    for (uint64_t first = 0; first < cells; first += most) {
        const uint64_t count = cells - first < most ? cells - first : most;
        LB_OK(lb_kernel_set_ulong(observe, "skip", first, err));
        LB_OK(lb_kernel_set_ulong(observe, "count", count, err));
        LB_OK(lb_workspace_enqueue(w, observe, count, GROUP, err));
        LB_OK(lb_kernel_set_ulong(k, "first", first, err));
        LB_OK(lb_kernel_set_ulong(k, "count", count, err));
        LB_OK(lb_workspace_enqueue_survey(w, k, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_change_find(struct lb_workspace *w, struct lb_kernel *observe, double *change,
                              double *fastest, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    const uint64_t bytes = 2 * (uint64_t)w->survey_items * lb_workspace_scalar_bytes(w);
    LB_OK(lb_workspace_kernel(w, "look/change.cl", "lb_compare_velocities", &k, err));
    LB_OK(compare(w, observe, k, err));
    void *found = malloc(bytes);
    LB_NEED(found != NULL, LB_STATUS_FAILED, "no memory for the change of the flow");
    const enum lb_status st =
        lb_buffer_read(w->buffers[LB_BUFFER_SURVEY_SUMS], 0, bytes, found, err);
    *change = *fastest = 0.0;
    for (uint64_t n = 0; n < w->survey_items && st == LB_STATUS_OK; n++) {
        *change = fmax(*change, lb_workspace_number(w, LB_ELEMENT_SCALAR, found, 2 * n));
        *fastest = fmax(*fastest, lb_workspace_number(w, LB_ELEMENT_SCALAR, found, 2 * n + 1));
    }
    free(found);
    return st;
}

/* --- the module ------------------------------------------------------------------------------- */

static bool is_in(const struct lb_case *c)
{
    return c->watches_change;
}

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    *module = w;
    return lb_workspace_create_buffer(w, LB_BUFFER_VELOCITIES_BEFORE, 0, err);
}

static void destroy(void *module)
{
    (void)module; /* the workspace owns all */
}

const struct lb_module lb_change_module = {
    .name = "change", .is_in = is_in, .create = create, .destroy = destroy};
