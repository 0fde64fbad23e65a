/* user_case.c - a flow of the user's: box, openings, bodies, probes and verdicts from a case file.  docs/setups/case.md
 * What belongs to it is in setups/user_case/.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

enum { SAMPLES_PER_LENGTH = 20 };

/* --- the plan ------------------------------------------------------------------------------------------------ */

/* "wing.cells": the text of the name is the case's. */
static void fact_of(struct own_case *s, struct lb_plan *plan, const char *section, const char *key,
                    double value, const char *unit, const char *remark)
{
    if (plan->fact_count == LB_PLAN_FACTS) return;
    char *name = s->fact_names[plan->fact_count];
    snprintf(name, sizeof s->fact_names[0], "%s.%s", section, key);
    lb_plan_add_fact(plan, name, value, unit, remark);
}

static void state_facts(struct own_case *s, const struct lb_case *c, struct lb_plan *plan)
{
    static const char *const sizes[] = {"fluid_x", "fluid_y", "fluid_z"};
    for (int axis = 0; axis < s->dimensions; axis++)
        lb_plan_add_fact(plan, sizes[axis], s->size[axis] - 2.0 * s->layer[axis], "cells", NULL);
    lb_plan_add_fact(plan, "fluid_share", (double)s->fluid_cells / (double)lb_case_cell_count(c),
                     "1", "cells of the box");
    lb_plan_add_fact(plan, "viscosity", s->viscosity, "cells^2/step", NULL);
    lb_plan_add_fact(plan, "tau", lb_case_relaxation_time(c), "steps", NULL);
    lb_plan_add_law(plan, c);
    lb_plan_add_fact(plan, "reynolds", s->reynolds, "1", "speed length / viscosity");
    lb_plan_add_fact(plan, "reynolds_of_cell", s->speed / s->viscosity, "1", NULL);
    lb_plan_add_fact(plan, "mach", s->speed / sqrt(c->lattice->sound_speed_squared), "1",
                     "of speed");
    lb_plan_add_fact(plan, "steps_per_length", s->steps_per_length, "steps", "length/speed");
    for (int n = 0; n < s->opening_count; n++)
        fact_of(s, plan, s->openings[n].name, "links", s->openings[n].cells,
                s->dimensions == 3 ? "cells^2" : "cells", s->openings[n].place);
    for (int n = 0; n < s->body_count; n++)
        if (s->bodies[n].is_sheet)
            fact_of(s, plan, s->bodies[n].name, "links", (double)s->links.sheet_links[n], "1",
                    "between fluid cells that the sheet crosses");
        else
            fact_of(s, plan, s->bodies[n].name, "cells", (double)s->bodies[n].cells, "cells",
                    s->bodies[n].inside == LB_INSIDE_FLUID ? "inside" : "solid");
    if (s->motion.place != NULL)
        lb_plan_add_fact(plan, "renewed_every", (double)s->motion.every, "steps",
                         (s->moving_walls.curved & s->moving_walls.moving) != 0
                             ? "cells of bodies that move, and their links"
                             : "cells of bodies that move; their walls are halfway between cells");
    if (s->heat.exists) lb_own_tell_heat(s, c, plan);
    if (s->metre > 0.0) lb_plan_add_fact(plan, "cell_si", s->metre, "m", NULL);
    if (s->second > 0.0) lb_plan_add_fact(plan, "step_si", s->second, "s", NULL);
    const double gib = lb_case_bytes_per_cell(c) * (double)lb_case_cell_count(c);
    lb_plan_add_fact(plan, "memory", gib / (1024.0 * 1024.0 * 1024.0), "GiB", NULL);
    if (plan->steps > 0)
        lb_plan_add_fact(plan, "steps_at_most", (double)plan->steps, "steps", NULL);
    lb_own_tell_means(s, plan);
}

static bool is_velocity(const double u[3])
{
    return u[0] != 0.0 || u[1] != 0.0 || u[2] != 0.0;
}

