/* heat.c - what follows from the numbers of a temperature, and what is refused.
 * Sources of limits: von Neumann analysis of D3Q7 (docs/theory/heat.md).
 * SPDX-License-Identifier: MIT */
#include "case/heat.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "case/case.h"

const char *const lb_heat_magics[] = {"auto", "srt", "sixth", "quarter", NULL};

static const double sixth = 1.0 / 6.0, quarter = 0.25;

static double time_of(const struct lb_case *c, const struct lb_heat *h)
{
    return h->diffusivity / lb_heat_lattice(c)->sound_speed_squared + 0.5;
}

double lb_heat_magic_named(const struct lb_case *c, const struct lb_heat *h, const char *name)
{
    enum { AUTO, SRT, SIXTH, QUARTER };
    const double least_of_sixth = 0.55, most_of_srt = 0.2;
    const double even = time_of(c, h) - 0.5, srt = even * even;
    int which = 0;
    while (lb_heat_magics[which] != NULL && strcmp(lb_heat_magics[which], name) != 0)
        which++;
    if (which == AUTO && h->fastest > most_of_srt) return quarter;
    if (which == AUTO) return even < least_of_sixth - 0.5 ? srt : sixth;
    return which == SRT ? srt : which == SIXTH ? sixth : which == QUARTER ? quarter : (double)NAN;
}

const struct lb_lattice *lb_heat_lattice(const struct lb_case *c)
{
    return c->lattice->dimensions == 2 ? lb_lattice_d2q5 : lb_lattice_find("d3q7");
}

double lb_heat_time(const struct lb_case *c)
{
    return time_of(c, c->heat);
}

double lb_heat_magic(const struct lb_case *c)
{
    return c->heat->magic > 0.0 ? c->heat->magic : lb_heat_magic_named(c, c->heat, "auto");
}

double lb_heat_rate(const struct lb_case *c)
{
    return 1.0 / lb_heat_time(c);
}

double lb_heat_even_rate(const struct lb_case *c)
{
    return 1.0 / (0.5 + lb_heat_magic(c) / (lb_heat_time(c) - 0.5));
}

bool lb_heat_pushes(const struct lb_case *c)
{
    const double *b = c->heat != NULL ? c->heat->buoyancy : NULL;
    return b != NULL && (b[0] != 0.0 || b[1] != 0.0 || b[2] != 0.0);
}

int lb_heat_groups(const struct lb_case *c)
{
    return LB_HEAT_FACES + c->boundary_count + c->body_count;
}

struct lb_heat_wall lb_heat_wall_of(const struct lb_case *c, int group)
{
    const int boundary = group - LB_HEAT_FACES, body = boundary - c->boundary_count;
    const struct lb_heat_wall insulated = {LB_HEAT_INSULATED, 0.0}, *of_bodies = c->heat->bodies,
                              *of_boundaries = c->heat->boundaries;
    if (boundary < 0) return c->heat->walls[group];
    if (body < 0) return of_boundaries != NULL ? of_boundaries[boundary] : insulated;
    return of_bodies != NULL ? of_bodies[body] : insulated;
}

/* --- solids ------------------------------------------------------------------------------------- */

struct lb_heat_solid lb_heat_solid_of(const struct lb_case *c, int number)
{
    const bool is_of_body = c->heat != NULL && c->heat->solids != NULL && number > 0 &&
                            c->heat->solids[number - 1].conductivity > 0.0;
    return is_of_body ? c->heat->solids[number - 1] : (struct lb_heat_solid){0.0, 1.0};
}

bool lb_heat_conducts(const struct lb_case *c)
{
    for (int n = 1; n <= c->body_count; n++)
        if (lb_heat_solid_of(c, n).conductivity > 0.0) return true;
    return false;
}

bool lb_heat_is_conductor(const struct lb_case *c, uint8_t flags, uint8_t number)
{
    return (flags & LB_CELL_SOLID) != 0 && !LB_IS_BOUNDARY(flags) && number <= c->body_count &&
           lb_heat_solid_of(c, number).conductivity > 0.0;
}

/* The relaxation time less 1/2, by the conductivity alone: the resting population has the capacity. */
static double solid_time(const struct lb_case *c, struct lb_heat_solid s)
{
    return s.conductivity * c->heat->diffusivity / lb_heat_lattice(c)->sound_speed_squared;
}

double lb_heat_solid_rate(const struct lb_case *c, struct lb_heat_solid s)
{
    return 1.0 / (0.5 + solid_time(c, s));
}

double lb_heat_solid_even_rate(const struct lb_case *c, struct lb_heat_solid s)
{
    return 1.0 / (0.5 + sixth / solid_time(c, s));
}

double lb_heat_solid_fed_back(struct lb_heat_solid s)
{
    const double most = 4.0;
    return s.capacity <= most ? s.capacity : 0.0;
}

double lb_heat_resting_share(const struct lb_case *c, int number)
{
    return 1.0 - (1.0 - lb_heat_lattice(c)->weight[0]) / lb_heat_solid_of(c, number).capacity;
}

