/* run_outcome.c - takes down what came of a run, and says so in a status and a sentence.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
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

void lb_run_report_drift(struct lb_run *run)
{
    const struct lb_survey *now = &run->survey, *start = &run->start;
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

const struct lb_run_check *lb_run_worst_verdict(const struct lb_run *run)
{
    for (int i = 0; i < run->verdict_count; i++)
        if (!run->verdicts[i].pass) return &run->verdicts[i];
    return run->verdict_count > 0 ? &run->verdicts[0] : NULL;
}

enum lb_status lb_run_status(const struct lb_run *run, struct lb_error *err)
{
    const struct lb_run_check *verdict = lb_run_worst_verdict(run);
    unsigned long long step = (unsigned long long)lb_run_step(run);
    const bool is_saved = run->saving.has_last && run->saving.last == step;
    switch (run->end) {
    case LB_RUN_DIVERGED:
        return lb_fail(err, LB_STATUS_DIVERGED, "%s; its files are in %s", run->failure,
                       run->folder);
    case LB_RUN_INTERRUPTED:
    case LB_RUN_TERMINATED:
        return lb_fail(err, lb_signals_status(run->signal),
                       "%s at step %llu; its files are in %s%s%s%s", lb_signals_word(run->signal),
                       step, run->folder, is_saved ? ", and `sluice resume " : "",
                       is_saved ? run->folder : "", is_saved ? "` goes on" : "");
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
    *out = (struct lb_run_outcome){.end = run->end,
                                   .result_count = run->result_count,
                                   .has_verdict = verdict != NULL,
                                   .curve = run->curve,
                                   .curve_count = run->curve_count,
                                   .steps = lb_run_step(run),
                                   .device_bytes = lb_solver_device_bytes(run->solver),
                                   .mlups = lb_speed_summarise(&run->speed).median,
                                   .bytes_per_cell = lb_case_bytes_per_cell(&run->c)};
    memcpy(out->results, run->results, sizeof out->results);
    memcpy(out->failure, run->failure, sizeof out->failure);
    if (verdict != NULL) out->verdict = *verdict;
    run->curve = NULL;
    return lb_run_json(run, &out->json, err);
}

double lb_run_outcome_result(const struct lb_run_outcome *o, const char *name)
{
    for (int i = 0; name != NULL && i < o->result_count; i++)
        if (strcmp(o->results[i].name, name) == 0) return o->results[i].value;
    return nan("");
}

void lb_run_outcome_free(struct lb_run_outcome *o)
{
    free(o->curve);
    free(o->json);
    *o = (struct lb_run_outcome){0};
}

bool lb_run_has_results(const struct lb_run *run)
{
    return run->has_results;
}
