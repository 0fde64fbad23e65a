/* curved_walls.c - the table of wall rules, and which cases can have them.
 * SPDX-License-Identifier: MIT */
#include "case/curved_walls.h"

#include <math.h>
#include <string.h>

#include "base/named_table.h"
#include "case/case.h"

static const struct lb_wall_rule curved = {"curved", "wall/curved.cl", 0, false};
static const struct lb_wall_rule exact = {"exact", "wall/exact.cl", 1, true};

const struct lb_wall_rule *const lb_wall_rules[] = {&curved, &exact, NULL};

LB_DEFINE_FIND(lb_wall_rule_find, struct lb_wall_rule, lb_wall_rules)

enum lb_status lb_wall_rule_choose(const char *key, const char *text,
                                   const struct lb_wall_rule **out, struct lb_error *err)
{
    *out = lb_wall_rule_find(text);
    LB_NEED(*out != NULL || strcmp(text, "halfway") == 0, LB_STATUS_USAGE,
            "%s=%s: it must be halfway, curved or exact", key, text);
    return LB_STATUS_OK;
}

uint16_t lb_curved_q(double q)
{
    return (uint16_t)fmin(fmax(floor(65536.0 * q + 0.5) - 1.0, 0.0), 65535.0);
}

static bool is_named(const struct lb_case *c, const char *name)
{
    return strcmp(c->collision->name, name) == 0;
}

static const char *why_not(const struct lb_case *c)
{
    return lb_case_keeps_moments(c)       ? "moments in place of populations"
           : c->storage->shares_exponents ? "a format of shared exponents"
           : c->storage->conserve != NULL ? "a format that keeps mass to the last bit"
           : c->surface.exists            ? "a free surface"
           : c->motion != NULL            ? "bodies that move their cells"
                                          : NULL;
}

static enum lb_status check_known(const struct lb_case *c, struct lb_error *err)
{
    const bool is_known = is_named(c, "srt") || is_named(c, "trt") || is_named(c, "rr");
    LB_NEED(is_known, LB_STATUS_USAGE,
            "wall = exact is for --collision srt, trt and rr, not for %s; wall = curved is for all",
            c->collision->name);
    LB_NEED(lb_case_viscosity_model(c) == lb_viscosity_models[0], LB_STATUS_USAGE,
            "wall = exact needs the same viscosity in all cells; with a model of turbulence, "
            "wall = curved");
    LB_NEED(!lb_case_has_marker_force(c), LB_STATUS_USAGE,
            "wall = exact needs the same force in all cells; with markers, wall = curved");
    return LB_STATUS_OK;
}

enum lb_status lb_case_check_curved(const struct lb_case *c, struct lb_error *err)
{
    if (c->curved == NULL) return LB_STATUS_OK;
    const char *why = why_not(c);
    LB_NEED(why == NULL, LB_STATUS_USAGE,
            "case '%s' has walls between cells (wall = %s), which goes not with %s yet; "
            "wall = halfway does",
            c->name, c->curved->rule->name, why);
    LB_NEED(c->curved->count < UINT32_MAX, LB_STATUS_USAGE,
            "case '%s' has %llu links to walls between cells, which are more than 2^32", c->name,
            (unsigned long long)c->curved->count);
    return c->curved->rule->knows_force ? check_known(c, err) : LB_STATUS_OK;
}

void lb_curved_own(const struct lb_case *c, uint64_t *cells, uint64_t *links)
{
    const struct lb_curved_walls *w = c->curved;
    uint64_t last = UINT64_MAX;
    *cells = w != NULL ? w->cells : 0;
    *links = w != NULL ? w->count : 0;
    if (w == NULL || c->cut.axes == 0) return;
    *cells = *links = 0;
    for (uint64_t n = 0; n < w->count; n++) {
        uint32_t at[3];
        if (!lb_case_own_place(c, w->links[n].cell, at)) continue;
        *cells += w->links[n].cell != last;
        last = w->links[n].cell;
        ++*links;
    }
}

double lb_wall_settling(const struct lb_case *c)
{
    const double even = lb_case_relaxation_time(c) - 0.5;
    return fmin(0.1, 2.0 * even * even);
}

double lb_wall_odd_time(const struct lb_case *c)
{
    return is_named(c, "trt")  ? 1.0 / lb_case_odd_rate(c) - 0.5
           : is_named(c, "rr") ? 0.5
                               : lb_case_relaxation_time(c) - 0.5;
}
