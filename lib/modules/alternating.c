/* alternating.c - removes the momentum that alternates in time (case/alternating_turns.h), before the steps.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "case/alternating_turns.h"
#include "modules/module.h"

enum { GROUP = 64 };

static const char entry[] = "cell/alternating.cl";

struct alternating {
    struct lb_workspace *w;
    struct lb_kernel *keep, *remove;
};

static bool is_in(const struct lb_case *c)
{
    return lb_alternating_cells(c) > 0;
}

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    LB_OK(lb_alternating_check(w->c, err));
    struct alternating *p = calloc(1, sizeof *p);
    *module = p;
    LB_NEED(p != NULL, LB_STATUS_FAILED, "out of memory for the alternating momentum");
    p->w = w;
    return lb_workspace_create_buffer(w, LB_BUFFER_MOMENTA, 0, err);
}

static enum lb_status make(struct alternating *p, const char *name, struct lb_kernel **out,
                           struct lb_error *err)
{
    LB_OK(lb_workspace_kernel(p->w, entry, name, out, err));
    return lb_kernel_set_ulong(*out, "capacity", lb_alternating_cells(p->w->c), err);
}

static enum lb_status make_kernels(void *module, struct lb_error *err)
{
    struct alternating *p = module;
    LB_OK(make(p, "lb_keep_momenta", &p->keep, err));
    return make(p, "lb_remove_alternating", &p->remove, err);
}

static enum lb_status before_step(void *module, struct lb_error *err)
{
    const struct alternating *p = module;
    const struct lb_alternating_turn t = lb_alternating_turn(p->w->c, p->w->step);
    if (t.phase < 0 || t.count == 0) return LB_STATUS_OK;
    struct lb_kernel *k = t.phase < 2 ? p->keep : p->remove;
    if (t.phase < 2) LB_OK(lb_kernel_set_uint(k, "past", (uint32_t)t.phase, err));
    LB_OK(lb_kernel_set_ulong(k, "first", t.first, err));
    LB_OK(lb_kernel_set_ulong(k, "count", t.count, err));
    return lb_workspace_enqueue(p->w, k, t.count, GROUP, err);
}

const struct lb_module lb_alternating_module = {
    .name = "alternating",
    .is_in = is_in,
    .create = create,
    .phase = {[LB_PHASE_KERNELS] = make_kernels, [LB_PHASE_BEFORE_STEP] = before_step},
    .destroy = free,
};