/* Which flags there may be. */
static uint8_t kinds_of(const struct own_case *s)
{
    uint8_t kinds = LB_CELL_FLUID;
    bool moves = false;
    for (int face = 0; face < LB_FACES; face++) {
        const struct lb_own_face *f = &s->face[face];
        if (f->kind == LB_FACE_EQUILIBRIUM)
            kinds |= LB_CELL_EQUILIBRIUM;
        else if (f->kind != LB_FACE_PERIODIC)
            kinds |= LB_CELL_SOLID;
        moves = moves || (f->kind == LB_FACE_WALL && is_velocity(f->u));
    }
    if (s->body_count > 0 || s->image.cells.open != NULL) kinds |= LB_CELL_SOLID;
    for (int n = 0; n < s->body_count; n++)
        moves =
            moves || s->moves[n] || is_velocity(s->bodies[n].u) || is_velocity(s->bodies[n].spin);
    return moves ? kinds | LB_CELL_MOVING : kinds;
}

/* By more than its start.  Temperatures may be all that is asked for. */
static bool is_driven(const struct own_case *s)
{
    bool is_driven = s->heat.exists || s->drive.every > 0 || is_velocity(s->force) ||
                     (kinds_of(s) & LB_CELL_MOVING) != 0;
    for (int n = 0; n < s->opening_count; n++)
        is_driven = is_driven || s->openings[n].speed != 0.0 || s->openings[n].pressure != 0.0;
    for (int n = 0; n < LB_FACES; n++)
        is_driven = is_driven || s->face[n].pressure != 0.0 ||
                    (s->face[n].kind != LB_FACE_OPEN && is_velocity(s->face[n].u));
    return is_driven;
}

static bool starts_moving(const struct own_case *s)
{
    return is_velocity(s->start.u) || s->start.noise != 0.0 || s->start.velocity != NULL ||
           s->start.log_speed != NULL || s->start.folder[0] != '\0';
}

static void advise_drive(struct own_case *s)
{
    if (is_driven(s)) return;
    if (!starts_moving(s))
        lb_body_note(&s->notes,
                     "nothing drives the flow, which stays at rest: no inlet has a speed or a "
                     "pressure, no wall or body moves, and there is neither [force] nor a [start]");
    for (int n = 0; n < s->opening_count && starts_moving(s); n++)
        if (s->openings[n].is_inlet && s->openings[n].kind == LB_FACE_OPEN)
            lb_body_note(&s->notes,
                         "[inlet %s] is open, which holds nothing, and the flow of the start comes "
                         "to rest: its speed= or pressure= would keep it",
                         s->openings[n].name);
}

/* Lengths in other units were seen to be the reason. */
static void advise_resolution(struct own_case *s)
{
    const double most = 1000.0, of_cell = s->speed / s->viscosity;
    const double metre = lb_own_number(s, "box", "unit_si");
    if (of_cell <= most) return;
    if (s->metre > 0.0 && metre >= 1.0)
        lb_body_note(&s->notes,
                     "reynolds_of_cell is %.3g: box.unit_si=%g makes L %g metres; were they "
                     "millimetres, it would be %g",
                     of_cell, metre, metre, 1e-3 * metre);
    else
        lb_body_note(&s->notes,
                     "reynolds_of_cell is %.3g: most eddies are smaller than a cell, and results "
                     "depend on the grid; a smaller Reynolds number or a finer grid would make it "
                     "less than %g",
                     of_cell, most);
}

/* The lowest that were seen to be stable: docs/theory/collision.md. */
static void advise_tau(struct own_case *s, const char *collision)
{
    const bool is_srt = strcmp(collision, "srt") == 0, is_trt = strcmp(collision, "trt") == 0;
    const double least = is_trt || is_srt ? 0.52 : 0.51;
    const double fast = is_srt   ? least + 2.0 * fmax(0.0, s->speed - 0.12)
                        : is_trt ? least + 0.4 * fmax(0.0, s->speed - 0.05)
                                 : least;
    if (strcmp(collision, "rr") == 0) return;
    if (s->tau < least)
        lb_body_note(
            &s->notes,
            "tau is %.4g with %s: it is likely to diverge below %.2f (collision = rr is not)",
            s->tau, collision, least);
    else if (s->tau < fast && s->body_count > 0 && s->opening_count > 0)
        lb_body_note(&s->notes,
                     "tau is %.4g with %s: at a speed of %.3g flows past bodies diverged below "
                     "%.3f; a smaller fluid.speed or collision = rr is more stable",
                     s->tau, collision, s->speed, fast);
}

