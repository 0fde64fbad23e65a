/* run.c - the driver: advances from one event to the next, looks after divergence, signals, time.
 * SPDX-License-Identifier: MIT */
#include "run/run.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/alarm.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/run_internal.h"
#include "base/driver_guard.h"
#include "base/host.h"
#include "base/signals.h"
#include "layout/ledger.h"

enum {
    SURVEY_EVERY = 200, /* steps; at fixed steps, so that results do not depend on speed */
    MIN_STRETCH = 32    /* steps worth waiting for: frequent observations only enqueue */
};
static const double stretch_seconds = 0.25; /* how long a signal may go unnoticed */

enum lb_status lb_run_create(const struct lb_run_request *request, struct lb_run **out,
                             struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        lb_fail(err, LB_STATUS_FAILED, "no memory for the run");
        return LB_STATUS_FAILED;
    }
    run->request = *request;
    run->setup = request->setup;
    run->values = request->values;
    run->seen.surveyed = UINT64_MAX;
    run->lock = -1;
    lb_run_serve_outputs(run);
    LB_TRY(lb_run_assemble(run, err));
    *out = run;
    run = NULL;
cleanup:
    lb_run_destroy(run);
    return st;
}

void lb_run_destroy(struct lb_run *run)
{
    if (run == NULL) return;
    if (run->state != NULL && run->setup->destroy != NULL) run->setup->destroy(run->state);
    lb_outputs_close(&run->outputs);
    lb_progress_set_picture(&run->progress, NULL, 0);
    lb_solver_destroy(run->solver);
    lb_device_close(run->device);
    lb_folder_unlock(run->lock);
    (void)lb_driver_leave_word(NULL, NULL, NULL); /* cannot fail */
    free(run->files.names);
    free(run->ranks);
    free(run->found.curve);
    free(run->state);
    free(run);
}

/* The kernels know their step modulo 2^32. */
static uint64_t alarm_step(const struct lb_survey *s)
{
    const uint64_t span = (uint64_t)1 << 32;
    const uint64_t step = s->step - s->step % span + s->alarm_step % span;
    return step > s->step && step >= span ? step - span : step;
}

/* The first bad step, as far as that is known: the alarm's, else that of the survey. */
static void name_step(struct lb_run *run, char *out, size_t size)
{
    const struct lb_survey *s = &run->seen.survey;
    const unsigned long long now = s->step;
    run->seen.diverged_step = s->alarm != 0 ? alarm_step(s) : s->step;
    const unsigned long long first = run->seen.diverged_step;
    if (s->alarm == LB_ALARM_MARKER)
        snprintf(out, size,
                 "at step %llu a marker's force stopped being a number, or was beyond 8; ", first);
    else if (s->alarm != 0)
        snprintf(out, size, "at step %llu a density stopped being positive; ", first);
    else if (run->seen.has_good)
        snprintf(out, size, "at step %llu, or since step %llu, ", now,
                 (unsigned long long)run->seen.good);
    else
        snprintf(out, size, "at step %llu, ", now);
    const size_t used = strlen(out);
    if (s->alarm != 0) snprintf(out + used, size - used, "at step %llu, ", now);
}

