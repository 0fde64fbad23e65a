/* run_outcome.c - takes down what came of a run, and says so in a status and a sentence.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean_text.h"
#include "base/signals.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/run.h"
#include "run/run_internal.h"

const char *lb_run_end_name(enum lb_run_end end)
{
    switch (end) {
    case LB_RUN_RUNNING: return "running";
    case LB_RUN_DONE: return "done";
    case LB_RUN_DIVERGED: return "diverged";
    case LB_RUN_MAX_WALL: return "max-wall";
    case LB_RUN_INTERRUPTED: return "interrupted";
    case LB_RUN_TERMINATED: return "terminated";
    case LB_RUN_UNSAVED: return "unsaved";
    case LB_RUN_FAILED: return "failed";
    }
    return "unknown";
}

bool lb_run_keeps_mass(const struct lb_case *c)
{
    return !c->surface.exists && c->boundary_count == 0 &&
           (c->cell_kinds & LB_CELL_EQUILIBRIUM) == 0;
}

static bool keeps_momentum(const struct lb_case *c)
{
    for (int axis = 0; axis < 3; axis++)
        if (c->force[axis] < 0.0 || c->force[axis] > 0.0) return false;
    return (c->cell_kinds & LB_CELL_SOLID) == 0 && !lb_case_has_markers(c);
}

/* Of the largest velocity: what alternates should be told above it. */
static const double told_alternating = 1e-3;

/* Around a periodic axis with an odd number of cells nothing alternates, and every velocity would be in the sum. */
static bool may_alternate(const struct lb_case *c, int axis)
{
    return c->size[axis] % 2 == 0 || ((c->cell_kinds & LB_CELL_SOLID) != 0 &&
                                      (lb_case_layer_is_solid(c, axis, 0) ||
                                       lb_case_layer_is_solid(c, axis, c->size[axis] - 1)));
}

/* Formats that round feed a velocity that changes its sign from cell to cell and step to step, which viscosity
 * does not damp, and what takes mass out does: docs/theory/alternating-momentum.md. */
static void report_alternating(struct lb_run *run)
{
    const struct lb_survey *now = &run->seen.survey;
    double most = 0.0;
    if (!lb_run_keeps_mass(&run->c) || lb_case_rounding(&run->c) == lb_roundings[0]) return;
    if (now->fluid_cells == 0) return;
    for (int axis = 0; axis < 3; axis++)
        if (may_alternate(&run->c, axis))
            most = fmax(most, fabs(now->alternating[axis]) / (double)now->fluid_cells);
    lb_run_result(run, "alternating_velocity", most, "cells/step");
    if (most > told_alternating * now->speed_max)
        lb_run_warn(
            run,
            "rounding has fed a velocity of %.2g cells/step that alternates from cell to cell and "
            "step to step, %.2g of the largest; %s",
            most, most / now->speed_max,
            run->c.shows_mean ? "fields and probes are means of two steps, without it"
                              : "means over an even number of steps are without it");
}

void lb_run_report_drift(struct lb_run *run)
{
    const struct lb_survey *now = &run->seen.survey, *start = &run->seen.start;
    report_alternating(run);
    if (!lb_run_keeps_mass(&run->c)) return;
    const double mass = (double)start->fluid_cells + start->excess_mass;
    const double scale = mass * start->speed_max;
    lb_run_result(run, "mass_drift", (now->excess_mass - start->excess_mass) / mass, "1");
    if (!keeps_momentum(&run->c) || !(scale > 0.0)) return;
    double square = 0.0;
    for (int axis = 0; axis < 3; axis++)
        square += pow(now->momentum[axis] - start->momentum[axis], 2.0);
    lb_run_result(run, "momentum_drift", sqrt(square) / scale, "1");
}

/* --- warnings --------------------------------------------------------------------------------- */

