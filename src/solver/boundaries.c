/* boundaries.c - makes what comes out of the outer cells of a case with boundary conditions.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "solver/part.h"

enum { GROUP = 64 };

static const char entry[] = "cell/boundaries.cl";

struct boundaries {
    struct lb_workspace *w;
    uint64_t count; /* cells beside walls and boundaries */
    struct lb_kernel *apply;
};

static bool is_in(const struct lb_case *c)
{
    return c->boundary_count > 0;
}

static enum lb_status create(struct lb_workspace *w, void **part, struct lb_error *err)
{
    if (w->c->surface.exists)
        return lb_fail(err, LB_STATUS_USAGE,
                       "boundary conditions and a free surface in one case are not possible");
    struct boundaries *p = calloc(1, sizeof *p);
    *part = p;
    if (p == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for boundaries");
    p->w = w;
    return LB_STATUS_OK;
}

static enum lb_status apply(void *part, struct lb_error *err)
{
    const struct boundaries *p = part;
    if (p->count == 0) return LB_STATUS_OK;
    return lb_workspace_enqueue(p->w, p->apply, p->count, GROUP, err);
}

/* Once the walls have listed the cells beside them; for step 0, too. */
static enum lb_status close(void *part, struct lb_error *err)
{
    struct boundaries *p = part;
    struct lb_workspace *w = p->w;
    struct lb_kernel *find = NULL;
    p->count = lb_workspace_list_length(w, LB_BUFFER_BESIDE);
    if (p->count == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_BOUNDARY_LINKS, p->count, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_find_boundaries", &find, err));
    LB_OK(lb_kernel_set_ulong(find, "count", p->count, err));
    LB_OK(lb_workspace_enqueue(w, find, p->count, GROUP, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_apply_boundaries", &p->apply, err));
    LB_OK(lb_kernel_set_ulong(p->apply, "count", p->count, err));
    return apply(p, err);
}

const struct lb_part lb_boundaries_part = {
    .name = "boundaries",
    .is_in = is_in,
    .create = create,
    .phase = {[LB_PHASE_CLOSE] = close, [LB_PHASE_AFTER_STEP] = apply},
    .destroy = free,
};