static void describe_divergence(struct lb_run *run)
{
    const struct lb_survey *s = &run->seen.survey;
    const bool has_membrane = run->c.markers != NULL && run->c.markers->mesh != NULL;
    char when[160], what[160], where[160] = "";
    name_step(run, when, sizeof when);
    if (s->non_finite > 0)
        snprintf(what, sizeof what,
                 "%llu of %llu fluid cells hold no finite velocity or no positive density, as in",
                 (unsigned long long)s->non_finite, (unsigned long long)s->fluid_cells);
    else if (s->supersonic > 0)
        snprintf(what, sizeof what,
                 "%llu of %llu fluid cells are faster than sound, which makes %.3g cells/step; "
                 "fastest is, with %.3g,",
                 (unsigned long long)s->supersonic, (unsigned long long)s->fluid_cells,
                 sqrt(run->c.lattice->sound_speed_squared), s->speed_max);
    else
        snprintf(what, sizeof what, "fastest is, with %.3g,", s->speed_max);
    if (run->setup->locate != NULL) run->setup->locate(run->state, s->worst, where, sizeof where);
    lb_run_diverged(run, "the %s diverged: %s%s cell %u,%u,%u%s%s",
                    has_membrane && s->alarm == LB_ALARM_MARKER ? "membrane" : "flow", when, what,
                    s->worst[0], s->worst[1], s->worst[2], where[0] != '\0' ? ", " : "", where);
    if (lb_collisions[1] != NULL && run->plan.cure[0] == '\0') {
        size_t used = strlen(run->ending.failure);
        snprintf(run->ending.failure + used, sizeof run->ending.failure - used,
                 ", or another --collision than %s", run->c.collision->name);
    }
}

static enum lb_status survey(struct lb_run *run, struct lb_error *err)
{
    uint64_t step = lb_run_step(run);
    if (run->seen.surveyed == step) return LB_STATUS_OK;
    LB_OK(lb_solver_survey(run->solver, &run->seen.survey, err));
    run->seen.surveyed = step;
    const struct lb_survey *s = &run->seen.survey;
    if (s->non_finite > 0 || s->alarm != 0 || s->supersonic > 0) {
        describe_divergence(run);
    } else {
        run->seen.has_good = true;
        run->seen.good = step;
    }
    if (!run->request.reporting.verbose) return LB_STATUS_OK;
    lb_progress_end(&run->progress);
    fprintf(stderr,
            "step %llu: excess mass %.3e, energy %.6e, density %.6f to %.6f, fastest %.3e\n",
            (unsigned long long)step, s->excess_mass, s->energy, s->density_min, s->density_max,
            s->speed_max);
    return LB_STATUS_OK;
}

static bool divides(uint64_t every, uint64_t step)
{
    return every > 0 && step % every == 0;
}

static enum lb_status handle_events(struct lb_run *run, struct lb_error *err)
{
    uint64_t step = lb_run_step(run);
    if (divides(SURVEY_EVERY, step)) LB_OK(survey(run, err));
    if (run->ending.end == LB_RUN_DIVERGED) return LB_STATUS_OK;
    if (run->seen.surveyed == step) lb_run_note_extremes(run, &run->seen.survey);
    return lb_outputs_at(&run->outputs, LB_OUTPUT_STEP, err);
}

static void end_by_signal(struct lb_run *run, int number)
{
    run->ending.signal = number;
    run->ending.end =
        lb_signals_status(number) == LB_STATUS_INTERRUPTED ? LB_RUN_INTERRUPTED : LB_RUN_TERMINATED;
}

/* Each look asks the file system, which may be far away. */
static void look_for_stop(struct lb_run *run, double now)
{
    if (now < run->ending.next_look) return;
    run->ending.next_look = now + stretch_seconds;
    if (lb_run_takes_stop(run)) lb_signals_ask(SIGTERM);
}

static void look_at_clock_and_signals(struct lb_run *run)
{
    const double now = lb_run_clock();
    look_for_stop(run, now);
    const int number = lb_run_signal();
    if (run->ending.end != LB_RUN_RUNNING) return;
    if (number != 0)
        end_by_signal(run, number);
    else if (run->ending.stop_asked || lb_run_step(run) >= run->plan.steps)
        run->ending.end = LB_RUN_DONE;
    else if (run->ending.max_wall > 0.0 && now - run->ending.started >= run->ending.max_wall)
        run->ending.end = LB_RUN_MAX_WALL;
}

bool lb_run_shows_flow(const struct lb_run *run)
{
    return lb_live_is_shown(&run->outputs);
}

