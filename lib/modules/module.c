/* module.c - the table of modules, and calling them in a row.
 * SPDX-License-Identifier: MIT */
#include "modules/module.h"

static const struct lb_module *const table[LB_MODULES] = {
    [LB_MODULE_ALTERNATING] = &lb_alternating_module, [LB_MODULE_MARKERS] = &lb_markers_module,
    [LB_MODULE_SURFACE] = &lb_surface_module,         [LB_MODULE_WALLS] = &lb_walls_module,
    [LB_MODULE_BOUNDARIES] = &lb_boundaries_module,   [LB_MODULE_HEAT] = &lb_heat_module,
    [LB_MODULE_CURVED] = &lb_curved_module,           [LB_MODULE_MEANS] = &lb_means_module,
    [LB_MODULE_CHANGE] = &lb_change_module,
};

enum lb_status lb_modules_create(struct lb_modules *p, struct lb_workspace *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_MODULES && st == LB_STATUS_OK; n++)
        if (table[n]->is_in(w->c)) st = table[n]->create(w, &p->module[n], err);
    return st;
}

void lb_modules_destroy(struct lb_modules *p)
{
    for (int n = 0; n < LB_MODULES; n++)
        if (p->module[n] != NULL) table[n]->destroy(p->module[n]);
}

enum lb_status lb_modules_start(const struct lb_modules *p, const void *values, uint64_t first,
                                uint64_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_MODULES && st == LB_STATUS_OK; n++)
        if (p->module[n] != NULL && table[n]->start != NULL)
            st = table[n]->start(p->module[n], values, first, count, err);
    return st;
}

enum lb_status lb_modules_run(const struct lb_modules *p, enum lb_phase phase, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_MODULES && st == LB_STATUS_OK; n++)
        if (p->module[n] != NULL && table[n]->phase[phase] != NULL)
            st = table[n]->phase[phase](p->module[n], err);
    return st;
}

enum lb_status lb_modules_survey(const struct lb_modules *p, struct lb_survey *out,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_MODULES && st == LB_STATUS_OK; n++)
        if (p->module[n] != NULL && table[n]->survey != NULL)
            st = table[n]->survey(p->module[n], out, err);
    return st;
}
