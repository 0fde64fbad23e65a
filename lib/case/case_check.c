/* case_check.c - what every case must be, whatever made it.
 * SPDX-License-Identifier: MIT */
#include "case/case.h"

#include <math.h>
#include <string.h>

#include "case/alternating_turns.h"
#include "case/collision.h"
#include "case/lattice.h"

static const double max_cells = 1e15, viscosity_tolerance = 0.01;

/* The kernels know the viscosity by omega alone, which loses its digits near 2 and near 0. */
static enum lb_status check_viscosity(const struct lb_case *c, struct lb_error *err)
{
    const bool fp64 = c->arithmetic == LB_ARITHMETIC_FP64;
    LB_NEED(c->viscosity > 0.0, LB_STATUS_USAGE,
            "these parameters give viscosity %g, and it must be positive", c->viscosity);
    const double exact = 1.0 / lb_case_relaxation_time(c);
    const double omega = fp64 ? exact : (double)(float)exact;
    const double kept = c->lattice->sound_speed_squared * (1.0 / omega - 0.5);
    if (fabs(kept - c->viscosity) <= viscosity_tolerance * c->viscosity) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "these parameters give viscosity %g, of which %s arithmetic makes %g; "
                   "%s viscosity is needed (%s)%s",
                   c->viscosity, fp64 ? "FP64" : "FP32", kept,
                   c->viscosity < 1.0 ? "a larger" : "a smaller",
                   c->viscosity < 1.0 ? "a lower Reynolds number, a higher velocity, more cells"
                                      : "a higher Reynolds number, a lower velocity, fewer cells",
                   fp64 ? "" : ", or --precision fp64/fp64");
}

/* Surfaces, markers, kept moments and sums kept exactly know constant forces alone. */
static enum lb_status check_drive(const struct lb_case *c, struct lb_error *err)
{
    if (!lb_case_is_driven(c)) return LB_STATUS_OK;
    LB_NEED(!lb_case_keeps_moments(c) && c->storage->conserve == NULL, LB_STATUS_USAGE,
            "a mean speed that is held by a regulator is not for %s",
            lb_case_keeps_moments(c) ? "--streaming moments" : c->storage->name);
    LB_NEED(!c->surface.exists && !lb_case_has_markers(c), LB_STATUS_USAGE,
            "a mean speed that is held by a regulator is not for a free surface or markers");
    return LB_STATUS_OK;
}

static bool is_named(const struct lb_case *c, const char *name)
{
    return strcmp(c->collision->name, name) == 0;
}

static const char *why_not(const struct lb_case *c, bool has_sheets)
{
    if (has_sheets && c->heat != NULL) return "a temperature";
    return c->storage->conserve != NULL      ? "a format that keeps mass to the last bit"
           : c->surface.exists               ? "a free surface"
           : has_sheets && c->motion != NULL ? "bodies that move their cells"
                                             : NULL;
}

static enum lb_status check_known(const struct lb_case *c, struct lb_error *err)
{
    const bool is_known = is_named(c, "srt") || is_named(c, "trt") || is_named(c, "rr");
    LB_NEED(is_known, LB_STATUS_USAGE,
            "wall = exact is for --collision srt, trt and rr, not for %s; wall = curved is for all",
            c->collision->name);
    LB_NEED(lb_case_viscosity_model(c) == lb_viscosity_models[0], LB_STATUS_USAGE,
            "wall = exact needs the same viscosity in all cells; with a model of turbulence or a "
            "law of viscosity, use wall = curved");
    LB_NEED(c->motion == NULL, LB_STATUS_USAGE,
            "wall = exact needs links that stay, and bodies that move their cells have others from "
            "time to time; wall = curved is for them");
    LB_NEED(!lb_case_has_marker_force(c), LB_STATUS_USAGE,
            "wall = exact needs the same force in all cells; with markers, wall = curved");
    LB_NEED(!lb_heat_pushes(c), LB_STATUS_USAGE,
            "wall = exact needs the same force in all cells; with heat that pushes the fluid, "
            "wall = curved");
    return LB_STATUS_OK;
}

enum lb_status lb_case_check_curved(const struct lb_case *c, struct lb_error *err)
{
    if (c->curved == NULL) return LB_STATUS_OK;
    const bool has_sheets = c->curved->sheets > 0;
    const char *why = why_not(c, has_sheets);
    LB_NEED(why == NULL || !has_sheets, LB_STATUS_USAGE,
            "case '%s' has thin walls, which cannot be combined with %s", c->name, why);
    LB_NEED(why == NULL, LB_STATUS_USAGE,
            "case '%s' has walls between cells (wall = %s), which cannot be combined with %s yet; "
            "wall = halfway does",
            c->name, c->curved->rule->name, why);
    LB_NEED(c->curved->count < UINT32_MAX, LB_STATUS_USAGE,
            "case '%s' has %llu links to walls between cells, which are more than 2^32", c->name,
            (unsigned long long)c->curved->count);
    return c->curved->rule->knows_force ? check_known(c, err) : LB_STATUS_OK;
}

enum lb_status lb_case_check(const struct lb_case *c, struct lb_error *err)
{
    const double cells = (double)c->size[0] * (double)c->size[1] * (double)c->size[2];
    LB_NEED(cells > 0.0, LB_STATUS_USAGE, "size %u,%u,%u: a direction without cells", c->size[0],
            c->size[1], c->size[2]);
    LB_NEED(cells <= max_cells, LB_STATUS_USAGE,
            "size %u,%u,%u: %.2g cells are more than any device has room for (at most %.0g)",
            c->size[0], c->size[1], c->size[2], cells, max_cells);
    LB_NEED(c->lattice->dimensions == 3 || c->size[2] == 1, LB_STATUS_USAGE,
            "--lattice: %s is two-dimensional, and %s is %u cells deep", c->lattice->name, c->name,
            c->size[2]);
    LB_OK(lb_collision_check(c->collision, c->lattice, err));
    const struct lb_precision precision = {c->arithmetic, c->storage, c->rounding};
    LB_OK(lb_precision_check(&precision, err));
    LB_OK(lb_case_check_moments(c, err));
    LB_OK(lb_case_check_list(c, err));
    LB_OK(lb_alternating_check(c, err));
    LB_OK(lb_case_check_motion(c, err));
    LB_OK(lb_case_check_curved(c, err));
    LB_OK(check_drive(c, err));
    LB_OK(lb_case_check_heat(c, err));
    return check_viscosity(c, err);
}