static void show_progress(struct lb_run *run)
{
    uint64_t step = lb_run_step(run);
    const double rate = run->speed.is_settled ? run->speed.steps_per_second : 0.0;
    struct lb_progress_state state = {run->setup->name,
                                      NULL,
                                      step,
                                      run->plan.steps,
                                      rate > 0.0 ? 1e-6 * rate * (double)run->speed.cells : nan(""),
                                      rate,
                                      run->note};
    lb_progress_show(&run->progress, &state);
}

static uint64_t steps_to_next_event(const struct lb_run *run, uint64_t step)
{
    const uint64_t survey_step = step - step % SURVEY_EVERY + SURVEY_EVERY;
    const uint64_t last = run->plan.steps < survey_step ? run->plan.steps : survey_step;
    return lb_outputs_due(&run->outputs, step, last) - step;
}

static enum lb_status close_stretch(struct lb_run *run, struct lb_error *err)
{
    struct lb_run_stretch *stretch = &run->stretch;
    LB_OK(lb_solver_wait(run->solver, err));
    const double now = lb_run_clock();
    lb_speed_add(&run->speed, stretch->steps, now - stretch->began);
    *stretch = (struct lb_run_stretch){0};
    look_at_clock_and_signals(run);
    LB_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_WAITED, err));
    show_progress(run);
    return LB_STATUS_OK;
}

enum lb_status lb_run_settle(struct lb_run *run, struct lb_error *err)
{
    if (run->stretch.steps > 0) LB_OK(close_stretch(run, err));
    return survey(run, err);
}

/* Behind everything that belongs to this step. */
static enum lb_status end_step(struct lb_run *run, struct lb_error *err)
{
    const bool is_idle = run->stretch.steps == 0;
    return lb_outputs_at(&run->outputs, is_idle ? LB_OUTPUT_IDLE : LB_OUTPUT_BUSY, err);
}

static enum lb_status loop(struct lb_run *run, struct lb_error *err)
{
    struct lb_run_stretch *stretch = &run->stretch;
    look_at_clock_and_signals(run);
    LB_OK(end_step(run, err));
    while (run->ending.end == LB_RUN_RUNNING) {
        uint64_t step = lb_run_step(run);
        uint64_t allowed = lb_speed_steps_for(&run->speed, stretch_seconds);
        uint64_t room = allowed > stretch->steps ? allowed - stretch->steps : 1;
        uint64_t steps = steps_to_next_event(run, step);
        if (steps > room) steps = room;
        if (stretch->steps == 0) stretch->began = lb_run_clock();
        LB_OK(lb_outputs_advance(&run->outputs, steps, err));
        stretch->steps += steps;
        step += steps;
        const bool is_full = stretch->steps >= allowed || stretch->steps >= MIN_STRETCH;
        if (is_full || step >= run->plan.steps || divides(SURVEY_EVERY, step))
            LB_OK(close_stretch(run, err));
        LB_OK(handle_events(run, err));
        if (run->ending.end == LB_RUN_RUNNING && run->ending.stop_asked)
            run->ending.end = LB_RUN_DONE;
        LB_OK(end_step(run, err));
    }
    return LB_STATUS_OK;
}

/* What is said before anything else is done. */
static void announce_plan(struct lb_run *run)
{
    if (run->ending.only_looks && run->request.reporting.announces)
        return; /* its report says the same */
    for (int n = 0; n < run->found.warning_count; n++)
        lb_run_tell_warning(run, run->found.warnings[n]);
    if (run->request.reporting.announces) lb_run_print_facts(run, stderr);
}

/* Lanes that no axis of the box divides: one cell at a time is computed. */
static void tell_lanes(const struct lb_run *run)
{
    enum { LEAST_CELLS = 1 << 15 };
    const struct lb_case *c = &run->c;
    const unsigned wide = lb_device_get_info(run->device)->native_float_width;
    int longest = 0;
    bool is_odd = lb_solver_lanes(run->solver) == 1 && wide > 1 && !lb_case_keeps_moments(c) &&
                  run->request.layout.lanes == 0 && lb_case_cell_count(c) >= LEAST_CELLS;
    for (int axis = 0; axis < c->lattice->dimensions; axis++) {
        is_odd = is_odd && c->size[axis] % 2 != 0;
        if (c->size[axis] > c->size[longest]) longest = axis;
    }
    if (is_odd)
        fprintf(stderr,
                "hint: the box has an odd number of cells along each axis, so that one is computed "
                "at a time: %u along %c, a multiple of %u, would be several times as fast\n",
                (c->size[longest] + wide - 1) / wide * wide, "xyz"[longest], wide);
}

