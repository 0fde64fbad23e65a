/* flow_openings.c - inlets and outlets on parts of the walls of a flow.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "api/api_internal.h"

static const char *const conditions[] = {"velocity", "pressure", "outlet", NULL};

static const char *find_condition(const char *word)
{
    for (const char *const *known = conditions; *known != NULL; known++)
        if (word != NULL && strcmp(word, *known) == 0) return *known;
    return NULL;
}

static bool are_finite(const double *numbers)
{
    return isfinite(numbers[0]) && isfinite(numbers[1]) && isfinite(numbers[2]);
}

static enum lb_status check(const struct sluice *s, const sluice_opening *o, struct lb_error *err)
{
    const int n = s->opening_count;
    LB_NEED(n < LB_API_MAX_OPENINGS, LB_STATUS_USAGE, "more than %d openings", n);
    LB_NEED(find_condition(o->condition) != NULL, LB_STATUS_USAGE,
            "opening %d: there is no condition '%s' for it; known: velocity pressure outlet", n,
            o->condition != NULL ? o->condition : "");
    LB_NEED(o->density >= 0.0 && isfinite(o->density) && are_finite(o->velocity), LB_STATUS_USAGE,
            "opening %d: its density %g must be finite and positive, and its velocity finite", n,
            o->density);
    LB_NEED(o->radius >= 0.0 && isfinite(o->radius) && are_finite(o->centre) &&
                are_finite(o->normal) && are_finite(o->from) && are_finite(o->to),
            LB_STATUS_USAGE, "opening %d: its places must be finite, and its radius, %g, positive",
            n, o->radius);
    return lb_api_need_planar(s, o->velocity, "the velocity of an opening", err);
}

static enum lb_status add_opening(struct sluice *s, const sluice_opening *o, int *number,
                                  struct lb_error *err)
{
    LB_OK(lb_api_need_unstarted(s, "sluice_add_opening", err));
    LB_OK(lb_api_need_given(o, "sluice_add_opening", "`opening`", err));
    LB_OK(check(s, o, err));
    sluice_opening *kept = &s->openings[s->opening_count];
    *kept = *o;
    kept->condition = find_condition(o->condition);
    if (number != NULL) *number = s->opening_count;
    s->opening_count++;
    return LB_STATUS_OK;
}

sluice_status sluice_add_opening(sluice *s, const sluice_opening *opening, int *number,
                                 sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(add_opening(s, opening, number, &err), &err, error);
}

/* --- their cells ----------------------------------------------------------------------------------- */

/* Before there are openings; of gas, too. */
static bool is_fluid(const void *state, uint32_t x, uint32_t y, uint32_t z)
{
    struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
    lb_api_start_cell(state, x, y, z, &cell);
    return !LB_IS_BOUNDARY(cell.flags) && (cell.flags & LB_CELL_SOLID) == 0;
}

/* In two dimensions z does not count. */
static struct lb_patch patch_of(const struct sluice *s, const sluice_opening *o, const char *name)
{
    struct lb_patch p = {.name = name, .kind = LB_PATCH_BOX, .radius = o->radius};
    const bool is_flat = s->c.lattice->dimensions == 2, is_disc = o->radius > 0.0;
    if (is_disc) p.kind = LB_PATCH_DISC;
    memcpy(p.at, is_disc ? o->centre : o->from, sizeof p.at);
    memcpy(p.to, o->to, sizeof p.to);
    memcpy(p.normal, o->normal, sizeof p.normal);
    if (is_flat) p.at[2] = is_disc ? 0.5 : 0.0;
    if (is_flat) p.to[2] = 1.0;
    return p;
}

static enum lb_status find(struct sluice *s, int n, struct lb_openings *found, struct lb_error *err)
{
    static const char *const names[LB_API_MAX_OPENINGS] = {
        "opening 0", "opening 1", "opening 2", "opening 3", "opening 4",
        "opening 5", "opening 6", "opening 7", "opening 8", "opening 9"};
    const sluice_opening *o = &s->openings[n];
    const struct lb_patch patch = patch_of(s, o, names[n]);
    LB_OK(lb_openings_add(found, &patch, err));
    if (o->is_developed != 0) LB_OK(lb_developed_profile(found, n, err));
    struct lb_boundary *b = &s->boundaries[s->faces.count + n];
    *b = (struct lb_boundary){.condition = lb_boundary_condition_find(o->condition),
                              .rho = o->density > 0.0 ? o->density : 1.0};
    memcpy(b->u, o->velocity, sizeof b->u);
    return LB_STATUS_OK;
}

enum lb_status lb_api_find_openings(struct sluice *s, struct lb_error *err)
{
    const struct lb_case *c = &s->c;
    const struct lb_fluid_region region = {
        c->lattice, {c->size[0], c->size[1], c->size[2]}, is_fluid, s};
    struct lb_openings found;
    enum lb_status st = LB_STATUS_OK;
    lb_openings_init(&found, &region);
    for (int n = 0; n < s->opening_count && st == LB_STATUS_OK; n++)
        st = find(s, n, &found, err);
    s->patches = found; /* from here on its cells are no walls */
    memcpy(s->boundaries, s->faces.boundaries, (size_t)s->faces.count * sizeof *s->boundaries);
    for (int n = 0; n < s->patches.count; n++)
        s->boundaries[s->faces.count + n].profile = s->patches.opening[n].profile;
    s->c.boundaries = s->boundaries;
    s->c.boundary_count = s->faces.count + s->patches.count;
    return st;
}