static void advise(struct own_case *s, const struct lb_case *c, struct lb_plan *plan)
{
    const double diffusion = s->length * s->length / s->viscosity;
    advise_tau(s, c->collision->name);
    if (plan->steps > 0 && (double)plan->steps < 0.5 * diffusion && s->reynolds < 100.0)
        lb_body_note(
            &s->notes,
            "the run ends after %.2g of the time that momentum needs across the length of "
            "reference (length^2/viscosity, %.3g length/speed): the flow may not be steady",
            (double)plan->steps / diffusion, diffusion / s->steps_per_length);
    for (int n = 0; n < s->opening_count; n++) {
        const double speed = s->openings[n].speed;
        if (speed > 0.15)
            lb_body_note(&s->notes, "the speed of [inlet %s], %.3g cells/step, is more than 0.15",
                         s->openings[n].name, speed);
    }
    advise_resolution(s);
    advise_drive(s);
    for (int n = 0; n < s->notes.count; n++)
        lb_plan_add_note(plan, s->notes.text[n]);
}

/* Steps that a flow is given to become steady: momentum, and heat, cross the box ten times in so many. */
static uint64_t longest(const struct own_case *s)
{
    const double crossings = 10.0;
    double widest = 0.0;
    for (int axis = 0; axis < s->dimensions; axis++)
        widest = fmax(widest, s->size[axis]);
    const double slower =
        s->heat.exists ? fmin(s->viscosity, s->heat.numbers.diffusivity) : s->viscosity;
    return (uint64_t)ceil(fmax(crossings * widest * widest / slower, 100.0 * s->steps_per_length));
}

static enum lb_status steps_of(const struct own_case *s, uint64_t *out, struct lb_error *err)
{
    static const char *const keys[] = {"until", "steps", "turns", NULL};
    const char *found = NULL;
    LB_OK(lb_own_one_key(s, "stop", keys, "say how long", &found, err));
    LB_NEED(found != NULL || lb_own_is_set(s, "stop", "steady") || lb_setup_steps(s->values, 0) > 0,
            LB_STATUS_USAGE, "[stop] needs until= [length/speed], steps=, turns= or steady=");
    const double number = found != NULL ? lb_own_number(s, "stop", found) : 0.0,
                 turn = lb_own_steps_per_turn(s);
    LB_NEED(found != keys[2] || turn > 0.0, LB_STATUS_USAGE,
            "stop.turns=%s: no body has turn=", lb_own_text(s, "stop", "turns"));
    *out = found == keys[0]   ? (uint64_t)ceil(number * s->steps_per_length)
           : found == keys[1] ? (uint64_t)number
           : found == keys[2] ? (uint64_t)ceil(number * turn)
                              : longest(s);
    return LB_STATUS_OK;
}

static enum lb_status choose_end(struct own_case *s, struct lb_plan *plan, struct lb_error *err)
{
    uint64_t own = 0;
    LB_OK(steps_of(s, &own, err));
    plan->steps = lb_setup_steps(s->values, own);
    LB_OK(lb_own_check_motion_end(s, plan->steps, err));
    s->steady = lb_own_number(s, "stop", "steady");
    s->skip = lb_own_is_set(s, "mean", "skip") ? lb_own_number(s, "mean", "skip")
                                               : 0.5 * (double)plan->steps / s->steps_per_length;
    return LB_STATUS_OK;
}