static void announce(const struct lb_run *run)
{
    char text[LB_TUNE_WHY_SIZE + 100];
    if (run->request.reporting.verbose) lb_run_print_case(run, stderr);
    if (!run->request.reporting.announces) return;
    fprintf(stderr, "%s on %s%s, files in %s\n", run->setup->name,
            lb_run_split_text(run, text, sizeof text), lb_device_get_info(run->device)->name,
            run->folder);
    fprintf(stderr, "layout: %s\n", lb_tune_text(&run->tuning, text, sizeof text));
    tell_lanes(run);
}

static void tell_tuning(void *context, const char *text)
{
    const struct lb_run *run = context;
    if (run->request.reporting.announces) fprintf(stderr, "tuning: %s\n", text);
}

void lb_run_note_smaller(const struct lb_run *run, double room, struct lb_error *err)
{
    if (lb_values_parameter(run->values, "memory") != NULL) {
        lb_error_note(err, "memory=%.0fM takes as many cells as fit.", floor(room / 1048576.0));
        return;
    }
    const struct lb_parameter *size = lb_values_parameter(run->values, "size");
    const bool has_size =
        size != NULL && (size->value != NULL || lb_values_is_set(run->values, "size"));
    for (const struct lb_parameter *p = run->setup->parameters; p->name != NULL; p++) {
        if (strcmp(p->unit, "cells") != 0 || (has_size && p->kind != LB_PARAMETER_SIZE)) continue;
        lb_error_note(err, "A smaller %s= makes the box smaller.", p->name);
        return;
    }
}

/* Before anything is built or measured. */
static enum lb_status check_memory(const struct lb_run *run, struct lb_error *err)
{
    const struct lb_case *c = lb_run_own_case(run);
    const struct lb_device_info *device = lb_device_get_info(run->device);
    const double gib = 1024.0 * 1024.0 * 1024.0;
    const double left = (double)lb_memory_available() / lb_peers_node_count(lb_ranks());
    const bool is_host = device->type == LB_DEVICE_CPU;
    struct lb_layout layout;
    lb_layout_choose(c, &run->request.layout, device, &layout);
    const struct lb_ledger ledger = lb_ledger_with_walls(c, &layout, device);
    const double needed = (double)lb_ledger_host_bytes(&ledger, lb_peers_is_first(lb_ranks()));
    double room = fmin(0.9 * (double)device->memory, (double)device->max_allocation);
    if (is_host) room = fmin(room, 0.9 * left);
    if (!is_host || needed <= left) {
        const enum lb_status st = lb_layout_check(c, &layout, device, err);
        if (st != LB_STATUS_OK && !lb_layout_fits(c, &layout, device))
            lb_run_note_smaller(run, room, err);
        LB_OK(st);
    }
    if (needed <= left) return LB_STATUS_OK;
    const double share = pow(0.9 * left / needed, 1.0 / c->lattice->dimensions);
    lb_fail(err, LB_STATUS_DEVICE,
            "size %u,%u,%u needs %.2f GiB of the host's memory, of which %.2f GiB are free; "
            "a size of at most %.3g times these sides would fit",
            c->size[0], c->size[1], c->size[2], needed / gib, left / gib, share);
    lb_run_note_smaller(run, room, err);
    return LB_STATUS_DEVICE;
}

static void say(struct lb_run *run, const char *what)
{
    lb_progress_say(&run->progress, run->setup->name, what);
}