/* False where it is there already. */
static bool keep_warning(struct lb_run *run, const char *text)
{
    for (int n = 0; n < run->found.warning_count; n++)
        if (strcmp(run->found.warnings[n], text) == 0) return false;
    if (run->found.warning_count < LB_RUN_MAX_WARNINGS)
        snprintf(run->found.warnings[run->found.warning_count++], LB_RUN_WARNING_SIZE, "%s", text);
    return true;
}

static void compose(char out[LB_RUN_WARNING_SIZE], const char *format, va_list arguments)
{
    vsnprintf(out, LB_RUN_WARNING_SIZE, format, arguments);
    lb_text_make_printable(out);
    for (char *at = strchr(out, '\n'); at != NULL; at = strchr(at, '\n'))
        *at = ' '; /* one line each, in checkpoints too */
}

void lb_run_warn(struct lb_run *run, const char *format, ...)
{
    char text[LB_RUN_WARNING_SIZE];
    va_list arguments;
    va_start(arguments, format);
    compose(text, format, arguments);
    va_end(arguments);
    keep_warning(run, text);
}

void lb_run_tell_warning(struct lb_run *run, const char *sentence)
{
    lb_progress_end(&run->progress);
    const char *name = run->request.reporting.name;
    fprintf(stderr, "sluice: warning: %s%s%s\n", name != NULL ? name : "", name != NULL ? ": " : "",
            sentence);
}

void lb_run_warn_now(struct lb_run *run, const char *format, ...)
{
    char text[LB_RUN_WARNING_SIZE];
    va_list arguments;
    va_start(arguments, format);
    compose(text, format, arguments);
    va_end(arguments);
    if (keep_warning(run, text)) lb_run_tell_warning(run, text);
}

enum { LOST_TOLD = 3 }; /* each by its name */

enum lb_status lb_run_optional(struct lb_run *run, enum lb_status st, const struct lb_error *own,
                               struct lb_error *err)
{
    struct lb_error all = *own;
    st = lb_peers_agree(lb_ranks(), st, &all);
    if (st == LB_STATUS_OK) return LB_STATUS_OK;
    if (st != LB_STATUS_FAILED) return lb_fail(err, st, "%s", all.text);
    if (++run->files.lost <= LOST_TOLD)
        lb_run_warn_now(run, "%s; the run goes on without this file", all.text);
    return LB_STATUS_OK;
}

void lb_run_warn_of_lost(struct lb_run *run)
{
    if (run->files.lost > LOST_TOLD)
        lb_run_warn_now(run, "%llu files could not be written",
                        (unsigned long long)run->files.lost);
}

/* --- whether the flow was one that the method is for ------------------------------------------ */

static const double usual_mach = 0.3, least_density = 0.5, most_density = 2.0;

static double mach_of(const struct lb_run *run, double speed)
{
    return speed / sqrt(run->c.lattice->sound_speed_squared);
}

static double judged_mach(const struct lb_run *run)
{
    return run->plan.judged_mach > 0.0 ? run->plan.judged_mach : usual_mach;
}

/* In what is judged, which ends with the last survey. */
static double judged_speed(const struct lb_run *run)
{
    return fmax(run->extremes.late_speed, run->extremes.last_speed);
}

static bool is_too_fast(const struct lb_run *run)
{
    return mach_of(run, judged_speed(run)) > judged_mach(run);
}

static bool is_too_dense(const struct lb_run *run)
{
    const struct lb_run_extremes *e = &run->extremes;
    return e->is_known && (e->density_min < least_density || e->density_max > most_density);
}

bool lb_run_flow_is_in_bounds(const struct lb_run *run)
{
    return !is_too_fast(run) && !is_too_dense(run);
}