static enum lb_status check_solids(const struct lb_case *c, struct lb_error *err)
{
    const double least = 1.0 - lb_heat_lattice(c)->weight[0];
    for (int n = 1; n <= c->body_count; n++) {
        const struct lb_heat_solid s = lb_heat_solid_of(c, n);
        LB_NEED(
            !(s.conductivity > 0.0) || s.capacity >= least, LB_STATUS_USAGE,
            "solid '%s' has a heat capacity of %g times the fluid's, and below %.3g times it is "
            "unstable; a steady temperature does not depend on it, and 1 would do",
            c->bodies[n - 1].name, s.capacity, least);
    }
    return LB_STATUS_OK;
}

/* --- cells that surfaces of solids cut ----------------------------------------------------------- */

uint64_t lb_heat_own_cuts(const struct lb_case *c, bool in_fluid)
{
    uint64_t count = 0;
    uint32_t at[3];
    for (uint64_t n = 0; c->heat != NULL && n < c->heat->cut_count; n++)
        count += (!in_fluid || c->heat->cuts[n].at == 0) &&
                 lb_case_own_place(c, c->heat->cuts[n].cell, at);
    return count;
}

uint64_t lb_heat_own_solid_walls(const struct lb_case *c)
{
    uint64_t count = 0, last = UINT64_MAX;
    uint32_t at[3];
    for (uint64_t n = 0; c->heat != NULL && n < c->heat->solid_link_count; n++) {
        const uint64_t cell = c->heat->solid_links[n].cell;
        count += cell != last && lb_case_own_place(c, cell, at);
        last = cell;
    }
    return count;
}

static bool conducts(const struct lb_case *c, int number)
{
    return number == 0 ||
           (number <= c->body_count && lb_heat_solid_of(c, number).conductivity > 0.0);
}

static bool is_right(const struct lb_case *c, uint64_t n)
{
    const double slack = 1e-6;
    const struct lb_heat_cut *cut = &c->heat->cuts[n];
    double square = 0.0;
    for (int axis = 0; axis < 3; axis++)
        square += cut->normal[axis] * cut->normal[axis];
    return (n == 0 || c->heat->cuts[n - 1].cell < cut->cell) && fabs(square - 1.0) < slack &&
           cut->distance >= 0.0 && conducts(c, cut->at) && conducts(c, cut->beyond);
}

static enum lb_status check_cuts(const struct lb_case *c, struct lb_error *err)
{
    LB_NEED(c->heat->solid_link_count == 0 || c->curved != NULL, LB_STATUS_USAGE,
            "walls of solids that conduct heat lie between cells, and no wall of the flow does");
    for (uint64_t n = 0; n < c->heat->cut_count; n++)
        LB_NEED(
            is_right(c, n), LB_STATUS_USAGE,
            "cut %llu of a temperature, in cell %llu, is behind the next cell, or has no plane, "
            "or a material without a conductivity",
            (unsigned long long)n, (unsigned long long)c->heat->cuts[n].cell);
    return LB_STATUS_OK;
}

/* --- what is refused ---------------------------------------------------------------------------- */

/* Its populations are below 1 where a temperature overshoots its range a little, and have their own exponents. */
bool lb_heat_may_have(const struct lb_number_format *format)
{
    return !format->shares_exponents && format->largest >= 1.0;
}

static bool has_axes(const struct lb_case *c)
{
    const struct lb_lattice *l = lb_heat_lattice(c);
    return c->lattice->directions > l->directions &&
           memcmp(c->lattice->c, l->c, (size_t)l->directions * sizeof *l->c) == 0;
}

static enum lb_status check_format(const struct lb_case *c, struct lb_error *err)
{
    const struct lb_rounding *rounding = lb_case_rounding(c);
    LB_NEED(
        lb_heat_may_have(c->storage), LB_STATUS_USAGE,
        "a temperature cannot be kept in %s, whose numbers %s; choose fp32, fp16s or fp16c with "
        "--precision",
        c->storage->name,
        c->storage->shares_exponents ? "share their exponents" : "are too small for it");
    LB_NEED(c->storage->bits > 16 || rounding != lb_roundings[0], LB_STATUS_USAGE,
            "a temperature in %s rounded to nearest carries up to 16 %% too much heat; use "
            "--rounding stochastic",
            c->storage->title);
    LB_NEED(rounding->conserve == NULL, LB_STATUS_USAGE,
            "--rounding %s is not for a flow with a temperature; --rounding stochastic is, which "
            "passes the errors of a temperature on by itself",
            rounding->name);
    return LB_STATUS_OK;
}

