/* case_heat.c - the temperature of a case, [scalar]: its diffusivity, range, start and buoyancy.
 * Temperatures of the file have any unit; those of lb_heat are (T - middle) / range, middle and range being of all that
 * are given.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/suggest.h"
#include "heat_notes.h"
#include "user_case/case_state.h"

static const char scalar[] = "scalar";

/* --- which temperatures there are -------------------------------------------------------------------------- */

/* Keys and sections that say nothing without a diffusivity. */
static enum lb_status find_diffusivity(struct own_case *s, struct lb_error *err)
{
    static const char *const keys[] = {"prandtl", "schmidt", "diffusivity", NULL};
    static const char *const others[] = {"start",    "range", "reference", "rayleigh",
                                         "buoyancy", "along", "magic"};
    const char *found = NULL, *name = NULL;
    LB_OK(lb_own_one_key(s, scalar, keys, "fix the diffusivity", &found, err));
    const bool has_wall = lb_own_named(s, "heat", &name, 1) > 0;
    LB_NEED(found != NULL || !has_wall, LB_STATUS_USAGE,
            "[heat %s] is of a temperature, and there is none: [scalar] with prandtl=, schmidt= or "
            "diffusivity= makes one",
            name + strlen("heat."));
    for (size_t n = 0; n < sizeof others / sizeof *others; n++)
        LB_NEED(found != NULL || !lb_own_is_set(s, scalar, others[n]), LB_STATUS_USAGE,
                "scalar.%s=%s needs a diffusivity beside it: prandtl=, schmidt= or diffusivity=",
                others[n], lb_own_text(s, scalar, others[n]));
    s->heat.exists = found != NULL;
    if (found == NULL) return lb_own_refuse_temperatures(s, err);
    const double number = lb_own_number(s, scalar, found);
    s->heat.numbers.diffusivity = found == keys[2] ? number : s->viscosity / number;
    return LB_STATUS_OK;
}

void lb_own_take_temperature(struct own_case *s, double temperature)
{
    s->heat.low = fmin(s->heat.low, temperature);
    s->heat.high = fmax(s->heat.high, temperature);
}

static double own(const struct own_case *s, double temperature)
{
    return (temperature - s->heat.middle) / s->heat.range;
}

static enum lb_status read_start(struct own_case *s, struct lb_error *err)
{
    const char *text = lb_own_text(s, scalar, "start");
    s->heat.is_linear = strcmp(text, "linear") == 0;
    LB_NEED(s->heat.is_linear || lb_number_parse(text, strlen(text), &s->heat.start),
            LB_STATUS_USAGE,
            "scalar.start=%s: a temperature, or linear, from one face with a temperature to the "
            "opposite one",
            text);
    return LB_STATUS_OK;
}

static bool is_heated(const struct own_case *s)
{
    bool gives = s->heat.pushes;
    for (int n = 0; n < s->heat.source_count; n++)
        gives = gives || s->heat.sources[n].wall->kind == LB_HEAT_FLUX;
    return gives;
}

/* One temperature and a start of 0 are the two of a dye; of what is heated, and between two others, 0 is one more. */
static void note_start(struct own_case *s, double low, double high)
{
    if (lb_own_is_set(s, scalar, "start") || !(low <= high) || (low <= 0.0 && high >= 0.0)) return;
    if (!(low < high) && !is_heated(s)) return;
    lb_body_note(&s->notes,
                 "scalar.start= is not given: the fluid begins at T = 0, outside of the "
                 "temperatures given, %.6g to %.6g, and temperature_range is %.6g; scalar.start= "
                 "says at which it begins",
                 low, high, s->heat.range);
}

static enum lb_status choose_range(struct own_case *s, struct lb_error *err)
{
    double given[3];
    const double low = s->heat.low, high = s->heat.high; /* of walls and openings */
    const bool is_given = lb_own_is_set(s, scalar, "range");
    if (!s->heat.is_linear) lb_own_take_temperature(s, s->heat.start);
    if (is_given) {
        const int count = lb_own_point(s, scalar, "range", given);
        LB_NEED(count == 2 && given[1] > given[0], LB_STATUS_USAGE,
                "scalar.range=%s: the lowest temperature and the highest one, as in 20,60",
                lb_own_text(s, scalar, "range"));
        s->heat.low = given[0];
        s->heat.high = given[1];
    }
    s->heat.middle = 0.5 * (s->heat.low + s->heat.high);
    s->heat.range = s->heat.high - s->heat.low;
    LB_NEED(
        isfinite(s->heat.low), LB_STATUS_USAGE,
        "the file gives no temperature, but heat alone: scalar.range=LOW,HIGH, about which ones "
        "there will be, and scalar.start= are needed");
    LB_NEED(s->heat.range > 0.0, LB_STATUS_USAGE,
            "all temperatures of the file are %.6g: scalar.range=LOW,HIGH, about which ones there "
            "will be, is needed",
            s->heat.low);
    LB_NEED(
        s->heat.is_linear || fabs(own(s, s->heat.start)) <= LB_HEAT_MOST, LB_STATUS_USAGE,
        "scalar.start=%.6g is %.3g times scalar.range=%.6g,%.6g away from its middle, and %g is "
        "the most",
        s->heat.start, fabs(own(s, s->heat.start)), s->heat.low, s->heat.high, LB_HEAT_MOST);
    note_start(s, is_given ? s->heat.low : low, is_given ? s->heat.high : high);
    return LB_STATUS_OK;
}