static enum lb_status open_own_solver(struct lb_run *run, struct lb_error *err)
{
    const struct lb_run_request *r = &run->request;
    const struct lb_case *c = lb_run_own_case(run);
    struct lb_layout layout;
    lb_progress_init(&run->progress, r->reporting.progress);
    LB_OK(lb_device_open_shared(r->device, lb_peers_node_rank(lb_ranks()),
                                lb_peers_node_count(lb_ranks()), &run->device, err));
    const struct lb_device_info *info = lb_device_get_info(run->device);
    lb_peers_name_device(lb_ranks(), info->name, info->type != LB_DEVICE_CPU);
    LB_OK(check_memory(run, err));
    const struct lb_tune_request request = {.wishes = r->layout,
                                            .mode = r->tune,
                                            .steps = run->plan.steps,
                                            .places = {r->places.kernel_dir, NULL},
                                            .tell = tell_tuning,
                                            .context = run};
    LB_OK(lb_tune(c, run->device, &request, &layout, &run->tuning, err));
    const struct lb_layout_choice chosen = lb_layout_chosen(&layout);
    say(run, "building kernels"); /* seconds, the first time */
    enum lb_status st = lb_self_test_once(c, &chosen, run->device, &r->places, r->self_test, err);
    if (st == LB_STATUS_OK)
        st = lb_solver_create(c, &layout, run->device, &r->places, &run->solver, err);
    lb_progress_end(&run->progress);
    return st;
}

static enum lb_status open_solver(struct lb_run *run, struct lb_error *err)
{
    LB_OK(lb_peers_agree(lb_ranks(), open_own_solver(run, err), err));
    LB_OK(lb_run_join(run, err));
    run->outputs.services.solver = run->solver;
    LB_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_OPEN, err));
    if (run->request.archive != NULL)
        LB_OK(lb_run_load(run, err));
    else if (run->plan.start_folder != NULL)
        LB_OK(lb_run_load_start(run, err));
    LB_OK(lb_run_note_ranks(run, err));
    lb_run_warn_of_ranks(run);
    run->speed.cells = lb_case_cell_count(&run->c);
    run->speed_from = lb_run_step(run);
    return LB_STATUS_OK;
}

/* To look at how and where it blew up.  A file that cannot be written then is not what went
 * wrong. */
static void write_what_is_left(struct lb_run *run)
{
    struct lb_error own = {0};
    if (lb_outputs_at(&run->outputs, LB_OUTPUT_DIVERGED, &own) != LB_STATUS_OK)
        fprintf(stderr, "sluice: note: %s\n", own.text);
}

static void add_facts(struct lb_run *run)
{
    for (int n = 0; n < run->plan.fact_count; n++) {
        const struct lb_plan_fact *f = &run->plan.facts[n];
        lb_run_result(run, f->name, f->value, f->unit);
    }
}

/* Everything after the last step; a diverged flow has no results. */
static enum lb_status finish(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (run->ending.end != LB_RUN_DIVERGED) LB_TRY(survey(run, err));
    if (run->ending.end != LB_RUN_DIVERGED) lb_run_note_extremes(run, &run->seen.survey);
    if (run->ending.end != LB_RUN_DIVERGED)
        LB_TRY(lb_outputs_at(&run->outputs, LB_OUTPUT_LAST_LOOK, err));
    if (run->ending.end != LB_RUN_DIVERGED) st = lb_outputs_at(&run->outputs, LB_OUTPUT_LAST, err);
    if (run->ending.end == LB_RUN_DIVERGED) {
        write_what_is_left(run);
        lb_run_warn_of_extremes(run);
        return LB_STATUS_OK;
    }
    add_facts(run);
    if (st == LB_STATUS_OK && run->setup->finish != NULL)
        st = run->setup->finish(run->state, run, err);
    if (st == LB_STATUS_OK) lb_run_find_error_bars(run);
    if (st == LB_STATUS_OK) st = lb_run_draw_error_bars(run, err);
    if (st == LB_STATUS_OK) lb_run_report_drift(run);
    lb_run_warn_of_extremes(run);
    run->found.has_results = st == LB_STATUS_OK || run->found.result_count > 0;
    const enum lb_status files = lb_outputs_at(&run->outputs, LB_OUTPUT_END, err);
    lb_run_warn_of_lost(run);
    if (st == LB_STATUS_OK) st = files;
cleanup:
    return st;
}