void lb_run_note_extremes(struct lb_run *run, const struct lb_survey *survey)
{
    struct lb_run_extremes *e = &run->extremes;
    const double step = (double)survey->step;
    char text[LB_RUN_SENTENCE_SIZE];
    if (survey->fluid_cells == 0) return;
    if (!e->is_known || survey->inner_speed_max > e->speed) {
        e->speed = survey->inner_speed_max;
        e->speed_step = step;
    }
    e->last_speed = survey->inner_speed_max;
    if (step >= (double)run->plan.judged_from) e->late_speed = fmax(e->late_speed, e->last_speed);
    if (!e->is_known || survey->density_min < e->density_min) {
        e->density_min = survey->density_min;
        e->density_min_step = step;
    }
    if (!e->is_known || survey->density_max > e->density_max) {
        e->density_max = survey->density_max;
        e->density_max_step = step;
    }
    e->is_known = true;
    if (mach_of(run, e->speed) > judged_mach(run) && !run->extremes.fast_told) {
        snprintf(text, sizeof text, "at step %.0f the flow was at Mach %.3g, beyond %.3g",
                 e->speed_step, mach_of(run, e->speed), judged_mach(run));
        lb_run_tell_warning(run, text);
        run->extremes.fast_told = true;
    }
    if (is_too_dense(run) && !run->extremes.dense_told) {
        snprintf(text, sizeof text, "at step %.0f densities were %.3g to %.3g, beyond %g to %g",
                 e->density_min < least_density ? e->density_min_step : e->density_max_step,
                 e->density_min, e->density_max, least_density, most_density);
        lb_run_tell_warning(run, text);
        run->extremes.dense_told = true;
    }
}

void lb_run_warn_of_extremes(struct lb_run *run)
{
    const struct lb_run_extremes *e = &run->extremes;
    const double mach = mach_of(run, e->speed);
    if (mach > usual_mach)
        lb_run_warn(run,
                    "the flow was at up to Mach %.3g (%.3g cells/step, at step %.0f); beyond %g it "
                    "is compressible, and the method's errors grow as its square%s",
                    mach, e->speed, e->speed_step, usual_mach,
                    is_too_fast(run) || !lb_run_is_judged(run) ? ""
                    : mach > judged_mach(run) ? "; where it is judged it was slower"
                                              : "; what it is judged by holds there");
    if (is_too_dense(run))
        lb_run_warn(run,
                    "densities were %.3g (at step %.0f) to %.3g (at step %.0f); beyond %g to %g "
                    "this is no flow that the method is for",
                    e->density_min, e->density_min_step, e->density_max, e->density_max_step,
                    least_density, most_density);
    if (run->ending.end != LB_RUN_DONE) return;
    if (is_too_fast(run))
        lb_run_not_judged(run,
                          "the flow was at Mach %.3g, and what it would be judged by holds up to "
                          "%.3g",
                          mach_of(run, judged_speed(run)), judged_mach(run));
    if (is_too_dense(run))
        lb_run_not_judged(run, "densities were %.3g to %.3g, and only %g to %g can be judged",
                          e->density_min, e->density_max, least_density, most_density);
}

/* --- verdicts --------------------------------------------------------------------------------- */

bool lb_run_is_judged(const struct lb_run *run)
{
    bool is_physics = false;
    for (int i = 0; i < run->found.verdict_count; i++) {
        if (!run->found.verdicts[i].pass) return true;
        if (!run->found.verdicts[i].is_bookkeeping) is_physics = true;
    }
    return is_physics && lb_run_flow_is_in_bounds(run);
}

const struct lb_run_check *lb_run_worst_verdict(const struct lb_run *run)
{
    if (!lb_run_is_judged(run)) return NULL;
    for (int i = 0; i < run->found.verdict_count; i++)
        if (!run->found.verdicts[i].pass) return &run->found.verdicts[i];
    return run->found.verdict_count > 0 ? &run->found.verdicts[0] : NULL;
}