/* Heat of a link in a step, in the units of lb_heat: the slope [1/L] of the file times the diffusivity. */
static void scale_walls(struct own_case *s)
{
    for (int n = 0; n < s->heat.source_count; n++) {
        struct lb_heat_wall *wall = s->heat.sources[n].wall;
        wall->number = wall->kind != LB_HEAT_FLUX ? own(s, wall->number)
                                                  : wall->number / s->heat.range *
                                                        s->heat.numbers.diffusivity / s->resolution;
    }
}

/* The first pair of faces that both have a temperature. */
static enum lb_status find_line(struct own_case *s, struct lb_error *err)
{
    const struct lb_heat_wall *walls = s->heat.numbers.walls;
    int axis = 0;
    if (!s->heat.is_linear) return LB_STATUS_OK;
    while (axis < s->dimensions &&
           (walls[2 * axis].kind != LB_HEAT_FIXED || walls[2 * axis + 1].kind != LB_HEAT_FIXED))
        axis++;
    LB_NEED(axis < s->dimensions, LB_STATUS_USAGE,
            "scalar.start=linear is from one face with a temperature to the opposite one, and no "
            "two have one");
    s->heat.line = axis;
    return LB_STATUS_OK;
}

double lb_own_start_temperature(const struct own_case *s, const uint32_t at[3])
{
    if (!s->heat.is_linear) return own(s, s->heat.start);
    const int axis = s->heat.line;
    const double low = s->heat.numbers.walls[2 * axis].number,
                 high = s->heat.numbers.walls[2 * axis + 1].number;
    const double place = (double)at[axis] - s->layer[axis] + 0.5;
    return low + (high - low) * (place / (s->size[axis] - 2.0 * s->layer[axis]));
}

/* --- buoyancy ------------------------------------------------------------------------------------------------ */

static bool has_opening(const struct own_case *s)
{
    for (int n = 0; n < s->boundary_count; n++)
        if (!s->boundaries[n].condition->is_closed) return true;
    return false;
}

/* The force of a fluid that is warmer by the range. */
static enum lb_status read_buoyancy(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    static const char *const keys[] = {"rayleigh", "buoyancy", NULL};
    struct lb_heat *h = &s->heat.numbers;
    const char *found = NULL;
    int up = s->dimensions - 1;
    LB_OK(lb_own_one_key(s, scalar, keys, "say how heat pushes the fluid", &found, err));
    LB_NEED(found == keys[0] || !lb_own_is_set(s, scalar, "along"), LB_STATUS_USAGE,
            "scalar.along=%s is of rayleigh=; buoyancy= has a number for each axis",
            lb_own_text(s, scalar, "along"));
    LB_NEED(found != NULL || !lb_own_is_set(s, scalar, "reference"), LB_STATUS_USAGE,
            "scalar.reference=%s is where buoyancy is 0: rayleigh= or buoyancy= is needed",
            lb_own_text(s, scalar, "reference"));
    if (found == NULL) return LB_STATUS_OK;
    if (lb_own_is_set(s, scalar, "along")) LB_OK(lb_own_axis(s, scalar, "along", &up, err));
    if (found == keys[0])
        h->buoyancy[up] =
            lb_own_number(s, scalar, found) * s->viscosity * h->diffusivity / pow(s->length, 3.0);
    else
        LB_NEED(lb_own_point(s, scalar, found, h->buoyancy) > 1, LB_STATUS_USAGE,
                "scalar.buoyancy=%s: a number for each axis is needed, as in 0,%s",
                lb_own_text(s, scalar, found), lb_own_text(s, scalar, found));
    LB_NEED(!has_opening(s) || lb_own_is_set(s, scalar, "reference"), LB_STATUS_USAGE,
            "scalar.%s=%s pushes a flow with openings: reference=, the temperature at which it "
            "does not, that of the fluid outside, is needed",
            found, lb_own_text(s, scalar, found));
    LB_NEED(s->dimensions == 3 || h->buoyancy[2] == 0.0, LB_STATUS_USAGE,
            "scalar.%s=%s: there are two dimensions", found, lb_own_text(s, scalar, found));
    const double reference = lb_own_is_set(s, scalar, "reference")
                                 ? lb_own_number(s, scalar, "reference")
                                 : s->heat.middle;
    for (int axis = 0; axis < 3; axis++) {
        if (found == keys[1]) h->buoyancy[axis] *= s->heat.range;
        c->force[axis] -= own(s, reference) * h->buoyancy[axis];
    }
    s->heat.pushes = true;
    return LB_STATUS_OK;
}

/* --- all ------------------------------------------------------------------------------------------------------ */

/* Of a fluid that is warmer by the range. */
static double push_of(const struct own_case *s)
{
    const double *b = s->heat.numbers.buoyancy;
    return sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
}