static void make_plan(struct own_case *s, const struct lb_case *c, struct lb_plan *plan)
{
    plan->observe_every = s->observe_every;
    plan->judged_from = (uint64_t)(s->skip * s->steps_per_length);
    if (s->drive.every > 0) plan->series[LB_OWN_DRIVE].every = s->observe_every;
    if (s->body_count > 0 || s->drive.every > 0 || s->force[0] != 0.0 || s->force[1] != 0.0 ||
        s->force[2] != 0.0)
        plan->series[LB_OWN_FORCES].every = s->observe_every;
    if (s->flow_count > 0) plan->series[LB_OWN_FLOWS].every = s->observe_every;
    if (s->plane_count > 0 && lb_own_is_set(s, "mean", "skip"))
        plan->series[LB_OWN_PLANES].every = s->observe_every;
    if (s->heat.source_count > 0) plan->series[LB_OWN_HEAT].every = s->observe_every;
    if (s->probe_count > 0) plan->series[LB_OWN_PROBES].every = s->observe_every;
    for (int n = LB_OWN_FORCES; n <= LB_OWN_HEAT; n++)
        plan->series[n].columns = lb_own_columns(s, n);
    if (s->start.folder[0] != '\0') plan->start_folder = s->start.folder;
    plan->deviation = s->speed / c->lattice->sound_speed_squared;
    plan->picture =
        (struct lb_picture){.field = s->heat.exists ? "temperature" : "speed", .axis = 2};
    plan->cell_si = s->metre;
    plan->step_si = s->second;
    plan->density_si = lb_own_number(s, "fluid", "density_si");
    plan->range = s->heat.range;
    plan->middle = s->heat.middle;
    for (int axis = 0; axis < s->dimensions; axis++)
        plan->corner[axis] = s->layer[axis] - s->origin[axis] * s->resolution;
    plan->length = s->resolution;
    plan->length_name = "L";
    plan->has_field = true;
    snprintf(plan->cure, sizeof plan->cure, "%s",
             strcmp(c->collision->name, "rr") == 0
                 ? "a smaller fluid.speed, a larger box.resolution or fluid.les=0.15"
                 : "collision = rr, a smaller fluid.speed or a larger box.resolution");
}

/* --- prepare ------------------------------------------------------------------------------------------------- */

static enum lb_status read_all(struct own_case *s, struct lb_case *c, const struct lb_plan *plan,
                               struct lb_error *err)
{
    LB_OK(lb_own_read_units(s, err));
    LB_OK(lb_own_read_box(s, c, err));
    if (plan->check_size != NULL) LB_OK(plan->check_size(plan->size_context, c, err));
    LB_OK(lb_own_read_fluid(s, c, err));
    LB_OK(lb_own_read_force(s, c, err));
    LB_OK(lb_own_read_bodies(s, err));
    LB_OK(lb_own_count_cells(s, err));
    LB_OK(lb_own_make_faces(s, c, err));
    LB_OK(lb_own_check_motion_openings(s, err));
    LB_OK(lb_own_make_drive(s, c, err));
    LB_OK(lb_own_read_heat(s, c, err));
    LB_OK(lb_own_check_ways(s, err));
    LB_OK(lb_own_read_start(s, err));
    LB_OK(lb_own_read_samples(s, err));
    LB_OK(lb_own_read_planes(s, err));
    return lb_own_read_expects(s, err);
}

