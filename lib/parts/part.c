/* part.c - the table of parts, and calling them in a row.
 * SPDX-License-Identifier: MIT */
#include "parts/part.h"

static const struct lb_part *const table[LB_PARTS] = {
    [LB_PART_ALTERNATING] = &lb_alternating_part,
    [LB_PART_MARKERS] = &lb_markers_part,
    [LB_PART_SURFACE] = &lb_surface_part,
    [LB_PART_WALLS] = &lb_walls_part,
    [LB_PART_BOUNDARIES] = &lb_boundaries_part,
    [LB_PART_CURVED] = &lb_curved_part,
    [LB_PART_MEANS] = &lb_means_part,
};

enum lb_status lb_parts_create(struct lb_parts *p, struct lb_workspace *w, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_PARTS && st == LB_STATUS_OK; n++)
        if (table[n]->is_in(w->c)) st = table[n]->create(w, &p->part[n], err);
    return st;
}

void lb_parts_destroy(struct lb_parts *p)
{
    for (int n = 0; n < LB_PARTS; n++)
        if (p->part[n] != NULL) table[n]->destroy(p->part[n]);
}

enum lb_status lb_parts_start(const struct lb_parts *p, const void *values, uint64_t first,
                              uint64_t count, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_PARTS && st == LB_STATUS_OK; n++)
        if (p->part[n] != NULL && table[n]->start != NULL)
            st = table[n]->start(p->part[n], values, first, count, err);
    return st;
}

enum lb_status lb_parts_run(const struct lb_parts *p, enum lb_phase phase, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_PARTS && st == LB_STATUS_OK; n++)
        if (p->part[n] != NULL && table[n]->phase[phase] != NULL)
            st = table[n]->phase[phase](p->part[n], err);
    return st;
}

enum lb_status lb_parts_survey(const struct lb_parts *p, struct lb_survey *out,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 0; n < LB_PARTS && st == LB_STATUS_OK; n++)
        if (p->part[n] != NULL && table[n]->survey != NULL)
            st = table[n]->survey(p->part[n], out, err);
    return st;
}