/* About as fast as heat drives a flow: 0.27 of a free fall through the length of reference, as in a cavity at high Rayleigh
 * numbers (heated-cavity), or what viscosity lets it between walls so far apart. */
static double speed_of_heat(const struct own_case *s)
{
    const double push = push_of(s);
    return fmin(0.27 * sqrt(push * s->length), push * s->length * s->length / (8.0 * s->viscosity));
}

static double fastest(const struct own_case *s)
{
    double most = fmax(s->speed, speed_of_heat(s));
    for (int n = 0; n < s->opening_count; n++)
        most = fmax(most, s->openings[n].speed);
    for (int face = 0; face < LB_FACES; face++)
        for (int axis = 0; axis < 3; axis++)
            most = fmax(most, fabs(s->face[face].u[axis]));
    return most;
}

/* Above 0.2 the density varies by percents, above 0.4 no temperature is stable. */
static enum lb_status check_speed(struct own_case *s, struct lb_error *err)
{
    const double fast = 0.2, most = 0.4, speed = speed_of_heat(s), share = fast / speed;
    const bool is_by_rayleigh = lb_own_is_set(s, scalar, "rayleigh");
    char text[160];
    if (speed <= fast) return LB_STATUS_OK;
    snprintf(text, sizeof text,
             "heat drives the flow to about %.2g cells/step, Mach %.2g; %.2g times the %s "
             "would make it %.2g",
             speed, sqrt(3.0) * speed, is_by_rayleigh ? share : share * share,
             is_by_rayleigh ? "viscosity, and diffusivity," : "buoyancy", fast);
    LB_NEED(speed <= most, LB_STATUS_USAGE, "%s, and above %.2g no temperature is stable", text,
            most);
    lb_body_note(&s->notes, "%s", text);
    return LB_STATUS_OK;
}

/* Eddies smaller than cells mix momentum and not heat: about the same diffusivity would be right. */
static void note_eddies(struct own_case *s)
{
    if (!(lb_own_number(s, "fluid", "les") > 0.0)) return;
    lb_body_note(&s->notes,
                 "fluid.les=%s adds the viscosity of eddies smaller than cells, and no diffusivity "
                 "to [scalar]: they carry momentum and no heat, so that heat mixes too little "
                 "where they matter; without les, or with cells small enough, it is right",
                 lb_own_text(s, "fluid", "les"));
}

void lb_own_tell_heat(const struct own_case *s, const struct lb_case *c, struct lb_plan *plan)
{
    const struct lb_heat *h = &s->heat.numbers;
    const double push = push_of(s);
    const double up = lb_own_is_set(s, scalar, "rayleigh") ? lb_own_number(s, scalar, "rayleigh")
                                                           : 1.0; /* or down */
    lb_plan_add_fact(plan, "temperature_middle", s->heat.middle, "T", "0 of the field");
    lb_plan_add_fact(plan, "temperature_range", s->heat.range, "T", "dT of the field");
    lb_plan_add_fact(plan, "prandtl", s->viscosity / h->diffusivity, "1", NULL);
    lb_plan_add_fact(plan, "peclet", s->speed * s->length / h->diffusivity, "1",
                     "speed length / diffusivity");
    if (push > 0.0) {
        lb_plan_add_fact(plan, "rayleigh",
                         copysign(push * pow(s->length, 3.0) / (s->viscosity * h->diffusivity), up),
                         "1", "of the range over the length");
        lb_plan_add_fact(plan, "speed_of_heat", speed_of_heat(s), "cells/step",
                         "about, by buoyancy");
    }
    lb_plan_add_heat(plan, c, h->fastest);
}

enum lb_status lb_own_read_heat(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    size_t which;
    s->flow_count = s->opening_count;
    s->heat.low = HUGE_VAL;
    s->heat.high = -HUGE_VAL;
    s->heat.mean = s->heat.balance = s->heat.drift = nan("");
    LB_OK(find_diffusivity(s, err));
    LB_OK(lb_own_read_solids(s, err));
    if (!s->heat.exists) return LB_STATUS_OK;
    LB_OK(read_start(s, err));
    LB_OK(lb_own_read_heat_walls(s, err));
    LB_OK(lb_own_read_heat_openings(s, err));
    LB_OK(choose_range(s, err));
    scale_walls(s);
    LB_OK(find_line(s, err));
    LB_OK(read_buoyancy(s, c, err));
    s->heat.numbers.fastest = fastest(s);
    LB_OK(check_speed(s, err));
    note_eddies(s);
    lb_own_note_rims(s);
    LB_OK(lb_suggest_find(lb_own_text(s, scalar, "magic"), lb_heat_magics, "scalar.magic",
                          "magic parameter", &which, err));
    s->heat.numbers.magic = lb_heat_magic_named(c, &s->heat.numbers, lb_heat_magics[which]);
    s->heat.group_count = LB_HEAT_FACES + s->boundary_count + s->body_count;
    s->heat.numbers.boundaries = s->heat.boundaries;
    s->heat.numbers.bodies = s->heat.bodies;
    c->heat = &s->heat.numbers;
    return LB_STATUS_OK;
}