static enum lb_status look_at_start(struct lb_run *run, struct lb_error *err)
{
    if (lb_run_keeps_mass(&run->c)) {
        LB_OK(lb_solver_survey(run->solver, &run->seen.start, err));
        lb_run_note_extremes(run, &run->seen.start);
    }
    return lb_outputs_at(&run->outputs, LB_OUTPUT_START, err);
}

/* Those that a resumed run has anew stand first, and no checkpoint keeps them. */
static void put_first(struct lb_run *run, int number)
{
    char text[LB_RUN_WARNING_SIZE], (*all)[LB_RUN_WARNING_SIZE] = run->found.warnings;
    const int to = run->found.plan_warnings++;
    memcpy(text, all[number], sizeof text);
    memmove(all[to + 1], all[to], (size_t)(number - to) * sizeof *all);
    memcpy(all[to], text, sizeof text);
}

/* The end may be another one now, and with it where the judged part begins. */
static enum lb_status go_on(struct lb_run *run, struct lb_error *err)
{
    const uint64_t step = lb_run_step(run), from = run->plan.judged_from;
    if (step <= from) run->extremes.late_speed = step == from ? run->extremes.last_speed : 0.0;
    const int known = run->found.warning_count;
    if (run->setup->go_on != NULL) LB_OK(run->setup->go_on(run->state, run, err));
    for (int n = known; n < run->found.warning_count; n++)
        put_first(run, n);
    return LB_STATUS_OK;
}

static enum lb_status step_and_finish(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_run_write_case(run, err));
    LB_TRY(lb_run_write_json(run, err)); /* says "running": a crash leaves a trace */
    announce(run);
    say(run, "starting"); /* drivers for CPUs build a kernel when it first runs */
    LB_TRY(lb_outputs_at(&run->outputs, LB_OUTPUT_BEGIN, err));
    run->ending.started = lb_run_clock();
    LB_TRY(run->request.archive == NULL ? look_at_start(run, err) : go_on(run, err));
    LB_TRY(loop(run, err));
    run->ending.seconds += lb_run_clock() - run->ending.started;
    lb_progress_end(&run->progress);
    LB_TRY(finish(run, err));
cleanup:
    lb_progress_end(&run->progress);
    return st;
}

/* A failed run says so in run.json, as far as that can still be written. */
static void note_failure(struct lb_run *run, struct lb_error *err)
{
    struct lb_error second = {0};
    run->ending.end = LB_RUN_FAILED;
    snprintf(run->ending.failure, sizeof run->ending.failure, "%.500s", err->text);
    if (lb_run_write_json_alone(run, &second) != LB_STATUS_OK)
        lb_error_note(err, "run.json could not say so either: %s", second.text);
}

/* A signal while the kernels were built; the build may have failed over it.  A rank that failed
 * does not ask the others, which may still wait for it elsewhere. */
static enum lb_status look_for_early_signal(struct lb_run *run, enum lb_status st,
                                            struct lb_error *err)
{
    const int number = st == LB_STATUS_OK ? lb_run_signal() : lb_signals_received();
    if (number == 0) return st;
    end_by_signal(run, number);
    *err = (struct lb_error){0};
    if (run->request.archive != NULL)
        return lb_fail(err, lb_signals_status(number),
                       "%s before the first step; the checkpoint is as it was",
                       lb_signals_word(number));
    return lb_fail(err, lb_signals_status(number), "%s before the first step; there are no files",
                   lb_signals_word(number));
}

/* Of what is about to start. */
static enum lb_status look(struct lb_run *run, struct lb_error *err)
{
    if (run->setup->look == NULL || run->request.archive != NULL) return LB_STATUS_OK;
    return run->setup->look(run->state, run, err);
}

