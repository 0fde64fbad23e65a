/* checkpoint.c - when a run is saved, so that it can go on later, and what came of it:
 * checkpoint=N, checkpoint=SECONDSs, when a signal asks for it, and when a signal or max-wall ends
 * the run.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/stopwatch.h"
#include "outputs/outputs.h"
#include "output/schedule.h"
#include "peers/peers.h"

static const double max_steps = 1e15, max_seconds = 1e9;

struct checkpoint {
    struct lb_output_services *s;
    bool wanted;
    uint64_t every; /* steps; 0: not by steps */
    double seconds; /* 0: not by time */
    double clock;   /* of the last one, or of the first step */
    struct lb_saved saved;
};

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    const char *text = lb_values_text(s->values, "checkpoint");
    const size_t length = strlen(text);
    const bool in_seconds = length > 1 && text[length - 1] == 's';
    double number = 0.0;
    struct checkpoint *p = calloc(1, sizeof *p);
    LB_NEED(p != NULL, LB_STATUS_FAILED, "no memory for the choice of checkpoints");
    *output = p;
    p->s = s;
    if (length == 0) return LB_STATUS_OK;
    const bool fine =
        in_seconds
            ? lb_number_parse(text, length - 1, &number) && number >= 1.0 && number <= max_seconds
            : lb_whole_parse(text, length, &number) && number >= 0.0 && number <= max_steps;
    LB_NEED(fine, LB_STATUS_USAGE,
            "checkpoint=%s is neither a number of steps, up to 1e15, nor of seconds, as 600s",
            text);
    if (in_seconds)
        p->seconds = number;
    else
        p->every = (uint64_t)number;
    p->wanted = number > 0.0;
    return LB_STATUS_OK;
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_next_multiple(((const struct checkpoint *)output)->every, step);
}

/* On a disk that is full by then no kernel is built. */
static enum lb_status build(void *output, struct lb_error *err)
{
    const struct checkpoint *p = output;
    if (!p->wanted && !(lb_values_number(p->s->values, "max-wall") > 0.0)) return LB_STATUS_OK;
    return lb_peers_agree(p->s->world, lb_solver_build_archive(p->s->solver, err), err);
}

static enum lb_status begin(void *output, struct lb_error *err)
{
    struct checkpoint *p = output;
    (void)err;
    p->clock = p->s->clock();
    return LB_STATUS_OK;
}

static bool is_due(const struct checkpoint *p, bool is_idle)
{
    const struct lb_output_services *s = p->s;
    const uint64_t step = s->step(s->run);
    const enum lb_run_end end = s->end(s->run);
    const bool is_asked = is_idle && s->is_asked_to_save();
    if (end == LB_RUN_DIVERGED || end == LB_RUN_FAILED) return false;
    if (p->saved.has_last && p->saved.last == step) return false;
    if (end != LB_RUN_RUNNING) return p->wanted || end != LB_RUN_DONE;
    if (is_asked) return true;
    if (is_idle && p->seconds > 0.0 && s->clock() - p->clock >= p->seconds) return true;
    return step > 0 && due(p, step - 1) == step;
}

/* A run whose checkpoints fail would compute for nothing. */
static void note_saved(struct checkpoint *p, enum lb_status st, const char *why)
{
    struct lb_saved *saved = &p->saved;
    saved->has_last = st == LB_STATUS_OK;
    saved->last = p->s->step(p->s->run);
    saved->failures = saved->has_last ? 0 : saved->failures + 1;
    if (saved->has_last) {
        saved->is_on_disk = true;
        saved->on_disk = saved->last;
        return;
    }
    snprintf(saved->why, sizeof saved->why, "%.600s", why);
    if (saved->failures >= LB_MAX_UNSAVED && p->s->end(p->s->run) == LB_RUN_RUNNING)
        p->s->give_up(p->s->run);
}

/* A failure is only told. */
static void save(struct checkpoint *p)
{
    struct lb_error own = {0};
    const struct lb_output_services *s = p->s;
    const unsigned long long step = s->step(s->run);
    const double began = lb_clock();
    const enum lb_status st = s->save(s->run, &own);
    p->clock = s->clock();
    note_saved(p, st, own.text);
    if (st != LB_STATUS_OK) {
        s->warn(s->run, "no checkpoint of step %llu: %s", step, own.text);
    } else if (s->is_verbose) {
        s->end_progress(s->run);
        fprintf(stderr, "checkpoint of step %llu saved in %.3g s\n", step, p->clock - began);
    }
}

/* A flow that diverged must not take the place of an earlier one. */
static enum lb_status save_if_due(struct checkpoint *p, bool is_idle, struct lb_error *err)
{
    const struct lb_output_services *s = p->s;
    if (!is_due(p, is_idle)) return LB_STATUS_OK;
    LB_OK(s->settle(s->run, err));
    if (s->end(s->run) != LB_RUN_DIVERGED) save(p);
    return LB_STATUS_OK;
}

static enum lb_status when_busy(void *output, struct lb_error *err)
{
    return save_if_due(output, false, err);
}

static enum lb_status when_idle(void *output, struct lb_error *err)
{
    return save_if_due(output, true, err);
}

static void describe(const void *output, struct lb_json *json)
{
    const struct lb_saved *saved = &((const struct checkpoint *)output)->saved;
    if (saved->is_on_disk) lb_json_number(json, "checkpoint_step", (double)saved->on_disk);
}

const struct lb_saved *lb_checkpoint_saved(const struct lb_outputs *o)
{
    return &((const struct checkpoint *)lb_outputs_find(o, &lb_output_checkpoint))->saved;
}

void lb_checkpoint_note_loaded(struct lb_outputs *o, uint64_t step)
{
    struct lb_saved *saved =
        &((struct checkpoint *)lb_outputs_find(o, &lb_output_checkpoint))->saved;
    saved->has_last = saved->is_on_disk = true;
    saved->last = saved->on_disk = step;
}

static const struct lb_parameter parameters[] = {
    {"checkpoint", LB_PARAMETER_TEXT, "steps", NULL, NULL, 0, 0,
     "steps between checkpoints, or seconds as 600s, for `sluice resume`; 0, the default: only "
     "when a signal or max-wall stops the run"},
    {0}};

const struct lb_output lb_output_checkpoint = {
    .name = "checkpoint",
    .parameters = parameters,
    .place = 210,
    .beside_case = (const char *const[]){"checkpoint", NULL},
    .files = (const char *const[]){"checkpoint", NULL},
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_OPEN] = build,
           [LB_OUTPUT_BEGIN] = begin,
           [LB_OUTPUT_BUSY] = when_busy,
           [LB_OUTPUT_IDLE] = when_idle},
    .describe = describe,
    .close = free,
};