/* NULL: nothing of the case is in the way. */
static const char *what_excludes(const struct lb_case *c)
{
    return c->surface.exists                            ? "a free surface"
           : lb_case_has_markers(c)                     ? "markers or membranes"
           : c->motion != NULL                          ? "bodies that move their cells"
           : c->shows_mean                              ? "fields that are means of two steps"
           : (c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0 ? "cells of a prescribed density"
           : c->alternating_every > 0                   ? "a removal of alternating momentum"
                                                        : NULL;
}

/* From which relaxation time on a magic parameter of 1/6 is stable up to which speed. */
static const double of_sixth[][2] = {{0.5, 0.01}, {0.503, 0.02}, {0.51, 0.07},
                                     {0.52, 0.1}, {0.55, 0.25},  {0.6, 0.4}};
enum { SIXTHS = sizeof of_sixth / sizeof *of_sixth };

static double fastest_of_sixth(double time)
{
    int n = 0;
    while (n + 1 < SIXTHS && time >= of_sixth[n + 1][0])
        n++;
    return of_sixth[n][1];
}

/* At a given speed diffusivities are as the cells; 0: no number of them would do. */
static double cells_of_sixth(double time, double speed)
{
    for (int n = 0; n < SIXTHS; n++)
        if (of_sixth[n][1] >= speed) return (of_sixth[n][0] - 0.5) / (time - 0.5);
    return 0.0;
}

static enum lb_status check_stability(const struct lb_case *c, struct lb_error *err)
{
    const double time = lb_heat_time(c), magic = lb_heat_magic(c), even = time - 0.5;
    const bool is_srt = fabs(magic - even * even) <= 1e-6 * magic;
    const bool is_quarter = fabs(magic - quarter) <= 1e-9;
    const double of_quarter = 0.4, speed = c->heat->fastest;
    const double most = is_quarter ? of_quarter : is_srt ? 0.2 : fastest_of_sixth(time);
    const double cells = is_quarter || is_srt ? 0.0 : cells_of_sixth(time, speed);
    char more[64] = "";
    if (cells > 0.0)
        snprintf(more, sizeof more, "%.3g times the cells", ceil(cells * 100.0) / 100.0);
    const bool may_quarter = speed <= of_quarter;
    LB_NEED(speed <= most, LB_STATUS_USAGE,
            "the magic parameter %.4g of heat is unstable at a relaxation time of %.4g for "
            "velocities above %.2g, and this flow may have %.2g, a Peclet number of a cell of "
            "%.3g: choose %s%s%s",
            magic, time, most, speed, speed / c->heat->diffusivity,
            may_quarter ? "auto or quarter" : "", may_quarter && more[0] != '\0' ? ", or " : "",
            may_quarter || more[0] != '\0' ? more : "a slower flow");
    return LB_STATUS_OK;
}

static enum lb_status check_temperatures(const struct lb_case *c, struct lb_error *err)
{
    const double most = LB_HEAT_MOST, held = 0.95 * c->storage->largest;
    double share = 0.0;
    for (int n = 0; n <= c->body_count; n++)
        share = fmax(share, lb_heat_resting_share(c, n));
    for (int n = 0; n < lb_heat_groups(c); n++) {
        const struct lb_heat_wall wall = lb_heat_wall_of(c, n);
        if (wall.kind != LB_HEAT_FIXED && wall.kind != LB_HEAT_OPEN) continue;
        LB_NEED(fabs(wall.number) <= most, LB_STATUS_USAGE,
                "a wall has a temperature of %g, and %g is the most: temperatures are in units of "
                "their range, with 0 in its middle",
                wall.number, most);
        LB_NEED(
            share * fabs(wall.number) <= held, LB_STATUS_USAGE,
            "a wall has a temperature of %.3g ranges from their middle, of which %s holds %.3g%s: "
            "--precision fp32, or a range %.3g times as wide would do",
            fabs(wall.number), c->storage->title, held / share,
            share > lb_heat_resting_share(c, 0) ? " in solids" : "",
            ceil(100.0 * share * fabs(wall.number) / held) / 100.0);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_case_check_heat(const struct lb_case *c, struct lb_error *err)
{
    if (c->heat == NULL) return LB_STATUS_OK;
    const char *what = what_excludes(c);
    LB_NEED(c->streaming == LB_STREAMING_IN_PLACE || c->streaming == LB_STREAMING_PULL,
            LB_STATUS_USAGE,
            "a flow with a temperature has two sets of populations, which --streaming moments and "
            "list do not keep; use --streaming in-place or pull");
    LB_NEED(what == NULL, LB_STATUS_USAGE,
            "case '%s' has %s, which a flow with a temperature cannot have yet", c->name, what);
    LB_NEED(
        has_axes(c), LB_STATUS_USAGE,
        "a temperature is carried along the axes, and the first directions of --lattice %s are not "
        "the axes; those of d2q9, d3q15, d3q19 and d3q27 are",
        c->lattice->name);
    LB_OK(check_format(c, err));
    LB_NEED(c->heat->diffusivity > 0.0, LB_STATUS_USAGE,
            "these parameters give a diffusivity of heat of %g, and it must be positive",
            c->heat->diffusivity);
    LB_NEED(lb_heat_groups(c) <= LB_HEAT_MOST_GROUPS, LB_STATUS_USAGE,
            "a flow with a temperature and %d boundaries has %d bodies at most, not %d",
            c->boundary_count, LB_HEAT_MOST_GROUPS - LB_HEAT_FACES - c->boundary_count,
            c->body_count);
    LB_OK(check_solids(c, err));
    LB_OK(check_temperatures(c, err));
    LB_OK(check_cuts(c, err));
    return check_stability(c, err);
}