/* Sections that there are without a file. */
static size_t unnamed_sections(void)
{
    size_t count = 0;
    for (const struct lb_section_kind *kind = lb_own_sections; kind->name != NULL; kind++)
        count += !kind->is_named;
    return count;
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct own_case *s = state;
    s->values = v;
    s->change = s->balance = s->flow_sum = s->flow_in = nan("");
    s->span = s->compared = 1;
    s->least_difference = HUGE_VAL;
    s->dimensions = c->lattice->dimensions;
    s->sound_speed_squared = c->lattice->sound_speed_squared;
    LB_NEED(lb_own_is_set(s, "box", "size") || lb_own_is_set(s, "box", "resolution") ||
                lb_values_section_count(v) > unnamed_sections(),
            LB_STATUS_USAGE,
            "case needs a case file with [box] and the rest: sluice run -c FILE.ini; `sluice "
            "setups case` lists its "
            "sections");
    LB_OK(read_all(s, c, plan, err));
    LB_OK(choose_end(s, plan, err));
    LB_OK(lb_setup_probe(v, s->steps_per_length / SAMPLES_PER_LENGTH, s->steps_per_length,
                         &s->observe_every, err));
    s->sample_every = lb_own_is_set(s, "mean", "every")
                          ? (uint64_t)lb_own_number(s, "mean", "every")
                          : s->observe_every;
    LB_NEED(s->sample_every % s->observe_every == 0, LB_STATUS_USAGE,
            "mean.every=%s is no multiple of the %llu steps between records: probe=%s, too, would "
            "do",
            lb_own_text(s, "mean", "every"), (unsigned long long)s->observe_every,
            lb_own_text(s, "mean", "every"));
    s->looks_per_length =
        (uint64_t)fmax(1.0, round(s->steps_per_length / (double)s->observe_every));
    c->cell_kinds = kinds_of(s);
    c->means[LB_MEANS_OF_SETUP] = lb_own_means_kind(s);
    c->means_have_heat = (s->mean_fields & LB_OWN_MEAN_T) != 0;
    c->watches_change = s->steady > 0.0;
    c->bodies = s->case_bodies;
    c->body_count = s->body_count;
    if (s->motion.place != NULL) c->motion = &s->motion;
    c->start = lb_own_start;
    c->start_state = s;
    LB_OK(lb_own_make_walls(s, c, err));
    LB_OK(lb_own_cut_solids(s, err));
    make_plan(s, c, plan);
    state_facts(s, c, plan);
    advise(s, c, plan);
    return LB_STATUS_OK;
}

/* --- the run ------------------------------------------------------------------------------------------------- */

static enum lb_status survey(struct own_case *s, struct lb_run *run, bool is_first,
                             struct lb_error *err)
{
    struct lb_survey now;
    double cells = 1.0; /* those of faces are not of the flow */
    for (int axis = 0; axis < 3; axis++)
        cells *= s->size[axis] - 2.0 * s->layer[axis];
    LB_OK(lb_solver_survey(lb_run_solver(run), &now, err));
    if (is_first) s->first_mass = now.excess_mass;
    s->mass_drift = (now.excess_mass - s->first_mass) / (double)s->fluid_cells;
    for (int axis = 0; axis < 3; axis++)
        s->mean_u[axis] = now.momentum[axis] / cells;
    return LB_STATUS_OK;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct own_case *s = state;
    const uint64_t step = lb_run_step(run);
    if (step == 0) LB_OK(survey(s, run, true, err));
    if (step == 0) LB_OK(lb_own_begin_heat(s, run, err));
    if (step > 0) LB_OK(lb_own_take_samples(s, run, err));
    if (s->steady > 0.0 && step % (s->observe_every * s->looks_per_length) == 0)
        return lb_own_look_at_change(s, run, err);
    if (!(s->steady > 0.0))
        lb_run_progress(run, "t %.1f length/speed", (double)step / s->steps_per_length);
    return LB_STATUS_OK;
}