/* Of the device that would run it, where there is one. */
static void warn_of_memory(struct lb_run *run)
{
    struct lb_error own = {0};
    if (lb_device_open_shared(run->request.device, lb_peers_node_rank(lb_ranks()),
                              lb_peers_node_count(lb_ranks()), &run->device, &own) != LB_STATUS_OK)
        return;
    if (check_memory(run, &own) != LB_STATUS_OK) {
        char *notes = strchr(own.text, '\n');
        if (notes != NULL) *notes++ = '\0';
        lb_run_warn(run, "it does not fit: %s", own.text);
        if (notes != NULL) lb_run_warn(run, "%s", notes);
    }
    lb_device_close(run->device);
    run->device = NULL;
}

static enum lb_status finish_look(struct lb_run *run, struct lb_error *err)
{
    LB_OK(lb_run_check_start(run, err));
    LB_OK(look(run, err));
    LB_OK(lb_outputs_at(&run->outputs, LB_OUTPUT_LOOK, err));
    warn_of_memory(run);
    run->ending.end = LB_RUN_DONE;
    run->plan.steps = 0;
    run->found.has_results = true;
    add_facts(run);
    lb_run_not_judged(run, "steps=0: it was only looked at");
    LB_OK(lb_run_write_case(run, err));
    return lb_run_write_json(run, err);
}

/* One for all ranks. */
static enum lb_status open_folder(struct lb_run *run, struct lb_error *err)
{
    struct stat before;
    run->made_folder = run->request.output == NULL || stat(run->request.output, &before) != 0;
    enum lb_status st = lb_folder_create(run->request.output, run->setup->name, run->folder,
                                         sizeof run->folder, err);
    if (st == LB_STATUS_OK) st = lb_folder_lock(run->folder, &run->lock, err);
    LB_OK(lb_peers_agree(lb_ranks(), st, err));
    lb_peers_give(lb_ranks(), run->folder, sizeof run->folder);
    return LB_STATUS_OK;
}

static enum lb_status execute(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    /* early, so that a name that cannot be is not found out after minutes */
    if (run->request.archive == NULL) {
        LB_TRY(open_folder(run, err));
    } else {
        snprintf(run->folder, sizeof run->folder, "%s", run->request.output);
        lb_folder_remove_partials(run->folder);
    }
    (void)lb_run_takes_stop(run); /* of before the run */
    if (run->made_folder) lb_signals_remove_if_empty(run->folder);
    if (run->ending.only_looks) {
        st = finish_look(run, err);
        lb_signals_forget_folder();
        if (st != LB_STATUS_OK && run->made_folder)
            rmdir(run->folder); /* where it is still empty */
        return st;
    }
    st = look_for_early_signal(run, open_solver(run, err), err);
    lb_signals_forget_folder();
    if (st != LB_STATUS_OK) {
        if (lb_peers_is_first(lb_ranks()) && run->made_folder)
            rmdir(run->folder); /* still empty, and no use to anyone */
        return st;
    }
    st = look(run, err);
    if (st == LB_STATUS_OK) st = step_and_finish(run, err);
    if (st == LB_STATUS_OK) st = lb_run_note_ranks(run, err);
    if (st == LB_STATUS_OK) st = lb_run_write_log(run, err);
    if (st == LB_STATUS_OK)
        st = lb_run_write_json(run, err);
    else
        note_failure(run, err);
cleanup:
    return st;
}

enum lb_status lb_run_execute(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_REQUIRE(run->setup->ensemble == NULL || lb_values_count(run->values, "runs") <= 1,
               LB_STATUS_USAGE, "runs=%llu is for `sluice run` without lists of values",
               (unsigned long long)lb_values_count(run->values, "runs"));
    announce_plan(run);
    LB_TRY(lb_signals_watch(err)); /* before the kernels are built: that takes its time */
    st = execute(run, err);
    lb_signals_unwatch();
cleanup:
    return st;
}