/* A run that was to go on later, and cannot from where it is. */
static enum lb_status fail_unsaved(const struct lb_run *run, struct lb_error *err)
{
    const struct lb_saved *s = lb_checkpoint_saved(&run->outputs);
    char how[64] = "there is none before it", often[64] = "";
    if (s->is_on_disk)
        snprintf(how, sizeof how, "the last one is of step %llu", (unsigned long long)s->on_disk);
    if (run->ending.end == LB_RUN_UNSAVED)
        snprintf(often, sizeof often, "%d checkpoints in a row failed; ", (int)LB_MAX_UNSAVED);
    return lb_fail(err, LB_STATUS_FAILED,
                   "%sno checkpoint of step %llu could be saved, and %s: %.500s; its other files "
                   "are in %s",
                   often, (unsigned long long)lb_run_step(run), how, s->why, run->folder);
}

enum lb_status lb_run_status(const struct lb_run *run, struct lb_error *err)
{
    const struct lb_run_check *verdict = lb_run_worst_verdict(run);
    unsigned long long step = (unsigned long long)lb_run_step(run);
    const struct lb_saved *saved = lb_checkpoint_saved(&run->outputs);
    const bool is_saved = saved->has_last && saved->last == step;
    if (saved->failures > 0 && lb_run_is_stopped_early(run)) return fail_unsaved(run, err);
    switch (run->ending.end) {
    case LB_RUN_DIVERGED:
        return lb_fail(err, LB_STATUS_DIVERGED, "%s; its files are in %s", run->ending.failure,
                       run->folder);
    case LB_RUN_INTERRUPTED:
    case LB_RUN_TERMINATED:
        return lb_fail(err, lb_signals_status(run->ending.signal),
                       "%s at step %llu; its files are in %s%s%s%s",
                       lb_signals_word(run->ending.signal), step, run->folder,
                       is_saved ? ", and `sluice resume " : "", is_saved ? run->folder : "",
                       is_saved ? "` goes on" : "");
    default: break;
    }
    if (verdict != NULL && !verdict->pass)
        return lb_fail(err, LB_STATUS_VERDICT, "the verdict failed: %s", verdict->name);
    return LB_STATUS_OK;
}

enum lb_status lb_run_take_outcome(struct lb_run *run, struct lb_run_outcome *out,
                                   struct lb_error *err)
{
    const struct lb_run_check *verdict = lb_run_worst_verdict(run);
    *out = (struct lb_run_outcome){
        .end = run->ending.end,
        .result_count = run->found.result_count,
        .has_verdict = verdict != NULL && lb_run_is_judged(run),
        .curve = run->found.curve,
        .curve_count = run->found.curve_count,
        .format_is_coarse = run->found.format_is_coarse,
        .steps = lb_run_step(run),
        .steps_planned = run->plan.steps,
        .device_bytes = run->solver != NULL ? lb_solver_device_bytes(run->solver) : 0,
        .mlups = lb_speed_summarise(&run->speed).median,
        .bytes_per_cell = lb_run_bytes_per_cell(run)};
    memcpy(out->results, run->found.results, sizeof out->results);
    memcpy(out->failure, run->ending.failure, sizeof out->failure);
    if (verdict != NULL) out->verdict = *verdict;
    const enum lb_status st = lb_run_json(run, &out->json, err);
    run->found.curve = NULL;
    return st;
}

const struct lb_run_value *lb_run_value_named(const struct lb_run_value *values, int count,
                                              const char *name)
{
    for (int n = 0; name != NULL && n < count; n++)
        if (strcmp(values[n].name, name) == 0) return &values[n];
    return NULL;
}

double lb_run_outcome_result(const struct lb_run_outcome *o, const char *name)
{
    const struct lb_run_value *r = lb_run_value_named(o->results, o->result_count, name);
    return r != NULL ? r->value : nan("");
}

void lb_run_outcome_free(struct lb_run_outcome *o)
{
    free(o->curve);
    free(o->json);
    *o = (struct lb_run_outcome){0};
}

bool lb_run_has_results(const struct lb_run *run)
{
    return run->found.has_results;
}