/* A velocity is given, and the mass that comes in follows the density there, too. */
static void compare_flows(const struct own_case *s, struct lb_run *run)
{
    for (int n = 0; n < s->opening_count; n++) {
        const struct lb_own_opening *o = &s->openings[n];
        const double asked = o->speed * o->area;
        if (o->kind == LB_FACE_VELOCITY && fabs(o->flow - asked) > 0.03 * asked)
            lb_run_warn(
                run,
                "%s.flow is %.4g where %.4g was asked for: the density there is %.3f; a smaller "
                "fluid.speed makes it nearer to 1",
                o->name, o->flow, asked, 1.0 + o->pressure / s->sound_speed_squared);
    }
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct own_case *s = state;
    LB_OK(survey(s, run, false, err));
    LB_OK(lb_run_fetch_records(run, err));
    lb_own_find_drive(s, run);
    LB_OK(lb_own_report_forces(s, run, err));
    LB_OK(lb_own_measure_openings(s, run, err));
    LB_OK(lb_own_measure_planes(s, run, err));
    lb_own_find_flows(s, run);
    LB_OK(lb_own_find_heat(s, run, err));
    LB_OK(lb_own_write_samples(s, run, err));
    lb_run_result(run, "time", (double)lb_run_step(run) / s->steps_per_length, "length/speed");
    lb_own_report_results(s, run);
    compare_flows(s, run);
    lb_own_warn_of_flows(s, run);
    lb_own_warn_of_last(s, run);
    lb_own_warn_of_links(s, run);
    lb_own_warn_of_means(s, run);
    if (s->is_steady) lb_run_note_steady(run);
    if (lb_run_is_stopped_early(run)) return LB_STATUS_OK;
    if (s->steady > 0.0 && !s->is_steady && s->flow_is_steady) {
        lb_run_warn(run,
                    "the flow is steady, and the heat of the sources not yet: it still changes, or "
                    "does not sum to 0; stop.steady=%.2g was asked for",
                    s->steady);
    } else if (s->steady > 0.0 && !s->is_steady) {
        lb_run_warn(
            run,
            "the flow is not steady yet: it changed by %.2g over a length/speed, in the mean "
            "over %llu; stop.steady=%.2g was asked for%s",
            s->change, (unsigned long long)s->compared, s->steady,
            lb_run_case(run)->storage->bits <= 16
                ? ", and in 16 bits and less rounding moves single cells from look to "
                  "look: --precision fp32 has no such noise"
                : "");
    }
    return lb_own_judge(s, run, err);
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct own_case *s = state;
    LB_OK(lb_archive_number(a, "case.first_mass", &s->first_mass, err));
    LB_OK(lb_archive_number(a, "case.change", &s->change, err));
    LB_OK(lb_archive_flag(a, "case.is_steady", &s->is_steady, err));
    LB_OK(lb_archive_count(a, "case.span", &s->span, err));
    LB_OK(lb_archive_count(a, "case.looks", &s->looks, err));
    LB_OK(lb_archive_count(a, "case.compared", &s->compared, err));
    LB_OK(lb_archive_number(a, "case.least_difference", &s->least_difference, err));
    LB_OK(lb_archive_flag(a, "case.flow_is_steady", &s->flow_is_steady, err));
    LB_OK(lb_own_archive_samples(s, a, err));
    LB_OK(lb_own_archive_heat(s, a, err));
    return lb_archive_flag(a, "case.has_before", &s->has_before, err);
}

static void destroy(void *state)
{
    struct own_case *s = state;
    lb_own_free_bodies(s);
    for (int face = 0; face < LB_FACES; face++)
        free(s->face[face].factor);
    for (int n = 0; n < LB_OWN_LINES; n++) {
        free(s->samples[n].sums);
        free(s->planes[n].cell);
    }
    lb_openings_free(&s->patches);
    lb_wall_links_free(&s->links);
    lb_wall_links_free(&s->heat.walls);
    free(s->heat.cuts);
    lb_own_free_moving_walls(&s->moving_walls);
    free(s->image.cells.open);
    free(s->start.log_speed);
    free(s->start.potential);
    free(s->near_x);
    free(s->near_y);
    free(s->near_z);
    free(s->moved);
    free(s->start.velocity);
    free(s->start.density);
}

static const struct lb_parameter parameters[] = {{0}};

const struct lb_setup lb_setup_user_case = {
    .name = "case",
    .summary = "a flow of your own, described by a case file: box, openings, bodies, verdicts",
    .reference = "what the sections [expect] say",
    .lattice = "d3q19",
    .collision = "trt",
    .parameters = parameters,
    .sections = lb_own_sections,
    .reserved = lb_own_reserved,
    .state_size = sizeof(struct own_case),
    .find_key_results = lb_own_find_keys,
    .resolution = "box.resolution",
    .find_exact = lb_own_find_exact,
    .tell_fixed_grid = lb_own_tell_fixed_grid,
    .find_whole_share = lb_own_find_whole_share,
    .find_error_sources = lb_own_find_error_sources,
    .series = lb_own_series,
    .prepare = prepare,
    .look = lb_own_look,
    .observe = observe,
    .go_on = lb_own_resume_samples,
    .finish = finish,
    .archive = archive,
    .destroy = destroy,
};
